"""Check the contract rules on random games and report what they did not cover."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.dev.checks import EVERY_EVENT, RULES
from engine.dev.common import game_ids, open_game, parse_options, random_options, refusing
from engine.dev.jobs import add_jobs, spread
from engine.dev.walks import random_walk, states
from engine.games import game_info
from engine.match import savefile
from engine.match.match import Match, MatchConfig

NAME = "fuzz"
HELP = "check the contract rules on random games"
SAMPLES = 4  # positions per game for costly rules
COSTLY_SHARE = 0.25  # share of games in which a costly rule is checked


@dataclass(slots=True)
class Report:
    """Coverage of random games: counts of frames, option values and endings."""

    games: int = 0
    events: int = 0
    frames: Counter[str] = field(default_factory=Counter)
    values: dict[str, Counter[str]] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, match: Match) -> None:
        self.games += 1
        self.events += len(match.events)
        outcome = match.outcome()
        if outcome:
            self.reasons[outcome.reason] += 1
        for state in states(match):
            self.frames[state.frame()] += 1
        for name, value in match.config.options.items():
            self.values.setdefault(name, Counter())[str(value)] += 1

    def join(self, other: Report) -> None:
        """Add the counts of another report."""
        self.games += other.games
        self.events += other.events
        self.frames.update(other.frames)
        self.reasons.update(other.reasons)
        for name, values in other.values.items():
            self.values.setdefault(name, Counter()).update(values)

    def lines(self, game_id: str, known: tuple[str, ...], seconds: float) -> list[str]:
        never = [frame for frame in known if frame not in self.frames]
        return [
            f"{game_id}: {self.games} games, {self.events} events, {seconds:.1f} s",
            f"  frames: {_counts(self.frames)}",
            f"  frames never visited: {', '.join(never) or 'none'}",
            f"  ends: {_counts(self.reasons)}",
            *(f"  option {name}: {_counts(values)}" for name, values in self.values.items()),
            f"  option values never visited: {', '.join(self._unmet(game_id)) or 'none'}",
        ]

    def _unmet(self, game_id: str) -> list[str]:
        """Return the declared option values and samples that no game used."""
        return [
            f"{option.name}={value}"
            for option in game_info(game_id).options
            for value in (*option.values, *option.samples)
            if str(value) not in self.values.get(option.name, ())
        ]


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counter.most_common())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, number of games, options and seed."""
    parser.add_argument("game", nargs="?", help="id of a game (default: all)")
    parser.add_argument("--games", type=int, default=1000, help="number of games per title")
    parser.add_argument("--options", default="random", help="options as JSON, or `random`")
    parser.add_argument("--seed", type=int, default=0)
    add_jobs(parser)


class Walk(NamedTuple):
    """One random game: its id, its options (None: random) and its seed."""

    game: str
    options: dict[str, Any] | None
    seed: int


def walked(walk: Walk) -> Report | Broken:
    """Play one random game; return its coverage, or the rule it broke."""
    try:
        match = one_game(walk.game, walk.options, walk.seed)
    except Failure as failure:
        cause = failure.__cause__
        told = f"{type(cause).__name__}: {cause}"
        options = failure.match.config.options
        return Broken(walk.seed, dict(options), told, savefile.dump(failure.match))
    report = Report()
    report.add(match)
    return report


class Broken(NamedTuple):
    """A broken rule: seed, options, cause, and the game as a save file."""

    seed: int
    options: dict[str, Any]
    cause: str
    save: str


def one_game(game_id: str, options: dict[str, Any] | None, seed: int) -> Match:
    """Play a random match and check the rules. Raises Failure with the match so far."""
    rng = Random(f"{game_id} {seed}")
    chosen = random_options(game_id, rng) if options is None else options
    game = open_game(game_id, chosen)
    match = Match(MatchConfig(game_id, dict(game.options), names=_names(game.sides)), game=game)
    try:
        random_walk(match, rng)
        for name, rule in RULES.items():
            if name in EVERY_EVENT or rng.random() < COSTLY_SHARE:
                rule(match, rng, SAMPLES)
    except Exception as why:
        raise Failure(match) from why
    return match


def _names(sides: tuple[str, ...]) -> tuple[str, ...]:
    return ("Ana", "Luis", "Eva", "Paz")[: len(sides)] if len(sides) <= 4 else ()


class Failure(Exception):
    """A broken rule or a crash, with the match that shows it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        super().__init__()


def _confess(game_id: str, broken: Broken) -> None:
    """Write the save file; print the cause and how to reproduce it."""
    path = Path(f"fuzz-{game_id}-{broken.seed}.json")
    path.write_text(broken.save, "utf-8")
    print(f"{game_id} seed {broken.seed} options {broken.options}")
    print(broken.cause)
    print(f"python -m engine replay {path}")
    print(f"python -m engine fuzz {game_id} --games 1 --seed {broken.seed}")


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 1 as soon as a rule is broken."""
    options = None if args.options == "random" else parse_options(args.options)
    for game_id in game_ids(args.game):
        report = Report()
        begin = time.perf_counter()
        seeds = range(args.seed, args.seed + args.games)
        walks = [Walk(game_id, options, seed) for seed in seeds]
        for met in spread(walked, walks, args.jobs, args.cluster, game_id):
            if isinstance(met, Broken):
                _confess(game_id, met)
                return 1
            report.join(met)
        frames = type(open_game(game_id, options)).frames
        print("\n".join(report.lines(game_id, frames, time.perf_counter() - begin)))
    return 0
