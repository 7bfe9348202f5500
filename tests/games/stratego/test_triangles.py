"""The board of triangles (rulebook 5.32): its geometry checked against points of the plane, and the
rules on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import BadOptions
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.boards import layout_of
from engine.games.stratego.rules.movement import legal
from engine.games.stratego.rules.pieces import CODES, kind_of, owner_of
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import model_of
from engine.games.stratego.table import arrange
from tests.fixtures.words import play, refusal
from tests.games.answers import game_of
from tests.games.stratego.helpers import position, state_of, turns

TRI = layout_of("tri10")
NAMES, INDEX = TRI.grid.names, TRI.grid.index
FAR_OFF = "rFk1 bFa10 b4a9"
Measure = Callable[[int, int], int]


def corners(cell: int) -> frozenset[tuple[int, int]]:
    """Return a triangle's corners, in half sides and heights: c+r even (from 1) points up."""
    file, row = cell % 11, cell // 11
    if (file + row) % 2 == 0:
        return frozenset({(file, row), (file + 2, row), (file + 1, row + 1)})
    return frozenset({(file, row + 1), (file + 2, row + 1), (file + 1, row)})


def mine(state: StrategoState, cell: str) -> set[str]:
    return {word[len(cell) :] for word in turns(state) if word.startswith(cell)}


def test_5_32_neighbours_are_the_triangles_that_share_two_corners() -> None:
    for cell in range(TRI.grid.size):
        near = {c for c in range(TRI.grid.size) if len(corners(c) & corners(cell)) == 2}
        assert set(TRI.edges(cell)) == near and len(TRI.edges(cell)) == len(near)


def test_5_32_the_board_is_the_same_after_a_half_turn() -> None:
    last = TRI.grid.size - 1
    assert {last - cell for cell in TRI.lakes} == TRI.lakes and len(TRI.lakes) == 8
    for cell in range(TRI.grid.size):
        assert {last - near for near in TRI.edges(cell)} == set(TRI.edges(last - cell))
        assert TRI.points_down(cell) != TRI.points_down(last - cell)


def test_5_32_a_line_is_a_strip_between_two_parallels_and_the_same_on_the_way_back() -> None:
    """W, E, NW, NE, SW, SE; every triangle of a strip has its corners on the strip's two edges."""
    back = (1, 0, 5, 4, 3, 2)
    measures: tuple[Measure, ...] = (
        lambda x, y: y,
        lambda x, y: y,
        lambda x, y: x + y,
        lambda x, y: x - y,
        lambda x, y: x - y,
        lambda x, y: x + y,
    )
    for cell in range(TRI.grid.size):
        for direction, measure in enumerate(measures):
            after = TRI.step(cell, direction)
            if after >= 0:
                assert TRI.step(after, back[direction]) == cell
                edges = {measure(x, y) for c in (cell, after) for x, y in corners(c)}
                assert max(edges) - min(edges) == (1 if direction < 2 else 2)


def test_5_32_homes_hold_44_cells_and_a_full_army_leaves_four_empty() -> None:
    game = Stratego({"board": "tri10"})
    assert [(zone.size, zone.empties) for zone in game.zones] == [(44, 4), (44, 4)]


def test_2_2_5_32_only_pieces_that_point_down_step_out_of_the_front_line() -> None:
    """a4 e4 g4 k4 lead out; c4 and i4 meet a lake."""
    zone = Stratego({"board": "tri10"}).zones[0]
    out = {NAMES[zone.home[number]] for number, kinds in zone.leaving if 6 in kinds}
    assert out == {"a4", "e4", "g4", "k4"}
    other = Stratego({"board": "tri10"}).zones[1]
    out = {NAMES[other.home[number]] for number, kinds in other.leaving if 6 in kinds}
    assert out == {"a7", "e7", "g7", "k7"}


def test_x1_triangles_have_no_diagonals() -> None:
    for more in ({"cross_country": ["2"]}, {"agile": {"7": "diagonal"}}):
        with pytest.raises(BadOptions) as why:
            Stratego({"board": "tri10", **more})
        assert why.value.code == "X1"


def test_5_18_5_32_marines_cross_a_lake_along_its_strip() -> None:
    """From e5 W over d5 c5 to b5, NW over d5 d6 c6 to c7."""
    state = state_of("r4e5", background=FAR_OFF, board="tri10", marines=["4"])
    assert mine(state, "e5") == {"-f5", "-e4", "-b5", "-c7"}


def test_5_16_5_32_two_steps_go_along_one_strip() -> None:
    state = state_of("r7e5", background=FAR_OFF, board="tri10", agile={"7": "two"})
    assert mine(state, "e5") == {"-f5", "-g5", "-f6", "-e4", "-f4", "-d4"}


def test_5_19_5_32_a_charge_follows_a_strip_until_it_leads_back() -> None:
    """f5 points down: its strip to the south-east begins with g5 in its row and then leads back."""
    for charge, more in (("strict", set()), ("envelop", {"xe4"})):
        state = state_of("r2f5", background=FAR_OFF, board="tri10", charge=charge)
        assert {goal for goal in mine(state, "f5") if int(goal[2:]) < 5} == set()
        assert {"-g5", "-e5", "-f6"} <= mine(state, "f5")
        state = state_of("r2e5 b5e4", background=FAR_OFF, board="tri10", charge=charge)
        assert {goal for goal in mine(state, "e5") if int(goal[2:]) < 5} == more


def test_5_27_5_32_a_relay_goes_through_a_side() -> None:
    state = state_of("r4e5 r5f5 r6e6", background=FAR_OFF, board="tri10", relay=True)
    assert not refusal(state, "e5<>f5")
    assert refusal(state, "e5<>e6") == "IllegalAction"  # they only share a corner


