"""Storage of far tables: this device's seat with its keys, and every letter.

    asedio:far:<id>                 {"v": 1, "terms", "seat", "secret", "seed", "name", "relays",
                                     "after", "offered", "untried", "linked",
                                     "stranger", "until": if it is offered}
    asedio:letter:<id>:<digest>     a letter, base64url
    asedio:closed:<id>:<n>          actions that letter n of this seat hides: [[verb, …], …]. The
                                    letter has a copy of them (engine/far/own_copy.py)
    asedio:ahead:<id>               milliseconds by which letters are dated after this clock
    asedio:read:<id>                [when all mail was read last, smallest delay of a letter]
    asedio:here:<id>                digest of the own letter last pressed for on this device
    asedio:words:<id>               how many of the other's chat messages have been read
    asedio:measure:<id>             {digest: [last read without it, arrived, smallest delay]}

The key of a letter is its digest, so any tab may write letters, and a repeated write is harmless.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.contract import Action
from engine.core.errors import AsedioError
from engine.core.texts import plain_name
from engine.far.chance import Chain
from engine.far.closed import salt
from engine.far.crypto import Crypto, Keys, mail_secret
from engine.far.fold import LetterFold
from engine.far.letter import Letter, Open
from engine.far.log import Log
from engine.far.order import sorted_letters
from engine.far.terms import Terms, open_invitation, set_terms
from engine.far.timing import Measure
from engine.games import game_info
from engine.match.clock import NO_CLOCK, Clock
from ui.far.relays.addresses import clean_relays
from ui.saves.entries import PREFIX, dump, event_of, is_count, key_of, moment, parse

if TYPE_CHECKING:
    from engine.far.group import CachedGroup
    from ui.saves.storage import SafeStorage

VERSION = 1
FAR = f"{PREFIX}far:"
LAST = moment(1 << 60)
_DIGEST = re.compile("[0-9a-f]{32}")
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
    until: int = 0  # seconds since 1970 when the offer ends; 0: a day after the table was opened
    untried: int = 0  # relays to be found among `relays` before inviting; 0: they have been
    linked: bool = False  # the player has opened the link that moves this seat
    stranger: bool = False  # the two have met through the list of open tables


_MORE = ("after", "offered", "untried", "linked", "stranger")  # stored as they are


def new_seat(
    game_id: str, options: object, seat: int, name: str, relays: tuple[str, ...], crypto: Crypto,
    clock: Clock = NO_CLOCK, past: str = "", friendly: bool = False, open: bool = False,
    left: tuple[int, ...] = (),
) -> FarSeat:  # fmt: skip
    """Return a new table with this device at `seat`. Raises BadOptions or BadLink.

    `past`: the game so far as the word of a link; "" for a new game. `friendly`: hints are
    allowed; `open`: spectators read the chat; `left`: milliseconds by seat, if clocks go on."""
    keys = Keys(crypto.secret(), crypto.secret())
    end = Chain(keys.seed).end if game_info(game_id).has_chance else b""
    chosen = dict(options) if isinstance(options, dict) else {}
    public, mail = crypto.public(keys.secret), crypto.public(mail_secret(keys.secret))
    terms = set_terms(
        game_id, chosen, seat, public, end, name, crypto.secret(), clock, past, mail, friendly,
        open, left,
    )  # fmt: skip
    return FarSeat(terms, seat, keys, name, relays)


class SeatStore:
    """Stored data of the far table `key`."""

    def __init__(self, storage: SafeStorage, key: str) -> None:
        self.storage, self.key = storage, key

    def save(self, seat: FarSeat) -> None:
        entry = {"v": VERSION, "terms": seat.terms.word, "seat": seat.seat}
        entry |= {"secret": seat.keys.secret.hex(), "seed": seat.keys.seed.hex()}
        entry |= {"name": seat.name, "relays": list(seat.relays)}
        entry |= {name: getattr(seat, name) for name in _MORE}
        if seat.until:
            entry["until"] = seat.until
        self.storage.set(FAR + self.key, dump(entry))

    def load(self) -> FarSeat | None:
        """Return the seat; None if there is none or it is unreadable."""
        raw = self.storage.get(FAR + self.key)
        found = parse(raw) if raw is not None else None
        return _seat_of(found) if isinstance(found, dict) else None

    def guest(self) -> bool:
        """Return whether this table came from a backup and its player has not let it in yet."""
        return self.storage.get(key_of("guest", self.key)) is not None

    def welcome(self) -> None:
        self.storage.remove(key_of("guest", self.key))

    def add(self, letter: Letter) -> None:
        self.storage.set(self._entry(letter), to_text(letter.data))

    def _entry(self, letter: Letter) -> str:
        return f"{PREFIX}letter:{self.key}:{letter.digest.hex()}"

    def may_send(self, letter: Letter) -> bool:
        """Return whether a letter of this seat may leave the device: only once it is stored, so
        that the seat never signs another one in its place. A seat that is not stored ends with the
        page, so it cannot either."""
        return not self.storage.pending(self._entry(letter)) or not self.storage.holds(
            FAR + self.key
        )

    def retry(self) -> None:
        """Try again to store what could not be stored."""
        self.storage.retry(f"{PREFIX}probe")

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

    def openings(self, seat: FarSeat) -> dict[int, Open]:
        """Return the openings of this seat's hidden actions, by letter number."""
        terms, seed = seat.terms, seat.keys.seed
        return {n: Open(n, salt(seed, terms.id, n), one) for n, one in self.closed().items()}

    def _fact(self, name: str) -> Any:
        """Return a stored fact about this table; None if there is none or it is unreadable."""
        return parse(self.storage.get(f"{PREFIX}{name}:{self.key}") or "")

    def _set_fact(self, name: str, value: object) -> None:
        self.storage.set(f"{PREFIX}{name}:{self.key}", dump(value))

    def set_ahead(self, ahead: int) -> None:
        """Store by how many milliseconds letters are dated after this device's clock."""
        self._set_fact("ahead", ahead)

    def ahead(self) -> int:
        found = self._fact("ahead")
        return moment(found) if type(found) is int else 0

    def set_read(self, heard: int, lag: int | None) -> None:
        """Store when all mail was read last, and the smallest delay of a letter, if known."""
        self._set_fact("read", [heard, lag])

    def read(self) -> tuple[int, int | None]:
        match self._fact("read"):
            case [int() as heard, (int() | None) as lag]:
                return moment(heard), lag if lag is None else max(-LAST, min(lag, LAST))
        return 0, None

    def set_here(self, digest: str) -> None:
        """Store the digest of the letter for which this seat's player last pressed here."""
        self._set_fact("here", digest)

    def here(self) -> str:
        found = self._fact("here")
        return found if isinstance(found, str) else ""

    def set_words_read(self, count: int) -> None:
        """Store how many of the other's chat messages have been read."""
        self._set_fact("words", count)

    def words_read(self) -> int:
        found = self._fact("words")
        return found if is_count(found) else 0

    def set_measures(self, found: Mapping[bytes, Measure]) -> None:
        self._set_fact("measure", {digest.hex(): list(one) for digest, one in found.items()})

    def measures(self) -> dict[bytes, Measure]:
        """Return the measures of the other seat's letters by digest; skips unreadable ones."""
        found = self._fact("measure")
        known: dict[bytes, Measure] = {}
        for digest, one in found.items() if isinstance(found, dict) else ():
            match one:
                case [int() as without, int() as arrived, int() as lag] if _DIGEST.fullmatch(
                    digest
                ):
                    lag = max(-LAST, min(lag, LAST))
                    known[bytes.fromhex(digest)] = Measure(moment(without), moment(arrived), lag)
        return known

    def log(self, seat: FarSeat, crypto: Crypto) -> Log:
        """Return the log of the stored letters, for this device at `seat`."""
        log = Log(seat.terms, crypto, crypto.public(seat.keys.secret) if seat.seat >= 0 else b"")
        for letter in sorted_letters(self.letters()):
            log.receive(letter, trusted=True)
        return log

    def course(self, seat: FarSeat, group: CachedGroup | None) -> LetterFold:
        """Return a course that has followed no letter yet, with what this seat has hidden."""
        return LetterFold(seat.terms, seat.seat, self.openings(seat), group, seat.keys.seed)

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
        untried = found.get("untried", 0)
        linked, stranger = found.get("linked") is True, found.get("stranger") is True
        until = found.get("until", 0)
        terms = open_invitation(found["terms"])
    except (KeyError, TypeError, ValueError, AsedioError):
        return None
    if not isinstance(name, str) or not isinstance(after, str):
        return None
    untried = min(untried, len(relays)) if is_count(untried) else 0
    good, name = len(keys.secret) == len(keys.seed) == 32, plain_name(name)
    until = moment(until) if type(until) is int else 0
    seat = FarSeat(
        terms, found["seat"], keys, name, relays, after, offered, until, untried, linked, stranger
    )  # fmt: skip
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
