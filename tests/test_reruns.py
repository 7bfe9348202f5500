"""A second try of a browser test is named, and fails a strict run unless it is listed."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.fixtures.evidence import name_of
from tests.fixtures.reruns import LIST, MOST_DAYS, listed, unlisted
from tests.fixtures.turns import in_turn

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 11, 25)
WAVERS = """
from pathlib import Path
from tests.fixtures.turns import in_turn

def test_wavers():
    tried = Path(__file__).with_suffix(".tried")
    first = not tried.exists()
    tried.touch()
    assert not first
"""


def test_list_allows_a_test_for_a_fortnight() -> None:
    text = "# why\n\na.py::test_a 2026-11-11 slow host\na.py::test_b 2026-11-10 slow host\n"
    text += "a.py::test_c 2026-11-26 slow host\n"
    assert listed(text, TODAY) == {"a.py::test_a"} and MOST_DAYS == 14


@pytest.mark.parametrize("line", ["a.py::test_a", "a.py::test_a 2026-11-11", "a x y z"])
def test_line_without_date_or_reason_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"wavering|isoformat"):
        listed(line, TODAY)


def test_cases_count_as_their_test() -> None:
    tried = ["a.py::test_a[x]", "a.py::test_b", "a.py::test_b"]
    assert unlisted(tried, {"a.py::test_a"}) == ["a.py::test_b"]
    assert unlisted(tried, {"a.py::test_a[x]", "a.py::test_b"}) == []


def test_list_of_the_project_can_be_read() -> None:
    assert isinstance(listed(LIST.read_text("utf-8"), date.today()), set)


@pytest.mark.parametrize("parallel", in_turn([(), ("-n", "2")]))
@pytest.mark.parametrize("strict", [False, True])
def test_second_try_is_named_and_fails_a_strict_run(
    tmp_path: Path, strict: bool, parallel: tuple[str, ...]
) -> None:
    (tmp_path / "test_it.py").write_text(WAVERS, "utf-8")
    asked = ("--reruns", "1", "-p", "tests.fixtures.reruns", "-p", "no:cacheprovider")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *asked, *parallel, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "STRICT": "1" if strict else ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "1 passed, 1 rerun" in result.stdout and result.returncode == strict, result.stdout
    assert "passed only at the second try" in result.stdout
    assert "test_it.py::test_wavers" in result.stdout.rpartition("second try")[2]


def test_names_of_kept_files_are_plain() -> None:
    assert name_of("tests/e2e/test_a.py::test_b[ñ/€ 1]") == "test_a-test_b-ñ-1"
