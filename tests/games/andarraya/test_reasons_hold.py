"""Each reason of `explain` in Andarraya names what really forbids (1.4 to 6.3)."""

from __future__ import annotations

import pytest

from engine.games.andarraya.game import Andarraya
from tests.fixtures.sampled import sampled
from tests.games.andarraya.claims import CLAIMS
from tests.games.andarraya.table import state
from tests.games.andarraya.walks import walk
from tests.games.answers import refusal_of
from tests.games.claims import Refusal, disproved, refusals

PASSING = "4k3/8/4n3/K2pP2r/8/8/8/8 w - d6 20 11"
OTHER_CHECK = "n1K1k2r/2b4p/4n3/1B5q/1P6/p3Rp2/r7/8 b eh b3 20 11"
RUNS = [pytest.param(250, 52), pytest.param(2000, 53)]


@pytest.mark.parametrize(("presses", "seed"), sampled(RUNS))
def test_every_reason_is_the_one_that_forbids(presses: int, seed: int) -> None:
    counts, false = disproved(CLAIMS, refusals(Andarraya, walk, seed, presses))
    assert not false
    assert counts.total() >= presses and len(counts) > 22


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        (PASSING, ("sq:e5", "sq:d6"), "exposes"),
        (PASSING, ("sq:e5",), "exposed"),
        (OTHER_CHECK, ("sq:e6",), "no_answer"),
    ],
)
def test_2_9_a_piece_is_told_of_check_or_pin_as_its_moves_are(
    text: str, path: tuple[str, ...], reason: str
) -> None:
    position = state(text)
    one = Refusal(position, path, refusal_of(position, *path))
    assert one.reason == reason and CLAIMS[reason].holds(one)
