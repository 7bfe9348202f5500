"""What screens may ask of the page: open a table, the rulebook, a dialog; bring text in and out.

The one place that knows all screens. Each is imported when it is first shown, so that opening the
page does not pay for a rulebook nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.core.contract import SPECTATOR, Draft, Event
from engine.core.errors import AsedioError, IllegalAction
from engine.core.options import Options
from engine.core.texts import Message
from engine.games import REGISTRY, game_info

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.app import App
    from ui.opponent import Brain
    from ui.screens.base import Screen
    from ui.screens.table import TableScreen


class Surroundings(Protocol):
    """The browser, as far as screens need it."""

    def url(self) -> str: ...

    def copy(self, text: str, done: Callable[[bool], None]) -> None: ...

    def download(self, name: str, text: str) -> None: ...

    def choose_file(self, done: Callable[[str | None], None]) -> None: ...

    def scroll_to(self, element_id: str) -> None: ...

    def bring_into_view(self, selector: str) -> None:
        """Scrolls as little as shows an element that has just been drawn; the focus stays."""

    def hold(self, key: str, told: Callable[[bool], None], take: bool = False) -> None:
        """Asks to be the tab that plays a game (ui.browser.locks); lets go of the one before."""

    def release(self) -> None:
        """No game is on the table."""

    def brain(self) -> Brain:
        """Where computer players think; made with the first of them."""


class NoSuchGame(AsedioError):
    """A fragment or a list names a game that is not here."""

    default_code = "no_such_game"


class Desk:
    """Serves home, rulebook and table."""

    def __init__(self, app: App, around: Surroundings) -> None:
        self.app = app
        self.around = around
        self.fields: dict[str, str] = {}  # what was typed before Python was there
        self._table: TableScreen | None = None
        self._held = ""  # the game this tab asked to play
        self._before: Screen | None = None
        self._setups: dict[tuple[str, str], Draft] = {}
        app.routes.update(
            {
                "": self._home_route,
                "home": self._home_route,
                "new": self._new_route,
                "play": self._play_route,
                "g": self._link_route,
                "rules": self._rules_route,
            }
        )

    # -- routes ------------------------------------------------------------------------------

    def _home_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        from ui.screens.home import HomeScreen

        fields, self.fields = self.fields, {}
        self._leave_table()
        return HomeScreen(app, self, value, fields)

    def _new_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        info = game_info(_known(value))
        options: Options = {}
        for option in info.options:
            if option.name in params:
                words = {str(one): one for one in option.values}
                options[option.name] = words.get(params[option.name], params[option.name])
        from engine.match.match import MatchConfig

        return self._fresh_table(MatchConfig(value, options, self._names(value, len(info.sides))))

    def _play_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        if self._table is not None and self._table.session.key == value:
            return self._table
        return self._saved_table(value)

    def _link_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        from ui.share import read_text

        return self._guest_table(read_text(f"#g={value}"))

    def _rules_route(self, app: App, value: str, params: dict[str, str]) -> Screen:
        return self._rulebook(_known(value), params.get("clause", ""))

    # -- tables ------------------------------------------------------------------------------

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = ()
    ) -> None:
        """`seats` by player: 0 a person, else the level of a computer player."""
        from engine.match.match import MatchConfig

        self.new_table(MatchConfig(game_id, options, names), seats)

    def new_table(self, config: MatchConfig, seats: tuple[int, ...] = ()) -> None:
        self.app.go(self._fresh_table(config, seats))

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
        """A match that came from elsewhere becomes a game of this browser; a view is kept too."""
        names = self._names(match.config.game_id, len(match.game.sides))
        match.config.names = tuple(
            name or names[p] for p, name in enumerate([*match.config.names, *names][: len(names)])
        )
        return self._seated(match, self.app.store.add(match))

    def _saved_table(self, key: str, elsewhere: bool = False) -> TableScreen:
        """A stored game, up to the first event its rules do not accept, or a view."""
        saved = self.app.store.load(key)
        if saved is None or saved.config.game_id not in REGISTRY:
            raise NoSuchGame(Message("table.no_such_game"))
        from engine.match import record
        from engine.match.match import Match

        if saved.view:
            view = record.read_view(saved.view)
            view.config.names = saved.config.names
            return self._seated(view, key)
        match = Match(saved.config)
        for index, event in enumerate(saved.events):
            if not _accepts(match, event):
                if not elsewhere:
                    self.app.store.set_aside_from(key, index)
                break
        return self._seated(match, key, elsewhere)

    def _seated(self, match: Match, key: str, elsewhere: bool = False) -> TableScreen:
        from engine.match import dealer
        from ui.screens.table import TableScreen
        from ui.session import Session

        match.dealer = None if match.viewer is not None else dealer.fresh()
        self._setups.clear()
        session = Session(match, self.app.store, key, elsewhere)
        self._table = TableScreen(self.app, self, session)
        if key != self._held:
            self._hold(key)
        return self._table

    # -- several tabs ------------------------------------------------------------------------

    def _hold(self, key: str, take: bool = False) -> None:
        self._held = key
        self.around.hold(key, lambda mine: self._told(key, mine), take)

    def _leave_table(self) -> None:
        """Another tab may play it now."""
        self._table, self._held = None, ""
        self.around.release()

    def take_over(self) -> None:
        """Play the game on the table here, whichever tab did so far."""
        if self._held:
            self._hold(self._held, take=True)

    def _told(self, key: str, mine: bool) -> None:
        """Whether this tab plays the game it asked for."""
        table = self._table
        if table is None or table.session.key != key or table.session.elsewhere is not mine:
            return
        self._again(table, not mine)

    def stored(self, key: str) -> None:
        """Another tab has written or removed an entry of the store."""
        table = self._table
        if table is not None and table.session.elsewhere and f"event:{table.session.key}:" in key:
            self._again(table, True)

    def _again(self, table: TableScreen, elsewhere: bool) -> None:
        """The table as it is stored now."""
        shown = self.app.screen is table
        table.leave()
        fresh = self._saved_table(table.session.key, elsewhere)
        if self._before is table:
            self._before = fresh
        if shown:
            self.app.later(lambda: self.app.go(fresh))

    def _names(self, game_id: str, count: int) -> tuple[str, ...]:
        words = self.app.words(game_id)
        return tuple(words.seat(player) for player in range(count))

    def last_setup(self, game_id: str, name: str) -> Draft:
        """The newest set-up this person made in another game; empty when there is none."""
        key = (game_id, name)
        if key not in self._setups:
            self._setups[key] = self._find_setup(game_id, name)
        return self._setups[key]

    def _find_setup(self, game_id: str, name: str) -> Draft:
        here = self._table.session.key if self._table else ""
        for summary in self.app.store.games():
            if summary.game_id == game_id and name in summary.names and summary.id != here:
                saved = self.app.store.load(summary.id)
                if saved is not None:
                    found = setup_of(saved.config, saved.events, summary.names.index(name))
                    if found:
                        return found
        return ()

    # -- other places ------------------------------------------------------------------------

    def go_home(self) -> None:
        self.app.go(self._home_route(self.app, "", {}), "")

    def open_rules(self, game_id: str, clause: str = "") -> None:
        self._before = self.app.screen
        self.app.go(self._rulebook(game_id, clause))

    def _rulebook(self, game_id: str, clause: str) -> Screen:
        from ui.render.picture import picture
        from ui.screens.rules import RulesScreen

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
        from ui.screens.dialogs import SettingsDialog

        self.app.open(SettingsDialog(self.app))

    def open_share(self, match: Match, viewer: int = SPECTATOR) -> None:
        from ui.screens.dialogs import ShareDialog

        self.app.open(ShareDialog(self.app, match, self.around.url(), self.around, viewer))

    def save_file(self, match: Match, viewer: int = SPECTATOR) -> None:
        """`viewer`: the player in front, who may always have what he knows himself."""
        from ui import share

        if share.hides_secrets(match):
            self.open_share(match, viewer)  # says what the file holds before it is made
            return
        self.around.download(share.file_name(match, ".json"), share.save_text(match))

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        self.around.choose_file(done)

    def brain(self) -> Brain:
        return self.around.brain()

    def scroll_to(self, element_id: str) -> None:
        self.around.scroll_to(element_id)

    def bring_into_view(self, selector: str) -> None:
        self.around.bring_into_view(selector)


def _known(game_id: str) -> str:
    if game_id not in REGISTRY:
        raise NoSuchGame(Message("table.no_such_title"))
    return game_id


def _accepts(match: Match, event: Event) -> bool:
    try:
        match.play(event.action)
    except IllegalAction:
        return False
    return True


def setup_of(config: MatchConfig, events: list[Event], player: int) -> Draft:
    """The set-up a player ended in a game: what he put where, read off the presses."""
    from engine.match.match import Match

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
            elif len(path) != 1 or path[0] != "btn:empty":
                return tuple(found)
        if not _accepts(match, event):
            return ()
    return ()
