"""What a seat says to the other between moves: offers that wait for an answer, and chat."""

from __future__ import annotations

from typing import NamedTuple

from engine.far.letter import Says, Sealed


class Offer(NamedTuple):
    """Open request of a seat. `what`: `draw`, `back` (takeback to `number` events) or `home`: to
    continue the game on its device alone."""

    what: str
    seat: int
    number: int


class Said(NamedTuple):
    """Chat message of a seat, as plain text or sealed between the two mail keys."""

    seat: int
    part: Says | Sealed
