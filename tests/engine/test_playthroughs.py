"""Golden playthroughs: games replay as recorded; a change of behaviour shows as a readable diff.

Each file is short and about the topic in its name; its line `shows` lists the questions asked.
After an intended change, run `python -m engine record GAME --regenerate` and read the diff.
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


def test_every_playthrough_file_is_checked() -> None:
    assert sorted(GOLDEN) == sorted(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path: Path) -> None:
    assert not differences(path)


# A game made from the scaffold has no playthroughs until some are recorded.
RECORDED = [game for game in engine.games.REGISTRY if any(files(FOLDER, (game,)))]


@pytest.mark.parametrize("game_id", RECORDED)
def test_every_frame_occurs_in_a_short_playthrough(game_id: str) -> None:
    asked = set()
    for path in files(FOLDER, (game_id,)):
        text = path.read_text("utf-8")
        assert text.count("\n") <= MOST_LINES, path.name
        (shown,) = re.findall("^shows (.*)", text, re.M)
        asked |= {part.partition(":")[0] for part in shown.split("; ")}
    assert set(load_game(game_id).frames) <= asked
