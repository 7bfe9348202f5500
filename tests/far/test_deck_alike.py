"""Games with other hands that fit the same public history: what is sent looks the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.contract import Action
from engine.far import deck as deck_module
from engine.far.group import Product
from engine.far.letter import DeckStep, EventsLetter, Letter
from tests.far.decks import Pair, chosen, cities, decided, settled, to_move

Order = tuple[int, ...]  # cards of a deck by position


class Orders:
    """Prescribed orders of the decks of a table: the first seat shuffles so, the second one not at
    all."""

    def __init__(self, orders: list[Order], rng: Random) -> None:
        self.orders, self._rng = orders, rng

    def permute(self, deck: deck_module.Deck, step: int) -> list[int]:
        if step:
            return list(range(deck.size))
        while len(self.orders) <= deck.number:
            cards = list(deck.cards)
            self._rng.shuffle(cards)
            self.orders.append(tuple(cards))
        return [deck.cards.index(card) for card in self.orders[deck.number]]


@pytest.fixture
def prescribed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Orders]]:
    """Decks whose first seat uses the orders in this list's last entry."""
    using: list[Orders] = []
    honest = deck_module.Deck.work

    def work(self: deck_module.Deck, step: int, seed: bytes) -> list[Product]:
        order = using[-1].permute(self, step) if step < 2 else []
        monkeypatch.setattr(deck_module, "permutation", lambda *_: order)
        return honest(self, step, seed)

    monkeypatch.setattr(deck_module.Deck, "work", work)
    yield using


def other_orders(pair: Pair, orders: list[Order], rng: Random) -> list[Order]:
    """Return orders in which the cards that nobody has played stand elsewhere."""
    found, dealing = [], pair[0].course.dealing
    held = {at for hand in dealing.hands for at in hand}
    for deck, order in zip(dealing.decks, orders, strict=True):
        drawn = (at for at, _ in dealing.order if at.deck == deck.number)
        played = {at.place for at in drawn if at not in held}
        free = [place for place in range(deck.size) if place not in played]
        cards = [order[place] for place in free]
        rng.shuffle(cards)
        new = list(order)
        for place, card in zip(free, cards, strict=True):
            new[place] = card
        found.append(tuple(new))
    return found


def played(rng: Random, letters: int) -> tuple[Pair, list[tuple[Action, ...]]]:
    """Play at random; return the decisions too."""
    pair, decisions = cities(rng.randrange(2)), []
    settled(pair)
    while not pair[0].course.over and len(pair[0].log.order()) < letters:
        me, other = to_move(pair)
        decisions.append(chosen(me, rng))
        decided(me, other, decisions[-1])
        settled(pair)
    return pair, decisions


def replayed(inviter: int, decisions: list[tuple[Action, ...]]) -> Pair:
    pair = cities(inviter)
    for actions in decisions:
        me, other = to_move(pair)
        decided(me, other, actions)
        assert not me.course.refused and not other.course.refused
    settled(pair)
    return pair


def shape(letter: Letter) -> tuple[object, ...]:
    """Return what a letter shows beside the contents of commitments and keys."""
    parts = [
        (part.what, part.deck, part.places, len(part.items)) if isinstance(part, DeckStep)
        else part if isinstance(part, EventsLetter) else type(part)
        for part in letter.parts
    ]  # fmt: skip
    return letter.seat, letter.n, letter.at, len(letter.data), len(letter.parents), *parts


@pytest.mark.parametrize(
    "seed", [*range(20), *(pytest.param(one, marks=pytest.mark.soak) for one in range(20, 200))]
)
def test_letters_of_other_hands_look_the_same(seed: int, prescribed: list[Orders]) -> None:
    """Author, number, date, kinds and lengths of parts, order; and other elements. The first 20
    games end after 28 letters."""
    rng = Random(f"alike {seed}")
    prescribed.append(Orders([], rng))
    pair, decisions = played(rng, 28 if seed < 20 else 10_000)
    orders = prescribed[-1].orders
    for _ in range(30):
        changed = other_orders(pair, orders, rng)
        if changed == orders:
            continue
        prescribed.append(Orders(list(changed), rng))
        try:
            again = replayed(pair[0].seat, decisions)
        except AssertionError:
            continue  # a discard that these hands do not allow
        break
    else:
        pytest.fail("no other hands fit")
    one, other = (found[0].log.order() for found in (pair, again))
    assert [shape(letter) for letter in one] == [shape(letter) for letter in other]
    for before, after in zip(pair, again, strict=True):
        seen = before.course.match.state.observation(-1)
        assert seen.key() == after.course.match.state.observation(-1).key()
    passes = [
        [part.items for letter in found for part in letter.parts if isinstance(part, DeckStep)]
        for found in (one, other)
    ]
    assert passes[0] != passes[1]
