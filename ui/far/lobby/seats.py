"""Seats at far tables: a new one is stored with its table, which is then shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.far.chance import Chain
from engine.far.crypto import Keys, mail_secret
from engine.far.letter import Join, Open
from engine.far.log import ASIDE, FORK, NEW, Received
from engine.far.terms import Terms
from engine.games import game_info
from ui.far.far_table import deck_group
from ui.far.relays.addresses import Relays
from ui.far.relays.manual_mail import Parcel
from ui.far.seat_store import FarSeat, SeatStore, find

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools
    from ui.shell.app import App
    from ui.shell.controller import Controller
    from ui.shell.screen import Screen
    from ui.table.screen import TableScreen


class FarSeats:
    """Takes seats at far tables."""

    def __init__(
        self, app: App, controller: Controller, page: BrowserPage, tools: FarTools
    ) -> None:
        self.app, self.controller, self.page, self.tools = app, controller, page, tools
        self.relays = Relays(app.store.storage)
        self._leaving = False  # the page is about to reload

    def allow(self, relays: tuple[str, ...], fragment: str) -> None:
        """Reload the page if its security policy, which is fixed at load, forbids these relays."""
        if not self.tools.allowed(relays) and self.app.store.persistent:
            self.relays.know(relays)
            self.page.set_fragment(fragment)
            self.page.reload()
            self._leaving = True

    def _go(self, screen: Screen) -> None:
        """Show a screen, unless the page is about to reload: everything needed is stored by now."""
        if not self._leaving:
            self.app.go(screen)

    def hand_over(self, screen: TableScreen, parcel: Parcel) -> None:
        """Add letters to their table and announce the result."""
        far = screen.table.far
        if far is None:
            return
        said = _what_came(far.arrive(list(parcel.letters)))
        screen.table.state.greeting = said
        self.app.announce(screen.table.voice.message(said))

    def open_new(self, seat: FarSeat) -> None:
        self._go(self.seated(seat))

    def sit(
        self, terms: Terms, name: str, relays: tuple[str, ...], parcel: Parcel | None = None,
        stranger: bool = False, after: str = "",
    ) -> None:  # fmt: skip
        """Take the free seat, or open the table if it is on this device already. `after`: key of
        the game in which the table was agreed."""
        if (key := find(self.app.store.storage, terms.id)) is not None:
            self.app.go(self.controller.far_table(key))
            return
        crypto = self.tools.crypto
        keys = Keys(crypto.secret(), crypto.secret())
        seat = FarSeat(terms, 1 - terms.seat, keys, name, relays, after, stranger=stranger)
        screen = self.seated(seat)
        far = screen.table.far
        assert far is not None
        if parcel is not None:
            self.hand_over(screen, parcel)
        if far.log.accepted is None:
            end = Chain(keys.seed).end if game_info(terms.game_id).has_chance else b""
            mail = crypto.public(mail_secret(keys.secret))
            far.write(Join(name, crypto.public(keys.secret), mail, end))
        far.consider()
        self._go(screen)

    def look_on(self, terms: Terms, relays: tuple[str, ...], parcel: Parcel | None = None) -> None:
        """Open the table as a spectator."""
        keys = Keys(bytes(32), bytes(32))
        screen = self.seated(FarSeat(terms, -1, keys, "", relays))
        if parcel is not None:
            self.hand_over(screen, parcel)
        self._go(screen)

    def seated(self, seat: FarSeat, closed: Sequence[Open] = ()) -> TableScreen:
        """Store a new far table and return its screen. `closed`: hidden decisions of the seat's
        earlier letters, which a seat link brings along."""
        terms, store = seat.terms, self.app.store
        deck_group(self.tools, terms)  # first, because it may raise NotYetHere
        config = terms.config(seat.name if seat.seat not in (-1, terms.seat) else "")
        key = store.new_game(config)
        seats = SeatStore(store.storage, key)
        seats.save(seat)
        for one in closed:
            seats.close(one.n, one.actions)
        store.save_table(key, {"far": seat.seat})
        self.relays.know(seat.relays)
        return self.controller.new_far_table(config, key)


def _what_came(found: list[Received]) -> Message:
    """Return the message about the result of letters that came by hand."""
    fresh = sum(len(one.entered) for one in found if one.what == NEW)
    if any(one.what == FORK for one in found):
        return Message("far.fork.came")
    if fresh:
        return Message("far.arrived", n=fresh)
    bad = next((one.why for one in found if one.what == ASIDE), "")
    if bad:
        return Message(f"far.aside.{bad}")
    waits = any(one.what == "waiting" for one in found)
    return Message("far.arrived.waiting" if waits else "far.arrived.known")
