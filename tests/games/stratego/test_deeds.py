"""Deeds: what pieces show by their moves is remembered alike by all sides, and used by the
computer."""

from __future__ import annotations

import pytest

from engine.core.contract import CHANCE
from engine.games.stratego.rules import belief, deeds
from engine.games.stratego.rules.combat import LOSES
from engine.games.stratego.rules.pieces import BOMB, NUMBER
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.forces import UNWILLING
from engine.games.stratego.search.battle.model import model_of
from engine.games.stratego.search.belief import cell_chances
from tests.games.answers import game_of
from tests.games.stratego.helpers import state_of

ARMIES = "b2b7 b8d9 b6i9 bMe9 bBg10 r5i2"


def after(state: StrategoState, words: str) -> StrategoState:
    for word in words.split():
        named = {game_of(state).action_text(state, a): a for a in state.legal_actions()}
        state.apply(named[word])
        while (forced := state.automatic()) is not None:
            state.apply(forced)
    return state


def scout(state: StrategoState, cell: str) -> float:
    """Return the chance of a blue piece to be a scout, as red sees it."""
    seen = state.observation(0)
    return belief.chances(seen, 1)[state.game.tables.grid.index[cell]][NUMBER["2"]]


RUN = "b7-b3 i2-i3 d9-d8 i3-i2 d8-d7 i2-i3 d7-d8 i3-i4 b3-b4 i4-i3 d8-d9 i3-i2 d9-d8 i2-i3"


def test_a_piece_that_ran_far_stays_a_scout() -> None:
    state = after(state_of(ARMIES, side="blue"), RUN)
    assert all(len(entry) == 1 for entry in state.memory[1])
    assert scout(state, "b4") == pytest.approx(1)
    again = state.game.state_from_text(state.to_text())
    assert again.key() == state.key() and scout(again, "b4") < 0.9  # forgotten by then
    short = after(state_of(ARMIES, side="blue"), RUN[: RUN.index(" d9")])
    assert scout(short.game.state_from_text(short.to_text()), "b3") == pytest.approx(1)


def test_deeds_stay_with_the_piece_until_it_is_revealed() -> None:
    state = after(state_of(f"{ARMIES} r7!b2", side="blue"), "b7-b3 i2-i3 b3-b4 b2-b3 d9-d8")
    index, numbers = state.game.tables.grid.index, state.ids
    shown = state.deeds[numbers[index["b4"]]]
    assert deeds.types(shown, deeds.UNABLE) == [k for k in range(1, 13) if k != NUMBER["2"]]
    assert deeds.types(shown, deeds.DARED) == [NUMBER["7"]]
    assert deeds.types(shown, deeds.SHUNNED) == [NUMBER["7"]]
    assert numbers[index["d8"]] in state.deeds
    taken = after(state, "b3xb4")
    assert taken.deeds == state.deeds and taken.observation(0).deeds == state.deeds


def test_a_piece_that_may_be_promoted_can_be_any_type() -> None:
    rises = {"promotion_courage": {"types": "all"}}
    state = after(state_of(ARMIES, side="blue", **rises), "b7-b3")
    bits = state.deeds.get(state.ids[state.game.tables.grid.index["b3"]], 0)
    assert not deeds.types(bits, deeds.UNABLE)


def test_a_possible_scout_endangers_the_flag_along_an_open_line() -> None:
    """The same unknown piece at the end of the row, with the line to the flag open and closed."""
    background = "rFa1 rBa2 bFj10 bBj9"
    risks = []
    for guard in ("r9!b1", "r9!d2"):
        state = state_of(f"{guard} b2'j1 b4'i9 b5'h9", background=background)
        model = model_of(state.observation(0))
        assert model is not None
        risks.append(model.races.danger(model.board, False))
    assert risks[1] > risks[0] + 0.1


def test_an_attacked_unmoved_piece_is_a_bomb_more_often() -> None:
    """Only bombs beat a marshal: an unmoved piece is one more often than its share says."""
    state = state_of("rM!e9 b3e10 b4'd9 bBc10 b5b10", background="rFa1 r4j1 bFj10 bBj9")
    seen = state.observation(0)
    index = state.game.tables.grid.index
    model = model_of(seen)
    assert model is not None
    bombs = []
    for cell in ("e10", "d9"):
        origin, target = index["e9"], index[cell]
        fight = model.forces.fight(model.board[origin], model.board[target], origin, target)
        assert fight is not None
        bombs.append(sum(blow.weight for blow in fight.blows if blow.outcome == LOSES) / 1000)
    plain = cell_chances.chances(seen, 1)[index["e10"]][BOMB]
    assert plain + 0.05 < bombs[0] < 1 and bombs[1] == 0


def test_a_refused_attack_leaves_the_turn_to_another_action() -> None:
    """A refused attack costs no turn: the spy takes the marshal, a weaker piece walks away."""
    state = state_of("rM'!e5 bS'e6 b5d9 b6'c9 b4'b9 b7'h9", background="rFa1 r4j1 bFj10 bBj9")
    index = state.game.tables.grid.index
    model = model_of(state.observation(0))
    assert model is not None
    model.apply(("pass",))
    model.apply(("attack", index["e6"], index["e5"]))
    assert model.current_player() == CHANCE and model.pending is not None
    idle = next(n for n, blow in enumerate(model.pending[2]) if blow.outcome == UNWILLING)
    model.apply(("blow", idle))
    assert model.current_player() == 1 and not model.attacks()
    assert {action[0] for action in model.legal_actions()} == {"move", "pass"}
    model.apply(("pass",))
    assert model.current_player() == 0
    assert "attack" in {action[0] for action in model.legal_actions()}
