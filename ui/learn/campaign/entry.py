"""Opening of a campaign: its list, a new try of a scenario, and the table of a stored one."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from engine.core.campaign import whole_start
from engine.games import load_game
from engine.match.match import MatchConfig
from ui.learn.campaign.book import scenario_of
from ui.learn.campaign.listing import CampaignList
from ui.learn.campaign.screen import ScenarioScreen
from ui.shell.ports import Requests

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.open_table import TableOpener

__all__ = ["ScenarioScreen", "begin", "listing"]


def listing(app: App, controller: Requests, game_id: str) -> CampaignList:
    """Return the list of a game's scenarios. Raises NoCampaign."""
    return CampaignList(app, game_id, lambda number: controller.play_scenario(game_id, number))


def begin(tables: TableOpener, game_id: str, number: int) -> ScenarioScreen:
    """Start a new try of a scenario, a stored game, and return its table. Raises NoCampaign."""
    scenario = scenario_of(game_id, number)
    game = load_game(game_id)(scenario.options)
    start = whole_start(game, scenario, SystemRandom())
    config = MatchConfig(game_id, dict(game.options), (), start)
    state = game.state_from_text(start) if start else game.initial_state()
    person = max(state.current_player(), 0)
    seats = tuple(scenario.level * (player != person) for player in range(len(game.sides)))
    return tables.fresh(config, seats, scenario=number)
