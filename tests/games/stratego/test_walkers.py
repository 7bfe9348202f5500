"""A piece that walks to a flag closed in by bombs is believed to be a miner."""

from __future__ import annotations

import pytest

from engine.games.stratego.rules import belief
from engine.games.stratego.rules.pieces import MINER
from engine.games.stratego.search.belief import cell_chances
from tests.games.stratego.helpers import state_of

CLOSED = "rFa1 rBa2 rBb1 bFj10"
ARMY = "b5j9 b3i10 b8i9 b9h10 b2h9"
OTHER = f"rMj1 {ARMY}"


def raised(walker: str, background: str = CLOSED) -> float:
    """Return how much more likely than by its plain chances the piece is a miner, seen by red."""
    seen = state_of(f"{walker} {OTHER}", background=background).observation(0)
    cell = seen.game.tables.grid.index[walker.partition("b5")[2].strip("'!")]
    return cell_chances.chances(seen, 1)[cell][MINER] / belief.chances(seen, 1)[cell][MINER]


def test_the_nearer_a_walker_comes_to_a_closed_flag_the_likelier_it_is_a_miner() -> None:
    far, nearer, beside = (raised(f"b5'{cell}") for cell in ("a10", "a6", "a3"))
    assert far == pytest.approx(1, abs=0.25)
    assert far < nearer < beside
    assert beside > 2


def test_a_walker_to_an_open_flag_may_be_anything() -> None:
    assert raised("b5'a3", "rFa1 rBa2 r4b1 bFj10") == pytest.approx(1, abs=0.1)


def test_a_piece_that_never_moved_does_not_walk() -> None:
    assert raised("b5a3") < 1.1


def test_of_two_walkers_the_one_near_the_flag_is_the_miner() -> None:
    seen = state_of(f"b4'a3 b5'h7 {OTHER}", background=CLOSED).observation(0)
    index, found = seen.game.tables.grid.index, cell_chances.chances(seen, 1)
    assert found[index["a3"]][MINER] > 2 * found[index["h7"]][MINER]
