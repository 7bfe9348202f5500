"""Who answers for the players at a table.

Nothing asks which kind a seat is: a seat says what is true of it, and what plays there by itself
is an `Agent`. A new kind is a class here and, when something plays it, a line in
`ui.table.table.Table.agent`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.texts import Message


class Seat(Protocol):
    """One player's place."""

    @property
    def kind(self) -> str: ...

    @property
    def here(self) -> bool:
        """Whether a person in front of this device answers: he takes it and looks for himself."""

    @property
    def level(self) -> int:
        """How strong the engine plays here; 0: it does not. So it is stored, too."""


class Agent(Protocol):
    """Plays the seats that nobody in front of the device answers for."""

    pace: str

    def consider(self) -> None:
        """Looks at the table after anything has happened there."""

    def hurry(self) -> bool:
        """Nobody wants to wait any longer. False: nothing is waited for."""

    def stop(self) -> None:
        """Gives up whatever is going on."""

    def doing(self, who: str) -> list[Message]:
        """What the people at the table are told about it; `who`: the player who decides."""


@dataclass(frozen=True)
class Person:
    """Shares this device."""

    kind = "person"
    here = True
    level = 0


@dataclass(frozen=True)
class Computer:
    """The engine, at one of its levels."""

    level: int
    kind = "computer"
    here = False


def seat(level: int) -> Seat:
    return Computer(level) if level else Person()


def seats(levels: Sequence[int], players: int) -> tuple[Seat, ...]:
    """By player; persons where nothing is known."""
    known = (*levels, *(0,) * players)[:players]
    return tuple(seat(level) for level in known)


def people(found: Sequence[Seat]) -> list[int]:
    """The players who share this device."""
    return [player for player, one in enumerate(found) if one.here]
