"""`make test` runs the same tests on every day."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures.sampled import sampled

ROOT = Path(__file__).resolve().parents[1]
DAY, NEXT_DAY, NEXT_WEEK, LEAP_DAY = "2026-11-28", "2026-11-29", "2026-12-05", "2028-02-29"
CHOSEN_BY_DATE = """
from datetime import date
import pytest

@pytest.mark.parametrize("case", [date.today().toordinal() % 2])
def test_case(case) -> None:
    assert case in (0, 1)
"""


def collecting(day: str, *where: str) -> subprocess.Popen[str]:
    """Begin to collect the tests of `make test` as on a day."""
    command = ("-m", "pytest", "-p", "tests.fixtures.on_day", "--collect-only", "-q")
    return subprocess.Popen(
        [sys.executable, *command, "-m", "not soak", *where],
        cwd=ROOT,
        env={**os.environ, "ON_DAY": day, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def ids(running: subprocess.Popen[str]) -> list[str]:
    told, _ = running.communicate(timeout=600)
    assert running.returncode == 0, told[-2000:]
    return [line for line in told.splitlines() if "::" in line]


@pytest.mark.whole
@pytest.mark.parametrize("other", sampled([NEXT_DAY, NEXT_WEEK, LEAP_DAY]))
def test_the_same_tests_are_collected_on_different_days(other: str) -> None:
    running = [collecting(day) for day in (DAY, other)]
    first, second = map(ids, running)
    assert len(first) > 5_000
    assert first == second


def test_a_case_that_is_chosen_by_date_is_noticed(tmp_path: Path) -> None:
    """The plugin moves the clock that tests read."""
    (tmp_path / "test_it.py").write_text(CHOSEN_BY_DATE, "utf-8")
    first, second = [ids(collecting(day, str(tmp_path))) for day in (DAY, NEXT_DAY)]
    assert first and first != second


def test_a_sample_is_fixed_and_keeps_the_marks_of_its_cases() -> None:
    cases = ("a", pytest.param("b", marks=pytest.mark.alone), "c", pytest.param("d", id="last"))
    found = sampled(cases, 2, shift=3)
    marks = [{mark.name for mark in one.marks} for one in found]
    assert [one.values[0] for one in found] == list("abcd") and found[3].id == "last"
    assert marks == [set(), {"alone", "soak"}, {"soak"}, set()]
