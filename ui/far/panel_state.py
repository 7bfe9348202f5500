"""State of a far table that its panel and questions read in addition to the letters."""

from __future__ import annotations

from collections.abc import Callable

from ui.far.blocked import blocked, key_of
from ui.far.play import FarPlay


class ShownPlay(FarPlay):
    """`FarPlay` with what its player has put away or blocked."""

    set_aside: set[str]  # keys of questions the player has put away
    framed: bool  # the page is inside another site's
    turns_unsaid: Callable[[], bool]  # whether the setting `turns` has not been chosen yet
    written: int  # messages written in the chat field since the table opened

    @property
    def blocked(self) -> bool:
        """Whether the player has blocked the other's key."""
        return key_of(self.log, self.other).hex() in blocked(self.store.storage)

    @property
    def hushed(self) -> bool:
        """Whether the other's words are not shown."""
        return self.muted or self.blocked

    @property
    def asks_turns(self) -> bool:
        """Whether the player has to say if relays may be asked on opening whose turn it is: after
        the first game."""
        asks = self.turns_unsaid() and self.me >= 0 and self.course.over
        return asks and bool(self.seat.relays)
