"""The table of faults and cheating clients (docs/far-faults.md) against the tests it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.fixtures.sources import parsed

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs/far-faults.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows() -> list[list[str]]:
    """Return the cells of all rows, without the heads and the table of pictures."""
    found = []
    tables, pictures, _ = TABLE.read_text("utf-8").partition("## What the player reads")
    assert pictures
    for line in tables.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[-1] != "tests":
            found.append(cells)
    return found


def names_in(path: Path) -> set[str]:
    return {node.name for node in parsed(path).body if isinstance(node, ast.FunctionDef)}


def test_every_fault_names_tests_that_exist() -> None:
    lost = []
    for cells in rows():
        named = NAMED.findall(cells[-1])
        assert named and all(cells), cells
        lost += [f"{path}::{name}" for path, name in named if name not in names_in(ROOT / path)]
    assert lost == []


def test_the_seventeen_faults_and_the_cheating_clients_are_there() -> None:
    numbers = [cells[0] for cells in rows() if cells[0].isdigit()]
    assert numbers == [str(number) for number in range(1, 18)]
    assert len(rows()) > 40
