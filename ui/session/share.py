"""A match on its way out of this device and back in: link, file, record.

What leaves the device must not tell its reader what he may not know. A link and a record hold the
whole truth, so they are withheld while something is hidden from a player; the save file then says
plainly that it is for this table. What one player knows he may always have: its file opens again
as a view, to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError, BadLink, BadRecord, about
from engine.core.foreign import unwrapped
from engine.core.info import GameInfo
from engine.core.steps import Steps, finish
from engine.core.texts import Message, whole
from engine.games import list_games, load_game
from engine.match import codec, record, savefile
from engine.match.match import Match
from engine.match.validation import read_levels
from engine.match.view import View

LINK_KEY = "g"
SEATS_KEY = "seats"  # beside the word: by player a digit, the computer's level or 0
MAX_TEXT = 4_000_000
_IN_LINK = re.compile(rf"#{LINK_KEY}=(\S*)")
_SEATS = rf"&(?:amp;)?{SEATS_KEY}=([0-9]{{1,8}})"
_WRAPPED = re.compile(rf"([A-Za-z0-9_-]+)((?:{_SEATS})?)")
_WORD = re.compile(r"[A-Za-z0-9_-]{12,}")
_AROUND = " \t\r\n<>()[]{}\"'`.,;:!?«»“”‘’"


class Withheld(AsedioError):
    """Sharing would tell a player what he may not know yet."""

    default_code = "withheld"


class Unreadable(AsedioError):
    """A pasted text that is nothing we know."""

    default_code = "unreadable"


def hides_secrets(match: Match) -> bool:
    """Whether some player may not see everything that a link would tell."""
    if match.viewer is not None:
        return True
    if not match.game.info.has_secrets or match.over:
        return False
    truth = match.state.key()
    players = range(len(match.game.sides))
    return any(match.state.observation(player).key() != truth for player in players)


def link(match: Match, page_url: str, levels: Sequence[int] = ()) -> str:
    """The address that opens this match, `levels` with its computers in their seats. Raises
    Withheld; BadLink for a game that is too long for a link, which leaves as a file."""
    _must_be_open(match)
    return _address(match, page_url, levels)


def _address(match: Match, page_url: str, levels: Sequence[int]) -> str:
    """Who sits there stands beside the word, not in it: a page of an earlier version reads the
    word and passes over the rest."""
    seats = f"&{SEATS_KEY}={''.join(map(str, levels))}" if any(levels) else ""
    return f"{page_url.split('#', 1)[0]}#{LINK_KEY}={codec.encode(match)}{seats}"


def record_text(match: Match) -> str:
    """The game in its own notation, with tags. Raises Withheld."""
    _must_be_open(match)
    return record.write(match)


def view_text(match: Match, viewer: int) -> str:
    """The file of what one player knows: may be kept or shown by him at any time."""
    return savefile.dump_view(match, viewer)


def view_name(match: Match, viewer: int, today: date | None = None) -> str:
    """Its name says whose eyes it is of, so that it is not taken for the table's own file."""
    return file_name(match, f"-{savefile.side_key(match.game.sides, viewer)}.json", today)


def other_texts(match: Match, viewer: int) -> Mapping[str, str]:
    """The position in notations of other programs, by id, as one player knows it."""
    seen = match.state.observation(viewer) if match.viewer is None else match.state
    return match.game.other_texts(seen)


def save_text(match: Match, levels: Sequence[int] = ()) -> str:
    """The save file; it holds secrets as well, so it is for this table while there are any. Raises
    Withheld for a view."""
    _must_be_whole(match)
    return savefile.dump(match, levels=levels)


def file_name(match: Match, suffix: str, today: date | None = None) -> str:
    """`asedio-cotadrez-ana-blas-2026-11-21.json`: plain letters only."""
    words = [match.game.info.id, *match.config.names, (today or date.today()).isoformat()]
    plain = (re.sub(r"[^a-z0-9]+", "-", _without_accents(word.lower())) for word in words)
    return "-".join(["asedio", *filter(None, (word.strip("-")[:24] for word in plain))]) + suffix


