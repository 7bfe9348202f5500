"""Kinds of seats at a table.

No code tests the kind of a seat but `ui.table.table.Table.agent`, which finds what plays it: a
`SeatPlayer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.core.texts import Message


class Seat(NamedTuple):
    """Seat of one player. `here`: a person at this device plays it. `level`: of the computer, which
    is also what is stored; 0: not a computer."""

    kind: str
    here: bool = False
    level: int = 0


PERSON = Seat("person", here=True)
FAR = Seat("far")  # a player at another device, whose moves come by letter
TAUGHT = Seat("taught")  # the opponent in a lesson, whose answers are part of the lesson


class SeatPlayer(Protocol):
    """Plays the seats that no person at this device plays: computer or other device."""

    pace: str

    def consider(self) -> None:
        """React to any change at the table."""

    def hurry(self) -> bool:
        """Finish quickly what is going on. Return False if nothing is."""

    def stop(self) -> None:
        """Cancel whatever is going on."""

    def doing(self, who: str) -> list[Message]:
        """Return status messages for the page; `who`: name of the player to move."""


def seat(level: int) -> Seat:
    return Seat("computer", level=level) if level else PERSON


def seats(levels: Sequence[int], players: int, mine: int | None = None) -> tuple[Seat, ...]:
    """Return the seats by player; missing levels mean persons.

    `mine`: this device's seat at a far table, all other seats are FAR; None: local table."""
    known = (*levels, *(0,) * players)[:players]
    if mine is not None:
        return tuple(seat(known[one]) if one == mine else FAR for one in range(players))
    return tuple(seat(level) for level in known)


def people(found: Sequence[Seat]) -> list[int]:
    """Return the players whose seats are played by people at this device."""
    return [player for player, one in enumerate(found) if one.here]
