"""Every number that changes in the window is told in the lines of the turn that changed it."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from engine.core.contract import Action
from engine.dev.common import LANGUAGES, open_game, random_options
from engine.dev.walks import random_walk
from engine.games.cotadrez.rules.state import CotadrezState
from engine.match.match import Match, MatchConfig
from tests.fixtures.census import census
from tests.fixtures.shipped import SHIPPED
from tests.games.answers import game_of
from tests.games.cotadrez.test_siege_status import besieged
from tests.games.telling import plainly_told

GAMES = ("cotadrez", "stratego", "andarraya")


def walked(game_id: str, seed: int) -> Match:
    game = open_game(game_id, {})
    return random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), Random(seed))


def executions(state: CotadrezState) -> list[Action]:
    return [action for action in state.legal_actions() if action[0] == "siege"]


def stormed(seed: int) -> Match:
    """Return a random game of Cotadrez from a position in which a siege can be executed, which it
    is at once."""
    rng = Random(seed)
    starts = (start for _ in count() if (start := besieged(rng)) is not None)
    start, siege = next((start, found) for start in starts if (found := executions(start)))
    game = game_of(start)
    config = MatchConfig("cotadrez", dict(game.options), start=game.position_text(start))
    match = Match(config, game=game)
    match.begin()
    match.play(rng.choice(siege))
    return random_walk(match, rng)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_number_that_changes_is_told(game_id: str, lang: str) -> None:
    changes, missed = census(walked(game_id, 1), 0, lang)
    assert changes > 10 and missed == []


@pytest.mark.parametrize("seed", range(6))
def test_every_number_that_a_siege_changes_is_told(seed: int) -> None:
    for viewer in (0, 1):
        changes, missed = census(stormed(seed), viewer, "en")
        assert changes and missed == []


def test_the_census_finds_a_reserve_whose_sum_is_not_told() -> None:
    _, missed = census(stormed(1), 0, "en", hidden=("→",))
    assert any("reserve" in one and "total" in one for one in missed)


def test_the_census_finds_a_piece_that_is_not_named() -> None:
    _, missed = census(walked("andarraya", 1), 0, "en", hidden=("pawn",))
    assert any(one.split(": ")[1].startswith("lost") for one in missed)


@pytest.mark.soak
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_number_of_many_games_is_told(game_id: str, lang: str) -> None:
    for seed in range(40):
        for viewer in (0, 1):
            assert census(walked(game_id, seed), viewer, lang)[1] == []
            if game_id == "cotadrez":
                assert census(stormed(seed), viewer, lang)[1] == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_event_has_its_own_sentence(game_id: str, seed: int) -> None:
    """None is told by a sentence that fits every game; the first walk with the usual options."""
    options = random_options(game_id, Random(seed)) if seed else {}
    if game_id == "stratego" and not seed:
        options = {"army": "barrage8"}
    assert list(plainly_told(game_id, options, seed)) == []
