"""What chance gave the players of a finished game, beside what it gives on average."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import CHANCE
from engine.core.texts import Message
from engine.match.match import Match


class Thrown(NamedTuple):
    """One thing that was thrown for: what each side got of it, and on average, by side."""

    what: Message
    got: dict[int, int]
    expected: dict[int, float]


def counted(match: Match, viewer: int) -> list[Thrown]:
    """Return the sums over all throws that a viewer knows."""
    found: dict[str, Thrown] = {}
    state = match.start.observation(viewer)
    for _, event in match.observed_events(viewer):
        if event.actor == CHANCE and (throw := match.game.thrown(state, event.action)) is not None:
            luck = found.setdefault(throw.what.key, Thrown(throw.what, {}, {}))
            luck.got[throw.side] = luck.got.get(throw.side, 0) + throw.got
            luck.expected[throw.side] = luck.expected.get(throw.side, 0.0) + throw.expected
        state.apply(event.action)
    return list(found.values())
