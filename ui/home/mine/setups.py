"""The part of My games that lists the kept set-ups of all games, those that are secret excepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from engine.core.info import GameInfo
from engine.core.steps import finish
from engine.core.texts import MAX_NAME, Message
from ui.home.mine.placing import KeptSetup, placing
from ui.saves.named_setups import NamedSetups
from ui.saves.opponents import chosen_level
from ui.saves.results import Results
from ui.session.long_tasks import ReadingTask
from ui.shell import routes
from ui.shell.fetching import NotYetHere
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


class SetupsPart:
    """The list, its editor, and the results of the set-ups, which are read on request."""

    def __init__(self, app: App, controller: Controller, games: Mapping[str, GameInfo]) -> None:
        self.app, self.controller, self.games = app, controller, games
        self.edited = ""  # id of the set-up that is being renamed
        self._typed = ""
        self._undo: Callable[[], None] | None = None
        self._results: dict[str, Mapping[str, Mapping[int, Results]]] = {}  # by game
        self._reading: tuple[str, ReadingTask[Any]] | None = None

    @property
    def words(self) -> I18n:
        return self.app.words()

    def all(self) -> list[KeptSetup]:
        """Return the set-ups that are not secret, by game, newest first."""
        return [
            KeptSetup(game_id, number, name, text)
            for game_id in self.games
            for number, (name, text) in enumerate(self._store(game_id).public())
        ]

    def _store(self, game_id: str) -> NamedSetups:
        return NamedSetups(self.app.store, game_id)

    def _of(self, key: str) -> KeptSetup | None:
        return next((one for one in self.all() if one.id == key), None)

    # -- what is shown -----------------------------------------------------------------------

    def slot(self, picture: Callable[[KeptSetup], Html]) -> Html:
        """Return the section; nothing without set-ups."""
        kept, t = self.all(), self.words.t
        undo = Html("")
        if self._undo is not None:
            again = button("act:setup-undo", t("mine.undo"), "link")
            undo = el("p", {"role": "status"}, t("mine.setup.deleted"), " ", again)
        if not kept:
            return undo
        return join(
            el("h2", None, t("mine.setup.title")),
            undo,
            el("ul", {"class": "saves mine-list"}, [self._row(one, picture(one)) for one in kept]),
            el("p", None, self._asking(kept)),
        )

    def _row(self, setup: KeptSetup, picture: Html) -> Html:
        t, name = self.words.t, self._name(setup)
        if setup.id == self.edited:
            return el("li", {"class": "save"}, self._editor(setup, name))
        acts = [
            button(f"act:setup-{act}:{setup.id}", t(key), "link", aria_label=f"{t(whole)}: {name}")
            for act, key, whole in (
                ("use", "mine.setup.use", "mine.setup.use_whole"),
                ("edit", "mine.setup.rename", "mine.setup.rename"),
                ("delete", "home.saved.delete", "home.saved.delete"),
            )
        ]
        said = " · ".join(filter(None, (self.games[setup.game_id].title, self._fared(setup))))
        words = el("div", {"class": "mine-setup"}, el("strong", None, name), el("span", None, said))
        return el("li", {"class": "save"}, picture, words, acts)

    def _name(self, setup: KeptSetup) -> str:
        return setup.name or self.words.t("mine.setup.unnamed", n=setup.number + 1)

    def _editor(self, setup: KeptSetup, usual: str) -> Html:
        field = {
            "type": "text",
            "data-field": "setup-name",
            "value": setup.name,
            "placeholder": usual,
            "maxlength": MAX_NAME,
            "autocomplete": "off",
        }
        return el(
            "div",
            {"class": "mine-edit"},
            el("label", None, el("span", None, self.words.t("people.name")), el("input", field)),
            button(f"act:setup-keep:{setup.id}", self.words.t("mine.keep"), "primary"),
            button("act:setup-edit:", self.words.t("mine.cancel"), "quiet"),
        )

    def _fared(self, setup: KeptSetup) -> str:
        """Return the results of a set-up in words; empty before they are read."""
        t = self.words.t
        if setup.game_id not in self._results:
            return ""
        sides = self._results[setup.game_id].get(setup.text, {})
        total = reduce(Results.and_those, sides.values(), Results())
        if not total.played:
            return t("mine.setup.unused")
        won, drawn, lost = total
        return t("mine.setup.fared", n=total.played, won=won, drawn=drawn, lost=lost)

    def _asking(self, kept: list[KeptSetup]) -> Html:
        """Return the button that reads the results, its progress, or nothing when they are read."""
        t = self.words.t
        if self._reading is not None:
            step = self._reading[1].step
            return join(t("mine.setup.reading", n=step.done, of=step.total))
        if all(one.game_id in self._results for one in kept):
            return Html("")
        return button("act:setup-fared", t("mine.setup.ask"), "link")

    # -- input -------------------------------------------------------------------------------

    def field(self, value: str) -> None:
        self._typed = value

    def edit(self, key: str) -> None:
        one = self._of(key)
        self.edited, self._typed = key, one.name if one is not None else ""

    def keep(self, key: str) -> None:
        """Store the name that was typed for a set-up."""
        if (one := self._of(key)) is not None:
            self._store(one.game_id).rename(one.text, self._typed)
        self.edit("")
        self.app.announce(self.words.t("mine.kept"))

    def delete(self, key: str) -> None:
        if (one := self._of(key)) is not None:
            store = self._store(one.game_id)
            removed = store.take_out(one.text)
            self._undo = lambda: store.put_back(removed)
            self.app.announce(self.words.t("mine.setup.deleted"))

    def undo(self) -> None:
        undo, self._undo = self._undo, None
        if undo is not None:
            undo()

    def use(self, key: str) -> None:
        """Start a game against the computer with a set-up. Raises NotYetHere before the game's
        code is here."""
        if (one := self._of(key)) is None:
            return
        found = finish(placing(one))
        if found is None:
            self.app.say(Message("mine.setup.misfit"))
            return
        level = chosen_level(self.app.store, one.game_id)
        self.controller.start_game(one.game_id, found.options, (), (0, level))
        if (table := self.app.screen) is not None:
            table.press(Target("act", f"mine:{one.number}"))

    def fared(self) -> None:
        """Read the results from the finished games, in slices."""
        reader = routes.fared
        waiting = [one.game_id for one in self.all() if one.game_id not in self._results]
        if not waiting:
            self._reading = None
            return
        game_id = waiting[0]
        self._reading = game_id, ReadingTask(reader(self.app.store, game_id).results)
        self.app.page.soon(self._go_on)

    def _go_on(self) -> None:
        if self._reading is None:
            return
        game_id, work = self._reading
        try:
            done = work.go_on()
        except NotYetHere as missing:  # the game's code; the work then begins again
            self.app.page.bring(missing.pack, lambda problem: self._fetched(game_id, problem))
            return
        if not done:
            self.app.later(lambda: self.app.page.soon(self._go_on))
            return
        self._results[game_id] = work.found or {}
        self.app.later(self.fared)

    def _fetched(self, game_id: str, problem: str) -> None:
        if problem:
            self._results[game_id] = {}
        self.app.later(self.fared)

    def stop(self) -> None:
        self._reading = None


COMMANDS: Mapping[str, Callable[[SetupsPart, str], None]] = {
    "setup-use": SetupsPart.use,
    "setup-edit": SetupsPart.edit,
    "setup-keep": SetupsPart.keep,
    "setup-delete": SetupsPart.delete,
    "setup-undo": lambda part, _: part.undo(),
    "setup-fared": lambda part, _: part.fared(),
}
