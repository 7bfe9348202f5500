"""A player's own mistakes as exercises, repeated after days until they are learned.

asedio:training   {"list": [[game, options, position, better, played, successes, day due], …],
                   "gone": [checksums of those that are learned]}

The schedule is Sebastian Leitner's box of cards (“So lernt man lernen”, 1972): each success moves a
mistake to the next box, which waits longer; a failure puts it back to the first one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any
from zlib import crc32

from ui.saves.entries import PREFIX, dump, is_count, parse
from ui.saves.storage import Storage

KEY = f"{PREFIX}training"
BOXES = (1, 3, 7, 14, 30)  # days until the next try after so many successes
MOST, MOST_GONE = 100, 400  # mistakes kept, and checksums of learned ones
LONGEST = 4_000  # characters of a position or an action


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A position as its player knew it, the better action and the one played, in notation;
    `successes` in a row, and the day on which it is due."""

    game: str
    options: dict[str, Any]
    position: str
    better: str
    played: str
    successes: int
    due: date

    @property
    def sum(self) -> int:
        """Return a checksum of game and position."""
        return crc32(f"{self.game} {self.position}".encode())


def own_mistakes(storage: Storage) -> list[OwnMistake]:
    """Return the stored mistakes, the oldest first. What cannot be read is left out."""
    rows = _read(storage).get("list")
    found = map(_mistake, rows if isinstance(rows, list) else ())
    return [one for one in found if one is not None][-MOST:]


def due_mistakes(storage: Storage, today: date) -> list[OwnMistake]:
    """Return the mistakes to be tried today, those that wait longest first."""
    return sorted((one for one in own_mistakes(storage) if one.due <= today), key=_urgent)


def _urgent(one: OwnMistake) -> tuple[date, int]:
    return one.due, one.successes


def add_mistakes(storage: Storage, found: Iterable[OwnMistake]) -> None:
    """Store mistakes, except those that are known or learned. The newest MOST are kept."""
    known, gone = own_mistakes(storage), _gone(storage)
    sums = {one.sum for one in known} | set(gone)
    new = {one.sum: one for one in found if one.sum not in sums and _short(one)}
    if new:
        _write(storage, [*known, *new.values()], gone)


def note_try(storage: Storage, tried: OwnMistake, solved: bool, today: date) -> OwnMistake | None:
    """Store a try and return the mistake with its next day; None once it is learned."""
    known, gone = own_mistakes(storage), _gone(storage)
    after: OwnMistake | None
    if not solved:
        after = replace(tried, successes=0, due=today)
    elif tried.successes >= len(BOXES):
        after, gone = None, [*gone, tried.sum]
    else:
        wait = timedelta(days=BOXES[tried.successes])
        after = replace(tried, successes=tried.successes + 1, due=today + wait)
    kept = [after if one.sum == tried.sum else one for one in known]
    _write(storage, [one for one in kept if one is not None], gone)
    return after


def drop_mistake(storage: Storage, one: OwnMistake) -> None:
    """Remove a mistake that cannot be opened."""
    kept = [other for other in own_mistakes(storage) if other.sum != one.sum]
    _write(storage, kept, _gone(storage))


# -- the entry -----------------------------------------------------------------------------------


def _read(storage: Storage) -> dict[str, Any]:
    found: Any = parse(storage.get(KEY) or "{}")
    return found if isinstance(found, dict) else {}


def _gone(storage: Storage) -> list[int]:
    found = _read(storage).get("gone")
    return [one for one in found if type(one) is int] if isinstance(found, list) else []


def _write(storage: Storage, known: Sequence[OwnMistake], gone: Sequence[int]) -> None:
    rows = [
        [one.game, one.options, one.position, one.better, one.played, one.successes,
         one.due.isoformat()]
        for one in known[-MOST:]
    ]  # fmt: skip
    storage.set(KEY, dump({"list": rows, "gone": list(gone)[-MOST_GONE:]}))


def _mistake(row: Any) -> OwnMistake | None:
    """Parse a stored row; None if it is malformed."""
    if not isinstance(row, list) or len(row) != 7:
        return None
    game, options, position, better, played, successes, day = row
    if not all(isinstance(one, str) for one in (game, position, better, played, day)):
        return None
    if not isinstance(options, dict) or not is_count(successes) or successes > len(BOXES):
        return None
    try:
        found = OwnMistake(
            game, options, position, better, played, successes, date.fromisoformat(day)
        )
    except ValueError:
        return None
    return found if _short(found) else None


def _short(one: OwnMistake) -> bool:
    texts = (one.game, one.position, one.better, one.played)
    return max(map(len, texts)) <= LONGEST and len(dump(one.options)) <= LONGEST
