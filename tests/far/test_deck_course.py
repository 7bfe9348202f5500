"""A Tale of Two Cities on two devices, from a shared deck: whole games, hands, secrets, cheats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.core.contract import RESIGN
from engine.dev.verify import Ristretto
from engine.far import deck as deck_module
from engine.far.dealing import Dealing
from engine.far.group import SCALAR
from engine.far.letter import KEYS, SEED, DeckStep, EventsLetter, LetterPart, WordLetter
from engine.match.clock import Clock
from tests.far.decks import (
    Pair,
    answered,
    chosen,
    cities,
    contribution,
    decided,
    play_on,
    position,
    reopened,
    sent,
    settled,
    to_move,
    truth,
)
from tests.far.devices import Device
from tests.far.groups import ToyGroup


def faults(dealing: Dealing) -> list[tuple[int, int, int]]:
    """Return deck, seat and number of each pass that does not follow from an opened seed."""
    return [
        (deck.number, seat, step)
        for deck in dealing.decks
        for seat, seed in sorted(dealing.seeds.items())
        for step in deck.faults(seat, seed)
    ]


def hands_are_true(pair: Pair) -> None:
    """Check that each device knows exactly what the rules show its seat."""
    whole = truth(pair)
    for device in pair:
        match = device.course.match
        seen = whole.state_at(len(match.events)).observation(device.seat)
        assert match.state.key() == seen.key() and match.viewer == device.seat


def nothing_leaks(me: Device, other: Device) -> None:
    """Check that no key of a card in `other`'s hand or in the deck is among the letters."""
    data = b"".join(letter.data for letter in me.log.kept())
    for deck in me.course.dealing.decks:
        if deck.ready:
            for place in range(deck.size):
                held = place >= len(deck.drawn) or any(
                    one == (deck.number, place) for one in other.course.dealing.hands[other.seat]
                )
                key = deck.key(other.seat, other.keys.seed, place)
                assert (key in data) is deck.released(other.seat, place)
                assert not held or key not in data
    assert other.keys.seed not in data


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(one, marks=pytest.mark.soak) for one in range(5, 120))]
)
def test_a_game_reopened_on_both_sides_has_the_hands_of_the_rules(seed: int) -> None:
    """Whole games; after some letters both devices have nothing but keys and letters."""
    rng, pair = Random(f"course {seed}"), cities(seed % 2)
    count = 12
    while not pair[0].course.over:
        play_on(pair, rng, count)
        count += 12
        if not pair[0].course.over:
            hands_are_true(pair)
            nothing_leaks(*pair)
            nothing_leaks(*pair[::-1])
            pair = reopened(pair[0]), reopened(pair[1])
            hands_are_true(pair)
    whole = truth(pair)
    for device in pair:
        assert not device.course.refused and device.course.dealing.broken is None
        assert device.course.match.state.key() == whole.state.observation(device.seat).key()
        assert device.course.match.viewer == device.seat  # the end shows no hand
        assert faults(device.course.dealing) == []
        cards = device.course.dealing.dealt()
        drawn = [one.action[1] for one in whole.events if one.action[0] in ("deal", "card")]
        assert cards == drawn and {*device.course.dealing.seeds} == {0, 1}


def test_a_game_with_reshuffles() -> None:
    pair = cities()
    rng = Random(3)
    while len(pair[0].course.dealing.decks) < 3:
        me, other = to_move(pair)
        assert not me.course.over
        stay = [one for one in sorted(me.course.match.state.legal_actions()) if one[0] == "move"]
        actions = (stay[0],) if stay and stay[0][1] == stay[0][2] else ()
        state = me.course.match.state.clone()
        for action in actions:
            state.apply(action)
        decided(me, other, actions if actions and state.current_player() != me.seat else quiet(me))
    hands_are_true(pair)
    decks = pair[0].course.dealing.decks
    assert decks[0].size == 24 and all(11 <= one.size <= 18 for one in decks[1:])
    play_on(pair, rng)
    assert pair[0].course.over and not pair[0].course.refused


