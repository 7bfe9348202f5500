"""`python -m engine new`: new games pass all tests of a game unchanged, and consist of one folder,
one registry line and one test file each."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.dev.new import MODELS
from engine.games import REGISTRY

pytestmark = pytest.mark.whole
ROOT = Path(__file__).resolve().parent.parent
NEW = {"plain": "muralla", "secret": "zanja"}
REGISTRY_FILE = "engine/games/__init__.py"
COPIED = ("engine", "ui", "static", "tests", "docs", ".ci", ".github")
FILES = (
    "pyproject.toml", "pyscript.toml", "index.html", "package.json", "package-lock.json",
    "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CREDITS.md", "LICENSE",
    "SECURITY.md", ".npmrc", ".gitignore",
)  # fmt: skip
# All tests that apply to every game, so that none can be forgotten here; the browser tests are in
# tests/e2e/test_new_games.py.
ASKED = ("tests", "--ignore=tests/e2e", "--ignore=tests/test_scaffold.py")
PACKS = """
from pathlib import Path
from engine.dev import _offline, site, vendor
from engine.dev.hosting.settings import HostSettings
from engine.games import REGISTRY
bundle = site.Bundle(Path())
for game in REGISTRY:
    assert f"engine/games/{game}/game.py" in bundle.games[game], game
    assert f"engine/games/{game}/info.py" in bundle.common, game
    kit = {name for name in bundle.games[game] if name.startswith("engine/kit/")}
    sources = [path.read_text("utf-8") for path in Path(f"engine/games/{game}").rglob("*.py")]
    uses = any("from engine.kit" in source for source in sources)
    assert uses or game not in ("muralla", "zanja")
    assert bool(kit) == uses and not kit & {*bundle.common}, game
    assert f"engine/games/{game}/table/rules.es.md" in bundle.data, game
    assert vendor.drawings(Path())[game], game
    assert bundle.looks[game] == f"engine/games/{game}/look.json", game
made = _offline.manifest(HostSettings(), "")
assert all(one["name"] and one["description"] for one in made["shortcuts"])
print(len(bundle.games))
"""

# Ground, region and colours that exist only in the folder of this game.
BOG = {
    "colours": {"day": {"side0": "#1b4332", "bog": "#40503a"}, "contrast": {"bog": "#000"}},
    "grounds": {
        "bog": {
            "fill": "var(--bog)",
            "drawing": '<path class="stroke" d="M-30 0H30"/>',
            "joined": True,
        }
    },
    "regions": {"fen": "walls"},
}
DRAWS = """
from engine.core.scene import Region, Scene, square_board
from engine.games import game_look
from ui.dev.prerender import parts
from ui.render.board import regions
from ui.render.ground import ground, plan
from ui.render.look import look_sheet
look = game_look("zanja")
board = square_board(3, 3, {"b2": ("bog",)})
drawn = ground(board, False, look)
assert 'class="tile is-dark is-bog"' in drawn and '<path class="stroke" d="M-30 0H30"/>' in drawn
assert "fill:var(--bog)" in plan(board, look)
fen = Region("fen", ("a1", "a2"), 0, "guard")
assert 'class="battlements"' in regions(Scene(board, regions=(fen,)), False, look)
sheet = look_sheet(look)
assert '[data-game="zanja"] { --side0: #1b4332; --bog: #40503a; }' in sheet
assert '[data-game="zanja"] .tile.is-bog { fill: var(--bog);' in sheet
made = parts()
for game, colour in (("zanja", "#1b4332"), ("muralla", "#f6efdf")):
    assert f'[data-game="{game}"] {{ --side0: {colour};' in made["colours.css"]
print(made["home.html"].count("data-board"))
"""


def contents(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def changed(root: Path, before: dict[str, bytes]) -> list[str]:
    """Return the files that differ, except those of the new games and their tests."""
    own = tuple(f"{top}/games/{game}/" for game in NEW.values() for top in ("engine", "tests"))
    return [
        name
        for name, data in contents(root).items()
        if before.get(name) != data and not name.startswith(own)
    ]


def project(root: Path) -> Path:
    """Copy the files that engine, page and unit tests need into an empty folder.

    Byte code comes along: it stays valid, and compiling all tests takes ten seconds.
    """
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder)
    for file in FILES:
        shutil.copy(ROOT / file, root / file)
    return root


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a new game of both kinds."""
    root = project(tmp_path_factory.mktemp("project"))
    before = contents(root)
    for kind, game in NEW.items():
        assert main(["new", game, "--from", kind, "--root", str(root)]) == 0
    assert changed(root, before) == [REGISTRY_FILE]
    return root


