"""Armies that no game of Andarraya brings about have a fault in the editor (4.3, 6.3)."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.andarraya.editing import AndarrayaEditor
from engine.games.andarraya.game import Andarraya

CASES = {
    "two queens": ("4k3/8/8/8/8/8/8/3QKQ2", "queen_if_none", "4.3"),
    "three knights": ("4k3/8/8/8/8/8/8/1NN1KN2", "queen_if_none", "4.3"),
    "three black rooks": ("r2rkr2/8/8/8/8/8/8/4K3", "queen_if_none", "4.3"),
    "three knights by choice": ("4k3/8/8/8/8/8/8/1NN1KN2", "free", ""),
    "no pawn is missing": ("4k3/8/8/8/8/8/PPPPPPPP/1NN1KN2", "free", "6.3"),
    "two queens by choice": ("4k3/8/8/8/8/8/8/3QKQ2", "choice_if_queen", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_4_3_pieces_that_no_pawn_can_have_become_are_named(name: str) -> None:
    board, promotion, clause = CASES[name]
    editor = AndarrayaEditor(Andarraya({"promotion": promotion}))
    state = editor.game.state_from_text(f"{board} w - - 60 31")
    fault = editor.fault(editor.sheet(state))
    assert (fault.message.clause if fault else "") == clause


@pytest.mark.parametrize("seed", range(6))
def test_no_position_of_a_game_has_a_fault(seed: int) -> None:
    rng = Random(seed)
    game = Andarraya(Andarraya.random_options(rng) if seed % 2 else {})
    editor, state = AndarrayaEditor(game), game.initial_state()
    while state.outcome() is None:
        promoting = [one for one in state.legal_actions() if one[-1]]
        state.apply(rng.choice(promoting or state.legal_actions()))
        assert editor.fault(editor.sheet(state)) is None, state.to_text()
