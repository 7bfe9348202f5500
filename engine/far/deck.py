"""Shared secret deck of two seats: neither can see, choose or count on a card of the other.

Every card is a fixed element of a group (engine/far/group.py), derived from its name. A deck is
made in four passes; n is the number of cards:

    0  the first seat multiplies all elements by one secret mask and shuffles them: n elements
    1  the second seat does the same with what it got: n elements
    2  the first seat replaces its mask by one key a_i for each position i: n elements, then its
       key points a_i·G
    3  the second seat likewise, with its keys b_i: n elements, then n key points b_i·G

Position i then holds a_i·b_i·(card). Draws take the positions in order. The other seat releases its
key of the position, which anybody checks against its key point; the receiver takes off both keys
and alone knows the card. Playing the card releases the receiver's key too: everybody sees it.
A released key says nothing without the other one, so keys need no encryption.

Masks, keys and permutations derive from the seat's seed and everything sent before in this deck, so
the seed and the letters are enough to go on, and two branches of a table never share a secret. A
seat that shuffles falsely (a foreign card, a card twice, other key points) is found when its seed
is opened: every pass is computed again.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.far.bytes import ByteWriter, digest
from engine.far.group import (
    MAX_CARDS,
    SCALAR,
    Group,
    Product,
    point_of,
    read_scalar,
    scalar_of,
)

PASSES = 4
_WIDE = 1 << 256


class BadStep(Exception):
    """Raised for a step that no honest device sends; the argument is the reason: `pass`, `key`,
    `ahead` or `card`."""


def card_point(group: Group, game_id: str, card: int) -> bytes:
    """Return the fixed element of a card of a game."""
    return point_of(group, "card", ByteWriter().text(game_id).number(card).done())


def computed(group: Group, work: Sequence[Product]) -> tuple[bytes, ...]:
    """Return the elements of a pass."""
    return tuple(
        group.multiply(scalar, point) if point else group.base(scalar) for scalar, point in work
    )


def permutation(count: int, seed: bytes, context: bytes) -> list[int]:
    """Return a uniform permutation of 0…count − 1, derived from seed and context."""
    found, draw = list(range(count)), 0
    for last in range(count - 1, 0, -1):
        while True:
            drawn = digest("shuffle", seed, context, draw.to_bytes(4, "big"))
            value, draw = int.from_bytes(drawn, "big"), draw + 1
            if value < _WIDE - _WIDE % (last + 1):
                break
        other = value % (last + 1)
        found[last], found[other] = found[other], found[last]
    return found


class Deck:
    """Transcript of one deck. `number`: of the deck at its table; `cards`: what it is made of;
    `first`: the seat of passes 0 and 2. Secrets are handed in as a seat's seed, and not kept."""

    def __init__(
        self, group: Group, table: bytes, game_id: str, number: int, cards: tuple[int, ...],
        first: int,
    ) -> None:  # fmt: skip
        if not 0 < len(cards) <= MAX_CARDS or len(set(cards)) < len(cards):
            raise ValueError("not a deck")
        self.group, self.number, self.cards, self.first = group, number, cards, first
        self.points = {card_point(group, game_id, one): one for one in cards}
        self.passes: list[tuple[bytes, ...]] = []
        self.drawn: list[int] = []  # receiver, by position
        self._keys: dict[tuple[int, int], int] = {}  # released ones, by seat and position
        start = ByteWriter().raw(table).number(number).byte(first).value(cards).done()
        self._contexts = [digest("deck", start)]  # before each pass

    @property
    def size(self) -> int:
        return len(self.cards)

    # -- passes --------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        return len(self.passes) == PASSES

    @property
    def shuffler(self) -> int:
        """The seat whose pass is next; −1 when the deck is ready."""
        return -1 if self.ready else self._author(len(self.passes))

    def _author(self, step: int) -> int:
        return self.first if step % 2 == 0 else 1 - self.first

    def work(self, step: int, seed: bytes) -> list[Product]:
        """Return the multiplications of a pass in the order of its elements. All earlier passes
        must be there."""
        count, order, context = self.size, self.group.order, self._contexts[step]
        before = self.passes[step - 1][:count] if step else tuple(self.points)
        if step < 2:
            mask = scalar_of(self.group, b"mask", seed, context)
            return [Product(mask, before[one]) for one in permutation(count, seed, context)]
        mask = scalar_of(self.group, b"mask", seed, self._contexts[step - 2])
        undone = pow(mask, -1, order)
        keys = [self._derived(step, seed, place) for place in range(count)]
        masked = [Product(keys[n] * undone % order, before[n]) for n in range(count)]
        return [*masked, *(Product(key, b"") for key in keys)]

    def add(self, seat: int, step: int, elements: tuple[bytes, ...]) -> None:
        """Take a pass. Raises BadStep."""
        if self.ready or step != len(self.passes) or seat != self.shuffler:
            raise BadStep("pass")
        if len(elements) != self.size * (1 if step < 2 else 2):
            raise BadStep("pass")
        if not all(self.group.good(one) for one in elements) or len({*elements}) < len(elements):
            raise BadStep("pass")
        self.passes.append(elements)
        self._contexts.append(digest("pass", self._contexts[-1], *elements))

    def faults(self, seat: int, seed: bytes) -> list[int]:
        """Return the passes of a seat that do not follow from its opened seed."""
        return [
            step
            for step in self.steps(seat)
            if computed(self.group, self.work(step, seed)) != self.passes[step]
        ]

    def steps(self, seat: int) -> list[int]:
        """Return the numbers of the passes that a seat has made."""
        return [step for step in range(len(self.passes)) if self._author(step) == seat]

    # -- keys ----------------------------------------------------------------------------------

    def _derived(self, step: int, seed: bytes, place: int) -> int:
        where = place.to_bytes(4, "big")
        return scalar_of(self.group, b"key", seed, self._contexts[step], where)

    def key(self, seat: int, seed: bytes, place: int) -> bytes:
        """Return a seat's own key of a position, derived from its seed."""
        step = 2 if seat == self.first else 3
        return self._derived(step, seed, place).to_bytes(SCALAR, "big")

    @property
    def key_count(self) -> int:
        """How many keys of this deck both seats have released so far."""
        return len(self._keys)

    def released(self, seat: int, place: int) -> bool:
        return (seat, place) in self._keys

    def release(self, seat: int, place: int, key: bytes) -> None:
        """Take a seat's key of a position. Raises BadStep if it does not fit the key point."""
        scalar = read_scalar(self.group, key)
        points = self.passes[2 if seat == self.first else 3]
        if scalar is None or self.group.base(scalar) != points[self.size + place]:
            raise BadStep("key")
        self._keys[seat, place] = scalar

    def card(self, place: int, seat: int, key: bytes = b"") -> int | None:
        """Return the card of a position whose other key is released; None if it holds none of the
        deck. `key`: of `seat`, unless it is released too."""
        return self.points.get(self.group.multiply(*self.uncovering(place, seat, key)))

    def uncovering(self, place: int, seat: int, key: bytes = b"") -> Product:
        """Return the product that takes both keys off a position (`card`)."""
        own = self._keys.get((seat, place)) or int.from_bytes(key, "big")
        both = own * self._keys[1 - seat, place] % self.group.order
        return Product(pow(both, -1, self.group.order), self.passes[3][place])
