"""Static evaluation: symmetric, exact at the end of the game, aware of the move counter."""

from __future__ import annotations

import pytest

from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.search.evaluate import EARLY, haste, score
from tests.games.andarraya.table import START, state

GAME = Andarraya()


def value(text: str, player: int = 0) -> float:
    return GAME.evaluate(state(text), player)


def test_the_setup_is_even_and_the_sides_get_opposite_values() -> None:
    assert value(START) == 0
    text = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b AEHaeh - 3 2"
    assert value(text, 0) == pytest.approx(-value(text, 1)) and value(text) > 0.4


def test_finished_games_get_their_exact_result() -> None:
    assert value("4Q2k/6pp/8/8/8/8/4q3/K7 b - - 31 16") == 1.0
    assert value("7k/5Q2/8/8/8/8/8/K7 b - - 41 21") == 0.0


def test_an_advantage_is_worth_less_near_the_end_of_the_counter() -> None:
    early, late = (value(f"4k3/8/8/8/8/8/8/Q3K3 w - - {n} 40") for n in (20, 99))
    assert 0 < late < early / 4


def test_a_dead_pawn_counts_less_and_a_lone_king_is_driven_to_the_edge() -> None:
    alive, dead = "4k3/P7/8/8/8/8/8/QK6 w - - 0 1", "P3k3/8/8/8/8/8/8/QK6 w - - 0 1"
    assert value(alive) > value(dead)
    assert value("k7/8/2K5/8/8/8/8/Q7 b - - 0 1") > value("8/8/3k4/8/8/8/8/QK6 b - - 0 1")


def test_a_mating_attack_counts_more_near_the_end_of_the_counter() -> None:
    """Compare one extra pawn with a queen and a rook close to a king at the edge."""
    hurries = [haste(left) for left in (101, EARLY, EARLY // 2, 0)]
    assert hurries[:2] == [1.0, 1.0] and hurries == sorted(hurries) and hurries[-1] > 3
    richer, nearer = "8/3k4/p7/8/8/PP6/1Q3P2/2R3K1", "k7/2R5/p2Q4/8/8/P7/5P2/6K1"
    boards = [state(f"{text} w - - 10 6").board for text in (richer, nearer)]
    greed = [score(board, 0, 1.0) for board in boards]
    haste_ = [score(board, 0, hurries[-1]) for board in boards]
    assert haste_[1] - haste_[0] > 100 + greed[1] - greed[0]
    early, late = (
        [value(f"{text} w - - {n} {n // 2 + 1}") for text in (richer, nearer)] for n in (10, 70)
    )
    assert late[1] - late[0] > early[1] - early[0]
