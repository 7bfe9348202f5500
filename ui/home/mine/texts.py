"""Texts that the search of My games looks through: made once for each game, in steps if need be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from engine.core.steps import Step, Steps, finish
from ui.home.html import pair_of_names, when
from ui.home.mine.query import Searched, plain
from ui.saves.index import Summary
from ui.words.i18n import I18n

AT_ONCE = 50  # texts made in a step


class SearchTexts:
    """Games with their texts in one language. `title_of`: title by id of a game.

    Players repeat, and so do days: their words are made once."""

    def __init__(self, words: I18n, title_of: Callable[[str], str]) -> None:
        self.words = words
        self._title_of = title_of
        self._games: list[Summary] = []  # `lines` belongs to these
        self.lines: list[Searched] = []
        self._labels: tuple[list[Summary], tuple[str, ...]] = [], ()
        self._known: dict[str, Searched] = {}
        self._players: dict[object, str] = {}
        self._days: dict[date, str] = {}

    def of(self, games: list[Summary]) -> Sequence[Searched]:
        """Return these games with their texts; the same list for the same games."""
        return finish(self.making(games))

    def making(self, games: list[Summary]) -> Steps[Sequence[Searched]]:
        """Make the texts of these games in steps, as `of` returns them."""
        if games != self._games:
            lines: list[Searched] = []
            for one in games:
                known = self._known.get(one.id)
                if known is None or known.game is not one:
                    known = self._known[one.id] = Searched(one, self._text(one))
                    if len(lines) % AT_ONCE == 0:
                        yield Step(len(lines), len(games))
                lines.append(known)
            self.lines, self._games = lines, games
        return self.lines

    def labels_of(self, games: list[Summary]) -> tuple[str, ...]:
        """Return the labels of these games, sorted."""
        if games != self._labels[0]:
            self._labels = games, tuple(sorted({label for one in games for label in one.labels}))
        return self._labels[1]

    def _text(self, one: Summary) -> str:
        own = plain(" ".join((one.title, *one.labels))) if one.title or one.labels else ""
        return f"{own} {self._named(one)} {self._dated(one)}"

    def _named(self, one: Summary) -> str:
        key = one.game_id, one.names, one.seats
        if key not in self._players:
            said = f"{pair_of_names(self.words, one, one.seats)} {self._title_of(one.game_id)}"
            self._players[key] = plain(said)
        return self._players[key]

    def _dated(self, one: Summary) -> str:
        """Return the date in words; today and yesterday have the time of day as well."""
        day = date.fromtimestamp(one.updated / 1000)
        if day not in self._days:
            if (date.today() - day).days in (0, 1):
                return plain(when(self.words, one.updated))
            self._days[day] = plain(when(self.words, one.updated))
        return self._days[day]
