"""Clients that cheat with cards, dice and time at A Tale of Two Cities, and what becomes of them.

Cheated while shufflings, keys and plays that are refused at once stand in test_deck_course.py.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core.contract import RESIGN, TIME
from engine.far.dealing import HandCard
from engine.far.deckproof import Guilt
from engine.far.letter import SEED, DeckStep, EventsLetter, WordLetter
from engine.match.clock import DAY, NO_CLOCK, Clock
from tests.far.decks import (
    Pair,
    answered,
    chosen,
    cities,
    contribution,
    decided,
    play_on,
    reopened,
    sent,
    settled,
    to_move,
)
from tests.far.devices import Device
from tests.far.groups import ToyGroup
from tests.far.test_deck_course import changed, resigned, to_card, until_pass

CLOCK = Clock(0, 10, 5)


def judged(*devices: Device) -> list[Guilt | None]:
    """Let these devices check what is open; return what each has found."""
    for device in devices:
        while device.course.judge():
            pass
    return [device.course.guilt for device in devices]


def opened(me: Device) -> DeckStep:
    return DeckStep(SEED, 0, (me.keys.seed,))


def shuffled_falsely(clock: Clock = NO_CLOCK) -> tuple[Device, Device]:
    """Return a cheat who put a foreign card on top of the deck, and White, who drew it and is to
    play a card."""
    white, black = sorted(cities(clock=clock), key=lambda one: one.seat)
    while not (steps := black.course.deck_steps()) or steps[0].what != 3:
        assert answered(white, black) or answered(black, white)
    sent(black, white, changed(steps[0], {0: ToyGroup().base(12345)}), *steps[1:])
    settled((white, black))
    assert white.course.dealing.broken == (0, 0)
    return black, white


# -- a false shuffle, proved with one seed ---------------------------------------------------------


def test_the_seed_of_who_drew_a_foreign_card_ends_the_game_everywhere() -> None:
    cheat, honest = shuffled_falsely()
    eva = Device(honest.terms, -1, "Eva", ToyGroup())
    eva.take(*honest.log.order())
    before = honest.course.match.state.key()
    eva.take(sent(honest, cheat, opened(honest)))
    for device in (honest, cheat, eva, reopened(honest)):
        course = device.course
        assert course.over and course.failed == cheat.seat and not course.match.over
        assert course.guilt == Guilt(cheat.seat, "foreign", 0) and not course.refused
        assert course.turn is None and course.awaited == -1
    assert honest.course.match.state.key() == before
    count = cheat.course.event_count
    late = cheat.write(EventsLetter(count, ((RESIGN, cheat.seat),)))
    honest.take(late)  # nothing goes on
    assert honest.course.event_count == count and honest.course.failed == cheat.seat


def test_a_card_that_comes_up_twice_is_proved_with_one_seed() -> None:
    """White has put the card of Black's first position into Black's second one too."""
    white, black, good = until_pass(2)
    group, deck = ToyGroup(), white.course.dealing.decks[0]
    work = deck.work(2, white.keys.seed)
    undone = work[4].scalar * pow(work[28].scalar, -1, group.order) % group.order
    twice = group.multiply(work[28].scalar * undone % group.order, deck.passes[1][3])
    sent(white, black, changed(good, {4: twice}))
    decided(*to_move((white, black)), chosen(white, Random(1)))
    assert black.course.dealing.broken == (0, 4) and black.course.dealing.twice
    sent(black, white, opened(black))
    for device in (white, black):
        assert device.course.guilt == Guilt(white.seat, "twice", 4)
        assert device.course.over and device.course.failed == white.seat


def doubled(step: int, target: int, source: int) -> tuple[Device, Device]:
    """Return a cheat who put the element of one position into another one too, and the other."""
    cheat, honest, good = until_pass(step)
    deck, group = cheat.course.dealing.decks[0], ToyGroup()
    work, size = deck.work(step, cheat.keys.seed), deck.size
    key = work[size + target].scalar
    undone = work[target].scalar * pow(key, -1, group.order) % group.order
    twin = group.multiply(key * undone % group.order, deck.passes[step - 1][source])
    sent(cheat, honest, changed(good, {target: twin}), *cheat.course.deck_steps()[1:])
    return cheat, honest


def test_a_card_that_the_other_shows_and_this_device_holds_is_noticed() -> None:
    """White copies Black's first card into its own first position, and plays it."""
    for source in (3, 4, 5):
        cheat, honest = doubled(2, 0, source)
        settled((cheat, honest))
        own = next(at for at in cheat.course.dealing.hands[cheat.seat] if at.place == 0)
        play = "play", cheat.course.dealing.known[own]
        if play in cheat.course.match.state.legal_actions():
            break
    decided(cheat, honest, (play,))
    assert honest.course.dealing.broken == (0, 0) and honest.course.dealing.twice
    assert honest.course.dealing.known[HandCard(0, source)] == play[1]
    sent(honest, cheat, opened(honest))
    assert honest.course.guilt == Guilt(cheat.seat, "twice", source)
    assert cheat.course.failed == cheat.seat


