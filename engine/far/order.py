"""The total order of the letters that count: among those whose parents are placed, those with a
decision come first, then the lower seat.

It depends on the chains alone. While they grow it is kept, and a new letter is inserted: after its
parents and after those letters of the other seat that come first. That costs as many steps as there
are letters of the other seat which its author had not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.contract import TABLE_VERBS
from engine.far.bytes import Damage
from engine.far.letter import SEATS, EventsLetter, Letter, read

Chains = Sequence[list[Letter]]


def sorted_letters(found: Iterable[bytes]) -> list[Letter | bytes]:
    """Parse letters and sort them so that each follows its parents and none has to wait. Damaged
    ones come last, as they are."""
    good: list[Letter] = []
    bad: list[bytes] = []
    for data in found:
        try:
            good.append(read(data))
        except Damage:
            bad.append(data)
    return [*sorted(good, key=lambda one: sum(parent.seen for parent in one.parents)), *bad]


class Order:
    """Order of two chains. `letters`: those placed."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self._placed = [0] * SEATS
        self._last: list[Letter | None] = [None] * SEATS

    def follow(self, chains: Chains) -> list[Letter]:
        """Place the letters of these chains, and return them in order."""
        grown = all(
            not count or (count <= len(chain) and chain[count - 1] is last)
            for chain, count, last in zip(chains, self._placed, self._last, strict=True)
        )
        if not grown:
            self.letters, self._placed = [], [0] * SEATS
        while found := _ready(chains, self._placed):
            self._insert(min(found, key=_rank))
        self._last = [chain[-1] if chain else None for chain in chains]
        return self.letters

    def _insert(self, letter: Letter) -> None:
        at, parents = len(self.letters), {one.digest for one in letter.parents}
        while at and self.letters[at - 1].digest not in parents:
            at -= 1
        while at < len(self.letters) and _rank(self.letters[at]) < _rank(letter):
            at += 1
        self.letters.insert(at, letter)
        self._placed[letter.seat] += 1


def displaced(folded: list[Letter], letters: list[Letter]) -> list[Letter]:
    """Take the last words from `folded` that other letters now precede, and return them, the latest
    first. Nothing depends on words, so the letters before them need not be folded again."""
    found: list[Letter] = []
    while folded and letters[len(folded) - 1 : len(folded)] != folded[-1:]:
        if not folded[-1].talk:
            break
        found.append(folded.pop())
    return found


def _ready(chains: Chains, placed: list[int]) -> list[Letter]:
    """Return the next letter of each chain whose parents are placed."""
    return [
        chain[done]
        for chain, done in zip(chains, placed, strict=True)
        if done < len(chain) and all(placed[one.seat] >= one.seen for one in chain[done].parents)
    ]


def _rank(letter: Letter) -> tuple[bool, int]:
    decides = any(
        isinstance(part, EventsLetter) and any(one[0] not in TABLE_VERBS for one in part.actions)
        for part in letter.parts
    )
    return (not decides, letter.seat)
