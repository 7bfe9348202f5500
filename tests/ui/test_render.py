"""From a scene to markup: geometry, layers, keyed parts, areas."""

from __future__ import annotations

import re
from random import Random

from engine.core.scene import (
    ACTION_MARKS,
    MARKS,
    Area,
    Badge,
    Board,
    Item,
    Mark,
    Piece,
    Region,
    Scene,
    Square,
    square_board,
)
from engine.core.texts import Message
from ui.html import Html
from ui.render import board as view
from ui.render.areas import Shelf
from ui.render.geometry import Geometry, geometry
from ui.render.ground import ground, view_box
from ui.render.keyed import Keyed, Node, place
from ui.render.log import LogView, rows
from ui.render.marks import extents, scene_mark, target_mark
from ui.render.pieces import figure
from ui.session import Turn

BOARD = square_board(4, 4, {"b2": ("water",), "c2": ("water",), "d4": ("forest",)})
NASTY = '<img src=x onerror="x">'


def hexes() -> Board:
    squares = tuple(
        Square(f"{'abc'[r]}{c + 1}", c + 0.5 * (r % 2), r * 0.866)
        for r in range(3)
        for c in range(3)
    )
    return Board("hex", 3, 3, squares, (), ())


def say(message: Message) -> str:
    return str(message.params.get("text", message.key))


def scene(*pieces: Piece, **more: object) -> Scene:
    return Scene(BOARD, pieces, **more)  # type: ignore[arg-type]


def piece(square: str, side: int = 0, **more: object) -> Piece:
    label = Message("x", text=f"piece of {side}")
    return Piece(f"p{square}", "king", side, square, "K", label, **more)  # type: ignore[arg-type]


# -- geometry ------------------------------------------------------------------------------------


def test_the_first_side_sits_at_the_bottom_until_the_board_is_turned():
    straight, turned = Geometry(BOARD, False), Geometry(BOARD, True)
    assert straight.centres["a1"] == (50, 350) and straight.centres["d4"] == (350, 50)
    assert turned.centres["a1"] == (350, 50) and turned.centres["d4"] == (50, 350)


def test_rows_are_read_from_the_top_left_in_both_orientations():
    assert Geometry(BOARD, False).rows()[0] == ["a4", "b4", "c4", "d4"]
    assert Geometry(BOARD, True).rows()[0] == ["d1", "c1", "b1", "a1"]


def test_arrows_go_where_they_point_also_on_a_turned_board():
    assert Geometry(BOARD, False).neighbour("b2", 0, -1) == "b3"
    assert Geometry(BOARD, True).neighbour("b2", 0, -1) == "b1"
    assert Geometry(BOARD, False).neighbour("a1", -1, 0) == "a1"


def test_arrows_find_their_way_between_hexagons():
    g = Geometry(hexes(), False)
    assert g.neighbour("a1", 1, 0) == "a2"
    assert g.neighbour("a2", 0, -1) in ("b1", "b2")
    assert {g.neighbour(name, 0, -1)[0] for name in ("b1", "b2", "b3")} == {"c"}


def test_the_outline_of_a_ring_is_its_outer_edge():
    ring = [f"{f}{r}" for f in "abcd" for r in range(1, 5) if f in "ad" or r in (1, 4)]
    g = Geometry(BOARD, False)
    assert len(g.outlines(ring)) == 2
    path = g.outer(ring)
    assert path.count("L") == 3 and "0 0" in path and "400 400" in path


def test_a_hexagon_has_six_corners_and_an_outline():
    g = Geometry(hexes(), False)
    assert len(g.polygon("a1").split()) == 6
    assert len(g.outlines(["a1", "a2"])) == 1


def test_a_frontier_runs_only_between_squares():
    lower = [f"{f}{r}" for f in "abcd" for r in (1, 2)]
    path = Geometry(BOARD, False).border(lower)
    assert path.count("M") == 4 and set(re.findall(r" (\d+)", path)) == {"200"}


# -- layers --------------------------------------------------------------------------------------


def test_the_ground_is_drawn_once_for_a_board():
    assert ground(BOARD, False) is ground(BOARD, False)
    assert ground(BOARD, True) is not ground(BOARD, False)


def test_terrain_has_a_drawing_of_its_own_unless_a_region_has():
    assert ground(BOARD, False).count("t-water") == 2
    assert "t-forest" in ground(BOARD, False)
    assert "t-forest" not in ground(BOARD, False, frozenset({"d4"}))


def test_every_mark_of_the_vocabulary_can_be_drawn_on_both_kinds_of_board():
    for board in (BOARD, hexes()):
        g = geometry(board, False)
        for kind in MARKS:
            assert f"mark-{kind}" in scene_mark(g, Mark(kind, ("a1", "b1")))
        for kind in ACTION_MARKS:
            assert f"mark-{kind}" in target_mark(g, kind, "a1")
        assert scene_mark(g, Mark("last", ("z9",))) == ""


def test_a_target_that_several_squares_stand_for_is_marked_around_all_of_them():
    wide = extents({"sq:b2": "sq:a1", "sq:b1": "sq:a1", "kind:x": "sq:a1"})
    assert wide == {"sq:a1": ("a1", "b2", "b1")}
    assert "mark-wide" in target_mark(geometry(BOARD, False), "siege", "a1", wide["sq:a1"])


def test_sides_differ_by_their_outline():
    outlines = {figure("g", "king", "K", side).split("<use")[0] for side in (-1, 0, 1, 2, 3)}
    assert len(outlines) == 5


