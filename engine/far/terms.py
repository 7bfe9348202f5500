"""Terms of a far table, fixed by the inviter; invitations and seat links.

An invitation is, in the encoding of engine/far/bytes.py:

    version   1 byte, VERSION
    game      text: the id
    rules     varint: rules version
    options   text: compact JSON of what is not default in that version, keys sorted; empty when
              everything is
    seat      1 byte: seat of the inviter
    public    32 bytes: his public key
    mail      32 bytes: his public mail key (engine/far/crypto.py)
    chain     blob: end of his chance chain, 0 or 32 bytes
    name      text
    key       32 bytes: secret for the encryption of letters on relays
    flags     1 byte: 1 friendly (hints are allowed), 2 open (spectators read the chat), 4 clocks
              go on
    clock     three varints (engine/match/clock.py)
    past      text: earlier events of the game, as the word of a link (engine/match/codec.py)
    left      two varints, if clocks go on: milliseconds each seat begins with

Clock and past are left out if there is neither; an empty past is left out alone.
An invitation of version 2 has the same form. It can still be read, so that a table that began with
it can be looked at and saved; its letters cannot.

The table's id is the first 16 bytes of SHA-256 over the domain "table" and all of this, so any
change makes another table. A seat link moves a seat to another device. It holds, after a byte
SEAT_LINK: blob invitation, 1 byte seat, 32 bytes secret key, 32 bytes seed, text name, and in order
an opening (engine/far/letter.py) for each letter that is still closed. Both are words with a
checksum.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engine.core.contract import CHANCE, AnyGame
from engine.core.errors import BadLink, BadOptions
from engine.core.info import GameInfo
from engine.core.jsontext import read_json
from engine.core.options import Options, non_default
from engine.core.texts import MAX_NAME
from engine.far.bytes import ByteReader, ByteWriter, Damage, digest, from_word, to_word
from engine.far.crypto import PUBLIC, SECRET, Keys
from engine.far.letter import ID, MAX_AGAIN, SEATS, Open
from engine.games import game_info, load_game
from engine.match import codec
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match, MatchConfig
from engine.match.validation import known_game, open_match, plain_options, refuse

VERSION, OLD_VERSION = 3, 2
FRIENDLY, OPEN, ON = 1, 2, 4
SEAT_LINK = 0xA5
MAX_WORD = 2_400  # characters
MAX_LONG_WORD = 9_600  # characters of a word that may hold a large set-up
MAX_TERMS = 1_500  # bytes
MAX_OPTIONS = 600  # characters


@dataclass(frozen=True)
class Terms:
    """Terms of one far table. `friendly`: hints are allowed; `open`: spectators read the chat;
    `version`: of terms and letters; `left`: milliseconds each seat begins with, where a game with
    minutes goes on; else empty."""

    game_id: str
    rules: int
    options: str
    seat: int
    public: bytes
    chain: bytes
    name: str
    key: bytes
    clock: Clock = NO_CLOCK
    past: str = ""
    mail: bytes = b""
    friendly: bool = False
    open: bool = False
    version: int = VERSION
    left: tuple[int, ...] = ()

    @cached_property
    def data(self) -> bytes:
        out = ByteWriter().byte(self.version).text(self.game_id).number(self.rules)
        out.text(self.options).byte(self.seat).raw(self.public).raw(self.mail).blob(self.chain)
        out.text(self.name).raw(self.key)
        out.byte(FRIENDLY * self.friendly | OPEN * self.open | ON * bool(self.left))
        if self.clock != NO_CLOCK or self.past:
            for one in self.clock[:3]:  # a far table has no hourglass
                out.number(one)
        if self.past:
            out.text(self.past)
        for one in self.left:
            out.number(one)
        return out.done()

    @cached_property
    def id(self) -> bytes:
        return digest("table", self.data)[:ID]

    @cached_property
    def topic(self) -> str:
        """Public name of the table on relays; does not reveal the key."""
        return digest("topic", self.key)[:ID].hex()

    @cached_property
    def content_key(self) -> bytes:
        """Key that encrypts letters on relays, 32 bytes."""
        return digest("mail", self.key)

    @property
    def old(self) -> bool:
        """Whether the table is of an earlier version: it can be looked at, but not played on."""
        return self.version == OLD_VERSION

    @property
    def word(self) -> str:
        return to_word(self.data)

    def options_now(self) -> Options:
        """Return the non-default options in terms of today's rules version. Raises ValueError."""
        found = plain_options(read_json(self.options)) if self.options else {}
        if found is None:
            raise ValueError("options are no object")
        return self.info.spelled(self.rules, found)

    def config(self, other: str = "") -> MatchConfig:
        """Return the configuration of the match; `other`: name of the opponent."""
        names = [other, other]
        names[self.seat] = self.name
        options, start = self.options_now(), self._before.config.start if self.past else None
        return MatchConfig(self.game_id, options, tuple(names), start)

    @cached_property
    def _game(self) -> AnyGame:
        """The compiled rules. Raises BadLink."""
        return open_match("link", self.config()).game

    @cached_property
    def _before(self) -> Match:
        """The game before the far table began. Raises BadLink."""
        return codec.decode(self.past)

    @property
    def info(self) -> GameInfo:
        return game_info(self.game_id)

    def match(self, viewer: int | None = None) -> Match:
        """Return the match at the start of the table, as `viewer` knows it; None: the true match.
        With a past it is always the true match. Raises BadLink."""
        known_game("link", self.game_id, self.rules)
        if not self.past:
            return Match(self.config(), game=self._game, viewer=viewer)
        match = open_match("link", self.config())
        if self._before.config.options != match.config.options or self._before.over:
            raise refuse("link", "damaged")
        for event in self._before.events:
            match.play(event.action)
        return match


