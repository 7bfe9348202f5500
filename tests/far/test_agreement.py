"""Draws and takebacks: offer, acceptance, confirmation; and clients that undo what was agreed."""

from __future__ import annotations

from random import Random

import pytest

from engine.far.letter import EventsLetter, Letter, LetterPart, WordLetter
from engine.far.replies import sees_end
from engine.far.timing import ANSWERS, PARTING, QUIET
from engine.match.clock import MINUTE, NO_CLOCK, SECOND
from tests.far.armies import armed, step
from tests.far.devices import Device, met
from tests.far.test_clock import sat as seated
from tests.far.test_log import play
from tests.far.test_timing import CLOCK, LATE, agree, claim, dated, end, move
from tests.fixtures.says import says

BOTH = pytest.mark.parametrize("seat", [0, 1])


def offered(seat: int, what: str, plies: int = 4) -> tuple[Device, Device, int]:
    """Return who has the turn and has offered something, the other, who has accepted, and the
    number of the offer. The acceptance has not arrived."""
    pair = met(clock=CLOCK)
    play(*pair, plies + seat)
    one, other = pair[seat], pair[1 - seat]
    number = one.course.event_count - 2 * (what == "back")
    other.take(one.write(WordLetter(f"{what}?", number)))
    other.write(WordLetter(what, number))
    return one, other, number


def exchange(one: Device, other: Device) -> None:
    for me, there in ((one, other), (other, one)):
        for letter in me.log.order():
            there.log.receive(letter.data)
        there.course.follow(there.log)


def decide(device: Device) -> Letter:
    course = device.course
    return device.write(EventsLetter(course.event_count, (course.match.options_now()[0],)))


# -- agreed --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("what", ["draw", "back", "home"])
def test_nothing_counts_before_the_confirmation(seat: int, what: str) -> None:
    one, other, number = offered(seat, what)
    before = list(other.course.events)
    exchange(one, other)
    for course in (one.course, other.course):
        assert course.agreements.accepted and course.awaited == seat and not course.over
        assert course.events == before and course.home is None
    assert one.course.agreements.due(seat) and other.course.agreements.due(1 - seat) is None
    other.take(one.write(WordLetter(f"{what}!", number)))
    for course in (one.course, other.course):
        assert not course.agreements.accepted and course.agreements.offer is None
        assert course.over == (what == "draw") and (course.home == seat) == (what == "home")
        assert course.event_count == (number if what == "back" else number + (what == "draw"))
    agree(one, other)


def test_a_confirmation_names_the_acceptance_and_is_the_offerers() -> None:
    one, other, number = offered(0, "draw")
    one.write(WordLetter("draw!", number))  # has not read it
    other.write(WordLetter("draw!", number))
    exchange(one, other)
    assert not one.course.over and one.course.agreements.accepted
    one.write(WordLetter("draw!", number - 1))
    assert not one.course.over
    assert agree(one, other) == "" and not one.course.over


def test_a_second_offer_does_not_replace_an_accepted_one() -> None:
    one, other, number = offered(0, "draw")
    exchange(one, other)
    other.take(one.write(WordLetter("home?", number)))
    assert one.course.agreements.offer is not None and one.course.agreements.offer.what == "draw"
    other.take(one.write(WordLetter("draw!", number)))
    assert other.course.over


def test_what_is_confirmed_names_all_letters_whatever_their_dates() -> None:
    assert {"draw!", "back!", "home!"} <= {*ANSWERS}


# -- cheats --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("what", ["draw", "back"])
def test_a_move_of_the_offerer_that_crosses_the_acceptance_voids_it(seat: int, what: str) -> None:
    """He has seen nothing, and she has lost nothing: the game goes on from his move."""
    one, other, _ = offered(seat, what)
    decide(one)
    exchange(one, other)
    for course in (one.course, other.course):
        assert not course.agreements.accepted and course.agreements.offer is None
        assert not course.over and course.awaited == 1 - seat
    decide(other)
    exchange(one, other)
    assert agree(one, other) == "" and not one.course.refused


