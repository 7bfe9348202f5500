"""Clocks of a far table to the millisecond, on a page that is not there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.core.texts import Message
from engine.far.letter import Letter, LetterPart, Says, WordLetter
from engine.far.timing import (
    COUNTS,
    LOST,
    MAX_FIGURE,
    ClockTurn,
    Denial,
    Measure,
    TimeClaim,
    TimeEnd,
    Times,
    named,
)
from engine.match.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from tests.far.test_timing_edges import START, letter
from ui.far.clock.clocks import LAST_DATE, LOW, Clocks, duration
from ui.words.clocks import left_words

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

CLOCK = Clock(0, 10, 5)
DAYS = Clock(3)


def words(key: str, **params: object) -> str:
    """Return a message as plain text, for a display."""
    return f"{key} {params}"


class Stand:
    """A table whose every answer the test chooses; `at`: the device's clock, ms after START."""

    def __init__(self, clock: Clock = CLOCK, **changes: object) -> None:
        self.at, self.written = 0, list[tuple[LetterPart, ...]]()
        self.ahead: list[int] = []
        self.due: list[int] = []
        self.redrawn: list[bool] = []
        self.considered = 0
        self.denied: Denial | None = None
        store = SimpleNamespace(
            ahead=lambda: 0, set_ahead=self.ahead.append, measures=dict, read=lambda: (0, None),
            set_read=lambda *_: None, set_measures=lambda *_: None,
        )  # fmt: skip
        tools = SimpleNamespace(date=lambda: (START + self.at) / 1000, visible=lambda: True)
        times = SimpleNamespace(
            endless=clock == NO_CLOCK, denial=lambda turn: self.denied, due=None,
            ripe=lambda now: False, moved={}, turns=[],
            claimable=lambda turn: turn.began + turn.left + clock.grace, patience=clock.patience,
        )  # fmt: skip
        course = SimpleNamespace(
            turn=None, claim=None, times=times, event_count=7, names=["", "Blas"], over=False,
            left=lambda seat: 5 * MINUTE, may_claim=lambda seat: True, ruling=None, conceded=False,
            dealing=SimpleNamespace(broken=None),
        )  # fmt: skip
        found = {
            "store": store, "tools": tools, "course": course, "met": True, "stopped": False,
            "absent": False, "me": 0, "other": 1, "may_decide": True,
            "log": SimpleNamespace(chain=lambda seat: [], open_forks=()),
            "seat": SimpleNamespace(terms=SimpleNamespace(clock=clock)),
            "lines": SimpleNamespace(open=True, relays=("one",)),
            "write": lambda *parts: self.written.append(parts),
            "page": SimpleNamespace(
                after=lambda pause, act: self.due.append(pause), keep_awake=lambda on: None
            ),
            "consider": self._consider, "changed": self.redrawn.append,
        }  # fmt: skip
        self.play: Any = SimpleNamespace(**{**found, **changes})
        self.course = self.play.course
        self.clocks = Clocks(cast("FarTable", self.play))

    def _consider(self) -> None:
        self.considered += 1

    def runs(self, seat: int, left: int = 5 * MINUTE, owes: bool = False) -> ClockTurn:
        """Let the clock of a seat run since START."""
        turn = ClockTurn(seat, 7, letter(1 - seat, 1, 0), left, owes)
        self.course.turn, self.course.left = turn, lambda asked: left
        return turn

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
    assert duration(millis) == Message(f"far.time.{key}", "", **params)


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
    other = Stand(met=False)
    other.runs(0)
    other.at = -8
    other.clocks.note()
    assert other.ahead == other.due == []
    without = Stand(NO_CLOCK)
    without.runs(0)
    without.at = -8
    without.clocks.note()
    assert without.ahead == [8] and without.due == []


def test_an_own_letter_dated_ahead_sets_the_clock_forward_and_spends_no_time() -> None:
    """Such as the refusal of an offer dated ahead: else the own claims would wait for that date."""
    stand = Stand()
    turn = stand.runs(0)
    stand.at = 20_000
    found = stand.clocks.used(turn)
    stand.play.log.chain = lambda seat: [letter(0, 3, DAY)]
    stand.clocks.note()
    assert stand.clocks.now() == START + DAY
    assert stand.clocks.used(turn) == found == 20_000


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


def test_a_denied_claim_is_not_ended_and_may_be_repeated() -> None:
    stand = Stand()
    turn = stand.runs(1, 5_000)
    stand.denied = Denial(letter(1, 5, 20_000, WordLetter("time-no", 3)), turn, 3)
    stand.course.times.claimable = lambda turn: START + 35_000
    question = stand.clocks.question()
    assert question is not None and question.mine and question.answers == ()
    assert question.message.key == "far.claim.mine.no"
    for at, may in ((34_999, False), (35_000, True)):
        stand.at = at
        stand.clocks.answer()
        assert stand.written == [] and stand.clocks.may_claim() == may


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
    """With a denial while it has time, once a turn and from the date of the claim on."""
    stand = Stand()
    turn = stand.runs(0, 1_000)
    stand.claimed(1, 10, turn)
    for at, found in ((9, []), (10, [WordLetter("time-no", 10)]),
                      (999, [WordLetter("time-no", 999)])):  # fmt: skip
        stand.at, stand.written = at, []
        stand.clocks.answer()
        assert [part for parts in stand.written for part in parts] == found
    stand.denied = Denial(letter(0, 6, 500), turn, 500)
    stand.at, stand.written = 500, []
    stand.clocks.answer()
    assert stand.written == []