def set_terms(
    game_id: str, options: Mapping[str, Any], seat: int, public: bytes, chain: bytes, name: str,
    key: bytes, clock: Clock = NO_CLOCK, past: str = "", mail: bytes = b"", friendly: bool = False,
    open: bool = False, left: tuple[int, ...] = (),
) -> Terms:  # fmt: skip
    """Return the terms of a new table. Raises BadOptions, or BadLink if a link cannot hold them.

    `public`, `mail`: public keys of the inviter; `key`: secret of the table; `left`: as in `Terms`,
    with a past alone."""
    info = game_info(game_id)
    game = load_game(game_id)(options)
    if (near := game.near_only(game.options)) is not None:
        raise BadOptions(near)
    changed = non_default(info.options, game.options)
    text = json.dumps(changed, sort_keys=True, separators=(",", ":")) if changed else ""
    if len(text) > MAX_OPTIONS:
        raise refuse("link", "too_long")
    who = name[:MAX_NAME]
    terms = Terms(
        game_id, info.rules_version, text, seat, public, chain, who, key, clock, past, mail,
        friendly, open, VERSION, left,
    )  # fmt: skip
    if len(terms.data) > (MAX_TERMS if past else MAX_AGAIN):
        raise refuse("link", "too_long")
    return terms


def read_terms(data: bytes) -> Terms:
    """Parse the bytes of an invitation. Raises Damage."""
    reader = ByteReader(data)
    version = reader.byte()
    if version not in (VERSION, OLD_VERSION):
        raise Damage("an invitation of another version")
    game_id, rules, options = reader.text(40), reader.number(), reader.text(MAX_OPTIONS)
    seat, public = reader.byte(), reader.raw(PUBLIC)
    mail = reader.raw(PUBLIC)
    chain, name, key = reader.blob(SECRET), reader.text(MAX_NAME), reader.raw(SECRET)
    flags = reader.byte()
    clock = NO_CLOCK
    if reader.left:
        clock = Clock(days=reader.number(), minutes=reader.number(), seconds=reader.number())
    past = reader.text(codec.MAX_CHARS) if reader.left else ""
    left = tuple(reader.number() for _ in range(SEATS)) if flags & ON else ()
    terms = Terms(
        game_id, rules, options, seat, public, chain, name, key, clock, past, mail,
        bool(flags & FRIENDLY), bool(flags & OPEN), version, left,
    )  # fmt: skip
    reader.finish()
    if left and not (past and clock.minutes):
        raise Damage("no clock that could go on")
    if terms.data != data or len(terms.chain) not in (0, SECRET) or not terms.clock.good:
        raise Damage("not the only form")
    return terms


