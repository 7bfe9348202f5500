"""`python -m engine new`: the sixth game passes every test of a game as it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from engine.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
NEW = "zanja"
COPIED = ("engine", "ui", "tests/contract", "tests/fixtures")
FILES = ("pyproject.toml", "tests/test_rulebooks.py", "tests/test_layers.py")


def copy_of_the_project(target: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, target / folder, ignore=ignored)
    for file in FILES:
        shutil.copy(ROOT / file, target / file)


def test_a_new_game_passes_as_it_is(tmp_path: Path) -> None:
    copy_of_the_project(tmp_path)
    assert main(["new", NEW, "--root", str(tmp_path)]) == 0
    assert f'    "{NEW}",\n' in (tmp_path / "engine" / "games" / "__init__.py").read_text("utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "tests", "-k", NEW],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    assert " passed" in result.stdout
