"""What an observation takes from another side: all honest events, and no impossible ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import UNKNOWN
from engine.core.options import Options
from engine.dev.common import is_table, open_game, random_options
from engine.dev.walks import random_walk
from engine.games.stratego.game import GAME
from engine.match.match import Match, MatchConfig
from tests.games.answers import ended
from tests.games.stratego.helpers import position, state_of


def seen(pieces: str, rest: str = "- 0 0 - - -", viewer: int = 1, **options: Any) -> Any:
    """Return what Blue sees of pieces on the usual background, Red to act."""
    game, text = position(pieces, rest=rest, **options)
    return game.state_from_text(text).observation(viewer)


def cell(state: Any, name: str) -> int:
    found: int = state.game.tables.grid.index[name]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_every_honest_event_is_taken(seed: int) -> None:
    rng = Random(f"taken {seed}")
    game = open_game("stratego", {})
    while seed and (not game.tells() or game.options == open_game("stratego", {}).options):
        game = open_game("stratego", random_options("stratego", rng))
    match = random_walk(Match(MatchConfig("stratego", dict(game.options)), game=game), rng)
    taken = 0
    for viewer in (0, 1, -1):
        known, state = match.start.observation(viewer), match.start.clone()
        for event in match.events:
            told = game.redact(state, event, viewer)
            state.apply(event.action)
            if told is None or is_table(event.action) or state.outcome() is not None:
                continue
            if event.actor != viewer:
                assert known.takes(told.action), (told, known.to_text())
                taken += 1
            known.apply(told.action)
    assert taken > 10


def test_steps_need_a_type_that_makes_them() -> None:
    state = seen("r9'a4")
    a4, a5, a6, b5, j1, j2, a10 = (
        cell(state, n) for n in ("a4", "a5", "a6", "b5", "j1", "j2", "a10")
    )
    for good in (("move", a4, a5), ("move", a4, a6), ("move", j1, j2)):
        assert state.takes(good)
    for bad in (
        ("move", a4, b5),  # no piece goes so
        ("move", a10, cell(state, "a9")),  # the other side's piece
        ("move", a5, a6),  # nobody is there
        ("move", a4, a4), ("move", a4, 1000), ("move", -1, a5), ("move", a4), ("move", a4, True),
        ("attack", a4, a5),  # nothing to attack
        ("relay", a4, a5), ("buy", 5, a5), ("out", 1), ("end",), ("show",), ("fly", a4, a5),
        ("move", a4, a5, ("gone", ("x", ("y",)))), (), ("move", "a4", "a5"),
    ):  # fmt: skip
        assert not state.takes(bad), bad


def test_a_known_piece_goes_as_its_type_does() -> None:
    state = seen("r9!a4")
    a4, a5, a6 = (cell(state, n) for n in ("a4", "a5", "a6"))
    assert state.takes(("move", a4, a5)) and not state.takes(("move", a4, a6))
    bomb = seen("rB!a4")
    assert not bomb.takes(("move", a4, a5))


def test_a_long_step_needs_a_scout_that_is_left() -> None:
    gone = "- 0 0 - r:22222222 -"
    rows = "r9'a4"
    a4, a6 = (cell(seen(rows), n) for n in ("a4", "a6"))
    assert seen(rows).takes(("move", a4, a6))
    assert not seen(rows, gone).takes(("move", a4, a6))


def test_out_and_end_are_taken_only_where_they_may_be_true() -> None:
    rows = "r9!a4"
    assert not seen(rows).takes(("out",))  # the general can move
    assert seen("r9a4").takes(("out",))
    assert seen(rows, "- 200 300 - - -").takes(("end",)) and not seen(rows).takes(("end",))
    a4 = cell(seen(rows), "a4")
    assert not seen(rows, "- 200 300 - - -").takes(("move", a4, cell(seen(rows), "a5")))


def test_a_fight_must_follow_from_the_types() -> None:
    state = seen("r9!a4 b4a5", "- 0 0 - - - show2:a4xa5", viewer=0)
    assert state.takes(("show", ("fight", 1, 11, 6, 0)))
    for bad in (
        ("show",), ("show", ("fight", -1, 11, 6, 0)), ("show", ("fight", 1, 11, 6, 1)),
        ("show", ("fight", 1, 10, 6, 0)), ("show", ("fight", 1, 11, 13, 0)),
        ("show", ("type", 6)),
    ):  # fmt: skip
        assert not state.takes(bad), bad


def test_a_shown_attacker_must_be_able_to_attack() -> None:
    state = seen("r9a4 b4a5", "- 0 0 - - - show1:a4xa5")
    assert state.takes(("show", ("type", 11)))
    for bad in (("show",), ("show", ("type", 2)), ("show", ("type", 13)), ("show", ("type", 0))):
        assert not state.takes(bad), bad


def test_an_opening_shows_as_many_cells_as_the_army_has() -> None:
    state = GAME({"army": "barrage8"}).initial_state().observation(1)
    state.apply(("ready",))
    ready = [("put", 0)] * 32 + [("put", k) for k in (1, 2, 3, 4, 4, 5, 11, 12)] + [("ready",)]
    for action in ready:
        state.apply(action)
    home = sorted(state.game.tables.home_sets[0])
    assert state.takes(("open", ("cells", *home[:8])))
    for bad in (
        ("open",), ("open", ("cells", *home[:7])), ("open", ("cells", *home[7::-1])),
        ("open", ("cells", *home[:7], 99)), ("open", ("cells", *([home[0]] * 8))),
        ("open", ("types", *home[:8])),
    ):  # fmt: skip
        assert not state.takes(bad), bad


def test_hidden_promotions_are_told_as_closed_alone() -> None:
    rows = "r5b10"
    options: Options = {"promotion_courage": {"types": "all"}, "rescue_rear": 2}
    asked = seen(rows, "- 0 0 - - - courage:b9-b10", **options)
    assert asked.takes(("closed",))
    assert not asked.takes(("accept",)) and not asked.takes(("decline",))
    known = seen(rows.replace("r5", "r5!"), "- 0 0 - - - courage:b9-b10", **options)
    assert known.takes(("decline",)) and known.takes(("accept", ("type", 8)))
    assert not known.takes(("closed",)) and not known.takes(("accept", ("type", 9)))
    rear = seen(rows, "- 0 0 - r:5 - rear:b9-b10", **options)
    free = cell(rear, "e1")
    assert rear.takes(("decline",)) and rear.takes(("back", UNKNOWN, free))
    assert not rear.takes(("back", 7, free)) and not rear.takes(("back", UNKNOWN, 55))


def test_a_truth_takes_nothing() -> None:
    state = state_of("r9a4")
    assert not state.takes(("move", cell(state, "a4"), cell(state, "a6")))


def test_the_flag_ends_the_game_for_everybody_without_more_words() -> None:
    army = "rFa1 r4j1 b4a10 r9!a4 bFa5"
    game, text = position("", rest="- 0 0 - - - show2:a4xa5", background=army)
    state = game.state_from_text(text).observation(0)
    state.apply(("show", ("fight", 1, 11, 1, 1)))
    assert ended(state).winner == 0 and ended(state).reason == "flag"
    assert "?" in state.to_text()  # what was not shown stays hidden