def _possible(data: bytes) -> Terms:
    """Return terms of a game and rules version this page can play. Raises BadLink or Damage."""
    terms = read_terms(data)
    info = known_game("link", terms.game_id, terms.rules)
    if not info.far or terms.seat >= SEATS:
        raise refuse("link", "damaged")
    return terms


def _playable(terms: Terms) -> None:
    """Raise BadLink for options the rules refuse, or that cannot be played between two devices
    (contract rule 11), for a past whose hands one device has dealt, and for a past of a game that
    shows its secrets one by one: they need a commitment from the start."""
    match = terms.match()
    game = match.game
    if not game.tells() or _dealt(match) or (terms.past and game.opens_singly):
        raise refuse("link", "damaged")


def _dealt(match: Match) -> bool:
    """Return whether cards have been dealt that one seat alone may see."""
    info, draws = match.game.info, match.game.draws
    if not (info.has_chance and info.has_secrets):
        return False
    chance = (n for n, event in enumerate(match.events) if event.actor == CHANCE)
    return any(draws(match.state_at(n)) is not None for n in chance)


def open_invitation(word: str) -> Terms:
    """Return the terms of an invitation.

    Raises BadLink: link.damaged, link.game, link.rules, link.options."""
    try:
        terms = _possible(from_word(word, MAX_WORD))
        _playable(terms)
    except BadLink:
        raise
    except Exception as why:  # rules may fail in any way on forged data
        raise refuse("link", "damaged") from why
    return terms


def open_offer(word: str, author: bytes) -> Terms:
    """Return the terms of an invitation to anybody, published under the inviter's key `author`.

    The position of a game that has begun is not offered. Raises BadLink."""
    try:
        terms = read_terms(from_word(word, MAX_WORD))
    except Damage as why:
        raise refuse("link", "damaged") from why
    if terms.public != author or terms.past:  # before the costly checks
        raise refuse("link", "damaged")
    return open_invitation(word)


class SeatLink(NamedTuple):
    """Link that moves a seat, with its secrets, to another device."""

    terms: Terms
    seat: int
    keys: Keys
    name: str
    closed: tuple[Open, ...] = ()

    @property
    def word(self) -> str:
        out = ByteWriter().byte(SEAT_LINK).blob(self.terms.data).byte(self.seat)
        out.raw(self.keys.secret).raw(self.keys.seed).text(self.name)
        for one in self.closed:
            one.write(out)
        return to_word(out.done())


def open_seat_link(word: str) -> SeatLink:
    """Return the seat of a seat link. Raises BadLink."""
    try:
        reader = ByteReader(from_word(word, MAX_LONG_WORD))
        if reader.byte() != SEAT_LINK:
            raise Damage("no seat link")
        terms = _possible(reader.blob(MAX_TERMS))
        seat, keys = reader.byte(), Keys(reader.raw(SECRET), reader.raw(SECRET))
        name, closed = reader.text(MAX_NAME), []
        while reader.left:
            closed.append(Open.read(reader))
        if seat >= SEATS:
            raise Damage("no such seat")
        _playable(terms)
    except BadLink:
        raise
    except Exception as why:
        raise refuse("link", "damaged") from why
    return SeatLink(terms, seat, keys, name, tuple(closed))
