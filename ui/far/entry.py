"""Ways to a far table: by inviting, by an invitation, by letters, by a seat link, or from the list
of stored games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import Message
from engine.far.certificate import read_certificate
from engine.far.chance import Chain
from engine.far.crypto import Keys, mail_secret
from engine.far.letter import Join, Open
from engine.far.log import ASIDE, FORK, NEW, Received
from engine.far.terms import SeatLink, Terms, open_invitation, open_seat_link
from engine.games import game_info
from engine.match.validation import refuse
from ui.far.certificate import CertificateDialog
from ui.far.invite import InviteDialog
from ui.far.joining import JoinScreen
from ui.far.luck import deck_group
from ui.far.mail_check import Glance
from ui.far.manual_mail import Parcel, open_file, open_link
from ui.far.offers import OffersScreen
from ui.far.relays import MOST, Relays, typed_relays
from ui.far.seat_store import FarSeat, SeatStore, find
from ui.far.side import FarSide
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
    """Controller of far play outside the table: addresses, invitations, joining, storing seats."""

    def __init__(
        self, app: App, controller: Controller, page: BrowserPage, tools: FarTools
    ) -> None:
        self.app, self.controller, self.page, self.tools = app, controller, page, tools
        self.relays = Relays(app.store.storage)
        self._leaving = False  # the page is about to reload

    # -- addresses ---------------------------------------------------------------------------

    def route(self, kind: str, value: str, params: dict[str, str]) -> Screen:
        """Return the screen for `#open`, `#join=`, `#l=` or `#seat=`. Raises BadLink or NotHere."""
        via, unusable = typed_relays(params.get("via", ""), self.tools.own())
        if kind == "open":
            return self._offers()
        if kind == "join":
            return self._invited(open_invitation(value), via, unusable=tuple(unusable[:MOST]))
        if kind == "seat":
            return self._moved(open_seat_link(value), via)
        return self._arrived(open_link(value))

    def _offers(self) -> Screen:
        """Return the screen of open offers."""
        self._allow(self.relays.chosen(self.tools.usual()), "#open")
        return OffersScreen(self.app, self)

    def _allow(self, relays: tuple[str, ...], fragment: str) -> None:
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

    def see(self, terms: Terms, via: tuple[str, ...]) -> None:
        """Show an open table. `via`: its relays."""
        self.app.go(self._invited(terms, via, stranger=True))

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
        work = read_certificate(text, self.tools.crypto, deck_group(self.tools, terms))
        found = CertificateDialog(
            self.app, self.page, terms.game_id, work, lambda: screen.press(look)
        )
        self.app.open(found)

    def _invited(
        self, terms: Terms, via: tuple[str, ...], parcel: Parcel | None = None,
        unusable: tuple[str, ...] = (), stranger: bool = False,
    ) -> Screen:  # fmt: skip
        """Return the table if it is on this device, else the invitation screen."""
        if (key := find(self.app.store.storage, terms.id)) is not None:
            return self.controller.far_table(key)
        if terms.old:
            raise refuse("link", "older")
        return JoinScreen(self.app, self, terms, via, parcel, unusable, stranger)

    def _moved(self, link: SeatLink, via: tuple[str, ...]) -> Screen:
        key = find(self.app.store.storage, link.terms.id)
        if key is None and link.terms.old:
            raise refuse("link", "older")
        if key is None:
            seat = FarSeat(link.terms, link.seat, link.keys, link.name, via)
            return self._seated(seat, link.closed)
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
        self.hand_over(screen, parcel)
        return screen

    def hand_over(self, screen: TableScreen, parcel: Parcel) -> None:
        """Add letters to their table and announce the result."""
        far = screen.table.far
        if not isinstance(far, FarSide):
            return
        said = _what_came(far.arrive(list(parcel.letters)))
        screen.table.state.greeting = said
        self.app.announce(screen.table.voice.message(said))

    # -- joining -----------------------------------------------------------------------------

    def invite(
        self, game_id: str, options: Options, name: str, past: str = "", listed: bool = False
    ) -> None:
        """Open the invitation dialog. `past`: the game so far as the word of a link, or "".
        `listed`: anybody may sit down."""
        self.app.open(InviteDialog(self.app, self, game_id, options, name, past, listed))

    def open_new(self, seat: FarSeat) -> None:
        self._go(self._seated(seat))

    def sit(
        self, terms: Terms, name: str, relays: tuple[str, ...], parcel: Parcel | None = None,
        stranger: bool = False,
    ) -> None:  # fmt: skip
        """Take the free seat, or open the table if it is on this device already."""
        if (key := find(self.app.store.storage, terms.id)) is not None:
            self.app.go(self.controller.far_table(key))
            return
        crypto = self.tools.crypto
        keys = Keys(crypto.secret(), crypto.secret())
        screen = self._seated(FarSeat(terms, 1 - terms.seat, keys, name, relays, stranger=stranger))
        far = screen.table.far
        assert isinstance(far, FarSide)
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
        screen = self._seated(FarSeat(terms, -1, keys, "", relays))
        if parcel is not None:
            self.hand_over(screen, parcel)
        self._go(screen)

    def _seated(self, seat: FarSeat, closed: Sequence[Open] = ()) -> TableScreen:
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
        side.attach(self.app, self.page, screen, self)
        self._allow(seat.relays, f"#play={screen.session.key}")


def _can_sign(tools: FarTools, seat: FarSeat) -> bool:
    """Return whether the stored key is valid; a spectator needs none."""
    try:
        return seat.seat < 0 or bool(tools.crypto.public(seat.keys.secret))
    except Exception:  # a JavaScript library may throw anything here
        return False


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
