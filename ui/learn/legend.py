"""Dialogs that explain things on the table: single ones, or everything a game can show.

Both open over any screen and link to the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from engine.core.contract import AnyGame
from engine.core.legend import Entry
from engine.core.texts import Message
from engine.games import game_legend, game_look
from ui.learn.guess_form import GuessForm
from ui.render.picture import diagram
from ui.render.samples import sample
from ui.shell.dialogs import Dialog
from ui.table.about import Looked
from ui.words.frame import button, resting
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App


_LEGEND = Target("act", "legend")


def kind_of(words: I18n, entry: Entry) -> Looked:
    """Return a kind of thing for AboutDialog, without a particular place on the table."""
    return Looked(words.message(entry.name), (), entry)


class _Legend(Dialog):
    """Base of both dialogs. `to_clause` opens the rulebook at a clause."""

    def __init__(self, app: App, game: AnyGame, to_clause: Callable[[str], None]) -> None:
        super().__init__(app)
        self.game = game
        self.game_id = game.info.id
        self._to_clause = to_clause

    def press(self, target: Target) -> None:
        if target.kind == "act" and target.word == "rules" and target.subject:
            self._to_clause(target.subject)
        elif target == _LEGEND:
            self.app.open(LegendDialog(self.app, self.game, self._to_clause))
        elif target.kind == "about":
            legend = game_legend(self.game.info.id).told(self.game.options)
            entry = legend.find(target.subject, target.word)
            if entry is not None:
                found = [kind_of(self.words, entry)]
                self.app.open(AboutDialog(self.app, self.game, self._to_clause, found))


class AboutDialog(_Legend):
    """Dialog about the things looked up: name, what they do, a diagram, the clause."""

    name = "about"
    heading = "about.title"

    def __init__(
        self,
        app: App,
        game: AnyGame,
        to_clause: Callable[[str], None],
        things: Sequence[Looked] = (),
        guess: GuessForm | None = None,
    ) -> None:
        super().__init__(app, game, to_clause)
        self.things, self.guess = things, guess

    def layout(self) -> Html:
        words = self.words
        return self.frame(
            [self._thing(thing) for thing in self.things],
            self.guess and self.guess.layout(words),
            el("div", {"class": "buttons"}, button(_LEGEND, words.t("legend.open"), "quiet")),
        )

    def press(self, target: Target) -> None:
        if self.guess is None or not self.guess.press(target):
            super().press(target)
        else:
            self.app.close()

    def field(self, name: str, value: str) -> None:
        if name == "guess" and self.guess is not None:
            self.guess.typed(value)

    def _thing(self, thing: Looked) -> Html:
        words, entry = self.words, thing.entry
        picture = diagram(self.game, entry, words, thing.side)
        return el(
            "section",
            {"class": "about-thing", "data-game": self.game_id},
            sample(game_look(self.game.info.id), entry, thing.side),
            el("h3", None, thing.title),
            _about(words, entry),
            [el("p", {"class": "soft"}, note) for note in thing.notes],
            picture and el("div", {"class": "position about-board"}, picture),
        )


# The page's own mark, the same in every game (ui.table.danger).
THREAT = Entry("mark", "threat", Message("legend.threat.name"), Message("legend.threat"))


class LegendDialog(_Legend):
    """Dialog with everything that can appear on the table under this game's options, by group."""

    name = "legend"
    heading = "legend.title"

    def layout(self) -> Html:
        words = self.words
        entries = game_legend(self.game.info.id).in_play(self.game.options)
        groups = groupby(entries, lambda entry: entry.group)
        return self.frame(
            join(
                join(
                    el("h3", None, words.t(f"legend.{group}")),
                    el(
                        "ul",
                        {"class": "legend", "role": "list"},
                        [self._row(one) for one in found],
                        self._row(THREAT) if group == THREAT.group else None,
                    ),
                )
                for group, found in groups
            ),
        )

    def _row(self, entry: Entry) -> Html:
        words = self.words
        name = words.message(entry.name)
        return el(
            "li",
            {"data-game": self.game_id},
            sample(game_look(self.game.info.id), entry),
            button(entry.target, name, "link") if entry.board else el("b", None, name),
            _about(words, entry),
        )


def _about(words: I18n, entry: Entry) -> Html:
    """Return what an entry does, with a link to its rule."""
    return el("p", None, resting(words.t, words.message(entry.about), entry.about.clause))