def quiet(me: Device) -> tuple[tuple[object, ...], ...]:
    """Return decisions of a turn that move nothing forward, so that the game lasts."""
    state, found = me.course.match.state.clone(), []
    while state.current_player() == me.seat:
        actions = sorted(state.legal_actions())
        stay = [one for one in actions if one[0] == "move" and one[1] == one[2]]
        found.append((stay or [one for one in actions if one[0] == "hold"] or actions)[0])
        state.apply(found[-1])
    return tuple(found)


def test_a_game_on_ristretto255() -> None:
    """A few turns, then a resignation; both seeds are opened and no pass is false."""
    group = Ristretto()
    pair = cities(group=group)
    play_on(pair, Random(1), 13)
    hands_are_true(pair)
    again = reopened(pair[0], group)
    assert again.course.dealing.known == pair[0].course.dealing.known
    me, other = to_move(pair)
    while position(me).ask != "card":
        decided(me, other, chosen(me, Random(2)))
        me, other = to_move(pair)
    sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    settled(pair)
    assert me.course.over and {*me.course.dealing.seeds} == {0, 1}
    assert faults(me.course.dealing) == []


def test_a_spectator_sees_what_a_spectator_may() -> None:
    pair = cities()
    play_on(pair, Random(5), 30)
    eva = Device(pair[0].terms, -1, "Eva", ToyGroup())
    eva.take(*pair[0].log.order())
    whole = truth(pair).state_at(len(eva.course.events))
    assert eva.course.match.state.key() == whole.observation(-1).key()
    assert not eva.course.dealing.known and not eva.course.refused


def test_letters_come_in_any_order_and_twice() -> None:
    pair = cities()
    play_on(pair, Random(6), 40)
    letters = pair[0].log.order()
    again = Device(pair[1].terms, pair[1].seat, "Blas", ToyGroup())
    rng = Random(1)
    for letter in rng.sample(letters, len(letters)) + letters:
        again.log.receive(letter.data)
        again.course.follow(again.log)
    assert again.course.match.state.key() == pair[1].course.match.state.key()


def test_keys_of_draws_need_no_letter_of_their_own() -> None:
    """They ride on a decision or a pass."""
    pair = cities()
    play_on(pair, Random(2))
    alone = [
        one.parts for one in pair[0].log.order()
        if all(isinstance(part, DeckStep) and part.what == KEYS for part in one.parts)
    ]  # fmt: skip
    assert not alone and len(pair[0].course.dealing.order) > 20


def test_an_attack_with_evasion_takes_three_letters() -> None:
    """The attack; the answer with its contribution; the attacker's contribution, which gives the
    evasion die and the attack dice."""
    pair = cities()
    play_on(pair, Random(3))
    letters, found = pair[0].log.order(), 0
    for number, letter in enumerate(letters):
        told = [part for part in letter.parts if isinstance(part, EventsLetter)]
        if not told or told[0].actions[-1] != ("evade", 1):
            continue
        found += 1
        before = letters[number - 1]
        assert any(
            isinstance(part, EventsLetter) and part.actions[-1][0] == "melee"
            for part in before.parts
        )
        seen = Device(pair[0].terms, -1, "Eva", ToyGroup())
        seen.take(*letters[: number + 2])
        assert before.seat == letters[number + 1].seat != letter.seat
        assert [one.action[0] for one in seen.course.events][told[0].count :][:3] == [
            "evade", "die", "dice",
        ]  # fmt: skip
    assert found


def test_a_turn_waits_for_the_other_device_and_its_clock_runs() -> None:
    """The seat that owes a pass or key is the one the game waits for."""
    pair = cities(clock=Clock(minutes=10, seconds=5))
    white, black = sorted(pair, key=lambda one: one.seat)
    while white.course.drawn is None:
        assert answered(white, black) or answered(black, white)
    for author in (white, black, white, black):
        assert {one.course.awaited for one in pair} == {author.seat}
        assert white.course.turn is not None and white.course.turn.seat == author.seat
        sent(author, pair[author is pair[0]], *author.course.deck_steps())
    assert {one.course.awaited for one in pair} == {white.seat}  # keys of Black's cards


