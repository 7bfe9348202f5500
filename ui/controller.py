"""Sees to what screens ask for (`ui.page.Requests`): opens a table, the rulebook, a dialog; brings
text in and out.

The one place that knows all screens. Each is imported when it is first shown, so that opening the
page does not pay for a rulebook nobody reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.core.contract import Draft, Event
from engine.core.errors import AsedioError, IllegalAction, about
from engine.core.options import Options
from engine.core.texts import Message
from engine.games import REGISTRY, game_info, load_game
from ui.names import read_seats, seat_of, typed
from ui.tabs import TabPlayer

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.app import App
    from ui.dialogs import ReadingDialog
    from ui.far.visit import Visits
    from ui.home.screen import HomeScreen
    from ui.page import Page
    from ui.reading import Reading
    from ui.screen import Screen
    from ui.session import Session
    from ui.share import Exports
    from ui.table.opponent import EngineClient
    from ui.table.screen import TableScreen
    from ui.turns import Mark


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
        self._table: TableScreen | None = None
        self._held = ""  # the game this tab asked to play
        self._before: Screen | None = None
        self._far: Visits | None = None
        self._home: HomeScreen | None = None  # with all that is typed into it
        self._setups: dict[tuple[str, str], Draft] = {}
        app.routes.update(
            {
                "": self._home_route,
                "home": self._home_route,
                "new": self._new_route,
                "play": self._play_route,
                "g": self._link_route,
                "rules": self._rules_route,
                "join": lambda app, *rest: self._visits().route("join", *rest),
                "seat": lambda app, *rest: self._visits().route("seat", *rest),
                "l": lambda app, *rest: self._visits().route("l", *rest),
            }
        )

    # -- routes ------------------------------------------------------------------------------

    def _home_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        from ui.home.screen import HomeScreen

        self._leave_table()
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
        if self._table is not None and self._table.session.key == value:
            return self._table
        return self._saved_table(value)

    def _link_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        from ui.reading import Reading

        work = Reading(f"#g={value}")
        if work.go_on():
            return self._read_table(work)
        self.page.soon(lambda: app.later(lambda: self._read_on(work, self._show_read)))
        return self.app.screen or self._home_route(app, "", {})

    def _read_table(self, work: Reading) -> Screen:
        """The table of what has been read. Raises what it was refused with."""
        if work.match is None:
            assert work.refusal is not None
            raise work.refusal
        return self._guest_table(work.match)

    def _show_read(self, work: Reading) -> None:
        self.app.quiet()
        self.app.go(self._read_table(work))

    def _rules_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._rulebook(_known(value), params.get("clause", ""))

    # -- tables with another device ----------------------------------------------------------

    def _visits(self) -> Visits:
        """Raises NotYetHere until their code has been fetched."""
        from ui.far.visit import Visits

        if self._far is None:
            self._far = Visits(self.app, self, self.page, self.page.far())
        return self._far

    def invite(self, game_id: str, options: Options, name: str) -> None:
        self._visits().invite(game_id, options, name)

    def far_table(self, key: str) -> TableScreen:
        """A table of the shelf, or the one that is shown."""
        shown = self._table
        if shown is not None and shown.session.key == key and self.app.screen is shown:
            return shown
        return self._saved_table(key)

    def new_far_table(self, config: MatchConfig, key: str) -> TableScreen:
        from engine.match.match import Match

        return self._seated(Match(config), key)

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

    # -- text from elsewhere -----------------------------------------------------------------

    def read(self, text: str, done: Callable[[Reading], None]) -> None:
        """Reads a link, file or record. What takes longer than a moment goes on in slices, with
        words and a way out; `done` is not called after that was used."""
        from ui.reading import Reading

        if not self._read_far(text):
            self._read_on(Reading(text), done)

    def _read_on(self, work: Reading, done: Callable[[Reading], None]) -> None:
        from ui.dialogs import ReadingDialog

        if work.go_on():
            done(work)
            return
        dialog = ReadingDialog(self.app, work)
        self.app.open(dialog)
        self._wait_for_slice(dialog, done)

    def _wait_for_slice(self, dialog: ReadingDialog, done: Callable[[Reading], None]) -> None:
        self.page.soon(lambda: self.app.later(lambda: self._next_slice(dialog, done)))

    def _next_slice(self, dialog: ReadingDialog, done: Callable[[Reading], None]) -> None:
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
        screen.table.state.greeting = greeting
        self.app.go(screen)
        if greeting is not None:
            self.app.announce(screen.table.voice.message(greeting))

    def open_saved(self, key: str) -> None:
        self.app.go(self._saved_table(key))

    def open_match(self, match: Match) -> None:
        self.app.go(self._guest_table(match))

    def _fresh_table(self, config: MatchConfig, seats: tuple[int, ...] = ()) -> TableScreen:
        from engine.match.match import Match

        match = Match(config)
        key = self.app.store.new_game(config)
        if any(seats):
            self.app.store.save_table(key, {"seats": list(seats)})
        return self._seated(match, key)

    def _guest_table(self, match: Match) -> TableScreen:
        """A match that came from elsewhere becomes a game of this browser; a view is kept too. The
        same one again finds the game it became, played on or not."""
        if (here := self.app.store.find(match)) is not None:
            return self._saved_table(here)
        return self._seated(match, self.app.store.add(match))

    def _saved_table(self, key: str, elsewhere: bool = False, mine: bool = False) -> TableScreen:
        """A stored game, up to the first event its rules do not accept, or a view. `mine`: this
        tab is known to play it, and sets aside what is damaged."""
        saved = self.app.store.load(key, mend=mine)
        if saved is None or saved.config.game_id not in REGISTRY:
            newer = any(one.id == key and one.newer for one in self.app.store.games())
            raise NoSuchGame(Message("table.newer" if newer else "table.no_such_game"))
        from ui import share
        from ui.resume import open_saved

        if saved.view:
            view = share.stored_view(saved.view)
            view.config.names = saved.config.names
            return self._seated(view, key)
        match, marks, bad = open_saved(saved)
        if bad is not None and mine:
            self.app.store.set_aside_from(key, bad)
        stale = not mine and (bad is not None or saved.lost > 0)
        return self._seated(match, key, elsewhere, marks, asking=not mine, stale=stale)

    def _seated(
        self,
        match: Match,
        key: str,
        elsewhere: bool = False,
        marks: Mapping[int, Mark] | None = None,
        asking: bool = False,
        stale: bool = False,
    ) -> TableScreen:
        from engine.match import chance
        from ui.session import Session
        from ui.table.screen import TableScreen

        far = self._visits() if self.app.store.is_far(key) else None
        own = match.viewer is None and far is None
        match.sampler = chance.fresh() if own else None
        self._setups.clear()
        asking = asking and not elsewhere and match.viewer is None
        session = Session(match, self.app.store, key, elsewhere, marks, asking)
        session.stale = stale
        session.overtaken = lambda: self._lose(session)
        self._table = TableScreen(self.app, self, session)
        if far is not None:
            far.attach(self._table)
        if key == self._held and not elsewhere and not asking:
            session.sure = self.page.sure
        if key != self._held:
            self._hold(key)
        return self._table

    # -- several tabs ------------------------------------------------------------------------

    def _hold(self, key: str, take: bool = False) -> None:
        self._held = key
        told, rescue = (lambda mine: self._told(key, mine)), (lambda: self._rescue(key))
        self.page.hold(key, TabPlayer(self.app.store, key, told, rescue), take)

    def _leave_table(self) -> None:
        """Another tab may play it now."""
        self._table, self._held = None, ""
        self.page.release()

    def take_over(self) -> None:
        """Play the game on the table here, whichever tab did so far."""
        if self._held:
            self._hold(self._held, take=True)

    def _told(self, key: str, mine: bool) -> None:
        """Whether this tab plays the game it asked for."""
        table = self._table
        if table is None or table.session.key != key or table.session.reading:
            return
        session = table.session
        if mine:
            session.sure = self.page.sure
        if not mine:
            table.leave()
            session.hand_over()
            self.app.later(lambda: None)
        elif session.elsewhere or session.asking:
            if self._caught_up(session):
                self.app.later(session.take_over)
            else:
                self._again(table, mine=True)
            if self._table is not None and self.app.screen is self._table:
                self.app.later(self._table.shown)

    def _caught_up(self, session: Session) -> bool:
        """Plays here what another tab has stored meanwhile. False: the game has to be read again.
        One that was removed stays as it is known here."""
        store, key = self.app.store, session.key
        if session.stale:
            return False
        fits = session.follow(store.events_from(key, session.count))
        if fits and session.stored() == "here":
            return True
        if store.result_of(key) is None or store.torn(key, session.count):
            session.restore()
        return fits and session.stored() == "here"

    def _rescue(self, key: str) -> None:
        """Whoever plays writes anew what was removed from the store."""
        table = self._table
        if table is not None and table.session.key == key and not table.session.watching:
            with suppress(IllegalAction):  # another tab has written: it has lost the game already
                table.session.stand()

    def _lose(self, session: Session) -> None:
        """Somebody else has written: the table is read again before anybody goes on."""
        if self._table is not None and self._table.session is session:
            self.page.doubt()

    def stored(self, key: str) -> None:
        """Another tab has written or removed an entry of the store; no key: all of them."""
        self.app.store.heard(key)
        table = self._table
        if table is None or table.session.reading or table.session.asking:
            return
        session = table.session
        if not key:
            if not session.elsewhere:
                self.app.later(lambda: self._rescue(session.key))
        elif f"letter:{session.key}:" in key:
            if table.table.far is not None and not session.elsewhere:
                self.app.later(table.table.far.reload)
        elif f"event:{session.key}:" not in key:
            return
        elif not session.elsewhere:
            if session.stored() == "other":
                self.page.doubt()
        else:
            self._follow(table)

    def _follow(self, table: TableScreen) -> None:
        """Shows what the tab that plays has stored: the new events only, unless some were taken
        back. While an emptied store is written anew there is nothing new."""
        session, store = table.session, self.app.store
        before = session.count
        fits = session.follow(store.events_from(session.key, before))
        if store.result_of(session.key) is None:
            return
        if session.stale or not fits or session.stored() != "here":
            self._again(table, mine=False)
        elif session.count > before:
            self.app.later(lambda: None)

    def _again(self, table: TableScreen, mine: bool) -> None:
        """The table as it is stored now."""
        session = table.session
        shown = self.app.screen is table
        try:
            fresh = self._saved_table(session.key, elsewhere=not mine, mine=mine)
        except NoSuchGame:
            self.app.later(lambda: None)
            return
        table.leave()
        if self._before is table:
            self._before = fresh
        if shown:
            self.app.later(lambda: self.app.go(fresh))

    def last_setup(self, game_id: str, name: str) -> Draft:
        """The newest set-up this person made in another game; empty when there is none. Without a
        name: of somebody who has none either and was the only person at his table."""
        key = (game_id, name)
        if key not in self._setups:
            self._setups[key] = self._find_setup(game_id, name)
        return self._setups[key]

    def _find_setup(self, game_id: str, name: str) -> Draft:
        here = self._table.session.key if self._table else ""
        for summary in self.app.store.games():
            if summary.game_id != game_id or summary.id == here:
                continue
            seats = read_seats(self.app.store.load_table(summary.id).get("seats"))
            player = seat_of(name, typed(game_id, summary.names), seats)
            if player >= 0:
                saved = self.app.store.load(summary.id)
                if saved is not None:
                    found = setup_of(saved.config, saved.events, player)
                    if found:
                        return found
        return ()

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

    def open_settings(self) -> None:
        from ui.dialogs import SettingsDialog

        self.app.open(SettingsDialog(self.app))

    def open_share(self, exports: Exports) -> None:
        from ui.dialogs import ShareDialog

        self.app.open(ShareDialog(self.app, exports, self.page.url(), self.page))

    def save_file(self, exports: Exports) -> None:
        if exports.hides_secrets():
            self.open_share(exports)  # says what the file holds before it is made
            return
        self.page.download(exports.file_name(".json"), exports.save_text())

    def save_raw(self, key: str) -> None:
        """What is stored of a game that only a newer version can open."""
        entries = self.app.store.entries(key)
        self.page.download(f"asedio-{key}.txt", json.dumps(entries, ensure_ascii=False, indent=1))

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


def setup_of(config: MatchConfig, events: list[Event], player: int) -> Draft:
    """The set-up a player ended in a game: what he put where, read off the presses."""
    from engine.match.match import Match
    from ui.resume import accepts

    try:
        match = Match(config)
    except AsedioError:
        return ()
    found: list[tuple[str, str]] = []
    for event in events:
        if match.game.arrangement(match.state) is None and event.actor == player and not found:
            return ()
        path = match.game.path(match.state, event.action) if event.actor == player else ()
        if event.actor == player:
            if len(path) == 2 and path[0].startswith("kind:"):
                found.append((path[0][5:], path[1][3:]))
            elif not _leaves_empty(match, event):
                return tuple(found)
        if not accepts(match, event):
            return ()
    return ()


def _leaves_empty(match: Match, event: Event) -> bool:
    """Whether a square was passed over: the same verb could have put something there."""
    verb, state = event.action[0], match.state
    others = (action for action in state.legal_actions() if action[0] == verb)
    return any(match.game.path(state, other)[0].startswith("kind:") for other in others)
