"""Ten games between strong players, in each of which one decision is the worst possible."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import REGISTRY
from engine.match import codec
from engine.search.analysis import analyse
from engine.search.budget import Budget, finish
from tests.fixtures.sampled import sampled
from ui.learn.mistakes.decisions import Past, worst

FOLDER = Path(__file__).parents[1] / "fixtures/blunders"
KEPT = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
GAMES = [(game, one) for game, games in KEPT.items() for one in games]


def test_there_are_two_blunders_for_each_game() -> None:
    assert set(KEPT) <= set(REGISTRY) and len(KEPT) == 5
    assert {len(games) for games in KEPT.values()} == {2}


@pytest.mark.parametrize(("game", "one"), sampled((pytest.param(*one) for one in GAMES), 2))
def test_the_planted_blunder_is_found_as_the_largest_mistake(
    game: str, one: dict[str, Any]
) -> None:
    past = Past(codec.decode(one["link"]))
    assert past.game.info.id == game
    verdicts = {}
    for decision in past.decisions(one["seat"]):
        seen = past.before(*decision[:2])
        action = past.match.events[decision.at].action
        judged = analyse(past.game, seen, action, Random(decision.at), Budget())
        verdicts[decision] = finish(judged)
    listed = [past.turn(one["seat"], mistake.at) for mistake in worst(verdicts)]
    assert listed[:1] == [past.turn(one["seat"], one["at"])]


def test_a_single_candidate_is_evaluated_too() -> None:
    """The search returns a single candidate unsearched. Its value must not be that of an even
    game, which would hide what was lost before it."""
    one = dict(GAMES)["rilatria"]
    past = Past(codec.decode(one["link"]))
    for decision in past.decisions(one["seat"]):
        if past.match.events[decision.at].action == ("end",):
            seen = past.before(*decision[:2])
            verdict = finish(analyse(past.game, seen, ("end",), Random(1), Budget()))
            assert verdict is None or verdict.best != 0.5