@BOTH
def test_who_has_accepted_cannot_move_on(seat: int) -> None:
    """Not before the confirmation; and afterwards the game is over."""
    pair = met(clock=CLOCK)
    play(*pair, 4 + seat)
    cheat, one = pair[seat], pair[1 - seat]
    number = one.course.event_count
    cheat.take(one.write(WordLetter("draw?", number)))
    one.take(cheat.write(WordLetter("draw", number)))
    held = decide(cheat)
    assert cheat.course.refused[held.digest] == "stale"
    one.write(WordLetter("draw!", number))
    exchange(one, cheat)
    assert agree(one, cheat) == "" and one.outcome.score == "1/2-1/2"
    assert cheat.course.refused[held.digest] == "stale"


@BOTH
@pytest.mark.parametrize("word", ["resign", "time"])
def test_who_has_accepted_a_draw_cannot_lose_by_a_word_that_crosses_its_confirmation(
    seat: int, word: str
) -> None:
    """The other page has said "draw"."""
    one, other, number = offered(seat, "draw")
    said: LetterPart = WordLetter("time", number)
    if word == "resign":
        said = EventsLetter(number, (("resign", other.seat),))
    exchange(one, other)
    crossing = other.write(said)
    confirmed = one.write(WordLetter("draw!", number))
    one.take(crossing)
    other.take(confirmed)
    for device in (one, other):
        outcome = device.course.match.outcome()
        assert outcome is not None and outcome.score == "1/2-1/2"


@BOTH
def test_a_decision_of_who_has_accepted_names_the_one_that_voided_it(seat: int) -> None:
    one, other, _ = offered(seat, "draw")
    exchange(one, other)
    voiding = one.write(WordLetter("engine", 0))  # no decision
    assert one.course.agreements.accepted
    decided = decide(one)
    assert voiding.n < decided.n and not one.course.agreements.accepted
    late = other.log.next_letter(
        other.seat, (EventsLetter(one.course.event_count, (("move", 0, 1),)),), other.at
    )
    one.take(other.post(late))
    assert one.course.refused[late.digest] == "stale"
    exchange(one, other)
    good = decide(other)
    one.take(good)
    assert good.digest not in one.course.refused and agree(one, other) == ""


@BOTH
@pytest.mark.parametrize("what", ["draw", "back"])
def test_a_move_in_place_of_the_confirmation_undoes_nothing(seat: int, what: str) -> None:
    """She has answered the confirmation: with a move anew, or with what ends open."""
    one, other, number = offered(seat, what)
    exchange(one, other)
    action = one.course.match.options_now()[0]
    parts = (EventsLetter(one.course.event_count, (action,)),)
    forked = one.log.next_letter(one.seat, parts, one.at).write(one.crypto, one.keys.secret)
    other.take(one.write(WordLetter(f"{what}!", number)))
    if what == "back":
        me = other if other.course.awaited == other.seat else one
        decide(me)
        exchange(one, other)
    other.write(WordLetter("stands", other.course.event_count))
    events = list(other.course.events)
    for device in (one, other):
        device.log.receive(forked.data)
        device.course.follow(device.log)
    exchange(one, other)
    for device in (one, other):
        assert device.course.events == events and device.course.over == (what == "draw")


def test_no_board_is_opened_before_a_draw_is_confirmed() -> None:
    """He offers on his turn, she accepts, and he moves on as if he had not read it: her board, and
    his, stay closed."""
    for confirmed in (False, True):
        cheat, other = armed()
        count = cheat.course.event_count
        other.take(cheat.write(WordLetter("draw?", count)))
        answer = other.write(WordLetter("draw", count))
        assert not other.course.story.to_open(1) and not other.course.over
        if confirmed:
            cheat.take(answer)
            other.take(cheat.write(WordLetter("draw!", count)))
            assert other.course.story.to_open(1)
            continue
        other.take(cheat.decide((step(cheat, "e4-e5"),)))
        assert not other.course.over and not other.course.story.to_open(1)
        assert other.course.agreements.accepted is None