def test_no_takeback_crosses_a_shown_card() -> None:
    """What a player decided after it may be taken back: here while the other one is asked."""
    pair = cities()
    rng = Random(4)
    while True:
        settled(pair)
        pair = cities() if pair[0].course.over else pair
        me, other = to_move(pair)
        count, actions = me.course.event_count, chosen(me, rng)
        decided(me, other, actions)
        asked = me.course.match.state.current_player() == other.seat
        if actions[0][0] == "play" and len(actions) > 1 and asked:
            break
    for device in pair:
        assert not device.course.may_offer("back", count)
        assert device.course.may_offer("back", count + 1)
    sent(me, other, WordLetter("back?", count))
    assert other.course.agreements.offer is None
    sent(me, other, WordLetter("back?", count + 1))
    sent(other, me, WordLetter("back", count + 1))
    sent(me, other, WordLetter("back!", count + 1))
    assert me.course.event_count == other.course.event_count == count + 1
    play_on((me, other), rng)
    assert me.course.over and not me.course.refused


# -- clients that cheat ----------------------------------------------------------------------------


def until_pass(step: int) -> tuple[Device, Device, DeckStep]:
    """Return the author of a pass of the first deck, the other device and the honest pass."""
    pair = cities()
    white, black = sorted(pair, key=lambda one: one.seat)
    me, other = (white, black) if step % 2 == 0 else (black, white)
    while True:
        steps = me.course.deck_steps()
        if steps and steps[0].what == step:
            return me, other, steps[0]
        assert answered(white, black) or answered(black, white)


def changed(step: DeckStep, items: dict[int, bytes]) -> DeckStep:
    found = list(step.items)
    for place, item in items.items():
        found[place] = item
    return replace(step, items=tuple(found))


def resigned(me: Device, other: Device) -> None:
    """Play to a choice of a card by `me`, who resigns; then both open."""
    rng = Random(1)
    while True:
        mover, _ = to_move((me, other))
        if mover is me and position(me).ask == "card":
            sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
            settled((me, other))
            return
        decided(mover, other if mover is me else me, chosen(mover, rng))


@pytest.mark.parametrize("place", [0, 20])
@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_a_foreign_card_is_found_at_its_draw_or_at_the_end_and_named(step: int, place: int) -> None:
    cheat, honest, good = until_pass(step)
    sent(cheat, honest, changed(good, {place: ToyGroup().base(12345)}))
    fault = (0, cheat.seat, step)
    if step % 2 and not place:  # White's first card
        settled((cheat, honest))
        assert honest.course.dealing.broken == (0, 0)
        assert position(honest).dealt() == (3, 3) and not honest.course.refused
        assert honest.course.dealing.decks[0].faults(cheat.seat, cheat.keys.seed) == [step]
        return
    resigned(cheat, honest)
    assert faults(honest.course.dealing) == faults(cheat.course.dealing) == [fault]
    assert honest.course.over and not honest.course.refused
    assert len(honest.course.match.events) == len(cheat.course.match.events)


def test_a_card_twice_is_refused_at_once_where_the_mask_is_common() -> None:
    cheat, honest, good = until_pass(0)
    bad = changed(good, {1: good.items[0]})
    letter = sent(cheat, honest, bad)
    assert honest.course.refused[letter.digest] == "pass"
    assert not honest.course.dealing.decks[0].passes and honest.course.awaited == cheat.seat
    sent(cheat, honest, good)
    assert len(honest.course.dealing.decks[0].passes) == 1


