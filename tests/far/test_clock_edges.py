"""Clocks of a far table to the millisecond, on a page that is not there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.contract import TIME
from engine.core.texts import Message
from engine.far.letter import EventsLetter, Letter, Part, Says, WordLetter
from engine.far.timing import COUNTS, MAX_FIGURE, ClockTurn, Measure, TimeClaim
from engine.match.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from tests.far.test_timing_edges import START, letter
from ui.far.clocks import LAST_DATE, LOW, Clocks, duration
from ui.words.clocks import left_words

CLOCK = Clock(0, 10, 5)
DAYS = Clock(3)


def words(key: str, **params: object) -> str:
    """Return a message as plain text, for a display."""
    return f"{key} {params}"


class Stand:
    """A table whose every answer the test chooses; `at`: the device's clock, ms after START."""

    def __init__(self, clock: Clock = CLOCK, **changes: object) -> None:
        self.at, self.written = 0, list[tuple[Part, ...]]()
        self.ahead: list[int] = []
        self.due: list[int] = []
        self.redrawn: list[bool] = []
        self.considered = 0
        store = SimpleNamespace(
            ahead=lambda: 0, set_ahead=self.ahead.append, measures=dict, read=lambda: (0, None),
            set_read=lambda *_: None,
        )  # fmt: skip
        tools = SimpleNamespace(date=lambda: (START + self.at) / 1000, visible=lambda: True)
        times = SimpleNamespace(denied={}, due=None, ripe=lambda now: False, moved={}, turns=[])
        course = SimpleNamespace(
            turn=None, claim=None, times=times, event_count=7, names=["", "Blas"], over=False,
            left=lambda seat: 5 * MINUTE, may_claim=lambda seat: True,
            dealing=SimpleNamespace(broken=None),
        )  # fmt: skip
        found = {
            "store": store, "tools": tools, "course": course, "met": True, "stopped": False,
            "absent": False, "me": 0, "other": 1, "may_decide": True, "log": None,
            "seat": SimpleNamespace(terms=SimpleNamespace(clock=clock)),
            "lines": SimpleNamespace(open=True, relays=("one",)),
            "write": lambda *parts: self.written.append(parts),
            "page": SimpleNamespace(after=lambda pause, act: self.due.append(pause)),
            "consider": self._consider, "changed": self.redrawn.append,
        }  # fmt: skip
        self.play: Any = SimpleNamespace(**{**found, **changes})
        self.course = self.play.course
        self.clocks = Clocks(self.play)

    def _consider(self) -> None:
        self.considered += 1

    def runs(self, seat: int, left: int = 5 * MINUTE, owes: bool = False) -> ClockTurn:
        """Let the clock of a seat run since START."""
        self.course.turn = ClockTurn(seat, 7, letter(1 - seat, 1, 0), left, owes)
        self.course.left = lambda asked: left
        return self.course.turn  # type: ignore[no-any-return]

    def claimed(self, seat: int, at: int, turn: ClockTurn | None) -> Letter:
        found = letter(seat, 5, at, WordLetter("time?", 7))
        self.course.claim = TimeClaim(found, turn, COUNTS)
        return found


@pytest.mark.parametrize(
    ("millis", "key", "params"),
    [
        (59_999, "seconds", {"m": 0, "s": 59}), (60_000, "minutes.seconds", {"m": 1, "s": 0}),
        (599_999, "minutes.seconds", {"m": 9, "s": 59}), (600_000, "minutes", {"m": 10}),
        (3_599_999, "minutes", {"m": 59}), (3_600_000, "hours", {"h": 1, "m": 0}),
        (DAY - 1, "hours", {"h": 23, "m": 59}), (DAY, "days", {"d": 1, "h": 0}),
        (4 * DAY - 1, "days", {"d": 3, "h": 23}),
    ],
)  # fmt: skip
def test_a_duration_has_its_two_largest_units(
    millis: int, key: str, params: dict[str, int]
) -> None:
    assert duration(millis) == Message(f"far.time.{key}", **params)


def test_the_clock_of_a_device_ends_with_the_last_date() -> None:
    assert LAST_DATE == (1 << 48) - 1
    stand = Stand()
    assert stand.clocks.now() == START
    stand.at = 1 << 50
    assert stand.clocks.now() == LAST_DATE


