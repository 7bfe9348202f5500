"""Presence at a far table: whispers, signed messages that relays forward but do not store.

Format of the word: 1 byte VERSION, 16 bytes table id, 1 byte seat, 1 byte state, varint seconds
since 1970, 8 bytes visit, varint number of this whisper in the visit, varint count and as many
visits of others it answers (8 bytes each), heads of the letter chains its author has seen (encoded
like the parents of a letter), and a signature over the domain "whisper" and all of it. The heads
serve as the receipt `seen`.

A visit is a random number of a page at a table. A whisper counts for a page whose visit it answers,
so that an old one cannot be played back, whatever the clocks say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.far.bytes import ByteReader, ByteWriter, Damage, digest, from_word, to_word
from engine.far.crypto import SIGNATURE, Crypto, Verifier
from engine.far.letter import ID, SEATS, Parent

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

VERSION = 2
HERE, AWAY = 1, 0
MAX_CHARS = 700
VISIT = 8  # bytes
MAX_ANSWERED = 4

HEARTBEAT = 60  # seconds between whispers while both are present
QUIET = 600  # seconds after the last letter until whispers stop
GONE = 150  # seconds without a whisper until a player counts as away
SKEW = 600  # seconds between clocks that a spectator tolerates
MOST_ANSWERS = 6  # in a minute


@dataclass(frozen=True)
class Whisper:
    """Presence of a seat: `state` HERE or AWAY, `when` in seconds, `visit` and `number` of this
    whisper in it, `answers` visits of others, `seen` chain heads."""

    table: bytes
    seat: int
    state: int
    when: int
    visit: bytes
    number: int
    answers: tuple[bytes, ...]
    seen: tuple[Parent, ...]

    def _signed(self) -> bytes:
        out = ByteWriter().byte(VERSION).raw(self.table).byte(self.seat).byte(self.state)
        out.number(self.when).raw(self.visit).number(self.number).number(len(self.answers))
        for visit in self.answers:
            out.raw(visit)
        out.number(len(self.seen))
        for parent in self.seen:
            out.byte(parent.seat).number(parent.seen).raw(parent.digest)
        return out.done()

    def word(self, crypto: Crypto, secret: bytes) -> str:
        signed = self._signed()
        return to_word(signed + crypto.sign(secret, digest("whisper", signed)))


def heard(word: str, table: bytes, crypto: Verifier, keys: dict[int, bytes]) -> Whisper | None:
    """Return the whisper in a word; None if it is malformed, of another table or badly signed.

    `keys`: public keys by seat."""
    try:
        data = from_word(word, MAX_CHARS)
        reader = ByteReader(data[:-SIGNATURE])
        if reader.byte() != VERSION:
            return None
        found = Whisper(
            reader.raw(ID), reader.byte(), reader.byte(), reader.number(), reader.raw(VISIT),
            reader.number(),
            tuple(reader.raw(VISIT) for _ in range(reader.count(MAX_ANSWERED))),
            tuple(
                Parent(reader.byte(), reader.number(), reader.raw(ID))
                for _ in range(reader.count(SEATS))
            ),
        )  # fmt: skip
        reader.finish()
    except Damage:
        return None
    heads = [parent.seat for parent in found.seen]
    if found.table != table or found.seat not in keys:
        return None
    if heads != sorted(set(heads)) or heads[-1:] >= [SEATS]:
        return None
    signed = digest("whisper", data[:-SIGNATURE])
    return found if crypto.verify(keys[found.seat], signed, data[-SIGNATURE:]) else None


class Attendance:
    """Presence of the players at one table, as this device knows it."""

    def __init__(self, play: FarTable) -> None:
        self._play = play
        self._there: dict[int, tuple[float, Whisper]] = {}  # by seat: (time received, whisper)
        self._active = play.tools.now()
        self._beating = False
        self._visit = play.tools.crypto.secret()[:VISIT]
        self._number = 0  # of whispers sent
        # Visits of others, latest last: whether it has answered ours, its latest whisper.
        self._visits: dict[bytes, tuple[bool, int]] = {}
        self._told: set[bytes] = set()  # visits that a whisper of ours has answered
        self._answered: list[float] = []  # times of our latest answers

    def active(self) -> None:
        """Note activity, which keeps whispers going."""
        self._active = self._play.tools.now()

    def present(self, seat: int) -> bool:
        """Return whether a player is present: a recent whisper said so and a relay is open."""
        found = self._there.get(seat)
        if found is None or not self._play.lines.open:
            return False
        when, whisper = found
        return whisper.state == HERE and self._play.tools.now() - when < GONE

    def seen_by(self, seat: int) -> tuple[Parent, ...]:
        """Return the letters a player's last whisper acknowledged, as heads of chains."""
        found = self._there.get(seat)
        return () if found is None else found[1].seen

    def hear(self, word: str) -> None:
        """Handle a received whisper; invalid, own and outdated ones are ignored."""
        play = self._play
        found = heard(word, play.seat.terms.id, play.tools.crypto, self._keys())
        if found is None or found.seat == play.me:
            return
        before = self._there.get(found.seat)
        if found.number <= self._visits.get(found.visit, (False, 0))[1]:
            return
        self._meet(found)
        if not self._fresh(found, before[1].when if before is not None else 0):
            return
        there = self.present(found.seat)
        self._there[found.seat] = (play.tools.now(), found)
        seen = () if before is None else before[1].seen
        if there != self.present(found.seat) or seen != found.seen:
            play.changed(False)

    def _fresh(self, found: Whisper, since: int = 0) -> bool:
        """Return whether a whisper is recent: it answers this visit. A spectator's visit is never
        answered, so there the date decides."""
        if self._play.me >= 0:
            return self._visit in found.answers
        return found.when >= since and abs(self._play.tools.date() - found.when) <= SKEW

    def _meet(self, found: Whisper) -> None:
        """Note a visit of another page, and answer it once so that it can answer ours."""
        known = self._visits.pop(found.visit, (False, 0))[0]
        self._visits[found.visit] = (known or self._fresh(found), found.number)
        while len(self._visits) > MAX_ANSWERED:  # forget those first that may be old
            doubtful = [visit for visit, (good, _) in self._visits.items() if not good]
            self._visits.pop(next(iter(doubtful or self._visits)))
        now = self._play.tools.now()
        self._answered = [one for one in self._answered if now - one < HEARTBEAT]
        new = found.visit in self._visits and found.visit not in self._told
        if found.state == HERE and new and len(self._answered) < MOST_ANSWERS:
            self._answered.append(now)
            self.here()

    def _keys(self) -> dict[int, bytes]:
        log, terms = self._play.log, self._play.seat.terms
        found = {terms.seat: terms.public}
        if log.accepted is not None:
            found[log.free] = log.accepted
        return found

    def here(self) -> None:
        """Announce presence and start the heartbeat."""
        self.whisper(HERE)
        self._beat()

    def away(self) -> None:
        self.whisper(AWAY)

    def whisper(self, state: int) -> None:
        """Send a whisper. HERE becomes AWAY while the page is hidden."""
        play = self._play
        if play.pool is None or play.me < 0 or not play.met:
            return
        if state == HERE and not play.tools.visible():
            state = AWAY
        seen, now = play.log.heads(), int(play.tools.date())
        self._number += 1
        answers = tuple(self._visits)
        self._told = set(answers)
        one = Whisper(
            play.seat.terms.id, play.me, state, now, self._visit, self._number, answers, seen
        )
        play.pool.whisper(one.word(play.tools.crypto, play.seat.keys.secret))

    def _beat(self) -> None:
        """Schedule the next whisper; it is sent while both are present and the table is active."""
        if self._beating or self._play.pool is None:
            return
        self._beating = True
        self._play.page.after(1000 * HEARTBEAT, self._next_beat)

    def _next_beat(self) -> None:
        self._beating = False
        play = self._play
        if play.pool is None:
            return
        quiet = play.tools.now() - self._active > QUIET
        if self.present(play.other) and play.tools.visible() and not quiet:
            self.here()
        play.changed(False)