def test_opening_a_seed_proves_nothing_against_an_honest_shuffler() -> None:
    """Neither the seed of an honest player nor that of the cheat himself, who drew the card that he
    has put in, ends the game."""
    me, other = to_card(cities(), Random(1))
    sent(me, other, opened(me))
    for device in (me, other):
        assert not device.course.over and device.course.failed is None
    cheat, honest, good = until_pass(2)  # White draws its own foreign card
    sent(cheat, honest, changed(good, {0: ToyGroup().base(7)}))
    settled((cheat, honest))
    assert cheat.course.dealing.broken == (0, 0)
    sent(cheat, honest, opened(cheat))
    for device in (cheat, honest):
        assert device.course.guilt is None and not device.course.over


# -- both seeds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_a_false_pass_loses_the_game_that_was_won(step: int) -> None:
    cheat, honest, good = until_pass(step)
    sent(cheat, honest, changed(good, {20: ToyGroup().base(12345)}))
    resigned(honest, cheat)
    assert honest.course.failed is None
    work = honest.course.proof_work()
    assert judged(honest, cheat) == [Guilt(cheat.seat, "pass", step)] * 2 and work
    assert honest.course.failed == cheat.course.failed == cheat.seat
    again = reopened(honest)
    assert judged(again) == [Guilt(cheat.seat, "pass", step)]


def test_an_honest_game_has_no_guilt() -> None:
    pair = cities()
    play_on(pair, Random(3))
    assert judged(*pair) == [None, None]
    assert pair[0].course.failed is None and pair[0].course.unopened == []
    assert not pair[0].course.proof_work()


@pytest.mark.parametrize("end", ["time", "draw", "resign"])
def test_an_honest_end_by_agreement_or_time_has_no_guilt(end: str) -> None:
    """Nor has a deck that was begun and has no pass when the game ends."""
    me, other = to_card(cities(clock=CLOCK), Random(1))
    if end == "draw":
        sent(me, other, WordLetter("draw?", me.course.event_count))
        sent(other, me, WordLetter("draw", other.course.event_count))
        sent(me, other, WordLetter("draw!", me.course.event_count))
    elif end == "resign":
        sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    else:
        other.at = claimed(other, me)
        sent(other, me, flag(other))
        assert not me.course.deck_steps() and not other.course.deck_steps()
        sent(me, other, WordLetter("time", me.course.event_count))
    settled((me, other))
    assert me.course.over and not me.course.dealing.closed
    assert judged(me, other) == [None, None]
    assert me.course.unjudged is None and other.course.unjudged is None


# -- the clock -------------------------------------------------------------------------------------


