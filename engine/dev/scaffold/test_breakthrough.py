"""Tests of Breakthrough's rulebook, each named after its clause."""

from __future__ import annotations

import pytest

from engine.core.errors import BadPosition
from engine.dev.scaffold.breakthrough.game import GAME

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP white 0 -"


def moves(position: str, start: str) -> set[str]:
    game = GAME()
    state = game.state_from_text(position)
    texts = (game.action_text(state, action) for action in state.legal_actions())
    return {text for text in texts if text.startswith(start)}


def after(position: str, move: str) -> str:
    game = GAME()
    state = game.state_from_text(position)
    state.apply(game.parse_action(state, move))
    return state.to_text()


def test_1_1_each_side_starts_with_two_ranks_of_pawns() -> None:
    assert GAME().initial_state().to_text() == START


def test_1_2_turns_alternate() -> None:
    assert after(START, "a2-a3") == "pppppppp/pppppppp/8/8/8/P7/1PPPPPPP/PPPPPPPP black 1 -"
    assert len(moves(START, "")) == 22


def test_2_1_pawn_moves_straight_ahead_only_to_an_empty_square() -> None:
    assert moves("8/8/8/4p3/4P3/8/8/8 white 0 -", "e4") == {"e4-d5", "e4-f5"}
    assert moves("8/8/8/8/4P3/4p3/8/8 black 1 -", "e3") == {"e3-d2", "e3-e2", "e3-f2"}


def test_2_2_pawn_captures_diagonally_but_never_an_own_pawn() -> None:
    position = "8/8/8/3pp3/4P3/8/8/8 white 0 -"
    assert moves(position, "e4") == {"e4xd5", "e4-f5"}
    assert after(position, "e4xd5") == "8/8/8/3Pp3/8/8/8/8 black 1 -"
    assert moves("8/8/8/p2P4/4P3/8/8/8 white 0 -", "e4") == {"e4-e5", "e4-f5"}


def test_3_1_pawn_on_the_last_rank_wins() -> None:
    assert after("8/4P3/8/8/8/8/p7/8 white 4 -", "e7-d8") == "3P4/8/8/8/8/8/p7/8 black 5 reached:0"
    assert after("8/4P3/8/8/8/8/p7/8 black 5 -", "a2-a1") == "8/4P3/8/8/8/8/8/p7 white 6 reached:1"


def test_3_2_capturing_the_last_pawn_wins() -> None:
    assert after("8/8/8/3p4/4P3/8/8/8 white 4 -", "e4xd5") == "8/8/8/3P4/8/8/8/8 black 5 taken:0"


def test_bad_positions_are_refused() -> None:
    for text in ("8/8/8/8/4P3/8/8/8 white 4 -", "8/pppppppp/pppppppp/p7/4P3/8/8/8 white 4 -"):
        with pytest.raises(BadPosition):
            GAME().state_from_text(text)
