"""The army and its set-up: rulebook 1.4, 2.1 to 2.4, 5.7, 7.5 and their consequences."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.core.contract import Draft
from engine.core.errors import BadOptions
from engine.dev.common import catalogue
from engine.games.stratego.game import Stratego
from engine.games.stratego.info_options import BOARDS
from engine.games.stratego.rules.pieces import BOMB, FLAG
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.deploy import setup
from engine.match import record
from tests.fixtures.golden import Golden
from tests.fixtures.words import play, refusal
from tests.games.answers import game_of
from tests.games.stratego.helpers import at, begin, choices, field, laid, state_of, token
from ui.learn.lessons.book import sentences

USUAL = {
    "F": 1, "B": 6, "S": 1, "2": 8, "3": 5, "4": 4, "5": 4, "6": 4, "7": 3, "8": 2, "9": 1, "M": 1,
}  # fmt: skip
EIGHT = "2S3M9...../FB2......./........../.........."  # the army of eight


def hand(state: StrategoState) -> dict[str, int]:
    """Return how many of each type the side that sets up can place, one type at a time."""
    found = {}
    for code in USUAL:
        laying, count = state, 0
        while not refusal(laying, code):
            laying, count = begin(laying, code), count + 1
        found[code] = count
    return {code: count for code, count in found.items() if count}


def test_1_4_an_army_has_twelve_types_and_forty_pieces() -> None:
    assert hand(Stratego({}).initial_state()) == USUAL


def test_1_4_every_rank_beats_the_one_below_it() -> None:
    for lower, higher in pairwise("S23456789M"):
        state = state_of(f"r{higher}e5 b{lower}e6")
        assert token(state, "e5xe6") == f"e5xe6:{higher}>{lower}"


ARMIES = {
    "short32": "F1 B5 S1 2x5 3x4 4x3 5x3 6x3 7x3 8x2 9x1 M1",
    "army24": "F1 B3 S1 2x5 3x3 4x3 5x2 6x2 7x1 8x1 9x1 M1",
    "barrage8": "F1 B1 S1 2x2 3x1 9x1 M1",
}


@pytest.mark.parametrize("name", ARMIES)
def test_5_7_the_named_armies_have_32_24_and_8_pieces(name: str) -> None:
    wanted = {word[0]: int(word[-1]) for word in ARMIES[name].split()}
    assert hand(Stratego({"army": name}).initial_state()) == wanted


def test_5_7_an_army_has_one_flag_and_a_ranked_piece() -> None:
    for army in ({"2": 3}, {"F": 2, "2": 3}, {"F": 1, "B": 3}):
        with pytest.raises(BadOptions):
            Stratego({"army": army})


def test_s10_a_custom_army_is_the_same_for_all() -> None:
    game = Stratego({"army": {"F": 1, "2": 3, "M": 2}})
    red = game.initial_state()
    blue = laid(game, "222MM...../F........./........../..........")
    assert blue.current_player() == 1
    assert hand(red) == hand(blue) == {"F": 1, "2": 3, "M": 2}


def test_2_1_the_whole_army_goes_into_the_home_zone() -> None:
    """Forty pieces on forty cells leave none empty; of eight pieces none may be left over."""
    assert "." not in choices(Stratego({}).initial_state())
    game = Stratego({"army": "barrage8"})
    rest = begin(game.initial_state(), ". " * 32)
    assert "." not in choices(rest) and len(choices(rest)) == 7
    assert refusal(rest, ".") == "IllegalAction"


def test_2_1_placing_an_army_is_hidden_from_the_other_side() -> None:
    state = begin(Stratego({}).initial_state(), "2 2 B")
    assert "r" not in field(state.observation(1), 1)
    assert field(state.observation(0), 1).count("r") == 3


@pytest.mark.parametrize("army", ["2S3M9FB2", "." * 32 + "2S3M9FB2"])
def test_s3_a_smaller_army_may_stand_on_any_home_cells(army: str) -> None:
    state = play(Stratego({"army": "barrage8"}).initial_state(), " ".join(army.ljust(40, ".")))
    assert field(state, 2) == "blue"


SIX = "BB88BB9MBB/F222222223/S333344445/5556666777"  # bombs on a4 b4 e4 f4 i4 j4


def last_bomb(**options: Any) -> str:
    """Return why the sixth bomb may not be placed in front; empty if it may."""
    return refusal(Stratego(options).initial_state(), " ".join(SIX[:10]))


def test_2_2_the_six_ways_out_may_not_all_be_closed() -> None:
    assert last_bomb() == "IllegalAction"
    game = Stratego({"p1_side": "blue"})
    assert refusal(game.initial_state(), " ".join(SIX[:10])) == "IllegalAction"


@pytest.mark.parametrize("way_out", [0, 1, 4, 5, 8, 9])
def test_2_2_one_way_out_is_enough(way_out: int) -> None:
    front = SIX[:10].replace("9", "7")
    front = f"{front[:way_out]}2{front[way_out + 1 :]}"
    assert not refusal(Stratego({}).initial_state(), " ".join(front))


def test_s4_what_counts_is_a_possible_first_move() -> None:
    """A colonel on c4 leaves diagonally; neither a relay nor a step into a home counts."""
    assert not last_bomb(cross_country=["8"]) and not last_bomb(grenades=True)
    assert last_bomb(relay=True) and last_bomb(marines=["8"]) == "IllegalAction"


def test_2_3_red_sets_up_first_and_each_from_the_front_and_his_left() -> None:
    game = Stratego({"army": "barrage8"})
    state = play(laid(game, EIGHT), "F B 2 S 3 9 M . . . . 2 " + ". " * 27)
    where = {"a4": "r2", "e4": "r9", "a3": "rF", "j7": "bF", "d7": "bM", "i8": "b2"}
    assert {name: at(state, name) for name in where} == where


def test_2_3_s43_only_types_that_leave_a_first_move_are_offered() -> None:
    state = begin(Stratego({}).initial_state(), "B B 8 8 B B 9 M B")
    assert choices(state) == ["2", "3", "4", "5", "6", "7", "S"]


def both_laid() -> StrategoState:
    """Return the state with both armies placed, before Blue's `ready`."""
    words = " ".join(EIGHT.replace("/", ""))
    return begin(laid(Stratego({"army": "barrage8"}), EIGHT), words)


