"""The controller: implements the requests that screens make (`ui.shell.ports.Requests`).

It opens tables, the rulebook and dialogs, and imports and exports text. It reaches screens only
through the table of routes; each is imported when it is first shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.core.contract import Draft, Event
from engine.core.foreign import GuessedText, UnreadText
from engine.core.options import Options
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.games import REGISTRY
from engine.match.clock import NO_CLOCK, Clock
from ui.shell import routes
from ui.shell.fetching import FAR
from ui.shell.open_text import TextOpener
from ui.shell.packing import Packer
from ui.shell.people import People
from ui.shell.ports import NoSuchGame
from ui.shell.sliced_tasks import Slices
from ui.shell.tab_table import TabTable

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from engine.match.study import Study
    from ui.session.long_tasks import ReadingTask
    from ui.session.session import Session
    from ui.session.share import Exports
    from ui.shell.app import App
    from ui.shell.open_table import TableOpener
    from ui.shell.platform import Platform
    from ui.shell.ports import EngineClient, FarTables
    from ui.shell.routes import table as TableScreen
    from ui.shell.screen import GameScreen, Screen

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
CALM_MS = 2500  # after home is shown, until mail is looked for
ROW_MS = 150  # from a change by another tab to showing it with those that follow


class Controller:
    """Implementation of `Requests` for every screen; also registers the page's routes."""

    def __init__(self, app: App, page: Platform) -> None:
        self.app = app
        self.page = page
        self.fields: dict[str, str] = {}  # typed before Python was loaded
        self._tab = TabTable(app, page, self._again)
        self._packer = Packer(app.store, page)
        slices = Slices(app, page)
        self._read_on = slices.run
        self._texts = TextOpener(
            app, self, slices, lambda: self._tables, self._visits, self._show_study
        )
        self._changed: set[str] = set()  # entries other tabs have written, not shown yet
        self._before: Screen | None = None
        self._far: FarTables | None = None
        self._opener: TableOpener | None = None  # made with the first table
        self._home: routes.home | None = None  # the home screen, kept for what was typed into it
        self._looked = False  # for mail of far tables
        app.routes.update(
            {
                "": self._home_route,
                "home": self._home_route,
                "new": self._new_route,
                "play": self._play_route,
                "g": self._link_route,
                "rules": self._rules_route,
                "learn": self._learn_route,
                "puzzle": self._puzzle_route,
                "daily": self._daily_route,
                "train": self._train_route,
                "about": self._about_route,
                "edit": self._edit_route,
                "games": self._games_route,
                "print": lambda app, value, rest: routes.printing(app, _known(value)),
                "study": lambda app, value, rest: routes.study.open_study(app, self, value),
                "s": lambda app, value, rest: routes.study.open_link(app, self, value),
                "open": lambda app, *rest: self._visits().route("open", *rest),
                "join": lambda app, *rest: self._visits().route("join", *rest),
                "seat": lambda app, *rest: self._visits().route("seat", *rest),
                "l": lambda app, *rest: self._visits().route("l", *rest),
            }
        )

    # -- routes ------------------------------------------------------------------------------

    def _home_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        self._tab.leave()
        app.afterwards(self._tab.sweep)
        app.afterwards(self._packer.start)
        if not self._looked:
            self._looked = True
            self._plan_to_look()
        if self._home is None:
            self._home = routes.home(app, self, value, self.fields)
        else:
            self._home.again(value)
        self.fields = {}
        return self._home

    def _new_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._tables.from_address(_known(value), params)

    def _play_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        if (table := self._tab.table) is not None and table.session.key == value:
            return table
        return self._table_of(self._tables.saved(value))

    def _link_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._table_of(self._tables.linked(value, params))

    def _table_of(self, steps: Steps[GameScreen]) -> Screen:
        """Return the table that `steps` opens; while a long game is read, the current screen."""
        work = self._tables.work(steps)
        if work.go_on():
            screen: Screen = work.result()
            return screen
        self.page.soon(lambda: self.app.later(lambda: self._read_on(work, self._show_read)))
        return self.app.screen or self._home_route(self.app, "", {})

    def _show_read(self, work: ReadingTask[GameScreen]) -> None:
        self.app.quiet()
        self.app.go(work.result())

    def _rules_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._rulebook(_known(value), params.get("clause", ""))

    def _learn_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._lesson(_known(value), params.get("lesson", "0"), 0)

    def _puzzle_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        number = params.get("n", "0")
        known = int(number) if number.isdecimal() and len(number) < 5 else -1
        return self._exercise(_known(value), known, "day" in params)

    def _games_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        """Return the list of all games. Raises NotYetHere until its code is fetched."""
        screen = routes.mine(app, self)
        self._tab.leave()
        return screen

    def open_games(self) -> None:
        self.app.route("#games")

    def _about_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        """Return the page of credits. Raises NotYetHere until its code is fetched."""
        return routes.credits(app, self, self.page.about())

    # -- lessons -----------------------------------------------------------------------------

    def open_lesson(self, game_id: str, lesson: int = 0, step: int = 0) -> None:
        self.app.go(self._lesson(game_id, str(lesson), step))
        self.page.bring_into_view(".table-say")

    def _lesson(self, game_id: str, lesson: str, step: int) -> Screen:
        """Return the screen of a lesson. Raises NotYetHere until its code is fetched."""
        number = int(lesson) if lesson.isdecimal() and len(lesson) < 3 else -1
        screen = routes.lesson(self.app, self, game_id, number, step)
        self._tab.leave()
        return screen

    def open_exercise(self, game_id: str, number: int = 0, daily: bool = False) -> None:
        self.app.go(self._exercise(game_id, number, daily))

    def _exercise(self, game_id: str, number: int, daily: bool) -> Screen:
        """Return the screen of an exercise. Raises NotYetHere until its code is fetched."""
        screen = routes.exercise(self.app, self, game_id, number, daily)
        self._tab.leave()
        return screen

    def _daily_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        """Return the challenge of a day. Raises NotYetHere until its code is fetched."""
        screen = routes.challenge(app, self, value)
        self._tab.leave()
        return screen

    def _train_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        """Return one of the player's own mistakes. Raises NotYetHere until its code is fetched."""
        screen = routes.training(app, self)
        self._tab.leave()
        return screen

    # -- the position editor -----------------------------------------------------------------

    def _edit_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._editor(_known(value), params.get("at", ""), {})

    def open_editor(
        self, game_id: str, position: str = "", options: Mapping[str, Any] = NO_OPTIONS
    ) -> None:
        self.app.go(self._editor(game_id, position, options))

    def _editor(self, game_id: str, position: str, options: Mapping[str, Any]) -> Screen:
        """Return the position editor. Raises NotYetHere until its code is fetched."""
        screen = routes.editor(self.app, self, game_id, position, options)
        self._tab.leave()
        return screen

    # -- studies -----------------------------------------------------------------------------

    def study(self, session: Session) -> None:
        """Make a study of a finished game and open it at the position shown."""
        self._show_study(routes.study.study_table(self.app, self, session))

    def study_saved(self, key: str) -> None:
        """Make a study of a stored game that is over."""
        study_table = routes.study.study_table

        def show(work: ReadingTask[TableScreen]) -> None:
            self._show_study(study_table(self.app, self, work.result().session))

        self._read_on(self._tables.work(self._tables.saved(key)), show)

    def _show_study(self, screen: Screen) -> None:
        self._tab.leave()
        self.app.go(screen)

    # -- tables with another device ----------------------------------------------------------

    def _visits(self) -> FarTables:
        """Return the code of far tables, made once. Raises NotYetHere until it is fetched."""
        far = self._far
        if far is None:
            far = self._far = routes.far(self.app, self, self.page, self.page.far())
        return far

    def _plan_to_look(self) -> None:
        """Look for mail of far tables when the page has become idle, if the player allows it."""
        if self.app.settings.turns == "on":
            self.page.after(CALM_MS, lambda: self.page.idle(self._look_for_mail))

    def _look_for_mail(self) -> None:
        """Ask relays whose turn it is, if there is an unfinished far table."""
        store = self.app.store
        games = store.recent().games.values()  # the others are over
        if any(store.is_far(one.id) for one in games if not one.over):
            self.page.bring(FAR, self._far_is_here)

    def _far_is_here(self, problem: str) -> None:
        if not problem:
            self.app.later(lambda: self._visits().look_for_mail())

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        self._visits().invite(game_id, options, name, past)

    def open_tables(self) -> None:
        self.app.route("#open")

    def far_table(self, key: str) -> TableScreen:
        """Return the table of a stored game: the one on the screen if it matches, else a new one.

        Finishes reading a long game without pause.
        """
        shown = self._tab.table
        if isinstance(shown, routes.table) and shown.session.key == key:
            if self.app.screen is shown:
                return shown
        return finish(self._tables.saved(key))

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen:
        return self._tables.far(config, key)

    # -- reading texts ---------------------------------------------------------------------

    def read(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        """Read a link, file or record and pass the result to `done`.

        `done` is not called if the reading is cancelled, or if the text belongs to a far table or
        is a study, a position or a backup, which are opened instead.
        """
        self._texts.read(text, done)

    def read_study(self, text: str, done: Callable[[ReadingTask[Study]], None]) -> None:
        self._texts.study(text, done)

    def take_file(self, text: str | None) -> None:
        """Open the file that was dropped on the page at home. None: it is too large."""

        def act() -> None:
            if text is None:
                self.app.say(Message("open.too_long"))
                return
            if self._unread(text):
                return
            home = self._home_route(self.app, "", {})
            self.app.go(home, "")
            home.take(text)
            self._doubt(text)

        self.app.later(act)

    def _unread(self, text: str | None) -> bool:
        """Return whether a file could not be read, and say so."""
        if isinstance(text, UnreadText):
            self.app.say(Message("open.unread"))
        return isinstance(text, UnreadText)

    def _doubt(self, text: str | None) -> None:
        """Say that letters may be lost in a text whose encoding was guessed."""
        if isinstance(text, GuessedText):
            self.app.say(Message("open.guessed"))

    # -- tables ------------------------------------------------------------------------------

    @property
    def _tables(self) -> TableOpener:
        """The opener of tables, made once."""
        if self._opener is None:
            self._opener = routes.tables(self.app, self, self._tab, self._visits)
        return self._opener

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = (),
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game from the set-up form. `seats` by player: 0 a person, else a level."""
        self.app.go(self._tables.named(game_id, options, names, seats, clock))

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None,
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game; `greeting` is shown at the table until the first input there."""
        screen = self._tables.fresh(config, seats, clock)
        self.app.go(screen)
        if greeting is not None:
            screen.greet(greeting)

    def replay(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...], said: Message
    ) -> None:
        """Start a new game from the events of another one; `said` is its greeting."""
        self._open(self._tables.replayed(config, events, seats), said)

    def open_saved(self, key: str) -> None:
        self._open(self._tables.saved(key))

    def open_match(self, match: Match) -> None:
        self._open(self._tables.guest(match), next(iter(match.remarks), None))

    def _open(self, steps: Steps[GameScreen], said: Message | None = None) -> None:
        def show(work: ReadingTask[GameScreen]) -> None:
            self._show_read(work)
            if said is not None:
                work.result().greet(said)

        self._read_on(self._tables.work(steps), show)

    def last_setup(self, game_id: str, name: str) -> Draft:
        """Return this person's newest set-up in another game; empty if there is none."""
        found: Draft = self._tables.last_setup(game_id, name)
        return found

    # -- several tabs ------------------------------------------------------------------------

    def take_over(self) -> None:
        """Play the game on the table in this tab, whichever tab played it before."""
        self._tab.take_over()

    def stored(self, key: str) -> None:
        """Handle a change of a store entry made by another tab; an empty key means all entries.

        What comes in a row is shown at once, when the row has ended."""
        self.app.store.heard(key)
        self._tab.stored(key)
        self._changed.add(key)
        if len(self._changed) == 1:
            self.page.after(ROW_MS, lambda: self.app.later(self._follow))

    def _follow(self) -> None:
        changed, self._changed = self._changed, set()
        for key in sorted({""} if "" in changed else changed):
            self.app.follow(key)

    def _again(self, table: GameScreen, mine: bool) -> None:
        """Reopen the table as it is stored now. `mine`: this tab plays it."""
        shown = self.app.screen is table
        try:
            fresh = finish(self._tables.saved(table.session.key, elsewhere=not mine, mine=mine))
        except NoSuchGame:
            self.app.redraw()
            return
        table.leave()
        if self._before is table:
            self._before = fresh
        if shown:
            self.app.later(lambda: self.app.go(fresh))

    # -- other places ------------------------------------------------------------------------

    def go_home(self) -> None:
        """Show home; the address of a table that is dropped does not stay in the history."""
        key = self._tab.key
        home = self._home_route(self.app, "", {})
        if key and self.app.store.result_of(key) is None:
            self.page.set_fragment("", replace=True)
        self.app.go(home, "")

    def open_rules(self, game_id: str, clause: str = "") -> None:
        screen = self._rulebook(game_id, clause)
        self._before = self.app.screen
        self.app.go(screen)

    def _rulebook(self, game_id: str, clause: str) -> Screen:
        return routes.rules(self.app, self, game_id, clause)

    def back(self) -> None:
        """Return from the rulebook or the credits to the screen before; home if there was none."""
        before, self._before = self._before, None
        if before is None:
            self.go_home()
        else:
            self.app.go(before)

    def open_about(self) -> None:
        screen = self._about_route(self.app, "", {})
        self._before = self.app.screen
        self.app.go(screen)

    def open_settings(self) -> None:
        self.app.open(routes.settings(self.app))

    def open_share(self, exports: Exports) -> None:
        invite = self._invite_on if exports.can_move_on() and not self._is_far() else None
        self.app.open(routes.share(self.app, exports, self.page.url(), self.page, invite))

    def _is_far(self) -> bool:
        return self.app.store.is_far(self._tab.key)

    def _invite_on(self, word: str) -> None:
        """Invite a player at another device to continue the game on the table, given the word of
        its link."""
        table = self._tab.table
        if table is not None:
            config = table.session.config
            known = People(self.app.store.storage).names()
            name = next((one for one in config.names if one in known), "")
            self._visits().invite(config.game_id, config.options, name, word)

    def save_file(self, exports: Exports) -> str:
        """Download the save file and return its name; "" if the share dialog has to warn first.

        The dialog opens instead when the file would hold secrets.
        """
        if exports.hides_secrets():
            self.open_share(exports)  # it says what the file holds
            return ""
        name = exports.file_name(".json")
        self.page.download(name, exports.save_text())
        return name

    def save_raw(self, key: str) -> str:
        """Download what is stored of a game that needs a newer version; return the file name."""
        entries, name = self.app.store.entries(key), f"asedio-{key}.txt"
        self.page.download(name, json.dumps(entries, ensure_ascii=False, indent=1))
        return name

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        def act(text: str | None) -> None:
            if not self._unread(text):
                done(text)
                self._doubt(text)

        self.page.choose_file(lambda text: self.app.later(lambda: act(text)))

    def engine(self) -> EngineClient:
        return self.page.engine()


def _known(game_id: str) -> str:
    """Return `game_id`. Raises NoSuchGame if it is not registered."""
    if game_id not in REGISTRY:
        raise NoSuchGame(Message("table.no_such_title"))
    return game_id
