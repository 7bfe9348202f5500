"""Forks: two letters of one seat with the same number.

A fork never ends a table. `choose` picks one chain for each seat, from the letters alone, so every
device that has the same letters has the same chains:

1. The pair of branches counts in which one seat has ended the game and the other has named that;
   if one seat alone has forked, only against branches that the other has not answered.
2. What the other seat has answered stands: one of its letters names a letter of that branch, and
   that letter does not itself belong to a branch that has lost.
3. If both seats have forked so that each branch of one answers another branch of the other, the
   pair of branches counts in which more letters are answered by the other seat, then the pair with
   more letters, then the lower digest. Answered letters come first because a seat can add any
   number of letters to a branch of its own, but cannot answer for the other.
4. While nobody has answered: a branch that ends the game counts (nothing revives an ended game),
   then the only one that decides something, then the lower digest. If more than one decides, the
   fork is open: until it is answered a device gives no contribution and opens nothing. Two devices
   of a seat that have answered alike, at different moments, leave nothing open.

Cost: letters between forks are kept as stretches, and `choose` looks at stretches alone, of which
there are few: a seat has at most MAX_BRANCHES branches (engine/far/limits.py). A letter that only
lengthens a stretch needs no choice at all, unless both seats have forked (1, 3). So a letter takes
as long with 30 forks and 1,000 letters as with none; one that makes a fork has all stretches built
anew, which is linear.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.far.letter import EventsLetter, Letter, Parent

NONE = b""  # digest of no letter


class Fork(NamedTuple):
    """Two genuine letters of one seat with the same number. `one` counts, if either does."""

    one: Letter
    other: Letter


class Branches(NamedTuple):
    """Chosen chains by seat, and the forks on them that are still open. `weighed`: pairs of
    branches were compared by their letters."""

    chains: tuple[list[Letter], list[Letter]]
    open: tuple[Fork, ...]
    weighed: bool = False

    def has(self, letter: Letter) -> bool:
        """Return whether a letter is on its chain."""
        chain = self.chains[letter.seat]
        return letter.n < len(chain) and chain[letter.n].digest == letter.digest


def _building(letters: Mapping[bytes, Letter] | Mapping[bytes, Stretch], what: str) -> set[bytes]:
    """Return the digests of letters that have a property, `decides` or `ends`, and of those of the
    same seat before them.

    `letters`: by digest, parents first."""
    found: set[bytes] = set()
    for digest, letter in reversed([*letters.items()]):
        if getattr(letter, what) or digest in found:
            found |= {digest, letter.own}
    return found


def settled(order: Sequence[Letter], beside: Sequence[Letter], lost: Letter) -> str:
    """Return why the branch that begins with `lost` does not count: `answered`, `ends`, `decides`,
    `digest`, or `open` while it still may. `order`: the letters that count; `beside`: the others.
    """
    letters = {one.digest: one for one in (*order, *beside, lost)}
    chosen = next(one for one in order if (one.seat, one.n) == (lost.seat, lost.n))
    if any(one.seen > lost.n for one in order if one.seat != lost.seat):
        return "answered"
    ending, deciding = _building(letters, "ends"), _building(letters, "decides")
    if chosen.digest in ending and lost.digest not in ending:
        return "ends"
    if lost.digest in deciding:
        return "open"
    if chosen.digest in deciding:
        return "decides"
    return "digest" if chosen.digest < lost.digest else "open"


class Stretch:
    """Letters of one seat that follow each other and count together or not at all: no other letter
    forks off between them, and all name the same segment of the other seat.

    For `choose` it is one letter, with the digest of its first letter and the number of its last,
    that names the stretch before it and the first stretch of a segment. `segment`: the first
    stretch since the start or the last fork; that one holds a single letter."""

    def __init__(self, letter: Letter, before: Stretch | None, named: bytes, forks: bool) -> None:
        self.seat, self.digest = letter.seat, letter.digest
        self.before = before
        self.own = NONE if before is None else before.digest
        self.cross = named
        self.segment: Stretch = self if before is None or forks else before.segment
        self.letters = [letter]
        self.decides = letter.decides
        self.end = letter.n if letter.ends else None  # number of the first letter that ends it

    def add(self, letter: Letter) -> bool:
        """Add the next letter; return whether the stretch has become no more than longer."""
        before = self.decides, self.ends
        self.letters.append(letter)
        self.decides = self.decides or letter.decides
        if self.end is None and letter.ends:
            self.end = letter.n
        return before == (self.decides, self.ends)

    @property
    def ends(self) -> bool:
        return self.end is not None

    @property
    def n(self) -> int:
        return self.letters[-1].n

    @property
    def tip(self) -> bytes:
        return self.letters[-1].digest

    @property
    def seen(self) -> int:
        """How many letters of the other seat the author of its last letter had seen."""
        return self.letters[-1].seen


class Graph:
    """Genuine letters of two seats, each entered after all its parents."""

    def __init__(self) -> None:
        self.letters: dict[bytes, Letter] = {}  # by digest, parents first
        self.roots: dict[bytes, bytes] = {}  # by digest: first letter of its seat it builds on
        self._children: dict[tuple[int, bytes], list[bytes]] = {}  # by seat and own parent
        self._split: dict[tuple[int, bytes], int] = {}  # of these with several: number
        self._stretches: list[Stretch] = []  # parents first
        self._stretch: dict[bytes, Stretch] = {}  # by digest of each of its letters
        self._cut = False  # a fork has cut a stretch

    def add(self, letter: Letter) -> bool:
        """Enter a letter; return whether it only lengthens a stretch, so that nothing but the
        weight of its branch changes."""
        digest, before = letter.digest, letter.own
        self.letters[digest] = letter
        self.roots[digest] = self.roots[before] if before else digest
        place = (letter.seat, before)
        self._children.setdefault(place, []).append(digest)
        if len(self._children[place]) > 1:
            self._split[place] = letter.n
            self._cut = self._cut or bool(before)
        return not self._cut and self._append(letter)

    def _append(self, letter: Letter) -> bool:
        """Add a letter to the stretch that it continues, or as one of its own; return as `add`."""
        before, there = self._stretch.get(letter.own), self._stretch.get(letter.cross)
        named = NONE if there is None else there.segment.digest
        forks = (letter.seat, letter.own) in self._split
        if before and before.segment is not before and before.cross == named and not forks:
            self._stretch[letter.digest] = before
            return before.add(letter)
        found = Stretch(letter, before, named, forks)
        self._stretches.append(found)
        self._stretch[letter.digest] = found
        return False

    def remove(self, root: bytes) -> None:
        """Remove all letters that build on this first letter of a seat."""
        for digest in [one for one, found in self.roots.items() if found == root]:
            letter = self.letters.pop(digest)
            del self.roots[digest]
            self._children[letter.seat, letter.own].remove(digest)
        self._cut = True

    def stretches(self, roots: Collection[bytes]) -> list[Stretch]:
        """Return the stretches that build on `roots`, parents first."""
        if self._cut:
            self._cut, self._stretches, self._stretch = False, [], {}
            for letter in self.letters.values():
                self._append(letter)
        return [one for one in self._stretches if self.roots[one.digest] in roots]

    def firsts(self, seat: int) -> set[bytes]:
        """Return the first letters of a seat."""
        return {*self._children.get((seat, NONE), ())}

    def siblings(self, letter: Letter) -> list[bytes]:
        """Return the letters that follow the same letter of the seat, this one left out."""
        found = self._children.get((letter.seat, letter.own), ())
        return [one for one in found if one != letter.digest]

    def follows(self, letter: Letter, parent: Parent) -> bool:
        """Return whether a letter is `parent`, of the same seat, or builds on it."""
        there = self.letters.get(parent.digest)
        if there is None or not there.n == parent.seen - 1 <= letter.n:
            return False
        self.stretches(())
        at, goal = self._stretch[letter.digest].segment, self._stretch[parent.digest].segment
        while at is not goal and at.before is not None:
            at = at.before.segment
        return at is goal

    def forks(self, roots: Collection[bytes], choice: Branches) -> list[Fork]:
        """Return the forks among the letters that build on `roots`, by their numbers."""
        found = []
        for place in sorted(self._split, key=lambda one: (self._split[one], one)):
            rivals = [self.letters[one] for one in sorted(self._children[place])]
            rivals = [one for one in rivals if self.roots[one.digest] in roots]
            rivals.sort(key=lambda one: not choice.has(one))
            found += [Fork(rivals[0], one) for one in rivals[1:]]
        return found


def choose(stretches: Iterable[Stretch], without: Collection[bytes] = ()) -> Branches:
    """Choose one chain for each seat. `stretches`: parents first, closed under parents; `without`:
    digests of letters of forks that must not be chosen."""
    return _Sorting(stretches, without).result()


class _Sorting:
    """Stretches that may still be chosen; every step drops some, with all that builds on them."""

    def __init__(self, stretches: Iterable[Stretch], without: Collection[bytes]) -> None:
        self.alive = {one.digest: one for one in stretches}
        self.open: list[Fork] = []
        self.weighed = False
        self._drop(without)

    def result(self) -> Branches:
        while forks := self._forks():
            if self._ended(forks):
                continue
            answered = self._answered(())
            chosen = self._single(forks, answered)
            lost = self._lost(_others(forks, chosen))
            still = self._answered(lost)
            safe = {place: one for place, one in chosen.items() if one in still}
            if safe:
                self._drop(_others(forks, safe))
            elif contested := [one for one in forks.values() if not answered.isdisjoint(one)]:
                self._pair(contested)
            else:
                self._drop(self._unanswered(forks))
        chains: tuple[list[Letter], list[Letter]] = ([], [])
        for stretch in self.alive.values():
            chains[stretch.seat].extend(stretch.letters)
        return Branches(chains, tuple(self.open), self.weighed)

    def _forks(self) -> dict[tuple[int, bytes], list[bytes]]:
        children: dict[tuple[int, bytes], list[bytes]] = {}
        for digest, letter in self.alive.items():
            children.setdefault((letter.seat, letter.own), []).append(digest)
        return {place: sorted(found) for place, found in children.items() if len(found) > 1}

    def _answered(self, lost: Collection[bytes]) -> set[bytes]:
        """Return the letters that a letter of the other seat, none of `lost`, builds on."""
        found: set[bytes] = set()
        for digest, letter in self.alive.items():
            at = NONE if digest in lost else letter.cross
            while at and at not in found:
                found.add(at)
                at = self.alive[at].own
        return found

    @staticmethod
    def _single(
        forks: dict[tuple[int, bytes], list[bytes]], answered: set[bytes]
    ) -> dict[tuple[int, bytes], bytes]:
        found = {}
        for place, children in forks.items():
            good = [one for one in children if one in answered]
            if len(good) == 1:
                found[place] = good[0]
        return found

    def _lost(self, losers: Collection[bytes]) -> set[bytes]:
        """Return the losers and everything of both seats that builds on them."""
        lost: set[bytes] = set()
        for digest, letter in self.alive.items():
            if digest in losers or letter.own in lost or letter.cross in lost:
                lost.add(digest)
        return lost

    def _drop(self, losers: Collection[bytes]) -> None:
        lost = self._lost(losers)
        self.alive = {key: one for key, one in self.alive.items() if key not in lost}

    def _unanswered(self, forks: dict[tuple[int, bytes], list[bytes]]) -> set[bytes]:
        """Choose at forks nobody has answered; return the branches that do not count."""
        ending, deciding = _building(self.alive, "ends"), _building(self.alive, "decides")
        losers = set()
        for children in forks.values():
            ranked = sorted(children, key=lambda one: (one not in ending, one not in deciding, one))
            losers |= {*ranked[1:]}
            alone = ranked[0] in ending and ranked[1] not in ending
            if ranked[1] in deciding and not alone and not self._twins(ranked):
                letters = [self.alive[one].letters[0] for one in ranked]
                self.open += [Fork(letters[0], one) for one in letters[1:]]
        lost = self._lost(losers)
        self.open = [one for one in self.open if one.one.digest not in lost]
        return losers

    def _twins(self, ranked: Sequence[bytes]) -> bool:
        """Return whether letters say the same, but for the time that their devices say was used,
        and none but the first is built on."""
        built = {one.own for one in self.alive.values()}
        said = [
            [replace(part, used=0) if isinstance(part, EventsLetter) else part for part in parts]
            for parts in (self.alive[one].letters[0].parts for one in ranked)
        ]
        return said.count(said[0]) == len(said) and built.isdisjoint(ranked[1:])

    def _ended(self, forks: dict[tuple[int, bytes], list[bytes]]) -> bool:
        """Keep the pair of branches in which the game has ended as both have seen, if there is one;
        return whether anything was dropped."""
        if all(one.end is None for one in self.alive.values()):
            return False
        self.weighed = True
        settled, pair = self._best()
        kept = [children for children in forks.values() if not pair.isdisjoint(children)]
        losers = {one for children in kept for one in children if one not in pair}
        both = len({seat for seat, _ in forks}) == 2
        if not settled or not losers or not (both or losers.isdisjoint(self._answered(()))):
            return False
        self._drop(losers)
        return True

    def _pair(self, contested: Sequence[Sequence[bytes]]) -> None:
        """Keep, at contested forks, the branches of the pair that counts."""
        pair, self.weighed = self._best()[1], True
        touched = [one for one in contested if self.alive[one[0]].own in {*pair, NONE}]
        losers = {child for children in touched for child in children if child not in pair}
        self._drop(losers or self.alive.keys() - pair)

    def _best(self) -> tuple[bool, set[bytes]]:
        """Return the digests of the pair of branches that counts, and whether it has ended as both
        have seen."""
        paths = [self._paths(seat) for seat in (0, 1)]
        inside = [[{one.digest for one in path} for path in found] for found in paths]
        best: tuple[tuple[bool, int, int, list[bytes]], list[Stretch]] | None = None
        for one, within in zip(paths[0], inside[0], strict=True):
            for other, among in zip(paths[1], inside[1], strict=True):
                pair = [*_until(one, among), *_until(other, within)]
                rank = _worth(pair)
                if best is None or rank < best[0]:
                    best = rank, pair
        assert best is not None
        return not best[0][0], {one.digest for one in best[1]}

    def _paths(self, seat: int) -> list[list[Stretch]]:
        """Return all branches of a seat, from the first letter to the last."""
        mine = [one for one in self.alive.values() if one.seat == seat]
        inner = {one.own for one in mine}
        found = []
        for leaf in (one for one in mine if one.digest not in inner):
            path = [leaf]
            while before := path[-1].own:
                path.append(self.alive[before])
            found.append(path[::-1])
        return found or [[]]


def _others(
    forks: dict[tuple[int, bytes], list[bytes]], chosen: dict[tuple[int, bytes], bytes]
) -> set[bytes]:
    return {one for place, best in chosen.items() for one in forks[place] if one != best}


def _until(path: list[Stretch], other: set[bytes]) -> list[Stretch]:
    """Return the part of a branch that names no letter outside a branch of the other seat."""
    end = len(path)
    while end and (named := path[end - 1].cross) and named not in other:
        end -= 1
    return path[:end]


def _worth(pair: list[Stretch]) -> tuple[bool, int, int, list[bytes]]:
    """Return the rank of a pair, lowest first."""
    heads = {one.seat: one for one in pair}
    seen = {1 - seat: last.seen for seat, last in heads.items()}
    settled = any(one.end is not None and one.end < seen.get(one.seat, 0) for one in pair)
    letters = sum(one.n + 1 for one in heads.values())
    return not settled, -sum(seen.values()), -letters, sorted(one.tip for one in heads.values())
