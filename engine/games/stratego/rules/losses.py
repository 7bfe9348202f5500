"""The pieces a side has lost, by type and by what the others saw of it (rulebook, section 7)."""

from __future__ import annotations

from engine.games.stratego.rules.pieces import GROUP, HIDDEN

CAPTURED, CAPTURED_UNSEEN, DESERTED, DESERTED_UNSEEN = range(4)
GROUPS = (CAPTURED, CAPTURED_UNSEEN, DESERTED, DESERTED_UNSEEN)
UNSEEN = (CAPTURED_UNSEEN, DESERTED_UNSEEN)  # the types that were never shown to the others


class Losses(bytearray):
    """Counts of one side's losses by group and type; HIDDEN counts those whose type a viewer does
    not know.

    Rescued pieces stay in the list. It is a bytearray, so that states copy and compare it quickly.
    """

    __slots__ = ()

    @classmethod
    def none(cls) -> Losses:
        """Return the list of a side that has lost nothing."""
        return cls(len(GROUPS) * GROUP)

    def count(self, group: int, kind: int) -> int:  # type: ignore[override]
        """Return how many of a type are in one group."""
        return self[group * GROUP + kind]

    def types(self, group: int) -> bytearray:
        """Return the counts by type of one group."""
        return self[group * GROUP : (group + 1) * GROUP]

    def captured(self, kind: int) -> int:
        """Return how many of a type were captured, in sight of the others or not."""
        return self[kind] + self[CAPTURED_UNSEEN * GROUP + kind]

    def deserted(self, kind: int) -> int:
        """Return how many of a type have deserted, in sight of the others or not."""
        return self[DESERTED * GROUP + kind] + self[DESERTED_UNSEEN * GROUP + kind]

    def shown(self, kind: int) -> int:
        """Return how many of a type are gone of which everybody knows the type."""
        return self[kind] + self[DESERTED * GROUP + kind]

    def unknown(self) -> int:
        """Return the number of lost pieces whose type the viewer does not know."""
        return sum(self.count(group, HIDDEN) for group in GROUPS)

    def add(self, group: int, kind: int) -> None:
        """Count one lost piece of a type."""
        self[group * GROUP + kind] += 1

    def clear(self, group: int, kind: int) -> None:  # type: ignore[override]
        """Set the count of a type in one group to 0."""
        self[group * GROUP + kind] = 0

    def cover(self) -> None:
        """Replace the types that were never shown by HIDDEN, as the other sides see the list."""
        for group in UNSEEN:
            start = group * GROUP
            total = sum(self[start : start + GROUP])
            self[start : start + GROUP] = bytes(GROUP)
            self[start + HIDDEN] = total
