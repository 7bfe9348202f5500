"""Boards, seats and colours: rulebook 1.1 to 1.6 and 5.1 to 5.6, by where pieces go."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.errors import BadOptions
from engine.games import load_game
from engine.games.stratego.game import Stratego
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import (
    begin,
    choices,
    field,
    goals,
    laid,
    result,
    state_of,
    token,
    turns,
)

CROSS = "rFd1 r4e1 bFa8 b4a5 gFd14 g4e14 yFn5 y4n6"


def board(**options: Any) -> str:
    """Return an empty board as text, from its highest row to row 1."""
    return field(load_game("stratego")(options).initial_state(), 1)


def sides(text: str) -> str:
    """Return the rows of a position with the sides of the pieces alone."""
    return re.sub(r"([rbgy])[FBS2-9M]", r"\1", text)


def test_1_1_the_board_has_ten_by_ten_cells_and_eight_lakes() -> None:
    assert board() == "10/10/10/10/2~~2~~2/2~~2~~2/10/10/10/10"
    text = "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/1r58/10/rF8r4 red - 0 0 - - -"
    assert goals(Stratego({}).state_from_text(text), "b3") == "a3 b2 b4 c3"


def test_1_2_homes_are_rows_1_to_4_and_7_to_10() -> None:
    army = "22222222MB/B33333444S/4555566667/778899BBFB"
    game = Stratego({"army": {"F": 1, "B": 5, "S": 1, "2": 8, "3": 5, "4": 4, "5": 4, "6": 4,
                              "7": 3, "8": 2, "9": 2, "M": 1}})  # fmt: skip
    both = play(laid(game, army), " ".join(army.replace("/", "")))
    blue, red = "/".join(["b" * 10] * 4), "/".join(["r" * 10] * 4)
    assert sides(field(both, 1)) == f"{blue}/2~~2~~2/2~~2~~2/{red}"


def test_1_2_forward_is_towards_the_rival() -> None:
    assert goals(state_of("r6e4", charge="strict"), "e4") == "d4 e5 f4"
    assert goals(state_of("b6e7", "blue", charge="strict"), "e7") == "d7 e6 f7"


@pytest.mark.parametrize(("side", "here", "there"), [("red", "f9", "f10"), ("blue", "f2", "f1")])
def test_1_2_the_far_line_is_the_last_row_on_the_other_side(
    side: str, here: str, there: str
) -> None:
    options = {"promotion_courage": {"types": "all"}}
    state = begin(state_of(f"{side[0]}4{here}", side, **options), f"{here}-{there}")
    assert field(state, 9) == f"courage:{here}-{there}"


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_1_3_s1_red_acts_first_wherever_it_sits(seat: str) -> None:
    game = Stratego({"army": "barrage8", "p1_side": seat})
    army = "2S3M9...../FB2......./........../.........."
    state = laid(game, army)
    assert state.current_player() == 1, "Red has laid his army first"
    state = play(state, " ".join(army.replace("/", "")))
    assert field(state, 2) == "red" and field(state, 5) == "0"
    lowest = {"red": "r", "blue": "b"}[seat]
    assert sides(field(state, 1)).endswith(f"/{lowest * 5}5/{lowest * 3}7/10/10")


def test_5_1_p1_side_is_the_colour_below() -> None:
    for colour in ("red", "blue"):
        state = begin(Stratego({"p1_side": colour}).initial_state(), "F")
        assert field(state, 1).endswith("rF9/10/10/10") == (colour == "red")
    with pytest.raises(BadOptions):
        Stratego({"p1_side": "green"})


def test_1_6_neighbours_share_an_edge() -> None:
    assert goals(state_of("r6b2"), "b2") == "a2 b1 b3 c2"


def test_1_6_void_cells_cannot_be_entered() -> None:
    state = state_of("r6c1", background="rFe1 bFe10 b4c10", board="octagon")
    assert goals(state, "c1") == "c2 d1"


def test_5_2_s49_two_on_the_cross_sit_south_and_north() -> None:
    game = Stratego({"board": "four_armies"})
    army = "22222333/44455667/89MSBBBF"
    both = play(laid(game, army), " ".join(army.replace("/", "")))
    rows = sides(field(both, 1)).split("/")
    assert rows[0] == "###bbbbbbbb###" and rows[-1] == "###rrrrrrrr###"
    assert set(rows[3:11]) == {"14", "5~2~5"}


FOUR = (
    ["###gggggggg###"] * 3 + ["bbb8yyy"] * 2 + ["bbb2~2~2yyy"] + ["bbb8yyy"] * 2
    + ["bbb2~2~2yyy"] + ["bbb8yyy"] * 2 + ["###rrrrrrrr###"] * 3
)  # fmt: skip


@pytest.mark.parametrize("players", [3, 4])
def test_5_2_the_armies_stand_on_the_arms_of_the_cross(players: int) -> None:
    game = Stratego({"players": players})
    state = game.initial_state()
    order = []
    for home in ("22222333/44455667/89MSBBBF", "22223333"):
        for _ in range(1 if home[-1] == "F" else players - 1):
            order.append(state.current_player())
            columns = "22222333 44455667 89MSBBBF"
            state = play(state, " ".join(columns.replace(" ", "")))
    assert order == list(range(players))
    rows = [row if players == 4 else row.replace("8yyy", "11").replace("2yyy", "5") for row in FOUR]
    assert sides(field(state, 1)).split("/") == rows


def test_5_2_acting_goes_clockwise_from_red() -> None:
    state = state_of("", background=CROSS, players=4)
    words = ["e1-e2", "a5-b5", "e14-e13", "n6-m6"]
    acted = [field(play(state, " ".join(words[:n])), 2) for n in range(5)]
    assert acted == ["red", "blue", "green", "yellow", "red"]
    turned = begin(Stratego({"players": 4, "p1_side": "green"}).initial_state(), "F")
    assert sides(field(turned, 1)).startswith("###8###/###8###/###7r###/"), (
        "with green below red sits above"
    )


def test_s9_every_side_fights_every_other() -> None:
    state = state_of("r9g7 b4f7 g4g8 y4h7", background=CROSS, players=4)
    assert {"g7xf7", "g7xg8", "g7xh7"} <= set(turns(state))
    after = play(state, "g7xf7")
    assert field(after, 2) == "blue" and result(after) == ""


SIZES = {
    "small8": ("8/8/8/2~2~2/2~2~2/8/8/8", "22222333444556678 9MSBBBF"),
    "large12": (
        "12/12/12/12/12/1~~2~~2~~1/1~~2~~2~~1/12/12/12/12/12",
        "2222222233333444455556666777889MSBBBBBBF ........",
    ),
    "octagon": (
        "##6##/#8#/10/10/2~~2~~2/2~~2~~2/10/10/#8#/##6##",
        "2222233334445556667778 89MSBBBBBF..",
    ),
}


@pytest.mark.parametrize("name", SIZES)
def test_5_3_named_boards_have_their_size_shape_and_army(name: str) -> None:
    """Each board has its usual army, and its home zone as many empty cells as are left."""
    rows, army = SIZES[name]
    assert board(board=name) == rows
    words = " ".join(army.replace(" ", ""))
    laid_out = begin(Stratego({"board": name}).initial_state(), words)
    assert choices(laid_out) == ["ready"]


def test_5_5_hexagons_have_six_neighbours() -> None:
    """Even rows lie half a cell to the right."""
    assert goals(state_of("r6e4", board="hex10"), "e4") == "d4 e3 e5 f3 f4 f5"
    assert goals(state_of("r6e3", board="hex10"), "e3") == "d2 d3 d4 e2 e4 f3"


def test_5_5_a_scout_runs_in_straight_lines_over_hexagons() -> None:
    """From e1: W b1–d1, E f1–i1, NW d2 d3 c4 and NE e2 f3 f4, each up to a lake."""
    state = state_of("r2e1", board="hex10")
    assert goals(state, "e1") == "b1 c1 c4 d1 d2 d3 e2 f1 f3 f4 g1 h1 i1"


def test_5_5_on_hexagons_two_of_six_directions_lead_back() -> None:
    assert goals(state_of("r6e4", board="hex10", charge="strict"), "e4") == "d4 e5 f4 f5"


@pytest.mark.parametrize("fight", ["b6xb7", "e5xe6", "f6xf7", "i5xi6"])
def test_5_6_a_piece_on_one_of_the_four_hills_has_one_rank_more(fight: str) -> None:
    here, there = fight.split("x")
    state = state_of(f"r5{here} b6{there}", hills="hills4")
    assert token(state, fight) == f"{fight}:5=6"
    assert token(state_of(f"r5{here} b6{there}"), fight) == f"{fight}:5<6"


def test_5_6_s18_each_counts_where_it_stood_when_the_attack_was_declared() -> None:
    hills = ["e6", "f5"]
    assert token(state_of("r6e5 b6e6", hills=hills), "e5xe6") == "e5xe6:6<6"
    assert token(state_of("r6f5 b6f6", hills=hills), "f5xf6") == "f5xf6:6>6"
    assert token(state_of("r6e6 b7f6", hills=hills), "e6xf6") == "e6xf6:6=7"


def test_s41_cells_have_three_four_or_six_sides_and_there_is_no_fifth_player() -> None:
    steps = {"classic": "d4 e3 e5 f4", "hex10": "d4 e3 e5 f3 f4 f5", "tri10": "d4 e5 f4"}
    for name, found in steps.items():
        background = "rFa1 bFa10 b4c10"
        assert goals(state_of("r6e4", background=background, board=name), "e4") == found
    with pytest.raises(BadOptions):
        Stratego({"players": 5})


def test_5_32_a_set_up_of_triangles_has_44_cells() -> None:
    state = Stratego({"board": "tri10"}).initial_state()
    laying = begin(state, ". . . .")
    assert "." in choices(begin(state, ". . .")) and "." not in choices(laying)
    assert refusal(laying, ".") == "IllegalAction"