def run(copy: Path, *command: str, seconds: int = 3600) -> str:
    result = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    return result.stdout


def test_every_kind_has_a_model() -> None:
    assert {MODELS[kind] for kind in NEW} == set(MODELS.values())


def test_a_new_game_adds_one_folder_and_one_registry_line(copy: Path) -> None:
    lines = (copy / REGISTRY_FILE).read_text("utf-8").splitlines()
    old = (ROOT / REGISTRY_FILE).read_text("utf-8").splitlines()
    assert [line for line in lines if line not in old] == [f'    "{g}",' for g in NEW.values()]
    for kind, game in NEW.items():
        for name in contents(copy / "engine" / "games" / game):
            text = (copy / "engine" / "games" / game / name).read_text("utf-8").lower()
            assert MODELS[kind] not in text and "scaffold" not in text, name


# The game of tests/test_first_game.py is of the plain kind.
@pytest.mark.parametrize("kind", ["secret", pytest.param("plain", marks=pytest.mark.soak)])
def test_new_games_pass_the_tests_of_every_game(copy: Path, kind: str) -> None:
    asked = (*ASKED, "-m", "not soak", "-k", NEW[kind])
    assert " passed" in run(copy, "-m", "pytest", "-q", "-x", *asked)


def prepared(copy: Path) -> None:
    """Run the steps that `new` prints: the index of modules."""
    run(copy, "-m", "engine", "docs", "--write")
    (copy / "node_modules").symlink_to(ROOT / "node_modules")


# Tests that loop over all games, so no name selects them.
WHOLE = (
    "tests/engine/test_site.py",
    "tests/engine/test_commands.py",
    "tests/ui/test_home.py",
    "tests/ui/test_rules.py",
    "tests/test_layers.py",
    "tests/test_looks.py",
)


@pytest.mark.soak
def test_tests_of_the_whole_project_pass_with_new_games(
    copy: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Covers bundle, home page, commands and layers."""
    root = shutil.copytree(copy, tmp_path_factory.mktemp("whole") / "project")
    prepared(root)
    assert " passed" in run(root, "-m", "pytest", "-q", "-x", *WHOLE, "-m", "not soak and not e2e")


@pytest.mark.soak
@pytest.mark.parametrize("kind", NEW)
def test_the_whole_suite_passes_with_one_new_game(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`make unit` right after making one game, of each kind."""
    root = project(tmp_path_factory.mktemp("project"))
    assert main(["new", NEW[kind], "--from", kind, "--root", str(root)]) == 0
    prepared(root)
    asked = (*ASKED, "-m", "not e2e and not soak")
    assert " passed" in run(root, "-m", "pytest", "-q", "-x", *asked)


def test_new_games_pass_type_checks_and_linting(copy: Path) -> None:
    folders = [f"engine/games/{game}" for game in NEW.values()]
    assert "no issues" in run(copy, "-m", "mypy", "--cache-dir", str(copy / ".types"), *folders)
    run(copy, "-m", "ruff", "check", "--no-cache", *folders)


def test_new_games_are_packed_into_the_bundle(copy: Path) -> None:
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    try:
        assert int(run(copy, "-c", PACKS)) == len(REGISTRY) + len(NEW)
    finally:
        (copy / "node_modules").unlink()


def test_look_of_a_new_game_needs_only_its_folder(copy: Path) -> None:
    """Terrain, regions and colours are drawn, and no file outside the folder changes."""
    path = copy / "engine" / "games" / NEW["secret"] / "look.json"
    before = path.read_text("utf-8")
    outside = contents(copy)
    path.write_text(json.dumps({**json.loads(before), **BOG}), "utf-8")
    try:
        assert int(run(copy, "-c", DRAWS)) > len(REGISTRY) + len(NEW) - 1
        assert changed(copy, outside) == []
    finally:
        path.write_text(before, "utf-8")
