"""Chance nobody chooses: both seats contribute, and neither can look ahead.

Each seat draws a seed and hashes it LENGTH times; the end of that chain is told when the table is
set. Chance nodes that follow each other, with nobody's decision between them, are one draw. The
contribution to draw k (from 0) is the link k + 1 steps before the end: hashed once it gives the one
before, so it can be checked at once and could not be chosen later. A seat releases a contribution
only when its device has reached the draw.

The outcome of the node in place p of a draw is the first output below the sum of its weights, by
rejection, of SHA-256(domain "chance" ‖ contributions by seat ‖ p ‖ index), p and index being four
bytes, read as a whole number of 256 bits.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE, Action, State
from engine.far.bytes import digest

LENGTH = 8_192  # links of a chain: more than the draws of any game that is offered
_RANGE = 1 << 256


def step(link: bytes) -> bytes:
    """From a link to the one that is told before it."""
    return digest("chain", link)


class Chain:
    """A seat's own contributions."""

    def __init__(self, seed: bytes) -> None:
        links = [digest("seed", seed)]
        for _ in range(LENGTH):
            links.append(step(links[-1]))
        self._links = links

    @property
    def end(self) -> bytes:
        """What is told when the table is set."""
        return self._links[-1]

    def contribution(self, draw: int) -> bytes:
        """For draw number `draw`. Raises IndexError beyond the chain."""
        if not 0 <= draw < LENGTH:
            raise IndexError(draw)
        return self._links[-2 - draw]


def outcome(state: State, contributions: Sequence[bytes], place: int = 0) -> Action:
    """What comes at the chance node of `state`, in its place in a draw, from the contributions by
    seat."""
    parts = (*contributions, place.to_bytes(4, "big"))
    outcomes = sorted(state.chance_outcomes())
    total = sum(weight for _, weight in outcomes)
    index = 0
    while True:
        drawn = int.from_bytes(digest("chance", *parts, index.to_bytes(4, "big")), "big")
        if drawn < _RANGE - _RANGE % total:
            break
        index += 1
    point = drawn % total
    for action, weight in outcomes:
        point -= weight
        if point < 0:
            return action
    raise ValueError("a weight is not positive")


def after(state: State, contributions: Sequence[bytes]) -> State:
    """What follows when the draw of `state` is over."""
    state, place = state.clone(), 0
    while state.current_player() == CHANCE:
        state.apply(outcome(state, contributions, place))
        place += 1
    return state
