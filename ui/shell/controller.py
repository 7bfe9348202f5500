"""The controller: fulfils the requests that screens make.

It opens tables, the rulebook and dialogs, and imports and exports text. It reaches screens only
through the table of routes; each is imported when it is first shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.contract import Draft, Event
from engine.core.errors import AsedioError
from engine.core.foreign import GuessedText, UnreadText
from engine.core.options import Options
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.games import REGISTRY
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import MatchConfig
from ui.session.long_tasks import ReadingTask
from ui.shell import routes
from ui.shell.fetching import FAR
from ui.shell.open_text import TextOpener
from ui.shell.packing import Packer
from ui.shell.people import People
from ui.shell.sliced_tasks import read_on
from ui.shell.tab_table import TabTable

if TYPE_CHECKING:
    from engine.match.match import Match
    from ui.browser.engine_client import EngineClient
    from ui.far.entry import Visits
    from ui.session.session import Session
    from ui.session.share import Exports
    from ui.shell.app import App
    from ui.shell.open_table import TableOpener
    from ui.table.screen import TableScreen

    TextReading = ReadingTask[Match]
    from ui.shell.screen import Screen

S = TypeVar("S", bound="Screen")
T = TypeVar("T")
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
CALM_MS = 2500  # after home is shown, until mail is looked for
ROW_MS = 150  # from a change by another tab to showing it with those that follow


class NoSuchGame(AsedioError):
    """A fragment or a list names a game that is not in this browser."""

    default_code = "no_such_game"


class Controller:
    """Requests of every screen; also registers the page's routes."""

    def __init__(self, app: App) -> None:
        self.app, self.page = app, app.page
        self.fields: dict[str, str] = {}  # typed before Python was loaded
        self._tab = TabTable(app, self._again)
        self._packer = Packer(app.store, app.page)
        self._texts = TextOpener(app, self)
        self._changed: set[str] = set()  # entries other tabs have written, not shown yet
        self._before: Screen | None = None
        self._far: Visits | None = None
        self._opener: TableOpener | None = None  # made with the first table
        self._home: routes.home | None = None  # the home screen, kept for what was typed into it
        self._looked = False  # for mail of far tables
        app.routes.update(
            {
                "": self._home_route,
                "home": self._home_route,
                "new": lambda _, game, rest: self.tables.from_address(_known(game), rest),
                "play": self._play_route,
                "g": lambda _, word, rest: self._read_screen(
                    lambda: self.tables.linked(word, rest)
                ),
                "rules": lambda _, game, rest: self._rulebook(_known(game), rest.get("clause", "")),
                "learn": self._learn_route,
                "puzzle": self._puzzle_route,
                "daily": lambda _, day, rest: self._off_table(routes.challenge(app, self, day)),
                "train": lambda *_: self._off_table(routes.training(app, self)),
                "about": lambda *_: routes.credits(app, self, self.page.about()),
                "edit": lambda _, game, rest: self._editor(_known(game), rest.get("at", ""), {}),
                "games": lambda *_: self._off_table(routes.mine(app, self)),
                "print": lambda _, game, rest: routes.printing(app, _known(game)),
                "study": lambda _, ident, rest: self._read_screen(
                    partial(routes.study.opening, app, self, ident)
                ),
                "s": lambda _, word, rest: self._read_screen(
                    partial(routes.study.linked, app, self, word)
                ),
                "open": lambda _, *rest: self.visits().route("open", *rest),
                "join": lambda _, *rest: self.visits().route("join", *rest),
                "seat": lambda _, *rest: self.visits().route("seat", *rest),
                "l": lambda _, *rest: self.visits().route("l", *rest),
            }
        )

    # -- routes; any may raise NotYetHere until its code is fetched --------------------------

    def _home_route(self, app: App, value: str, params: dict[str, str]) -> routes.home:
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

    def _play_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        if (table := self._tab.table) is not None and table.session.key == value:
            return table
        return self._read_screen(lambda: self.tables.saved(value))

    def _read_screen(self, begin: Callable[[], Steps[S]]) -> Screen:
        """Return the screen that the work opens; while a long game or study is read, the current
        one."""
        work = ReadingTask(begin)
        if work.go_on():
            return work.result()
        show = self._show_read
        self.page.soon(lambda: self.app.later(lambda: read_on(self.app, work, show)))
        return self.app.screen or self._home_route(self.app, "", {})

    def _show_read(self, work: ReadingTask[S]) -> None:
        self.app.quiet()
        self.app.go(work.result())

    def _learn_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._lesson(_known(value), params.get("lesson", "0"), 0)

    def _puzzle_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        number = params.get("n", "0")
        known = int(number) if number.isdecimal() and len(number) < 5 else -1
        return self._exercise(_known(value), known, "day" in params)

    def _off_table(self, screen: Screen) -> Screen:
        """Return a screen, made already, after leaving the table."""
        self._tab.leave()
        return screen

    def open_games(self) -> None:
        """Show all stored games."""
        self.app.route("#games")

    # -- lessons -----------------------------------------------------------------------------

    def open_lesson(self, game_id: str, lesson: int = 0, step: int = 0) -> None:
        """Open a lesson of a game; 0 is the first one not passed yet."""
        self.app.go(self._lesson(game_id, str(lesson), step))
        self.page.bring_into_view(".table-say")

    def _lesson(self, game_id: str, lesson: str, step: int) -> Screen:
        number = int(lesson) if lesson.isdecimal() and len(lesson) < 3 else -1
        return self._off_table(routes.lesson(self.app, self, game_id, number, step))

    def open_campaign(self, game_id: str) -> None:
        """Open the list of a game's scenarios. Raises NotYetHere until its code is fetched."""
        self.app.open(routes.campaign.listing(self.app, self, game_id))

    def play_scenario(self, game_id: str, number: int) -> None:
        """Start a new try of a scenario."""
        self.app.go(routes.campaign.begin(self.tables, game_id, number))

    def open_exercise(self, game_id: str, number: int = 0, daily: bool = False) -> None:
        """Open an exercise of a game; 0 is the most suitable one. `daily`: the one of the day."""
        self.app.go(self._exercise(game_id, number, daily))

    def _exercise(self, game_id: str, number: int, daily: bool) -> Screen:
        return self._off_table(routes.exercise(self.app, self, game_id, number, daily))

    # -- the position editor -----------------------------------------------------------------

    def open_editor(
        self, game_id: str, position: str = "", options: Mapping[str, Any] = NO_OPTIONS
    ) -> None:
        """Open the position editor. Raises BadPosition for a text that is no position."""
        self.app.go(self._editor(game_id, position, options))

    def _editor(self, game_id: str, position: str, options: Mapping[str, Any]) -> Screen:
        return self._off_table(routes.editor(self.app, self, game_id, position, options))

    # -- studies -----------------------------------------------------------------------------

    def study(self, session: Session) -> None:
        """Make a study of a finished game and open it at the position shown."""
        self.show_study(routes.study.study_table(self.app, self, session))

    def study_saved(self, key: str) -> None:
        """Make a study of a stored game that is over."""
        study_table = routes.study.study_table  # may raise NotYetHere

        def show(work: ReadingTask[TableScreen]) -> None:
            self.show_study(study_table(self.app, self, work.result().session))

        self.work(lambda: self.tables.saved(key), show)

    def show_study(self, screen: Screen) -> None:
        self.app.go(self._off_table(screen))

    # -- tables with another device ----------------------------------------------------------

    def visits(self) -> Visits:
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
        """Ask relays whose turn it is, and who invites to another game, if there is a table
        that may have mail."""
        if any(map(self.app.turns.waits, self.app.store.recent().games.values())):
            self.page.bring(FAR, self._far_is_here)

    def _far_is_here(self, problem: str) -> None:
        if not problem:
            self.app.later(lambda: self.visits().look_for_mail())

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        """Open the form of an invitation to a table with another device. `past`: the word of the
        link of a game already begun."""
        self.visits().invite(game_id, options, name, past)

    def open_tables(self) -> None:
        """Show the open invitations of other people."""
        self.app.route("#open")

    def far_table(self, key: str) -> TableScreen:
        """Return the table of a stored game: the one on the screen if it matches, else a new one.

        Finishes reading a long game without pause.
        """
        shown = self._tab.table
        if shown is not None and shown.session.key == key and self.app.screen is shown:
            return shown
        return finish(self.tables.saved(key))

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen:
        return self.tables.far(config, key)

    # -- reading texts ---------------------------------------------------------------------

    def read(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        """Read a link, file or record and pass the result to `done`.

        `done` is not called if the reading is cancelled, or if the text belongs to a far table or
        is a study, a position or a backup, which are opened instead.
        """
        self._texts.read(text, done)

    def work(self, begin: Callable[[], Steps[T]], done: Callable[[ReadingTask[T]], None]) -> None:
        """Run long work in slices, with a dialog that cancels, and pass it to `done`."""
        read_on(self.app, ReadingTask(begin), done)

    def read_with(
        self, text: str, reader: Callable[[str], Steps[T]], done: Callable[[ReadingTask[T]], None]
    ) -> None:
        """Read a text with `reader`; of several games in it, the chosen one."""
        self._texts.read_with(text, reader, done)

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
    def tables(self) -> TableOpener:
        """The opener of tables, made once."""
        if self._opener is None:
            self._opener = routes.tables(self.app, self, self._tab)
        return self._opener

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = (),
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game from the set-up form. `seats` by player: 0 a person, else the level of a
        computer player. `clock`: of people who share this device."""
        self.app.go(self.tables.fresh(MatchConfig(game_id, options, names), seats, clock))

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None,
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game; `greeting` is shown at the table until the first input there."""
        screen = self.tables.fresh(config, seats, clock)
        self.app.go(screen)
        if greeting is not None:
            screen.greet(greeting)

    def replay(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...], said: Message
    ) -> None:
        """Start a new game from the events of another one; `said` is its greeting."""
        self._open(lambda: self.tables.replayed(config, events, seats), said)

    def open_saved(self, key: str) -> None:
        self._open(lambda: self.tables.saved(key))

    def play_again(self, key: str) -> None:
        """Open a finished far table with the form of another game against the same person."""

        def show(work: ReadingTask[TableScreen]) -> None:
            self._show_read(work)
            if (far := work.result().table.far) is not None:
                far.press("another")

        self.work(lambda: self.tables.saved(key), show)

    def open_match(self, match: Match) -> None:
        """Open a match from a link, a file or a record."""
        self._open(lambda: self.tables.guest(match), next(iter(match.remarks), None))

    def _open(self, begin: Callable[[], Steps[TableScreen]], said: Message | None = None) -> None:
        def show(work: ReadingTask[TableScreen]) -> None:
            self._show_read(work)
            if said is not None:
                work.result().greet(said)

        self.work(begin, show)

    def last_setup(self, game_id: str, name: str) -> Draft:
        """Return this person's newest set-up in another game; empty if there is none."""
        return self.tables.last_setup(game_id, name)

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

    def _again(self, table: TableScreen, mine: bool) -> None:
        """Reopen the table as it is stored now. `mine`: this tab plays it."""
        shown = self.app.screen is table
        try:
            fresh = finish(self.tables.saved(table.session.key, elsewhere=not mine, mine=mine))
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
        screen = routes.credits(self.app, self, self.page.about())
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
            self.visits().invite(config.game_id, config.options, name, word)

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
        """Open the file picker; `done` gets the text of the file, or None if it is too large."""

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
