"""Observations and determinizations (rulebook, section 3), and invariants."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import CARD, LOUD
from engine.games.twocities.rules.pieces import BLACK, CITY, HOME, WHITE, members
from engine.games.twocities.rules.position import TwoCitiesPosition

P = TypeVar("P", bound=TwoCitiesPosition)


def observed(state: P, viewer: int) -> P:
    """Return the state with every hand but the viewer's hidden. What earlier states revealed about
    the other hand is not kept."""
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


def completed(seen: P, rng: Random) -> P:
    """Deal unseen cards uniformly to the unknown places of the hands, in place."""
    pool = list(members(seen.unseen()))
    rng.shuffle(pool)
    sizes, seen.unknown = seen.unknown, (0, 0)
    for side in (WHITE, BLACK):
        for _ in range(sizes[side]):
            seen.take(side, pool.pop())
    return seen


def check(state: TwoCitiesPosition) -> None:
    """Raise AssertionError if an invariant of section 10 is broken."""
    for square, piece in enumerate(state.board):
        if piece:
            assert state.hits[square] < state.strength(piece & 7), square
            assert piece & 7 != CITY or square & 7 == HOME[piece >> 3]
        else:
            assert not state.hits[square] and not state.tags[square], square
    assert not state.removed & cards.SECTOR_MASK
    assert not state.discards & cards.REINFORCEMENT_MASK
    white, black = state.hands
    named = sum(m.bit_count() for m in (white, black, state.discards, state.removed))
    assert named == (white | black | state.discards | state.removed).bit_count()
    assert state.deck_count() >= 0
    if state.ask == CARD:
        assert state.dealt() == (3, 3) or state.ending
        assert state.calm != LOUD
