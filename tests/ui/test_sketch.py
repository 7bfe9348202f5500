"""Arrows and circles that a player draws on the board; they disappear with the next move."""

from __future__ import annotations

from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS, FakeTable, match_of, play, table
from ui.input.sketch import Sketch, SketchMark
from ui.session.share import Exports


def drawn(screen: FakeTable) -> str:
    return screen.slots()["sketch"]


def test_a_stroke_is_an_arrow_or_a_circle_on_one_square() -> None:
    screen = table(STEPS)
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 0, True)
    assert drawn(screen).count("polyline") == 1 and "stroke-0" in drawn(screen)
    screen.sketch(aim("sq:a1"), aim("sq:a1"), 2, True)
    assert drawn(screen).count("<circle") == 1 and "stroke-2" in drawn(screen)


def test_drawing_an_arrow_again_in_the_same_colour_removes_it() -> None:
    screen = table(STEPS)
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 0, True)
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 1, True)
    assert drawn(screen).count("polyline") == 2
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 0, True)
    assert drawn(screen).count("polyline") == 1 and "stroke-1" in drawn(screen)


def test_a_stroke_is_shown_while_drawn_and_dropped_beside_the_board() -> None:
    screen = table(STEPS)
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 0, False)
    assert "polyline" in drawn(screen)
    screen.sketch(aim("sq:d7"), aim(""), 0, True)
    assert drawn(screen) == ""
    screen.sketch(aim("sq:d7"), aim("sq:z99"), 0, True)
    assert drawn(screen) == "" and not screen.sketch(aim("card:1"), aim("sq:d7"), 0, True)


def test_a_sketch_disappears_with_the_next_move_and_is_not_saved() -> None:
    screen = table(STEPS)
    before = Exports(match_of(screen.session)).save_text()
    screen.sketch(aim("sq:d7"), aim("sq:d9"), 0, True)
    assert Exports(match_of(screen.session)).save_text() == before and screen.session.count == 0
    play(screen, "sq:d7", "sq:c7")
    assert drawn(screen) == ""


def test_with_the_sketch_tool_two_presses_draw_and_play_nothing() -> None:
    screen = play(table(STEPS), "act:sketch", "sq:d7", "sq:c7")
    assert screen.attributes()["data-sketch"] == "on" and screen.session.count == 0
    assert drawn(screen).count("polyline") == 1
    play(screen, "sq:a1", "sq:a1")
    assert "<circle" in drawn(screen)
    assert 'data-target="act:wipe"' in screen.rest()["tools"]
    play(screen, "act:wipe")
    assert drawn(screen) == "" and 'data-target="act:wipe"' not in screen.rest()["tools"]
    play(screen, "act:sketch", "sq:d7", "sq:c7")
    assert screen.attributes()["data-player"] == "1"


def test_escape_closes_the_tool_and_removes_the_sketch() -> None:
    screen = play(table(STEPS), "act:sketch", "sq:d7")
    assert "begun" in drawn(screen)
    assert screen.key("Escape", aim(""))
    assert screen.attributes()["data-sketch"] == "off" and drawn(screen) == ""


def test_nothing_can_be_drawn_on_the_curtain() -> None:
    screen = play(table(), "act:random", "act:ready")
    assert not screen.sketch(aim("sq:a1"), aim("sq:a2"), 0, True)


def test_a_sketch_belongs_to_one_position() -> None:
    sketch = Sketch()
    sketch.toggle(SketchMark("a1", "a2"), 1)
    assert sketch.strokes(1) and not sketch.strokes(2) and not sketch.strokes(1)
