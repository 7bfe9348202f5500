"""Shared deck of two seats: passes, draws, keys and what is found of a seat that cheats."""

from __future__ import annotations

from random import Random

import pytest

from engine.dev.verify import Ristretto
from engine.far.bytes import ByteReader, ByteWriter, Damage
from engine.far.deck import (
    PASSES,
    BadStep,
    Deck,
    card_point,
    computed,
    permutation,
)
from engine.far.group import MAX_CARDS, Group
from engine.far.letter import KEYS, MAX_KEYS, SEED, DeckStep
from tests.far.groups import ToyGroup

TABLE, SEEDS = bytes(range(16)), (b"a" * 32, b"b" * 32)
CARDS = tuple(range(24))


def new(group: Group, cards: tuple[int, ...] = CARDS, first: int = 0, number: int = 0) -> Deck:
    return Deck(group, TABLE, "twocities", number, cards, first)


def shuffled(deck: Deck, passes: int = PASSES) -> Deck:
    """Let both seats take turns for so many passes."""
    while len(deck.passes) < passes:
        step = len(deck.passes)
        work = deck.work(step, SEEDS[deck.shuffler])
        deck.add(deck.shuffler, step, computed(deck.group, work))
    return deck


def drawn(deck: Deck, seat: int, place: int) -> int | None:
    """Release the other seat's key and return the card."""
    deck.release(1 - seat, place, deck.key(1 - seat, SEEDS[1 - seat], place))
    return deck.card(place, seat, deck.key(seat, SEEDS[seat], place))


def by_hand(deck: Deck, step: int, changed: dict[int, bytes]) -> tuple[bytes, ...]:
    """Return the elements of a pass with some of them replaced."""
    elements = list(computed(deck.group, deck.work(step, SEEDS[deck.shuffler])))
    for place, element in changed.items():
        elements[place] = element
    return tuple(elements)


@pytest.mark.parametrize("first", [0, 1])
def test_positions_hold_each_card_once_and_keys_make_them_public(first: int) -> None:
    deck = shuffled(new(ToyGroup(), first=first))
    rng = Random(first)
    found = []
    for place in CARDS:
        seat = rng.randrange(2)
        found.append(drawn(deck, seat, place))
        deck.release(seat, place, deck.key(seat, SEEDS[seat], place))
        assert deck.card(place, seat) == deck.card(place, 1 - seat) == found[-1]
    assert sorted(found) == list(CARDS)  # type: ignore[type-var]
    assert deck.faults(0, SEEDS[0]) == deck.faults(1, SEEDS[1]) == []


