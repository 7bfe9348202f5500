"""Check a release: the same version everywhere, a dated change log entry, an unused tag."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

from engine.dev.common import ROOT

NAME = "release"
HELP = "check version, change log and tag; --tag sets the tag"
NEEDS_CHECKOUT = True
HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\S+))?\s*$", re.MULTILINE)
PRODUCT = ("engine", "ui", "static", "index.html", ":!engine/dev", ":!ui/dev")  # what players get
SEMANTIC = re.compile(r"\d+\.\d+\.\d+", re.ASCII)


def version(root: Path) -> str:
    """Return the version stated in pyproject.toml."""
    found = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return str(found)


def problems(root: Path) -> list[str]:
    """Return the problems that keep the files of `root` from being released, one sentence each."""
    wanted = version(root)
    found = [] if SEMANTIC.fullmatch(wanted) else [f"{wanted} is no version like 1.2.3"]
    for name in ("package.json", "package-lock.json"):
        stated = json.loads((root / name).read_text("utf-8"))["version"]
        if stated != wanted:
            found.append(f"{name} says {stated}, pyproject.toml {wanted}")
    return found + _change_log((root / "CHANGELOG.md").read_text("utf-8"), wanted)


def _change_log(text: str, wanted: str) -> list[str]:
    """Return the problems of a change log in the format of keepachangelog.com."""
    headings = list(HEADING.finditer(text))
    found = []
    if headings and headings[0]["version"] == "Unreleased":
        end = headings[1].start() if len(headings) > 1 else len(text)
        if text[headings[0].end() : end].strip():
            found.append("CHANGELOG.md still lists changes as unreleased")
        headings = headings[1:]
    if not headings or headings[0]["version"] != wanted:
        newest = headings[0]["version"] if headings else "nothing"
        return [*found, f"the newest version in CHANGELOG.md is {newest}, not {wanted}"]
    try:
        date.fromisoformat(headings[0]["date"] or "")
    except ValueError:
        found.append(f"CHANGELOG.md gives {wanted} no date like 2026-01-31")
    return found


def _git(root: Path, *words: str) -> str:
    command = ("git", *words)
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _later(root: Path) -> int:
    """Return the number of commits that changed the page after the last change of the log."""
    logged = _git(root, "log", "-1", "--format=%H", "--", "CHANGELOG.md")
    count = _git(root, "rev-list", "--count", f"{logged}..HEAD", "--", *PRODUCT) if logged else ""
    return int(count or 0)


def tag_problems(root: Path) -> list[str]:
    """Return the problems that keep the checked-out commit from being tagged."""
    tag = f"v{version(root)}"
    found = []
    if _git(root, "status", "--porcelain"):
        found.append("there are uncommitted changes")
    tagged = _git(root, "rev-list", "-n", "1", tag, "--")
    if later := _later(root):
        found.append(f"CHANGELOG.md has no line of the {later} newest commits of the page")
    if tagged and tagged != _git(root, "rev-parse", "HEAD"):
        found.append(f"{tag} is another commit already")
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --tag."""
    parser.add_argument("--tag", action="store_true", help="set the tag if there are no problems")


def run(args: argparse.Namespace) -> int:
    """Print the problems to stderr and return 1, or tag the commit if asked and return 0."""
    found = problems(ROOT) + tag_problems(ROOT)
    for line in found:
        print(line, file=sys.stderr)
    if found:
        return 1
    tag = f"v{version(ROOT)}"
    if args.tag and not _git(ROOT, "tag", "--list", tag):
        _git(ROOT, "tag", "--annotate", tag, "--message", f"Asedio {version(ROOT)}")
    print(f"{tag} is ready" if not args.tag else f"tagged {tag}")
    return 0
