"""A far table as this device knows it: its seat, the letters and what follows from them, and the
state of its relays. Its parts, such as clocks and chat, read it and act through it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.far.fold import LetterFold
from engine.far.group import CachedGroup
from engine.far.letter import LetterPart
from engine.far.log import Log, Received
from engine.far.terms import Terms
from ui.far.lobby.blocked import blocked, key_of
from ui.far.lobby.following import following_word
from ui.far.relays.addresses import write_via
from ui.far.relays.connection import Lines
from ui.far.seat_store import FarSeat, SeatStore

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools, Pool
    from ui.session.session import Session


def deck_group(tools: FarTools, terms: Terms) -> CachedGroup | None:
    """Return the group of shared decks if the game of a table has one, else None. Raises NotYetHere
    until it is fetched."""
    return tools.deck().group if terms.info.has_deck else None


class FarTable(ABC):
    """One device at one far table. `absent`: the table is not on display.

    Callbacks: `changed(moved)` redraws the table, `renamed()` redraws it with other names,
    `greet(words)` shows a message until the next input.
    """

    log: Log
    course: LetterFold

    def __init__(
        self, session: Session, store: SeatStore, seat: FarSeat, tools: FarTools, page: BrowserPage
    ) -> None:
        self.session, self.store, self.seat = session, store, seat
        self.tools, self.page = tools, page
        self.changed: Callable[[bool], None] = lambda moved: None
        self.renamed: Callable[[], None] = lambda: None
        self.greet: Callable[[Message], None] = lambda words: None
        self.mine = tools.crypto.public(seat.keys.secret) if seat.seat >= 0 else b""
        self.lines = Lines(seat.relays)
        self.guest = bool(seat.relays) and store.guest()  # asks before it contacts its relays
        self.pool: Pool | None = None
        self.absent = True

    # -- what the parts ask for ----------------------------------------------------------------

    @abstractmethod
    def write(self, *parts: LetterPart) -> None:
        """Write a letter of this seat and fold it."""

    @abstractmethod
    def send(self) -> None:
        """Offer the stored letters of this seat to every relay."""

    @abstractmethod
    def fetch(self) -> None:
        """Connect anew, which fetches the mail before anything is sent."""

    @abstractmethod
    def consider(self) -> None:
        """React to any change."""

    @abstractmethod
    def arrive(self, letters: list[bytes]) -> list[Received]:
        """Process letters that came by hand. Return the result for each."""

    # -- status --------------------------------------------------------------------------------

    @property
    def me(self) -> int:
        """This device's seat; −1 for a spectator, or if another device got the seat."""
        return -1 if self.log.refused else self.seat.seat

    @property
    def other(self) -> int:
        return 1 - self.me if self.me >= 0 else self.log.free

    @property
    def met(self) -> bool:
        """Whether both seats are known to be taken."""
        return self.log.accepted is not None

    @property
    def inviting(self) -> bool:
        return not self.met and self.seat.seat == self.seat.terms.seat and not self.seat.terms.old

    @property
    def stopped(self) -> bool:
        """Whether the table is full: this seat has no room for another letter."""
        return self.me >= 0 and self.log.full(self.me)

    @property
    def working(self) -> bool:
        """Whether this tab is the one that plays the game, and may contact its relays."""
        return not (self.session.watching or self.session.asking or self.guest)

    @property
    def may_decide(self) -> bool:
        playable = not self.stopped and not self.seat.terms.old and self.course.home is None
        return self.me >= 0 and playable

    @property
    def held(self) -> bool:
        """Whether own letters are held back because they could not be stored."""
        if self.me < 0 or self.store.storage.persistent:
            return False
        return not all(self.store.may_send(one) for one in self.log.chain(self.me))

    @property
    def fetching(self) -> bool:
        """Whether no relay has sent its stored letters yet. Until then nothing is decided: this may
        be an old copy of a table that was played elsewhere."""
        return self.pool is not None and self.lines.summary() == "connecting"

    @property
    def blocked(self) -> bool:
        """Whether the player has blocked the other's key."""
        return key_of(self.log, self.other).hex() in blocked(self.store.storage)

    @property
    def base(self) -> str:
        """Address of the page, without a fragment, for links that leave this device."""
        return self.tools.address() or self.page.url().split("#", 1)[0]

    @property
    def invitation(self) -> str:
        """Address that a friend opens to take the free seat, with the relays of the table and,
        while the seat is free, the game before."""
        via, after = write_via(self.seat.relays), self._after if self.inviting else ""
        more = (f"&via={via}" if via else "") + (f"&after={after}" if after else "")
        return f"{self.base}#join={self.seat.terms.word}{more}"

    @cached_property
    def _after(self) -> str:
        return following_word(self.store.storage, self.tools.crypto, self.seat)

    def name(self, seat: int) -> Message | str:
        """Return a player's typed name, else the message with the seat's label."""
        return self.course.names[seat] or Message(f"player.name.{seat}")
