"""Ways to a far table: by inviting, by an invitation, by letters, by a seat link, or from the list
of stored games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import Message
from engine.far.certificate import read_certificate
from engine.far.terms import SeatLink, Terms, open_invitation, open_seat_link
from engine.match.validation import refuse
from ui.far.far_table import deck_group
from ui.far.lobby.invite import InviteDialog
from ui.far.lobby.joining import JoinScreen
from ui.far.lobby.offers import OffersScreen
from ui.far.lobby.seats import FarSeats
from ui.far.relays.addresses import MOST, typed_relays
from ui.far.relays.mail_check import Glance
from ui.far.relays.manual_mail import Parcel, open_file, open_link
from ui.far.seat_store import FarSeat, SeatStore, find
from ui.far.table.certificate import CertificateDialog
from ui.far.table.side import FarSide
from ui.shell.screen import Screen
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools
    from ui.shell.app import App
    from ui.shell.controller import Controller
    from ui.table.screen import TableScreen

__all__ = ["Visits"]


class NotHere(AsedioError):
    """The far table is not on this device, or its stored seat is unusable."""

    default_code = "not_here"


class Visits:
    """Controller of far play outside the table: addresses, invitations, letters by hand."""

    def __init__(
        self, app: App, controller: Controller, page: BrowserPage, tools: FarTools
    ) -> None:
        self.app, self.controller, self.page, self.tools = app, controller, page, tools
        self.seats = FarSeats(app, controller, page, tools)

    # -- addresses ---------------------------------------------------------------------------

    def route(self, kind: str, value: str, params: dict[str, str]) -> Screen:
        """Return the screen for `#open`, `#join=`, `#l=` or `#seat=`. Raises BadLink or NotHere."""
        via, unusable = typed_relays(params.get("via", ""), self.tools.own())
        if kind == "open":
            return self._offers()
        if kind == "join":
            return self._invited(
                open_invitation(value), via, None, tuple(unusable[:MOST]), params.get("after", "")
            )
        if kind == "seat":
            return self._moved(open_seat_link(value), via)
        return self._arrived(open_link(value))

    def _offers(self) -> Screen:
        """Return the screen of open offers."""
        self.seats.allow(self.seats.relays.chosen(self.tools.usual()), "#open")
        return OffersScreen(self.app, self.seats)

    def read_file(self, text: str) -> None:
        """Open a file of letters. Raises BadLink or NotHere."""
        parcel = open_file(text)
        assert parcel.terms is not None
        deck_group(self.tools, parcel.terms)  # first, because it may raise NotYetHere
        screen = self._arrived(parcel)
        self.app.go(screen)
        if isinstance(screen, JoinScreen) and parcel.certified:
            self._certificate(parcel.terms, text, screen)

    def _certificate(self, terms: Terms | None, text: str, screen: JoinScreen) -> None:
        """Show the certificate of a file whose table is not on this device."""
        assert terms is not None
        look = Target("act", "look")
        group, now = deck_group(self.tools, terms), int(1000 * self.tools.date())
        work = read_certificate(text, self.tools.crypto, group, now)
        found = CertificateDialog(
            self.app, self.page, terms.game_id, work, lambda: screen.press(look)
        )
        self.app.open(found)

    def _invited(
        self, terms: Terms, via: tuple[str, ...], parcel: Parcel | None = None,
        unusable: tuple[str, ...] = (), after: str = "",
    ) -> Screen:  # fmt: skip
        """Return the table if it is on this device, else the invitation screen."""
        if (key := find(self.app.store.storage, terms.id)) is not None:
            return self.controller.far_table(key)
        if terms.old:
            raise refuse("link", "older")
        return JoinScreen(self.app, self.seats, terms, via, parcel, unusable, after=after)

    def _moved(self, link: SeatLink, via: tuple[str, ...]) -> Screen:
        key = find(self.app.store.storage, link.terms.id)
        if key is None and link.terms.old:
            raise refuse("link", "older")
        if key is None:
            seat = FarSeat(link.terms, link.seat, link.keys, link.name, via)
            return self.seats.seated(seat, link.closed)
        store = SeatStore(self.app.store.storage, key)
        if (here := store.load()) is not None and here.keys == link.keys:
            for one in link.closed:  # may be missing here
                store.close(one.n, one.actions)
        return self.controller.far_table(key)

    def _arrived(self, parcel: Parcel) -> Screen:
        """Return the screen for letters that came by hand: their table, or its invitation.

        Raises NotHere if the table is unknown and the parcel has no invitation."""
        key = find(self.app.store.storage, parcel.table)
        if key is None:
            if parcel.terms is None:
                raise NotHere(Message("far.letter.unknown"))
            return self._invited(parcel.terms, (), parcel)
        screen = self.controller.far_table(key)
        self.seats.hand_over(screen, parcel)
        return screen

    # -- joining -----------------------------------------------------------------------------

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        """Open the invitation dialog. `past`: the game so far as the word of a link, or ""."""
        self.app.open(InviteDialog(self.app, self.seats, game_id, options, name, past))

    def look_for_mail(self) -> None:
        Glance(self.app, self.tools).begin()

    # -- the table screen --------------------------------------------------------------------

    def mend(self, key: str) -> None:
        """Restore this device's seat in the table entry if that entry was lost. Raises NotYetHere
        until the code of the table is fetched."""
        store, seat = self.app.store, SeatStore(self.app.store.storage, key).load()
        if seat is not None:
            deck_group(self.tools, seat.terms)
        table = store.load_table(key)
        if seat is not None and table.get("far") not in (seat.seat, SPECTATOR):
            store.save_table(key, {**table, "far": seat.seat})

    def attach(self, screen: TableScreen) -> None:
        """Create the far side of a table screen. Raises NotHere if the stored seat is unusable."""
        store = SeatStore(self.app.store.storage, screen.session.key)
        seat = store.load()
        if seat is None or not _can_sign(self.tools, seat):
            raise NotHere(Message("far.unreadable"))
        side = FarSide(screen.session, store, seat, self.tools, self.page)
        side.attach(self.app, self.page, screen, self.seats)
        self.seats.allow(seat.relays, f"#play={screen.session.key}")


def _can_sign(tools: FarTools, seat: FarSeat) -> bool:
    """Return whether the stored key is valid; a spectator needs none."""
    try:
        return seat.seat < 0 or bool(tools.crypto.public(seat.keys.secret))
    except Exception:  # a JavaScript library may throw anything here
        return False