def test_5_29_5_32_span_counts_crossings_along_one_strip() -> None:
    """e5-g5, g5-e5 and e5-f6 all cross e5/f5, but along two strips; f5 lies on both."""
    rest = "- 6 6 r:{};b:a9b9,b9a9,a9b9 - -"

    def barred(moves: str, goal: str) -> bool:
        cell = goal[:2]
        game, text = position(
            f"r2{cell}", rest=rest.format(moves), background="rFk1 bFa10 b4b9",
            board="tri10", two_square="span",
        )  # fmt: skip
        return bool(refusal(game.state_from_text(text), f"{cell}-{goal[2:]}"))

    assert barred("e5g5,g5e5,e5g5", "g5e5")
    assert not barred("e5g5,g5e5,e5f6", "f6e5")
    assert barred("e5f6,f6e5,e5f6", "f6e5")
    assert barred("e5f5,f5e5,e5f6", "f6e5")


@pytest.mark.parametrize("options", [{}, {"relay": True}, {"charge": "envelop"}])
def test_5_32_a_first_cell_shared_by_two_strips_is_one_action(options: dict[str, Any]) -> None:
    """Both slanting strips to the south begin with e4, two to the east with f5."""
    state = state_of("r2e5 b4e4 r4g5", background=FAR_OFF, board="tri10", **options)
    e5, e4, f5 = (INDEX[name] for name in ("e5", "e4", "f5"))
    assert legal(state).count(("attack", e5, e4)) == legal(state).count(("move", e5, f5)) == 1
    model = model_of(state)
    assert model is not None
    found = [action for action in model.attacks() if action == ("attack", e5, e4)]
    assert len(found) <= 1 and len(legal(state)) == len(set(legal(state)))


def test_3_2_5_32_a_cell_that_only_shares_a_corner_is_explained() -> None:
    state = state_of("r5e5 r2g2", background=FAR_OFF, board="tri10")
    why = game_of(state).explain(state, ("sq:e5", "sq:e6"))
    assert why is not None and (why.key, why.clause) == ("explain.not_side", "5.32")
    why = game_of(state).explain(state, ("sq:g2", "sq:g4"))
    assert why is not None and (why.key, why.clause) == ("explain.not_strip", "5.32")


def test_2_1_5_32_the_library_has_set_ups_for_triangles_of_both_sides() -> None:
    state = Stratego({"board": "tri10"}).initial_state()
    found = {one.id for one in arrange.setups(state)}
    assert len(found) >= 3
    other = Stratego({"board": "tri10", "p1_side": "blue"}).initial_state()
    assert {one.id for one in arrange.setups(other)} == found
    for one in arrange.setups(state):
        assert len(arrange.mirror_draft(state, one.draft)) == 40


def test_5_32_reach_names_a_cell_once() -> None:
    state = state_of("r2e5", background=FAR_OFF, board="tri10")
    for mark in Stratego().reach(state, "sq:e5"):
        assert len(mark.squares) == len(set(mark.squares))


def test_7_9_5_32_a_position_counts_eleven_cells_in_a_row() -> None:
    state = play(state_of("r2e5", background=FAR_OFF, board="tri10"), "e5-j9")
    text = state.to_text()
    assert text.split("/")[1] == "b48r2'1" and text.split(" ")[0].endswith("/10rF")
    assert state.game.state_from_text(text).to_text() == text


def strips(cell: int) -> list[list[int]]:
    """Return the three strips of a cell in order: triangles between the same two parallels."""
    families: tuple[tuple[Measure, Measure], ...] = (
        (lambda x, y: y, lambda x, y: x),
        (lambda x, y: x - y, lambda x, y: x + y),
        (lambda x, y: x + y, lambda x, y: x - y),
    )
    out = []
    for across, along in families:
        band = sorted({across(x, y) for x, y in corners(cell)})
        strip = [
            c for c in range(TRI.grid.size) if sorted({across(x, y) for x, y in corners(c)}) == band
        ]
        out.append(sorted(strip, key=lambda c: sum(along(x, y) for x, y in corners(c))))
    return out


STRIPS = [strips(cell) for cell in range(TRI.grid.size)]


def by_hand(state: StrategoState) -> set[tuple[str, int, int]]:
    """Return the legal actions, from strips alone: scouts run, officers take one step."""
    out = set()
    for cell, piece in enumerate(state.board):
        if not piece or owner_of(piece) != state.turn or CODES[kind_of(piece)] in "FB":
            continue
        for strip in STRIPS[cell]:
            at = strip.index(cell)
            for way in (strip[at + 1 :], strip[:at][::-1]):
                for there in way if CODES[kind_of(piece)] == "2" else way[:1]:
                    if there in TRI.lakes:
                        break
                    if state.board[there]:
                        if owner_of(state.board[there]) != state.turn:
                            out.add(("attack", cell, there))
                        break
                    out.add(("move", cell, there))
    return out


def perft(state: StrategoState, depth: int) -> int:
    """Count positions after so many actions; check legal actions against `by_hand` each time."""
    if state.result is not None:
        return 0
    actions = state.legal_actions()
    if state.asked != "turn":
        state.apply(actions[0])
        return perft(state, depth)
    assert sorted(actions) == sorted(by_hand(state))
    if depth == 1:
        return len(actions)
    nodes = 0
    for action in actions:
        after = state.clone()
        after.apply(action)
        nodes += perft(after, depth - 1)
    return nodes


def test_5_32_perft_agrees_with_strips_drawn_by_hand() -> None:
    pieces = "r2e5 r5d3 b2g6 b6f7 b2b9"
    state = state_of(pieces, background="rFk1 bFa10", board="tri10", two_square="off")
    assert [perft(state.clone(), depth) for depth in (1, 2, 3)] == [16, 688, 14292]
