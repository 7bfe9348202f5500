"""Complete games as text: random records, and the tests' golden playthroughs."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.core.errors import BadRecord
from engine.dev.common import (
    ROOT,
    add_options,
    decisions,
    game_ids,
    parse_options,
    refusing,
)
from engine.dev.playthrough import Header, read_header, replayed, written
from engine.match import record
from engine.match.chance import ChanceSampler
from engine.match.match import Match
from engine.search.agents import make_agent
from engine.search.levels import LEVELS

NAME = "record"
HELP = "print a game of computer players as a record; check or rewrite golden playthroughs"
FOLDER = ROOT / "tests" / "playthroughs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of printing, checking and regenerating."""
    parser.add_argument("game", nargs="?", help="id of a game (default with --check: all)")
    parser.add_argument("--seed", type=int, default=None, help="random seed of players and chance")
    parser.add_argument(
        "--level", type=int, default=0, help="computer level 1 to 5, or 0 for random play"
    )
    add_options(parser)
    parser.add_argument("--check", action="store_true", help="replay the golden playthroughs")
    parser.add_argument(
        "--regenerate",
        action="store_true",
        help="rewrite the golden playthroughs; with --seed, add one",
    )
    parser.add_argument("--start", default="", help="start position of the added one")
    parser.add_argument(
        "--events", type=int, default=0, help="maximum number of events of the added one"
    )
    parser.add_argument(
        "--name", default="", help="file name of the added one (default: from its options)"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the playthroughs")


def files(folder: Path, games: tuple[str, ...]) -> Iterator[Path]:
    for game_id in games:
        yield from sorted((folder / game_id).glob("*.txt"))


def differences(path: Path) -> list[str]:
    """Return the unified diff between a golden file and its replay, after the error if the replay
    failed. Empty if they agree."""
    text = path.read_text("utf-8")
    fresh, trouble = replayed(text)
    return ([trouble] if trouble else []) + list(
        difflib.unified_diff(
            text.splitlines(), fresh.splitlines(), str(path), "replayed", lineterm="", n=2
        )
    )


def _check(folder: Path, games: tuple[str, ...]) -> int:
    bad = checked = 0
    for path in files(folder, games):
        checked += 1
        lines = differences(path)
        bad += bool(lines)
        for line in lines[:40]:
            print(line)
    print(f"{checked} playthroughs, {bad} differ")
    return 1 if bad else 0


def _regenerate(args: argparse.Namespace) -> int:
    if args.seed is None:
        for path in files(args.folder, game_ids(args.game)):
            path.write_text(written(read_header(path.read_text("utf-8"))), "utf-8")
            print(f"rewritten {path.parent.name}/{path.name}")
        return 0
    header = Header(
        _one_game(args), parse_options(args.options), args.seed, args.start, args.events
    )
    label = [*re.findall(r"\w+", str(args.options or "")), str(args.seed)]
    path = args.folder / header.game_id / f"{args.name or '-'.join(label)}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(header), "utf-8")
    print(f"written {header.game_id}/{path.name}")
    return 0


def _one_game(args: argparse.Namespace) -> str:
    """Return the game id. Raises UnknownGame if it is missing or unknown."""
    (game_id,) = game_ids(args.game or "")
    return game_id


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 1 if a golden playthrough differs; 2 for a bad option or level."""
    if args.check:
        return _check(args.folder, game_ids(args.game))
    if args.regenerate:
        return _regenerate(args)
    game_id = _one_game(args)
    header = Header(game_id, parse_options(args.options), args.seed or 0)
    print(record.write(_played(header, args.level)), end="")
    return 0


def _played(header: Header, level: int) -> Match:
    """Play a whole game of a level against itself; level 0 plays at random."""
    if level == 0:
        return header.play()
    if level not in LEVELS:
        raise BadRecord(f"nobody plays at level {level}", code="bad_level")
    match, rng = header.match(), Random(header.seed)
    match.sampler = ChanceSampler(rng)
    match.begin()
    seats = [make_agent(f"ai:{level}") for _ in match.game.sides]
    for _ in decisions(match, seats, rng):
        pass
    return match
