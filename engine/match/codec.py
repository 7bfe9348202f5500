"""Link codec: a whole match as one word.

The word is base64url without padding (`A–Z a–z 0–9 - _`) over these bytes:

    format      1 byte, FORMAT; a later format keeps this byte and the checksum's place
    game        text: the id                       text = length (varint), UTF-8
    rules       varint: rules version
    options     text: compact JSON of what is not default, empty when everything is; a default is
                that of the rules version (GameInfo.earlier)
    names       varint count, then that many texts of at most MAX_NAME characters
    start       text: position text, empty for the usual start
    plain       varint: events that are actions or chance outcomes
    forced      varint: how many of those had no alternative (they cost no bits)
    table       varint count, then for each resignation, agreed draw or loss on time
                varint: plain events since the one before; varint: index in match.table_options
    digits      the rest: index of each plain event in the sorted options (match.sorted_options)
    checksum    4 bytes, CRC-32 of everything before, most significant first

varint: seven bits a byte, lowest first, the eighth set when more follow, shortest form only.

Digits form mixed-radix numbers whose lowest digit is the earliest event. The reader removes them
with divmod while it replays, since the radix (number of options) is only known then. Blocks keep
the numbers small: a block takes digits while the product of their radices fits into BLOCK bytes;
all blocks are BLOCK bytes long (most significant first) except the last, which has the fewest bytes
that hold its product. The count of events preserves trailing indexes of 0. A match has exactly one
word per rules version; the writer uses the newest.

An untrusted word is cheap to refuse. Its length (at most MAX_CHARS; longer games are files),
checksum, game, versions and counts are checked before the replay. Each real decision takes at least
one bit, six to a character. Forced events take none, so their number is limited by the length too:
at most FORCED_FREE + FORCED_PER_CHAR · characters. Of some 600 random games of all five games with
random options the worst needs 78 + its characters (set-ups of armies of one kind of piece); with
the usual options it is fewer than one per two characters. The writer refuses longer games as well.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from engine.core.errors import BadLink, about
from engine.core.jsontext import read_json
from engine.core.options import non_default
from engine.core.steps import Step, Steps, finish
from engine.match.match import ChanceSampler, Match, MatchConfig, sorted_options, table_options
from engine.match.validation import (
    MAX_NAME,
    MAX_TABLE_EVENTS,
    MAX_TEXT,
    known_game,
    open_match,
    plain_options,
    refuse,
    short_names,
)

FORMAT = 1
MAX_CHARS = 1_800
FORCED_FREE, FORCED_PER_CHAR = 512, 2
BLOCK = 32
CHECKSUM = 4

_FULL = 1 << (8 * BLOCK)
_WORD = re.compile(r"[A-Za-z0-9_-]*")
_LEADING = " \t\r\n<([{\"'`«“‘"


class _Damage(Exception):
    """Raised for bytes that no writer produces."""


# -- writing ---------------------------------------------------------------------------------


def encode(match: Match) -> str:
    """Return the word of `match` as it stands. Names are cut to MAX_NAME.

    Raises BadLink link.too_long for a game that no reader accepts, link.hidden for one that is
    known from one side only.
    """
    plain, table = _indexes(match)
    options = non_default(match.game.info.options, match.config.options)
    names = short_names(match.config.names)
    out = bytearray([FORMAT])
    _put_text(out, match.game.info.id)
    _put_number(out, match.game.info.rules_version)
    _put_text(out, _options_text(options))
    _put_number(out, len(names))
    for name in names:
        _put_text(out, name)
    _put_text(out, match.config.start or "")
    _put_number(out, len(plain))
    forced = sum(radix == 1 for _, radix in plain)
    _put_number(out, forced)
    _put_number(out, len(table))
    for gap, index in table:
        _put_number(out, gap)
        _put_number(out, index)
    out += _pack([pair for pair in plain if pair[1] > 1])
    out += crc32(out).to_bytes(CHECKSUM, "big")
    word = base64.urlsafe_b64encode(out).rstrip(b"=").decode("ascii")
    texts = (match.config.start or "", _options_text(options))
    if len(word) > MAX_CHARS or forced > _most_forced(len(word)) or max(map(len, texts)) > MAX_TEXT:
        raise _too_long()
    return word


def _most_forced(chars: int) -> int:
    """Return the most forced events a word of this length may have."""
    return FORCED_FREE + FORCED_PER_CHAR * chars


def _too_long() -> BadLink:
    return refuse("link", "too_long", limit=MAX_CHARS)


def _options_text(options: dict[str, object]) -> str:
    """Return options as the text in a word."""
    return json.dumps(options, ensure_ascii=False, separators=(",", ":")) if options else ""


def _indexes(match: Match) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return ((index, radix) of each plain event, (gap, index) of each table event).

    The gap counts the plain events since the table event before."""
    plain: list[tuple[int, int]] = []
    table: list[tuple[int, int]] = []
    done = 0
    state = match.start.clone()
    for event in match.events:
        options = sorted_options(state)
        if event.action in options:
            plain.append((options.index(event.action), len(options)))
        else:
            others = table_options(state)
            if event.action not in others:  # an unknown result has no index
                raise refuse("link", "hidden")
            table.append((len(plain) - done, others.index(event.action)))
            done = len(plain)
        state.apply(event.action)
    return plain, table


