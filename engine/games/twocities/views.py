"""What a viewer may know, and what he may imagine (rule sheet, section 6, "Who knows what")."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.games.twocities.pieces import BLACK, WHITE, members

if TYPE_CHECKING:
    from engine.games.twocities.state import TwoCitiesState


def observed(state: TwoCitiesState, viewer: int) -> TwoCitiesState:
    """The state with the cards of every hand but the viewer's face down. It has no memory."""
    new = state.clone()
    new._legal = None
    sizes = state.dealt()
    new.hands = (
        state.hands[WHITE] if viewer == WHITE else 0,
        state.hands[BLACK] if viewer == BLACK else 0,
    )
    new.unknown = (
        state.unknown[WHITE] if viewer == WHITE else sizes[WHITE],
        state.unknown[BLACK] if viewer == BLACK else sizes[BLACK],
    )
    return new


def completed(seen: TwoCitiesState, rng: Random) -> TwoCitiesState:
    """Deals the unseen cards uniformly to the unknown places of the hands, in place."""
    pool = list(members(seen.unseen()))
    rng.shuffle(pool)
    sizes, seen.unknown = seen.unknown, (0, 0)
    for side in (WHITE, BLACK):
        for _ in range(sizes[side]):
            seen.take(side, pool.pop())
    return seen
