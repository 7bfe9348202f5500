"""Mail of a far table on relays: whose events are read, and letters as dated words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.far.letter import Join, Letter
from engine.far.log import Log
from engine.far.order import sorted_letters
from ui.far.seat_store import from_text, to_text


def authors(log: Log) -> tuple[bytes, ...]:
    """Return the mail keys whose events are read: the inviter's and, once known, the other's.

    Empty for the inviter until he has accepted somebody: he reads a few events of strangers."""
    if log.mine == log.terms.public and log.accepted is None:
        return ()
    first = log.chain(log.free)[:1]
    joins = [part for one in first for part in one.parts if isinstance(part, Join)]
    return (log.terms.mail, *(one.mail for one in joins))


def dated(letters: Sequence[Letter]) -> list[tuple[str, int]]:
    """Return letters as `ui.browser.relay.Pool` posts them: base64url text and date in
    milliseconds."""
    return [(to_text(one.data), one.at) for one in letters]


class Arrivals:
    """Letters that relays have sent and that wait to be read. `known`: letters that this device
    has stored; they are not read again."""

    def __init__(self, known: Iterable[Letter] = ()) -> None:
        self._waiting: dict[str, list[str]] = {}
        self._known = {one.data for one in known}

    def know(self, letter: Letter) -> None:
        self._known.add(letter.data)

    def knows(self, data: bytes) -> bool:
        return data in self._known

    def forget(self) -> None:
        """Drop what waits: it will be sent again."""
        self._waiting.clear()

    def add(self, relay: str, text: str) -> None:
        """Add a report `mail`: a word and the author of its event."""
        self._waiting.setdefault(relay, []).append(text)

    def waits(self, relay: str) -> bool:
        return relay in self._waiting

    def take(self, relay: str) -> tuple[list[str], list[Letter | bytes]]:
        """Return the words of a relay and the new letters in them, each after its parents, without
        the join letters that came in another event than one of the mail key they name."""
        pairs = [text.partition(" ")[::2] for text in self._waiting.pop(relay, [])]
        authors: dict[bytes, set[str]] = {}
        for word, author in pairs:
            if (data := from_text(word)) not in self._known:
                authors.setdefault(data, set()).add(author)
        found = sorted_letters(authors)
        return [word for word, _ in pairs], [one for one in found if _posted(one, authors)]


def _posted(letter: Letter | bytes, authors: Mapping[bytes, Collection[str]]) -> bool:
    part = letter.parts[0] if isinstance(letter, Letter) else None
    return not isinstance(part, Join) or part.mail.hex() in authors[letter.data]  # type: ignore[union-attr]
