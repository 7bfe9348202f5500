"""Golden files hold the sections of tests that exist, and those only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.games import REGISTRY
from tests.fixtures.golden import Golden, as_lines, read

HERE = Path(__file__).parent


def users(folder: Path) -> set[str]:
    """Return `module::function` of the tests that take the fixture `golden`."""
    return {
        f"{path.stem}::{node.name}"
        for path in folder.glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and any(argument.arg == "golden" for argument in node.args.args)
    }


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_every_section_belongs_to_a_test(game: str) -> None:
    sections = {name.partition("[")[0] for name in read(HERE / game / "told.txt")}
    assert sections == users(HERE / game)


def test_a_changed_sentence_is_found_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "told.txt"
    for sentence, rewrite in (("White moves.", True), ("White moves.", False)):
        golden = Golden(path, "test_x::test_a_move")
        golden([("move", ("a1", "a2"), sentence)])
        golden.check(rewrite)
    changed = Golden(path, "test_x::test_a_move")
    changed([("move", ("a1", "a2"), "White walks.")])
    with pytest.raises(AssertionError, match="make golden"):
        changed.check(rewrite=False)
    changed.check(rewrite=True)
    assert read(path) == {"test_x::test_a_move": ["move | a1 a2 | White walks."]}


def test_nothing_to_read_is_no_golden_sentence(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Golden(tmp_path / "told.txt", "a")("")
    assert list(as_lines({"h": "Ignore a hit"})) == ["h:", "  Ignore a hit"]
