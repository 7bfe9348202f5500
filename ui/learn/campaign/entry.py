"""Opening of a campaign: its list, a new try of a scenario, and the table of a stored one."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from engine.core.campaign import whole_start
from engine.games import load_game
from engine.match.match import MatchConfig
from ui.learn.campaign.book import NoCampaign, scenario_of
from ui.learn.campaign.listing import CampaignList
from ui.learn.campaign.screen import ScenarioScreen
from ui.session.session import Session
from ui.table.screen import TableScreen

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller
    from ui.shell.open_table import TableOpener


def listing(app: App, controller: Controller, game_id: str) -> CampaignList:
    """Return the list of a game's scenarios. Raises NoCampaign."""
    return CampaignList(app, game_id, lambda number: controller.play_scenario(game_id, number))


def screen(app: App, controller: Controller, session: Session, number: int) -> TableScreen:
    """Return the table of a stored try; an ordinary one if the game has no such scenario."""
    try:
        return ScenarioScreen(app, controller, session, number)
    except NoCampaign:
        return TableScreen(app, controller, session)


def begin(tables: TableOpener, game_id: str, number: int) -> TableScreen:
    """Start a new try of a scenario, a stored game, and return its table. Raises NoCampaign."""
    scenario = scenario_of(game_id, number)
    game = load_game(game_id)(scenario.options)
    start = whole_start(game, scenario, SystemRandom())
    config = MatchConfig(game_id, dict(game.options), (), start)
    state = game.state_from_text(start) if start else game.initial_state()
    person = max(state.current_player(), 0)
    seats = tuple(scenario.level * (player != person) for player in range(len(game.sides)))
    return tables.fresh(config, seats, scenario=number)
