"""Presence at a far table: sends, receives and expires whispers (ui/far/presence.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.far.presence import AWAY, HERE, Whisper, heard

if TYPE_CHECKING:
    from engine.far.letter import Parent
    from ui.far.sitting import Sitting

HEARTBEAT = 60  # seconds between whispers while both are present
QUIET = 600  # seconds after the last letter until whispers stop
GONE = 150  # seconds without a whisper until a player counts as away


class Attendance:
    """Presence of the players at one table, as this device knows it."""

    def __init__(self, play: Sitting) -> None:
        self._play = play
        self._there: dict[int, tuple[float, Whisper]] = {}  # by seat: (time received, whisper)
        self._active = play.tools.now()
        self._beating = False

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
        if before is not None and before[1].when > found.when:
            return
        there = self.present(found.seat)
        self._there[found.seat] = (play.tools.now(), found)
        if not there and found.state == HERE:  # a newcomer needs an answer
            self.here()
        seen = () if before is None else before[1].seen
        if there != self.present(found.seat) or seen != found.seen:
            play.changed(False)

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
        one = Whisper(play.seat.terms.id, play.me, state, now, seen)
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
