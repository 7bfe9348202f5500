"""Opening tables: new games, stored games, and matches from a link, a file or a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.contract import Draft, Event
from engine.core.errors import BadOptions, about
from engine.core.options import Options
from engine.core.steps import Steps
from engine.core.texts import Message
from engine.games import REGISTRY, game_info
from engine.match import chance
from engine.match.clock import NO_CLOCK, Clock, read_clock
from engine.match.match import Match, MatchConfig
from ui.session import resume, share
from ui.session.agreed import known_to
from ui.session.session import Session
from ui.session.setups import Setups
from ui.session.table_clock import read_table_clock, stored_clock
from ui.session.turns import TurnLog
from ui.shell import routes
from ui.shell.controller import NoSuchGame
from ui.words.clocks import refused_clock
from ui.words.names import read_seats

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller
    from ui.shell.tab_table import TabTable
    from ui.table.screen import TableScreen


class TableOpener:
    """Opens the screen of a table and puts it on this tab's table (`TabTable`)."""

    def __init__(self, app: App, controller: Controller, tab: TabTable) -> None:
        self._app, self._controller, self._tab = app, controller, tab
        self._setups: Setups | None = None  # of the other stored games

    # -- new games ---------------------------------------------------------------------------

    def from_address(self, game_id: str, params: Mapping[str, str]) -> TableScreen:
        """Start a game with the options of an address. Raises AsedioError for unknown values."""
        options: Options = {}
        for option in game_info(game_id).options:
            if option.name in params:
                words = {str(one): one for one in option.values}
                options[option.name] = words.get(params[option.name], params[option.name])
        clock = read_clock(params["clock"]) if "clock" in params else NO_CLOCK
        if clock is None:
            raise BadOptions(refused_clock())
        with about(game_id):
            return self.fresh(MatchConfig(game_id, options), clock=clock)

    def fresh(
        self, config: MatchConfig, seats: tuple[int, ...] = (), clock: Clock = NO_CLOCK,
        scenario: int = 0,
    ) -> TableScreen:  # fmt: skip
        """Start a game. `seats` by player: 0 a person, else the level of a computer player.
        `clock`: of people who share this device. `scenario`: number of the one that is played."""
        match = Match(config)
        key = self._app.store.new_game(config)
        if scenario:
            self._app.store.save_table(key, {"seats": list(seats), "scenario": scenario})
        else:
            self._save_seats(key, seats, clock)
        return self._seated(match, key)

    def replayed(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...]
    ) -> Steps[TableScreen]:
        """Start a new game from the events of another one."""
        store = self._app.store
        again = MatchConfig(config.game_id, dict(config.options), config.names, config.start)
        key = store.new_game(again)
        for index, event in enumerate(events):
            store.append(key, index, event)
        self._save_seats(key, seats)
        return self.saved(key, mine=True)

    def far(self, config: MatchConfig, key: str) -> TableScreen:
        """Open a new table with another device, whose seat is stored already."""
        viewer = known_to(config.game_id, self._app.store.load_table(key))
        return self._seated(Match(config, viewer=viewer), key)

    def _save_seats(self, key: str, seats: Sequence[int], clock: Clock = NO_CLOCK) -> None:
        if any(seats):
            self._app.store.save_table(key, {"seats": list(seats)})
        elif clock != NO_CLOCK:
            self._app.store.save_table(key, stored_clock(clock))

    # -- existing games ----------------------------------------------------------------------

    def match(self, text: str) -> Steps[Match]:
        """Read a link, a file or a record. Raises AsedioError."""
        return share.reading(text)

    def linked(self, word: str, params: Mapping[str, str]) -> Steps[TableScreen]:
        """Open the match of a link. Raises BadLink."""
        match = yield from share.GameLink.read(word, params).opening()
        return (yield from self.guest(match))

    def guest(self, match: Match) -> Steps[TableScreen]:
        """Store a match from elsewhere as a game of this browser and open it; views are stored too.

        If it was opened before and nothing has changed since, that game is opened instead.
        """
        view, store = share.kept_view(match), self._app.store
        levels = read_seats(list(match.levels)) if match.plays else ()
        clock = None if any(levels) else read_table_clock(match.clocks, len(match.game.sides))
        table = {"seats": list(levels)} if any(levels) else clock.stored() if clock else {}
        if (here := store.find(match, view, table)) is not None:
            return (yield from self.saved(here))
        logs = yield from resume.logs(match, resume.lookers(match, levels), {})
        key = store.add(match, view)
        if table:
            store.save_table(key, table)
        return self._seated(match, key, logs)

    def saved(self, key: str, elsewhere: bool = False, mine: bool = False) -> Steps[TableScreen]:
        """Open a stored game up to the first event that its rules reject, or a stored view.

        `mine`: this tab is known to play it, so damaged entries are set aside. `elsewhere`: another
        tab plays it. Raises NoSuchGame.
        """
        store = self._app.store
        if store.is_far(key):
            self._controller.visits().mend(key)  # first, because it may raise NotYetHere
        saved = store.load(key, mend=mine)
        if saved is not None and saved.config.game_id not in REGISTRY:
            raise NoSuchGame(Message("table.no_such_title"))
        if saved is None:
            newer = any(one.id == key and one.newer for one in store.games())
            raise NoSuchGame(Message("table.newer" if newer else "table.no_such_game"))
        if saved.view:
            view = share.stored_view(saved.view)
            view.config.names = saved.config.names
            return self._seated(view, key)
        kept = store.load_table(key)
        match, points, bad = yield from resume.opening(saved, known_to(saved.config.game_id, kept))
        seats = read_seats(kept.get("seats"))
        logs = yield from resume.logs(match, resume.lookers(match, seats), points)
        if bad is not None and mine:
            store.set_aside_from(key, bad)
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
        """Return the table of a match and make it the one that this tab holds.

        `asking`: it is not yet known which tab plays. `stale`: the store holds damaged events.
        """
        far = self._controller.visits() if self._app.store.is_far(key) else None
        match.sampler = chance.fresh() if match.plays and far is None else None
        asking = asking and not elsewhere and match.plays
        session = Session(match, self._app.store, key, elsewhere, logs, asking)
        session.writer.stale = stale
        scenario = self._app.store.load_table(key).get("scenario", 0)
        if scenario and type(scenario) is int:
            table = routes.campaign.screen(self._app, self._controller, session, scenario)
        else:
            table = routes.table(self._app, self._controller, session)
        if far is not None:
            far.attach(table)
        self._tab.put(table)
        self._setups = None
        return table

    def last_setup(self, game_id: str, name: str) -> Draft:
        """Return this person's newest set-up in another game; empty if there is none.

        Without a name, only games count whose single human player has no name either.
        """
        if self._setups is None:
            self._setups = Setups(self._app.store, besides=self._tab.key)
        return self._setups.last(game_id, name)
