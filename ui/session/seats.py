"""Who answers for the players at a table.

Nothing asks which kind a seat is: a seat says what is true of it, and what plays there by itself
is an `SeatPlayer`. A new kind is a class here and, when something plays it, a line in
`ui.table.table.Table.agent`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engine.core.texts import Message
from ui.words.html import Html


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


class SeatPlayer(Protocol):
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


@dataclass(frozen=True)
class Far:
    """Somebody at another device, from whom letters come."""

    kind = "far"
    here = False
    level = 0


@dataclass(frozen=True)
class Taught:
    """In a lesson: what is answered stands in its data."""

    kind = "taught"
    here = False
    level = 0


class ClockFace(NamedTuple):
    """What a player's clock shows: the time left in words, whether it runs, whether there is little
    left; `days`: it takes more room than minutes do."""

    words: str
    runs: bool
    low: bool
    days: bool


class RemoteSide(SeatPlayer, Protocol):
    """The far side of a table (ui/far), as far as a table has to know it."""

    def clock(self, player: int) -> ClockFace | None:
        """A player's time, where the game has a clock and has begun."""

    def wake(self) -> None:
        """The table is in front of somebody."""

    def panel(self) -> Html:
        """What it has to show beside the board."""

    def urgent(self) -> bool:
        """Whether the panel comes before the board where there is little room."""

    def press(self, what: str) -> None:
        """A button of the panel: `act:far:…`."""

    def field(self, name: str, value: str) -> None:
        """A field of the panel: `far:…`."""

    def badge(self) -> str:
        """In front of the title: that it is one's turn."""

    def offer(self, what: str) -> None:
        """Offers a draw (`draw`), or to go back (`back`)."""

    def may_offer(self, what: str) -> bool: ...

    def rematch(self) -> None: ...

    def reload(self) -> None:
        """Another tab has written letters."""

    def restyle(self) -> None:
        """Language or settings have changed."""


class LookingBack(Protocol):
    """The mistakes of a finished game (ui/mistakes), as far as a table has to know them."""

    def fits(self) -> bool:
        """Whether it is still this game."""

    def leave(self) -> None:
        """Nobody looks at it any more."""

    def press(self, what: str) -> None:
        """A button of its own: `act:mistakes:…`."""

    def body(self) -> Html:
        """What it has to show beside the board."""

    def progress(self) -> Html:
        """How far the search for them is."""

    def arrows(self) -> Html:
        """What it has to show on the board."""


def seat(level: int) -> Seat:
    return Computer(level) if level else Person()


def seats(levels: Sequence[int], players: int, mine: int | None = None) -> tuple[Seat, ...]:
    """By player; persons where nothing is known. `mine`: of a far table the seat that is here."""
    known = (*levels, *(0,) * players)[:players]
    if mine is not None:
        return tuple(seat(known[one]) if one == mine else Far() for one in range(players))
    return tuple(seat(level) for level in known)


def people(found: Sequence[Seat]) -> list[int]:
    """The players who share this device."""
    return [player for player, one in enumerate(found) if one.here]
