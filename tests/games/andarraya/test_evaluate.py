"""The rough value: fair to both sides, sure of the end, and it sees the counter coming."""

from __future__ import annotations

import pytest

from engine.games.andarraya.game import Andarraya
from tests.games.andarraya.table import START, state

GAME = Andarraya()


def value(text: str, player: int = 0) -> float:
    return GAME.evaluate(state(text), player)


def test_the_setup_is_even_and_values_are_opposite() -> None:
    assert value(START) == 0
    text = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b AEHaeh - 3 2"
    assert value(text, 0) == pytest.approx(-value(text, 1)) and value(text) > 0.4


def test_ends_are_certain() -> None:
    assert value("4Q2k/6pp/8/8/8/8/4q3/K7 b - - 31 16") == 1.0
    assert value("7k/5Q2/8/8/8/8/8/K7 b - - 41 21") == 0.0


def test_an_advantage_is_worth_less_near_the_end_of_the_counter() -> None:
    early, late = (value(f"4k3/8/8/8/8/8/8/Q3K3 w - - {n} 40") for n in (20, 99))
    assert 0 < late < early / 4


def test_a_dead_pawn_is_worth_nothing_and_a_lone_king_is_hunted() -> None:
    alive, dead = "4k3/P7/8/8/8/8/8/QK6 w - - 0 1", "P3k3/8/8/8/8/8/8/QK6 w - - 0 1"
    assert value(alive) > value(dead)
    assert value("k7/8/2K5/8/8/8/8/Q7 b - - 0 1") > value("8/8/3k4/8/8/8/8/QK6 b - - 0 1")
