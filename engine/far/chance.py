"""Fair chance between two devices: both seats contribute, and neither can predict the result.

Each seat hashes a random seed LENGTH times and publishes the end of that chain when the table is
set. Consecutive chance nodes without a decision or a card of a shared deck between them are one
draw. The contribution to draw k (from 0) is the link k + 1 steps before the end. Hashed once it
gives the previous contribution, so it is verified at once and could not be chosen later. A device
releases its contribution only when it has reached the draw.

The outcome of the node in place p of a draw is the first output below the sum of its weights, by
rejection, of SHA-256(domain "chance" ‖ contributions by seat ‖ p ‖ index), p and index being four
bytes, read as a whole number of 256 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.contract import CHANCE, Action, State
from engine.far.bytes import digest

LENGTH = 8_192  # links of a chain: more than the draws of any game
_RANGE = 1 << 256


def step(link: bytes) -> bytes:
    """Return the hash of a link: the link that is published before it."""
    return digest("chain", link)


class Chain:
    """Hash chain of a seat's own contributions."""

    def __init__(self, seed: bytes) -> None:
        links = [digest("seed", seed)]
        for _ in range(LENGTH):
            links.append(step(links[-1]))
        self._links = links

    @property
    def end(self) -> bytes:
        """Return the end of the chain, published when the table is set."""
        return self._links[-1]

    def contribution(self, draw: int) -> bytes:
        """Return the link for draw number `draw`. Raises IndexError beyond the chain."""
        if not 0 <= draw < LENGTH:
            raise IndexError(draw)
        return self._links[-2 - draw]


@lru_cache(8)
def chain_end(seed: bytes) -> bytes:
    """Return the end of the chain of a seed."""
    return Chain(seed).end


def outcome(state: State, contributions: Sequence[bytes], place: int = 0) -> Action:
    """Return the outcome of the chance node `state`.

    `contributions`: by seat; `place`: number of the node within its draw."""
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
    """Return the state after the draw that begins at `state`. Cards of a shared deck end it."""
    state, place = state.clone(), 0
    while state.current_player() == CHANCE and state.game.draws(state) is None:
        state.apply(outcome(state, contributions, place))
        place += 1
    return state
