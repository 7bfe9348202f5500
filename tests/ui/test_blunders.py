"""Ten games with one planted blunder each (tests/bench/blunders.py): it is the largest mistake."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import REGISTRY
from engine.match import codec
from engine.search.budget import Budget, finish
from engine.search.engine_server import as_action
from engine.search.judging import NODES, judge
from ui.mistakes.past import Past, worst

GAMES = json.loads((Path(__file__).parents[1] / "fixtures/blunders.json").read_text("utf-8"))
FEW = 150  # nodes of a decision, so that ten games take seconds


def found(one: dict[str, Any], nodes: int) -> list[int]:
    """The events that are listed, the largest loss first."""
    past = Past(codec.decode(one["link"]))
    verdicts = {}
    for decision in past.decisions(one["seat"]):
        seen = past.before(*decision[:2])
        action = as_action(past.match.events[decision.at].action)
        rng = Random(decision.at)
        verdicts[decision] = finish(judge(past.game, seen, action, rng, Budget(), nodes))
    return [mistake.at for mistake in worst(verdicts)]


def test_there_are_two_of_each_game() -> None:
    assert sorted(one["game"] for one in GAMES) == sorted([*REGISTRY, *REGISTRY])


@pytest.mark.parametrize("one", GAMES, ids=lambda one: f"{one['game']}-{one['at']}")
def test_a_planted_blunder_is_found_as_the_largest(one: dict[str, Any]) -> None:
    assert found(one, FEW)[:1] == [one["at"]]


@pytest.mark.soak
@pytest.mark.parametrize("one", GAMES, ids=lambda one: f"{one['game']}-{one['at']}")
def test_and_with_the_nodes_of_the_page(one: dict[str, Any]) -> None:
    assert found(one, NODES)[:1] == [one["at"]]
