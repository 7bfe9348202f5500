"""The screen of all stored games at `#games`: list, search, labels and statistics."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.core.options import non_default
from engine.core.steps import Step, Steps
from engine.core.texts import short_name
from engine.games import list_games
from ui.home.again_button import again_button, series_words
from ui.home.html import pair_of_names, when
from ui.home.mine import html, stats
from ui.home.mine.backup import Keeping
from ui.home.mine.beside import beside
from ui.home.mine.people import COMMANDS as OF_PEOPLE
from ui.home.mine.people import PeoplePart
from ui.home.mine.pictures import Pictures
from ui.home.mine.placing import KeptSetup
from ui.home.mine.query import (
    ENDED,
    FIELDS,
    Query,
    ending,
    found,
)
from ui.home.mine.setups import COMMANDS as OF_SETUPS
from ui.home.mine.setups import SetupsPart
from ui.home.mine.texts import SearchTexts
from ui.home.resume_card import progress
from ui.home.study_button import study_button
from ui.saves.opponents import level_of_opponent
from ui.saves.results import Results
from ui.saves.store import Summary
from ui.shell.screen import Screen
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join
from ui.words.names import computer, typed
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

PAGE = 20  # games shown at a time; more take longer to draw than a search may
FIRST = 6  # of them drawn before the first paint; the others follow in the next frame
SLICE = 0.015  # seconds the page may be blocked while the games are read
MOST_ROWS = 12  # of a table of statistics


class MineScreen(Screen):
    """All stored games. Only one page of them is in the document."""

    name = "mine"

    def __init__(self, app: App, controller: Controller) -> None:
        self.app = app
        self.controller = controller
        self.games = {info.id: info for info in list_games()}
        self.keeping = Keeping(app, controller)
        self.pictures = Pictures(app)
        self.people = PeoplePart(app)
        self.setups = SetupsPart(app, controller, self.games)
        self._part: list[Summary] = []  # the page of the list that is shown
        self.query = Query()
        self.page = 0
        self.edited = ""  # id of the game whose title and labels are being changed
        self._typed: dict[str, str] = {}
        self._undo: tuple[str, str, dict[str, str]] | None = None  # id, name, entries
        self._painted = False  # before, only FIRST rows are drawn
        self._whole = False  # whether all games are listed: not before the archive is read
        self._reading: Steps[None] | None = None  # the archive and the texts of all games
        self._texts = SearchTexts(self.words, self._title)
        self.figures = False  # whether the statistics are shown; they read every game
        self._drawn: tuple[Any, Html] = (None, Html(""))

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return self.words.t("mine.title")

    def fragment(self) -> str:
        return "#games"

    def layout(self) -> Html:
        words = self.words
        titles = {key: info.title for key, info in self.games.items()}
        return join(
            page_header(words, "", [("act:settings", words.t("frame.settings"))]),
            el(
                "div",
                {"class": "mine"},
                el("h1", None, words.t("mine.title")),
                bool(self._games()) and html.search_form(words, self.query, titles, self._labels()),
                el("p", {"class": "mine-count", "role": "status", "data-slot": "count"}),
                el("div", {"data-slot": "undo"}),
                el("div", {"data-slot": "list"}),
                el("div", {"data-slot": "pager"}),
                el("section", {"data-slot": "setups"}),
                el("section", {"class": "mine-beside", "data-slot": "beside"}),
                el("section", {"class": "mine-stats", "data-slot": "stats"}),
                el("section", {"data-slot": "people"}),
                self.keeping.layout(),
            ),
        )

    def shape(self) -> object:
        return id(self), self._labels(), bool(self._games())

    def slots(self) -> dict[str, Html]:
        shown = self._found()
        more = 0 if self._whole or self.query != Query() else self.app.store.recent().more
        pages = max(1, -(-(len(shown) + more) // PAGE))
        self.page = min(self.page, pages - 1)
        self._part = shown[self.page * PAGE : (self.page + 1) * PAGE]
        undo = html.undo_bar(self.words, self._undo[1]) if self._undo else Html("")
        return {
            "count": join(self.words.t("mine.count", n=len(shown) + more) if self._games() else ""),
            "undo": undo,
            "list": self._list(),
            "pager": html.pager(self.words, self.page, pages),
            "kept": self.keeping.slot(),
        }

    def rest(self) -> dict[str, Html]:
        mark = self._games(), self.query, self.words.lang, self.figures
        if self._drawn[0] != mark:
            self._drawn = mark, self._stats()
        self.pictures.show(self._part, self.setups.all())
        return {
            "setups": self.setups.slot(self._picture),
            "beside": beside(self.words, self.app.store, self.games),
            "stats": self._drawn[1],
            "people": self.people.slot(),
            **self.keeping.folder_slots(),
        }

    def shown(self) -> None:
        self.app.afterwards(self._draw_rest)
        if self.app.store.recent().more:
            self._reading = self._read()
            self.app.afterwards(lambda: self.app.page.idle(self._read_on))
        else:
            self._whole = True
        self.app.afterwards(self.keeping.look_for_folder)

    def leave(self) -> None:
        self._reading = None
        self.setups.stop()
        self.pictures.stop()

    def _draw_rest(self) -> None:
        self._painted = True

    def _read(self) -> Steps[None]:
        """Read the games of the archive and make their texts, in steps."""
        yield from self.app.store.reading()
        yield Step(0)
        games = self.app.store.games()
        yield Step(0)
        yield from self._texts.making(self._listed(games))

    def _read_on(self) -> None:
        """Run a slice of `_read`."""
        if self._reading is None:
            return
        end = time.perf_counter() + SLICE
        while time.perf_counter() < end:
            if next(self._reading, None) is None:
                self._reading = None
                self.app.later(self._read_all)
                return
        self.app.page.idle(self._read_on)

    def _read_all(self) -> None:
        self._whole = True

    def restyle(self) -> None:
        self._texts = SearchTexts(self.words, self._title)

    def _games(self) -> list[Summary]:
        """Return the listed games. For the first paint these are the games of `Store.recent`."""
        first = not self._whole and self.query == Query() and self.page == 0
        store = self.app.store
        return self._listed(list(store.recent().games.values()) if first else store.games())

    def _found(self) -> list[Summary]:
        """Return the listed games that fit the search; without one their texts are not needed."""
        games = self._games()
        return games if self.query == Query() else found(self._texts.of(games), self.query)

    def _game(self, key: str) -> Summary | None:
        return next((one for one in self._games() if one.id == key), None)

    def _listed(self, games: list[Summary]) -> list[Summary]:
        return [one for one in games if one.decided or one.newer]

    def _labels(self) -> tuple[str, ...]:
        return self._texts.labels_of(self._games())

    def _title(self, game_id: str) -> str:
        return self.games[game_id].title if game_id in self.games else game_id

    def _names(self, one: Summary) -> str:
        return pair_of_names(self.words, one, one.seats)

    def _people(self, one: Summary) -> list[tuple[int, str, str]]:
        """Return seat, side and typed name of the people whose names may be changed: not at an
        online table, where each player's own device sends the name."""
        if one.far or one.game_id not in self.games:
            return []
        names = typed(one.game_id, one.names)
        return [
            (seat, self._side_of(one, seat), (*names, *("",) * (seat + 1))[seat])
            for seat in range(max(2, len(names), len(one.seats)))
            if not any(one.seats[seat : seat + 1])
        ]

    # -- the list ----------------------------------------------------------------------------

    def _list(self) -> Html:
        """Return the rows; without any, what to do."""
        if self._part:
            drawn = self._part if self._painted else self._part[:FIRST]
            return el("ul", {"class": "saves mine-list"}, [self._row(one) for one in drawn])
        if self._games():
            return el("p", None, self.words.t("mine.no_match"))
        about = el("p", None, self.words.t("mine.none"))
        return join(about, button("act:home", self.words.t("mine.start"), "primary"))

    def _row(self, one: Summary) -> Html:
        words, name = self.words, one.title or self._names(one)
        if one.id == self.edited:
            fields = html.editor(words, one, self._names(one), self._people(one))
            return el("li", {"class": "save"}, fields)
        if one.newer:
            return el("li", {"class": "save"}, el("p", None, name, " · ", words.t("mine.newer")))
        opening = {"type": "button", "class": "save-open", "data-target": f"act:continue:{one.id}"}
        return el(
            "li",
            {"class": "save"},
            self._picture(one),
            el(
                "button",
                opening,
                el("strong", None, name),
                el("span", {"class": "soft"}, self._about(one)),
                [el("span", {"class": "mine-label"}, label) for label in one.labels],
            ),
            again_button(words, one),
            study_button(words, one, name),
            button(
                f"act:edit:{one.id}",
                words.t("mine.edit"),
                "link",
                aria_label=words.t("mine.edit_which", name=name),
            ),
            button(
                f"act:delete:{one.id}",
                words.t("home.saved.delete"),
                "link",
                aria_label=words.t("home.saved.delete_which", name=name),
            ),
        )

    def _picture(self, one: Summary | KeptSetup) -> Html:
        """Return the picture of a position or set-up; empty before it is drawn."""
        drawn = self.pictures.of(one)
        return el("span", {"class": "mine-picture", "data-picture": one.id}, drawn)

    def _about(self, one: Summary) -> str:
        words, level = self.words, level_of_opponent(one)
        turns = "" if one.view else progress(words, self.app.store, one)
        parts = [self._title(one.game_id), self._state(one), turns]
        parts += [words.t("mine.at_level", level=words.t(f"computer.level.{level}"))] * (level > 0)
        parts += [words.t("mine.place.far")] * one.far
        parts.append(series_words(words, self.app.store, one))
        parts += [self._names(one)] * bool(one.title)
        return " · ".join(part for part in (*parts, when(words, one.updated)) if part)

    def _state(self, one: Summary) -> str:
        words = self.words
        if one.view:
            return words.t("home.saved.view")
        if not one.over:
            turn = self.app.turns.of(one.id) if one.far else ""
            return words.t(f"home.saved.turn.{turn}") if turn else words.t("mine.state.going")
        how = ending(one)
        return one.result if how == ENDED else words.t(f"mine.state.{how}")

    # -- statistics --------------------------------------------------------------------------

    def _stats(self) -> Html:
        """Return the statistics of the games that are found."""
        words, t = self.words, self.words.t
        heading = el("h2", None, t("mine.stats"))
        if not self.figures:
            about = el("p", None, button("act:figures", t("mine.stats.open"), "link"))
            return join(heading, about)
        games = stats.counted(self._found(), lambda key: self.app.turns.of(key) == "proof")
        if not games:
            return join(heading, el("p", {"class": "soft"}, t("mine.stats.none")))
        total = stats.tallies(games, lambda one: "all")["all"]
        keys: list[tuple[str, Callable[[Summary], str]]] = [
            ("by_game", lambda one: self._title(one.game_id)),
            ("by_level", self._level),
            ("by_opponent", self._opponent),
            ("by_side", self._side),
            ("by_rules", self._rules),
        ]
        tables = [
            html.table(words, t(f"mine.{name}"), self._most(games, key)) for name, key in keys
        ]
        return join(
            heading,
            html.summary(words, total, stats.streaks(games)),
            self._plots(games),
            el("div", {"class": "mine-tables"}, tables),
        )

    def _most(self, games: list[Summary], key: Callable[[Summary], str]) -> dict[str, Results]:
        return dict(list(stats.tallies(games, key).items())[:MOST_ROWS])

    def _plots(self, games: list[Summary]) -> Html:
        drawn = [
            html.plot(self.words, info.title, values)
            for info in self.games.values()
            if (values := stats.ratings([one for one in games if one.game_id == info.id]))
        ]
        if not drawn:
            return Html("")
        about = el("p", {"class": "soft"}, self.words.t("mine.rating.about"))
        return join(el("h3", None, self.words.t("mine.rating")), about, drawn)

    def _level(self, one: Summary) -> str:
        level = level_of_opponent(one)
        return self.words.t(f"computer.level.{level}") if level else ""

    def _opponent(self, one: Summary) -> str:
        names, other = typed(one.game_id, one.names), 1 - one.mine
        label = computer(self.words, one.seats, other)
        return (names[other] if other < len(names) else "") or label or self.words.t("mine.unnamed")

    def _side(self, one: Summary) -> str:
        return f"{self._title(one.game_id)}: {self._side_of(one, one.mine)}"

    def _side_of(self, one: Summary, seat: int) -> str:
        """Return the name of a side; of a game or seat that is unknown here its number."""
        sides = self.games[one.game_id].sides if one.game_id in self.games else ()
        if seat >= len(sides):
            return self.words.seat(seat)
        return self.words.for_game(one.game_id).t(f"side.{sides[seat]}")

    def _rules(self, one: Summary) -> str:
        info = self.games.get(one.game_id)
        if info is None:
            return ""
        full = {option.name: option.initial() for option in info.options} | one.options
        said = self.words.t("mine.rules.other")
        if not non_default(info.options, full):
            said = self.words.t("mine.rules.usual")
        elif chosen := stats.preset_of(info, full):
            said = self.words.for_game(info.id).t(f"preset.{chosen}")
        return f"{info.title}: {said}"

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        if target.kind != "act":
            return
        if (command := COMMANDS.get(target.word)) is not None:
            command(self, target.subject)
        elif (of_people := OF_PEOPLE.get(target.word)) is not None:
            of_people(self.people, target.subject)
        elif (of_setups := OF_SETUPS.get(target.word)) is not None:
            of_setups(self.setups, target.subject)

    def field(self, name: str, value: str) -> None:
        if name == "password":
            self.keeping.password = value
        elif name.startswith("person-"):
            self.people.field(name, value)
        elif name == "setup-name":
            self.setups.field(value)
        elif name in FIELDS:
            self.query, self.page = self.query.having(name, value), 0
        else:
            self._typed[name] = value

    def take(self, text: str) -> None:
        self.keeping.take(text)

    def _page(self, way: str) -> None:
        self.page = max(0, self.page + (1 if way == "after" else -1))
        self.app.page.bring_into_view(".mine-count")

    def _figures(self, _: str) -> None:
        self.figures = True

    def _edit(self, key: str) -> None:
        self.edited = key
        one = self._game(key)
        self._typed = {}
        if one is not None:
            names = {f"player{seat}": name for seat, _, name in self._people(one)}
            self._typed = {"title": one.title, "labels": ", ".join(one.labels), **names}

    def _keep(self, key: str) -> None:
        one = self._game(key)
        if one is not None:
            labels = self._typed.get("labels", "").split(",")
            self.app.store.note(key, self._typed.get("title", ""), labels)
            self._rename(one)
        self.edited = ""
        self.app.announce(self.words.t("mine.kept"))

    def _rename(self, one: Summary) -> None:
        """Store the names typed for the people of a game."""
        names = dict(enumerate(one.names))
        names |= {
            seat: short_name(self._typed.get(f"player{seat}", "").strip())
            for seat, *_ in self._people(one)
        }
        given = tuple(names.get(seat, "") for seat in range(max(names, default=-1) + 1))
        self.app.store.rename(one.id, given if any(given) else ())

    def _delete(self, key: str) -> None:
        one = self._game(key)
        if one is not None:
            self._undo = key, one.title or self._names(one), self.app.store.take_out(key)
            self.app.announce(self.words.t("home.saved.deleted"))

    def _put_back(self, _: str) -> None:
        if self._undo is not None:
            key, _, entries = self._undo
            self._undo = None
            self.app.store.put_back(key, entries)

    def _backup(self, _: str) -> None:
        self.keeping.save()

    def _restore(self, _: str) -> None:
        self.keeping.choose_backup()

    def _unseal(self, _: str) -> None:
        self.keeping.unseal()

    def _continue(self, key: str) -> None:
        self.controller.open_saved(key)

    def _exercises(self, game_id: str) -> None:
        if game_id in self.games:
            self.controller.open_exercise(game_id)

    def _home(self, _: str) -> None:
        self.controller.go_home()

    def _settings(self, _: str) -> None:
        self.controller.open_settings()


COMMANDS: dict[str, Callable[[MineScreen, str], None]] = {
    "page": MineScreen._page,
    "figures": MineScreen._figures,
    "edit": MineScreen._edit,
    "keep": MineScreen._keep,
    "delete": MineScreen._delete,
    "undo": MineScreen._put_back,
    "backup": MineScreen._backup,
    "restore": MineScreen._restore,
    "unseal": MineScreen._unseal,
    "folder": lambda mine, _: mine.keeping.choose_folder(),
    "folder-save": lambda mine, _: mine.keeping.save_in_folder(),
    "continue": MineScreen._continue,
    "again": lambda mine, key: mine.controller.play_again(key),
    "study": lambda mine, key: mine.controller.study_saved(key),
    "exercises": MineScreen._exercises,
    "study-open": lambda mine, key: mine.app.route(f"#study={key}"),
    "studies": lambda mine, _: mine.app.route("#study"),
    "home": MineScreen._home,
    "settings": MineScreen._settings,
}
