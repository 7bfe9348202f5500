"""Signatures, relays and QR codes in the browser.

All come from static/vendor/far/far.js (ui/browser/far.mjs), which is loaded when the first far
table opens. `new Pool(relays, topic, key, secret, authors, told)` connects to the relays of a
table: keys and secrets as hex, `authors` as mail keys separated by spaces, `secret` empty for a
spectator. Its methods:

    follow(authors)               read only these from now on; with none 64 events of strangers
    offer("word@millis …")        have all letters of this seat stored, in their order
    whisper(word)                 pass on, not stored
    announce(word, secret, name, end, level, lang)
                                  publish an open offer; without a word withdraw it
    wake()                        the player wants another attempt
    close()

`told(kind, relay, text)` reports the state of a relay,

    connecting
    open                  all stored letters have arrived, and it takes letters
    stuck     reason      as open, but nothing is posted any more until the player wants it or the
                          connection is made anew: refused, silent, rate (after five attempts),
                          unkept (it acknowledges and does not keep), pow, clock (of this device:
                          wrong), invalid, size
    lost      seconds     until the next attempt to connect
    left      reason      for good: flood, junk, pow, auth, blocked, restricted, unread

and otherwise

    mail      word author   a letter in an event of this author (a mail key as hex)
    stored    word          the relay has acknowledged it, and gives back samples
    unkept    word          it was acknowledged and is not there
    whisper   word
    crowded                 too many events of strangers, or of one seat: they are not read any more
    gap                     more events in one second than the relay hands out
    complete  all | some    once, `relay` is empty: every relay is read to the end or left, or time
                            is up

`new Looking(relays, told)` and `new Mail(relay, tables, told)` ask once and close the connection;
`told` gets `done` (`silent` if the relay answered nothing), and before it `offer` (key word date
level lang) or `mail` (topic word author). Of an offer it returns whether it is good: others are
read instead of those that are not.
"""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ui.browser import sharing
from ui.browser.alerts import Alerts
from ui.browser.scripts import loaded
from ui.shell import routes
from ui.shell.fetching import DECK, NotYetHere

if TYPE_CHECKING:
    from ui.browser.deck import DeckTools

SCRIPT = "vendor/far/far.js"  # below static/
BADGE = (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
    "<rect width='16' height='16' rx='3' fill='%23f4ead7'/>"
    "<circle cx='8' cy='8' r='5' fill='%23a3341f'/></svg>"
)


Report = Callable[[str, str, str], None]


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
    """A running query of the script for open offers or for new mail."""

    def close(self) -> None: ...


class BrowserCrypto:
    """Encryption of mail (`engine.far.crypto.MailCrypto`), done by the script."""

    def __init__(self, module: Any) -> None:
        self._js = module

    def secret(self) -> bytes:
        return bytes.fromhex(str(self._js.secret()))

    def public(self, secret: bytes) -> bytes:
        return bytes.fromhex(str(self._js.publicKey(secret.hex())))

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        return bytes.fromhex(str(self._js.sign(secret.hex(), digest.hex())))

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        return bool(self._js.verify(public.hex(), digest.hex(), signature.hex()))

    def seal(self, secret: bytes, public: bytes, text: str, nonce: bytes) -> bytes:
        return b64decode(str(self._js.seal(secret.hex(), public.hex(), text, nonce.hex())))

    def unseal(self, secret: bytes, public: bytes, data: bytes) -> str:
        return str(self._js.unseal(secret.hex(), public.hex(), b64encode(data).decode()))


def _hexes(keys: Sequence[bytes]) -> str:
    return " ".join(key.hex() for key in keys)