def test_a_device_says_that_its_time_is_over_whether_anybody_asks() -> None:
    for asked in (False, True):
        stand = Stand()
        turn = stand.runs(0, 1_000)
        if asked:
            stand.claimed(1, 10, turn)
            stand.denied = Denial(letter(0, 6, 500), turn, 500)
        for at, count in ((999, 0), (1_000, 1)):
            stand.at = at
            stand.clocks.answer()
            assert len(stand.written) == count
        assert stand.written == [(WordLetter("time", 7),)]
        for name, value in (("may_decide", False), ("absent", True)):
            stand.written = []
            setattr(stand.play, name, value)
            stand.clocks.answer()
            assert stand.written == []
            setattr(stand.play, name, not value)
        stand.play.lines.open = False  # another device of this seat may have moved
        stand.clocks.answer()
        assert stand.written == []
        stand.play.lines.relays = ()
        stand.clocks.answer()
        assert stand.written == [(WordLetter("time", 7),)]
    stand.written = []
    for other in (stand.runs(1, 1_000), stand.runs(0, 1_000, owes=True)):
        stand.course.turn, stand.course.claim, stand.at = other, None, 9_000
        stand.clocks.answer()
        assert stand.written == []
    stand.course.turn = None
    stand.clocks.answer()
    assert stand.written == []


def lost(loser: int, began: int, came: int | None = None, left: int = 5_000) -> Stand:
    """Return a device at a table that the seat `loser` has lost by silence, 10 s after START."""
    stand = Stand()
    turn = ClockTurn(loser, 7, letter(1 - loser, 1, 0), left, False)
    claim = TimeClaim(letter(1 - loser, 5, 6_000, WordLetter("time?", 7)), turn, COUNTS)
    last = letter(1 - loser, 6, 10_000)
    stand.course.ruling = TimeEnd(last, claim, LOST)
    stand.clocks.measures._found[turn.giver.digest] = Measure(0, START + began)
    if came is not None:
        stand.clocks.measures._found[last.digest] = Measure(0, START + came)
    return stand


@pytest.mark.parametrize(
    ("began", "came", "off"),
    [(0, 10_000, False), (9_000, 10_000, True), (5_000, 10_000, False), (5_001, 10_000, True),
     (20_000, 20_000, True), (-3, 4_999, True)],
)  # fmt: skip
def test_who_lost_by_silence_may_break_off_if_his_device_measured_less(
    began: int, came: int, off: bool
) -> None:
    question = lost(0, began, came).clocks.question()
    assert question is not None and question.message.key == "far.claim.lost" and not question.mine
    targets = ["act:far:silence:time", "act:far:silence:off"]
    assert [target for target, _ in question.answers] == targets[: 1 + off]


def test_nothing_is_asked_of_the_winner_by_silence_nor_after_the_answer() -> None:
    assert lost(1, 0, 0).clocks.question() is None
    stand = lost(0, 0, 0)
    stand.course.conceded = True
    assert stand.clocks.question() is None


def test_what_is_owed_is_not_denied_and_figures_fit_into_a_letter() -> None:
    stand = Stand()
    stand.claimed(1, 0, stand.runs(0, 1_000, owes=True))
    stand.clocks.answer()
    assert stand.written == []
    stand.claimed(1, 0, stand.runs(0, 1 << 40))
    stand.at = 1 << 36
    stand.clocks.answer()
    assert stand.written == [(WordLetter("time-no", MAX_FIGURE),)]
    assert stand.clocks.spent() == MAX_FIGURE


def test_own_time_is_counted_from_when_this_device_first_had_the_letter() -> None:
    """Whatever its date; one dated ahead sets this clock forward, and counts from there."""
    stand = Stand()
    turn = stand.runs(0)
    stand.at = 100
    assert stand.clocks.used(turn) == stand.clocks.spent() == 100
    stand.clocks.measures._found[turn.giver.digest] = Measure(START + 40, START + 50)
    assert stand.clocks.used(turn) == stand.clocks.spent() == 50
    assert stand.clocks._left(0) == 5 * MINUTE - 50
    stand.clocks.measures._found[turn.giver.digest] = Measure(0, START - 50)
    assert stand.clocks.used(turn) == 100
    stand.at = -3
    assert stand.clocks.used(turn) == stand.clocks.spent() == 0
    stand.runs(1)
    stand.at = 100
    assert stand.clocks.spent() == 0


def test_the_words_of_a_claim() -> None:
    stand = Stand()
    assert stand.clocks.question() is None
    for seat, kind in ((0, "mine"), (1, "other")):
        turn = stand.runs(1 - seat)
        stand.claimed(seat, 0, turn)
        question = stand.clocks.question()
        assert question is not None and question.answers == ()
        assert question.message == Message(f"far.claim.{kind}", who="Blas")
        assert question.mine == (kind == "mine")
        stand.course.claim = None
        stand.denied = Denial(letter(1 - seat, 5, 0), turn, 2_000)
        question = stand.clocks.question()
        assert question is not None and question.message.key == f"far.claim.{kind}.no"
        stand.denied = None
    stand.claimed(1, 0, turn)
    stand.play.me = -1
    assert stand.clocks.question() is None


def test_only_letters_that_are_no_answers_leave_out_dates_ahead() -> None:
    log: Any = SimpleNamespace(seats=2, chain=lambda seat: [])
    ticking, endless = Times(CLOCK), Times(NO_CLOCK)
    assert named(log, 0, ticking, START, (Says("x"),)) == {0: 0, 1: 0}
    for word in ("draw", "draw-no", "back", "back-no", "home", "home-no", "time", "off", "stands"):
        assert named(log, 0, ticking, START, (Says("x"), WordLetter(word))) is None
    assert named(log, 0, ticking, START, (WordLetter("draw?"),)) == {0: 0, 1: 0}
    assert named(log, 0, endless, START, (Says("x"),)) is None


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
