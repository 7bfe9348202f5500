"""Secrets committed to one by one, for games that show them one by one (`Game.opens_singly`).

A letter that hides secrets carries a leaf for each: SHA-256 over the domain "leaf", the table's id,
1 byte seat, 4 bytes number of the seat's letter, 2 bytes number of the leaf in it, 32 bytes salt
and the value (engine/far/bytes.py). The salt of a leaf derives from that of its letter
(engine/far/closed.py), so an opened leaf tells nothing of the others, and the opened letter opens
all. A choice that may change a secret has a new leaf whatever was chosen; only the newest leaf of a
secret is ever opened before the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.contract import SPECTATOR, TABLE_VERBS, Action, AnyGame, Event, State
from engine.far.bytes import ByteWriter, digest


class LeafPlace(NamedTuple):
    """Where the leaf of a secret stands: number of the seat's letter, number in that letter."""

    seat: int
    n: int
    number: int


def leaf_salt(letter_salt: bytes, number: int) -> bytes:
    """Return the salt of a leaf of a letter, 32 bytes."""
    return digest("leaf salt", letter_salt, number.to_bytes(2, "big"))


def leaf(table: bytes, place: LeafPlace, salt: bytes, value: Any) -> bytes:
    """Return the 32 bytes published in place of the value of a secret."""
    where = bytes([place.seat]) + place.n.to_bytes(4, "big") + place.number.to_bytes(2, "big")
    return digest("leaf", table, where, salt, ByteWriter().value(value).done())


class SecretWalk:
    """What the decisions of one letter hide and show. `newest`: by name of a secret, its newest
    leaf; `hidden`, `names`: values and names of the letter's own leaves, in order; `shown`: the
    leaves it has to open, None for a secret without one, and the values."""

    def __init__(self, game: AnyGame, newest: Mapping[Any, LeafPlace], seat: int, n: int) -> None:
        self._game, self._seat, self._n = game, seat, n
        self.newest = dict(newest)
        self.hidden: list[Any] = []
        self.names: list[Any] = []
        self.shown: list[tuple[LeafPlace | None, Any]] = []

    def note(self, state: State, action: Action) -> None:
        """Note the next decision, given the state before it."""
        if action[0] in TABLE_VERBS:
            return
        event = Event(self._seat, action)
        for name, value in self._game.shows(state, event).items():
            self.shown.append((self.newest.get(name), value))
        for name, value in self._game.hides(state, event).items():
            self.newest[name] = LeafPlace(self._seat, self._n, len(self.hidden))
            self.hidden.append(value)
            self.names.append(name)

    def follow(self, state: State, actions: Sequence[Action]) -> SecretWalk:
        """Note all decisions from `state` on, and apply them to it."""
        for action in actions:
            self.note(state, action)
            state.apply(action)
        return self


def leaves_of(table: bytes, seat: int, n: int, salt: bytes, values: Sequence[Any]) -> list[bytes]:
    """Return the leaves of a letter with this salt."""
    return [
        leaf(table, LeafPlace(seat, n, number), leaf_salt(salt, number), value)
        for number, value in enumerate(values)
    ]


def untold(game: AnyGame, state: State, seat: int, told: Action) -> Action | None:
    """Return the decision of a seat whose redacted form, made from what the seat knows, is `told`;
    None if there is none. `state`: the truth, or the seat's observation."""
    legal, known = state.legal_actions(), state.observation(seat)
    first = [told] if told in legal else []
    for action in (*first, *(one for one in legal if one[0] == told[0] and one != told)):
        found = game.redact(known, Event(seat, action), SPECTATOR)
        if found is not None and found.action == told:
            return action
    return None