def claimed(cheat: Device, honest: Device) -> int:
    """Let the cheat claim the time of the other; return the earliest date of the end."""
    turn = cheat.course.turn
    assert turn is not None and turn.seat == honest.seat
    cheat.at = turn.began + turn.left + CLOCK.grace
    honest.take(cheat.write(WordLetter("time?", cheat.course.event_count)))
    assert honest.course.claim is not None and honest.course.claim.seat == cheat.seat
    return cheat.at + CLOCK.patience


def flag(me: Device) -> EventsLetter:
    return EventsLetter(me.course.event_count, ((TIME, 1 - me.seat),))


def test_a_false_shuffler_does_not_win_on_time_against_a_proof() -> None:
    """The honest seat opens its seed when its time is claimed."""
    cheat, honest = shuffled_falsely(CLOCK)
    cheat.at = claimed(cheat, honest)
    proof = honest.write(opened(honest))
    cheat.take(proof)
    assert cheat.course.over and cheat.course.failed == cheat.seat
    end = cheat.write(flag(cheat))
    honest.take(end)
    for device in (honest, cheat, reopened(honest)):
        assert device.course.failed == cheat.seat and not device.course.match.over


def test_a_false_shuffler_who_has_won_on_time_loses_by_a_later_proof() -> None:
    """The honest player was away: his device opens its seed when he is back and has accepted."""
    cheat, honest = shuffled_falsely(CLOCK)
    cheat.at = claimed(cheat, honest)
    honest.take(cheat.write(flag(cheat)))
    assert honest.course.over and honest.course.failed is None
    assert not honest.course.deck_steps() and not cheat.course.deck_steps()
    sent(honest, cheat, WordLetter("time", honest.course.event_count))
    sent(honest, cheat, *honest.course.deck_steps())
    assert judged(honest, cheat) == [Guilt(cheat.seat, "foreign", 0)] * 2
    assert honest.course.failed == cheat.course.failed == cheat.seat


@pytest.mark.parametrize("what", ["pass", "key", "contribution"])
def test_who_withholds_what_he_owes_loses_on_time(what: str) -> None:
    """A pass, a key, a contribution to the dice: the clock of its owner runs alone."""
    pair, rng = cities(clock=CLOCK), Random(8)
    while True:
        owing = [one for one in pair if one.course.deck_steps() or one.course.owes(one.seat)]
        owed = [(what_owed(one), one) for one in owing]
        if [one for one, _ in owed] == [what]:
            break
        for me, other in (pair, pair[::-1]):
            if what != "pass" and answered(me, other):
                break
            if what == "pass" and me in owing and what_owed(me) != "pass" and answered(me, other):
                break
        else:
            if what == "pass" and owing:
                break
            me, other = to_move(pair)
            decided(me, other, chosen(me, rng))
    cheat = owed[0][1]
    honest = next(one for one in pair if one is not cheat)
    assert {one.course.awaited for one in pair} == {cheat.seat}
    turn = honest.course.turn
    assert turn is not None and turn.seat == cheat.seat
    honest.at = turn.began + turn.left + CLOCK.grace
    cheat.take(honest.write(WordLetter("time?", honest.course.event_count)))
    honest.at += CLOCK.patience
    cheat.take(honest.write(flag(honest)))
    for device in pair:
        assert device.course.over and device.course.forfeit == cheat.seat


def what_owed(me: Device) -> str:
    if me.course.owes(me.seat):
        return "contribution"
    return "pass" if me.course.deck_steps()[0].what < 4 else "key"


