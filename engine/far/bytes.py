"""Canonical byte encoding of letters, invitations and links.

    varint   seven bits a byte, lowest first, the eighth set when more follow; shortest form only,
             at most 35 bits
    blob     varint length, that many bytes
    text     a blob that is UTF-8
    value    one byte for the kind, then: 0 nothing, 1 false, 2 true, 3 a varint n (the number n),
             4 a varint n (the number −1 − n), 5 a text, 6 a varint count and that many values

Every value has exactly one form; a reader rejects any other.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Any
from zlib import crc32

NOTHING, FALSE, TRUE, NUMBER, BELOW, TEXT, TUPLE = range(7)
DEPTH = 4  # of nested tuples
CHECKSUM = 4
_WORD = re.compile(r"[A-Za-z0-9_-]*")


class Damage(Exception):
    """Raised for bytes that no writer produces; the text says what is wrong."""


class ByteWriter:
    """Encoder; each method appends and returns the writer itself."""

    def __init__(self) -> None:
        self.data = bytearray()

    def byte(self, value: int) -> ByteWriter:
        self.data.append(value)
        return self

    def raw(self, data: bytes) -> ByteWriter:
        self.data += data
        return self

    def number(self, value: int) -> ByteWriter:
        while value > 127:
            self.data.append(value & 127 | 128)
            value >>= 7
        self.data.append(value)
        return self

    def blob(self, data: bytes) -> ByteWriter:
        return self.number(len(data)).raw(data)

    def text(self, text: str) -> ByteWriter:
        return self.blob(text.encode("utf-8"))

    def value(self, value: Any) -> ByteWriter:
        """Append None, a bool, an int, a text, or a tuple of these."""
        if value is None:
            return self.byte(NOTHING)
        if isinstance(value, bool):
            return self.byte(TRUE if value else FALSE)
        if isinstance(value, int):
            return self.byte(NUMBER).number(value) if value >= 0 else self._below(value)
        if isinstance(value, str):
            return self.byte(TEXT).text(value)
        self.byte(TUPLE).number(len(value))
        for one in value:
            self.value(one)
        return self

    def _below(self, value: int) -> ByteWriter:
        return self.byte(BELOW).number(-1 - value)

    def done(self) -> bytes:
        return bytes(self.data)


class ByteReader:
    """Decoder: a cursor over bytes. Every method raises Damage for malformed data."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def byte(self) -> int:
        return self.raw(1)[0]

    def raw(self, count: int) -> bytes:
        if count > len(self._data) - self._at:
            raise Damage("ends too early")
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self) -> int:
        value = 0
        for shift in range(0, 35, 7):
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                if byte == 0 and shift:
                    raise Damage("not the shortest form")
                return value
        raise Damage("a number is too large")

    def blob(self, limit: int) -> bytes:
        length = self.number()
        if length > limit:
            raise Damage("too long")
        return self.raw(length)

    def text(self, limit: int) -> str:
        """Read a text of at most `limit` characters."""
        try:
            text = self.blob(4 * limit).decode("utf-8")
        except UnicodeDecodeError:
            raise Damage("no text") from None
        if len(text) > limit:
            raise Damage("a text is too long")
        return text

    def value(self, depth: int = DEPTH) -> Any:
        kind = self.byte()
        if kind in (NOTHING, FALSE, TRUE):
            return (None, False, True)[kind]
        if kind == NUMBER:
            return self.number()
        if kind == BELOW:
            return -1 - self.number()
        if kind == TEXT:
            return self.text(256)
        if kind != TUPLE or not depth:
            raise Damage("a value of no known kind")
        return tuple(self.value(depth - 1) for _ in range(self.count(256)))

    def count(self, limit: int) -> int:
        """Read the number of items that follow, at most `limit`."""
        found = self.number()
        if found > limit:
            raise Damage("too many")
        return found

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def finish(self) -> None:
        if self.left:
            raise Damage("something is left over")


def digest(domain: str, *parts: bytes) -> bytes:
    """Return SHA-256 over a domain and the parts, whose lengths must be unambiguous: 32 bytes."""
    hashed = hashlib.sha256(b"asedio/" + domain.encode("ascii") + b"\0")
    for part in parts:
        hashed.update(part)
    return hashed.digest()


def to_word(data: bytes) -> str:
    """Return the word for a link: base64url without padding over the bytes and their CRC-32."""
    whole = data + crc32(data).to_bytes(CHECKSUM, "big")
    return base64.urlsafe_b64encode(whole).rstrip(b"=").decode("ascii")


def from_word(word: str, limit: int) -> bytes:
    """Return the bytes of a word of at most `limit` characters. Raises Damage."""
    if len(word) > limit or not _WORD.fullmatch(word):
        raise Damage("no word of a link")
    try:
        whole = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Damage("no word of a link") from None
    data, sum_ = whole[:-CHECKSUM], whole[-CHECKSUM:]
    if len(whole) <= CHECKSUM or crc32(data) != int.from_bytes(sum_, "big"):
        raise Damage("the checksum does not fit")
    if to_word(data) != word:
        raise Damage("not the only form")
    return data
