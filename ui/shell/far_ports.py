"""What a far table needs of the browser, as protocols (ui/browser/relay.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.far.crypto import Crypto

Report = Callable[[str, str, str], None]


class Pool(Protocol):
    """The relays of one table. What travels is a word; relays see it encrypted."""

    def offer(self, words: Sequence[str]) -> None:
        """Every relay is to keep these; what it has already is not sent again."""

    def whisper(self, word: str) -> None:
        """Passed on to whoever is there, kept nowhere."""

    def wake(self) -> None:
        """Tries at once what would be tried again later."""

    def announce(self, word: str, secret: bytes, name: str) -> None:
        """An open offer under a name, signed with a key, in place of the one before; an empty word
        withdraws it. It expires by itself."""

    def close(self) -> None: ...


class Looking(Protocol):
    """Relays that are asked for offers."""

    def close(self) -> None: ...


class FarTools(Protocol):
    """`ui.shell.platform.CodeLoader.far()` gives them once they have been fetched."""

    crypto: Crypto

    def pool(self, relays: Sequence[str], topic: str, key: bytes, report: Report) -> Pool:
        """Connects at once and goes on trying. `told(kind, relay, text)`: `connecting`, `open`
        (everything kept has come), `lost` (seconds until the next attempt), `slow`, `left` (why),
        `mail` (a word), `stored` (a word), `whisper` (a word)."""

    def look(self, relays: Sequence[str], report: Report) -> Looking:
        """Asks once. `told(kind, relay, text)`: `offer` (a key and a word, or a key alone: it was
        withdrawn), `done` (it has told all it has, or cannot be asked)."""

    def rows(self, text: str) -> tuple[str, ...]:
        """A QR code as rows of 0 and 1; empty when the text is too long for one."""

    def allowed(self, relays: Sequence[str]) -> bool:
        """Whether this page may speak to all of them (static/boot.js)."""

    def usual(self) -> tuple[str, ...]:
        """The relays whoever hosts the page has named."""

    def share(self, text: str) -> bool:
        """Opens the system's share sheet; False where there is none."""

    def can_share(self) -> bool: ...

    def visible(self) -> bool: ...

    def on_visible(self, report: Callable[[], None]) -> None:
        """`told` when the page comes to the front or goes behind."""

    def badge(self, on: bool) -> None:
        """The mark on the tab, beside its title."""

    def callable(self) -> str:
        """`granted`, `denied` or `default` (nobody has asked); empty without notifications."""

    def ask_to_call(self, done: Callable[[bool], None]) -> None:
        """The browser asks the person; only by a press."""

    def call(self, text: str) -> None:
        """Shows a notification; pressing it brings the page to the front."""

    def now(self) -> float:
        """Seconds that only grow."""

    def date(self) -> float:
        """Seconds since 1970."""