class Exports:
    """A match for somebody who takes it along. `viewer`: the player in front (SPECTATOR: nobody),
    who may always have what he knows himself. `levels`: of the computers that play, by player.
    `at`: number of events of an earlier position, which is then offered (`early`) beside the whole
    game. What may leave is judged by the whole: what is open in it was no less so before."""

    def __init__(
        self,
        match: Match,
        viewer: int = SPECTATOR,
        levels: Sequence[int] = (),
        at: int | None = None,
    ) -> None:
        self._whole, self._levels = match, levels
        self.viewer = viewer
        self.game_id = match.game.info.id
        self.is_view = match.viewer is not None  # only what one player knows is there at all
        self._early = match.until(at) if at is not None and not self.is_view else None
        self.early = self.has_early = self._early is not None

    @property
    def _match(self) -> Match:
        return self._early if self.early and self._early is not None else self._whole

    def hides_secrets(self) -> bool:
        return hides_secrets(self._whole)

    def can_move_on(self) -> bool:
        """Whether the game may go on between two devices: it is offered there, everything in it may
        be known, and it is not over."""
        info = self._match.game.info
        return info.far and not self._match.over and not self.hides_secrets()

    def link(self, page_url: str) -> str:
        _must_be_open(self._whole)
        return _address(self._match, page_url, self._levels)

    def record_text(self) -> str:
        _must_be_open(self._whole)
        return record.write(self._match)

    def view_text(self) -> str:
        return view_text(self._match, self.viewer)

    def save_text(self) -> str:
        return save_text(self._match, self._levels)

    def other_texts(self) -> Mapping[str, str]:
        return other_texts(self._match, self.viewer)

    def file_name(self, suffix: str) -> str:
        return file_name(self._match, suffix)

    def view_name(self) -> str:
        return view_name(self._match, self.viewer)


def read_text(text: str) -> Match:
    """The match in a pasted text: link, bare word of a link, save file or record. The file of
    what one player knows gives a View.

    Raises BadLink, BadRecord or Unreadable; nothing else whatever the text is.
    """
    return finish(reading(text))


def kept_view(match: Match) -> str:
    """The file of what one player knows, as this browser keeps it; empty for a whole match."""
    return savefile.dump(match) if isinstance(match, View) else ""


def stored_view(text: str) -> Match:
    """What one player knows, as this browser keeps it: it was looked through when it came. Raises
    BadLink, and BadRecord for one that an earlier version kept."""
    return savefile.reopen(text) if text.startswith("{") else read_text(text)


def reading(text: str) -> Steps[Match]:
    """`read_text` in steps of one event."""
    if len(text) > MAX_TEXT:
        raise Unreadable(Message("open.too_long"))
    text = whole(text.strip().removeprefix("\ufeff")).replace("\r\n", "\n")
    text = unwrapped(text).strip()
    if not text:
        raise Unreadable(Message("open.empty"))
    if found := _IN_LINK.search(text):
        return (yield from _from_link(found[1], text[found.start(1) :]))
    if text.startswith("{"):
        return (yield from savefile.reading(text))
    if record.is_old_view(text):
        return (yield from record.reading(text))
    if _WORD.fullmatch(text.strip(_AROUND)) and not _is_record(text):
        return (yield from codec.reading(text))
    if _is_record(text):
        return (yield from record.reading(text))
    for info in list_games():
        if info.foreign and re.search(info.foreign, text[:20_000], re.MULTILINE):
            return (yield from _adopting(info, text))
    raise Unreadable(Message("open.unknown"))


def _adopting(info: GameInfo, text: str) -> Steps[Match]:
    """The match of another game's record, if all of it is legal in this one. Raises Unreadable,
    which names the first move that is not."""
    with about(info.id):
        game = load_game(info.id)
        try:
            match = yield from record.reading(game.adopted(text), info.id)
        except BadRecord as why:
            raise Unreadable(game.not_adopted(why)) from why
    match.adopted = game.adopting
    return match


def _from_link(word: str, rest: str) -> Steps[Match]:
    """The match of a link; letters wrap long links, so the pieces are tried together as well."""
    seats = re.search(_SEATS, word)
    try:
        match = yield from codec.reading(word.partition("&")[0].strip(_AROUND))
    except BadLink:
        joined = "".join(rest.split()).strip(_AROUND)
        found = _WRAPPED.fullmatch(joined)
        if found is None or joined == word.strip(_AROUND):
            raise
        match = yield from codec.reading(found[1])
        seats = re.search(_SEATS, joined)
    levels = [int(digit) for digit in seats[1]] if seats is not None else []
    match.levels = read_levels(levels, len(match.game.sides))
    return match


def _is_record(text: str) -> bool:
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
