"""docs/your-first-game.md: whoever follows it has a game that passes the tests of every game."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.__main__ import main
from engine.core.info import GameInfo
from tests.test_scaffold import ROOT, project, run

pytestmark = pytest.mark.whole
TUTORIAL = ROOT / "docs" / "your-first-game.md"
GAME = "jungle"
FOLDER = f"engine/games/{GAME}"
BLOCK = re.compile(r"^`([\w./]+)`:\n\n````\w+\n(.*?)^````$", re.MULTILINE | re.DOTALL)
ROWS = re.compile(r"^`CREDITS\.md`, new rows:\n\n````\w+\n(.*?)^````$", re.MULTILINE | re.DOTALL)
KEPT = (
    "editing.py", "rules/__init__.py", "search/__init__.py", "search/hints.py", "table/__init__.py",
)  # fmt: skip
# A sample of what every game is asked; `-k jungle` on all of tests is the whole.
ASKED = (
    f"tests/games/{GAME}", "tests/contract", "tests/test_rulebooks.py", "tests/test_examples.py",
    "tests/test_traceability.py", "tests/test_looks.py", "tests/ui/test_contrast.py",
    "tests/ui/test_legend.py", "tests/ui/test_i18n.py",
)  # fmt: skip


def blocks() -> dict[str, str]:
    """The files that the tutorial prints, by path."""
    return dict(BLOCK.findall(TUTORIAL.read_text("utf-8")))


def with_rows(credits: str, rows: str) -> str:
    """The credits with rows put into the table of drawings, in alphabetical order."""
    lines = credits.splitlines(keepends=True)
    begin = lines.index("|---|---|\n") + 1
    end = lines.index("\n", begin)
    lines[begin:end] = sorted([*lines[begin:end], *rows.splitlines(keepends=True)])
    return "".join(lines)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which somebody has followed the tutorial."""
    root = project(tmp_path_factory.mktemp("project"))
    assert main(["new", GAME, "--from", "plain", "--root", str(root)]) == 0
    for name, text in blocks().items():
        assert name.startswith((f"{FOLDER}/", f"tests/games/{GAME}/")), name
        (root / name).write_text(text, "utf-8")
    (rows,) = ROWS.findall(TUTORIAL.read_text("utf-8"))
    credits = root / "CREDITS.md"
    credits.write_text(with_rows(credits.read_text("utf-8"), rows), "utf-8")
    return root


def test_every_file_of_the_scaffold_is_replaced_or_named_as_kept(copy: Path) -> None:
    folder = copy / FOLDER
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    printed = {name.removeprefix(f"{FOLDER}/") for name in blocks() if name.startswith(FOLDER)}
    assert made - printed == {*KEPT} and len(printed) > 10
    told = TUTORIAL.read_text("utf-8")
    assert [name for name in KEPT if f"`{name}`" not in told] == []


def test_the_game_passes_what_every_game_is_asked(copy: Path) -> None:
    told = run(copy, "-m", "pytest", "-q", "-x", *ASKED, "-m", "not soak", "-k", GAME)
    assert int(re.findall(r"(\d+) passed", told)[0]) > 60


def test_every_icon_has_its_author(copy: Path) -> None:
    credits = (copy / "CREDITS.md").read_text("utf-8")
    icons = json.loads((copy / FOLDER / "look.json").read_text("utf-8"))["glyphs"].values()
    assert [icon for icon in icons if f"\n| {icon} | " not in credits] == []


def test_the_commands_of_the_tutorial_print_what_it_says(copy: Path) -> None:
    (nodes,) = re.findall(r"sequences: (\d+) after three", TUTORIAL.read_text("utf-8"))
    assert f"nodes {nodes} " in run(copy, "-m", "engine", "perft", GAME, "3")
    run(copy, "-m", "engine", "docs", "--write")
    run(copy, "-m", "engine", "files", "--write")
    with zipfile.ZipFile(copy / "static/made/sources.zip") as archive:
        assert f"{FOLDER}/game.py" in archive.namelist()


def test_the_code_is_clean(copy: Path) -> None:
    folders = (FOLDER, f"tests/games/{GAME}")
    run(copy, "-m", "ruff", "check", "--no-cache", *folders)
    run(copy, "-m", "ruff", "format", "--check", "--no-cache", *folders)


def konane() -> Any:
    """Return a game of the classes printed in the section about turns of several decisions."""
    section = TUTORIAL.read_text("utf-8").partition("\n## 14. ")[2].partition("\n## ")[0]
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)), names)
    title = names["Konane"]
    (most,) = re.findall(r"`max_events=([^`]+)`", section)
    title.info = GameInfo("konane", "Konane", 1, ("dark", "light"), (), eval(most), "Konane")
    reasons = ("position", "over", "empty", "theirs", "stuck", "reach", "remove", "more")
    title.clauses = dict.fromkeys(reasons, "1.1")
    return title()


def test_turns_of_several_decisions_can_be_played_read_back_and_pressed() -> None:
    game, met = konane(), set()
    for seed in range(50):
        rng, state, events = Random(seed), game.initial_state(), 0
        while not state.ended:
            met.add(state.frame())
            assert game.state_from_text(state.to_text()).key() == state.key()
            actions, targets = state.legal_actions(), game.scene(state, 0).targets()
            paths = {game.path(state, action) for action in actions}
            assert len(paths) == len(actions) and {one for path in paths for one in path} <= targets
            for target in targets:
                if (target,) not in {path[:1] for path in paths}:
                    assert game.explain(state, (target,)).key.startswith("why.")
                game.reach(state, target)
            state.apply(rng.choice(actions))
            events += 1
        assert state.outcome().reason == "stuck" and events <= game.info.max_events
    assert met == {*game.frames}
