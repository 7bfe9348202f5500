"""Faults of a position that is being edited: each cites its own clause, and no position of a game
has one (rulebook, 3.6 to 5.25)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.games.stratego.editing import StrategoEditor
from engine.games.stratego.game import Stratego
from tests.fixtures.sampled import sampled
from tests.games.stratego.helpers import position

BARE = "rFa1 r4j1 bFj10 b4a10"
LEARNING: dict[str, Any] = {"miner_by_capture": ["4"]}
RISING: dict[str, Any] = {"promotion_merit": {"types": "all", "next_rank_only": False}}
WALKING: dict[str, Any] = {"mobile_flag": True}
MARSHAL_LOST = "- 0 0 - r:M -"
FOUR = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"

# By case: fault and clause, pieces, the fields after the side, and the options.
CASES: dict[str, tuple[str, str, str, str, dict[str, Any]]] = {
    "an empty board": ("alone", "4.3", "", "- 0 0 - - -", {}),
    "one army": ("alone", "4.3", "rFa1 r4j1", "- 0 0 - - -", {}),
    "no flag": ("no_flag", "4.1", "r4j1 bFj10 b4a10", "- 0 0 - - -", {}),
    "only a flag": ("no_mobile", "4.2", "rFa1 bFj10 b4a10", "- 0 0 - - -", {}),
    "flag and bomb": ("no_mobile", "4.2", "rFa1 rBb1 bFj10 b4a10", "- 0 0 - - -", {}),
    "a walking flag": (
        "no_mobile",
        "4.2",
        "rFa1 bFj10 b4a10",
        "- 0 0 - - -",
        {"mobile_flag": True},
    ),
    "a marshal twice": ("counted", "1.4", f"{BARE} rMe5", MARSHAL_LOST, {}),
    "twice in a small army": (
        "counted",
        "5.7",
        "rFa1 r2j1 bFj10 b2a10 rMe5",
        MARSHAL_LOST,
        {"army": "barrage8"},
    ),
    "more than promotions give": (
        "counted_up",
        "1.4",
        f"{BARE} rSe5 r2e4",
        "- 0 0 - r:22222222 -",
        RISING,
    ),
    "a bomb that has moved": ("moved", "3.6", f"{BARE} rB'e5", "- 0 0 - - -", {}),
    "a flag that has moved": ("moved", "3.6", "rF'a1 r4j1 bFj10 b4a10", "- 0 0 - - -", {}),
    "nobody learns": ("skill", "5.20", f"{BARE} r5+e5", "- 0 0 - - -", {}),
    "another type learns": ("skill", "5.20", f"{BARE} r5+e5", "- 0 0 - b:3 -", LEARNING),
    "no miner was captured": ("no_miner", "5.20", f"{BARE} r4+e5", "- 0 0 - b:5 -", LEARNING),
    "nobody rescues": ("rescuer", "5.25", f"{BARE} r5*e5", "- 0 0 - - -", {}),
    "a bomb rescues": ("rescuer", "5.25", f"{BARE} rB*e5", "- 0 0 - - -", {"rescue_rear": 2}),
    "a bomb on the way": ("unmoved", "2.1", f"{BARE} rBe5", "- 0 0 - - -", {}),
    "a scout away that has not moved": ("unmoved", "2.1", f"{BARE} b2e5", "- 0 0 - - -", {}),
    "more quiet turns than turns": ("quiet", "4.5", BARE, "- 5 4 - - -", {}),
    "no turn took the captured pieces": ("quiet_lost", "4.5", BARE, "- 5 6 - r:234 -", {}),
    "too many quiet turns": ("quiet_most", "4.5", BARE, "- 9 9 - - -", {"no_capture_limit": 8}),
    "too many turns": ("actions_most", "4.6", BARE, "- 0 9 - - -", {"max_actions": 8}),
}
SOUND: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a grenade": ("rFa1 rB'j1 bFj10 b4a10", "- 0 0 - - -", {"grenades": True}),
    "a flag that moves": ("rF'a1 r4j1 bFj10 b4a10", "- 0 0 - - -", WALKING),
    "a rescued marshal": (f"{BARE} rM'e5", "- 0 0 - r:M resc.r=M", {"rescue_rear": 2}),
    "a new marshal": (f"{BARE} rM'e5", "- 0 0 - r:M -", RISING),
    "one that has learned": (f"{BARE} r4'+e5", "- 0 0 - b:3 -", LEARNING),
    "one promoted since": (f"{BARE} r5'+e5", "- 0 0 - b:3 -", LEARNING | RISING),
    "a scout away": (f"{BARE} b2'e5", "- 0 0 - - -", {}),
    "the last turn": (BARE, "- 8 8 - - -", {"no_capture_limit": 8, "max_actions": 8}),
    "two turns that took three pieces": (BARE, "- 5 7 - r:23;b:4 -", {}),
    "no turns counted": (BARE, "- 0 0 - r:23;b:4 -", {}),
    "two of four armies": (FOUR[: FOUR.index(" gF")], "- 0 0 - - -", {"players": 4}),
}


def sheet_of(pieces: str, rest: str, options: dict[str, Any]) -> tuple[StrategoEditor, Any]:
    game, text = position(pieces, rest=rest, background="", **options)
    editor = StrategoEditor(game)
    return editor, editor.sheet(game.state_from_text(text))


@pytest.mark.parametrize("name", CASES)
def test_7_9_a_position_that_no_game_reaches_is_named_with_its_clause(name: str) -> None:
    key, clause, pieces, rest, options = CASES[name]
    editor, sheet = sheet_of(pieces, rest, options)
    fault = editor.fault(sheet)
    assert fault is not None
    assert (fault.message.key.rpartition(".")[2], fault.message.clause) == (key, clause)


@pytest.mark.parametrize("name", SOUND)
def test_7_9_what_options_allow_is_no_fault(name: str) -> None:
    editor, sheet = sheet_of(*SOUND[name])
    assert editor.fault(sheet) is None


@pytest.mark.parametrize("seed", sampled(range(30), 1, 1))
def test_7_9_no_position_of_a_game_has_a_fault(seed: int) -> None:
    rng = Random(seed)
    game = Stratego(Stratego.random_options(rng))
    editor, state, met = StrategoEditor(game), game.initial_state(), 0
    while state.outcome() is None:
        state.apply(rng.choice(state.legal_actions()))
        if state.setting_up or (met and rng.random() < 0.9):
            continue
        for viewer in range(-1, game.players):
            seen = editor.sheet(state.observation(viewer))
            assert editor.fault(seen) is None, editor.text(seen)
        assert editor.fault(editor.sheet(state)) is None, state.to_text()
        met += 1
    assert met


CLAUSES = {
    "side=-": "4.3",
    "skips=x": "5.27",
    "quiet=x": "4.5",
    "actions=x": "4.6",
    "memory=x": "3.13",
    "lostr=x": "6.4",
    "extras=x": "5.21",
    "question=place:3": "3.14",
}


@pytest.mark.parametrize("change", CLAUSES)
def test_7_9_each_field_that_cannot_be_read_cites_its_own_clause(change: str) -> None:
    editor = StrategoEditor(Stratego())
    fault = editor.fault(editor.start().with_value(*change.split("=")))
    assert fault is not None and fault.message.clause == CLAUSES[change]


def test_3_6_a_piece_put_outside_its_home_zone_has_moved_if_it_can() -> None:
    editor = StrategoEditor(Stratego())
    tools = {tool.word: tool for tool in editor.tools}
    for word, square, there in (("r5", "e5", "r5'"), ("r5", "a1", "r5"), ("rB", "e5", "rB")):
        sheet = editor.put(editor.empty(), tools[word], square)
        assert sheet.cells[editor.cell(square)] == there
        assert editor.put(sheet, tools[word], square) == editor.empty()
