"""The computer player of Stratego: honest, legal, reproducible and sensible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules import belief
from engine.games.stratego.rules.pieces import BOMB, FLAG, HIDDEN, MOVED, NUMBER, piece_of
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search import hints
from engine.games.stratego.search.battle.model import model_of
from engine.games.stratego.search.belief import cell_chances
from engine.games.stratego.search.evaluate import evaluate
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.budget import finish
from engine.search.levels import LEVELS, limits, think
from tests.fixtures.sampled import sampled
from tests.games.answers import game_of
from tests.games.stratego.helpers import state_of, swapped

VARIANTS: list[dict[str, Any]] = [
    {},
    {"army": "barrage8"},
    {"blind_combat": True, "hidden_captures": True},
    {"board": "hex10", "desertion": True, "rescue_rear": 2, "promotion_courage": {"types": "all"}},
    {"board": "tri10", "agile": {"7": "two"}, "charge": "envelop"},
    {"players": 4, "relay": True},
]
LOW = 60  # nodes per decision
ATTENTIVE = tuple(level for level, how in LEVELS.items() if how.attention == 1)


def table(options: dict[str, Any], seed: int) -> Match:
    game = Stratego(options)
    match = Match(MatchConfig("stratego", dict(game.options)), ChanceSampler(Random(seed)), game)
    match.begin()
    return match


def decide(state: StrategoState, level: int, seed: int = 1, nodes: int = LOW) -> list[Action]:
    seen = state.observation(state.current_player())
    budget = limits(game_of(state), level, nodes)
    return finish(think(game_of(state), seen, level, Random(seed), budget))


def named(state: StrategoState, action: Action) -> str:
    return game_of(state).action_text(state, action)


def walk(match: Match, names: tuple[str, ...], seed: int, turns: int) -> Match:
    """Play so many turns after the set-ups; each side gets only its observation."""
    rng, agents = Random(seed), [make_agent(name) for name in names]
    state = match.state
    assert isinstance(state, StrategoState)
    while not match.over and (state.setting_up or state.plies < turns):
        player = state.current_player()
        agent = agents[player % len(agents)]
        action = agent.choose(match.game, state.observation(player), rng)
        assert action in state.legal_actions()
        match.play(action)
        state = match.state
        assert isinstance(state, StrategoState)
    return match


@pytest.mark.parametrize("seeds", [(0, 1), pytest.param((2, 3), marks=pytest.mark.soak)])
@pytest.mark.parametrize("options", sampled(VARIANTS, 2))
def test_hidden_types_do_not_change_the_decision(
    options: dict[str, Any], seeds: tuple[int, int]
) -> None:
    compared = 0
    for seed in seeds:
        turns = 10 + 25 * (seed & 1)
        match = walk(table(options, seed), ("ai:1@20", "random"), seed, turns)
        state = match.state
        assert isinstance(state, StrategoState)
        if match.over:
            continue
        me = state.current_player()
        others = list(swapped(state, me))
        for level in (1, 3, 5):
            chosen = decide(state, level, seed)
            for other in others[:: max(1, len(others) // 3)]:
                assert decide(other, level, seed) == chosen
                compared += 1
        seen = state.observation(me)
        for name in ("hunter", "sampler"):
            answer = make_agent(name).choose(game_of(state), seen, Random(seed))
            for other in others[:3]:
                twin = other.observation(me)
                assert make_agent(name).choose(game_of(state), twin, Random(seed)) == answer
    assert compared


@pytest.mark.parametrize("options", sampled(VARIANTS, 2, shift=2))
def test_every_level_plays_only_legal_actions(options: dict[str, Any]) -> None:
    names = tuple(f"ai:{level}@{LOW // 2}" for level in LEVELS)
    for first in (0, 2):
        match = walk(table(options, first), names[first : first + 3], first, 24)
        assert match.events


def test_same_seed_and_nodes_give_the_same_decision() -> None:
    match = walk(table({}, 4), ("hunter",), 4, 40)
    assert isinstance(match.state, StrategoState)
    for level in LEVELS:
        assert decide(match.state, level, 7) == decide(match.state.clone(), level, 7)


# -- set-ups -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        *VARIANTS,
        {"board": "small8"},
        {"board": "large12"},
        {"board": "octagon"},
        {"army": "short32", "grenades": True, "mobile_flag": True},
        {"board": {"cols": 6, "rows": 6, "home": 2, "lakes": [], "void": []}, "army": "barrage8"},
    ],
)
def test_set_ups_of_the_computer_are_legal_and_vary(options: dict[str, Any]) -> None:
    game, rng = Stratego(options), Random(5)
    made = []
    for _ in range(4):
        state = game.initial_state()
        while state.asked == "place":
            actions = hints.setup(state.observation(state.turn), rng)
            made.append((state.turn, tuple(actions)))
            for action in actions:
                assert action in state.legal_actions()
                state.apply(action)
    assert len(set(made)) == len(made)


def test_the_computer_completes_a_set_up() -> None:
    game, rng = Stratego({}), Random(2)
    state = game.initial_state()
    for kind in "6622":
        state.apply(("put", NUMBER[kind]))
    for action in hints.setup(state.observation(0), rng):
        assert action in state.legal_actions()
        state.apply(action)
    assert state.turn == 1 and hints.setup(state.observation(1), rng)[-1] == ("ready",)


# -- belief --------------------------------------------------------------------------------------


def test_chances_add_up_to_the_types_left() -> None:
    match = walk(table({}, 1), ("hunter",), 1, 60)
    state = match.state
    assert isinstance(state, StrategoState)
    for side in (0, 1):
        seen = state.observation(1 - side)
        left = belief.left(seen, side)
        found = belief.chances(seen, side)
        assert len(found) == seen.board.count(piece_of(side, HIDDEN)) == sum(left)
        for cell, row in found.items():
            assert sum(row) == pytest.approx(1)
            if seen.flags[cell] & MOVED:
                assert row[FLAG] == row[BOMB] == 0
        for kind in range(FLAG, HIDDEN):
            assert sum(row[kind] for row in found.values()) == pytest.approx(left[kind], abs=0.6)


def test_a_piece_that_ran_far_is_a_scout() -> None:
    state = state_of("b2b7 b8d9 bMe9 bBg10", side="blue")
    state.apply(next(a for a in state.legal_actions() if named(state, a) == "b7-b3"))
    seen = state.observation(0)
    index = state.game.tables.grid.index
    found = belief.chances(seen, 1)
    assert found[index["b3"]][NUMBER["2"]] == pytest.approx(1)
    assert found[index["d9"]][NUMBER["M"]] > 0


def test_determinizations_follow_the_chances() -> None:
    """Flags are mostly at the back, and pieces that ran far are scouts."""
    match = table({}, 3)
    match = walk(match, ("random",), 3, 2)
    state = match.state
    assert isinstance(state, StrategoState)
    me = state.current_player()
    advance = state.game.tables.advance[1 - me]
    rng = Random(1)
    back = 0
    for _ in range(40):
        full = state.observation(me).determinize(me, rng)
        back += advance[full.board.find(piece_of(1 - me, FLAG))] <= 1
    assert back >= 30


# -- sense ---------------------------------------------------------------------------------------


def best(state: StrategoState, level: int, seed: int) -> str:
    (action,) = decide(state, level, seed, nodes=300)
    return named(state, action)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_known_flag(level: int) -> None:
    for seed in range(3):
        flag = state_of("r6e5 bF!e6 b9!d9", background="rFa1 r4j1 b4a10")
        assert best(flag, level, seed) == "e5xe6"


@pytest.mark.parametrize("level", ATTENTIVE)
def test_every_attentive_level_takes_a_known_weaker_piece(level: int) -> None:
    for seed in range(3):
        gift = state_of("r8e5 b7'!e6 b9d9 b5g9")
        assert best(gift, level, seed) == "e5xe6"


@pytest.mark.parametrize("level", ATTENTIVE)
def test_every_attentive_level_saves_its_general(level: int) -> None:
    for seed in range(3):
        state = state_of("r9!e5 bM'!e6 b5g9 b6b9 r5g2 r3b2")
        chosen = best(state, level, seed)
        assert chosen.startswith("e5") and "x" not in chosen


@pytest.mark.parametrize("level", ATTENTIVE)
def test_the_spy_takes_the_marshal_and_no_piece_attacks_a_known_bomb(level: int) -> None:
    spy = state_of("rSe5 bM'!e6 b5g9 b6b9 r9g2 r3b2")
    assert best(spy, level, level) == "e5xe6"
    bomb = state_of("r9e5 bB!e6 b5g9 b6b9 r5g2 r3b2")
    assert best(bomb, level, level) != "e5xe6"


def test_the_evaluation_is_symmetric() -> None:
    match = walk(table({}, 2), ("hunter",), 2, 60)
    state = match.state
    assert isinstance(state, StrategoState)
    assert evaluate(state, 0) == -evaluate(state, 1)
    one = state_of("rMe5 r9d2 b8e6", background="rFa1 bFj10")
    two = state_of("bMf6 b9g9 r8f5", background="rFa1 bFj10")
    assert evaluate(one, 0) == pytest.approx(evaluate(two, 1)) and evaluate(one, 0) > 0


def test_the_battle_offers_legal_actions_and_knows_no_hidden_type() -> None:
    match = walk(table({}, 6), ("hunter",), 6, 50)
    state = match.state
    assert isinstance(state, StrategoState)
    me = state.current_player()
    seen = state.observation(me)
    model = model_of(seen)
    assert model is not None and sorted(model.legal_actions()) == sorted(state.legal_actions())
    told = model_of(state.determinize(me, Random(1)).observation(me))
    assert told is not None and told.to_text() == model.to_text()
    assert f"={1 - me}?" in model.to_text() and f"={me}?" not in model.to_text()
    assert -1 < model.value(me) < 1 and model.value(me) == -model.value(1 - me)


def test_an_evaluation_of_a_view_is_close_to_the_truth() -> None:
    match = walk(table({}, 8), ("hunter",), 8, 80)
    state = match.state
    assert isinstance(state, StrategoState)
    for player in (0, 1):
        assert evaluate(state.observation(player), player) == pytest.approx(
            evaluate(state, player), abs=0.1
        )


# -- the flag ------------------------------------------------------------------------------------


@pytest.mark.parametrize("army", ["standard40", "barrage8", "short32", "army24"])
def test_a_bomb_stands_in_front_of_the_flag_and_miner_killers_beside_it(army: str) -> None:
    board = "small8" if army == "army24" else "classic"
    game, rng = Stratego({"army": army, "board": board}), Random(11)
    tables = game.tables
    for _ in range(20):
        state = game.initial_state()
        laid = [action[1] for action in hints.setup(state, rng)[:-1]]
        there = dict(zip(tables.homes[0], laid, strict=True))
        flag = next(cell for cell, kind in there.items() if kind == FLAG)
        ahead = [c for c in tables.edges[flag] if tables.advance[0][c] > tables.advance[0][flag]]
        assert all(there.get(cell) == BOMB for cell in ahead)
        if army == "barrage8":
            assert all(
                there.get(c) == BOMB or there.get(c, 0) > NUMBER["3"] for c in tables.edges[flag]
            )


@pytest.mark.parametrize(
    ("pieces", "runner"),
    [
        ("b6'!a8 rMd4 b9j9 r4j2", "6"),  # six cells away, no other piece near
        ("b9'!j1 rM'e7 b5'!d9 b4'!a9", "9"),  # one step elsewhere, and it is too late
    ],
)
def test_a_piece_turns_back_when_an_enemy_walks_to_the_flag(pieces: str, runner: str) -> None:
    """The marshal turns back in time and takes the runner."""
    state = state_of(pieces, background="rFa1 bFj10")
    assert without_the_marshal(state) < 0
    for _ in range(20):
        if state.result is not None or state.board.count(piece_of(1, NUMBER[runner])) == 0:
            break
        if state.turn == 0:
            (action,) = decide(state, 5, 3, nodes=600)
        else:
            action = march(state, runner)
        state.apply(action)
        while (forced := state.automatic()) is not None:
            state.apply(forced)
    assert state.result is None and state.board.count(piece_of(1, NUMBER[runner])) == 0


def test_the_hope_for_a_flag_depends_on_guards_that_come_in_time() -> None:
    """The value of the same runner depends on who could stop it."""
    hopes = []
    for guard in ("b3'!i9", "bM'!i9"):
        state = state_of(f"r8'!j5 {guard}", background="rFa1 bF!j10")
        model = model_of(state.observation(0))
        assert model is not None
        hopes.append(model.races.hope(model.board, True))
    assert hopes[0] > 0.4 and hopes[1] < 0.1


def test_small_armies_mostly_hide_their_flag_in_a_corner() -> None:
    """Corners have fewer neighbours, but the computer does not always use the same two."""
    game, rng = Stratego({"army": "barrage8"}), Random(12)
    near = [len(game.tables.edges[_flag_of(game, rng)]) for _ in range(60)]
    assert 0.5 < near.count(2) / len(near) < 0.9


def _flag_of(game: Stratego, rng: Random) -> int:
    laid = [action[1] for action in hints.setup(game.initial_state(), rng)[:-1]]
    return game.tables.homes[0][laid.index(FLAG)]


@pytest.mark.parametrize(("guard", "drawn"), [("b3!c10", True), ("bM!c10", False)])
def test_a_target_behind_a_piece_attracts_a_piece_that_can_take_it(guard: str, drawn: bool) -> None:
    """A flag between two bombs attracts the general past a miner, and not past a marshal."""
    state = state_of(f"r9'!e4 {guard}", background="rFa1 bF!b10 bB!b9 bB!a10")
    model = model_of(state.observation(0))
    assert model is not None
    grid = state.game.tables.grid.index
    field = model.forces.places[model.board[grid["e4"]]]
    assert (field[grid["d10"]] > 5) == drawn
    assert (field[grid["e5"]] > field[grid["e4"]]) == drawn


def test_the_search_tries_an_even_trade_that_reveals_a_piece() -> None:
    """The enemy general has taken the miner beside the flag; only the own general can answer."""
    state = state_of("b9'!h1 r9'i2 r3i1 bM!d10", background="rFj1 rBj2 bFa10 bBa9")
    grid = state.game.tables.grid.index
    model = model_of(state.observation(0))
    assert model is not None
    model.apply(("pass",))
    model.apply(("attack", grid["h1"], grid["i1"]))
    assert ("attack", grid["i2"], grid["i1"]) in model.legal_actions()


def test_a_side_without_mobile_pieces_has_lost_the_battle() -> None:
    for others, winner in (("b6'!e6 b3'b9", 1), ("b6'!e6", None)):
        state = state_of(f"r6'!e5 {others}", background="rFa1 bF!j10")
        model = model_of(state.observation(0))
        assert model is not None
        grid = state.game.tables.grid.index
        model.apply(("attack", grid["e5"], grid["e6"]))
        outcome = model.outcome()
        assert outcome is not None and outcome.winner == winner


def test_a_flag_is_likelier_where_its_front_is_covered() -> None:
    """j10 and a10 differ only in what stands in front of them."""
    seen = state_of("b7a10 b8b10 b5i10 bBj9", background="rFa1 r4b1 bFj10").observation(0)
    grid = seen.game.tables.grid.index
    plain, found = belief.chances(seen, 1), cell_chances.chances(seen, 1)
    closed, bare, before = grid["j10"], grid["a10"], grid["j9"]
    assert plain[closed][FLAG] == pytest.approx(plain[bare][FLAG])
    assert found[closed][FLAG] > 4 * found[bare][FLAG]
    assert found[before][BOMB] > plain[before][BOMB]
    whole = sum(row[FLAG] for row in plain.values())
    assert sum(row[FLAG] for row in found.values()) == pytest.approx(whole, rel=0.01)


def without_the_marshal(state: StrategoState) -> float:
    """Return how much the guard's absence alone changes the value, without its material."""
    model = model_of(state.observation(state.turn))
    assert model is not None
    alone = model.clone()
    cell = state.board.find(piece_of(0, NUMBER["M"]))
    alone.board[cell] = 0
    return alone.value(0) - model.value(0)


def march(state: StrategoState, runner: str) -> Action:
    """Move the runner down the file and along the last row, attacking what stands in its way."""
    cell = state.board.find(piece_of(1, NUMBER[runner]))
    cols = state.game.tables.grid.cols
    down = cell - cols if cell >= cols else cell - 1
    verb = "attack" if state.board[down] else "move"
    return (verb, cell, down)


@pytest.mark.parametrize("level", [1, 2])
def test_weak_levels_do_not_go_to_and_fro(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression test: level 2 moved one piece e8–f8–e8–f8 while others could act."""
    for seed in range(6):
        state = walk(table({}, seed), (f"ai:{level}",), seed, 12).state
        assert isinstance(state, StrategoState)
        origin, target = state.memory[state.turn][-1][0][:2]
        back = ("move", target, origin)
        with monkeypatch.context() as patch:
            patch.setattr(hints, "idle", None)
            before = [decide(state, level, luck)[0] for luck in range(20)]
        if back in before:
            assert back not in [decide(state, level, luck)[0] for luck in range(20)]
            return
    raise AssertionError("no position in which taking back is as good")
