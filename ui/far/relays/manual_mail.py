"""Parcels: letters sent by hand, some in a link or all of a table in a file.

Word of a link `#l=`, with a checksum (engine/far/bytes.py): 1 byte VERSION, 16 bytes table id,
varint count, then that many letters as blobs. A file is JSON: {"asedio": "far", "invitation",
"letters": [base64url, …]}. Neither contains a seat's secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.jsontext import BadJson, read_json
from engine.far.bytes import ByteReader, ByteWriter, Damage, from_word, to_word
from engine.far.letter import ID, MAX_LETTER, Accept, Letter, read
from engine.far.tablefile import MOST_LETTERS
from engine.far.terms import MAX_LONG_WORD, MAX_WORD, Terms, open_invitation
from engine.match.validation import refuse
from ui.far.seat_store import from_text

VERSION = 1
MOST = 64  # letters in a link
FEW = 2  # letters of a link that may be longer: set-ups of large armies


@dataclass(frozen=True)
class Parcel:
    """Letters of one table. `terms`: its invitation, if included; `certified`: both seats are
    taken, or the file says that it is a certificate."""

    table: bytes
    letters: tuple[bytes, ...]
    terms: Terms | None = None
    certified: bool = False


def pack_link(table: bytes, letters: Sequence[Letter]) -> str:
    """Return the word of a link; "" without letters or if it would be too long."""
    if not letters or len(letters) > MOST:
        return ""
    out = ByteWriter().byte(VERSION).raw(table).number(len(letters))
    for letter in letters:
        out.blob(letter.data)
    word = to_word(out.done())
    most = MAX_WORD if len(letters) > FEW else MAX_LONG_WORD
    return word if len(word) <= most else ""


def open_link(word: str) -> Parcel:
    """Return the parcel in the word of a link. Raises BadLink."""
    try:
        reader = ByteReader(from_word(word, MAX_LONG_WORD))
        if reader.byte() != VERSION:
            raise Damage("letters of another version")
        table = reader.raw(ID)
        letters = tuple(reader.blob(MAX_LETTER) for _ in range(reader.count(MOST)))
        reader.finish()
    except Damage as why:
        raise refuse("link", "damaged") from why
    return Parcel(table, letters)


def open_file(text: str) -> Parcel:
    """Return the parcel in the text of a file. Raises BadLink."""
    try:
        found = read_json(text)
    except BadJson:
        raise refuse("link", "damaged") from None
    found = found if isinstance(found, dict) else {}
    word, letters = found.get("invitation"), found.get("letters")
    if not isinstance(word, str) or not isinstance(letters, list) or len(letters) > MOST_LETTERS:
        raise refuse("link", "damaged")
    if not all(isinstance(one, str) for one in letters):
        raise refuse("link", "damaged")
    terms = open_invitation(word)
    data = tuple(from_text(one) for one in letters)
    return Parcel(terms.id, data, terms, "summary" in found or any(map(_accepts, data)))


def _accepts(data: bytes) -> bool:
    """Return whether a letter accepts a player."""
    try:
        return any(isinstance(part, Accept) for part in read(data).parts)
    except Damage:
        return False
