"""Arrows of the last turns on the board: each can be read, none covers another."""

from __future__ import annotations

import re

import pytest

from engine.core.scene import square_board
from engine.core.telling import Happening
from engine.core.texts import Message
from tests.fixtures.present import present
from tests.games.stratego.helpers import position
from tests.games.telling import read, told
from ui.render.geometry import geometry
from ui.render.telling import effects
from ui.render.trails import trail

BOARD = geometry(square_board(8, 8, {}), False)


def way(kind: str, *squares: str) -> Happening:
    return Happening(kind, Message("w"), squares=squares)


def kinds(drawn: str) -> list[str]:
    return re.findall(r"trail trail-(\w+)", drawn)


def starts(drawn: str) -> list[tuple[float, float]]:
    found = re.findall(r'<polyline points="([\d.-]+),([\d.-]+) ', drawn)
    return [(float(x), float(y)) for x, y in found]


def test_a_turn_of_several_moves_leaves_a_trail_on_the_board() -> None:
    steps = [
        way("move", "a1", "a3"),
        way("shoot", "a3", "a5"),
        way("place", "b1"),
        way("take", "b1", "b2", "c4"),
        way("fight", "a5", "a6"),
    ]
    drawn = trail(BOARD, steps)
    assert drawn.count("<polyline") == 3
    assert kinds(drawn) == ["move", "shoot", "fight"]


def test_the_step_of_a_winner_does_not_cover_the_arrow_of_its_fight() -> None:
    fight, step = way("fight", "a1", "a2"), way("move", "a1", "a2")
    assert kinds(trail(BOARD, [fight, step])) == ["fight"]
    assert kinds(trail(BOARD, [fight, way("move", "a2", "a3")])) == ["move", "fight"]


def test_a_fight_of_stratego_leaves_one_arrow() -> None:
    game, text = position("r9e4 b4e5")
    start = game.state_from_text(text)
    telling = told(start, read(start, "e4xe5"), 1)
    assert {"fight", "move"} <= {one.kind for one in telling if len(one.squares) == 2}
    board = geometry(game.scene(start, 1).board, False)
    assert kinds(trail(board, telling)) == ["fight"]
    shown = effects(board, telling)
    assert "fx-fight" in shown and "fx-move" not in shown


def test_two_arrows_over_the_same_way_keep_apart() -> None:
    there, back = way("fight", "b2", "b3"), way("move", "b4", "b1")
    (x1, _), (x2, _) = starts(trail(BOARD, [there, back]))
    centre = BOARD.centres["b1"][0]
    assert x1 != x2 and x1 + x2 == 2 * centre  # one on each side of the line
    alone = starts(trail(BOARD, [there])) + starts(trail(BOARD, [way("move", "b4", "b1")]))
    assert {x for x, _ in alone} == {centre}
    crossing = starts(trail(BOARD, [way("move", "a2", "c2"), way("move", "b1", "b3")]))
    assert BOARD.centres["a2"] in crossing and BOARD.centres["b1"] in crossing
    meeting = starts(trail(BOARD, [way("move", "b1", "b2"), way("move", "b4", "b2")]))
    assert {x for x, _ in meeting} == {centre}  # head to head, but not over each other


def test_the_head_of_an_arrow_is_beside_the_piece_it_points_to() -> None:
    """Regression test: the head lay on the disc of the piece, dark on dark."""
    drawn = trail(BOARD, [way("move", "a1", "a3")])
    found = present(re.search(r'points="[^"]* ([\d.-]+),([\d.-]+)"', drawn))
    x, y = BOARD.centres["a3"]
    assert abs(float(found[1]) - x) + abs(float(found[2]) - y) == pytest.approx(42)
