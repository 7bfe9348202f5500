"""Slider of a finished game: read in slices, and put into words."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from engine.games import REGISTRY
from engine.match import record
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from tests.fixtures import opera
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import match_of, play
from tests.ui.test_opponent import FakeEngine, slots, table
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.review import Review
from ui.session.session import Session
from ui.session.turns import written

EVENTS = 160


def played(game_id: str, seats: tuple[int, ...], seed: int, options: Any = None) -> Session:
    """Play a random game to its end; after 160 events a side resigns as soon as it may."""
    config = MatchConfig(game_id, options or {}, ("Ana", "Blas", "Cleo", "Dora"))
    store = Store(MemoryStorage())
    key = store.new_game(config)
    store.save_table(key, {"seats": list(seats)})
    session = Session(Match(config, seeded(seed)), store, key)
    rng = Random(seed)
    while not match_of(session).over and len(match_of(session).events) < EVENTS:
        session.play([rng.choice(match_of(session).options_now())])
    while not match_of(session).over:
        resign = [one for one in match_of(session).state.table_actions() if one[0] == "resign"]
        session.play([resign[0] if resign else rng.choice(match_of(session).options_now())])
    return session


def whole(session: Session) -> Review:
    course = Review(session)
    while course.step(0.05):
        pass
    return course


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("seats", [(0, 3), (3, 0), (2, 2)])
def test_the_slider_leads_to_the_end_of_every_turn(game_id: str, seats: tuple[int, ...]) -> None:
    session = played(game_id, seats, 7)
    course = whole(session)
    assert course.viewer == session.viewer and course.fits(session)
    ends = [turn.end for turn in session.log() if not turn.setup]
    assert len(ends) > 3 and [point.end for point in course.points[1:]] == ends
    assert course.end(len(course.points) - 1) is None
    for index, point in enumerate(course.points[:-1]):
        assert course.at(course.end(index)) == index and point.end == course.end(index)


def test_the_log_of_a_long_game_is_read_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    session = played("andarraya", (0, 3), 1)
    monkeypatch.setattr(session, "unrolling", lambda: iter(range(200)))
    course, steps = Review(session, clock), 0
    while course.step(0.008):
        assert not course.points
        steps += 1
    assert steps > 200 / 8  # no slice did more than its share
    assert course.ready and course.points


def finish(engine: FakeEngine) -> None:
    for _ in range(500):
        if not engine.due:
            return
        engine.wait()


def test_the_result_screen_shows_the_review_and_opens_every_position() -> None:
    screen, engine = table((0, 1), game_id="andarraya")
    game = screen.session.game
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        screen.session.play([game.parse_action(match_of(screen.session).state, text)])
    assert says("course.title") not in slots(screen)
    screen.press(aim("act:turn"))
    assert says("course.working") in slots(screen)
    finish(engine)
    assert says("course.title") in slots(screen)
    slider = screen.parts()["course"].nodes["slider"].attributes
    assert (slider["max"], slider["value"]) == ("4", "4") and "Perico" in slider["aria-valuetext"]
    screen.field("course", "1")
    assert screen.session.at == 1
    slider = screen.parts()["course"].nodes["slider"].attributes
    assert slider["value"] == "1" and slider["aria-valuetext"].startswith("Turn 1 of 2, Ana.")
    assert "Perico" in slots(screen) and "result-card" in slots(screen)
    screen.field("course", "2")  # both turns of a row have its number, as in the log
    slider = screen.parts()["course"].nodes["slider"].attributes
    assert slider["aria-valuetext"].startswith("Turn 1 of 2, Perico.")
    screen.field("course", "4")
    assert screen.session.live
    for wrong in ("-1", "x", "99"):
        screen.field("course", wrong)
        assert screen.session.live


def test_before_the_game_is_judged_nothing_is_said_about_who_was_better() -> None:
    screen, engine = table((0, 1), game_id="andarraya")
    opera.play(screen.session)
    screen.press(aim("act:turn"))
    finish(engine)
    assert "course-line" not in slots(screen)
    sacrifice = screen.session.count - 2  # after the queen has been given
    screen.field("course", str(sacrifice))
    turn = opera.MOVES[sacrifice - 1]
    move = says("course.move", who="Ana", move=turn)
    for log, told in (("words", "Ana"), ("notation", move)):
        screen.app.set_setting("log", log)
        screen.restyle()
        words = screen.parts()["course"].nodes["slider"].attributes["aria-valuetext"]
        assert words == says("course.here", n=16, of=17, move=told)


def test_undoing_the_end_removes_the_review() -> None:
    screen, engine = table((0, 1), game_id="andarraya")
    game = screen.session.game
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        screen.session.play([game.parse_action(match_of(screen.session).state, text)])
    play(screen, "act:turn", "act:undo")
    assert not match_of(screen.session).over
    finish(engine)
    assert not screen.parts()["course"].nodes


# -- numbers of turns ------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_turn_numbers_agree_in_log_review_and_record(game_id: str) -> None:
    """Set-ups and chance events are turns of the log without a number of their own."""
    session = played(game_id, (0, 3), 5)
    course = whole(session)
    rows = {turn.end: turn.row for turn in session.log() if turn.row}
    seen = {point.end: point.turn for point in course.points}
    assert [seen[end] for end in rows if end in seen] == [rows[end] for end in rows if end in seen]
    assert course.points[-1].turn == max(rows.values())
    turns = session.log()
    text = record.write(session.finished())
    if in_record := re.findall(r"(?<!\S)([0-9]+)\.", text):
        last = course.points[-1].turn
        assert int(in_record[-1]) in (last, last - 1)  # a result has no number of its own
    else:  # one decision a line, as a new game writes it
        assert text.split("\n\n", 1)[1].count("\n") >= len(turns)
    for index, turn in enumerate(turns):
        assert written(turns, index) == max([one.row for one in turns[: index + 1]])
        assert written(turns, index) == turn.row or not turn.row


# Positions from the middle of a game; their records begin with the turn number they state.
MIDDLES = {
    "andarraya": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 27 14",
    "rilatria": "9/1h7/9/9/3t1T3/9/9/6H2/9 2 L 4.3.1.1.0 6.4.1.2.0 - 4 3",
}


@pytest.mark.parametrize("game_id", MIDDLES)
def test_the_log_of_a_position_begins_with_the_number_of_its_record(game_id: str) -> None:
    config = MatchConfig(game_id, {}, ("Ana", "Blas"), MIDDLES[game_id])
    store = Store(MemoryStorage())
    session = Session(Match(config, seeded(5)), store, store.new_game(config))
    rng = Random(5)
    while len([turn for turn in session.log() if turn.row]) < 7 and not match_of(session).over:
        session.play([rng.choice(match_of(session).options_now())])
    logged = [turn.row for turn in session.log() if turn.row]
    first = match_of(session).game.first_number(match_of(session).start)
    body = record.write(match_of(session)).split("\n\n", 1)[1]
    numbers = [int(one) for one in re.findall(r"(?<!\S)([0-9]+)\.", body)]
    assert first > 1 and logged[0] == numbers[0] == first
    assert sorted(set(logged)) == sorted(set(numbers))