def test_a_pass_that_an_end_ignores_breaks_the_game_off() -> None:
    """A pass or a key ends the turn of its owner like a move; a seed does not."""
    white, black = sorted(cities(clock=CLOCK), key=lambda one: one.seat)
    while not black.course.deck_steps():
        assert answered(white, black) or answered(black, white)
    turn = white.course.turn
    assert turn is not None and turn.seat == black.seat
    white.at = turn.began + turn.left + CLOCK.grace
    claim = white.write(WordLetter("time?", white.course.event_count))
    white.at += CLOCK.patience
    end = white.write(flag(white))
    steps = black.write(*black.course.deck_steps())  # has not seen the claim
    for order in ((claim, end, steps), (steps, claim, end)):
        eva = Device(white.terms, -1, "Eva", ToyGroup())
        eva.take(*(one for one in black.log.order() if one.digest != steps.digest))
        for letter in order:
            eva.take(letter)
        assert eva.course.broken_off is not None and eva.course.forfeit is None


# -- dice and other tables -------------------------------------------------------------------------


def to_dice(pair: Pair, rng: Random) -> Pair:
    """Play until dice are due; return a device that owes its contribution, and the other one."""
    while True:
        for me, other in (pair, pair[::-1]):
            if me.course.owes(me.seat):
                return me, other
        if answered(*pair) or answered(*pair[::-1]):
            continue
        me, other = to_move(pair)
        decided(me, other, chosen(me, rng))


def test_a_contribution_to_the_dice_that_is_not_the_next_of_its_chain_is_refused_at_once() -> None:
    me, other = to_dice(cities(), Random(2))
    good, count = contribution(me), other.course.event_count
    later = bytes(reversed(good.contribution))
    for bad in (bytes(32), later, contribution(other).contribution):
        letter = me.write(replace(good, contribution=bad))
        other.take(letter)
        assert other.course.refused[letter.digest] == "chance"
    ahead = me.write(replace(good, draw=good.draw + 1))
    other.take(ahead)
    assert other.course.refused[ahead.digest] == "ahead"
    assert other.course.event_count == count
    sent(me, other, good)
    play_on((me, other), Random(1))
    assert other.course.over and len(other.course.refused) == 4


def test_letters_and_steps_of_another_table_change_nothing() -> None:
    """A letter is refused as a whole. Steps copied into a genuine letter do not fit."""
    me, other = to_card(cities(), Random(1))
    strange = to_card(cities(1), Random(5))[0]
    before = other.course.match.state.key()
    for letter in strange.log.order():
        assert other.log.receive(letter.data).what not in ("new", "fork")
    for letter in strange.log.order():
        for part in letter.parts:
            if isinstance(part, DeckStep):
                copied = me.write(part)
                other.take(copied)
                assert copied.digest in other.course.refused
    assert other.course.match.state.key() == before and not other.course.over


# -- not opening -----------------------------------------------------------------------------------


@pytest.mark.parametrize("loser", [0, 1])
def test_cards_that_the_winner_has_not_opened_leave_the_win_to_be_proved(loser: int) -> None:
    """Whenever they are opened; the loser's cards change nothing, and nobody can claim for them."""
    rng = Random(3)
    me, won = pair = to_card(cities(), rng)
    while me.seat != loser:
        decided(me, won, chosen(me, rng))
        me, won = pair = to_card(pair, rng)
    sent(me, won, EventsLetter(me.course.event_count, ((RESIGN, loser),)))
    assert me.course.unopened == [0, 1] and me.course.closed == won.course.closed == [won.seat]
    sent(me, won, *me.course.deck_steps())
    me.at += 30 * DAY
    word = me.log.next_letter(loser, (WordLetter("unopened", me.course.event_count),), me.at)
    assert won.log.receive(word.write(me.crypto, me.keys.secret).data).why == "damaged"
    assert won.course.closed == [won.seat] and won.course.failed is None
    sent(won, me, *won.course.deck_steps())
    for one in pair:
        assert one.course.closed == [] and one.course.failed is None
        assert one.course.loser == loser


def test_cards_of_the_loser_may_stay_closed() -> None:
    me, won = to_card(cities(), Random(3))
    sent(me, won, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    sent(won, me, *won.course.deck_steps())
    assert me.course.unopened == [me.seat] and me.course.closed == []
    assert won.course.failed is None and won.course.loser == me.seat
