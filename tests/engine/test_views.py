"""What a player may keep of a game with secrets: his record, for every game that has any."""

from __future__ import annotations

from random import Random

import pytest

from engine.dev.common import play_on
from engine.games import game_info, list_games, load_game
from engine.match import record
from engine.match.dealer import seeded
from engine.match.match import Match, MatchConfig

SECRET = [info.id for info in list_games() if info.has_secrets]


def played(game_id: str, length: int, seed: int) -> Match:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), dealer=seeded(seed))
    match.begin()
    return play_on(match, Random(seed), length)


@pytest.mark.parametrize("game_id", SECRET)
@pytest.mark.parametrize("length", [5, 60, 140])
def test_a_view_is_written_for_everybody_at_every_stage(game_id: str, length: int) -> None:
    match = played(game_id, length, 4)
    for viewer in (0, 1):
        text = record.write_view(match, viewer)
        assert text.endswith("\n") and "UNKNOWN" not in text


@pytest.mark.parametrize("length", [30, 90])
def test_the_view_of_a_hand_of_cards_replays_to_what_its_owner_sees(length: int) -> None:
    match = played("twocities", length, 2)
    for viewer in (0, 1):
        again = record.read(record.write_view(match, viewer))
        assert again.state.observation(viewer).key() == match.state.observation(viewer).key()


def test_the_view_of_a_deployment_is_the_own_deployment() -> None:
    match = played("cotadrez", 5, 1)
    lines = record.write_view(match, 1).splitlines()
    assert lines[-1] == match.state.observation(1).to_text()
    game = load_game("cotadrez")({})
    assert game_info("cotadrez").has_secrets
    assert game.state_from_text(lines[-1]).to_text() == lines[-1]
