"""Sees to what screens ask for (`ui.shell.ports.Requests`): opens a table, the rulebook, a dialog; brings
text in and out.

The one place that knows all screens. Each is imported when it is first shown, so that opening the
page does not pay for a rulebook nobody reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.core.contract import Draft, Event
from engine.core.errors import AsedioError, about
from engine.core.options import Options
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.games import REGISTRY, game_info, load_game
from ui.session.agreed import known_to
from ui.shell.held import Held
from ui.words.names import read_seats

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.far.visit import Visits
    from ui.home.screen import HomeScreen
    from ui.session.reading import Reading
    from ui.session.setups import Setups
    from ui.session.share import Exports
    from ui.session.turns import TurnLog
    from ui.shell.app import App
    from ui.shell.dialogs import ReadingDialog
    from ui.shell.ports import Page
    from ui.shell.screen import Screen
    from ui.table.opponent import EngineClient
    from ui.table.screen import TableScreen

T = TypeVar("T")


# What `_read_far` knows by its looks, before the code of far play is fetched.
FAR_ADDRESS = re.compile(r"#(?:join|seat|l)=[\w-]+(?:&via=[\w.,:/~-]*)?", re.ASCII)
FAR_FILE = '{"asedio":"far"'


class NoSuchGame(AsedioError):
    """A fragment or a list names a game that is not here."""

    default_code = "no_such_game"


class Controller:
    """Serves home, rulebook and table."""

    def __init__(self, app: App, page: Page) -> None:
        self.app = app
        self.page = page
        self.fields: dict[str, str] = {}  # what was typed before Python was there
        self._held = Held(app, page, self._again)
        self._setups: Setups | None = None  # those of other games than that on the table
        self._before: Screen | None = None
        self._far: Visits | None = None
        self._home: HomeScreen | None = None  # with all that is typed into it
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
                "about": self._about_route,
                "open": lambda app, *rest: self._visits().route("open", *rest),
                "join": lambda app, *rest: self._visits().route("join", *rest),
                "seat": lambda app, *rest: self._visits().route("seat", *rest),
                "l": lambda app, *rest: self._visits().route("l", *rest),
            }
        )

    # -- routes ------------------------------------------------------------------------------

    def _home_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        from ui.home.screen import HomeScreen

        self._held.leave()
        if self._home is None:
            self._home = HomeScreen(app, self, value, self.fields)
        else:
            self._home.again(value)
        self.fields = {}
        return self._home

    def _new_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        info = game_info(_known(value))
        options: Options = {}
        for option in info.options:
            if option.name in params:
                words = {str(one): one for one in option.values}
                options[option.name] = words.get(params[option.name], params[option.name])
        from engine.match.match import MatchConfig

        with about(value):
            return self._fresh_table(MatchConfig(value, options))

    def _play_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        if (table := self._held.table) is not None and table.session.key == value:
            return table
        return self._table_of(self._saved_table(value))

    def _link_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        seats = f"&seats={params['seats']}" if "seats" in params else ""
        return self._table_of(self._linked_table(f"#g={value}{seats}"))

    def _linked_table(self, link: str) -> Steps[TableScreen]:
        from ui.session import share

        match = yield from share.reading(link)
        return (yield from self._guest_table(match))

    def _table_of(self, steps: Steps[TableScreen]) -> Screen:
        """The table an address leads to; while a long game is being read, what was there before."""
        from ui.session.reading import Reading

        work = Reading(steps)
        if work.go_on():
            return work.result()
        self.page.soon(lambda: self.app.later(lambda: self._read_on(work, self._show_read)))
        return self.app.screen or self._home_route(self.app, "", {})

    def _show_read(self, work: Reading[TableScreen]) -> None:
        self.app.quiet()
        self.app.go(work.result())

    def _rules_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._rulebook(_known(value), params.get("clause", ""))

    def _learn_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._lesson(_known(value), params.get("lesson", "0"))

    def _puzzle_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        number = params.get("n", "0")
        known = int(number) if number.isdecimal() and len(number) < 5 else -1
        return self._exercise(_known(value), known, "day" in params)

    def _about_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        """Raises NotYetHere until the page of credits has been fetched."""
        from ui.about.screen import AboutScreen

        return AboutScreen(app, self, self.page.about())

    # -- lessons -----------------------------------------------------------------------------

    def open_lesson(self, game_id: str, lesson: int = 0, step: int = 1) -> None:
        self.app.go(self._lesson(game_id, str(lesson), step))
        self.bring_into_view(".table-say")

    def _lesson(self, game_id: str, lesson: str, step: int = 1) -> Screen:
        """Raises NotYetHere until what belongs to lessons has been fetched."""
        from ui.learn.lessons.opening import open_lesson

        number = int(lesson) if lesson.isdecimal() and len(lesson) < 3 else -1
        screen = open_lesson(self.app, self, game_id, number, step)
        self._held.leave()
        return screen

    def open_exercise(self, game_id: str, number: int = 0, daily: bool = False) -> None:
        self.app.go(self._exercise(game_id, number, daily))

    def _exercise(self, game_id: str, number: int, daily: bool) -> Screen:
        """Raises NotYetHere until what belongs to exercises has been fetched."""
        from ui.learn.exercises.opening import open_exercise

        screen = open_exercise(self.app, self, game_id, number, daily)
        self._held.leave()
        return screen

    # -- tables with another device ----------------------------------------------------------

    def _visits(self) -> Visits:
        """Raises NotYetHere until their code has been fetched."""
        from ui.far.visit import Visits

        if self._far is None:
            self._far = Visits(self.app, self, self.page, self.page.far())
        return self._far

    def invite(self, game_id: str, options: Options, name: str) -> None:
        self._visits().invite(game_id, options, name)

    def open_tables(self) -> None:
        self.app.route("#open")

    def far_table(self, key: str) -> TableScreen:
        """A table of the shelf, or the one that is shown."""
        shown = self._held.table
        if shown is not None and shown.session.key == key and self.app.screen is shown:
            return shown
        return finish(self._saved_table(key))

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen:
        from engine.match.match import Match

        viewer = known_to(config.game_id, self.app.store.load_table(key))
        return self._seated(Match(config, viewer=viewer), key)

    def _read_far(self, text: str) -> bool:
        """Whether this was an invitation, letters or a seat, which are opened."""
        found = FAR_ADDRESS.search(text)
        if found is not None:
            self.app.route(found[0])
        elif "".join(text[:60].split()).startswith(FAR_FILE):
            self._visits().read_file(text)
        else:
            return False
        return True

    # -- what takes long ---------------------------------------------------------------------

    def read(self, text: str, done: Callable[[Reading[Match]], None]) -> None:
        """Reads a link, file or record; `done` is not called after the way out was used."""
        from ui.session import share
        from ui.session.reading import Reading

        if not self._read_far(text):
            self._read_on(Reading(share.reading(text)), done)

    def _read_on(self, work: Reading[T], done: Callable[[Reading[T]], None]) -> None:
        """What takes longer than a moment goes on in slices, with words and a way out."""
        from ui.shell.dialogs import ReadingDialog

        if work.go_on():
            done(work)
            return
        dialog = ReadingDialog(self.app, work)
        self.app.open(dialog)
        self._wait_for_slice(dialog, done)

    def _wait_for_slice(self, dialog: ReadingDialog[T], done: Callable[[Reading[T]], None]) -> None:
        self.page.soon(lambda: self.app.later(lambda: self._next_slice(dialog, done)))

    def _next_slice(self, dialog: ReadingDialog[T], done: Callable[[Reading[T]], None]) -> None:
        """Another slice, as long as its dialog is open: whatever closes it stops the reading."""
        if self.app.dialog is not dialog:
            return
        if not dialog.work.go_on():
            self._wait_for_slice(dialog, done)
            return
        self.app.close()
        done(dialog.work)

    # -- tables ------------------------------------------------------------------------------

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = ()
    ) -> None:
        """`seats` by player: 0 a person, else the level of a computer player."""
        from engine.match.match import MatchConfig

        self.new_table(MatchConfig(game_id, options, names), seats)

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None
    ) -> None:
        """`greeting`: what is said at the table until somebody does something there."""
        screen = self._fresh_table(config, seats)
        self.app.go(screen)
        if greeting is not None:
            self._greet(screen, greeting)

    def _greet(self, screen: TableScreen, words: Message) -> None:
        """Said at a table until somebody does something there."""
        screen.table.state.greeting = words
        screen.table.state.revision += 1
        self.app.refresh()
        self.app.announce(screen.table.voice.message(words))

    def replay(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...], said: Message
    ) -> None:
        from engine.match.match import MatchConfig

        store = self.app.store
        fresh = MatchConfig(config.game_id, dict(config.options), config.names, config.start)
        key = store.new_game(fresh)
        for index, event in enumerate(events):
            store.append(key, index, event)
        if any(seats):
            store.save_table(key, {"seats": list(seats)})
        self._open(self._saved_table(key, mine=True), said)

    def open_saved(self, key: str) -> None:
        self._open(self._saved_table(key))

    def open_match(self, match: Match) -> None:
        self._open(self._guest_table(match), next(iter(match.remarks), None))

    def _open(self, steps: Steps[TableScreen], said: Message | None = None) -> None:
        from ui.session.reading import Reading

        def show(work: Reading[TableScreen]) -> None:
            self._show_read(work)
            if said is not None:
                self._greet(work.result(), said)

        self._read_on(Reading(steps), show)

    def _fresh_table(self, config: MatchConfig, seats: tuple[int, ...] = ()) -> TableScreen:
        from engine.match.match import Match

        match = Match(config)
        key = self.app.store.new_game(config)
        if any(seats):
            self.app.store.save_table(key, {"seats": list(seats)})
        return self._seated(match, key)

    def _guest_table(self, match: Match) -> Steps[TableScreen]:
        """A match that came from elsewhere becomes a game of this browser; a view is kept too. The
        same one again finds the game it became, played on or not."""
        from ui.session import resume

        if (here := self.app.store.find(match)) is not None:
            return (yield from self._saved_table(here))
        levels = read_seats(list(match.levels)) if match.plays else ()
        logs = yield from resume.logs(match, resume.lookers(match, levels), {})
        key = self.app.store.add(match)
        if any(levels):
            self.app.store.save_table(key, {"seats": list(levels)})
        return self._seated(match, key, logs)

    def _saved_table(
        self, key: str, elsewhere: bool = False, mine: bool = False
    ) -> Steps[TableScreen]:
        """A stored game, up to the first event its rules do not accept, or a view. `mine`: this
        tab is known to play it, and sets aside what is damaged."""
        if self.app.store.is_far(key):
            self._visits().mend(key)  # what has to be fetched is, before anything else
        saved = self.app.store.load(key, mend=mine)
        if saved is None or saved.config.game_id not in REGISTRY:
            newer = any(one.id == key and one.newer for one in self.app.store.games())
            raise NoSuchGame(Message("table.newer" if newer else "table.no_such_game"))
        from ui.session import resume, share

        if saved.view:
            view = share.stored_view(saved.view)
            view.config.names = saved.config.names
            return self._seated(view, key)
        kept = self.app.store.load_table(key)
        match, points, bad = yield from resume.opening(saved, known_to(saved.config.game_id, kept))
        seats = read_seats(kept.get("seats"))
        logs = yield from resume.logs(match, resume.lookers(match, seats), points)
        if bad is not None and mine:
            self.app.store.set_aside_from(key, bad)
        stale = not mine and (bad is not None or saved.lost > 0)
        return self._seated(match, key, logs, elsewhere, asking=not mine, stale=stale)

    def _seated(
        self,
        match: Match,
        key: str,
        logs: Mapping[int, TurnLog] | None = None,
        elsewhere: bool = False,
        asking: bool = False,
        stale: bool = False,
    ) -> TableScreen:
        from engine.match import chance
        from ui.session.session import Session
        from ui.table.screen import TableScreen

        far = self._visits() if self.app.store.is_far(key) else None
        match.sampler = chance.fresh() if match.plays and far is None else None
        asking = asking and not elsewhere and match.plays
        session = Session(match, self.app.store, key, elsewhere, logs, asking)
        session.writer.stale = stale
        table = TableScreen(self.app, self, session)
        if far is not None:
            far.attach(table)
        self._held.put(table)
        self._setups = None
        return table

    def last_setup(self, game_id: str, name: str) -> Draft:
        """The newest set-up this person made in another game; empty when there is none. Without a
        name: of somebody who has none either and was the only person at his table."""
        if self._setups is None:
            from ui.session.setups import Setups

            self._setups = Setups(self.app.store, besides=self._held.key)
        return self._setups.last(game_id, name)

    # -- several tabs ------------------------------------------------------------------------

    def take_over(self) -> None:
        """Play the game on the table here, whichever tab did so far."""
        self._held.take_over()

    def stored(self, key: str) -> None:
        """Another tab has written or removed an entry of the store; no key: all of them."""
        self.app.store.heard(key)
        self._held.stored(key)

    def _again(self, table: TableScreen, mine: bool) -> None:
        """The table as it is stored now."""
        shown = self.app.screen is table
        try:
            fresh = finish(self._saved_table(table.session.key, elsewhere=not mine, mine=mine))
        except NoSuchGame:
            self.app.later(lambda: None)
            return
        table.leave()
        if self._before is table:
            self._before = fresh
        if shown:
            self.app.later(lambda: self.app.go(fresh))

    # -- other places ------------------------------------------------------------------------

    def go_home(self) -> None:
        self.app.go(self._home_route(self.app, "", {}), "")

    def open_rules(self, game_id: str, clause: str = "") -> None:
        screen = self._rulebook(game_id, clause)
        self._before = self.app.screen
        self.app.go(screen)

    def _rulebook(self, game_id: str, clause: str) -> Screen:
        from ui.learn.rulebook import RulesScreen
        from ui.render.picture import picture

        load_game(game_id)  # its boards need it: before anything is shown
        self.app.view.sprite(game_id)
        return RulesScreen(self.app, self, game_id, clause, picture)

    def back(self) -> None:
        """From the rulebook to where one came from."""
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
        from ui.shell.dialogs import SettingsDialog

        self.app.open(SettingsDialog(self.app))

    def open_share(self, exports: Exports) -> None:
        from ui.shell.dialogs import ShareDialog

        invite = self._invite_on if exports.can_move_on() and not self._is_far() else None
        self.app.open(ShareDialog(self.app, exports, self.page.url(), self.page, invite))

    def _is_far(self) -> bool:
        return self.app.store.is_far(self._held.key)

    def _invite_on(self, link: str) -> None:
        """Goes on with the game on the table with somebody far away."""
        table = self._held.table
        if table is not None:
            config = table.session.config
            name = next((one for one in config.names if one), "")
            from ui.session import share

            word = share.word_of(link)
            self._visits().invite(config.game_id, config.options, name, word)

    def save_file(self, exports: Exports) -> str:
        if exports.hides_secrets():
            self.open_share(exports)  # says what the file holds before it is made
            return ""
        name = exports.file_name(".json")
        self.page.download(name, exports.save_text())
        return name

    def save_raw(self, key: str) -> str:
        """What is stored of a game that only a newer version can open."""
        entries, name = self.app.store.entries(key), f"asedio-{key}.txt"
        self.page.download(name, json.dumps(entries, ensure_ascii=False, indent=1))
        return name

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        self.page.choose_file(lambda text: self.app.later(lambda: done(text)))

    def engine(self) -> EngineClient:
        return self.page.engine()

    def scroll_to(self, element_id: str) -> None:
        self.page.scroll_to(element_id)

    def bring_into_view(self, selector: str) -> None:
        self.page.bring_into_view(selector)


def _known(game_id: str) -> str:
    if game_id not in REGISTRY:
        raise NoSuchGame(Message("table.no_such_title"))
    return game_id
