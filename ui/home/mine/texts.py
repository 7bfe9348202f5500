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
            for game in games:
                known = self._known.get(game.id)
                if known is None or known.game is not game:
                    known = self._known[game.id] = Searched(game, self._text(game))
                    if len(lines) % AT_ONCE == 0:
                        yield Step(len(lines), len(games))
                lines.append(known)
            self.lines, self._games = lines, games
        return self.lines

    def labels_of(self, games: list[Summary]) -> tuple[str, ...]:
        """Return the labels of these games, sorted."""
        if games != self._labels[0]:
            self._labels = games, tuple(sorted({label for game in games for label in game.labels}))
        return self._labels[1]

    def _text(self, summary: Summary) -> str:
        own = (
            plain(" ".join((summary.title, *summary.labels)))
            if summary.title or summary.labels
            else ""
        )
        return f"{own} {self._named(summary)} {self._dated(summary)}"

    def _named(self, summary: Summary) -> str:
        key = summary.game_id, summary.names, summary.seats
        if key not in self._players:
            players = pair_of_names(self.words, summary, summary.seats)
            self._players[key] = plain(f"{players} {self._title_of(summary.game_id)}")
        return self._players[key]

    def _dated(self, summary: Summary) -> str:
        """Return the date in words; today and yesterday have the time of day as well."""
        day = date.fromtimestamp(summary.updated / 1000)
        if day not in self._days:
            if (date.today() - day).days in (0, 1):
                return plain(when(self.words, summary.updated))
            self._days[day] = plain(when(self.words, summary.updated))
        return self._days[day]
