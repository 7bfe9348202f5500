"""The game that an invitation follows, so that also a guest who comes by link goes on counting.

The address of the invitation has, as `&after=`, a word (engine/far/bytes.py): 16 bytes id of the
table before, and the signature of the inviter's key there over both tables' ids, 64 bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.far.bytes import ByteReader, Damage, digest, from_word, to_word
from engine.far.crypto import SIGNATURE
from engine.far.letter import ID
from ui.far.lobby.blocked import key_of
from ui.far.seat_store import FarSeat, SeatStore, find

if TYPE_CHECKING:
    from engine.far.crypto import Crypto
    from engine.far.terms import Terms
    from ui.saves.storage import SafeStorage

MAX_WORD = 200  # characters


def following_word(storage: SafeStorage, crypto: Crypto, seat: FarSeat) -> str:
    """Return the word of the game before this seat's table; "" if there is none."""
    old = SeatStore(storage, seat.after).load() if seat.after else None
    if old is None or old.seat < 0:
        return ""
    signed = crypto.sign(old.keys.secret, _signed(old.terms.id, seat.terms))
    return to_word(old.terms.id + signed)


def game_followed(storage: SafeStorage, crypto: Crypto, terms: Terms, word: str) -> str:
    """Return the key of the game that an invitation follows; "" unless this device has played it
    and its opponent has signed this invitation."""
    try:
        reader = ByteReader(from_word(word, MAX_WORD))
        table, signature = reader.raw(ID), reader.raw(SIGNATURE)
        reader.finish()
    except Damage:
        return ""
    key = find(storage, table) or ""
    store = SeatStore(storage, key)
    seat = store.load() if key else None
    if seat is None or seat.seat < 0:
        return ""
    other = key_of(store.log(seat, crypto), 1 - seat.seat)
    return key if other and crypto.verify(other, _signed(table, terms), signature) else ""


def _signed(table: bytes, terms: Terms) -> bytes:
    return digest("after", table, terms.id)
