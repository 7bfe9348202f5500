"""Faults of a position that is being edited (rulebook, 7.4)."""

from __future__ import annotations

import pytest

from engine.games.twocities.editing import TwoCitiesEditor
from engine.games.twocities.game import TwoCities
from tests.games.twocities.board import case

HANDS = "Ah,2h,2d/As,2s,2c -"
SPENT = {
    "exhausted": ("", "", "Jd,Qd,Kd", "editor.bad.exhausted"),
    "a card is left": ("", "", "Jd,Qd", None),
    "one side has a unit": ("Ld3", "", "Jd,Qd,Kd", None),
    "the other side has a unit": ("", "Ld6", "Jd,Qd,Kd", None),
}


@pytest.mark.parametrize("name", SPENT)
def test_7_4_both_sides_exhausted_is_no_position_of_a_game(name: str) -> None:
    white, black, removed, key = SPENT[name]
    editor = TwoCitiesEditor(TwoCities())
    fault = editor.fault(editor.sheet(case(white, black, rest=f"{HANDS} {removed} 20.3.0.0 card")))
    assert (fault and (fault.message.key, fault.message.clause)) == (key and (key, "7.4"))
