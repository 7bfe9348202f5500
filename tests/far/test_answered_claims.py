"""Answers to claims on time and to the ends they lead to, and games that have ended before."""

from __future__ import annotations

import pytest

from engine.core.contract import TIME, Action
from engine.far.letter import EventsLetter, Letter, WordLetter
from engine.far.timing import Times
from engine.match.clock import DAY, MINUTE, SECOND, Clock
from tests.far.devices import Device, met
from tests.far.test_timing import CLOCK, LATE, agree, claim, dated, end, move, sat

MATES = (("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"), ("f2f3", "e7e5", "g2g4", "d8h4"))


# -- denials -------------------------------------------------------------------------------------


def denial(device: Device, wait: int, used: int = MINUTE) -> Letter:
    return dated(device, wait, WordLetter("time-no", used))


@pytest.mark.parametrize("names_it", [False, True])
@pytest.mark.parametrize("date", [0, LATE + SECOND])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_denial_ends_a_claim_whatever_its_date(names_it: bool, date: int, seat: int) -> None:
    pair = sat(plies=seat)
    asked, asker = pair[seat], pair[1 - seat]
    late = LATE + 5 * SECOND
    letter = claim(asker, late)
    if names_it:
        asked.take(letter)
    asker.take(denial(asked, date))
    assert asker.course.claim is None and not asker.course.may_claim(seat)
    assert asker.course.may_claim(1 - seat)
    turn = asker.course.turn
    said = None if turn is None else asker.course.times.denial(turn)
    assert said is not None and said.used == MINUTE
    after = end(asker, late + CLOCK.patience)
    assert agree(*pair) == "" and asker.course.refused == {after.digest: "illegal"}


def test_there_is_one_denial_a_turn() -> None:
    """The next claim, once that time has passed anew, is ended by a decision alone."""
    ana, blas = sat()
    blas.take(claim(ana, LATE))
    ana.take(denial(blas, LATE))
    again = claim(ana, 2 * LATE - 1)
    assert ana.course.claim is None  # too early
    blas.take(again, claim(ana, 2 * LATE))
    assert ana.course.claim is not None
    ana.take(denial(blas, 2 * LATE))
    assert ana.course.claim is not None and len(ana.course.times.denials) == 1
    end(ana, 2 * LATE + CLOCK.patience)
    assert agree(ana, blas) == "lost"


def test_a_denial_before_any_claim_is_the_one_of_its_turn() -> None:
    ana, blas = sat()
    ana.take(denial(blas, 0))
    claim(ana, LATE)
    assert ana.course.claim is not None and ana.course.left(1) == 10 * MINUTE
    end(ana, LATE + CLOCK.patience)
    assert agree(ana, blas) == "lost"


def test_a_decision_ends_a_claim_after_a_denial_too() -> None:
    ana, blas = sat()
    blas.take(claim(ana, LATE))
    ana.take(denial(blas, LATE))
    blas.take(claim(ana, 2 * LATE))
    ana.take(move(blas, 2 * LATE, used=MINUTE))
    assert ana.course.claim is None and ana.course.left(1) == 9 * MINUTE + 5 * SECOND
    assert agree(ana, blas) == ""


def test_a_denial_that_crosses_the_end_breaks_the_game_off() -> None:
    ana, blas = sat()
    claim(ana, LATE), end(ana, LATE + CLOCK.patience)
    said = denial(blas, LATE)
    assert agree(ana, blas) == "broken" and not ana.course.opens
    assert ana.course.broken_off is not None and ana.course.broken_off.answer == said
    assert ana.course.broken_off.move is None


@pytest.mark.parametrize("answer", ["denial", "move", "off"])
@pytest.mark.parametrize("clock", [CLOCK, Clock(days=1)])
def test_clocks_go_on_where_they_stood_when_a_game_was_broken_off(
    answer: str, clock: Clock
) -> None:
    """By what each seat has said itself; days begin anew with each turn."""
    ana, blas = sat(clock)
    late = clock.left(()) + clock.grace
    last = claim(ana, late), end(ana, late + clock.patience)
    if answer == "denial":
        denial(blas, late, 4 * MINUTE)
    elif answer == "move":
        move(blas, late, used=4 * MINUTE)
    else:
        blas.take(*last)
        dated(blas, late + clock.patience, WordLetter("off", blas.course.event_count))
    assert agree(ana, blas) == "broken"
    end_ = ana.course.broken_off
    assert end_ is not None
    used = 0 if answer == "off" else 4 * MINUTE
    left = () if clock.days else (10 * MINUTE + 5 * SECOND, 10 * MINUTE - used)
    assert ana.course.times.rest(end_) == blas.course.times.rest(end_) == left
    if left:
        one = Times(clock, (20 * SECOND, 30 * SECOND))
        assert [one.left(seat) for seat in (0, 1)] == [20 * SECOND, 30 * SECOND]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_dated_back_takes_no_time_from_the_other(seat: int) -> None:
    """He thinks ten minutes, dates his move a second after hers and claims her time with it: her
    device denies, and her own time is what she states."""
    pair = sat(plies=seat)
    cheat, other = pair[seat], pair[1 - seat]
    before = other.course.left(1 - seat)
    other.take(move(cheat, SECOND, used=0))
    asked = claim(cheat, SECOND + LATE + 10 * SECOND)
    other.take(asked)
    assert other.course.claim is not None
    cheat.take(denial(other, LATE, 3 * SECOND))
    after = end(cheat, SECOND + LATE + CLOCK.patience + MINUTE)
    other.take(after)
    cheat.take(move(other, LATE, used=5 * SECOND))
    assert agree(*pair) == "" and not other.course.over
    assert other.course.left(1 - seat) == before and after.digest in other.course.refused


