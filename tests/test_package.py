"""The package: `pip install .` installs the engine, its data and the command `asedio`,
but no page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from engine.games import REGISTRY

pytestmark = pytest.mark.whole
ROOT = Path(__file__).resolve().parent.parent
TAKEN = ("engine", "ui/locale")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CREDITS.md")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the checkout, without its modules on the path; return its output."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    result = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy, to leave nothing in the checkout."""
    root = tmp_path_factory.mktemp("source")
    for folder in TAKEN:
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    for file in FILES:
        shutil.copy(ROOT / file, root / file)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "out", ".", cwd=root)
    (made,) = (root / "out").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `bin` folder of a fresh environment with only the wheel installed."""
    root = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", "env", cwd=root)
    programs = root / "env" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", "--no-index", wheel, cwd=root)
    return programs


def test_wheel_contains_the_engine_but_not_the_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine"}
    assert "engine/py.typed" in names and "engine/locale/standard.es.json" in names
    for name in ("look.json", "table/rules.es.md", "table/locale/en.json", "table/exercises.json"):
        assert f"engine/games/stratego/{name}" in names


def test_published_requirements_pin_no_version(wheel: Path) -> None:
    """Whoever installs the engine beside other packages gets no conflict from exact versions."""
    with zipfile.ZipFile(wheel) as content:
        (metadata,) = (name for name in content.namelist() if name.endswith("/METADATA"))
        lines = content.read(metadata).decode("utf-8").splitlines()
    required = [line for line in lines if line.startswith("Requires-Dist:")]
    assert required and not any("==" in line.partition(";")[0] for line in required)


def test_installed_command_runs_every_game(installed: Path, tmp_path: Path) -> None:
    games = run(installed / "asedio", "list", cwd=tmp_path).split()
    assert games == list(REGISTRY)
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert run(installed / "asedio", "--version", cwd=tmp_path) == f"Asedio {stated}\n"
    assert "nodes 400 " in run(installed / "asedio", "perft", "andarraya", "2", cwd=tmp_path)
    for game in games:
        start = run(installed / "asedio", "record", game, "--seed", "1", cwd=tmp_path)
        (tmp_path / f"{game}.txt").write_text(start, "utf-8")
        shown = run(installed / "asedio", "replay", f"{game}.txt", "--to", "0", cwd=tmp_path)
        assert "error." not in shown and "player.name" not in shown


def test_catalogue_of_the_page_is_installed(installed: Path, tmp_path: Path) -> None:
    """A refusal of the core is a sentence, not its key."""
    python = "from engine.core.texts import Message; from engine.dev.common import words;"
    ask = f"{python} print(words('andarraya', Message('error.no_undo')))"
    assert "error." not in run(installed / "python", "-c", ask, cwd=tmp_path)


def test_commands_that_need_a_checkout_refuse_without_one(installed: Path, tmp_path: Path) -> None:
    overview = run(installed / "asedio", "--help", cwd=tmp_path)
    assert "usage: asedio" in overview and "  play " in overview and "  site " not in overview
    refused = subprocess.run(
        [str(installed / "asedio"), "site"], cwd=tmp_path, capture_output=True, text=True
    )
    assert refused.returncode == 2 and "checkout" in refused.stderr


def test_type_checkers_see_the_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(
        "from engine.games import load_game\nreveal_type(load_game('andarraya')({}))\n", "utf-8"
    )
    python = ("--python-executable", str(installed / "python"))
    told = run(sys.executable, "-m", "mypy", "--strict", *python, "use.py", cwd=tmp_path)
    assert "Revealed type is" in told and '"Any"' not in told
