"""Compare the engine with the slow generator of reference.py under all option sets."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.text.notation import coordinate
from tests.fixtures.sampled import sampled
from tests.games.andarraya.reference import legal

OPTIONS = {option.name: option.values for option in Andarraya.info.options}
COMBINATIONS = list(product(*OPTIONS.values()))
STARTS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w AEHaeh - 0 1",
    "q3k2r/P1P3P1/8/3pP3/2pP4/8/p1p3p1/Q3K2R b EHeh d3 0 1",
    "4k3/2Q2q2/8/8/8/8/2q2Q2/4K3 w Ee - 0 1",
)
PLIES = 24


def test_6_5_there_are_36_combinations() -> None:
    assert len(COMBINATIONS) == 36


@pytest.mark.parametrize("number", sampled(range(len(COMBINATIONS)), 12))
def test_legal_moves_match_the_reference_in_random_positions(number: int) -> None:
    game = Andarraya(dict(zip(OPTIONS, COMBINATIONS[number], strict=True)))
    rng = Random(number)
    for text in STARTS:
        state = game.state_from_text(text)
        for _ in range(PLIES):
            mine = sorted(coordinate(action) for action in state.moves())
            assert mine == legal(state.to_text(), game.options), state.to_text()
            if state.outcome() is not None:
                break
            state.apply(rng.choice(state.legal_actions()))
