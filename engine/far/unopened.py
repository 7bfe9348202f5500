"""Claims on a game whose other seat has not opened its board.

Once the game is over every seat opens its secrets. Who has not done so OPENING_TIME after the
letter that ended the game has not proved his board or cards: the other, if he has opened his, may
claim the game. A claim that is dated ahead of the reader's clock waits until then.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.far.letter import Letter
from engine.far.story import DeviceMatch, Refused
from engine.far.timing import AHEAD
from engine.match.clock import DAY

OPENING_TIME = 7 * DAY


class BoardClaims:
    """`ended_at`: date of the letter that ended the game; `unopened`: seat that has not opened its
    board in time."""

    def __init__(self) -> None:
        self.ended_at: int | None = None
        self.unopened: int | None = None
        self._waits: int | None = None  # date of a claim that waits

    def note_end(self, letter: Letter) -> None:
        """Note that the game is over with this letter, unless it was before."""
        if self.ended_at is None:
            self.ended_at = letter.at

    def may_claim(
        self, story: DeviceMatch, seat: int, at: int, closed: Collection[int] = ()
    ) -> bool:
        """Return whether a claim of a seat that is dated `at` would count. `closed`: seats whose
        seed of a shared deck is not open."""
        if self.ended_at is None or self.unopened is not None or story.unproved is not None:
            return False
        owing = [one in closed or (story.singly and story.to_open(one)) for one in (seat, 1 - seat)]
        return at >= self.ended_at + OPENING_TIME and not owing[0] and bool(owing[1])

    def claim(
        self, story: DeviceMatch, letter: Letter, now: int | None, closed: Collection[int] = ()
    ) -> None:
        """Handle a claim. `now`: the reader's clock; None: nothing waits. Raises Refused."""
        if not self.may_claim(story, letter.seat, letter.at, closed):
            raise Refused("word")
        if now is not None and letter.at > now + AHEAD:
            self._waits = letter.at
        else:
            self.unopened = 1 - letter.seat

    def ripe(self, now: int | None) -> bool:
        """Return whether a claim that has waited counts now."""
        return self._waits is not None and (now is None or self._waits <= now + AHEAD)
