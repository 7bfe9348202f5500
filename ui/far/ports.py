"""Protocols between the modules of far play and the page's controller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.core.options import Options
from engine.far.terms import Terms
from ui.far.relays.addresses import Relays
from ui.far.relays.manual_mail import Parcel
from ui.far.seat_store import FarSeat
from ui.shell.far_ports import FarTools
from ui.shell.ports import Requests

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.shell.platform import FarPage
    from ui.table.screen import TableScreen


class Tables(Requests, Protocol):
    """The page's controller, as far play uses it."""

    def far_table(self, key: str) -> TableScreen:
        """Return the screen of a stored far table; the one on display if it shows it already."""

    def open_match(self, match: Match) -> None:
        """Open a match as a local game."""

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen: ...


class Desk(Protocol):
    """Ways to a far table; implemented by `ui.far.entry.Visits`."""

    controller: Tables
    page: FarPage
    tools: FarTools
    relays: Relays

    def see(self, terms: Terms, via: tuple[str, ...]) -> None:
        """Show an invitation. `via`: its relays."""

    def invite(
        self, game_id: str, options: Options, name: str, past: str = "", listed: bool = False
    ) -> None: ...

    def open_new(self, seat: FarSeat) -> None: ...

    def sit(
        self, terms: Terms, name: str, relays: tuple[str, ...], parcel: Parcel | None = None,
        stranger: bool = False,
    ) -> None:  # fmt: skip
        """Take the free seat. `stranger`: the table was found in the list of open tables."""

    def look_on(self, terms: Terms, relays: tuple[str, ...], parcel: Parcel | None = None) -> None:
        """Open the table as a spectator."""
