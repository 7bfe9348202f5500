"""Boundaries of the rules about time, to the millisecond: measures, turns, claims."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.far.bytes import Damage
from engine.far.letter import ID, EventsLetter, Letter, LetterPart, Parent, Says, WordLetter, read
from engine.far.timing import (
    AHEAD,
    MAX_FIGURE,
    QUIET,
    TOLERANCE,
    ClockTurn,
    Measure,
    Times,
    named,
)
from engine.match.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from tests.far.devices import Curve, keys_of
from tests.far.test_timing import (
    CLOCK,
    LATE,
    agree,
    claim,
    dated,
    end,
    move,
    sat,
)
from ui.far.clock.measures import MOST, Measures

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

START = 1_800_000_000_000
MOVE: tuple[LetterPart, ...] = (EventsLetter(0, (("move", 0, 1),)),)


def letter(seat: int, n: int, at: int, *parts: LetterPart) -> Letter:
    parents = (Parent(seat, n, bytes(ID)),) if n else ()
    return Letter(bytes(ID), seat, n, START + at, parents, parts or MOVE)


def test_figures_of_the_rules() -> None:
    assert (AHEAD, TOLERANCE) == (120_000, 10_000)
    secret = keys_of("Ana").secret
    largest = letter(0, 0, 0, WordLetter("time-no", MAX_FIGURE)).write(Curve(), secret)
    assert read(largest.data) == largest
    beyond = letter(0, 0, 0, WordLetter("time-no", MAX_FIGURE + 1)).write(Curve(), secret)
    with pytest.raises(Damage):
        read(beyond.data)


# -- measures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("without", "arrived", "lag", "says", "doubtful"),
    [
        (100_000, 200_000, 0, 80_000, False), (100_000, 200_000, 0, 79_999, True),
        (5, 100_000, 0, 120_000, False), (5, 100_000, 0, 120_001, True),
        (100_000, 100_000, 60_000, 80_000, False), (100_000, 100_000, 60_000, 79_999, True),
        (-5, -5, 0, 9_995, False), (-5, -5, 0, 9_996, True),
    ],
)  # fmt: skip
def test_a_stated_time_is_doubtful_from_a_millisecond_beyond_ten_seconds_and_a_tenth(
    without: int, arrived: int, lag: int, says: int, doubtful: bool
) -> None:
    found = Measure(START + without, START + arrived, lag)
    assert found.doubts(START, says) == doubtful
    assert Measure(1, 2) == Measure(1, 2, 0)


class Bench:
    """A device that measures letters of seat 1, with what it has stored."""

    def __init__(self) -> None:
        self.at, self.saved = START, list[tuple[int, int | None]]()
        self.kept: dict[bytes, Measure] = {}
        store: Any = SimpleNamespace(
            measures=dict, read=lambda: (0, None),
            set_measures=lambda found: self.kept.update(found),
            set_read=lambda heard, lag: self.saved.append((heard, lag)),
        )  # fmt: skip
        lines = SimpleNamespace(open=True)
        self.play: Any = SimpleNamespace(store=store, lines=lines, me=0)
        self.measures = Measures(cast("FarTable", self.play), lambda: self.at)

    def take(self, live: bool | None, one: Letter) -> Measure:
        self.measures.take((one,), live)
        found = self.measures.of(one)
        assert found is not None
        return found


def test_reading_is_stored_once_a_minute() -> None:
    bench = Bench()
    for at in (0, 0, 1, MINUTE - 1, MINUTE, MINUTE + 1, 2 * MINUTE, 2 * MINUTE - 1):
        bench.at = START + at
        bench.measures.heard()
    stored = [heard - START for heard, _ in bench.saved]
    assert stored == [0, MINUTE, 2 * MINUTE, 2 * MINUTE - 1]


def test_a_letter_is_measured_once_and_not_the_own() -> None:
    bench = Bench()
    bench.measures.heard()
    bench.at += 7
    mine, theirs = letter(0, 0, 0), letter(1, 0, 0)
    first = bench.take(True, theirs)
    assert first == Measure(START, START + 7, 7) and bench.kept == {theirs.digest: first}
    bench.at += 1
    saved = len(bench.saved)
    bench.measures.take((mine, theirs), True)
    assert bench.measures.of(mine) is None and bench.measures.of(theirs) == first
    assert len(bench.saved) == saved


def test_the_lag_is_the_smallest_seen_live_of_letters_whose_date_costs() -> None:
    """Mere words are not measured at all."""
    bench = Bench()
    words = letter(1, 99, -9, Says("dated as he likes"))
    bench.measures.take((words,), True)
    assert bench.measures.of(words) is None and not bench.kept
    for n, (late, live, parts, lag) in enumerate((
        (50, False, MOVE, 0), (50, None, MOVE, 0),
        (70, True, MOVE, 70), (30, True, MOVE, 30), (60, True, MOVE, 30), (-4, True, MOVE, -4),
    )):  # fmt: skip
        assert bench.take(live, letter(1, n, -late, *parts)).lag == lag


def test_mere_words_are_not_measured() -> None:
    bench = Bench()
    one = letter(1, 0, -9, Says("dated as he likes"))
    bench.measures.take((one,), True)
    assert bench.measures.of(one) is None and not bench.kept


def test_what_was_read_before_depends_on_the_way_a_letter_came() -> None:
    assert Bench().take(True, letter(1, 0, 0)).without == 0
    bench = Bench()
    bench.measures.heard()
    bench.at += 5
    bench.measures.tick()
    bench.at += 5
    found = [bench.take(live, letter(1, n, 0)) for n, live in enumerate((True, False, None))]
    assert [one.without - START if one.without else -1 for one in found] == [5, 0, -1]
    bench.play.lines.open = False
    bench.measures.tick()
    assert bench.take(True, letter(1, 3, 0)).without == START + 5


def test_dates_set_forward_set_the_measures_forward() -> None:
    bench = Bench()
    bench.measures.shift(0)
    assert bench.saved[-1] == (0, None)
    bench.measures.heard()
    bench.at += 3
    bench.measures.tick()
    bench.take(True, letter(1, 0, 0))
    bench.at += 100
    bench.measures.shift(100)
    assert bench.saved[-1:] == [(START + 100, 103)]
    assert bench.take(True, letter(1, 1, 103)) == Measure(START + 103, START + 103, 0)


def test_the_newest_measures_are_kept() -> None:
    bench = Bench()
    letters = [letter(1, n, n) for n in range(MOST + 2)]
    for one in letters:
        bench.take(None, one)
    there = [bench.measures.of(one) is not None for one in letters]
    assert there == [False] * 2 + [True] * MOST


@pytest.mark.parametrize(
    ("says", "arrived", "lag", "came"),
    [(MINUTE, 50 * MINUTE, 0, 50 * MINUTE), (MINUTE, 50 * MINUTE, 5, 50 * MINUTE),
     (MINUTE, -7, 0, 0), (49 * MINUTE, 50 * MINUTE, 0, None)],
)  # fmt: skip
def test_the_newest_turn_of_a_seat_is_compared_with_its_arrival(
    says: int, arrived: int, lag: int, came: int | None
) -> None:
    """Neither a turn that runs, nor one that the other seat has ended, nor one without a decision,
    nor one that a letter of the same seat gave: nobody else knows when that began."""
    bench = Bench()
    giver, last = letter(0, 0, 0), letter(1, 0, says)
    bench.measures.take((letter(1, 1, 0),), None)
    without = START + arrived - 1 if arrived > 0 else 0
    bench.measures._found[last.digest] = Measure(without, START + arrived, lag)
    turn_ = ClockTurn(1, 0, giver, 0, False, last, says)
    later = ClockTurn(0, 0, giver, 0, False, letter(0, 1, says), says)
    bench.play.course = SimpleNamespace(times=SimpleNamespace(turns=[turn_, later]))
    found = bench.measures.doubt(1)
    assert (found and found.came, found and found.says) == (came, came if came is None else says)
    assert bench.measures.doubt(0) is None and bench.measures.doubt(2) is None
    turns_ = bench.play.course.times.turns
    turns_.append(ClockTurn(1, 0, giver, 0, False))
    assert bench.measures.doubt(1) == found
    for other in (
        ClockTurn(1, 0, giver, 0, False, letter(0, 2, says), says),
        ClockTurn(1, 0, giver, 0, False, letter(1, 9, says), says),
        ClockTurn(1, 0, giver, 0, False, last, None),
        ClockTurn(1, 0, letter(1, 0, 0), 0, False, last, says),
    ):
        turns_[-1] = other
        assert bench.measures.doubt(1) is None


# -- turns ---------------------------------------------------------------------------------------


def turns(clock: Clock, *rows: tuple[int, int | None, int, bool]) -> Times:
    """Return times after letters: (author, time stated or None, next seat, whether that owes)."""
    found, counts = Times(clock), [0, 0]
    for seat, used, then, owes in rows:
        found.pass_on(letter(seat, counts[seat], 0), then, 0, used, owes)
        counts[seat] += 1
    return found


def test_pieces_of_a_later_turn_are_added_to_that_turn() -> None:
    rows = [(1, 0, 0, False), (0, 5, 1, False), (1, 1, 0, False), (0, 10, 0, False),
            (0, 3, 0, False)]  # fmt: skip
    found = turns(CLOCK, *rows)
    assert found.spent == {0: [5, 13], 1: [1]}
    days = turns(Clock(3), *rows)
    assert days.turn is not None and days.turn.left == 3 * DAY - 13
    assert days.left(1) == 3 * DAY and days.left(0) == days.turn.left
    days.pass_on(letter(0, 3, 20), 1, 0, 1, False)
    assert days.left(0) == 3 * DAY


def test_a_takeback_begins_a_turn_of_its_own() -> None:
    for seat in (0, 1):
        found = turns(CLOCK, (1 - seat, 0, seat, False), (seat, 5, seat, False))
        found.go_back()
        found.pass_on(letter(seat, 1, 9), 1 - seat, 0, 4, False)
        assert found.spent[seat] == [5, 4]


def test_nobody_has_less_than_no_time() -> None:
    days = turns(Clock(1), (1, 0, 0, False), (0, 2 * DAY, 0, False))
    assert days.turn is not None and days.turn.left == 0
    minutes = turns(CLOCK, (1, 0, 0, False), (0, 20 * MINUTE, 1, False))
    assert minutes.left(0) == CLOCK.seconds * SECOND


def test_what_is_owed_costs_no_time() -> None:
    found = turns(CLOCK, (1, None, 0, True), (0, None, 1, False))
    assert found.left(0) == 10 * MINUTE and found.spent == {}


def test_no_turn_begins_after_the_end_and_without_a_clock_none_costs_time() -> None:
    quiet = turns(NO_CLOCK, (1, 0, 0, False), (0, 7 * DAY, 1, False))
    assert quiet.spent == {} and quiet.turn is not None and quiet.turn.left == QUIET
    assert turns(CLOCK, (1, 0, -1, False)).turn is None


def test_what_a_letter_names_reaches_to_the_last_one_that_passed_the_turn_on() -> None:
    """And to what this seat has named before, whatever the dates say."""
    ana, blas = sat(plies=2)  # Ana to move
    seen = len(blas.log.chain(1))
    for wait in (MINUTE, 2 * MINUTE, 3 * MINUTE):
        ana.take(dated(blas, wait, Says(str(wait))))
    times = ana.course.times
    assert times.moved[1] == seen
    for wait in range(4):
        counts = named(ana.log, 0, times, ana.at + wait * MINUTE, ())
        assert counts is not None and counts[1] == seen + wait
    dated(ana, 2 * MINUTE, Says("names all three"))
    counts = named(ana.log, 0, times, ana.at, ())
    assert counts is not None and counts[1] == seen + 3


# -- claims --------------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 1])
def test_who_holds_a_move_back_cannot_then_win_on_time(plies: int) -> None:
    """Ana ends the game on a claim; Blas claims that she has not answered the move he held back.
    The end of the earlier turn counts."""
    ana, blas = sat(plies=plies)[:: 1 if plies else -1]
    later = MINUTE + LATE + 5 * MINUTE
    move(blas, MINUTE)
    claim(ana, LATE), end(ana, LATE + CLOCK.patience)
    claim(blas, later), end(blas, later + CLOCK.patience)
    assert blas.course.over and blas.course.events[-1].action == ("time", ana.seat)
    assert agree(ana, blas) == "broken"


def test_what_waits_first_is_due_first() -> None:
    ana, blas = sat()
    start = ana.at
    claim(ana, LATE), claim(ana, LATE + MINUTE), end(ana, LATE + CLOCK.patience)
    for one in ana.log.order():
        blas.log.receive(one.data)
    course = blas.course
    course.follow(blas.log, start)
    assert course.times.due == start + LATE - AHEAD
    assert not course.times.ripe(start + LATE - AHEAD - 1)
    assert course.times.ripe(start + LATE - AHEAD) and course.times.ripe(None)
    course.follow(blas.log, start + LATE + MINUTE - AHEAD)
    assert course.times.due == start + LATE + CLOCK.patience - AHEAD and not course.over
    course.follow(blas.log, start + LATE + CLOCK.patience - AHEAD)
    assert course.over and course.times.due is None and not course.times.ripe(None)
