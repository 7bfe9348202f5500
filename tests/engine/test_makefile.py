"""The Makefile: settings come from its command line, not from the environment of a shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("play", "host", "itch", "unit", "fuzz", "bench-boot")
NAMES = re.findall(r"^([A-Z]+)\s*[:?]?=", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def commands(*words: str, **shell: str) -> str:
    """Return the commands that `make` would run, with variables of the shell around it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", "--dry-run", "--no-print-directory", *TARGETS, *words],
        cwd=ROOT,
        env={**{name: value for name, value in kept.items() if name not in NAMES}, **shell},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_no_setting_is_taken_from_the_environment() -> None:
    assert {"HOST", "NAME", "GAMES", "GAME", "PORT", "JOBS", "PYTHON", "SEED"} <= {*NAMES}
    assert commands(**dict.fromkeys(NAMES, "from-the-shell")) == commands()


def test_help_lists_every_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    (targets,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    (listed,) = re.findall(r'@echo "make (.*)"', text)
    assert sorted([*listed.split(" | "), "help", "python"]) == sorted(targets.split())


def test_settings_of_the_command_line_reach_the_commands() -> None:
    told = commands("HOST=my page/host.toml", "NAME=Ajedrez d'aquí & más", "PORT=8123", "GAME=go")
    assert '--host "my page/host.toml"' in told and '--name "Ajedrez d\'aquí & más"' in told
    assert "--port 8123" in told and "-k go" in told
