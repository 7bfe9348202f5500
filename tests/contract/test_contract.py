"""The contract rules 1 to 14 (engine/dev/checks.py) for every game, random options and seeds.

ASEDIO_EFFORT=10 plays ten times as many games.
"""

from __future__ import annotations

import os
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import engine.games
from engine.core.contract import RESIGN, TIME, Draft, Event
from engine.core.options import Options
from engine.dev.checks import RULES
from engine.dev.common import open_game, random_options
from engine.dev.walks import RuleBroken, random_walk
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from tests.fixtures.model import MODEL, PLAIN, register

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


# Rule 3 takes as long as all the others together: with random options in `make soak`.
QUICK = SEEDS[: 1 + EFFORT]
ASKED = [
    pytest.param(
        game,
        seed,
        rule,
        marks=pytest.mark.soak if seed not in QUICK or (rule == "3" and seed) else (),
        id=f"{game}-{seed}-{rule}",
    )
    for game in GAMES
    for seed in SEEDS
    for rule in RULES
]


@pytest.mark.parametrize(("game_id", "seed", "rule"), ASKED)
def test_rule(rule: str, game_id: str, seed: int) -> None:
    RULES[rule](walk(game_id, seed), Random(seed), SAMPLES)


TOLD: list[tuple[str, Options]] = [(one, {}) for one in GAMES] + [
    ("stratego", {"blind_combat": True}),
    ("stratego", {"hidden_captures": True}),
    ("stratego", {"players": 4, "board": "four_armies", "army": "army24"}),
]


@pytest.mark.parametrize(("game_id", "options"), TOLD)
def test_tellers_rule_fails_only_for_the_options_that_declare_it(
    game_id: str, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contract rule 11; for each declared option it fails in some game."""
    game = open_game(game_id, options)
    assert game.tells() is not bool(options)
    monkeypatch.setattr(type(game), "near_only", staticmethod(lambda options: None))
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


@pytest.mark.parametrize("game_id", GAMES)
def test_set_up_ahead_shows_no_secret_and_is_legal_at_the_turn(game_id: str) -> None:
    """`Game.setup_ahead`: made from what its player knows; once fitted, what is legal there is
    legal when the turn comes."""
    prepared = 0
    for seed in (0, QUICK[-1]):
        match = walk(game_id, seed)
        game, rng = match.game, Random(seed)
        state, drafts = match.start.clone(), dict[int, Draft]()
        for event in match.events:
            if game.arrangement(state) is None and not drafts:
                break
            for player in range(len(game.sides)):
                seen = state.observation(player)
                ahead = game.setup_ahead(seen, player)
                if ahead is None:
                    continue
                prepared += 1
                assert ahead.current_player() == player != state.current_player()
                for _ in range(3):
                    guess = state.determinize(player, rng).observation(player)
                    again = game.setup_ahead(guess, player)
                    assert again is not None and again.key() == ahead.key()
                draft = drafts.get(player) or game.random_draft(ahead, rng)
                drafts[player] = game.fit_draft(ahead, draft)
                plan = game.arrangement(ahead, drafts[player])
                assert plan is not None and plan.actions and not plan.problems
            mover = state.current_player()
            if mover in drafts:
                seen = state.observation(mover)
                plan = game.arrangement(seen, game.fit_draft(seen, drafts.pop(mover)))
                assert plan is not None and plan.actions and not plan.problems
                trial = state.clone()
                for action in plan.actions:
                    assert action in trial.legal_actions()
                    trial.apply(action)
            state.apply(event.action)
        assert not drafts
    assert bool(prepared) is (game_id in ("cotadrez", "stratego"))


HIDING = [
    ("cotadrez", {}),
    ("stratego", {}),
    ("stratego", {"army": "barrage8", "desertion": True}),
    ("stratego", {"promotion_courage": {"types": "all"}, "rescue_rear": 2, "mobile_flag": True}),
    ("stratego", {"board": "hex10", "promotion_merit": {"types": "all"}, "rescue_points": 2}),
]


@pytest.mark.parametrize(("game_id", "options"), HIDING)
def test_games_hide_and_show_secrets(game_id: str, options: dict[str, object]) -> None:
    """Contract rule 14, under options that change secrets; with how much it had to check."""
    game, rng = open_game(game_id, options), Random(f"hides {game_id} {options}")
    match = random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), rng, False)
    RULES["14"](match, rng, SAMPLES)
    state, hidden, shown = match.start.clone(), 0, 0
    for event in match.events:
        hidden += len(game.hides(state, event))
        shown += len(game.shows(state, event))
        state.apply(event.action)
    assert hidden >= shown > 0


def test_rule_14_finds_a_game_that_tells_or_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = open_game("stratego", {"army": "barrage8", "max_actions": 60}), Random(1)
    match = random_walk(Match(MatchConfig("stratego", dict(game.options)), game=game), rng, False)
    plain = game.hides

    def told(state: Any, event: Event) -> dict[object, object]:
        """Tell the other side which home cells are empty."""
        return {name: value for name, value in plain(state, event).items() if value}

    monkeypatch.setattr(type(game), "hides", staticmethod(told))
    with pytest.raises(RuleBroken, match="hides"):
        RULES["14"](match, rng, SAMPLES)
    monkeypatch.setattr(type(game), "hides", staticmethod(lambda state, event: {}))
    with pytest.raises(RuleBroken, match="not hidden"):
        RULES["14"](match, rng, SAMPLES)
