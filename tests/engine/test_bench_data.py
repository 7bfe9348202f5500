"""The positions that the measurements in `tests/bench` start from."""

from __future__ import annotations

import pytest

from engine.match.match import Match, MatchConfig
from tests.bench import thinking


@pytest.mark.parametrize("game_id", thinking.POSITIONS)
def test_positions_to_think_about_load_and_leave_a_choice(game_id: str) -> None:
    for text in thinking.POSITIONS[game_id]:
        state = Match(MatchConfig(game_id, start=text)).state
        assert len(state.legal_actions()) > 1, text
