"""The contract rules 1 to 13 (engine/dev/checks.py) for every game, random options and seeds.

ASEDIO_EFFORT=10 plays ten times as many games.
"""

from __future__ import annotations

import os
from functools import lru_cache
from random import Random

import pytest

import engine.games
from engine.core.contract import RESIGN, TIME
from engine.dev.checks import RULES
from engine.dev.common import open_game, random_options
from engine.dev.walks import RuleBroken, random_walk
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from tests.fixtures.model import MODEL, PLAIN, register
from tests.fixtures.turns import of_today

EFFORT = int(os.environ.get("ASEDIO_EFFORT", "1"))
SEEDS = range(3 * EFFORT)
SAMPLES = 8
NAMES = ("Ana", "Luis", "Eva", "Paz")
GAMES = (*engine.games.REGISTRY, MODEL, PLAIN)


@pytest.fixture(autouse=True)
def _models(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, MODEL, PLAIN)


@lru_cache(maxsize=4)
def walk(game_id: str, seed: int) -> Match:
    """Return a complete random match; seed 0 has the default options."""
    rng = Random(f"contract {game_id} {seed}")
    game = open_game(game_id, random_options(game_id, rng) if seed else {})
    names = NAMES[: len(game.sides)]
    return random_walk(Match(MatchConfig(game_id, dict(game.options), names), game=game), rng)


# Random options take turns. Rule 3 takes as long as all the others together: with random options in
# `make soak`.
TODAY = (0, *of_today(SEEDS[1:], EFFORT))
# Games whose replays rule 3 does not check today. New games are checked each day.
OWN = engine.games.REGISTRY[:5]
SPARED = {*OWN} - {*of_today(OWN, 2)} if EFFORT == 1 else set()
ASKED = [
    pytest.param(
        game,
        seed,
        rule,
        marks=pytest.mark.soak
        if seed not in TODAY or (rule == "3" and (seed or game in SPARED))
        else (),
        id=f"{game}-{seed}-{rule}",
    )
    for game in GAMES
    for seed in SEEDS
    for rule in RULES
]


@pytest.mark.parametrize(("game_id", "seed", "rule"), ASKED)
def test_rule(rule: str, game_id: str, seed: int) -> None:
    RULES[rule](walk(game_id, seed), Random(seed), SAMPLES)


TOLD = [(one, {}) for one in GAMES] + [
    ("stratego", {"blind_combat": True}),
    ("stratego", {"hidden_captures": True}),
    ("stratego", {"players": 4, "board": "four_armies", "army": "army24"}),
]


@pytest.mark.parametrize(("game_id", "options"), TOLD)
def test_tellers_rule_fails_only_for_the_options_that_declare_it(
    game_id: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contract rule 11; for each declared option it fails in some game."""
    game = open_game(game_id, options)
    assert game.tells() is not bool(options)
    monkeypatch.setattr(type(game), "tells", lambda self: True)
    failed = 0
    for seed in range(10 if options else 1):
        rng = Random(f"tells {game_id} {seed}")
        match = random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), rng)
        try:
            RULES["11"](match, rng, SAMPLES)
        except RuleBroken:
            failed += 1
            break
    assert bool(failed) is bool(options)


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(s, marks=pytest.mark.soak) for s in range(4, 200))]
)
def test_positions_of_a_shared_deck_are_the_cards_of_a_tale_of_two_cities(seed: int) -> None:
    """Contract rule 13 for 200 games, with many reshuffles."""
    game = open_game("twocities", {})
    rng = Random(f"decks {seed}")
    match = random_walk(Match(MatchConfig("twocities", dict(game.options)), game=game), rng, False)
    RULES["13"](match, rng, SAMPLES)
    drawn = sum(event.action[0] in ("deal", "card") for event in match.events)
    assert drawn > 24


@pytest.mark.parametrize("game_id", GAMES)
def test_record_link_and_save_file_keep_a_loss_on_time(game_id: str) -> None:
    """architecture §7: every record format accepts the reason `time`."""
    whole = walk(game_id, 0)
    lost = 0
    for count in range(0, len(whole.events), 7):
        match = Match(whole.config, game=whole.game)
        for event in whole.events[:count]:
            match.take(event.action)
        able = [a[1] for a in match.state.table_actions() if a[0] == RESIGN]
        for player in able:
            match = Match(whole.config, game=whole.game)
            for event in whole.events[:count]:
                match.take(event.action)
            match.play((TIME, player))
            again = (
                record.read(record.write(match), game_id),
                codec.decode(codec.encode(match)),
                savefile.load(savefile.dump(match)),
            )
            assert [one.state.key() for one in again] == [match.state.key()] * 3
            assert [one.outcome() for one in again] == [match.outcome()] * 3
            lost += 1
        if lost > 10:
            return
    assert lost
