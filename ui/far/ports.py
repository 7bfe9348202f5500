"""Protocol of the ways to a far table, for the modules of far play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.core.options import Options
from engine.far.terms import Terms
from ui.far.manual_mail import Parcel
from ui.far.relays import Relays
from ui.far.seat_store import FarSeat

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools
    from ui.shell.controller import Controller


class Desk(Protocol):
    """Ways to a far table; implemented by `ui.far.entry.Visits`."""

    controller: Controller
    page: BrowserPage
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
