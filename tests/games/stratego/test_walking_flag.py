"""The computer where the flag may move (`mobile_flag`, 3.1): its beliefs and its races."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules import belief
from engine.games.stratego.rules.pieces import BOMB, FLAG, HIDDEN, MOVED, kind_of, piece_of
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import model_of
from engine.games.stratego.search.deploy import setup
from engine.search.agents import make_agent
from tests.games.answers import game_of
from tests.games.stratego.helpers import state_of

WALKED = (
    "bB9/9bF'/bS'b2'b2'b3'b9'bM'4/10/2~~2~~2/2~~2~~2/10/10/10/rFrBrSr2r2r3r9rM2 red - 0 40 - - -"
)


def test_determinizations_put_a_walking_flag_on_pieces_that_moved() -> None:
    """The only piece that never moved has to be the bomb, so the flag is one of the others."""
    game = Stratego({"mobile_flag": True, "army": "barrage8"})
    state = game.state_from_text(WALKED)
    found = set()
    for seed in range(60):
        full = state.determinize(0, Random(seed))
        full.check_invariants()
        assert full.board.count(piece_of(1, BOMB)) == 1
        found.add(full.board.find(piece_of(1, FLAG)))
    assert len(found) > 3 and all(state.flags[cell] & MOVED for cell in found)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options",
    [
        {"mobile_flag": True},
        {"mobile_flag": True, "grenades": True},
        {"mobile_flag": True, "blind_combat": True},
        {"mobile_flag": True, "hidden_captures": True, "blind_combat": True},
        {"mobile_flag": True, "desertion": True, "rescue_rear": 2},
        {"mobile_flag": True, "promotion_merit": {"types": "all", "next_rank_only": False}},
    ],
)
def test_every_determinization_is_a_possible_position(options: dict[str, Any], seed: int) -> None:
    """Checked throughout a game of a small army, in which few pieces have never moved."""
    board = {"cols": 6, "rows": 6, "home": 2, "lakes": [], "void": []}
    game = Stratego({"board": board, "army": "barrage8", **options})
    rng, state = Random(seed), game.initial_state()
    for _ in range(160):
        if state.outcome() is not None:
            break
        state.apply(rng.choice(state.legal_actions()))
        for viewer in (0, 1):
            full = state.determinize(viewer, rng)
            full.check_invariants()
            for side in (0, 1) if not state.setting_up else ():
                assert full.board.count(piece_of(side, FLAG)) == state.board.count(
                    piece_of(side, FLAG)
                )


def test_a_piece_that_attacked_is_no_flag() -> None:
    """Under blind combat a survivor stays hidden, but a flag never attacks (3.1)."""
    state = state_of("r9e5 b5e6 b6f7", mobile_flag=True, blind_combat=True)
    state.apply(first(state, "e5xe6"))
    while state.asked != "turn":
        state.apply(state.legal_actions()[0])
    seen = state.observation(1)
    cell = state.game.tables.grid.index["e6"]
    assert seen.board[cell] == HIDDEN
    assert belief.chances(seen, 0)[cell][FLAG] == 0


def test_a_walking_flag_flees_from_an_attacker() -> None:
    """The race for the own flag follows the flag to where it stands."""
    state = state_of("rF'e3 b9'!e5", background="rBa1 r4j1 bFj10 b4a10", mobile_flag=True)
    model = model_of(state.observation(0))
    assert model is not None
    here = model.races.danger(model.board, False)
    away = model.clone()
    grid = state.game.tables.grid.index
    away.apply(("move", grid["e3"], grid["e2"]))
    assert here > 0.3
    assert 0 < away.races.danger(away.board, False) < here


def test_a_flag_that_may_move_is_set_up_among_pieces_that_can_make_way() -> None:
    for seed in range(4):
        state = Stratego({"mobile_flag": True}).initial_state()
        for action in setup(state.observation(0), Random(seed)):
            state.apply(action)
        around = state.game.tables.edges[state.board.find(piece_of(0, FLAG))]
        kinds = {kind_of(state.board[cell]) for cell in around if state.board[cell]}
        assert kinds and kinds <= state.game.tables.mobile


def test_the_flag_hides_by_its_first_move() -> None:
    """Others take what has moved for the flag less often."""
    others = "rBj1 r3i1 r4h1 bFj10 b4a10 bBi10 b3h10 b6g10"
    state = state_of("rFa1 r5b1 r4b2 r6a3", background=others, mobile_flag=True)
    model = model_of(state.observation(0))
    assert model is not None
    hidden = model.clone()
    hidden.apply(first(state, "a1-a2"))
    before, after = model.races.home(model.board), hidden.races.home(hidden.board)
    assert before and after and after.lair.share < before.lair.share
    assert hidden.value(0) > model.value(0)
    chosen = make_agent("ai:5@50").choose(game_of(state), state.observation(0), Random(1))
    assert chosen == first(state, "a1-a2")


def first(state: StrategoState, text: str) -> Action:
    return next(
        a for a in state.legal_actions() if game_of(state).action_text(state, a).startswith(text)
    )
