"""Games with other hands that fit the same public history: what is sent looks the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.core.contract import Action
from engine.far import deck as deck_module
from engine.far.dealing import Dealing
from engine.far.deck import PASSES
from engine.far.group import Product
from engine.far.letter import KEYS, DeckStep, EventsLetter, Letter
from tests.far.decks import Pair, chosen, cities, decided, settled, to_move
from tests.far.devices import Device
from tests.far.groups import ToyGroup

START = 1_800_000_000_000
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


def decide(me: Device, other: Device, actions: tuple[Action, ...], number: int) -> None:
    """Send decisions at the moment that their number in the game gives."""
    me.at = other.at = START + 1_000 * number
    decided(me, other, actions)
    assert not me.course.refused and not other.course.refused


def played(rng: Random, letters: int) -> tuple[Pair, list[tuple[Action, ...]]]:
    """Play at random; return the decisions too."""
    pair, decisions = cities(rng.randrange(2)), []
    settled(pair)
    while not pair[0].course.over and len(pair[0].log.order()) < letters:
        me, other = to_move(pair)
        decisions.append(chosen(me, rng))
        decide(me, other, decisions[-1], len(decisions))
        settled(pair)
    return pair, decisions


def replayed(inviter: int, decisions: list[tuple[Action, ...]]) -> Pair:
    pair = cities(inviter)
    for number, actions in enumerate(decisions, 1):
        me, other = to_move(pair)
        decide(me, other, actions, number)
    settled(pair)
    return pair


def shape(letter: Letter) -> tuple[object, ...]:
    """Return what a letter shows beside the contents of commitments and keys."""
    parts = [
        (part.what, part.deck, part.places, len(part.items)) if isinstance(part, DeckStep)
        else part if isinstance(part, EventsLetter) else (type(part), len(str(part)))
        for part in letter.parts
    ]  # fmt: skip
    return letter.seat, letter.n, letter.at, len(letter.data), len(letter.parents), *parts


def course_of(pair: Pair) -> list[tuple[object, ...]]:
    """Return what a spectator sees after each letter: its shape, the position, whose clock runs."""
    eva, found = Device(pair[0].terms, -1, "Eva", ToyGroup()), []
    for letter in pair[0].log.order():
        eva.take(letter)
        state = eva.course.match.state
        found.append((*shape(letter), state.key(), eva.course.awaited, len(eva.course.riding)))
    return found


def compare(rng: Random, prescribed: list[Orders], letters: int) -> int:
    """Compare a game with one of other hands; return how many passes differ."""
    prescribed.append(Orders([], rng))
    pair, decisions = played(rng, letters)
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
    assert course_of(pair) == course_of(again)
    passes = [
        [part.items for letter in found[0].log.order() for part in letter.parts
         if isinstance(part, DeckStep) and part.what < KEYS]
        for found in (pair, again)
    ]  # fmt: skip
    return sum(first != second for first, second in zip(*passes, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_letters_of_other_hands_look_the_same(seed: int, prescribed: list[Orders]) -> None:
    """Author, number, date, kinds and lengths of parts, order, what everybody knows and whose clock
    runs, after each of 28 letters; and other elements."""
    assert compare(Random(f"alike {seed}"), prescribed, 28) >= PASSES


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20, 220))
def test_whole_games_of_other_hands_look_the_same(seed: int, prescribed: list[Orders]) -> None:
    assert compare(Random(f"alike {seed}"), prescribed, 10_000) >= PASSES


def test_a_device_whose_letters_depend_on_its_hand_would_be_found(
    prescribed: list[Orders], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sends one more key in advance if it holds a certain card."""
    honest = Dealing.before

    def leaky(self: Dealing, actions: Sequence[Action]) -> list[DeckStep]:
        found = honest(self, actions)
        held = {self.known.get(at): at for at in self.hands[self._seat] if at not in self.shown}
        low = [card for card in held if card is not None and card % 2]
        spare = [at for card, at in held.items() if card in low and len(low) > 1]
        played = {at for step in found for at in ((step.deck, place) for place in step.places)}
        for at in [one for one in spare if one not in played][:1]:
            key = self.decks[at.deck].key(self._seat, self._seed, at.place)
            found.append(DeckStep(KEYS, at.deck, (key,), (at.place,)))
        return found

    monkeypatch.setattr(Dealing, "before", leaky)
    with pytest.raises(AssertionError):
        for seed in range(8):
            compare(Random(f"leaky {seed}"), prescribed, 28)
