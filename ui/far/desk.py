"""What the rooms of far play ask of each other and of the page, as protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.far.terms import Terms
from ui.far.parcel import Parcel
from ui.far.relays import Relays
from ui.far.seat_store import FarSeat
from ui.shell.far_ports import FarTools
from ui.shell.ports import Requests

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.table.screen import TableScreen


class Tables(Requests, Protocol):
    """The page's controller."""

    def far_table(self, key: str) -> TableScreen:
        """A table of the shelf, or the one that is shown."""

    def open_match(self, match: Match) -> None:
        """A game of this device alone."""

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen: ...


class Desk(Protocol):
    """Where one comes to a table (ui/far/visit.py)."""

    controller: Tables
    tools: FarTools
    relays: Relays

    def see(self, terms: Terms, via: tuple[str, ...]) -> None:
        """What one is invited to."""

    def open_new(self, seat: FarSeat) -> None: ...

    def sit(
        self, terms: Terms, name: str, relays: tuple[str, ...], parcel: Parcel | None = None
    ) -> None:
        """Takes the free seat."""

    def look_on(self, terms: Terms, relays: tuple[str, ...], parcel: Parcel | None = None) -> None:
        """Sits at no side."""
