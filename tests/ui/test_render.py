"""Rendering of a scene to markup: geometry, layers, keyed parts, areas and the log."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

from engine.core.look import read_look
from engine.core.scene import (
    ACTION_MARKS,
    MARKS,
    TRIANGLE_HEIGHT,
    TRIANGLE_SIDE,
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
from tests.fixtures.targets import aim
from ui.render import board as view
from ui.render.areas import AreaWriter
from ui.render.geometry import Geometry, geometry
from ui.render.ground import ground, view_box
from ui.render.keyed import Keyed, Node, place
from ui.render.log import AROUND, LogView, around, rows
from ui.render.marks import UNDRAWN, extents, scene_mark, target_mark
from ui.render.pieces import figure
from ui.session.turns import LogPoint, Turn
from ui.words.html import Html
from ui.words.i18n import I18n

BOARD = square_board(4, 4, {"b2": ("water",), "c2": ("water",), "d4": ("forest",)})
LOOK = read_look(
    "andarraya",
    {
        "grounds": {
            "water": {"fill": "#08f", "drawing": '<path d="M0 0H9"/>', "joined": True},
            "forest": {"drawing": '<path class="solid" d="M0 0H9V9Z"/>'},
        },
        "regions": {"fortress": "walls", "land": "frontier"},
    },
)
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


def scene(*pieces: Piece, **more: Any) -> Scene:
    return Scene(BOARD, pieces, **more)


def piece(square: str, side: int = 0, **more: Any) -> Piece:
    label = Message("x", text=f"piece of {side}")
    return Piece(f"p{square}", "king", side, square, "K", label, **more)


# -- geometry ------------------------------------------------------------------------------------


def test_the_first_side_sits_at_the_bottom_until_the_board_is_turned() -> None:
    straight, turned = Geometry(BOARD, False), Geometry(BOARD, True)
    assert straight.centres["a1"] == (50, 350) and straight.centres["d4"] == (350, 50)
    assert turned.centres["a1"] == (350, 50) and turned.centres["d4"] == (50, 350)


def test_rows_are_read_from_the_top_left_in_both_orientations() -> None:
    assert Geometry(BOARD, False).rows()[0] == ["a4", "b4", "c4", "d4"]
    assert Geometry(BOARD, True).rows()[0] == ["d1", "c1", "b1", "a1"]


def test_arrows_follow_their_direction_on_a_turned_board_too() -> None:
    assert Geometry(BOARD, False).neighbour("b2", 0, -1) == "b3"
    assert Geometry(BOARD, True).neighbour("b2", 0, -1) == "b1"
    assert Geometry(BOARD, False).neighbour("a1", -1, 0) == "a1"


def test_arrows_move_between_hexagons() -> None:
    g = Geometry(hexes(), False)
    assert g.neighbour("a1", 1, 0) == "a2"
    assert g.neighbour("a2", 0, -1) in ("b1", "b2")
    assert {g.neighbour(name, 0, -1)[0] for name in ("b1", "b2", "b3")} == {"c"}


def triangles() -> Board:
    """Return a board of three rows of four triangles; a1 points up, its neighbours down."""
    squares = tuple(
        Square(
            f"{'abcd'[c]}{r + 1}",
            c * TRIANGLE_SIDE / 2,
            (r + (2 if (c + r) % 2 else 1) / 3) * TRIANGLE_HEIGHT,
            down=(c + r) % 2 == 1,
        )
        for r in range(3)
        for c in range(4)
    )
    return Board("triangle", 4, 3, squares, tuple("abcd"), tuple("123"))


def test_a_row_of_triangles_is_one_row_of_cells_in_both_orientations() -> None:
    assert Geometry(triangles(), False).rows()[2] == ["a1", "b1", "c1", "d1"]
    assert Geometry(triangles(), True).rows()[0] == ["d1", "c1", "b1", "a1"]


def test_arrows_move_along_rows_and_columns_of_triangles() -> None:
    for turned, up in ((False, -1), (True, 1)):
        g = Geometry(triangles(), turned)
        for row in "123":
            for left, right in pairwise("abcd"):
                assert g.neighbour(f"{left}{row}", -up, 0) == f"{right}{row}"
                assert g.neighbour(f"{right}{row}", up, 0) == f"{left}{row}"
        for column in "abcd":
            for low, high in pairwise("123"):
                assert g.neighbour(f"{column}{low}", 0, up) == f"{column}{high}"
                assert g.neighbour(f"{column}{high}", 0, -up) == f"{column}{low}"
        assert g.neighbour("a1", up, 0) == "a1" and g.neighbour("b3", 0, up) == "b3"


def test_triangles_touch_without_a_gap_and_have_three_corners() -> None:
    for turned in (False, True):
        g = Geometry(triangles(), turned)
        assert len(g.outlines(g.centres)) == 1 and len(g.polygon("a1").split()) == 3
        assert g.points_down("a1") == turned and g.points_down("b1") != turned
        assert len(g.border(["a1"]).split("M")) == 2  # one side with a neighbour: b1
        ends = [float(end) for point in g.polygon("d1").split() for end in point.split(",")]
        assert min(ends) >= 0 and max(ends[::2]) <= g.width and max(ends[1::2]) < g.height + 0.1


def test_a_piece_fits_into_a_triangle_beside_the_coordinate() -> None:
    """A piece has a radius of 42 units; the coordinate is in the corner above or below it."""
    g = Geometry(triangles(), False)
    points = [tuple(map(float, point.split(","))) for point in g.polygon("a1").split()]
    _, y = g.centres["a1"]
    assert max(py for _, py in points) - y > 42
    texts = re.findall(r'<text[^>]* y="([-0-9.]+)"[^>]*>(\w+)', str(ground(g.board, False, LOOK)))
    names = {name: float(at) for at, name in texts}
    assert names["a1"] < g.centres["a1"][1] - 42 and names["b1"] - 16 > g.centres["b1"][1] + 42


def test_the_last_action_tints_a_triangle_in_its_own_shape() -> None:
    g = Geometry(triangles(), False)
    assert g.polygon("b1") in str(scene_mark(g, Mark("last", ("b1",))))


def test_the_outline_of_a_ring_is_its_outer_edge() -> None:
    ring = [f"{f}{r}" for f in "abcd" for r in range(1, 5) if f in "ad" or r in (1, 4)]
    g = Geometry(BOARD, False)
    assert len(g.outlines(ring)) == 2
    path = g.outer(ring)
    assert path.count("L") == 3 and "0 0" in path and "400 400" in path


def test_a_hexagon_has_six_corners_and_an_outline() -> None:
    g = Geometry(hexes(), False)
    assert len(g.polygon("a1").split()) == 6
    assert len(g.outlines(["a1", "a2"])) == 1


def test_a_frontier_runs_only_between_squares() -> None:
    lower = [f"{f}{r}" for f in "abcd" for r in (1, 2)]
    path = Geometry(BOARD, False).border(lower)
    assert path.count("M") == 4 and set(re.findall(r" (\d+)", path)) == {"200"}


# -- layers --------------------------------------------------------------------------------------


def test_terrain_is_drawn_unless_a_region_covers_it() -> None:
    assert ground(BOARD, False, LOOK).count("t-water") == 2
    assert "t-forest" in ground(BOARD, False, LOOK)
    assert "t-forest" not in ground(BOARD, False, LOOK, frozenset({"d4"}))


def test_a_region_is_drawn_in_the_style_that_the_look_gives_it() -> None:
    land = Region("land", ("a1", "b1", "c1", "d1"), 0)
    hill = Region("mountain", ("a2",), -1, "peak")
    ring = Region("ring", ("c3", "d3"), 1)
    drawn = view.regions(scene(regions=(hill, ring, land)), False, LOOK)
    assert re.findall(r'class="region r-(\w+) (\w+)"', drawn) == [
        ("frontier", "side0"),
        ("outline", "side1"),
        ("glyph", "neutral"),
    ]
    assert drawn.count('class="frontier"') == 1 and "battlements" not in drawn


def test_joined_squares_have_round_corners_only_at_their_ends() -> None:
    shores = re.findall(r'<path class="tile [^"]*is-water" d="([^"]*)"', ground(BOARD, False, LOOK))
    rounded = [len(re.findall(r"q(?:-?14 0|0 -?14) ", shore)) for shore in shores]
    assert rounded == [2, 2]


def test_every_mark_can_be_drawn_on_squares_and_hexagons() -> None:
    for board in (BOARD, hexes()):
        g = geometry(board, False)
        for kind in MARKS:
            drawn = scene_mark(g, Mark(kind, ("a1", "b1")))
            assert (f"mark-{kind}" in drawn) is (kind not in UNDRAWN)
        for kind in ACTION_MARKS:
            assert f"mark-{kind}" in target_mark(g, kind, "a1")
        assert scene_mark(g, Mark("last", ("z9",))) == ""


def test_a_target_of_several_squares_is_marked_around_all_of_them() -> None:
    wide = extents({"sq:b2": "sq:a1", "sq:b1": "sq:a1", "kind:x": "sq:a1"})
    assert wide == {aim("sq:a1"): ("a1", "b2", "b1")}
    assert "mark-wide" in target_mark(geometry(BOARD, False), "storm", "a1", wide[aim("sq:a1")])


def test_sides_differ_by_their_outline() -> None:
    outlines = {
        figure("andarraya", "king", "K", side).split("<use")[0] for side in (-1, 0, 1, 2, 3)
    }
    assert len(outlines) == 5


def test_a_piece_without_a_plate_has_one_only_for_its_letter_or_if_it_is_unknown() -> None:
    standing, plated = (figure(game, "king", "K", 0) for game in ("andarraya", "cotadrez"))
    assert 'class="body of-letters"' in standing and 'class="glyph standing"' in standing
    assert 'class="body"' in plated and "standing" not in plated
    assert 'class="body"' in figure("andarraya", "king", "K", 0, True)


def test_an_unknown_piece_shows_neither_glyph_nor_letter() -> None:
    drawn = figure("andarraya", "king", "K", 0, True)
    assert "king" not in drawn and ">K<" not in drawn and "?" in drawn


def test_a_moved_piece_changes_only_its_place() -> None:
    before = view.pieces(scene(piece("a1")), False, "andarraya")
    moved = Piece("pa1", "king", 0, "a2", "K", Message("x"))
    after = view.pieces(scene(moved), False, "andarraya")
    assert before.shape == after.shape
    one, two = before.nodes["pa1"], after.nodes["pa1"]
    assert one.inner is two.inner or one.inner == two.inner
    assert one.attributes["style"] != two.attributes["style"]


def test_badges_of_a_piece_are_escaped() -> None:
    drawn = view.pieces(scene(piece("a1", badges=(Badge("hits", NASTY),))), False, "andarraya")
    assert NASTY not in drawn.markup() and "&lt;img" in drawn.markup()


def test_cells_form_a_grid_with_accessible_names() -> None:
    names = view.Names(scene(piece("b2")), say, lambda key: key if "water" in key else "")
    cells = view.cells(scene(piece("b2")), False, names, {"b2": view.Cell("can", "press me")})
    markup = cells.markup()
    assert markup.count('role="row"') == 4 and markup.count('role="gridcell"') == 16
    assert cells.nodes["b2"].attributes["aria-label"] == ("b2, piece of 0, terrain.water. press me")
    assert cells.nodes["a1"].attributes["aria-label"] == "a1"


def test_a_region_with_a_glyph_still_names_its_squares() -> None:
    fort = Region("fortress", ("a1", "b1", "a2", "b2"), 1, "castle", Message("x", text="Fort"))
    drawn = view.regions(scene(regions=(fort,)), False, LOOK)
    assert "#andarraya-castle" in drawn and "battlements" in drawn
    names = view.Names(scene(regions=(fort,)), say, lambda key: "terrain")
    assert names.of("b2") == "b2, Fort"


def test_the_view_box_has_room_for_coordinates() -> None:
    assert view_box(BOARD) == "-34 -9 443 443"
    ten = square_board(10, 10, {})
    assert view_box(ten) == "-60 -9 1069 1043"  # “10” has two digits
    assert '<text x="-33"' in ground(ten, False, LOOK) and '<text x="-31"' not in ground(
        BOARD, False, LOOK
    )


# -- keyed parts ---------------------------------------------------------------------------------


def test_a_frame_puts_the_nodes_in_their_places() -> None:
    keyed = Keyed(1, "i", {"a": Node({}, Html("x")), "b": Node({})}, ("<p>", place("b"), "</p>"))
    assert keyed.markup() == '<p><i data-key="b" tabindex="-1"></i></p>'


# -- areas ---------------------------------------------------------------------------------------


def test_every_kind_of_area_can_be_drawn() -> None:
    item = Item("archer", Message("error.text", text="Archer"), "kind:archer", 0, "A", 2, 3, 5)
    for kind in ("reserve", "hand", "tray", "track", "deck", "dice", "captured"):
        area = Area("id", kind, Message("x", text="Area"), 0, (item,))
        drawn = AreaWriter("andarraya", I18n("en").message).area(area, {"kind:archer"}, ())
        assert 'data-target="kind:archer"' in drawn and "Archer" in drawn


def heard(kind: str, item: Item, can: bool = False) -> str:
    """Return the name that a screen reader gives an area's only item: its `aria-label`, or its
    text without hidden elements."""
    shelf = AreaWriter("andarraya", I18n("en").message)
    drawn = shelf.area(Area("id", kind, Message("x"), 0, (item,)), (item.target,) if can else ())
    (thing,) = re.findall(r"<li[^>]*>(.*)</li>", drawn)
    if label := re.match(r"<[^>]*aria-label=\"([^\"]*)\"", thing):
        return label[1]
    thing = re.sub(r"<svg.*?</svg>|<(\w+)[^>]*aria-hidden.*?</\1>", "", thing)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", thing)).strip()


def test_screen_readers_get_every_number_of_an_area_once() -> None:
    what, note = Message("error.text", text="Honour"), Message("error.text", text="gives luck")
    meter = Item("medal", what, value=4, maximum=6, note=note, state="active")
    assert heard("track", meter) == "Honour: 4 of 6. applies now. gives luck"
    chip = Item("archer", what, "kind:archer", count=3)
    assert heard("reserve", chip) == "Honour: 3"
    assert heard("reserve", chip, True) == "Honour: 3. Can be chosen"
    offer = Item("ram", what, "kind:ram", value=3, note=note)
    assert heard("shop", offer) == "Honour, price 3. gives luck"
    die = Item("", Message("error.text", text="2: hit"), value=2, maximum=6)
    assert heard("dice", die) == "2: hit"
    card = Item("deck", what, "card:Js", count=2, note=note)
    assert heard("hand", card) == "Honour. gives luck×2"


def test_the_name_of_a_square_has_everything_on_it_once() -> None:
    badge = Badge("rank", "6", Message("error.text", text="rank 6"))
    quiet = Badge("hits", "••")
    piece = Piece(
        "p", "captain", 0, "a1", "C", Message("error.text", text="Captain"), (badge, quiet)
    )
    table = scene(piece, marks=(Mark("check", ("a1",)),))
    names = view.Names(table, I18n("en").message, lambda key: "")
    assert names.of("a1") == "a1, Captain, rank 6, in check"


def test_a_row_of_cells_has_a_short_name() -> None:
    names = view.Names(scene(), I18n("en").message, lambda key: "")
    drawn = view.cells(scene(), False, names, {}).markup()
    assert re.findall(r'role="row" aria-label="([^"]*)"', drawn) == [
        f"row {n}" for n in (4, 3, 2, 1)
    ]


def test_an_item_that_cannot_be_pressed_is_no_button() -> None:
    item = Item("archer", Message("x", text=NASTY))
    drawn = AreaWriter("andarraya", say).area(Area("id", "reserve", Message("t"), 0, (item,)))
    assert "<button" not in drawn and NASTY not in drawn


def test_an_empty_area_shows_its_text() -> None:
    area = Area("id", "reserve", Message("t"), 0, (), Message("x", text="nothing here"))
    assert "nothing here" in AreaWriter("andarraya", say).area(area)


def test_a_card_has_its_sign_in_the_corner_if_its_name_begins_with_it() -> None:
    names = ("J♠ Charge", "+3 luck")
    cards = tuple(Item("king", Message("x", text=one), "card:x", letter="J♠") for one in names)
    drawn = AreaWriter("andarraya", say).area(Area("hand", "hand", Message("t"), 0, cards))
    assert drawn.count("card-sign") == 1 and '<b class="card-sign">J♠ </b>' in drawn
    assert all(f'<span class="card-name">{name}<' in drawn for name in ("Charge", "+3 luck"))


# -- log -----------------------------------------------------------------------------------------


def logged(*turns: tuple[int, str, int]) -> list[Turn]:
    """Make turns from (actor, text, end), with the numbers of their rows in the log."""
    found, mark = [], LogPoint()
    for number, (actor, text, end) in enumerate(turns, 1):
        written = mark.written(actor) if actor >= 0 and text else None
        row = written.row if written else 0
        found.append(Turn(actor, text, end, not text, (), number, row))
        mark = written or mark
    return found


def test_a_row_of_the_log_holds_one_turn_of_each_player() -> None:
    turns = logged((0, "", 3), (-1, "x", 4), (0, "a", 5), (1, "b", 6), (0, "c", 7))
    assert [(n, {c: t.text for c, t in cells.items()}) for n, cells in rows(turns)] == [
        (1, {0: "a", 1: "b"}),
        (2, {0: "c"}),
    ]


def test_if_the_second_player_begins_the_first_column_is_empty() -> None:
    turns = logged((1, "a", 1), (0, "b", 2))
    assert [sorted(cells) for _, cells in rows(turns)] == [[1], [0]]


def test_the_log_marks_the_shown_position_and_escapes_its_moves() -> None:
    log = LogView()
    moves = [(n % 2, f"m{n}", n + 1) for n in range(6)]
    first = log.draw(logged(*moves), 6, 2, ())
    assert first.count("aria-current") == 1 and 'data-target="look:6"' in first
    assert NASTY not in log.draw(logged(*moves, (0, NASTY, 7)), 7, 2, ())


def test_of_a_long_log_only_rows_around_the_shown_position_are_drawn() -> None:
    turns = logged(*((n % 2, f"m{n}", n + 1) for n in range(2000)))
    for here in (0, 1, 999, 1000, 2000):
        near = around(turns, here)
        assert len(near) <= 3 * AROUND
        assert not near or near[0].actor == 0
        assert here == 0 or turns[here - 1] in near
    assert [number for number, _ in rows(around(turns, 2000))][-1] == 1000


# -- the games themselves ------------------------------------------------------------------------


def test_a_position_of_every_game_can_be_drawn() -> None:
    from engine.games import REGISTRY, load_game
    from ui.render.picture import picture
    from ui.words.i18n import I18n

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
