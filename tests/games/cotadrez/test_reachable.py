"""Numbers that no game of Cotadrez brings about have a fault in the editor, with its clause."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.cotadrez.editing import CotadrezEditor
from engine.games.cotadrez.game import Cotadrez
from engine.match.chance import ChanceSampler

BOARD = "talerdelab/hcpl2apch/c8h/10/10/10/10/C8H/HCPL2APCH/TALERDELAB"
LESS = "talerdelab/hcpl2apch/c9/10/10/10/10/C8H/HCPL2APCH/TALERDELAB"
# The board, who decides, the Dungeon of the South, the counters; the fault and its clause.
CASES = {
    "composed": (BOARD, "N", "-", "0.0.0", None),
    "after seven turns": (BOARD, "N", "-", "7.7.0", None),
    "the same player twice": (BOARD, "S", "-", "7.7.0", ("side", "4.1")),
    "quiet before it began": (BOARD, "S", "-", "0.50.0", ("quiet", "5.7")),
    "more quiet turns than turns": (BOARD, "N", "-", "5.6.0", ("quiet", "5.7")),
    "a capture in no turn": (LESS, "N", "H", "5.5.0", ("captured", "5.7")),
    "captured in the first turn": (LESS, "N", "H", "5.4.0", None),
    "passes that were no turns": (BOARD, "S", "-", "6.0.1", ("passes", "5.8")),
}


@pytest.mark.parametrize("name", CASES)
def test_what_no_game_brings_about_is_named_with_its_clause(name: str) -> None:
    board, side, dungeon, counters, wanted = CASES[name]
    editor = CotadrezEditor(Cotadrez())
    text = f"{board} {side} S e2f3,e8f9 - - - {dungeon} - {counters}"
    fault = editor.fault(editor.sheet(editor.game.state_from_text(text)))
    found = fault and (fault.message.key.removeprefix("editor.bad."), fault.message.clause)
    assert found == wanted


@pytest.mark.parametrize("seed", range(4))
def test_no_position_of_a_game_has_a_fault(seed: int) -> None:
    rng = Random(seed)
    game = Cotadrez(Cotadrez.random_options(rng) if seed % 2 else {})
    editor, state, chance = CotadrezEditor(game), game.initial_state(), ChanceSampler(rng)
    seen = 0
    while state.outcome() is None and seen < 100:
        if state.battle:
            seen += 1
            assert editor.fault(editor.sheet(state)) is None, state.to_text()
        chosen = chance(state) if state.current_player() < 0 else rng.choice(state.legal_actions())
        state.apply(chosen)
    assert seen > 10
