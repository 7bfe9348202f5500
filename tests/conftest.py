"""Summary of failures at the end of a run: each with its clause and the command that repeats it
with the same random seed."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from engine.games import REGISTRY

ROOT = Path(__file__).resolve().parents[1]
SEED = "hypothesis_seed"

# Property tests draw the same on every run; `make soak` draws anew and names its seed.
settings.register_profile("soak", derandomize=False)
settings.register_profile("same", derandomize=True)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write golden sentences anew")


def clauses(nodeid: str) -> str:
    """Return the game and clauses named by a test or its case, such as `cotadrez 4.5`; or empty."""
    from tests.test_rulebooks import book, in_name

    words = re.split(r"[^\w.]+", nodeid.replace("::", " "))
    game = next((word for word in words if word in REGISTRY), None)
    if game is None:
        return ""
    known = frozenset(book(game, "es").clauses)
    name, _, case = nodeid.rpartition("::")[2].partition("[")
    found = in_name(name, known)[0] | (known & set(re.split(r"[^\w.]+", case)))
    return " ".join([game, *sorted(found)]) if found else ""


def command(nodeid: str, seed: object = None) -> str:
    """Return the shell command that runs this test alone, from the project's folder."""
    python = Path(sys.executable)
    shown = python.relative_to(ROOT) if python.is_relative_to(ROOT) else "python"
    draws = "" if seed is None else f" --hypothesis-profile=soak --hypothesis-seed={seed}"
    return f"{shown} -m pytest {shlex.quote(nodeid)}{draws}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the seed of a property test to its report, which a parallel worker sends to the main
    process."""
    report = yield
    test = getattr(item, "obj", None)
    seed = getattr(test, "_hypothesis_internal_use_generated_seed", None)
    if seed is not None:
        report.user_properties.append((SEED, seed))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print clause and command of each failure, after all other output."""
    stats = terminalreporter.stats
    failed = [*stats.get("failed", ()), *stats.get("error", ())]
    if failed:
        terminalreporter.section("to repeat a failure")
    for report in failed:
        about = clauses(report.nodeid)
        if about:
            terminalreporter.write_line(f"{about}:")
        seed = dict(getattr(report, "user_properties", ())).get(SEED)
        terminalreporter.write_line(command(report.nodeid, seed))
