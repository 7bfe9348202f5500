"""Scenarios of a game with their texts, and which of them comes next."""

from __future__ import annotations

import json
from functools import cache

from engine.core.campaign import Scenario, read_campaign
from engine.core.errors import AsedioError
from engine.core.texts import Catalog, Message
from engine.games import REGISTRY, game_text
from ui.saves.scenarios import passed
from ui.saves.storage import Storage


class NoCampaign(AsedioError):
    """The game has no scenario of this number."""

    default_code = "no_campaign"


@cache
def scenarios_of(game_id: str) -> tuple[Scenario, ...]:
    """Return the scenarios of a game. Raises NoCampaign if it has none."""
    text = game_text(game_id, "campaign.json") if game_id in REGISTRY else None
    if text is None:
        raise NoCampaign(Message("campaign.none"))
    return read_campaign(json.loads(text))


def scenario_of(game_id: str, number: int) -> Scenario:
    """Return a scenario by its number, from 1. Raises NoCampaign."""
    scenarios = scenarios_of(game_id)
    if not 1 <= number <= len(scenarios):
        raise NoCampaign(Message("campaign.none"))
    return scenarios[number - 1]


@cache
def sentences(game_id: str, lang: str) -> Catalog:
    """Return the texts of a game's scenarios."""
    return Catalog(json.loads(game_text(game_id, f"locale/campaign.{lang}.json") or "{}"))


def says(game_id: str, number: int, what: str, lang: str) -> str:
    """Return a text of a scenario: its `title`, `story`, `goal` or `star`, with the numbers of the
    task in it."""
    scenario = scenario_of(game_id, number)
    task = scenario.star if what == "star" else scenario.goal
    return sentences(game_id, lang).text(f"{number}.{what}", n=task.within or task.hold)


def due(storage: Storage, game_id: str) -> int:
    """Return the number of the first scenario not won yet; 0 when all are."""
    past, count = passed(storage, game_id), len(scenarios_of(game_id))
    return next((number for number in range(1, count + 1) if number not in past), 0)
