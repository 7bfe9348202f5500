"""The project's sources with a host's games and name in them: a copy from which his bundle is
built. Every tool then works on the copy as it does on the project."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.dev.files import MADE
from engine.dev.hosting.page import game_words
from engine.dev.hosting.settings import DEFAULT_NAME, LANGUAGES, HostSettings, settings_of
from engine.dev.vendor import VendorError
from engine.games import REGISTRY

COPIED = ("engine", "ui", "static")
SINGLE = ("index.html", "pyscript.toml", "pyproject.toml", "package.json")
BRAND, LINKS = "ui/words/brand.py", "ui/home/links.json"
# Where the page names itself. The credits go on naming the program that the page runs.
NAMING = ("ui/locale/*.json", "ui/*/locale/*.json", "ui/*/*/locale/*.json",
          "engine/far/locale/*.json", "static/boot.js", "static/offline.js")  # fmt: skip
ABOUT = "ui/about/"
_REGISTRY = re.compile(r"^REGISTRY: tuple\[str, \.\.\.\] = \(.*?^\)", re.DOTALL | re.MULTILINE)
_OWN_NAME = re.compile(rf"\b{DEFAULT_NAME}\b(?=[^A-Za-z]|$)")


def staged_build(root: Path, out: Path, args: argparse.Namespace) -> list[str]:
    """Build a host's bundle from a copy of the sources; return lines for the terminal. Raises
    VendorError with the output of a tool that fails."""
    settings = settings_of(args)
    folder = stage(root, settings)
    words = ["--out", str(out.resolve()), "--staged"]
    if args.host is not None:
        words += ["--host", str(args.host.resolve())]
    words += ["--games", *settings.games, "--name", settings.name]
    said = _run(folder, "site", "--root", str(folder), *words)
    return [line for line in said.splitlines() if line.strip()][-1:]


def _run(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "engine", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise VendorError(f"{words[0]}: {done.stdout}{done.stderr}")
    return done.stdout


def stage(root: Path, settings: HostSettings) -> Path:
    """Write the copy into dist/hosts and return its folder; what earlier builds made there stays,
    named by the hash of its inputs."""
    folder = root / "dist" / "hosts" / settings.slug
    for name in COPIED:
        shutil.rmtree(folder / name, ignore_errors=True)
    absent = [game for game in REGISTRY if game not in settings.games]
    left_out = _leave_out(root, absent)
    for name in COPIED:
        shutil.copytree(root / name, folder / name, ignore=left_out, copy_function=_linked)
    for name in SINGLE:
        _copied(root / name, folder / name)
    modules = folder / "node_modules"
    if not modules.is_symlink():
        modules.symlink_to((root / "node_modules").resolve(), target_is_directory=True)
    _rename(folder, settings)
    return folder


def _leave_out(root: Path, absent: Iterable[str]) -> Callable[[str, list[str]], set[str]]:
    """Return what copytree is to leave out: other games, their drawings, what is made from
    all of them, caches."""
    games, sprites = root / "engine/games", root / "static/vendor/sprites"
    dropped = {games / one for one in absent} | {sprites / f"{one}.svg" for one in absent}
    dropped.add(root / MADE)

    def ignored(place: str, names: list[str]) -> set[str]:
        return {name for name in names if name == "__pycache__" or Path(place) / name in dropped}

    return ignored


def _linked(source: str, target: str) -> None:
    """Copy a file; large ones by a hard link where the disk allows it."""
    if os.path.getsize(source) > 100_000:
        try:
            os.link(source, target)
        except OSError:
            pass
        else:
            return
    shutil.copyfile(source, target)


def _copied(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    shutil.copyfile(source, target)


def _rename(folder: Path, settings: HostSettings) -> None:
    """Put the host's games, name and links into the copy."""
    registry = folder / "engine/games/__init__.py"
    listed = "".join(f'    "{game}",\n' for game in settings.games)
    text = f"REGISTRY: tuple[str, ...] = (\n{listed})"
    _replace(registry, _REGISTRY, text)
    links = [{"url": link.url, **link.words} for link in settings.links]
    (folder / LINKS).write_text(json.dumps(links, ensure_ascii=False) + "\n", encoding="utf-8")
    if len(settings.games) == 1:
        for lang in LANGUAGES:
            _headline(folder, settings.games[0], lang)
    if settings.name == DEFAULT_NAME:
        return
    for pattern in (BRAND, *NAMING):
        for path in folder.glob(pattern):
            if not path.relative_to(folder).as_posix().startswith(ABOUT):
                _replace(path, _OWN_NAME, settings.name)


def _headline(folder: Path, game: str, lang: str) -> None:
    """Let home begin with the sentence about its only game."""
    path = folder / f"ui/locale/main.{lang}.json"
    words, line = json.loads(path.read_text("utf-8")), game_words(game, lang)["tagline"]
    words["home.headline"] = line.rstrip(".") or words["home.headline"]
    path.write_text(json.dumps(words, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _replace(path: Path, pattern: re.Pattern[str], text: str) -> None:
    """Replace a pattern in a file of the copy, which gets a file of its own."""
    before = path.read_text("utf-8")
    after = pattern.sub(lambda _: text, before)
    if after != before:
        path.unlink()
        path.write_text(after, encoding="utf-8")
