"""Blocked players, by public key. Keys are made anew for every table, so a block covers one
table and the offers signed with the same key, nothing else.

    asedio:blocked    public keys in hex, newest last
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.far.letter import Join, Letter
from engine.far.log import Log
from engine.match.clock import DAY
from ui.saves.entries import PREFIX, dump, parse

if TYPE_CHECKING:
    from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}blocked"
MOST = 400


def blocked(storage: SafeStorage) -> list[str]:
    found = parse(storage.get(KEY) or "")
    return [one for one in found if isinstance(one, str)][-MOST:] if isinstance(found, list) else []


def toggle(storage: SafeStorage, key: bytes) -> None:
    """Block a key, or unblock it."""
    keys, word = blocked(storage), key.hex()
    keys = [one for one in keys if one != word] if word in keys else [*keys, word]
    storage.set(KEY, dump(keys[-MOST:]))


def key_of(log: Log, seat: int) -> bytes:
    """Return the public key of a seat; empty if it is free."""
    if seat == log.terms.seat:
        return log.terms.public
    first = log.chain(log.free)[:1]
    return next((_joining(one) for one in first), b"")


def welcome(storage: SafeStorage, joins: list[Letter], now: int) -> list[Letter]:
    """Return the join letters of players who may sit down: they are not blocked, and their clock is
    not more than a day ahead of this device's, `now`. Every later date would be as wrong."""
    keys = blocked(storage)
    return [one for one in joins if _joining(one).hex() not in keys and not too_late(one, now)]


def too_late(join: Letter, now: int) -> bool:
    """Return whether a join letter is dated more than a day after `now`."""
    return join.at > now + DAY


def _joining(letter: Letter) -> bytes:
    return next((part.public for part in letter.parts if isinstance(part, Join)), b"")
