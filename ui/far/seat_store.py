"""Storage of far tables: this device's seat with its keys, and every letter.

    asedio:far:<id>                 {"v": 1, "terms", "seat", "secret", "seed", "name", "relays",
                                     "after", "offered", "linked"}
    asedio:letter:<id>:<digest>     a letter, base64url
    asedio:closed:<id>:<n>          actions that letter n of this seat hides: [[verb, …], …]
    asedio:turn:<id>                [[events, who decides], when that began, when claimed] (clocks)

The key of a letter is its digest, so any tab may write letters, and a repeated write is harmless.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.contract import Action
from engine.core.errors import AsedioError
from engine.core.texts import short_name
from engine.far.crypto import Keys
from engine.far.letter import Letter
from engine.far.terms import Terms, open_invitation
from ui.far.relays import clean_relays
from ui.saves.entries import PREFIX, dump, event_of, is_count, moment, parse

if TYPE_CHECKING:
    from ui.saves.storage import SafeStorage

VERSION = 1
FAR = f"{PREFIX}far:"
_NUMBER = re.compile("0|[1-9][0-9]{0,6}")  # number of a letter


@dataclass(frozen=True)
class FarSeat:
    """This device's place at a far table. `seat` −1: spectator, with meaningless keys."""

    terms: Terms
    seat: int
    keys: Keys
    name: str
    relays: tuple[str, ...]
    after: str = ""  # key of the previous game, if this is a rematch
    offered: bool = False  # published as an open offer on its relays
    linked: bool = False  # the player has opened the link that moves this seat


class SeatStore:
    """Stored data of the far table `key`."""

    def __init__(self, storage: SafeStorage, key: str) -> None:
        self.storage, self.key = storage, key

    def save(self, seat: FarSeat) -> None:
        entry = {
            "v": VERSION,
            "terms": seat.terms.word,
            "seat": seat.seat,
            "secret": seat.keys.secret.hex(),
            "seed": seat.keys.seed.hex(),
            "name": seat.name,
            "relays": list(seat.relays),
            "after": seat.after,
            "offered": seat.offered,
            "linked": seat.linked,
        }
        self.storage.set(FAR + self.key, dump(entry))

    def load(self) -> FarSeat | None:
        """Return the seat; None if there is none or it is unreadable."""
        raw = self.storage.get(FAR + self.key)
        found = parse(raw) if raw is not None else None
        return _seat_of(found) if isinstance(found, dict) else None

    def add(self, letter: Letter) -> None:
        word = to_text(letter.data)
        self.storage.set(f"{PREFIX}letter:{self.key}:{letter.digest.hex()}", word)

    def close(self, n: int, actions: Sequence[Action]) -> None:
        """Store the actions that letter `n` of this seat is going to hide."""
        self.storage.set(f"{PREFIX}closed:{self.key}:{n}", dump([list(one) for one in actions]))

    def closed(self) -> dict[int, tuple[Action, ...]]:
        """Return the actions this seat's letters hide, by letter number; skips unreadable ones."""
        begin, found = f"{PREFIX}closed:{self.key}:", {}
        for key in self.storage.keys(begin):
            value, n = parse(self.storage.get(key) or ""), key.removeprefix(begin)
            events = [event_of([0, one, 0]) for one in value] if isinstance(value, list) else [None]
            if _NUMBER.fullmatch(n) and None not in events:
                found[int(n)] = tuple(one[0].action for one in events if one is not None)
        return found

    def set_turn(self, turn: list[int], began: int, claimed: int) -> None:
        self.storage.set(f"{PREFIX}turn:{self.key}", dump([turn, began, claimed]))

    def turn(self) -> tuple[list[int], int, int]:
        """Return what `set_turn` stored; ([], 0, 0) if there is none."""
        found = parse(self.storage.get(f"{PREFIX}turn:{self.key}") or "")
        match found:
            case [[int(), int()] as turn, int() as began, int() as claimed]:
                if is_count(turn[0]) and -1 <= turn[1] < 2:
                    return turn, moment(began), moment(claimed)
        return [], 0, 0

    def letters(self) -> list[bytes]:
        """Return all letters in no particular order."""
        keys = self.storage.keys(f"{PREFIX}letter:{self.key}:")
        found = (from_text(self.storage.get(key) or "") for key in keys)
        return [data for data in found if data]


def _seat_of(found: dict[str, Any]) -> FarSeat | None:
    try:
        if found["v"] != VERSION or type(found["seat"]) is not int or not -1 <= found["seat"] < 2:
            return None
        keys = Keys(bytes.fromhex(found["secret"]), bytes.fromhex(found["seed"]))
        relays, name = clean_relays(found["relays"]), found["name"]
        after, offered = found.get("after", ""), found.get("offered") is True
        linked = found.get("linked") is True
        terms = open_invitation(found["terms"])
    except (KeyError, TypeError, ValueError, AsedioError):
        return None
    if not isinstance(name, str) or not isinstance(after, str):
        return None
    good, name = len(keys.secret) == len(keys.seed) == 32, short_name(name)
    seat = FarSeat(terms, found["seat"], keys, name, relays, after, offered, linked)
    return seat if good else None


def find(storage: SafeStorage, table: bytes) -> str | None:
    """Return the id of the game stored for a table; None if it is not on this device."""
    for key in storage.keys(FAR):
        seat = SeatStore(storage, key.removeprefix(FAR)).load()
        if seat is not None and seat.terms.id == table:
            return key.removeprefix(FAR)
    return None


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """Decode base64url; b"" if it is invalid."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
