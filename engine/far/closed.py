"""Secret decisions: committed to when they are made, opened when the game reveals them.

A commitment is SHA-256 over the domain "closed", the table's id, 1 byte seat, 4 bytes number of the
seat's letter, 32 bytes salt and the decisions, each as a value (engine/far/bytes.py). The salt
is derived from the seat's seed, so the device stores only the decisions. It is published with them
and reveals nothing about other salts.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import SPECTATOR, Action, Event
from engine.far.bytes import ByteWriter, digest
from engine.far.letter import Open
from engine.match.match import Match


def salt(seed: bytes, table: bytes, n: int) -> bytes:
    """Return the salt of a seat's letter number `n`, 32 bytes."""
    return digest("salt", seed, table, n.to_bytes(4, "big"))


def commitment(table: bytes, seat: int, opening: Open) -> bytes:
    """Return the 32 bytes published in place of the decisions of `opening`."""
    out = ByteWriter()
    for action in opening.actions:
        out.value(action)
    place = bytes([seat]) + opening.n.to_bytes(4, "big")
    return digest("closed", table, place, opening.salt, out.done())


def public(match: Match, seat: int, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the redacted form, for a spectator, of a seat's next decisions in `match`.

    They are made from what the seat itself knows, which suffices (contract rule 11)."""
    state, found = match.state.observation(seat), []
    for action in actions:
        told = match.game.redact(state, Event(seat, action), SPECTATOR)
        found += [] if told is None else [told.action]
        state.apply(action)
    return tuple(found)