def _pack(digits: list[tuple[int, int]]) -> bytes:
    """Return the blocks of the digits (index, radix > 1)."""
    blocks: list[list[tuple[int, int]]] = []
    product = _FULL
    for index, radix in digits:
        if product * radix > _FULL:
            blocks.append([])
            product = 1
        blocks[-1].append((index, radix))
        product *= radix
    out = bytearray()
    for number, block in enumerate(blocks):
        value = 0
        for index, radix in reversed(block):
            value = value * radix + index
        out += value.to_bytes(BLOCK if number < len(blocks) - 1 else _width(product), "big")
    return bytes(out)


def _width(product: int) -> int:
    """Return the fewest bytes that hold every number below `product`."""
    return ((product - 1).bit_length() + 7) // 8


def _put_number(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _put_text(out: bytearray, text: str) -> None:
    data = text.encode("utf-8")
    _put_number(out, len(data))
    out += data


# -- reading ---------------------------------------------------------------------------------


def decode(token: str, sampler: ChanceSampler | None = None) -> Match:
    """Return the match of a word, or of an address with `#g=` and text around it.

    `sampler` is for playing on and draws nothing here. Raises BadLink with one of the messages
    link.damaged, link.version, link.game, link.rules, link.options, link.start, link.too_long.
    """
    match = finish(reading(token))
    match.sampler = sampler
    return match


def reading(token: str) -> Steps[Match]:
    """Run `decode` in steps of one event; the header is checked before the first."""
    data = _unwrap(token)
    if data[0] != FORMAT:
        raise refuse("link", "version", found=data[0], current=FORMAT)
    try:
        header = _read_header(_Bytes(data[1:-CHECKSUM]), _most_forced(-(-4 * len(data) // 3)))
        with about(header.config.game_id):
            match = open_match("link", header.config)
            for done in _replay(match, header):
                yield Step(done, header.plain)
    except BadLink:
        raise
    except Exception as why:  # rules may fail in any way on forged data
        raise refuse("link", "damaged") from why
    return match


def clean(text: str) -> str:
    """Return the word inside pasted text, empty if there is none. Raises BadLink link.too_long."""
    if len(text) > 2 * MAX_CHARS:
        raise _too_long()
    found = _WORD.match(text.rsplit("#g=", 1)[-1].lstrip(_LEADING))
    word = found.group() if found else ""
    if len(word) > MAX_CHARS:
        raise _too_long()
    return word


def _unwrap(token: str) -> bytes:
    """Return the bytes of a word, checksum included, after checking it. Raises BadLink."""
    word = clean(token)
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise refuse("link", "damaged") from None
    again = base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
    if len(data) <= CHECKSUM or again != word:
        raise refuse("link", "damaged")
    if crc32(data[:-CHECKSUM]) != int.from_bytes(data[-CHECKSUM:], "big"):
        raise refuse("link", "damaged")
    return data


class _Bytes:
    """Cursor over bytes. Raises _Damage at their end and for malformed values."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def number(self) -> int:
        value = 0
        for shift in range(0, 35, 7):
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                if byte == 0 and shift:
                    raise _Damage("not the shortest form")
                return value
        raise _Damage("number too large")

    def text(self, limit: int) -> str:
        """Read a text of at most `limit` characters."""
        text = self.take(self.number()).decode("utf-8")
        if len(text) > limit:
            raise _Damage("text too long")
        return text

    def take(self, count: int) -> bytes:
        if count > len(self._data) - self._at:
            raise _Damage("ends too early")
        self._at += count
        return self._data[self._at - count : self._at]

    def rest(self) -> bytes:
        return self.take(len(self._data) - self._at)


@dataclass(slots=True)
class _Header:
    """Header of a word, and its undecoded digits."""

    config: MatchConfig
    plain: int
    forced: int
    table: list[tuple[int, int]]  # (plain events before it, index)
    digits: bytes


def _read_header(data: _Bytes, most_forced: int) -> _Header:
    """Read and check all that needs no replay. Raises BadLink or _Damage."""
    game_id = data.text(MAX_NAME)
    info = known_game("link", game_id, rules := data.number())
    options = info.spelled(rules, _read_options(data.text(MAX_TEXT)))
    count = data.number()
    if count > len(info.sides):
        raise _Damage("too many names")
    names = tuple(data.text(MAX_NAME) for _ in range(count))
    start = data.text(MAX_TEXT) or None
    plain, forced, tables = data.number(), data.number(), data.number()
    if plain > info.max_events or tables > MAX_TABLE_EVENTS or forced > most_forced:
        raise _too_long()
    table = []
    before = 0
    for _ in range(tables):
        before += data.number()
        table.append((before, data.number()))
    digits = data.rest()
    if forced > plain or before > plain or plain - forced > 8 * len(digits):
        raise _Damage("more events than the bits can carry")
    config = MatchConfig(game_id, options, names, start)
    return _Header(config, plain, forced, table, digits)


def _read_options(text: str) -> dict[str, object]:
    options = plain_options(read_json(text)) if text else {}
    if options is None:
        raise _Damage("options are no object")
    return dict(options)


class _Digits:
    """Reads digits from the blocks, lowest first. Raises _Damage."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        self._value, self._product, self._limit = 0, 1, 1

    def take(self, radix: int) -> int:
        if self._product * radix > self._limit:
            self._next_block()
            if radix > self._limit:
                raise _Damage("no bits left")
        self._product *= radix
        self._value, digit = divmod(self._value, radix)
        return digit

    def _next_block(self) -> None:
        if self._value or (self._limit != _FULL and self._at):
            raise _Damage("the digits do not come out even")
        block = self._data[self._at : self._at + BLOCK]
        self._at += len(block)
        self._value, self._product = int.from_bytes(block, "big"), 1
        self._limit = 1 << (8 * len(block))

    def finish(self) -> None:
        last = len(self._data) - (max(len(self._data) - 1, 0) // BLOCK) * BLOCK
        if self._value or self._at != len(self._data) or _width(self._product) != last:
            raise _Damage("digits left over")


def _replay(match: Match, header: _Header) -> Iterator[int]:
    """Play the events; yield the number of plain events played, after each."""
    digits = _Digits(header.digits)
    forced = 0
    table = iter(header.table)
    due = next(table, None)
    for done in range(header.plain + 1):
        while due and due[0] == done:
            match.play(table_options(match.state)[due[1]])
            due = next(table, None)
        if done < header.plain:
            options = [] if match.over else match.options_now()
            forced += len(options) == 1
            if not options or forced > header.forced:
                raise _Damage("fewer real decisions than promised")
            match.take(options[digits.take(len(options)) if len(options) > 1 else 0])
            yield done + 1
    digits.finish()
    if forced != header.forced:
        raise _Damage("more real decisions than promised")