def test_2_4_after_the_last_cell_there_is_ready_and_then_open() -> None:
    state, asked = both_laid(), []
    while field(state, 9):
        asked.append((state.current_player(), choices(state)))
        state = begin(state, choices(state)[0])
    assert asked == [(1, ["ready"]), (0, ["open"]), (1, ["open"])]
    assert field(state, 2) == "red" and "a4-a5" in choices(state)


def test_s43_the_cells_are_uncovered_when_all_are_ready() -> None:
    """Count the pieces of Red and of Blue that a spectator sees."""
    state, seen = both_laid(), []
    for _ in range(4):
        rows = field(state.observation(-1), 1)
        seen.append((rows.count("r?"), rows.count("b?")))
        if field(state, 9):
            state = begin(state, choices(state)[0])
    assert seen == [(0, 0), (0, 0), (8, 0), (8, 8)]


HEAD = """[Game "stratego"]
[Options {"board":"octagon","army":"barrage8"}]
[Setup.red "2S3M9...../FB2......./#........#/##......##"]
[Setup.blue "FB2S39M..2/........../#........#/##......##"]

"""


def test_7_5_a_set_up_is_written_from_the_front_and_from_its_owners_left() -> None:
    match = record.read(HEAD + "1. a4-a5")
    assert isinstance(match.state, StrategoState)
    found = {name: at(match.state, name) for name in ("b4", "b3", "j7", "d7", "a7")}
    assert found == {"b4": "rS", "b3": "rB", "j7": "bF", "d7": "bM", "a7": "b2"}
    assert record.write(match).startswith(HEAD)


# -- the button *Random* ---------------------------------------------------------------------------

LAYABLE: tuple[dict[str, Any], ...] = (
    *({"board": board} for board in BOARDS if board != "four_armies"),
    *({"players": n, "board": "four_armies", "army": "army24"} for n in (2, 3, 4)),
    *({"army": army} for army in ("short32", "army24", "barrage8")),
    {"army": {"F": 1, "2": 3, "M": 2}},  # no bombs at all
    {"army": {"F": 1, "B": 1, "S": 1}},
    {"hills": "hills4"},
    {"mobile_flag": True},
    {"grenades": True},
    {"charge": "strict"},
    {"cross_country": "all"},
    {"board": {"cols": 6, "rows": 6, "home": 1}, "army": {"F": 1, "B": 3, "2": 2}},
    {"board": "hex10", "p1_side": "blue"},
)


def praised(state: StrategoState, draft: Draft) -> bool:
    """Tell whether a set-up follows the page's advice (`guide.place`): the flag on the last line of
    the home, with as many bombs beside it as there are and fit."""
    tables, side = state.game.tables, state.turn
    there = {tables.grid.index[name]: glyph for glyph, name in draft}
    home, advance = tables.homes[side], tables.advance[side]
    (flag,) = (cell for cell, glyph in there.items() if glyph == "flag")
    beside = [cell for cell in tables.edges[flag] if cell in home]
    bombs = sum(there.get(cell) == "bomb" for cell in beside)
    wanted = min(len(beside), tables.army[BOMB])
    return advance[flag] == min(advance[cell] for cell in home) and bombs == wanted


@pytest.mark.parametrize("options", LAYABLE, ids=str)
def test_random_follows_the_advice_of_the_page(options: dict[str, Any]) -> None:
    game = Stratego(options)
    for side in range(game.tables.players):
        state = game.initial_state()
        state.turn = side
        for seed in range(25):
            draft = game.random_draft(state, Random(seed))
            plan = game.arrangement(state, draft)
            assert plan is not None and not plan.problems
            assert praised(state, draft), draft


def test_random_keeps_placed_pieces_and_guards_a_placed_flag() -> None:
    state = Stratego({}).initial_state()
    for seed in range(25):
        standing = (("flag", "e3"), ("marshal", "a1"), ("bomb", "j4"))
        draft = game_of(state).random_draft(state, Random(seed), standing)
        assert set(standing) < set(draft)
        assert {("bomb", name) for name in ("d3", "f3", "e2", "e4")} < set(draft)


def test_the_computer_hides_its_flag_when_completing_a_set_up() -> None:
    state = begin(Stratego({}).initial_state(), "2 2 B")
    for seed in range(25):
        laying = state.clone()
        for action in setup(laying, Random(seed)):
            laying.apply(action)
        assert FLAG in laying.board[:10]


def test_2_4_a_complete_set_up_says_once_that_all_is_placed() -> None:
    """The empty tray says it; the line above names the button."""
    words = catalogue("stratego", "en")
    assert words.has("table.setup.complete") and words.has("table.setup.tray.empty")


def test_the_first_lesson_teaches_what_a_fight_shows(golden: Golden) -> None:
    for lang in ("en", "es"):
        words = sentences("stratego", lang)
        golden([words.template(name) for name in ("1.1", "1.1.done", "1.2", "2.1")])
