"""A match on its way out of this device and back in: link, file, record.

What leaves the device must not tell its reader what he may not know. A link and a record hold the
whole truth, so they are withheld while something is hidden from a player; the save file then says
plainly that it is for this table. What one player knows he may always have: its file opens again
as a view, to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError, BadLink
from engine.core.steps import Steps, finish
from engine.core.texts import Message, whole
from engine.games import list_games
from engine.match import codec, record, savefile
from engine.match.match import Match

LINK_KEY = "g"
MAX_TEXT = 4_000_000
_IN_LINK = re.compile(rf"#{LINK_KEY}=(\S*)")
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


def link(match: Match, page_url: str) -> str:
    """The address that opens this match. Raises Withheld; BadLink for a game that is too long for
    a link, which leaves as a file."""
    _must_be_open(match)
    return f"{page_url.split('#', 1)[0]}#{LINK_KEY}={codec.encode(match)}"


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


def save_text(match: Match) -> str:
    """The save file; it holds secrets as well, so it is for this table while there are any. Raises
    Withheld for a view."""
    _must_be_whole(match)
    return savefile.dump(match)


def file_name(match: Match, suffix: str, today: date | None = None) -> str:
    """`asedio-cotadrez-ana-blas-2026-11-21.json`: plain letters only."""
    words = [match.game.info.id, *match.config.names, (today or date.today()).isoformat()]
    plain = (re.sub(r"[^a-z0-9]+", "-", _without_accents(word.lower())) for word in words)
    return "-".join(["asedio", *filter(None, (word.strip("-")[:24] for word in plain))]) + suffix


class Exports:
    """A match for somebody who takes it along. `viewer`: the player in front (SPECTATOR: nobody),
    who may always have what he knows himself."""

    def __init__(self, match: Match, viewer: int = SPECTATOR) -> None:
        self._match = match
        self.viewer = viewer
        self.game_id = match.game.info.id
        self.is_view = match.viewer is not None  # only what one player knows is there at all

    def hides_secrets(self) -> bool:
        return hides_secrets(self._match)

    def can_move_on(self) -> bool:
        """Whether the game may go on between two devices: it is offered there, everything in it may
        be known, and it is not over."""
        info = self._match.game.info
        return info.far and not self._match.over and not self.hides_secrets()

    def link(self, page_url: str) -> str:
        return link(self._match, page_url)

    def record_text(self) -> str:
        return record_text(self._match)

    def view_text(self) -> str:
        return view_text(self._match, self.viewer)

    def save_text(self) -> str:
        return save_text(self._match)

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


def stored_view(text: str) -> Match:
    """What one player knows, as this browser keeps it: it was looked through when it came. Raises
    BadLink, and BadRecord for one that an earlier version kept."""
    return savefile.reopen(text) if text.startswith("{") else read_text(text)


def reading(text: str) -> Steps[Match]:
    """`read_text` in steps of one event."""
    if len(text) > MAX_TEXT:
        raise Unreadable(Message("open.too_long"))
    text = whole(text.strip().removeprefix("\ufeff"))
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
    if not _is_record(text):
        raise Unreadable(Message("open.unknown"))
    return (yield from record.reading(text))


def _from_link(word: str, rest: str) -> Steps[Match]:
    """The match of a link; letters wrap long links, so the pieces are tried together as well."""
    try:
        return (yield from codec.reading(word.strip(_AROUND)))
    except BadLink:
        joined = "".join(rest.split()).strip(_AROUND)
        if joined == word.strip(_AROUND) or not re.fullmatch(r"[A-Za-z0-9_-]+", joined):
            raise
        return (yield from codec.reading(joined))


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