def test_a_card_twice_is_found_by_who_draws_it_again() -> None:
    """White puts the card of Black's first position into Black's second one too. Black's device
    has no possible card there and stops; what it holds stays as it is."""
    white, black, good = until_pass(2)
    group, deck = ToyGroup(), white.course.dealing.decks[0]
    work = deck.work(2, white.keys.seed)
    undone = work[4].scalar * pow(work[28].scalar, -1, group.order) % group.order
    twice = group.multiply(work[28].scalar * undone % group.order, deck.passes[1][3])
    sent(white, black, changed(good, {4: twice}))
    settled((white, black))
    keys = white.course.riding
    assert keys  # they ride on White's decision
    decided(white, black, chosen(white, Random(1)))
    assert black.course.dealing.broken == (0, 4)
    state = position(black)
    assert state.unknown[black.seat] == 1 and state.hands[black.seat].bit_count() == 2
    assert reopened(black).course.match.state.key() == state.key()
    sent(black, white, *[DeckStep(SEED, 0, (black.keys.seed,))])  # Black shows that it was honest
    assert faults(white.course.dealing) == []
    assert white.course.dealing.decks[0].faults(white.seat, white.keys.seed) == [2]


def to_card(pair: Pair, rng: Random) -> Pair:
    """Play until a device chooses a card; return it first."""
    while True:
        me, other = to_move(pair)
        if position(me).ask == "card":
            return me, other
        decided(me, other, chosen(me, rng))


def test_a_card_that_was_not_drawn_cannot_be_played() -> None:
    """Without its key, with the key of another card, and a card of the deck: the letter changes
    nothing, and the game waits for a true one."""
    me, other = to_card(cities(), Random(1))
    dealing, state = me.course.dealing, me.course.match.state
    mine = [card for at, card in dealing.known.items() if at in dealing.hands[me.seat]]
    foreign = next(card for card in range(16, 24) if card not in mine)
    before = other.course.event_count
    told = dealing.known[dealing.hands[me.seat][0]]  # whose key is released below
    honest = next(one for one in sorted(state.legal_actions()) if one not in (("play", told),))
    for number, card in enumerate((foreign, honest[1])):
        riding = tuple(me.course.riding)
        parts: list[LetterPart] = [*riding] if not number else []
        wrong = next(at for at in dealing.hands[me.seat] if dealing.known[at] != card)
        if card == foreign:
            key = dealing.decks[0].key(me.seat, me.keys.seed, wrong.place)
            parts.append(DeckStep(KEYS, 0, (key,), (wrong.place,)))
        shown = other.course.event_count
        events = EventsLetter(shown if number else me.course.event_count, (("play", card),))
        letter = me.write(*parts, events)
        other.take(letter)
        assert other.course.refused[letter.digest] == me.course.refused[letter.digest] == "card"
    assert other.course.event_count >= before and position(me).ask == "card"
    decided(me, other, chosen(me, Random(3)))
    play_on((me, other), Random(4))
    assert other.course.over and len(other.course.refused) == 2


@pytest.mark.parametrize("false", [lambda key: bytes(SCALAR), lambda key: key[:-1] + b"\1"])
def test_a_false_key_is_refused_at_once(false: Callable[[bytes], bytes]) -> None:
    """The receiver keeps waiting for the true one; its hand does not change."""
    white, black = sorted(cities(), key=lambda one: one.seat)
    while not black.course.deck_steps() or black.course.deck_steps()[-1].what != KEYS:
        assert answered(white, black) or answered(black, white)
    last, keys = black.course.deck_steps()
    sent(black, white, last)
    bad = replace(keys, items=(false(keys.items[0]), *keys.items[1:]))
    letter = sent(black, white, bad)
    assert white.course.refused[letter.digest] == "key" and white.course.awaited == black.seat
    assert not white.course.dealing.known and position(white).dealt() == (0, 0)
    sent(black, white, keys)
    assert len(white.course.dealing.known) == 3


def test_false_key_points_are_found_when_the_key_is_due_and_at_the_end() -> None:
    cheat, honest, good = until_pass(3)
    sent(cheat, honest, changed(good, {24: ToyGroup().base(99)}))
    letter = sent(cheat, honest, *cheat.course.deck_steps())
    assert honest.course.refused[letter.digest] == "key" and honest.course.awaited == cheat.seat
    fault = honest.course.dealing.decks[0].faults(cheat.seat, cheat.keys.seed)
    assert fault == [3]


