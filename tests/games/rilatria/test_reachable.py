"""Numbers that no game of Rilatria brings about have a fault in the editor (9.6)."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.rilatria.editing import RilatriaEditor
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.state import SETUP
from engine.match.chance import ChanceSampler

BOARD = "9/9/ht7/9/9/9/9/9/6HT1"


@pytest.mark.parametrize(
    ("side", "quiet", "number", "clause"),
    [(1, 0, 1, ""), (1, 1, 1, "9.6"), (2, 1, 1, ""), (1, 4, 3, ""), (1, 5, 3, "9.6")],
)
def test_9_6_more_quiet_turns_than_turns_are_named(
    side: int, quiet: int, number: int, clause: str
) -> None:
    editor = RilatriaEditor(Rilatria())
    text = f"{BOARD} {side} N 6.4.0.2.0 6.4.1.2.0 - {quiet} {number}"
    fault = editor.fault(editor.sheet(editor.game.state_from_text(text)))
    assert (fault.message.clause if fault else "") == clause


@pytest.mark.parametrize("seed", range(6))
def test_no_position_of_a_game_has_a_fault(seed: int) -> None:
    rng = Random(seed)
    game = Rilatria(Rilatria.random_options(rng) if seed % 2 else {})
    editor, state, chance = RilatriaEditor(game), game.initial_state(), ChanceSampler(rng)
    seen = 0
    while state.outcome() is None and seen < 200:
        if state.phase != SETUP:
            seen += 1
            assert editor.fault(editor.sheet(state)) is None, state.to_text()
        chosen = chance(state) if state.current_player() < 0 else rng.choice(state.legal_actions())
        state.apply(chosen)
    assert seen > 10
