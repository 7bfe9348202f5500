"""A move chosen while another player thinks, kept in memory until one's own turn comes.

It is neither stored nor sent before, and says nothing about whether it will be legal then.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.core.contract import AnyGame, State
from ui.words.targets import NOTHING, Target, square_target

# Marks of `Game.reach` on squares where a piece could go next turn. An own piece in its way may be
# captured until then, and is then recaptured.
_GOALS = ("reach", "attack", "guard")


class Premove:
    """The piece chosen (`origin`) and where it shall go (`goal`); both empty without a premove.

    `count`: number of events when the goal was chosen; fewer mean that something was taken back.
    """

    def __init__(self) -> None:
        self.origin = self.goal = NOTHING
        self.count = 0

    def __bool__(self) -> bool:
        return bool(self.origin)

    @property
    def path(self) -> tuple[Target, ...]:
        """The targets chosen so far."""
        return tuple(one for one in (self.origin, self.goal) if one)

    def clear(self) -> None:
        self.origin = self.goal = NOTHING

    def choose(self, *path: Target) -> None:
        """Set the piece, and the goal if there is a second target."""
        self.origin, self.goal = (*path, NOTHING, NOTHING)[:2]

    def press(self, target: Target, own: bool, goals: Collection[Target], count: int) -> str:
        """Press a square and return what that did: `set`, `chosen`, `cleared`, or "" for nothing.

        `own`: a piece of one's own stands there. `goals`: of the chosen piece. `count`: of events.
        """
        before, waits = self.origin, bool(self.goal)
        if before and not waits and target in goals:
            self.goal, self.count = target, count
            return "set"
        self.clear()
        if own and target != before:
            self.origin = target
            return "chosen"
        return "cleared" if before else ""


def premove_goals(game: AnyGame, seen: State, origin: Target) -> frozenset[Target]:
    """Return the squares a piece can be sent to, as far as its player sees now."""
    marks = game.reach(seen, str(origin))
    names = (name for mark in marks if mark.kind in _GOALS for name in mark.squares)
    return frozenset(map(square_target, names))
