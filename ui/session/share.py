"""Export and import of matches: links, save files, records.

An export must not disclose secrets. Links and records contain the complete game, so they are
withheld while something is hidden from a player. The save file is complete too, but marked as being
for this table. The file of one player's view is always allowed; it opens as a read-only View.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError, BadLink, BadPosition, BadRecord, about
from engine.core.foreign import unwrapping
from engine.core.info import GameInfo
from engine.core.steps import Steps, finish, pause
from engine.core.texts import Message, whole
from engine.games import list_games, load_game
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from engine.match.validation import read_levels
from engine.match.view import View
from ui.saves.entries import DATE_TAG
from ui.session import embedding
from ui.session.address import parse_fragment

if TYPE_CHECKING:
    from ui.words.i18n import I18n

LINK_KEY = "g"
# Beside the word: one digit per player, the computer's level or 0; the player whose board was not
# proved.
SEATS_KEY, UNPROVED_KEY = "seats", "unproved"
MAX_TEXT = 4_000_000
DRAWN = "1/2-1/2"
MAX_POSITION = 2000  # characters of a position text
_IN_LINK = re.compile(rf"#{LINK_KEY}(?:=|%3d)", re.IGNORECASE)
_DIGITS, _PLAYER = re.compile("[0-9]{1,8}"), re.compile("[01]")
_WRAPPED = re.compile(
    rf"[A-Za-z0-9_-]+(?:&(?:amp;)?{SEATS_KEY}=[0-9]{{1,8}})?(?:&(?:amp;)?{UNPROVED_KEY}=[01])?"
)
_WORD = re.compile(r"[A-Za-z0-9_-]{12,}")
_AROUND = " \t\r\n<>()[]{}\"'`.,;:!?«»“”‘’"


class Withheld(AsedioError):
    """The export would disclose something hidden from a player."""

    default_code = "withheld"


class Unreadable(AsedioError):
    """The pasted text has no known format."""

    default_code = "unreadable"


def hides_secrets(match: Match) -> bool:
    """Return whether something that a link contains is hidden from a player."""
    if match.viewer is not None:
        return True
    if not match.game.info.has_secrets or match.over:
        return False
    truth = match.state.key()
    players = range(len(match.game.sides))
    return any(match.state.observation(player).key() != truth for player in players)


@dataclass(frozen=True)
class GameLink:
    """Link to a game. `word`: the whole game; `levels`: computer levels by player, or ();
    `unproved`: the player whose board was not proved. Pages of earlier versions ignore the last
    two."""

    word: str
    levels: tuple[int, ...] = ()
    unproved: int | None = None

    @classmethod
    def to(cls, match: Match, levels: Sequence[int] = ()) -> GameLink:
        """Return the link to a match. Raises BadLink if the game is too long for one."""
        return cls(codec.encode(match), tuple(levels) if any(levels) else (), match.unproved)

    @classmethod
    def read(cls, word: str, params: Mapping[str, str]) -> GameLink:
        """Return the link of an address fragment; see `parse_fragment`."""
        levels = _DIGITS.match(params.get(SEATS_KEY, ""))
        lost = _PLAYER.match(params.get(UNPROVED_KEY, ""))
        return cls(
            word.strip(_AROUND),
            tuple(map(int, levels[0])) if levels else (),
            int(lost[0]) if lost else None,
        )

    @classmethod
    def parse(cls, text: str) -> GameLink:
        """Return the link in what follows `#g=`, which may be damaged on its way."""
        return cls.read(*parse_fragment(f"#{LINK_KEY}={text}")[1:])

    def address(self, page_url: str) -> str:
        """Return the address that opens the game on the page."""
        more = f"&{SEATS_KEY}={''.join(map(str, self.levels))}" if self.levels else ""
        more += "" if self.unproved is None else f"&{UNPROVED_KEY}={self.unproved}"
        return f"{page_url.split('#', 1)[0]}#{LINK_KEY}={self.word}{more}"

    def opening(self) -> Steps[Match]:
        """Return the match, in steps of one event. Raises BadLink."""
        match = yield from codec.reading(self.word)
        if self.unproved is not None:
            match.note_unproved(self.unproved)
        match.levels = read_levels(list(self.levels), len(match.game.sides))
        return match


def plain_name(words: Sequence[str]) -> str:
    """Return words joined by hyphens, in plain ASCII."""
    plain = (re.sub(r"[^a-z0-9]+", "-", _without_accents(word.lower())) for word in words)
    return "-".join(filter(None, (word.strip("-")[:24] for word in plain)))


class Exports:
    """Exports of one match for the seated player.

    `viewer`: that player (SPECTATOR: none), whose own view may always be exported. `levels`:
    computer levels by player. `clocks`: of people who share this device. `at`: number of events of
    an earlier position; the exports then end there while `early` is True. Secrecy is judged by the
    whole match: if nothing is hidden at its end, earlier positions may be exported too. `composed`:
    the person set the position up, so nothing in it is secret. `day`: when the game began, for
    records and files that name no other.
    """

    def __init__(
        self,
        match: Match,
        viewer: int = SPECTATOR,
        levels: Sequence[int] = (),
        at: int | None = None,
        clocks: Mapping[str, Any] = savefile.NO_CLOCKS,
        composed: bool = False,
        day: str = "",
    ) -> None:
        self._day = day
        self._whole, self._levels, self._clocks = match, levels, clocks
        self._composed = composed
        self.viewer = viewer
        self.turned = False  # whether the board is shown turned
        self.shared = False  # whether several people share the device
        self.game_id = match.game.info.id
        self.is_view = match.viewer is not None  # contains only one player's knowledge
        self._early = match.until(at) if at is not None and not self.is_view else None
        self.early = self.has_early = self._early is not None

    @property
    def _match(self) -> Match:
        return self._early if self.early and self._early is not None else self._whole

    @property
    def shown(self) -> Match:
        """The match up to the position on the board, for pictures of it; see `eyes`."""
        return self._match

    @property
    def eyes(self) -> int:
        """The player whose knowledge pictures of several turns show: who looks. SPECTATOR while
        people who share the device have secrets from each other."""
        secret = self.shared and not self.is_view and self.hides_secrets()
        return SPECTATOR if secret else self.viewer

    @property
    def composed(self) -> bool:
        """Whether the position was set up by the person, so that all of it may be shown."""
        return self._composed

    def has_turns(self) -> bool:
        return bool(self._match.events)

    def hides_secrets(self) -> bool:
        return not self._composed and hides_secrets(self._whole)

    def _must_be_open(self) -> None:
        if not self._composed:
            _must_be_open(self._whole)

    def can_move_on(self) -> bool:
        """Return whether the game can be continued between two devices: far play is supported,
        nothing is hidden, and it is not over."""
        info = self._match.game.info
        return info.far and not self._match.over and not hides_secrets(self._whole)

    def link(self) -> GameLink:
        """Return the link to the game. Raises Withheld, and BadLink if it is too long."""
        self._must_be_open()
        return GameLink.to(self._match, self._levels)

    def view_word(self) -> str:
        """Return the word that shows this match on another page, without what is hidden. Raises
        AsedioError if that cannot be shown."""
        return embedding.view_word(self._match, self.hides_secrets())

    def record_text(self) -> str:
        """Return the game record: notation with tags. Raises Withheld."""
        self._must_be_open()
        return record.write(self._dated())

    def position_text(self) -> str:
        """Return the position text, at the earlier position if there is one. Raises Withheld."""
        self._must_be_open()
        return self._match.state.to_text()

    def known_text(self) -> str:
        """Return the position text. In a game whose secrets last beyond its end, what the seated
        player does not know stays unknown. Raises Withheld."""
        self._must_be_open()
        end, state = self._whole.state, self._match.state
        if self._whole.viewer is None and not self._composed:
            if end.observation(self.viewer).key() != end.key():
                state = state.observation(self.viewer)
        return state.to_text()

    def view_text(self) -> str:
        """Return the file of what the seated player knows, which may always be exported."""
        return savefile.dump_view(self._match, self.viewer)

    def save_text(self) -> str:
        """Return the save file, secrets included. Raises Withheld for a View."""
        _must_be_whole(self._match)
        clocks = savefile.NO_CLOCKS if self._match is self._early else self._clocks
        return savefile.dump(self._dated(), levels=self._levels, clocks=clocks)

    def _dated(self) -> Match:
        """Return the match with its date among its tags."""
        match, tags = copy(self._match), self._match.config.tags
        if self._day and DATE_TAG not in tags:
            match.config = replace(match.config, tags={DATE_TAG: self._day, **tags})
        return match

    def other_texts(self) -> Mapping[str, str]:
        """Return the position in other programs' notations, by id, as the seated player knows
        it."""
        state = self._match.state
        return self._match.game.other_texts(
            state if self.is_view else state.observation(self.viewer)
        )

    def file_name(self, suffix: str) -> str:
        """Return a file name in plain ASCII: `asedio-cotadrez-ana-blas-1-0-2026-11-21.json`, with
        the day of the game or else today, and without a result while the game goes on."""
        outcome, day = self._match.outcome(), self._began() or date.today()
        score = [outcome.score.replace(DRAWN, "draw")] if outcome is not None else []
        words = ["asedio", self.game_id, *self._match.config.names, *score, day.isoformat()]
        return plain_name(words) + suffix

    def view_name(self) -> str:
        """Return the file name of a view. It names the side, to tell it from the save file."""
        side = savefile.side_key(self._match.game.sides, self.viewer)
        return self.file_name(f"-{side}.json")

    def _began(self) -> date | None:
        """Return the day of the game, by its tag or else the day it was begun here; None if neither
        is known."""
        told = self._match.config.tags.get(DATE_TAG, self._day)
        try:
            return date(*map(int, told.split(".")))
        except (TypeError, ValueError):  # such as ????.??.??
            return None

    def caption(self, words: I18n) -> str:
        """Return what stands below a picture: players, result and day, as far as known; nothing for
        a position that was set up."""
        if self._composed:
            return ""
        typed = [*self._match.config.names, *[""] * len(self._match.game.sides)]
        sides = range(len(self._match.game.sides))
        names = [typed[one] or words.t(f"player.name.{one}") for one in sides]
        outcome, day = self._match.outcome(), self._began()
        score = outcome.score.replace(DRAWN, "½–½") if outcome is not None else ""
        known = (" – ".join(names), score, day.isoformat() if day is not None else "")
        return " · ".join(filter(None, known))


def read_text(text: str) -> Match:
    """Return the match in a text: link, bare word of a link, save file, record or position.

    The file of a view gives a View. Raises BadLink, BadRecord or Unreadable, and nothing else for
    any text.
    """
    return finish(reading(text))


def kept_view(match: Match) -> str:
    """Return the file of a View, to be stored in this browser; "" for a complete match."""
    return savefile.dump(match) if isinstance(match, View) else ""


def stored_view(text: str) -> Match:
    """Return the View stored by `kept_view`, without the checks of an import. Raises BadLink."""
    return savefile.reopen(text)


def reading(text: str) -> Steps[Match]:
    """Run `read_text` in steps of one event."""
    if len(text) > MAX_TEXT:
        raise Unreadable(Message("open.too_long"))
    text = whole(text.strip().removeprefix("\ufeff")).replace("\r\n", "\n")
    text = (yield from unwrapping(text)).strip()
    yield from pause(text)
    if not text:
        raise Unreadable(Message("open.empty"))
    if found := _IN_LINK.search(text):
        return (yield from _from_link(text[found.end() :]))
    if text.startswith("{"):
        return (yield from savefile.reading(text))
    if (placed := _position(text)) is not None:
        return placed
    if _WORD.fullmatch(text.strip(_AROUND)) and not is_record(text):
        return (yield from codec.reading(text))
    yield from pause(text)
    if is_record(text):
        return (yield from record.reading(text))
    for info in list_games():
        if info.foreign and re.search(info.foreign, text[:20_000], re.MULTILINE):
            return (yield from _adopting(info, text))
    raise Unreadable(Message("open.unknown"))


def _position(text: str) -> Match | None:
    """Return the match that begins in a position text of one of the games, by its usual rules; None
    for any other text. Raises Unreadable if the rules do not know such a position."""
    line = " ".join(text[:MAX_POSITION].split())
    for info in list_games() if len(text) <= MAX_POSITION else ():
        if info.position and re.fullmatch(info.position, line):
            with about(info.id):
                try:
                    return Match(MatchConfig(info.id, start=line))
                except BadPosition as why:
                    raise Unreadable(why.message) from why
    return None


def _adopting(info: GameInfo, text: str) -> Steps[Match]:
    """Import a record of a related game whose moves are all legal in this one. Raises Unreadable,
    naming the first move that is not."""
    with about(info.id):
        game = load_game(info.id)
        try:
            text = yield from game.adopted(text)
            match = yield from record.reading(text, info.id)
        except BadRecord as why:
            raise Unreadable(game.not_adopted(why)) from why
    match.adopted = game.adopting
    return match


def _from_link(text: str) -> Steps[Match]:
    """Return the match of a link, from what follows `#g=`. E-mail wraps long links, so joined lines
    are tried as well."""
    link = GameLink.parse(text.split(maxsplit=1)[0] if text.strip() else "")
    try:
        return (yield from link.opening())
    except BadLink:
        joined = "".join(text.split()).strip(_AROUND)
        if _WRAPPED.fullmatch(joined) is None or GameLink.parse(joined) == link:
            raise
        return (yield from GameLink.parse(joined).opening())


def is_record(text: str) -> bool:
    """Return whether a text looks like the record of a game."""
    head = text[:20_000]
    return any(re.search(info.record, head, re.MULTILINE) for info in list_games())


def _must_be_whole(match: Match) -> None:
    if match.viewer is not None:
        raise Withheld(Message("share.withheld.view"))


def _must_be_open(match: Match) -> None:
    _must_be_whole(match)
    if hides_secrets(match):
        raise Withheld(Message("share.withheld"))


def _without_accents(word: str) -> str:
    return word.translate(str.maketrans("áàäâéèëêíìïîóòöôúùüûñç", "aaaaeeeeiiiioooouuuunc"))
