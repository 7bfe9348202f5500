"""The positions that the measurements in `tests/bench` start from."""

from __future__ import annotations

import json

import pytest

from engine.match.match import Match, MatchConfig
from tests.bench import thinking, walkers


@pytest.mark.parametrize("game_id", thinking.POSITIONS)
def test_positions_to_think_about_load_and_leave_a_choice(game_id: str) -> None:
    for text in thinking.POSITIONS[game_id]:
        state = Match(MatchConfig(game_id, start=text)).state
        assert len(state.legal_actions()) > 1, text


def test_endings_with_a_walking_miner_have_a_closed_flag_and_a_free_way() -> None:
    endings = [walkers.Ending(**one) for one in json.loads(walkers.FILE.read_text("utf-8"))]
    assert len(endings) == 10
    for one in endings:
        state = walkers.Stratego({}).state_from_text(one.position)
        flag, bombs = walkers.closed_flag(state, one.defender)
        assert flag >= 0 and state.current_player() != one.defender
        assert state.board[one.walker] == walkers.piece_of(1 - one.defender, walkers.MINER)
        assert walkers.lonely(state, walkers.way(state, one.walker, bombs), one.defender)