def test_a_device_whose_clock_is_behind_counts_on_from_the_date_that_gave_the_turn() -> None:
    stand = Stand()
    stand.runs(0)
    stand.clocks.note()
    assert stand.ahead == []
    stand.at = -8
    stand.clocks.note()
    assert stand.ahead == [8] and stand.clocks.now() == START
    stand.at = -10
    stand.clocks.note()
    assert stand.ahead == [8, 10] and stand.clocks.now() == START
    for other in (Stand(NO_CLOCK), Stand(met=False)):
        other.runs(0)
        other.at = -8
        other.clocks.note()
        assert other.ahead == other.due == []


@pytest.mark.parametrize(("clock", "low"), [(CLOCK, 30_000), (DAYS, DAY // 24)])
def test_low_time_and_what_is_left(clock: Clock, low: int) -> None:
    assert LOW == 30 * SECOND
    stand = Stand(clock)
    stand.runs(1, low + 1)
    for at, is_low in ((1, False), (2, True), (low + 2, True)):
        stand.at = at
        face = stand.clocks.face(1, words)
        assert face is not None and (face.runs, face.low, face.days) == (
            True,
            is_low,
            clock is DAYS,
        )
        assert stand.clocks._left(1) == low + 1 - at
        assert stand.clocks._left(0) == low + 1
    assert face is not None and face.words == left_words(words, 0, clock is DAYS)
    still = stand.clocks.face(0, words)
    assert still is not None and not still.runs and not still.low
    stand.at = -5
    assert stand.clocks._left(1) == low + 1
    stand.at, stand.play.stopped = 5, True
    face = stand.clocks.face(1, words)
    assert face is not None and not face.runs
    assert Stand(NO_CLOCK).clocks.face(0, words) is None
    assert Stand(met=False).clocks.face(0, words) is None


def test_who_may_claim_from_when() -> None:
    stand = Stand()
    stand.runs(1, 5_000)
    for at, may in ((15_000, True), (14_999, False)):
        stand.at = at
        assert stand.clocks.may_claim() == may
        stand.clocks.claim()
    assert stand.written == [(WordLetter("time?", 7),)]
    stand.at = 15_000
    for name in ("may_decide", "met"):
        setattr(stand.play, name, False)
        assert not stand.clocks.may_claim()
        setattr(stand.play, name, True)
    stand.course.may_claim = lambda seat: seat != 0
    assert not stand.clocks.may_claim()
    none = Stand(NO_CLOCK)
    none.runs(1, -MINUTE)
    assert not none.clocks.may_claim()


def test_a_denied_claim_is_ended_by_a_press_after_the_patience() -> None:
    stand = Stand()
    asked = stand.claimed(0, 0, stand.runs(1))
    stand.course.may_claim = lambda seat: False
    stand.course.times.denied[asked.digest] = 1
    for at, count in ((CLOCK.patience - 1, 0), (CLOCK.patience, 1)):
        stand.at = at
        question = stand.clocks.question()
        assert question is not None and len(question.answers) == count
        stand.clocks.answer()  # never by itself
        assert stand.written == []
        stand.clocks.claim()
        assert len(stand.written) == count
        stand.written, ended = [], stand.written
    assert ended == [(EventsLetter(7, ((TIME, 1),)),)]
    stand.claimed(1, 0, stand.runs(0))  # the other's claim ends nothing here
    stand.clocks.claim()
    assert stand.written == []


def test_a_claim_that_nobody_answers_is_ended_while_mail_is_read() -> None:
    stand = Stand()
    stand.claimed(0, 0, stand.runs(1))
    rows = ((CLOCK.patience - 1, True, ("one",), 0), (CLOCK.patience, False, ("one",), 0),
            (CLOCK.patience, True, ("one",), 1), (CLOCK.patience, False, (), 1))  # fmt: skip
    for at, line, relays, count in rows:
        stand.at, stand.play.lines.open, stand.play.lines.relays = at, line, relays
        stand.written = []
        stand.clocks.answer()
        assert len(stand.written) == count, (at, line, relays)


def test_how_the_own_device_answers_a_claim() -> None:
    stand = Stand()
    asked = stand.claimed(1, 10, stand.runs(0, 1_000))
    digest = asked.digest
    yes, no = WordLetter("time", 7, digest), WordLetter("time-no", 999, digest)
    for at, found in ((9, []), (10, ["time-no"]), (999, [no]), (1_000, [yes])):
        stand.at, stand.written = at, []
        stand.clocks.answer()
        parts = [part for parts in stand.written for part in parts]
        assert [
            getattr(part, "word", part) if found == ["time-no"] else part for part in parts
        ] == found
    stand.at, stand.course.times.denied[digest], stand.written = 500, 500, []
    stand.clocks.answer()
    assert stand.written == []  # denied once
    stand.at = 1_000
    stand.clocks.answer()
    assert stand.written == [(yes,)]  # time has run out since
    for name, value in (("may_decide", False), ("absent", True)):
        stand.written = []
        setattr(stand.play, name, value)
        stand.clocks.answer()
        assert stand.written == []
        setattr(stand.play, name, not value)


def test_what_is_owed_is_not_denied_and_figures_fit_into_a_letter() -> None:
    stand = Stand()
    stand.claimed(1, 0, stand.runs(0, 1_000, owes=True))
    stand.clocks.answer()
    assert stand.written == []
    stand.claimed(1, 0, stand.runs(0, 1 << 40))
    stand.at = 1 << 36
    stand.clocks.answer()
    assert stand.written[0][0].number == MAX_FIGURE  # type: ignore[union-attr]


def test_time_used_is_measured_from_the_last_reading_without_the_letter() -> None:
    stand = Stand()
    turn = stand.runs(0)
    stand.at = 100
    assert stand.clocks.used(turn) == 100
    stand.clocks.measures._found[turn.giver.digest] = Measure(START + 40, START + 50)
    assert stand.clocks.used(turn) == 60
    stand.clocks.measures._found[turn.giver.digest] = Measure(START - 40, START + 50)
    assert stand.clocks.used(turn) == 100
    stand.at = -3
    assert stand.clocks.used(turn) == 0


def test_the_words_of_a_claim() -> None:
    stand = Stand()
    assert stand.clocks.question() is None
    for seat, kind in ((0, "mine"), (1, "other")):
        asked = stand.claimed(seat, 0, stand.runs(1 - seat))
        question = stand.clocks.question()
        assert question is not None and question.answers == ()
        assert question.message == Message(f"far.claim.{kind}", who="Blas")
        stand.course.times.denied[asked.digest] = 2_000
        question = stand.clocks.question()
        assert question is not None and question.message.key == f"far.claim.{kind}.no"
        stand.at = CLOCK.patience
        question = stand.clocks.question()
        assert question is not None and len(question.answers) == (kind == "mine")
        stand.at = 0
    stand.play.me = -1
    assert stand.clocks.question() is None


def test_only_letters_that_are_no_answers_leave_out_dates_ahead() -> None:
    log = SimpleNamespace(seats=2, chain=lambda seat: [])
    stand = Stand(log=log)
    assert stand.clocks.named((Says("x"),)) == {0: 0, 1: 0}
    for word in ("draw", "draw-no", "back", "back-no", "home", "home-no"):
        assert stand.clocks.named((Says("x"), WordLetter(word))) is None
    assert stand.clocks.named((WordLetter("draw?"),)) == {0: 0, 1: 0}
    assert Stand(NO_CLOCK, log=log).clocks.named((Says("x"),)) is None


@pytest.mark.parametrize(("clock", "pause"), [(CLOCK, SECOND), (DAYS, MINUTE)])
def test_a_running_clock_ticks_once_a_second_or_a_minute(clock: Clock, pause: int) -> None:
    stand = Stand(clock)
    stand.clocks.note()
    assert stand.due == []  # nothing runs
    stand.runs(0)
    stand.clocks.note()
    stand.clocks.note()
    assert stand.due == [pause]
    stand.clocks._next_tick()
    assert stand.due == [pause] * 2 and stand.redrawn == [False] and stand.considered == 0
    stand.play.tools.visible = lambda: False
    stand.clocks._next_tick()
    assert stand.redrawn == [False] and stand.due == [pause] * 3
    stand.course.times.ripe = lambda now: True
    stand.clocks._next_tick()
    assert stand.considered == 1
    stand.course.times.ripe = lambda now: False
    stand.claimed(1, 0, None)
    stand.clocks._next_tick()
    assert stand.considered == 2 and len(stand.due) == 5
    stand.play.absent = True
    stand.clocks._next_tick()
    assert stand.considered == 2 and len(stand.due) == 5


def test_a_clock_ticks_on_for_a_date_that_waits_and_shows_how_the_game_ended() -> None:
    stand = Stand()
    stand.course.times.due = START + 5
    stand.clocks.note()
    assert stand.due == [SECOND]
    stand.course.times.ripe = lambda now: True
    stand.play.tools.visible = lambda: False

    def consider() -> None:
        stand.course.over = True
        stand.course.times.due = None

    stand.play.consider = consider
    stand.clocks._next_tick()
    assert stand.redrawn == [True] and stand.due == [SECOND]
    stand.play.consider = stand._consider
    stand.clocks._next_tick()
    assert stand.redrawn == [True] and stand.due == [SECOND] and stand.considered == 0
