"""What is decided in secret: committed when it happens, opened when the game shows it.

A commitment is SHA-256 over the domain "closed", the table's id, 1 byte seat, 4 bytes number of the
seat's letter, 32 bytes salt and the decisions, each as a value (engine/far/bytes.py). The salt
follows from the seat's seed, so whoever has the seat has nothing to keep but the decisions; it is
told with them and says nothing of any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import SPECTATOR, Action, Event
from engine.far.bytes import Writer, digest
from engine.far.letter import Open
from engine.match.match import Match


def salt(seed: bytes, table: bytes, n: int) -> bytes:
    """Of a seat's letter number `n`."""
    return digest("salt", seed, table, n.to_bytes(4, "big"))


def commitment(table: bytes, seat: int, opening: Open) -> bytes:
    """What is told before the opening."""
    out = Writer()
    for action in opening.actions:
        out.value(action)
    place = bytes([seat]) + opening.n.to_bytes(4, "big")
    return digest("closed", table, place, opening.salt, out.done())


def public(match: Match, seat: int, actions: Sequence[Action]) -> tuple[Action, ...]:
    """What everybody may know of a seat's decisions that come next in a match, from what is held
    there (contract rule 11: his own knowledge is enough)."""
    state, found = match.state.clone(), []
    for action in actions:
        told = match.game.redact(state, Event(seat, action), SPECTATOR)
        found += [] if told is None else [told.action]
        state.apply(action)
    return tuple(found)