@BOTH
def test_who_does_not_confirm_a_draw_has_it_by_his_silence(seat: int) -> None:
    """His clock runs, whoever's turn it was; an end means the draw."""
    pair = met(clock=CLOCK)
    play(*pair, 4 + seat)
    mover, cheat = pair[seat], pair[1 - seat]
    count = mover.course.event_count
    mover.take(cheat.write(WordLetter("draw?", count)))
    mover.write(WordLetter("draw", count))
    turn = mover.course.turn
    assert turn is not None and turn.seat == cheat.seat and turn.owes
    assert mover.course.may_claim(seat)
    late = turn.began + turn.left + CLOCK.grace - mover.at
    claim(mover, late), end(mover, late + CLOCK.patience)
    assert agree(mover, cheat) == "lost" and mover.outcome.score == "1/2-1/2"


@BOTH
def test_without_a_clock_too_a_draw_that_is_not_confirmed_is_one(seat: int) -> None:
    """Whoever closes the table after weeks of silence gets the draw, not an abandoned table."""
    pair = met(clock=NO_CLOCK)
    play(*pair, 4 + seat)
    mover, cheat = pair[seat], pair[1 - seat]
    count = mover.course.event_count
    mover.take(cheat.write(WordLetter("draw?", count)))
    mover.write(WordLetter("draw", count))
    claim(mover, QUIET + MINUTE), end(mover, QUIET + PARTING + 2 * MINUTE)
    exchange(mover, cheat)
    for device in pair:
        outcome = device.course.match.outcome()
        assert outcome is not None and outcome.score == "1/2-1/2"
        assert device.course.abandoned is None


def test_a_confirmation_costs_no_time_and_a_takeback_begins_a_turn() -> None:
    ana, blas = met(clock=CLOCK)
    blas.take(move(ana, 0, used=SECOND))
    blas.take(dated(ana, MINUTE, WordLetter("back?", 0)))
    ana.take(dated(blas, 2 * MINUTE, WordLetter("back", 0)))
    blas.take(dated(ana, 9 * MINUTE, WordLetter("back!", 0)))
    assert ana.course.spent == {0: [SECOND]} and ana.course.awaited == 0
    blas.take(move(ana, LATE, used=MINUTE))
    assert ana.course.spent == {0: [SECOND, MINUTE]} and agree(ana, blas) == ""


def test_without_a_clock_an_agreement_is_confirmed_too() -> None:
    ana, blas = met(clock=NO_CLOCK)
    play(ana, blas, 3, Random(1).randrange(9))
    blas.take(ana.write(WordLetter("draw?", 3)))
    ana.take(blas.write(WordLetter("draw", 3)))
    assert not ana.course.over
    blas.take(ana.write(WordLetter("draw!", 3)))
    assert blas.course.over


# -- at the table --------------------------------------------------------------------------------


def test_the_offerers_page_confirms_by_itself() -> None:
    ana, blas = seated()
    ana.play("e2e4")
    blas.play("e7e5")
    ana.press("act:draw", "act:draw-yes")
    blas.press("act:far:yes")
    for device in (ana, blas):
        assert device.table.session.outcome().score == "1/2-1/2"
        assert [one.seat for one in device.side.log.order()[-3:]] == [1, 0, 1]  # and names it


def test_both_pages_wait_for_the_confirmation() -> None:
    """The offerer's page is closed: who has accepted can do nothing, and reads why."""
    ana, blas = seated()
    ana.play("e2e4")
    ana.press("act:draw", "act:draw-yes")
    ana.leave()
    blas.press("act:far:yes")
    assert says("far.agreed", who="White") in blas.panel
    assert not blas.table.session.answering and not blas.table.session.over
    ana.come_back()
    assert blas.table.session.over and ana.table.session.over


def test_who_has_accepted_a_draw_does_not_say_that_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody would read that word, so the device would write it for every letter that comes."""
    red, blue = armed()
    monkeypatch.setattr(type(red.course.match.game), "ended", lambda *_: True)
    assert sees_end(red.course, 0)
    red.take(blue.write(WordLetter("draw?", red.course.event_count)))
    red.write(WordLetter("draw", red.course.event_count))
    assert red.course.agreements.drawn_by(0) and not sees_end(red.course, 0)
