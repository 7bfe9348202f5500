"""The positions of a game after each turn, as one viewer knew them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.scene import Scene
from engine.match.match import Match
from engine.match.opened import opened
from ui.session.share import Exports
from ui.session.turns import Turn, TurnLog


class Frames(NamedTuple):
    """The last turns of a game for one viewer. `before`: the turn that led to the first position,
    if any; `turns`: those shown."""

    match: Match
    viewer: int
    before: Turn | None
    turns: tuple[Turn, ...]

    def __len__(self) -> int:
        return len(self.turns) + 1

    def scenes(self) -> Iterator[Scene]:
        """Yield the position before the turns, then the one after each."""
        last = self.before
        yield self._scene(last)
        for turn in self.turns:
            yield self._scene(turn)

    def _scene(self, turn: Turn | None) -> Scene:
        match, count = self.match, turn.end if turn else 0
        seen = match.state_at(count).observation(self.viewer)
        return match.game.scene(seen, self.viewer, turn.events if turn else ())


def frames(exports: Exports, most: int) -> Frames:
    """Return the last `most` turns of the game, as far as it may be shown."""
    match, viewer = exports.shown, exports.eyes
    turns = TurnLog(match, viewer).turns()
    first = max(0, len(turns) - most)
    return Frames(match, viewer, turns[first - 1] if first else None, tuple(turns[first:]))


def position(exports: Exports) -> Scene:
    """Return the position on the board, as far as it may be shown."""
    if exports.composed:
        match = exports.shown
        return match.game.scene(opened(match.state), exports.viewer)
    *_, found = frames(exports, 1).scenes()
    return found
