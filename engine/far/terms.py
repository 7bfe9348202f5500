"""What a table is: the terms its inviter sets, once, and the two links that hand it on.

An invitation is, in the forms of engine/far/bytes.py:

    version   1 byte, VERSION
    game      text: the id
    rules     varint: rules version
    options   text: compact JSON of what is not default, keys sorted; empty when everything is
    seat      1 byte: where the one who invites sits
    public    32 bytes: the key he signs with
    chain     blob: the end of his chance chain, 0 or 32 bytes
    name      text
    key       32 bytes: what letters are encrypted with on their way over a relay

The table's id is the first 16 bytes of SHA-256 of the domain "table" and all of this: whoever
changes anything speaks of another table. A seat link holds, after a byte SEAT_LINK: blob
invitation, 1 byte seat, 32 bytes secret key, 32 bytes seed, text name. Whoever has it plays there.
Both are words with a checksum.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engine.core.errors import BadLink
from engine.core.options import non_default
from engine.core.texts import MAX_NAME
from engine.far.bytes import Damage, Reader, Writer, digest, from_word, to_word
from engine.far.crypto import PUBLIC, SECRET, Keys
from engine.far.letter import ID, MAX_AGAIN
from engine.games import game_info, load_game
from engine.match.match import Match, MatchConfig
from engine.match.validation import known_game, open_match, plain_options, refuse

VERSION = 1
SEAT_LINK = 0xA5
MAX_WORD = 1_800  # characters
MAX_OPTIONS = 600  # characters


@dataclass(frozen=True)
class Terms:
    """One table far away."""

    game_id: str
    rules: int
    options: str
    seat: int
    public: bytes
    chain: bytes
    name: str
    key: bytes

    @cached_property
    def data(self) -> bytes:
        out = Writer().byte(VERSION).text(self.game_id).number(self.rules).text(self.options)
        out.byte(self.seat).raw(self.public).blob(self.chain).text(self.name).raw(self.key)
        return out.done()

    @cached_property
    def id(self) -> bytes:
        return digest("table", self.data)[:ID]

    @cached_property
    def topic(self) -> str:
        """What relays know the table by; the key cannot be found from it."""
        return digest("topic", self.key)[:ID].hex()

    @property
    def word(self) -> str:
        return to_word(self.data)

    def options_now(self) -> Mapping[str, Any]:
        """Raises ValueError."""
        found = plain_options(json.loads(self.options)) if self.options else {}
        if found is None:
            raise ValueError("options are no object")
        return found

    def config(self, other: str = "") -> MatchConfig:
        """The match of this table; `other`: the name of who sits opposite."""
        names = [other, other]
        names[self.seat] = self.name
        return MatchConfig(self.game_id, dict(self.options_now()), tuple(names))

    def match(self) -> Match:
        """A match without events. Raises BadLink."""
        known_game("link", self.game_id, self.rules)
        return open_match("link", self.config())


def set_terms(
    game_id: str, options: Mapping[str, Any], seat: int, public: bytes, chain: bytes, name: str,
    key: bytes,
) -> Terms:  # fmt: skip
    """The terms of a new table. Raises BadOptions, or BadLink when they do not fit into a link."""
    info = game_info(game_id)
    game = load_game(game_id)(options)
    changed = non_default(info.options, game.options)
    text = json.dumps(changed, sort_keys=True, separators=(",", ":")) if changed else ""
    if len(text) > MAX_OPTIONS:
        raise refuse("link", "too_long")
    terms = Terms(game_id, info.rules_version, text, seat, public, chain, name[:MAX_NAME], key)
    if len(terms.data) > MAX_AGAIN:
        raise refuse("link", "too_long")
    return terms


def read_terms(data: bytes) -> Terms:
    """Raises Damage."""
    reader = Reader(data)
    if reader.byte() != VERSION:
        raise Damage("an invitation of another version")
    terms = Terms(
        reader.text(40), reader.number(), reader.text(MAX_OPTIONS), reader.byte(),
        reader.raw(PUBLIC), reader.blob(SECRET), reader.text(MAX_NAME), reader.raw(SECRET),
    )  # fmt: skip
    reader.finish()
    if terms.data != data or len(terms.chain) not in (0, SECRET):
        raise Damage("not the only form")
    return terms


def _possible(data: bytes) -> Terms:
    """Terms this page can play by. Raises BadLink or Damage."""
    terms = read_terms(data)
    info = known_game("link", terms.game_id, terms.rules)
    if not info.far or terms.seat >= len(info.sides):
        raise refuse("link", "damaged")
    return terms


def open_invitation(word: str) -> Terms:
    """Raises BadLink: link.damaged, link.game, link.rules, link.options."""
    try:
        terms = _possible(from_word(word, MAX_WORD))
        terms.match()
    except BadLink:
        raise
    except Exception as why:  # whatever a hostile hand makes the rules stumble over
        raise refuse("link", "damaged") from why
    return terms


class SeatLink(NamedTuple):
    """A seat on its way to another device."""

    terms: Terms
    seat: int
    keys: Keys
    name: str

    @property
    def word(self) -> str:
        out = Writer().byte(SEAT_LINK).blob(self.terms.data).byte(self.seat)
        return to_word(out.raw(self.keys.secret).raw(self.keys.seed).text(self.name).done())


def open_seat_link(word: str) -> SeatLink:
    """Raises BadLink."""
    try:
        reader = Reader(from_word(word, MAX_WORD))
        if reader.byte() != SEAT_LINK:
            raise Damage("no seat link")
        terms = _possible(reader.blob(MAX_AGAIN))
        seat, keys = reader.byte(), Keys(reader.raw(SECRET), reader.raw(SECRET))
        name = reader.text(MAX_NAME)
        reader.finish()
        if seat >= len(game_info(terms.game_id).sides):
            raise Damage("no such seat")
        terms.match()
    except BadLink:
        raise
    except Exception as why:
        raise refuse("link", "damaged") from why
    return SeatLink(terms, seat, keys, name)
