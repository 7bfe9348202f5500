"""Presence at a far table: sends, receives and expires whispers (ui/far/presence.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.far.presence import AWAY, HERE, MAX_ANSWERED, VISIT, Whisper, heard

if TYPE_CHECKING:
    from engine.far.letter import Parent
    from ui.far.play import FarPlay

HEARTBEAT = 60  # seconds between whispers while both are present
QUIET = 600  # seconds after the last letter until whispers stop
GONE = 150  # seconds without a whisper until a player counts as away
SKEW = 600  # seconds between clocks that a spectator tolerates
MOST_ANSWERS = 6  # in a minute


class Attendance:
    """Presence of the players at one table, as this device knows it."""

    def __init__(self, play: FarPlay) -> None:
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
