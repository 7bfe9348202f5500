"""Valid and invalid position texts: rulebook 7.1 to 7.6 and 7.12."""

from __future__ import annotations

import pytest

from engine.games import game_editor
from engine.games.andarraya.game import Andarraya
from tests.games.andarraya.table import CHESS, START, field, refused, state

KINGS = "4k3/8/8/8/8/8/8/4K3"


def fen(placement: str = KINGS, rest: str = "w - - 0 1") -> str:
    return f"{placement} {rest}"


@pytest.mark.parametrize(
    "text",
    ["", " ", "w", f"{KINGS} w - - 0", f"{KINGS} w - - 0 1 1", f"{KINGS}  w - - 0 1",
     f"{KINGS} w - - 0\t1", f"{KINGS} w - -  0 1"],
)  # fmt: skip
def test_7_1_7_12_a_position_needs_six_fields(text: str) -> None:
    assert field(text) == "fields"


@pytest.mark.parametrize(
    "placement",
    [
        "4k3/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K4",
        "4k3/8/8/8/8/8/8/4K2",
        "4k3/8/8/8/8/8/8/4K12",
        "4k3/9/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4X3",
        "4k3/08/8/8/8/8/8/4K3",
        "4k3//8/8/8/8/8/4K3",
        "8/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/8",
        "4kk2/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/3KK3",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
        "4k3/8/8/8/8/N7/PPPPPPPP/NNNNKNNN",
        "4k3/8/8/8/8/8/8/P3K3",
        "p3k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K³2",
    ],
)
def test_7_2_7_12_a_bad_placement_is_refused(placement: str) -> None:
    assert field(fen(placement)) == "placement"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (fen(rest="W - - 0 1"), "side"),
        (fen(rest="- - - 0 1"), "side"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "side"),
        (fen(rest="w EA - 0 1"), "unmoved"),
        (fen(rest="w EE - 0 1"), "unmoved"),
        (fen(rest="w X - 0 1"), "unmoved"),
        (fen(rest="w A - 0 1"), "unmoved"),
        (fen(rest="w AE - 0 1"), "unmoved"),
        ("4k3/8/8/8/8/8/8/r3K3 w AE - 0 1", "unmoved"),
        ("4k3/8/8/8/8/8/4K3/8 w E - 0 1", "unmoved"),
        (fen(rest="w E- - 0 1"), "unmoved"),
        (fen(rest="w - e4 0 1"), "ep"),
        (fen(rest="w - e6 0 1"), "ep"),
        (fen(rest="w - x6 0 1"), "ep"),
        (fen(rest="w - e 0 1"), "ep"),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "ep"),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "ep"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", "ep"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "ep"),
        (fen(rest="w - - 102 1"), "counter"),
        (fen(rest="w - - 00 1"), "counter"),
        (fen(rest="w - - +1 1"), "counter"),
        (fen(rest="w - - x 1"), "counter"),
        (fen(rest="w - - ٣ 1"), "counter"),
        (fen(rest="w - - 0 0"), "move"),
        (fen(rest="w - - 0 10000"), "move"),
        (fen(rest="w - - 0 01"), "move"),
        (fen(rest="w - - 0 -"), "move"),
    ],
)
def test_7_12_a_bad_field_is_named(text: str, name: str) -> None:
    assert field(text) == name


def test_7_12_of_several_bad_fields_the_first_is_named() -> None:
    assert field("4k3/8/8/8/8/8/8/4X3 x A e9 999 0") == "placement"
    assert field(f"{KINGS} w A e9 999 0") == "unmoved"
    assert field(f"{KINGS} w - e9 999 0") == "ep"
    assert field(f"{KINGS} w - - 999 0") == "counter"


def test_7_5_the_counter_limit_depends_on_the_option() -> None:
    assert field(fen(rest="w - - 101 51")) == ""
    assert field(fen(rest="w - - 101 51"), **CHESS) == "counter"
    assert field(fen(rest="w - - 100 51"), **CHESS) == ""


@pytest.mark.parametrize(
    "text",
    [
        START,
        "P3k3/8/8/8/8/8/8/p3K3 w - - 7 40",
        "QQQ1k3/8/8/8/8/8/8/3K4 b - - 7 9999",
        "7k/5Q2/8/8/8/8/8/K7 b - - 41 21",
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 3 4",
        "r3k2r/8/8/8/8/8/8/R3K2R b EHae - 0 1",
        "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1",
    ],
)
def test_7_6_a_position_is_written_as_it_was_read(text: str) -> None:
    for options in ({}, CHESS):
        position = Andarraya(options).state_from_text(f"  {text} ")
        assert position.to_text() == text
        position.check_invariants()


def test_7_5_the_move_number_stays_at_9999() -> None:
    position = state("4k3/8/8/8/8/8/8/4K3 b - - 0 9999")
    before = position.turn_index()
    position.apply(("move", 60, 61, 0))
    assert position.to_text() == "5k2/8/8/8/8/8/8/4K3 w - - 1 9999"
    assert position.turn_index() > before
    again = Andarraya().state_from_text(position.to_text())
    assert again.key() == position.key()


def test_7_12_apply_prints_the_error_class_and_the_field() -> None:
    line = refused(fen(rest="w - - 102 1"), "e1e2")[0]
    assert line.startswith("error BadPosition counter ")


def test_7_12_two_kings_on_an_emptied_board_are_a_position() -> None:
    """Regression test: the marks of pieces that are no longer there refused every position."""
    game = Andarraya()
    editor = game_editor(game)
    assert editor is not None
    sheet = editor.empty()
    for word, square in (("K", "c3"), ("k", "g7")):
        tool = next(tool for tool in editor.tools if tool.word == word)
        sheet = editor.put(sheet, tool, square)
    assert game.state_from_text(editor.text(sheet)).outcome() is None
