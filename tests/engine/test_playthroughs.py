"""Golden playthroughs: what the games did yesterday they do today, shown as a readable diff.

Each is short and about what its file is named after; its line `shows` says what was asked in it.
After a wanted change: `python -m engine record GAME --regenerate`, and read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.games
from engine.dev.record import FOLDER, differences, files
from engine.games import load_game

GOLDEN = list(files(FOLDER, engine.games.REGISTRY))
MOST_LINES = 150


def test_no_file_is_overlooked() -> None:
    assert sorted(GOLDEN) == sorted(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path: Path) -> None:
    assert not differences(path)


# A game made from the scaffold has no golden games before somebody records some.
RECORDED = [game for game in engine.games.REGISTRY if any(files(FOLDER, (game,)))]


@pytest.mark.parametrize("game_id", RECORDED)
def test_every_kind_of_question_is_asked_in_a_short_playthrough(game_id: str) -> None:
    asked = set()
    for path in files(FOLDER, (game_id,)):
        text = path.read_text("utf-8")
        assert text.count("\n") <= MOST_LINES, path.name
        (shown,) = re.findall("^shows (.*)", text, re.M)
        asked |= {part.partition(":")[0] for part in shown.split("; ")}
    assert set(load_game(game_id).frames) <= asked