# -- losses by silence ---------------------------------------------------------------------------


def silent(seat: int) -> tuple[Device, Device]:
    """Return who has won by the silence of `seat`, and the loser, who has read it."""
    pair = sat(plies=seat)
    winner, loser = pair[1 - seat], pair[seat]
    late = LATE + 5 * SECOND
    claim(winner, late), end(winner, late + CLOCK.patience)
    for letter in winner.log.order():
        loser.log.receive(letter.data)
    loser.course.follow(loser.log)
    return winner, loser


@pytest.mark.parametrize("seat", [0, 1])
def test_who_lost_by_silence_accepts_that_or_breaks_off(seat: int) -> None:
    """What he writes first counts; until then nothing is opened."""
    for words, verdict in ((("time", "off"), "lost"), (("off", "time"), "broken")):
        winner, loser = silent(seat)
        assert winner.course.loser == seat and not winner.course.opens
        for one in words:
            dated(loser, 0, WordLetter(one, 0))
        assert agree(winner, loser) == verdict
        assert winner.course.conceded == winner.course.opens == (verdict == "lost")


def test_only_the_loser_breaks_off_and_only_in_answer_to_an_end() -> None:
    ana, blas = sat()
    dated(blas, 0, WordLetter("off", 1))
    claim(ana, LATE)
    dated(ana, LATE, WordLetter("off", 1))
    assert agree(ana, blas) == "" and not ana.course.over
    ana.course.follow(ana.log)
    winner, loser = silent(1)
    dated(winner, LATE + CLOCK.patience + MINUTE, WordLetter("off", 1))
    assert agree(winner, loser) == "lost" and winner.course.loser == 1


# -- an ended game stands ------------------------------------------------------------------------


def mating(winner: int, clock: Clock = CLOCK) -> tuple[Device, Device, Action]:
    """Return the winner of a game, the loser, and the mating move, which has not been sent."""
    pair = met(clock=clock)
    *moves, last = MATES[winner]
    for number, word in enumerate(moves):
        me, other = pair[number % 2], pair[1 - number % 2]
        match = me.course.match
        action = match.game.parse_action(match.state, word)
        other.take(dated(me, 0, EventsLetter(me.course.event_count, (action,))))
    match = pair[0].course.match
    return pair[winner], pair[1 - winner], match.game.parse_action(match.state, last)


def mate(device: Device, action: Action, wait: int) -> Letter:
    return dated(device, wait, EventsLetter(device.course.event_count, (action,)))


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("clock", [CLOCK, Clock(1)])
@pytest.mark.parametrize("seen", [False, True])
def test_who_is_mated_cannot_claim_time_afterwards(winner: int, clock: Clock, seen: bool) -> None:
    """His claim and end do not name the mate; whether the mate names the claim is all the same."""
    won, cheat, action = mating(winner, clock)
    late = clock.left(()) + clock.grace + 30 * SECOND
    asked = claim(cheat, late)
    if seen:
        won.take(asked)
    last = mate(won, action, MINUTE)
    end(cheat, late + clock.patience)
    assert agree(won, cheat) == "" and won.outcome.winner == winner
    assert won.course.finish == last and not won.course.stands
    assert not won.course.refused  # he may have claimed in good faith


def test_a_mate_that_names_the_end_comes_too_late() -> None:
    won, other, action = mating(0)
    late = LATE + 30 * SECOND
    claim(other, late), end(other, late + CLOCK.patience)
    for letter in other.log.order():
        won.log.receive(letter.data)
    mate(won, action, MINUTE)
    assert agree(won, other) == "lost" and won.course.events[-1].action == (TIME, 0)


@pytest.mark.parametrize("winner", [0, 1])
def test_a_mate_after_the_end_that_does_not_name_it_stands(winner: int) -> None:
    """A late player with the mating move in hand gains it; what the end says is in the file."""
    won, other, action = mating(winner)
    late = LATE + 30 * SECOND
    claim(other, late), end(other, late + CLOCK.patience)
    assert other.course.over
    last = mate(won, action, late + DAY)
    assert agree(won, other) == "" and other.course.finish == last
    assert other.outcome.winner == winner


@pytest.mark.parametrize("loser", [0, 1])
def test_a_resignation_that_crosses_the_end_is_no_dispute(loser: int) -> None:
    winner, other = sat(plies=2 - loser)[:: 1 if loser else -1]
    late = LATE + 5 * SECOND
    claim(winner, late), end(winner, late + CLOCK.patience)
    dated(other, 0, EventsLetter(other.course.event_count, (("resign", loser),)))
    assert agree(winner, other) == "" and winner.outcome.winner == winner.seat


def test_who_ends_the_game_on_time_and_then_gives_up_has_given_up() -> None:
    """Else his own false end, dated ahead, would break the game off later."""
    ana, blas = sat(plies=0)
    move(ana, MINUTE)
    claim(blas, LATE), end(blas, LATE + CLOCK.patience)
    dated(blas, LATE + CLOCK.patience, WordLetter("time", blas.course.event_count))
    assert agree(ana, blas) == "" and ana.course.events[-1].action == (TIME, 1)
