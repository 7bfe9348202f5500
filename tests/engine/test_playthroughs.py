"""Golden playthroughs: what the games did yesterday they do today, shown as a readable diff.

After a wanted change: `python -m engine record GAME --regenerate`, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.games
from engine.dev.record import FOLDER, differences, files

GOLDEN = list(files(FOLDER, engine.games.REGISTRY))


def test_no_file_is_overlooked() -> None:
    assert sorted(GOLDEN) == sorted(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path: Path) -> None:
    assert not differences(path)