class Pool:
    """The relays of one table, by the client in JavaScript. Messages are encrypted words, which
    relays cannot read."""

    def __init__(self, pool: Any, report: Any) -> None:
        self._pool, self._report = pool, report

    def follow(self, authors: Sequence[bytes]) -> None:
        """Read only events of these mail keys from now on; of few strangers if there are none."""
        self._pool.follow(_hexes(authors))

    def offer(self, letters: Sequence[tuple[str, int]]) -> None:
        """Have every relay store these words, all of this seat's in their order with their dates
        in milliseconds; those a relay has already are not sent again."""
        self._pool.offer(" ".join(f"{word}@{at}" for word, at in letters))

    def whisper(self, word: str) -> None:
        """Send a word to the devices connected now; relays do not store it."""
        self._pool.whisper(word)

    def wake(self) -> None:
        """Retry lost connections at once, and letters that were refused: the player wants it."""
        self._pool.wake()

    def announce(
        self, word: str, secret: bytes, name: str, end: int, level: int, lang: str
    ) -> None:  # fmt: skip
        """Publish an open offer under `name`, signed with `secret`; it replaces the one before.

        An empty word withdraws it. It expires at `end` (seconds since 1970). `level`: of the
        strongest computer that its player has beaten in this game; 0 if none. `lang`: of the page.
        """
        self._pool.announce(word, secret.hex(), name, end, level, lang)

    def close(self) -> None:
        self._pool.close()


