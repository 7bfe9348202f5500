"""Scaffold a new game: copy a model from engine/dev/scaffold under a new name."""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
from pathlib import Path

from engine.core.errors import BadOptions
from engine.dev.common import ROOT, refusing

NAME = "new"
HELP = "make the folder, tests and registry line of a new game"
NEEDS_CHECKOUT = True
# `plain`: pieces on a board, nothing hidden. `secret`: a hidden mark, a die, a question, boards of
# several sizes; `full` is its earlier name.
MODELS = {"plain": "breakthrough", "secret": "lantern", "full": "lantern"}
SCAFFOLD = Path(__file__).parent / "scaffold"
NEXT = """next:
  python -m engine check {game}        lists what it lacks, each with its remedy
  python -m pytest tests/contract tests/games/{game} -k {game}
  python -m pytest tests --ignore=tests/e2e -m "not soak" -k {game}
  python -m engine vendor && python -m engine serve --open
docs/games.md says what to replace in which order; docs/your-first-game.md makes a game with you."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add id, model and project folder."""
    parser.add_argument("id", help="id: lower-case letters and digits, starting with a letter")
    parser.add_argument(
        "--from", dest="kind", choices=MODELS, default="secret", help="model to copy"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")


def renamed(text: str, model: str, game_id: str) -> str:
    """Return the model's text with the new game's id, title and import paths."""
    text = text.replace(f"engine.dev.scaffold.{model}", f"engine.games.{game_id}")
    return text.replace(model, game_id).replace(model.title(), game_id.title())


def register(path: Path, game_id: str) -> None:
    """Add the registry line. Raises BadOptions if the game is registered or the list is
    not found."""
    text = path.read_text("utf-8")
    found = re.search(r"REGISTRY: tuple\[str, \.\.\.\] = \((?P<ids>[^)]*)\)", text)
    if found is None or f'"{game_id}"' in found["ids"]:
        raise BadOptions(f"{game_id} cannot be registered")
    end = found.end("ids")
    before = text[:end].rstrip()
    comma = "" if before.endswith((",", "(")) else ","
    path.write_text(f'{before}{comma}\n    "{game_id}",\n{text[end:].lstrip()}', "utf-8")


def create(root: Path, game_id: str, kind: str) -> list[Path]:
    """Write all files of the new game and return them. Raises BadOptions."""
    if not re.fullmatch(r"[a-z][a-z0-9]{0,39}", game_id) or keyword.iskeyword(game_id):
        raise BadOptions(f"{game_id!r} cannot be the id of a game")
    model = MODELS[kind]
    home = root / "engine" / "games" / game_id
    tests = root / "tests" / "games" / game_id
    if home.exists() or tests.exists():
        raise BadOptions(f"{game_id} exists already")
    register(root / "engine" / "games" / "__init__.py", game_id)
    shutil.copytree(SCAFFOLD / model, home, ignore=shutil.ignore_patterns("__pycache__"))
    tests.mkdir(parents=True)
    shutil.copy(SCAFFOLD / f"test_{model}.py", tests / f"test_{game_id}.py")
    made = sorted(path for path in (*home.rglob("*"), *tests.rglob("*")) if path.is_file())
    for path in made:
        path.write_text(renamed(path.read_text("utf-8"), model, game_id), "utf-8")
    return made


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 2 for an id that is taken or malformed."""
    for path in create(args.root, args.id, args.kind):
        print(path.relative_to(args.root).as_posix())
    print("engine/games/__init__.py")
    print(NEXT.format(game=args.id))
    return 0
