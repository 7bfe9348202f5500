"""Withholding a contribution or an opening loses on time at a table with a clock."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import TIME
from engine.far.letter import Chance, EventsLetter, LetterPart, Open, WordLetter
from engine.far.replies import openings
from engine.match.clock import Clock
from tests.far.devices import Device as Plain
from tests.far.test_chance import at_chance, contribution
from tests.far.test_clock import later, sat, shown, strips
from tests.far.test_fog import deploy, fogged
from tests.far.test_glance import shown as home_words
from tests.far.test_luck import decide
from tests.far.test_table import turn
from tests.far.world import Device
from tests.fixtures.says import says

CLOCK = Clock(0, 10, 5)


def owing(game_id: str) -> tuple[Plain, Plain, LetterPart]:
    """Return a table where Blas owes something and Ana nothing, and what he owes."""
    if game_id == "rilatria":
        ana, blas = at_chance(clock=CLOCK)
        return ana, blas, contribution(blas, blas.course.draws)
    ana, blas, mine, owed = fogged(clock=CLOCK)
    assert ana.course.awaited == blas.course.awaited == -1  # both owe, so no clock runs
    assert not ana.course.may_claim(0)
    blas.take(ana.write(mine))
    return ana, blas, owed


@pytest.fixture(params=["rilatria", "cotadrez"])
def table(request: pytest.FixtureRequest) -> tuple[Plain, Plain, LetterPart]:
    return owing(request.param)


def claimed(ana: Plain) -> tuple[int, int]:
    """Claim Blas's time when it is over; return the dates of the claim and of the earliest end."""
    turn = ana.course.turn
    assert turn is not None and turn.owes
    at = turn.began + turn.left + CLOCK.grace
    ana.post(ana.log.next_letter(0, (WordLetter("time?", ana.course.event_count),), at))
    return at, at + CLOCK.patience


def test_a_claim_wins_unless_the_owed_part_arrives(table: tuple[Plain, Plain, LetterPart]) -> None:
    ana, blas, owed = table
    count = ana.course.event_count
    flag = EventsLetter(count, ((TIME, 1),))
    assert ana.course.awaited == blas.course.awaited == 1
    assert ana.course.may_claim(0) and not blas.course.may_claim(1)
    early = ana.write(flag)
    assert ana.course.refused[early.digest] == "illegal"  # there was no claim
    _, due = claimed(ana)
    blas.take(*ana.log.order())
    assert ana.course.claim is not None and blas.course.claim is not None
    blas.take(ana.post(ana.log.next_letter(0, (flag,), due)))
    for course in (ana.course, blas.course):
        assert course.forfeit == 1 and course.over and course.awaited == -1
        assert list(course.refused) == [early.digest] and not course.opens
    late = Plain(ana.terms, -1, "Eva")
    late.take(*ana.log.order())
    assert late.course.forfeit == 1
    ana.take(blas.write(owed), blas.write(WordLetter("draw?", count)))  # too late, but no violation
    assert list(ana.course.refused) == [early.digest] and ana.course.agreements.offer is None
    assert ana.course.event_count == count and not ana.course.match.over


def test_an_owed_part_held_back_breaks_the_game_off(table: tuple[Plain, Plain, LetterPart]) -> None:
    ana, blas, owed = table
    count = ana.course.event_count
    held = blas.write(owed)
    _, due = claimed(ana)
    flag = ana.post(ana.log.next_letter(0, (EventsLetter(count, ((TIME, 1),)),), due))
    assert ana.course.forfeit == 1
    ana.take(held), blas.take(*ana.log.order())
    for course in (ana.course, blas.course):
        assert course.broken_off is not None and course.broken_off.move == held and course.over
        assert not course.refused and course.event_count == count and course.forfeit is None
    assert ana.course.ruling is not None and ana.course.ruling.letter == flag


@pytest.mark.parametrize("owes", [True, False], ids=["by silence", "by a word"])
def test_after_a_loss_on_time_no_device_opens_what_nobody_reads(owes: bool) -> None:
    """Regression test: it wrote the opening again and again, until the table was full."""
    ana, blas, mine, _ = fogged(clock=CLOCK)
    count = ana.course.event_count
    if owes:
        blas.take(ana.write(mine))
        _, due = claimed(ana)
        flag = EventsLetter(count, ((TIME, 1),))
        ana.post(ana.log.next_letter(0, (flag,), due))
        blas.take(*ana.log.order())
    word = blas.write(WordLetter("time", count))
    ana.take(word)
    for device in (ana, blas):
        assert device.course.forfeit == 1 and device.course.opens
        assert openings(device.course, device.seat) == []


def test_a_timely_answer_ends_the_claim(table: tuple[Plain, Plain, LetterPart]) -> None:
    ana, blas, owed = table
    _, due = claimed(ana)
    blas.take(*ana.log.order())
    ana.take(blas.write(owed))
    assert ana.course.claim is None and not ana.course.match.over
    assert ana.course.event_count > 0 and ana.course.events == blas.course.events
    parts = (EventsLetter(ana.course.event_count - 1, ((TIME, 1),)),)
    late = ana.post(ana.log.next_letter(0, parts, due))
    blas.take(late)
    assert blas.course.refused == {late.digest: "illegal"} and not blas.course.match.over


# -- at the table ------------------------------------------------------------------------------


def withhold(cheat: Device) -> None:
    """Make a device decide as usual but keep back contributions and openings."""
    side, write = cheat.side, cheat.side.write

    def kept(*parts: LetterPart) -> None:
        told = [part for part in parts if not isinstance(part, (Chance, Open))]
        if told:
            write(*told)

    side.write = kept
    side._answer_by_itself = side._follow


def lost_on_time(ana: Device, blas: Device) -> None:
    """Let Ana wait, claim and win."""
    assert ana.table.session.decider == -1 and "act:far:time" not in ana.panel
    later(5 * 60, ana, blas)
    assert min(int(time.split(":")[0]) for time in shown(ana)) == 5  # his clock runs
    later(9 * 60, ana, blas)
    ana.press("act:far:time")
    later(115, ana, blas)
    assert "act:far:time" not in ana.panel and not ana.side.course.over
    later(10, ana, blas)
    for device in (ana, ana.reopen()):
        assert device.side.course.forfeit == 1 and not device.side.course.refused
        assert says("far.forfeit", who="Blas") in device.panel
        assert device.side._turn() == "over"
        assert not device.table.session.answering and "data-runs" not in strips(device)
    for device in (ana.reopen().leave(), blas.reopen().leave()):
        assert device.app.screen is not None and device.app.screen.name == "home"
        listed = home_words(device)
        assert says("home.saved.turn.over") in listed
        assert says("home.waiting.me") not in listed and says("home.saved.turn.me") not in listed
    ana.press("act:rematch")
    assert ana.side.inviting


def test_withholding_chance_loses_on_time() -> None:
    ana, blas = sat(game_id="rilatria")
    rng = Random(2)
    withheld = False
    for _ in range(200):
        if not withheld and sum(event.actor < 0 for event in ana.events) > 2:
            withhold(blas)
            withheld = True
        if ana.table.session.decider == -1:
            break
        decide(turn(ana, blas)[0], rng)
    lost_on_time(ana, blas)


def test_withholding_a_deployment_loses_on_time() -> None:
    ana, blas = sat(game_id="cotadrez")
    deploy(ana)
    withhold(blas)
    deploy(blas)
    lost_on_time(ana, blas)
