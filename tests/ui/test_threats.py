"""Marks on own pieces that another side could attack."""

from __future__ import annotations

from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable, play
from tests.ui.test_around import at
from ui.render.geometry import geometry
from ui.table import danger

QUEEN_OUT = ("sq:e2", "sq:e4", "sq:e7", "sq:e5", "sq:d1", "sq:h5")


def threats(screen: FakeTable) -> str:
    """Return the marks after the moment in which they are looked for."""
    danger.find(screen.table)
    return str(screen.rest()["threats"])


def marked(screen: FakeTable) -> list[str]:
    """Return the squares with a mark, in order of the board."""
    drawn = threats(screen)
    centres = geometry(screen.table.scene.board, screen.table.turned).centres
    return [name for name, (x, y) in centres.items() if f"translate({x:g} {y:g})" in drawn]


def test_pieces_that_can_be_attacked_are_marked_while_it_is_their_turn() -> None:
    screen = play(at("andarraya"), *QUEEN_OUT)
    assert set(marked(screen)) == {"e5", "f7", "h7"}


def test_a_board_with_an_unplayed_move_has_no_marks_of_threats() -> None:
    screen = at("andarraya")
    screen.app.set_setting("confirm", "always")
    for target in QUEEN_OUT:
        play(screen, target)
        if screen.table.unplayed is not None:
            play(screen, "act:confirm")
    play(screen, "sq:g7", "sq:g6")
    assert screen.table.unplayed is not None and screen.rest()["threats"] == ""
    play(screen, "act:cancel")
    assert set(marked(screen)) == {"e5", "f7", "h7"}


def test_marks_of_threats_can_be_switched_off() -> None:
    screen = play(at("andarraya"), *QUEEN_OUT)
    screen.app.set_setting("threats", "off")
    screen.restyle()
    assert screen.rest()["threats"] == ""


def test_an_earlier_position_has_no_marks_of_threats() -> None:
    screen = play(at("andarraya"), *QUEEN_OUT)
    screen.press(aim("act:log-prev"))
    assert screen.rest()["threats"] == ""
