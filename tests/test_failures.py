"""A failure names its clause and the command that repeats it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import SEED, clauses, pytest_terminal_summary

RULES = "tests/games/stratego/test_rules.py"


def printed(**stats: list[SimpleNamespace]) -> list[str]:
    lines: list[str] = []
    reporter: Any = SimpleNamespace(stats=stats, section=lines.append, write_line=lines.append)
    pytest_terminal_summary(reporter)
    return lines


def failed(nodeid: str, **properties: int) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid, user_properties=list(properties.items()))


@pytest.mark.parametrize(
    ("nodeid", "named"),
    [
        (f"{RULES}::test_4_1_to_begin", "stratego 4.1"),
        (f"{RULES}::test_x1_hexagons", "stratego X1"),
        (f"{RULES}::test_of_no_clause", ""),
        ("tests/test_cases.py::test_case[stratego-4.2]", "stratego 4.2"),
        ("tests/ui/test_app.py::test_4_1_of_no_game", ""),
    ],
)
def test_clause_is_read_from_the_test_or_its_case(nodeid: str, named: str) -> None:
    assert clauses(nodeid) == named


def test_command_repeats_the_test_with_its_seed() -> None:
    lines = printed(failed=[failed(f"{RULES}::test_4_1_to_begin"), failed("a b", **{SEED: 7})])
    assert lines[:2] == ["to repeat a failure", "stratego 4.1:"]
    assert lines[2].endswith(f"python -m pytest {RULES}::test_4_1_to_begin")
    assert lines[3].endswith("python -m pytest 'a b' --hypothesis-profile=soak --hypothesis-seed=7")


def test_nothing_is_printed_without_a_failure() -> None:
    assert printed(passed=[failed(RULES)]) == []