class FarTools:
    """What a far table needs of this browser: cryptography, relays, sharing, notifications."""

    def __init__(self) -> None:
        import js

        self._js, self._module = js, loaded(SCRIPT)
        self.crypto = BrowserCrypto(self._module)
        self._looked: Callable[[], None] = lambda: None
        self._listening = False
        self._deck: DeckTools | None = None
        self._icon: str | None = None  # address of the page's own icon
        self._alerts = Alerts()

    def pool(
        self, relays: Sequence[str], topic: str, key: bytes, secret: bytes,
        authors: Sequence[bytes], report: Report,
    ) -> Pool:  # fmt: skip
        """Connect to `relays` at once and reconnect when a connection is lost.

        `key` encrypts, `secret` signs events (of the mail key; empty for a spectator), `authors` as
        for `Pool.follow`.
        """
        from pyodide.ffi import create_proxy, to_js

        heard = create_proxy(self._named(report))
        made = self._module.Pool.new(
            to_js(self._whole(relays)), topic, key.hex(), secret.hex(), _hexes(authors), heard
        )
        return Pool(made, heard)

    def look(self, relays: Sequence[str], report: Callable[[str, str, str], bool]) -> Looking:
        """Ask the relays once for open offers.

        `report(kind, relay, text)` gets `offer` (a key, a word, its date, the level and the
        language it states; a key without a word means withdrawn), of which it returns whether it
        takes a place in the list, and at the end `done`, or `silent` (the relay cannot be reached
        or answers nothing).
        """
        from pyodide.ffi import create_proxy, to_js

        heard = create_proxy(self._named(report))
        asked: Looking = self._module.Looking.new(to_js(self._whole(relays)), heard)
        return asked

    def mail(self, relay: str, tables: Sequence[TableMail], report: Report) -> Looking:
        """Ask a relay once, in one query, for stored letters of several tables.

        `report(kind, relay, text)` gets `mail` (a topic, a word and its author) and `done`.
        """
        from pyodide.ffi import create_proxy

        lines = (
            " ".join(
                [table.topic, table.key.hex(), str(table.since), *map(bytes.hex, table.authors)]
            )
            for table in tables
        )
        (whole,) = self._whole((relay,))
        heard = create_proxy(self._named(report))
        asked: Looking = self._module.Mail.new(whole, "\n".join(lines), heard)
        return asked

    def probe(self, relay: str, done: Callable[[str], None]) -> None:
        """Have a relay store an event, give it back and say that this was all; then call `done`.

        It gets "" or the reason why a table cannot use the relay: `silent`, `forgets`, `endless`,
        or one of those of `left`.
        """
        (whole,) = self._whole((relay,))
        asked = self._module.probe(whole)
        asked.then(lambda found: done("" if found.ok else str(found.why)))

    def own(self) -> str:
        """Return what precedes the path of a relay of the page's own origin: `wss://host`."""
        return str(self._js.window.asedioOwnRelay)

    def secure(self) -> bool:
        """Return whether the page came over https or from this machine: a secure context."""
        return bool(self._js.window.isSecureContext)

    def _whole(self, relays: Sequence[str]) -> list[str]:
        """Return whole addresses: a relay of the page's own origin is named by its path."""
        return [self.own() + relay if relay.startswith("/") else relay for relay in relays]

    def _named(self, report: Callable[[str, str, str], Any]) -> Callable[..., Any]:
        """Return a callback for the script; it reports relays by their names here."""
        own = f"{self.own()}/"

        def heard(kind: Any, relay: Any, text: Any) -> Any:
            name = str(relay)
            name = name.removeprefix(own[:-1]) if name.startswith(own) else name
            return report(str(kind), name, str(text))

        return heard

    def deck(self) -> DeckTools:
        """Return the group of shared decks. Raises NotYetHere until it is fetched."""
        deck = routes.deck
        if loaded(deck.SCRIPT) is None:
            raise NotYetHere(DECK)
        if self._deck is None:
            self._deck = deck.DeckTools()
        return self._deck

    def rows(self, text: str) -> tuple[str, ...]:
        """Return a QR code as rows of 0 and 1; empty if `text` is too long for one."""
        found = str(self._module.qr(text))
        return tuple(found.split("\n")) if found else ()

    def _list(self, name: str) -> list[str]:
        found = getattr(self._js.window, name, None)
        return [str(found[index]) for index in range(found.length)] if found else []

    def allowed(self, relays: Sequence[str]) -> bool:
        """Return whether this page may connect to all of `relays` (static/boot.js)."""
        known = self._list("asedioRelays")
        return all(relay.startswith("/") or relay in known for relay in relays)

    def usual(self) -> tuple[str, ...]:
        """Return the relays configured by the host of the page."""
        return tuple(self._list("asedioUsualRelays"))

    def address(self) -> str:
        """Return the stable address of the page that its host has set; else an empty text."""
        meta = self._js.document.querySelector('meta[name="asedio-address"]')
        found = str(meta.content).strip() if meta is not None else ""
        return found if found.startswith(("https://", "http://")) else ""

    def surroundings(self) -> Surroundings:
        window = self._js.window
        installed = bool(window.matchMedia("(display-mode: standalone)").matches)
        return Surroundings(str(window.navigator.userAgent), bool(window.asedioFramed), installed)

    def can_share(self) -> bool:
        return sharing.can_share()

    def share(self, text: str, failed: Callable[[], None]) -> None:
        """Open the system's share sheet; call `failed` if it does not open."""
        sharing.share(text, failed)

    def visible(self) -> bool:
        return str(self._js.document.visibilityState) == "visible"

    def on_visible(self, report: Callable[[], None]) -> None:
        """Call `report` whenever the page becomes visible or hidden."""
        from pyodide.ffi import create_proxy

        self._looked = report
        if not self._listening:
            self._listening = True
            heard = create_proxy(lambda event: self._looked())
            self._js.document.addEventListener("visibilitychange", heard)

    def badge(self, on: bool) -> None:
        """Show or hide the mark beside the title of the tab."""
        link = self._js.document.querySelector('link[rel="icon"]')
        if link is None:
            return
        if self._icon is None:
            self._icon = str(link.getAttribute("href"))
        link.setAttribute("href", BADGE if on else self._icon)

    def callable(self) -> str:
        """Return the permission to notify: `granted`, `denied`, `default`; empty if unsupported."""
        return self._alerts.permission()

    def ask_to_call(self, done: Callable[[bool], None]) -> None:
        """Ask for permission to notify; browsers allow this only while a press is handled."""
        self._alerts.ask(done)

    def call(self, text: str) -> None:
        """Show a notification; pressing it brings the page to the front."""
        self._alerts.show(text)

    def now(self) -> float:
        """Return a monotonic time in seconds."""
        return time.monotonic()

    def date(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()