def test_an_unknown_piece_shows_neither_glyph_nor_letter():
    drawn = figure("g", "king", "K", 0, True)
    assert "king" not in drawn and ">K<" not in drawn and "?" in drawn


def test_pieces_are_keyed_and_only_their_place_changes():
    before = view.pieces(scene(piece("a1")), False, "g")
    moved = Piece("pa1", "king", 0, "a2", "K", Message("x"))
    after = view.pieces(scene(moved), False, "g")
    assert before.shape == after.shape
    one, two = before.nodes["pa1"], after.nodes["pa1"]
    assert one.inner is two.inner or one.inner == two.inner
    assert one.attributes["style"] != two.attributes["style"]


def test_badges_of_a_piece_are_escaped_text():
    drawn = view.pieces(scene(piece("a1", badges=(Badge("hits", NASTY),))), False, "g")
    assert NASTY not in drawn.markup() and "&lt;img" in drawn.markup()


def test_cells_are_a_grid_with_a_name_for_everything():
    names = view.Names(scene(piece("b2")), say, lambda key: key if "water" in key else "")
    cells = view.cells(scene(piece("b2")), False, names, {"b2": view.Cell("can", "press me")})
    markup = cells.markup()
    assert markup.count('role="row"') == 4 and markup.count('role="gridcell"') == 16
    assert cells.nodes["b2"].attributes["aria-label"] == (
        "b2, piece of 0, table.terrain.water. press me"
    )
    assert cells.nodes["a1"].attributes["aria-label"] == "a1"


def test_a_region_with_a_glyph_covers_its_squares_and_keeps_its_words():
    fort = Region("fortress", ("a1", "b1", "a2", "b2"), 1, "castle", Message("x", text="Fort"))
    drawn = view.regions(scene(regions=(fort,)), False, "g")
    assert "#g-castle" in drawn and "battlements" in drawn
    names = view.Names(scene(regions=(fort,)), say, lambda key: "terrain")
    assert names.of("b2") == "b2, Fort"


def test_the_picture_has_room_for_coordinates():
    assert view_box(BOARD) == "-34 -9 443 443"


# -- keyed parts ---------------------------------------------------------------------------------


def test_a_frame_holds_the_nodes_in_their_places():
    keyed = Keyed(1, "i", {"a": Node({}, Html("x")), "b": Node({})}, ("<p>", place("b"), "</p>"))
    assert keyed.markup() == '<p><i data-key="b"></i></p>'


# -- areas ---------------------------------------------------------------------------------------


def test_every_kind_of_area_can_be_drawn():
    item = Item("archer", Message("x", text="Archer"), "kind:archer", 0, "A", 2, 3, 5)
    for kind in ("reserve", "dungeon", "hand", "tray", "track", "deck", "dice", "captured", "note"):
        area = Area("id", kind, Message("x", text="Area"), 0, (item,))
        drawn = Shelf("g", say).area(area, {"kind:archer"}, ())
        assert 'data-target="kind:archer"' in drawn and "Archer ×2" in drawn


def test_a_thing_that_cannot_be_pressed_is_no_button():
    item = Item("archer", Message("x", text=NASTY))
    drawn = Shelf("g", say).area(Area("id", "reserve", Message("t"), 0, (item,)))
    assert "<button" not in drawn and NASTY not in drawn


def test_an_empty_area_says_so():
    area = Area("id", "reserve", Message("t"), 0, (), Message("x", text="nothing here"))
    assert "nothing here" in Shelf("g", say).area(area)


# -- log -----------------------------------------------------------------------------------------


def turn(actor: int, text: str, end: int, setup: bool = False) -> Turn:
    return Turn(actor, text, end, setup, (), end)


def test_a_row_of_the_log_holds_one_turn_of_each():
    turns = [
        turn(0, "", 3, True),
        turn(-1, "x", 4),
        turn(0, "a", 5),
        turn(1, "b", 6),
        turn(0, "c", 7),
    ]
    assert [(n, {c: t.text for c, t in cells.items()}) for n, cells in rows(turns)] == [
        (1, {0: "a", 1: "b"}),
        (2, {0: "c"}),
    ]


def test_a_game_that_the_second_player_begins_leaves_the_first_column_empty():
    assert [sorted(cells) for _, cells in rows([turn(1, "a", 1), turn(0, "b", 2)])] == [[1], [0]]


def test_the_log_says_which_position_is_shown_and_keeps_unchanged_rows():
    log = LogView()
    turns = [turn(n % 2, f"m{n}", n + 1) for n in range(6)]
    first = log.draw(turns, 6, 2, ())
    assert first.count("aria-current") == 1 and 'data-target="look:6"' in first
    kept = dict(log._kept)
    log.draw([*turns, turn(0, NASTY, 7)], 7, 2, ())
    assert sum(1 for key in kept if key in log._kept) >= 2
    assert NASTY not in log.draw([*turns, turn(0, NASTY, 7)], 7, 2, ())


# -- the games themselves ------------------------------------------------------------------------


def test_a_position_of_every_game_can_be_drawn():
    from engine.games import REGISTRY, load_game
    from ui.i18n import I18n
    from ui.render.picture import picture

    for game_id in REGISTRY:
        game = load_game(game_id)()
        state = game.initial_state()
        rng = Random(1)
        for _ in range(60):
            if state.current_player() == -2:
                break
            options = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
            state.apply(rng.choice(sorted(options)))
        drawn = picture(game, state.to_text(), I18n("es", game_id))
        assert drawn.startswith("<svg") and 'role="img"' in drawn