def test_a_deck_of_ristretto255_and_what_it_costs() -> None:
    """Six draws: 3 for each seat. A pass has n, n, 2n and 2n elements of 32 bytes."""
    deck = shuffled(new(Ristretto()))
    found = {drawn(deck, place // 3, place) for place in range(6)}
    assert len(found) == 6 and None not in found
    assert [32 * len(one) for one in deck.passes] == [768, 768, 1536, 1536]
    toy = ToyGroup()
    shuffled(new(toy))
    assert (toy.multiplied, toy.based) == (4 * 24, 2 * 24)


def test_every_order_is_possible_and_depends_on_both_seeds() -> None:
    group = ToyGroup()
    orders = set()
    for seed in (b"c" * 32, b"d" * 32, b"e" * 32):
        for other in (b"f" * 32, b"g" * 32):
            deck = new(group, (4, 9, 17))
            while not deck.ready:
                step, own = len(deck.passes), (seed, other)[deck.shuffler]
                deck.add(deck.shuffler, step, computed(group, deck.work(step, own)))
            for place in range(3):
                for seat, own in enumerate((seed, other)):
                    deck.release(seat, place, deck.key(seat, own, place))
            orders.add(tuple(deck.card(place, 0) for place in range(3)))
    assert len(orders) > 2
    found = {tuple(permutation(3, bytes([one]), b"")) for one in range(60)}
    assert len(found) == 6


def test_a_seed_is_enough_and_other_tables_decks_and_branches_share_nothing() -> None:
    """A second device computes the same passes and keys. Two branches of a table may have a deck
    of the same number with other cards: equal cards must not have equal masks there."""
    group = ToyGroup()
    deck, again = shuffled(new(group)), shuffled(new(group))
    assert deck.passes == again.passes and deck.key(0, SEEDS[0], 5) == again.key(0, SEEDS[0], 5)
    others = [new(group, CARDS[:20]), new(group, number=1), new(group, first=1)]
    others.append(Deck(group, bytes(16), "twocities", 0, CARDS, 0))
    seen = {*deck.passes[0], *deck.passes[1], *deck.passes[2], *deck.passes[3]}
    for other in others:
        shuffled(other)
        assert not seen & {point for elements in other.passes for point in elements}
        assert deck.key(0, SEEDS[0], 5) != other.key(0, SEEDS[0], 5)
    assert card_point(group, "twocities", 3) != card_point(group, "other", 3)


# -- what is refused at once -----------------------------------------------------------------------


def test_passes_are_refused_out_of_turn_and_with_impossible_elements() -> None:
    group = ToyGroup()
    deck = new(group)
    good = computed(group, deck.work(0, SEEDS[0]))
    bad = [
        (1, 0, good), (0, 1, good), (0, 0, good[:-1]), (0, 0, (*good, good[0])),
        (0, 0, (*good[:-1], bytes(32))), (0, 0, (*good[:-1], b"\xff" * 32)),
        (0, 0, (*good[:-1], good[0])),
    ]  # fmt: skip
    for seat, step, elements in bad:
        with pytest.raises(BadStep, match="pass"):
            deck.add(seat, step, elements)
    deck.add(0, 0, good)
    with pytest.raises(BadStep, match="pass"):
        deck.add(0, 0, good)
    shuffled(deck)
    with pytest.raises(BadStep, match="pass"):
        deck.add(0, 4, good)


def test_keys_are_checked_against_their_key_points() -> None:
    deck = shuffled(new(ToyGroup()))
    true = deck.key(1, SEEDS[1], 3)
    for key in (deck.key(1, SEEDS[1], 4), deck.key(0, SEEDS[0], 3), bytes(32), b"\xff" * 32):
        with pytest.raises(BadStep, match="key"):
            deck.release(1, 3, key)
        assert not deck.released(1, 3)
    deck.release(1, 3, true)
    assert deck.released(1, 3) and not deck.released(0, 3)


# -- what is found when the seed is opened ---------------------------------------------------------


@pytest.mark.parametrize("step", range(PASSES))
def test_a_false_pass_is_found_and_named(step: int) -> None:
    """A foreign element in any pass, false key points in the last two."""
    group = ToyGroup()
    for place in (2, 30) if step > 1 else (2,):
        deck = shuffled(new(group), step)
        cheat = deck.shuffler
        deck.add(cheat, step, by_hand(deck, step, {place: group.base(77)}))
        shuffled(deck)
        assert deck.faults(cheat, SEEDS[cheat]) == [step]
        assert deck.faults(1 - cheat, SEEDS[1 - cheat]) == []


def test_a_card_twice_is_found() -> None:
    """In the first two passes at once; in the last two its receiver draws it again."""
    group = ToyGroup()
    deck = shuffled(new(group), 2)
    work = deck.work(2, SEEDS[0])
    mask = work[0].scalar * pow(work[24].scalar, -1, group.order) % group.order
    twice = group.multiply(work[24 + 9].scalar * mask % group.order, deck.passes[1][4])
    deck.add(0, 2, by_hand(deck, 2, {9: twice}))
    shuffled(deck)
    assert drawn(deck, 1, 4) == drawn(deck, 1, 9)
    assert deck.faults(0, SEEDS[0]) == [2]


def test_a_foreign_element_is_no_card_for_its_receiver() -> None:
    group = ToyGroup()
    deck = shuffled(new(group), 2)
    deck.add(0, 2, by_hand(deck, 2, {0: group.base(5)}))
    shuffled(deck)
    assert drawn(deck, 1, 0) is None and drawn(deck, 1, 1) in CARDS


def test_another_seed_at_the_end_does_not_fit_the_passes() -> None:
    deck = shuffled(new(ToyGroup()))
    assert deck.faults(0, b"z" * 32) == [0, 2]
    assert deck.faults(1, b"z" * 32) == [1, 3]


# -- nothing is seen ahead -------------------------------------------------------------------------


def test_a_seat_cannot_see_positions_whose_key_it_does_not_have() -> None:
    """With all of its own secrets and the letters, no product of them leads to a card."""
    group = ToyGroup()
    deck = shuffled(new(group))
    cards = {card_point(group, "twocities", one) for one in CARDS}
    own = [work.scalar for step in (0, 2) for work in deck.work(step, SEEDS[0])]
    own += [int.from_bytes(deck.key(0, SEEDS[0], place), "big") for place in CARDS]
    points = [point for elements in deck.passes[1:] for point in elements]
    for scalar in {1, *own, *(pow(one, -1, group.order) for one in own)}:
        assert not cards & {group.multiply(scalar, point) for point in points}


# -- letters ---------------------------------------------------------------------------------------


def test_steps_are_canonical_and_bounded() -> None:
    steps = [
        DeckStep(0, 0, (b"p" * 32,) * 24), DeckStep(3, 7, (b"p" * 32,) * 48),
        DeckStep(KEYS, 2, (b"k" * 32, b"l" * 32), (3, 9)), DeckStep(SEED, 0, (b"s" * 32,)),
    ]  # fmt: skip
    for step in steps:
        out = ByteWriter()
        step.write(out)
        assert DeckStep.read(ByteReader(out.done())) == step
    bad = [
        DeckStep(0, 0, ()), DeckStep(6, 0, (b"p" * 32,)), DeckStep(SEED, 1, (b"s" * 32,)),
        DeckStep(SEED, 0, (b"s" * 32,) * 2), DeckStep(KEYS, 0, (b"k" * 32,) * 2, (3, 3)),
        DeckStep(KEYS, 0, (b"k" * 32,) * 2, (4, 3)), DeckStep(KEYS, 0, (b"k" * 32,), (MAX_CARDS,)),
        DeckStep(0, 0, (b"p" * 32,) * (2 * MAX_CARDS + 1)),
        DeckStep(KEYS, 0, (b"k" * 32,) * (MAX_KEYS + 1), tuple(range(MAX_KEYS + 1))),
    ]  # fmt: skip
    for step in bad:
        out = ByteWriter()
        step.write(out)
        with pytest.raises(Damage):
            DeckStep.read(ByteReader(out.done()))
    for cards in ((), (1, 1), tuple(range(MAX_CARDS + 1))):
        with pytest.raises(ValueError, match="not a deck"):
            new(ToyGroup(), cards)
