"""Cases that take turns are all run within a few days, and none is in no run."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

import pytest

from tests.fixtures.sources import nodes
from tests.fixtures.turns import in_turn, of_today, turn

ROOT = Path(__file__).resolve().parents[1]
CASES = ("a", "b", pytest.param("c", id="third"), "d", "e")


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_every_case_has_its_day(keep: int) -> None:
    met = set()
    for day in range(5):
        found = in_turn(CASES, keep, day=day)
        assert [one.values[0] for one in found] == list("abcde") and found[2].id == "third"
        today = {one.values[0] for one in found if not one.marks}
        assert len(today) == keep
        assert today == {getattr(one, "values", one)[0] for one in of_today(CASES, keep, day=day)}
        met |= today
    assert met == set("abcde")


def test_marks_of_a_case_stay() -> None:
    [one, _] = in_turn([pytest.param(1, marks=pytest.mark.alone), 2], day=1)
    assert {mark.name for mark in one.marks} == {"alone", "soak"}


def test_whole_tests_alternate() -> None:
    def marks(day: int) -> list[bool]:
        found = []
        for number in range(2):

            def test() -> None: ...

            found.append(hasattr(turn(number, of=2, day=day)(test), "pytestmark"))
        return found

    assert [marks(0), marks(1), marks(2)] == [[False, True], [True, False], [False, True]]


def test_every_case_of_an_alternating_test_has_its_day() -> None:
    """Half the days are an even number of cases apart: `DAY // 2` counts those of the test."""
    for number in range(2):
        met = {of_today("abcd", day=day // 2)[0] for day in range(number, 8, 2)}
        assert met == set("abcd")


def test_a_test_has_one_turn_at_most() -> None:
    """With two it would hardly ever run: only on days that are both."""
    turns = [
        (path.name, node.name)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "turn"
    ]
    assert len(turns) > 50
    assert [one for one in turns if turns.count(one) > 1] == []


@pytest.mark.parametrize(
    ("ci", "given", "strict"), [("true", (), "1"), ("", (), ""), ("true", ("STRICT=0",), "0")]
)
def test_second_tries_fail_by_default_in_continuous_integration(
    ci: str, given: tuple[str, ...], strict: str
) -> None:
    told = subprocess.run(
        ["make", "-s", "--eval", "told: ; @echo [$(STRICT)]", "told", *given],
        cwd=ROOT,
        env={**{k: v for k, v in os.environ.items() if k not in ("STRICT", "MAKEFLAGS")}, "CI": ci},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == f"[{strict}]\n"
