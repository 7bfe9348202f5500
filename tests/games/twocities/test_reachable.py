"""Positions that no game reaches have a fault in the editor, with its clause; others have none."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.twocities.editing import TwoCitiesEditor
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.frames import CARD
from engine.match.chance import ChanceSampler
from tests.games.twocities.board import position

HANDS = "Ah,2h,2d/As,2s,2c"
# White's units, Black's, discards, removed, counters; the fault and its clause.
CASES = {
    "usual": ("La3 Pb3", "Ld6", "-", "-", "1.0.0.0", None),
    "three heavy infantry": ("Pa3 Pb3 Pc3", "", "-", "-", "1.0.0.0", ("counted", "1.8")),
    "two archers": ("Aa3 Ab3", "", "-", "Jd,Qd", "1.0.2.0", ("counted", "1.8")),
    "two archers by reinforcement": ("Aa3 Ab3", "", "-", "Kd", "1.0.1.0", None),
    "both have the third": ("Ca3 Cb3 Cc3", "Ca6 Cb6 Cc6", "-", "Qd", "1.0.1.0", ("counted", "1.8")),
    "not by reinforcement": ("Aa3 Ab3", "", "-", "Kd", "1.0.0.0", ("bought", "6.1")),
    "cards of eight turns": ("La3", "Ld6", "3h,3d,3s,3c,4h,4d,4s", "Jd", "5.0.0.0", None),
    "too few cards": ("La3", "Ld6", "3h,3d,3s,3c,4h,4d,4s", "-", "5.0.0.0", ("used", "2.9")),
    "too many cards": ("La3", "Ld6", "3h,3d,3s", "-", "2.0.0.0", ("used", "2.9")),
    "reshuffled": ("La3", "Ld6", "3h", "-", "20.0.0.0", None),
    "quiet before it began": ("La3", "Ld6", "3h,3d", "-", "2.3.0.0", ("calm", "7.3")),
}


@pytest.mark.parametrize("name", CASES)
def test_what_no_game_brings_about_is_named_with_its_clause(name: str) -> None:
    white, black, discards, removed, counters, wanted = CASES[name]
    rest = f"{HANDS} {discards} {removed} {counters} card"
    editor = TwoCitiesEditor(TwoCities())
    fault = editor.fault(
        editor.sheet(TwoCities().state_from_text(position(white, black, rest=rest)))
    )
    found = fault and (fault.message.key.removeprefix("editor.bad."), fault.message.clause)
    assert found == wanted


def test_a_row_of_ones_own_has_its_own_units() -> None:
    game = TwoCities({"setup": "LLLTLLLL"})
    editor = TwoCitiesEditor(game)
    for units, key in (("La3 Lb3 Lc3", None), ("Aa3", "editor.bad.counted")):
        text = position(units, rest=f"{HANDS} - - 1.0.0.0 card")
        fault = editor.fault(editor.sheet(game.state_from_text(text)))
        assert (fault and fault.message.key) == key


@pytest.mark.parametrize("seed", range(8))
def test_no_position_of_a_game_has_a_fault(seed: int) -> None:
    rng = Random(seed)
    game = TwoCities(TwoCities.random_options(rng) if seed % 2 else {})
    editor, state, chance = TwoCitiesEditor(game), game.initial_state(), ChanceSampler(rng)
    seen = 0
    while state.outcome() is None and seen < 120:
        if state.ask == CARD:
            seen += 1
            assert editor.fault(editor.sheet(state)) is None, state.to_text()
        if state.current_player() < 0:
            state.apply(chance(state))
        else:
            state.apply(rng.choice(state.legal_actions()))
    assert seen > 10