def test_a_withheld_key_leaves_the_game_waiting_for_its_owner() -> None:
    pair = cities(clock=Clock(minutes=1, seconds=1))
    rng = Random(8)
    while True:
        me, other = to_move(pair)
        decided(me, other, chosen(me, rng))
        if me.course.drawn is not None and me.course.drawn.seat == me.seat:
            break
    count = me.course.event_count
    assert me.course.awaited == other.seat and me.course.may_claim(me.seat)
    riding = [part for part in other.course.riding if isinstance(part, DeckStep)]
    assert riding or other.course.deck_steps()
    assert me.course.event_count == count  # what `other` knows of its own key settles nothing here


def test_nobody_looks_ahead() -> None:
    """Keys of later positions, of the own next card, of a deck to come, and contributions before
    their draw are refused. A device has no step that would ask for them."""
    me, other = to_card(cities(), Random(2))
    deck = me.course.dealing.decks[0]
    place = len(deck.drawn)
    for at, number in ((place, 0), (place + 1, 0), (23, 0), (0, 1)):
        key = deck.key(me.seat, me.keys.seed, at)
        letter = me.write(DeckStep(KEYS, number, (key,), (at,)))
        other.take(letter)
        assert other.course.refused[letter.digest] == "ahead"
    letter = me.write(contribution(me))
    other.take(letter)
    assert other.course.refused[letter.digest] == "ahead"
    sent(me, other, WordLetter("draw?", me.course.event_count))
    assert len(deck.drawn) == place == 6


def test_another_seed_at_the_end_is_refused() -> None:
    me, other = to_card(cities(), Random(3))
    sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    letter = me.write(DeckStep(SEED, 0, (bytes(32),)))
    other.take(letter)
    assert (
        other.course.refused[letter.digest] == "seed" and me.seat not in other.course.dealing.seeds
    )
    settled((me, other))
    assert {*other.course.dealing.seeds} == {0, 1} and faults(other.course.dealing) == []


def test_two_versions_of_a_pass_share_no_secret() -> None:
    """A fork of the second seat's pass: the first seat's keys differ with what it answers."""
    black, white, good = until_pass(1)
    deck = white.course.dealing.decks[0]
    twin = changed(good, {0: good.items[1], 1: good.items[0]})
    found = []
    for version in (good, twin):
        trial = deck_module.Deck(ToyGroup(), white.terms.id, "twocities", 0, deck.cards, white.seat)
        trial.add(white.seat, 0, deck.passes[0])
        trial.add(black.seat, 1, version.items)
        found.append({one.scalar for one in trial.work(2, white.keys.seed)})
    assert not found[0] & found[1]


def test_arbitrary_steps_of_a_deck_change_nothing() -> None:
    """Hostile parts in genuine letters: each is refused; a true step still counts afterwards."""
    me, other = to_card(cities(), Random(2))
    rng, group = Random(5), ToyGroup()
    deck = me.course.dealing.decks[0]
    before = other.course.match.state.key(), dict(other.course.dealing.known)
    riding = len(me.course.riding)
    for _ in range(60):
        what = rng.randrange(SEED + 1)
        items = [
            rng.choice([
                rng.randbytes(32), bytes(32), group.base(rng.randrange(1, group.order)),
                deck.key(me.seat, me.keys.seed, rng.randrange(24)), deck.passes[3][0],
            ])
            for _ in range(1 if what == SEED else rng.randrange(1, 50 if what < KEYS else 8))
        ]  # fmt: skip
        places = tuple(sorted(rng.sample(range(64), len(items)))) if what == KEYS else ()
        number = 0 if what == SEED else rng.randrange(3)
        letter = me.write(DeckStep(what, number, tuple(items), places))
        assert other.log.receive(letter.data).what == "new"
        other.course.follow(other.log)
        assert letter.digest in other.course.refused
    dealing = other.course.dealing
    assert (other.course.match.state.key(), dict(dealing.known)) == before and riding
    assert len(dealing.decks) == 1 and dealing.broken is None and not dealing.seeds
    play_on((me, other), Random(6))
    assert other.course.over and len(other.course.refused) == 60
