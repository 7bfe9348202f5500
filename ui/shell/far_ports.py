"""Protocols of what a far table needs from the browser; implemented by ui/browser/relay.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.far.crypto import MailCrypto
    from engine.far.group import CachedGroup, Product

Report = Callable[[str, str, str], None]


class Pool(Protocol):
    """The relays of one table. Messages are encrypted words that relays cannot read."""

    def follow(self, authors: Sequence[bytes]) -> None:
        """Read only events of these mail keys from now on; of few strangers if there are none."""

    def offer(self, letters: Sequence[tuple[str, int]]) -> None:
        """Have every relay store these words, all of this seat's in their order with their dates
        in milliseconds; those a relay has already are not sent again."""

    def whisper(self, word: str) -> None:
        """Send a word to the devices connected now; relays do not store it."""

    def wake(self) -> None:
        """Retry lost connections at once, and letters that were refused: the player wants it."""

    def announce(self, word: str, secret: bytes, name: str, end: int, level: int) -> None:
        """Publish an open offer under `name`, signed with `secret`; it replaces the one before.

        An empty word withdraws it. It expires at `end` (seconds since 1970). `level`: of the
        strongest computer that its player has beaten in this game; 0 if none.
        """

    def close(self) -> None: ...


class Surroundings(NamedTuple):
    """Where the page runs: the browser's own description, whether it is inside a frame, and
    whether it was installed."""

    agent: str
    framed: bool
    installed: bool


class TableMail(NamedTuple):
    """What a query for new mail asks of one table: letters since `since` (seconds since 1970) by
    these mail keys, or a few of strangers if there are none."""

    topic: str
    key: bytes
    since: int
    authors: tuple[bytes, ...]


class Looking(Protocol):
    """A running query for open offers or for new mail."""

    def close(self) -> None: ...


class DeckTools(Protocol):
    """The group of shared decks. `group`: for a few operations, on the page; it remembers them."""

    group: CachedGroup

    def compute(
        self,
        work: Sequence[Product],
        report: Callable[[int], None],
        done: Callable[[list[bytes]], None],
    ) -> None:
        """Compute many products in a worker, then call `done` with the elements. `report` gets how
        many are finished."""


class FarTools(Protocol):
    """Cryptography, relays, sharing and notifications (`ui.shell.platform.CodeLoader.far()`)."""

    crypto: MailCrypto

    def pool(
        self, relays: Sequence[str], topic: str, key: bytes, secret: bytes,
        authors: Sequence[bytes], report: Report,
    ) -> Pool:  # fmt: skip
        """Connect to `relays` at once and reconnect when a connection is lost.

        `key` encrypts, `secret` signs events (of the mail key; empty for a spectator), `authors` as
        for `Pool.follow`. `told(kind, relay, text)` reports what ui/browser/relay.py lists.
        """

    def look(self, relays: Sequence[str], report: Callable[[str, str, str], bool]) -> Looking:
        """Ask the relays once for open offers.

        `report(kind, relay, text)` gets `offer` (a key, a word, its date and the level it states; a
        key without a word means withdrawn), of which it returns whether it takes a place in the
        list, and at the end `done`, or `silent` (the relay cannot be reached or answers nothing).
        """

    def mail(self, relay: str, tables: Sequence[TableMail], report: Report) -> Looking:
        """Ask a relay once, in one query, for stored letters of several tables.

        `report(kind, relay, text)` gets `mail` (a topic, a word and its author) and `done`.
        """

    def deck(self) -> DeckTools:
        """Return the group of shared decks. Raises NotYetHere until it is fetched."""

    def rows(self, text: str) -> tuple[str, ...]:
        """Return a QR code as rows of 0 and 1; empty if `text` is too long for one."""

    def probe(self, relay: str, done: Callable[[str], None]) -> None:
        """Have a relay store an event, give it back and say that this was all; then call `done`.

        It gets "" or the reason why a table cannot use the relay: `silent`, `forgets`, `endless`,
        or one of those of `left`.
        """

    def own(self) -> str:
        """Return what precedes the path of a relay of the page's own origin: `wss://host`."""

    def secure(self) -> bool:
        """Return whether the page came over https or from this machine: a secure context."""

    def allowed(self, relays: Sequence[str]) -> bool:
        """Return whether this page may connect to all of `relays` (static/boot.js)."""

    def usual(self) -> tuple[str, ...]:
        """Return the relays configured by the host of the page."""

    def address(self) -> str:
        """Return the stable address of the page that its host has set; else an empty text."""

    def surroundings(self) -> Surroundings: ...

    def share(self, text: str, failed: Callable[[], None]) -> None:
        """Open the system's share sheet; call `failed` if it does not open."""

    def can_share(self) -> bool: ...

    def visible(self) -> bool: ...

    def on_visible(self, report: Callable[[], None]) -> None:
        """Call `told` whenever the page becomes visible or hidden."""

    def badge(self, on: bool) -> None:
        """Show or hide the mark beside the title of the tab."""

    def callable(self) -> str:
        """Return the permission to notify: `granted`, `denied`, `default`; empty if unsupported."""

    def ask_to_call(self, done: Callable[[bool], None]) -> None:
        """Ask for permission to notify; browsers allow this only while a press is handled."""

    def call(self, text: str) -> None:
        """Show a notification; pressing it brings the page to the front."""

    def now(self) -> float:
        """Return a monotonic time in seconds."""

    def date(self) -> float:
        """Return the time in seconds since 1970."""
