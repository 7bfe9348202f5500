"""Warn me: a move that loses much is asked about once; no press waits longer than a moment."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.dev.common import play_on
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import JUDGE, question
from engine.search.news import Answer
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.test_opponent import FakeEngine, slots, table
from ui.shell.settings import Settings
from ui.table import warning
from ui.table.screen import TableScreen

# The queen can go where a pawn takes it.
HANGING = "4k3/2p5/8/r7/3Q4/8/8/4K3 w - - 0 1"
BLUNDER, GOOD = ("sq:d4", "sq:d6"), ("sq:d4", "sq:d5")


def begun(seats: tuple[int, ...] = (0, 3)) -> tuple[TableScreen, FakeEngine]:
    screen, engine = table(seats, HANGING, "andarraya")
    engine.runs = True
    engine.due.clear()
    return screen, engine


def pressed(screen: TableScreen, way: tuple[str, ...]) -> None:
    for target in way:
        screen.press(aim(target))


def judged(engine: FakeEngine) -> list[dict[str, Any]]:
    return [one for one in engine.asked if one["about"] == JUDGE]


def decide(engine: FakeEngine, loss: float) -> None:
    """Answer the judge's question with this loss."""
    hears, engine.hears = engine.hears, None
    assert hears is not None
    hears(Answer({"actions": [], "verdict": [["move", 0, 0, 0], 0.7, 0.7 - loss, [[], []]]}))


def test_a_move_that_loses_much_is_asked_about_and_can_be_taken_back() -> None:
    screen, engine = begun()
    pressed(screen, BLUNDER)
    assert screen.session.count == 0 and len(judged(engine)) == 1
    assert says("warn.yes") not in slots(screen)
    decide(engine, 0.5)
    drawn = slots(screen)
    assert says("warn.yes") in drawn and says("warn.no") in drawn and "20 in 100" in drawn
    screen.press(aim("act:cancel"))
    assert screen.session.count == 0 and screen.table.unplayed is None


def test_the_engine_itself_finds_the_hanging_queen() -> None:
    screen, engine = begun()
    pressed(screen, BLUNDER)
    engine.due.clear()  # however long it takes
    engine.finish()
    assert screen.session.count == 0 and says("warn.yes") in slots(screen)
    screen.press(aim("act:confirm"))
    assert screen.session.count == 1


def test_a_queen_that_takes_a_guarded_pawn_is_found_in_the_opening() -> None:
    """A judge with too few nodes does not see the answer among so many moves."""
    screen, engine = table((0, 2), None, "andarraya")
    game = screen.session.game
    for text in ("e2e4", "e7e5", "d1h5", "b8c6"):
        screen.session.play([game.parse_action(screen.session._match.state, text)])
    engine.runs = True
    pressed(screen, ("sq:h5", "sq:h7"))
    engine.due.clear()
    engine.finish()
    assert screen.session.count == 4 and says("warn.yes") in slots(screen)


def test_a_move_that_loses_little_is_played() -> None:
    screen, engine = begun()
    pressed(screen, GOOD)
    decide(engine, warning.LEAST - 0.01)
    assert screen.session.count == 1


def test_without_a_verdict_in_a_moment_the_move_is_played() -> None:
    screen, engine = begun()
    pressed(screen, BLUNDER)
    assert engine.waits[-1] == warning.WAIT_MS <= 1500
    engine.due[-1]()
    assert screen.session.count == 1 and engine.cancelled


def test_a_second_press_plays_the_move_at_once() -> None:
    screen, _ = begun()
    pressed(screen, BLUNDER)
    screen.press(aim(BLUNDER[-1]))
    assert screen.session.count == 1


def test_a_position_is_warned_of_once() -> None:
    screen, engine = begun()
    pressed(screen, BLUNDER)
    decide(engine, 0.5)
    screen.press(aim("act:cancel"))
    pressed(screen, BLUNDER)
    assert screen.session.count == 1 and len(judged(engine)) == 1


def test_warnings_can_be_switched_off_where_they_appear() -> None:
    screen, engine = begun()
    pressed(screen, BLUNDER)
    decide(engine, 0.5)
    screen.press(aim("act:warn-off"))
    assert screen.app.settings.warn == "off" and says("warn.yes") in slots(screen)
    screen.restyle()
    assert not screen.table.warns


@pytest.mark.parametrize(
    ("setting", "first", "warns"),
    [("first", True, True), ("first", False, False), ("on", False, True), ("off", True, False)],
)
def test_the_setting_decides_after_the_first_games(
    setting: str, first: bool, warns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, _ = begun()
    monkeypatch.setattr("ui.table.guide.first_games", lambda table: first)
    screen.app.settings = Settings(lang="en", warn=setting)
    screen.restyle()
    assert screen.table.warns == warns


@pytest.mark.parametrize("seats", [(0, 0), (3, 3)])
def test_only_a_person_alone_against_computers_is_warned(seats: tuple[int, ...]) -> None:
    """Neither at a curtain nor in a game of computers."""
    screen, engine = begun(seats)
    pressed(screen, BLUNDER)
    assert not judged(engine)


def test_a_task_and_a_far_game_have_no_warnings() -> None:
    screen, engine = begun()
    screen.table.task = True
    pressed(screen, BLUNDER)
    assert not judged(engine) and screen.session.count == 1
    other, engine = begun()
    other.table.far = object()  # type: ignore[assignment]
    path = [aim(one) for one in BLUNDER]
    action = other.session.observation().legal_actions()[0]
    assert not warning.holds(other.table, path, action) and not judged(engine)


@pytest.mark.parametrize("game_id", ["stratego", "twocities", "cotadrez"])
def test_the_judge_learns_nothing_hidden(game_id: str) -> None:
    """The question is made of the seat's redacted events, the action and constants."""
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(3))
    match.begin()
    play_on(match, Random(3), 130)
    seat = match.state.current_player()
    assert seat >= 0
    action = match.state.legal_actions()[0]
    text = json.loads(question(match, seat, 5, 1, JUDGE, nodes=300, played=action))
    known = [[event.actor, list(event.action)] for _, event in match.observed_events(seat, 0)]
    assert text.pop("events") == json.loads(json.dumps(known))
    assert text.pop("played") == list(action)
    assert text == {
        "game": game_id, "options": dict(match.config.options), "start": None, "seat": seat,
        "level": 5, "seed": 1, "about": JUDGE, "nodes": 300,
    }  # fmt: skip
