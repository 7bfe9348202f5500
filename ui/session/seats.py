"""Kinds of seats at a table.

No code tests the kind of a seat: it reads the seat's attributes. What plays a seat automatically
implements `ui.session.ports.SeatPlayer`. A new kind needs a class here and, if something plays it,
a line in `ui.table.table.Table.agent`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Seat(Protocol):
    """Seat of one player."""

    @property
    def kind(self) -> str: ...

    @property
    def here(self) -> bool:
        """Whether a person at this device plays this seat."""

    @property
    def level(self) -> int:
        """Computer level; 0: not a computer. This number is also what is stored."""


@dataclass(frozen=True)
class Person:
    """Seat of a person at this device."""

    kind = "person"
    here = True
    level = 0


@dataclass(frozen=True)
class Computer:
    """Seat of the engine at one of its levels."""

    level: int
    kind = "computer"
    here = False


@dataclass(frozen=True)
class Far:
    """Seat of a player at another device, whose moves come by letter."""

    kind = "far"
    here = False
    level = 0


@dataclass(frozen=True)
class Taught:
    """Opponent's seat in a lesson, whose answers are part of the lesson."""

    kind = "taught"
    here = False
    level = 0


def seat(level: int) -> Seat:
    return Computer(level) if level else Person()


def seats(levels: Sequence[int], players: int, mine: int | None = None) -> tuple[Seat, ...]:
    """Return the seats by player; missing levels mean persons.

    `mine`: this device's seat at a far table, all other seats are `Far`; None: local table."""
    known = (*levels, *(0,) * players)[:players]
    if mine is not None:
        return tuple(seat(known[one]) if one == mine else Far() for one in range(players))
    return tuple(seat(level) for level in known)


def people(found: Sequence[Seat]) -> list[int]:
    """Return the players whose seats are played by people at this device."""
    return [player for player, one in enumerate(found) if one.here]
