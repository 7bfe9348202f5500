"""Marks that do not explain themselves: left out, or with a sentence beside the board."""

from __future__ import annotations

import re

import pytest

from engine.games.twocities.game import TwoCities
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.games.twocities.board import position
from tests.ui.fakes import FakeTable, play
from tests.ui.test_opponent import slots, table
from ui.render.geometry import geometry
from ui.render.marks import scene_marks
from ui.table import danger, speech

GUARDED = "9r/10/10/10/10/10/10/3H6/10/R2D6 S S e2f3,e8f9 - - - - - 8.0.0"
RELAY = "9r/10/10/10/10/10/10/10/1L8/R9 S S e2f3,e8f9 - - - - - 8.0.0"
CHESS = "4k3/8/8/8/8/8/4P3/R3K3 w AE - 0 1"


def hinted(screen: FakeTable, square: str) -> str:
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
    words = says("reach.swap")
    assert words not in slots(screen)
    screen.press(aim("sq:b2"))
    assert "mark-swap" in slots(screen) and words in slots(screen)
    screen.press(aim("sq:b2"))
    assert words not in slots(screen)
    assert not re.search("mark-swap", slots(screen))


ARMED = " As,2s,4h/?,?,? - - 5.0.0.0 card"
CROSS, CORNER = says("reach.block"), says("reach.threat")


def test_a_cross_is_explained_only_with_the_unit_whose_view_it_blocks() -> None:
    """Regression test: the sentence stood in the place of the opponent's turn, without a cross."""
    start = position("Pd4 Ag2", "Ad6 Ld7", f="g4,b3") + ARMED
    screen, _ = table((0, 3), start, "twocities")
    assert CROSS not in slots(screen)
    screen.press(aim("sq:d6"))  # an enemy: it is described
    assert "mark-block" in slots(screen) and CROSS in slots(screen)
    screen.press(aim("card:2s"))
    assert CROSS not in slots(screen)
    play(screen, "card:As", "btn:play", "sq:g2", "btn:stay")
    assert CROSS not in slots(screen)


def test_what_a_resting_pointer_described_goes_when_something_happens() -> None:
    """Regression test: the description of a new card stood in the place of what had happened."""
    start = position("Pd4", "Ad6") + ARMED
    screen, _ = table((0, 3), start, "twocities")
    kept = screen.table
    kept.state.greeting = None
    for pinned in (False, True):
        kept.state.named, kept.state.pinned = aim("sq:d4"), pinned
        kept.state.revision.bump()
        speech.after(kept)
        assert bool(kept.state.named) == pinned
        assert ("named" in slots(screen)) == pinned


@pytest.mark.parametrize(
    ("game", "start", "threatened", "safe"),
    [
        ("twocities", position("Pd4 Pa1", "Ad6") + ARMED, "d4", "a1"),
        ("andarraya", "r3k3/8/8/8/8/8/8/R3K3 w AE - 0 1", "a1", "e1"),
    ],
)
def test_a_red_corner_is_explained_with_the_piece(
    game: str, start: str, threatened: str, safe: str
) -> None:
    screen, _ = table((0, 3), start, game)
    kept = screen.table
    kept.state.greeting = None
    danger.find(kept)
    assert "mark-threat" in slots(screen) and CORNER not in slots(screen)
    for square in (threatened, safe):
        kept.state.named = aim(f"sq:{square}")
        kept.state.revision.bump()
        assert (CORNER in slots(screen)) == (square == threatened)


def test_the_strength_of_a_target_lies_above_its_mark() -> None:
    start = position("Pd4", "Pd5:1 Pe4") + ARMED.replace("As", "6s")
    screen, _ = table((0, 3), start, "twocities")
    play(screen, "card:6s", "btn:play", "sq:d4", "btn:stay")
    slots = screen.slots()
    below, above = str(slots["marks"]), str(slots["targets"])
    assert "mark-capture" in below and "mark-capture" not in above
    assert above.index("badge-hits") > above.rfind("mark-") and above.count("badge-") == 1


def test_a_card_of_ones_own_marks_no_files_in_another_players_turn() -> None:
    """Regression test: it marked the opponent's files beside its own name."""
    start = position("Pd4 Pe4", "Pd6 Pe6") + " As,2s,4h/3s,4c,4d - - 5.0.0.0 card"
    game = TwoCities()
    state = game.state_from_text(start)
    assert [mark.kind for mark in game.reach(state, "card:As")] == ["zone", "note"]
    assert not game.reach(state, "card:3s")
