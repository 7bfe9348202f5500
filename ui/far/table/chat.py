"""Words at a far table: written sealed between the two mail keys, unless the table is open.

A spectator sees that something was said, not what. At a table with a stranger the other's words are
shown once this player has written, too. Words of a blocked player are not shown. Of
ready phrases the key is sent, so that each player reads them in their own language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.far.bytes import digest
from engine.far.crypto import mail_secret
from engine.far.letter import MAX_SAID, Letter, LetterPart, Says, Sealed
from ui.far.relays.mail import authors

if TYPE_CHECKING:
    from ui.far.far_table import FarTable
    from ui.table.voice import Voice

PHRASES = ("hello", "well", "thanks", "wait")
MARK = "#phrase:"  # before the key of a ready phrase, as the text of a message
MOST_READ = 400  # sealed messages whose text is remembered


def message_of(key: str) -> str:
    """Return the message that says a phrase; empty for a key that is none."""
    return MARK + key if key in PHRASES else ""


def worded(voice: Voice, text: str) -> str:
    """Return a message as the reader sees it."""
    if not text.startswith(MARK):
        return text
    key = text.removeprefix(MARK)
    return voice.t(f"far.phrase.{key}" if key in PHRASES else "far.phrase.unknown")


class ChatLine(NamedTuple):
    """One message. `text`: None if this device cannot read it; `beside`: whether its letter does
    not count."""

    seat: int
    text: str | None
    beside: bool = False


class Chat:
    """Chat of one table, as this device may read it."""

    def __init__(self, play: FarTable) -> None:
        self._play = play
        self._texts: dict[bytes, str | None] = {}  # by sealed message
        # By seat: letters of its chain, the last of them, and the messages in them.
        self._counted: dict[int, tuple[int, Letter | None, int]] = {}
        self._read = play.store.words_read()

    def part(self, text: str) -> Says | Sealed:
        """Return a message as part of the next letter."""
        play, other = self._play, self._other_mail()
        if play.seat.terms.open or not other:
            return Says(text)
        secret, n = mail_secret(play.seat.keys.secret), len(play.log.chain(play.me))
        # One form for each letter; another text in its place gets another nonce.
        place = play.seat.terms.id + bytes([play.me]) + n.to_bytes(4, "big")
        nonce = digest("sealed", secret + place + text.encode())
        return Sealed(play.tools.crypto.seal(secret, other, text, nonce))

    def text(self, part: LetterPart) -> str | None:
        """Return the text of a message; None if this device cannot read it."""
        if isinstance(part, Says):
            return part.text
        return self._opened(part.data) if isinstance(part, Sealed) else None

    def _opened(self, data: bytes) -> str | None:
        if data not in self._texts:
            play, other, text = self._play, self._other_mail(), ""
            if other:
                secret = mail_secret(play.seat.keys.secret)
                text = " ".join(play.tools.crypto.unseal(secret, other, data).split())[:MAX_SAID]
            if len(self._texts) >= MOST_READ:
                self._texts.clear()
            self._texts[data] = text or None
        return self._texts[data]

    def _other_mail(self) -> bytes:
        """Return the other seat's mail key; empty for a spectator or before somebody has joined."""
        play = self._play
        if play.me < 0 or not play.met:
            return b""
        own = play.tools.crypto.public(mail_secret(play.seat.keys.secret))
        return next((one for one in authors(play.log) if one != own), b"")

    # -- what is shown -------------------------------------------------------------------------

    @property
    def withheld(self) -> bool:
        """Whether the other's words wait for this player to write: they are a stranger's."""
        play = self._play
        return play.seat.stranger and play.me >= 0 and not self._count(play.me)

    def lines(self, most: int) -> list[ChatLine]:
        """Return the newest messages that may be shown: of branches that do not count, then of the
        log."""
        play = self._play
        beside = [
            ChatLine(letter.seat, self.text(part), True)
            for letter in play.log.beside()[-most:]
            for part in letter.parts
            if isinstance(part, Says | Sealed)
        ][-most:]
        said = [ChatLine(one.seat, self.text(one.part)) for one in play.course.said[-most:]]
        return [one for one in (*beside, *said) if not (self.withheld and one.seat == play.other)]

    def _count(self, seat: int) -> int:
        chain = self._play.log.chain(seat)
        done, last, count = self._counted.get(seat, (0, None, 0))
        if done > len(chain) or (done and chain[done - 1] is not last):
            done = count = 0  # another branch counts now
        parts = (part for one in chain[done:] for part in one.parts)
        count += sum(isinstance(part, Says | Sealed) for part in parts)
        self._counted[seat] = len(chain), chain[-1] if chain else None, count
        return count

    @property
    def waits(self) -> bool:
        """Whether a stranger has written and this player has not."""
        return self.withheld and self._count(self._play.other) > 0

    @property
    def unread(self) -> int:
        """How many messages of the other the player has not read."""
        play = self._play
        return max(0, self._count(play.other) - self._read) if play.me >= 0 and play.met else 0

    def mark_read(self) -> None:
        """Mark all messages as read."""
        if self.unread and not self.withheld:
            self._read = self._count(self._play.other)
            self._play.store.set_words_read(self._read)
