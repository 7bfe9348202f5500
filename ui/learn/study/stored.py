"""Studies stored in this browser.

    asedio:study:<id>     the file of the study (engine/match/study_file.py)
    asedio:studied:<id>   {"title": "", "games": [id], "chapters": 1, "when": milliseconds,
                           "game": id of the stored game whose private study it is, if any}

The second entry is what the list shows, so that it need not read every study.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any

from engine.core.errors import AsedioError
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.games import REGISTRY
from engine.match import study_file
from engine.match.study import MAX_CHAPTERS, Study, short_title
from ui.saves.entries import dump, parse, set_aside
from ui.saves.storage import Storage

STUDY, STUDIED = "asedio:study:", "asedio:studied:"
MOST = 200  # studies
MOST_CHARS = 1_500_000  # of all studies together


class NoSuchStudy(AsedioError):
    """An address names a study that is not in this browser."""

    default_code = "no_such_study"


class StudiesFull(AsedioError):
    """There is no room for more studies in this browser."""

    default_code = "studies_full"


@dataclass(frozen=True, slots=True)
class StudySummary:
    """A line of the list of studies. `when`: milliseconds since 1970 of the last change. `game`:
    the stored game whose private study it is, or ""."""

    id: str
    title: str
    games: tuple[str, ...]
    chapters: int
    when: int
    game: str = ""


class StudyShelf:
    """The studies of this browser."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def all(self) -> list[StudySummary]:
        """Return all studies, the newest first."""
        found = [self._summary(key.removeprefix(STUDY)) for key in self._storage.keys(STUDY)]
        return sorted(found, key=lambda one: (-one.when, one.id))

    def _summary(self, ident: str) -> StudySummary:
        value: Any = parse(self._storage.get(STUDIED + ident) or "")
        value = value if isinstance(value, dict) else {}
        title, games, when = value.get("title"), value.get("games"), value.get("when")
        chapters, game = value.get("chapters"), value.get("game")
        known = games if isinstance(games, list) else []
        return StudySummary(
            ident,
            short_title(title) if isinstance(title, str) else "",
            tuple(one for one in known[:MAX_CHAPTERS] if one in REGISTRY),
            chapters if type(chapters) is int and 0 < chapters <= MAX_CHAPTERS else 1,
            when if type(when) is int else 0,
            game if isinstance(game, str) else "",
        )

    def game_of(self, ident: str) -> str:
        """Return the id of the stored game whose private study this is; "" for any other study."""
        return self._summary(ident).game if ident else ""

    def of_game(self, game: str) -> str:
        """Return the id of the private study of a stored game; "" if there is none."""
        return next((one.id for one in self.all() if one.game == game), "")

    def new(self) -> str:
        """Return an unused id. Raises StudiesFull."""
        if len(self._storage.keys(STUDY)) >= MOST:
            raise StudiesFull(Message("study.full.list", most=MOST))
        return secrets.token_hex(5)

    def load(self, ident: str) -> Study:
        """Return a stored study. An unreadable one is set aside. Raises NoSuchStudy."""
        return finish(self.loading(ident))

    def loading(self, ident: str) -> Steps[Study]:
        """Run `load` in steps of one event."""
        raw = self._storage.get(STUDY + ident)
        if raw is None:
            raise NoSuchStudy(Message("study.no_such"))
        try:
            return (yield from study_file.reading(raw))
        except AsedioError as why:
            set_aside(self._storage, STUDY + ident, int(time.time() * 1000))
            self._storage.remove(STUDIED + ident)
            raise NoSuchStudy(why.message) from why

    def text(self, ident: str) -> str | None:
        """Return the stored text of a study; None if it is not here."""
        return self._storage.get(STUDY + ident) if ident else None

    def save(self, ident: str, study: Study, game: str = "") -> None:
        """Store a study. `game`: the stored game whose private study it is; a study stored before
        stays with its game. Raises StudiesFull and then changes nothing."""
        text = study_file.dump(study)
        others = (key for key in self._storage.keys(STUDY) if key != STUDY + ident)
        if sum(len(self._storage.get(key) or "") for key in others) + len(text) > MOST_CHARS:
            raise StudiesFull(Message("study.full.device"))
        games = list(dict.fromkeys(one.game.info.id for one in study.chapters))
        head: dict[str, object] = {
            "title": study.title,
            "games": games,
            "chapters": len(study.chapters),
        }
        if game := game or self.game_of(ident):
            head["game"] = game
        self._storage.set(STUDIED + ident, dump({**head, "when": int(time.time() * 1000)}))
        self._storage.set(STUDY + ident, text)

    def delete(self, ident: str) -> None:
        self._storage.remove(STUDY + ident)
        self._storage.remove(STUDIED + ident)


class KeptStudy:
    """The stored text of the study on a screen, which other tabs may change or delete meanwhile.

    `ident`: its id in this browser; "" while it is not stored."""

    def __init__(self, shelf: StudyShelf, ident: str) -> None:
        self.ident = ident
        self.game = shelf.game_of(ident)  # the stored game whose private study it is
        self._shelf = shelf
        self._known = shelf.text(ident)  # as last read or written here

    def moved(self) -> bool:
        """Return whether another tab has changed or deleted it."""
        return self._shelf.text(self.ident) != self._known

    def gone(self) -> bool:
        """Return whether another tab has deleted it."""
        return self._known is not None and self._shelf.text(self.ident) is None

    def keep(self, study: Study) -> Message | None:
        """Store what was changed here and return what has to be said of it. Raises StudiesFull.

        A deleted study stays deleted; what another tab has stored stays, and this becomes a new
        study beside it."""
        if self.gone():
            return Message("study.gone")
        beside = self.moved()
        ident = self._shelf.new() if beside or not self.ident else self.ident
        self._shelf.save(ident, study, self.game)
        self.ident, self._known = ident, self._shelf.text(ident)
        return Message("study.beside") if beside else None
