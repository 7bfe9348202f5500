"""Tables without a clock that a player has left: they can be closed, and nobody wins."""

from __future__ import annotations

import pytest

from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.letter import Says, WordLetter
from engine.far.timing import PARTING, QUIET
from engine.match.clock import DAY, NO_CLOCK, SECOND
from tests.far.test_certificate import checked
from tests.far.test_clock import later, sat
from tests.far.test_timing import agree, claim, dated, end, move
from tests.far.test_timing import sat as met
from tests.fixtures.says import says

BOTH = pytest.mark.parametrize("seat", [0, 1])


def test_the_figures() -> None:
    assert (QUIET, PARTING) == (28 * DAY, 7 * DAY)


@BOTH
def test_a_table_that_was_left_is_closed_without_a_winner(seat: int) -> None:
    pair = met(NO_CLOCK, plies=seat)
    away, other = pair[seat], pair[1 - seat]
    claim(other, QUIET), end(other, QUIET + PARTING)
    assert agree(*pair) == "left"
    course = away.course
    assert course.abandoned == seat and course.over and course.loser is None
    assert not course.match.over and not course.opens and course.closed == []
    found = checked(finish(certify(other.log)))
    assert {"certificate.abandoned", "certificate.quiet.counts", "certificate.end.left"} <= {
        one.message.key for one in found.checks
    }
    assert found.checks[-1].message.params["result"] == "* abandoned"


@BOTH
@pytest.mark.parametrize("short", ["claim", "end"])
def test_not_a_moment_earlier(seat: int, short: str) -> None:
    pair = met(NO_CLOCK, plies=seat)
    other, early = pair[1 - seat], short == "claim"
    claim(other, QUIET - early), end(other, QUIET + PARTING - (not early))
    assert agree(*pair) == "" and not other.course.over


@BOTH
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("what", ["move", "denial"])
def test_an_answer_before_the_end_keeps_the_table_whatever_its_date(
    seat: int, named: bool, what: str
) -> None:
    pair = met(NO_CLOCK, plies=seat)
    away, other = pair[seat], pair[1 - seat]
    asked = claim(other, QUIET)
    if named:
        away.take(asked)
    answer = move(away, 0) if what == "move" else dated(away, 0, WordLetter("time-no", 0))
    end(other, QUIET + PARTING)
    assert agree(*pair) == "" and not other.course.over
    assert answer.digest not in other.course.refused


def test_every_denial_counts_without_a_clock() -> None:
    ana, blas = met(NO_CLOCK)
    for number in (1, 2, 3):
        wait = number * (QUIET + SECOND)
        blas.take(claim(ana, wait))
        assert blas.course.claim is not None
        ana.take(dated(blas, wait, WordLetter("time-no", 0)))
        assert ana.course.claim is None
    end(ana, wait + PARTING)
    assert agree(ana, blas) == "" and not ana.course.over


def test_nobody_runs_out_of_time_or_breaks_off_there() -> None:
    ana, blas = met(NO_CLOCK)
    letters = [dated(blas, QUIET, WordLetter(word, 1)) for word in ("time", "off")]
    assert {blas.course.refused[one.digest] for one in letters} == {"word"}
    assert agree(ana, blas) == "" and ana.course.spent == {}


def test_chat_is_no_answer_to_a_claim() -> None:
    """The device of who writes denies the claim by itself."""
    ana, blas = met(NO_CLOCK)
    claim(ana, QUIET)
    blas.take(*ana.log.order())
    ana.take(dated(blas, QUIET, Says("hello")))
    assert ana.course.claim is not None


# -- at the table --------------------------------------------------------------------------------


@BOTH
def test_a_page_asks_after_four_weeks_and_closes_a_week_later(seat: int) -> None:
    pair = sat("none")
    away, other = pair[seat], pair[1 - seat]
    if seat:
        other.play("e2e4")
    away.leave()
    later(QUIET / SECOND - 1, other)
    assert says("far.quiet") not in other.asks
    later(2, other)
    other = other.reopen()
    who = other.side.course.names[seat] or "White"
    assert says("far.quiet.may", who=who) in other.asks
    other.press("act:far:time")
    assert says("far.quiet.mine", who=who) in other.panel
    assert "act:far:silence:close" not in other.asks
    later(PARTING / SECOND, other)
    other = other.reopen()
    other.press("act:far:silence:close")
    assert other.side.course.abandoned == seat
    said = str(other.view.slots["say"])
    assert says("far.abandoned", who=who) in said
    assert not other.table.session.answering


def test_who_comes_back_in_time_answers_by_itself() -> None:
    ana, blas = sat("none")
    ana.play("e2e4")
    blas.leave()
    later(QUIET / SECOND + 1, ana, blas)
    ana.press("act:far:time")
    blas.come_back()
    later(PARTING / SECOND, ana, blas)
    assert ana.side.course.claim is None and "act:far:silence:close" not in ana.asks
    ana.press("act:far:silence:close")
    assert not ana.side.course.over
    blas.play("e7e5")
    assert len(ana.events) == 2
