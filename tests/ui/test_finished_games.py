"""Finished games with blunders planted by another search (tests/bench/finished.py), judged."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import REGISTRY, load_game
from engine.match import codec
from engine.search.analysis import MISTAKE_LOSS, Verdict, analyse
from engine.search.budget import Budget, finish
from tests.fixtures.turns import in_turn
from ui.learn.mistakes.course import FORCED, JudgedTurn, judged_turns
from ui.learn.mistakes.past import Past, PastDecision

FOLDER = Path(__file__).parents[1] / "fixtures/finished"
KEPT = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
GAMES = [(game, number) for game, games in KEPT.items() for number in range(len(games))]
EACH, SHARE = 4, 0.9  # games of one title; of the blunders, how many must be marked


def test_there_are_games_with_and_without_luck() -> None:
    assert set(KEPT) <= set(REGISTRY) and all(len(games) <= EACH for games in KEPT.values())
    lucky = {game for game in KEPT if load_game(game).info.has_chance}
    assert lucky and set(KEPT) - lucky
    assert sum(len(one["wins"]) for one in KEPT["andarraya"]) >= 3  # forced mates


def verdict(past: Past, one: PastDecision) -> Verdict | None:
    action = past.match.events[one.at].action
    seen = past.before(one.seat, one.at)
    return finish(analyse(past.game, seen, action, Random(one.at), Budget()))


@cache
def found(game: str, number: int) -> tuple[bool, list[int]]:
    """Judge the turn of the blunder, and every decision with a forced win.

    Returns whether the blunder is marked, and the events of forced wins that were missed."""
    one = KEPT[game][number]
    past = Past(codec.decode(one["link"]))
    turns = judged_around(past, one)
    marked = any(turn.mark and turn.seat == one["seat"] for turn in turns)
    missed = []
    for at in one["wins"]:
        event = past.match.events[at]
        judged = verdict(past, PastDecision(event.actor, at, 0))
        if judged is not None and judged.best < FORCED:
            missed.append(at)
    return marked, missed


def judged_around(past: Past, one: dict[str, Any]) -> list[JudgedTurn]:
    """Judge the turn of the blunder and the next one, as the whole analysis does."""
    seat, at = one["seat"], one["at"]
    own = next(each.turn for each in past.decisions(seat) if each.at == at)
    wanted = [each for each in past.decisions(seat) if each.turn == own]
    after = [each for each in past.decisions(1 - seat) if each.at > at]
    wanted += [each for each in after if each.turn == after[0].turn]
    verdicts = {each: verdict(past, each) for each in wanted}
    return judged_turns(verdicts, past.open_game)


@pytest.mark.parametrize(("game", "number"), in_turn((pytest.param(*one) for one in GAMES), 3))
def test_every_forced_win_is_found(game: str, number: int) -> None:
    assert found(game, number)[1] == []


@pytest.mark.soak
def test_planted_blunders_are_found() -> None:
    missed = [one for one in GAMES if not found(*one)[0]]
    assert len(GAMES) - len(missed) >= SHARE * len(GAMES), missed


@pytest.mark.parametrize(
    ("game", "number"), in_turn((pytest.param(*one) for one in GAMES), 3, shift=1)
)
def test_a_planted_blunder_is_marked(game: str, number: int) -> None:
    assert found(game, number)[0]


def test_a_judged_turn_is_marked_from_the_least_loss_on() -> None:
    assert JudgedTurn(0, 0, 1, 0.5, 0.4, MISTAKE_LOSS).mark == "?!"
    assert JudgedTurn(0, 0, 1, 0.5, 0.49, MISTAKE_LOSS / 2).mark == ""
