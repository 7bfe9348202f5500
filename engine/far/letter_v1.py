"""Letters of version 1, which had no dates. They are read to show an old table, never written.

They differ from version 2 (engine/far/letter.py) in this: there is no date; a join has no mail
key; an acceptance gives the digest of the join letter; events state the milliseconds of own time
after their number.
"""

from __future__ import annotations

from engine.core.texts import MAX_NAME
from engine.far.bytes import ByteReader, Damage
from engine.far.crypto import PUBLIC, SECRET, SIGNATURE
from engine.far.letter import (
    ID,
    KINDS,
    Accept,
    EventsLetter,
    Join,
    Letter,
    PartReader,
    open_letter,
    read,
    read_actions,
    read_body,
)

VERSION = 1


class _JoinV1:
    @staticmethod
    def read(data: ByteReader) -> Join:
        found = Join(data.text(MAX_NAME), data.raw(PUBLIC), b"", data.blob(SECRET))
        if len(found.chain) not in (0, SECRET):
            raise Damage("the end of a chain has another length")
        return found


class _AcceptV1:
    @staticmethod
    def read(data: ByteReader) -> Accept:
        return Accept(b"", data.raw(ID))


class _EventsV1:
    @staticmethod
    def read(data: ByteReader) -> EventsLetter:
        count, _ = data.number(), data.number()
        return EventsLetter(count, read_actions(data))


_KINDS: dict[int, PartReader] = {
    **{kind: reader for kind, reader in KINDS.items() if kind < 10},
    Join.kind: _JoinV1(),
    Accept.kind: _AcceptV1(),
    EventsLetter.kind: _EventsV1(),
}


def read_any(data: bytes) -> Letter:
    """Parse a letter of version 1 or 2. Raises Damage."""
    return read_v1(data) if data[:1] == bytes([VERSION]) else read(data)


def read_v1(data: bytes) -> Letter:
    """Parse a letter of version 1. Raises Damage."""
    reader = open_letter(data, VERSION)
    table, seat, n = reader.raw(ID), reader.byte(), reader.number()
    parents, parts = read_body(reader, _KINDS, seat, n)
    return Letter(table, seat, n, 0, parents, parts, data[-SIGNATURE:], data[:-SIGNATURE])
