"""Marks that do not explain themselves: left out, or with a sentence beside the board."""

from __future__ import annotations

import re

import pytest

from tests.fixtures.targets import aim
from tests.ui.test_opponent import slots, table
from ui.render.geometry import geometry
from ui.render.marks import scene_marks
from ui.table.screen import TableScreen

GUARDED = "9r/10/10/10/10/10/10/3H6/10/R2D6 S S e2f3,e8f9 - - - - - 8.0.0"
RELAY = "9r/10/10/10/10/10/10/10/1L8/R9 S S e2f3,e8f9 - - - - - 8.0.0"
CHESS = "4k3/8/8/8/8/8/4P3/R3K3 w AE - 0 1"


def hinted(screen: TableScreen, square: str) -> str:
    """Return the marks drawn while a square is looked at."""
    kept = screen.table
    marks = kept.game.reach(kept.session.observation(), f"sq:{square}")
    assert any(mark.kind == "guard" for mark in marks), "no own piece in the way"
    return str(scene_marks(geometry(kept.scene.board, kept.turned), marks))


@pytest.mark.parametrize(
    ("game", "start", "square"),
    [("cotadrez", GUARDED, "d1"), ("andarraya", CHESS, "a1"), ("andarraya", CHESS, "e1")],
)
def test_no_cross_is_drawn_on_an_own_piece(game: str, start: str, square: str) -> None:
    """Regression test: testers took the cross for the loss of the piece."""
    screen, _ = table((0, 3), start, game)
    drawn = hinted(screen, square)
    assert "mark-reach" in drawn
    assert "mark-guard" not in drawn and "mark-block" not in drawn


def test_the_arrows_of_a_relay_are_explained_while_they_are_drawn() -> None:
    screen, _ = table((0, 3), RELAY)
    words = "Two curved arrows: these pieces can swap places with it."
    assert words not in slots(screen)
    screen.press(aim("sq:b2"))
    assert "mark-swap" in slots(screen) and words in slots(screen)
    screen.press(aim("sq:b2"))
    assert words not in slots(screen)
    assert not re.search("mark-swap", slots(screen))
