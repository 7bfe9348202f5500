"""Terrain and things beside the board say what they are when they are pressed or pointed at."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY, game_legend
from tests.fixtures.present import present
from tests.fixtures.says import game_wording
from tests.fixtures.targets import aim
from tests.games.twocities.board import position
from tests.ui.fakes import FakeTable, play
from tests.ui.test_opponent import table
from ui.render.areas import lying
from ui.table import inputs
from ui.table.about import at
from ui.words.targets import NOTHING, square_target

HAND = " As,2s,4h/?,?,? - - 5.0.0.0 card"
FOREST = game_wording("twocities", "about.ground.forest")


def cities() -> FakeTable:
    start = position("Pd4 Lg2", "Ad6", f="g4,b3", h="c6") + HAND
    screen, _ = table((0, 3), start, "twocities")
    return screen


def notice(screen: FakeTable) -> str:
    return str(screen.slots()["notice"])


def test_a_press_on_terrain_without_a_unit_says_what_it_does() -> None:
    """Regression test: it said only that a card has to be chosen first."""
    screen = cities()
    screen.press(aim("sq:g4"))
    assert "<h2>Forest</h2>" in notice(screen) and FOREST in notice(screen)
    screen.press(aim("sq:c6"))
    assert "<h2>Hill</h2>" in notice(screen)
    screen.press(aim("sq:e5"))
    assert "Choose a card" in notice(screen), "open ground has nothing to say"


def test_terrain_is_still_where_a_chosen_unit_goes() -> None:
    screen = cities()
    play(screen, "card:2s", "btn:play", "sq:g2", "sq:b3")
    assert FOREST not in notice(screen), "too far: the reason is given instead"
    screen.press(aim("sq:g4"))
    pieces = screen.table.scene.pieces
    assert [one.glyph for one in pieces if one.square == "g4"] == ["light"]


def test_an_enemy_that_is_no_target_says_why_while_a_target_is_chosen() -> None:
    """Regression test: it was described, as if nothing had been asked."""
    screen, _ = table((0, 3), position("Pd1 Ae4", "Le7 Cc5", h="c5") + HAND, "twocities")
    screen.press(aim("sq:c5"))
    assert "<h2>Cavalry" in notice(screen)
    play(screen, "card:2s", "btn:play", "sq:e4", "sq:e5")
    assert "sq:e7" in map(str, screen.table.can())
    screen.press(aim("sq:c5"))
    assert "on a hill only from another" in notice(screen)


def test_a_pointer_that_rests_on_terrain_describes_it_before_any_mark() -> None:
    """Regression test: the frame of the last turn was described instead."""
    start = position("Pd4 Lg2", "Ad6", f="g4,b3", h="c6") + HAND
    screen, _ = table((0, 3), start, "twocities")
    play(screen, "card:2s", "btn:play", "sq:g2", "sq:g4")
    last = next(mark for mark in screen.table.scene.marks if mark.kind == "last")
    assert "g4" in last.squares
    kinds = [one.entry.kind for one in at(screen.table, aim("sq:g4"))]
    assert kinds.index("light") < kinds.index("forest") < kinds.index("last")


@pytest.mark.parametrize("game", REGISTRY)
def test_ground_and_regions_of_a_first_position_are_described(game: str) -> None:
    legend = game_legend(game)
    screen, _ = table((0, 3), None, game)
    scene = screen.table.scene
    shown = {(cell.name, style, "ground") for cell in scene.board.squares for style in cell.styles}
    shown |= {(name, one.kind, "region") for one in scene.regions for name in one.squares}
    for name, kind, group in shown:
        if (entry := legend.find(kind, group)) is not None:
            found = [one.entry for one in at(screen.table, square_target(name))]
            assert entry.target in {one.target for one in found}, name


RIVER = "9r/10/10/10/10/10/10/3H6/10/R2D6 S S e2f3,e8f9 - - - - - 8.0.0"


def test_a_press_on_water_or_a_mountain_of_cotadrez_describes_it() -> None:
    """The half of the board where a square lies has a name too, but says nothing of the square."""
    screen, _ = table((0, 3), RIVER)
    scene, legend = screen.table.scene, game_legend("cotadrez")
    water = next(cell.name for cell in scene.board.squares if "water" in cell.styles)
    found = {"water": water} | {
        one.kind: next(name for name in one.squares) for one in scene.regions if one.glyph
    }
    taken = {piece.square for piece in scene.pieces}
    free = {kind: name for kind, name in found.items() if name not in taken}
    assert len(free) > 1
    for kind, name in free.items():
        screen.press(square_target(name))
        entry = present(legend.find(kind, "ground", "region"))
        begins = " ".join(screen.table.voice.message(entry.about).split()[:3])
        assert f"<p>{begins}" in notice(screen), kind
    screen.press(aim("sq:d6"))
    assert "<h2>" not in notice(screen) and "refused" in notice(screen)


NAMED = (("mercenary", "Reinforcements"), ("held", "Cards in hand"), ("deck", "Cards in the deck"))


def test_a_press_on_a_number_beside_a_name_says_what_it_counts() -> None:
    """Regression test: the shield was described as a card, the opponent's hand as the deck."""
    screen = cities()
    items = {
        item.glyph: lying(item)
        for area in screen.table.scene.areas
        for item in area.items
        if item.glyph
    }
    for glyph, title in NAMED:
        screen.press(aim(items[glyph]))
        said = notice(screen)
        assert f"<h2>{title}</h2>" in said
        assert game_wording("twocities", f"about.thing.{glyph}") in said


def test_a_press_on_such_a_number_plays_and_refuses_nothing() -> None:
    screen = cities()
    screen.press(aim("card:2s"))
    before = screen.table.selection.prefix
    screen.press(aim("item:mercenary"))
    assert screen.table.selection.prefix == before != ()
    assert "refused" not in notice(screen)
    inputs.hover(screen.table, NOTHING)
    assert "Reinforcements" in notice(screen), "it stays until the next press"


def test_a_card_with_the_focus_does_not_take_the_place_of_the_latest_turn() -> None:
    """Regression test: the first card has the focus when a turn begins, and its sentence covered
    what the computer had done."""
    said = "can attack this"
    screen = cities()
    inputs.hover(screen.table, aim("card:2s"))
    assert said not in notice(screen)
    screen.press(aim("card:2s"))
    assert said in notice(screen)
