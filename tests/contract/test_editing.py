"""Position editors: what every game with a module `editing` answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.contract import TERMINAL, AnyGame
from engine.core.editing import changed, words_of
from engine.core.errors import BadOptions, BadPosition
from engine.games import (
    MOST_POSITION,
    REGISTRY,
    game_editor,
    game_text,
    load_game,
    position_game,
)

EDITED = [one for one in REGISTRY if game_editor(load_game(one)()) is not None]
games = pytest.mark.parametrize("game_id", EDITED)


def some_games(game_id: str, number: int) -> Iterator[AnyGame]:
    """Yield the usual game and some with random options."""
    rng, title = Random(4), load_game(game_id)
    yield title()
    while number > 1:
        try:
            yield title(title.random_options(rng))
        except BadOptions:
            continue
        number -= 1


def played(game: AnyGame, rng: Random, most: int) -> Iterator[Any]:
    """Yield the positions of a random game."""
    state = game.initial_state()
    for _ in range(most):
        yield state
        if state.current_player() == TERMINAL:
            return
        acts = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
        state = state.clone()
        state.apply(rng.choice(sorted(acts)))


def edited(game_id: str, number: int, most: int) -> int:
    """Take random positions apart and together again; return how many there were."""
    count = 0
    for game in some_games(game_id, number):
        editor = game_editor(game)
        assert editor is not None
        for state in played(game, Random(number), most):
            if not editor.can_edit(state):
                continue
            count += 1
            sheet = editor.sheet(state)
            assert editor.text(sheet) == state.to_text()
            assert editor.sheet(editor.read(sheet)) == sheet
            assert editor.fault(sheet) is None
            assert {one.square for one in editor.scene(sheet).pieces} == {
                name
                for name, word in zip(editor.names, sheet.cells, strict=True)
                if word and word not in editor.fixed
            }
    return count


@games
def test_editing_a_position_gives_back_its_text(game_id: str) -> None:
    assert edited(game_id, 4, 60) > 60


@pytest.mark.soak
@games
def test_editing_many_positions_gives_back_their_texts(game_id: str) -> None:
    assert edited(game_id, 40, 150) > 1000


@games
def test_a_position_built_piece_by_piece_on_the_empty_board_is_the_same(game_id: str) -> None:
    game = load_game(game_id)()
    editor = game_editor(game)
    assert editor is not None
    for state in list(played(game, Random(9), 120))[::30]:
        if not editor.can_edit(state):
            continue
        wanted, sheet = editor.sheet(state), editor.empty()
        tools = {tool.word: tool for tool in editor.tools if tool.word}
        signs = {tool.sign: tool for tool in editor.tools if tool.sign}
        for name, word in zip(editor.names, wanted.cells, strict=True):
            if word and word not in editor.fixed:
                sheet = editor.put(sheet, tools[editor.bare(word)], name)
                for sign in word[len(editor.bare(word)) :]:
                    sheet = editor.put(sheet, signs[sign], name)
        for name, value in wanted.values:
            sheet = sheet.with_value(name, value)
        assert sheet == wanted and editor.read(sheet).key() == state.key()


@games
def test_a_tool_used_twice_leaves_no_trace(game_id: str) -> None:
    editor = game_editor(load_game(game_id)())
    assert editor is not None
    names = [tool.name for tool in editor.tools]
    assert len(set(names)) == len(names) and "erase" not in names
    for tool in editor.tools:
        if tool.word:
            once = editor.put(editor.empty(), tool, "a1")
            assert once != editor.empty() and editor.put(once, tool, "a1") == editor.empty()
            assert editor.clear(once, "a1") == editor.empty()
            assert editor.move(once, "a1", "b1") == editor.put(editor.empty(), tool, "b1")
        assert editor.put(editor.start(), tool, "z99") == editor.start()


@games
def test_squares_of_the_editor_are_those_of_the_board(game_id: str) -> None:
    for game in some_games(game_id, 8):
        editor = game_editor(game)
        assert editor is not None
        start = editor.start()
        assert editor.fault(start) is None
        used = {n for n, word in zip(editor.names, start.cells, strict=True) if word != "#"}
        assert {one.name for one in editor.blank.board.squares} == used


@games
def test_sets_and_bags_keep_the_order_of_the_text(game_id: str) -> None:
    editor = game_editor(load_game(game_id)())
    assert editor is not None
    for field in editor.fields:
        if field.kind in ("set", "bag"):
            value = "-"
            for word, _ in reversed(field.choices):
                value = changed(field, value, word, 1)
            assert words_of(field, value) == [word for word, _ in field.choices]
            assert changed(field, value, "no such word", 1) == value


@games
def test_clauses_named_by_a_position_stand_in_both_rulebooks(game_id: str) -> None:
    editor = game_editor(load_game(game_id)())
    assert editor is not None
    for lang in ("es", "en"):
        book = game_text(game_id, f"rules.{lang}.md") or ""
        position = editor.position
        for clause in (position.clause, *position.clauses.values()):
            assert f"**{clause}**" in book, clause


@games
def test_position_texts_are_recognized_and_no_other_ones(game_id: str) -> None:
    game = load_game(game_id)()
    for state in played(game, Random(2), 150):
        editor = game_editor(game)
        assert editor is not None
        text = state.to_text()
        found = position_game(f"  {text.replace(' ', '  ')}\n")
        assert found == (game_id if editor.can_edit(state) else "")
    assert position_game(text + " " * 3 + "x" * MOST_POSITION) == ""
    for other in ("", "-", "hello", "1. e4 e5", "/" * 4000, '[Game "Andarraya"]'):
        assert position_game(other) == ""


@games
def test_damaged_sheets_have_a_fault_exactly_when_the_reader_refuses(game_id: str) -> None:
    rng, editor = Random(6), game_editor(load_game(game_id)())
    assert editor is not None
    faults = 0
    for _ in range(60):
        sheet = editor.start()
        for _ in range(rng.randrange(1, 6)):
            sheet = editor.put(sheet, rng.choice(editor.tools), rng.choice(editor.names))
            field = rng.choice(editor.fields)
            if rng.random() < 0.3:
                value = rng.choice(("-", "0", "9", "x", "S", "w", "999999"))
                sheet = sheet.with_value(field.name, value)
        fault = editor.fault(sheet)
        editor.scene(sheet, fault)
        try:
            no_game = editor.unreachable(sheet, editor.read(sheet))
        except BadPosition:
            assert fault is not None and fault.message.clause
            assert set(fault.squares) <= set(editor.names)
            faults += 1
        else:
            assert (fault is None) == (no_game is None)
    assert faults > 10
