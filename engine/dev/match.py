"""Play a match of many games between two computer players."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from engine.core.contract import AnyGame
from engine.dev.common import add_game, add_options, begun, decisions, open_game, refusing
from engine.dev.jobs import add_jobs, spread
from engine.search.agents import NAMES, Agent, known_agent, make_agent

NAME = "match"
HELP = "play many games between two computer players"
Z95 = 1.959964


@dataclass(slots=True)
class Tally:
    """Results and thinking time of p0."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    moves: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)

    @property
    def score(self) -> float:
        """Share of points, 0…1; a draw is half a win."""
        games = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / games if games else 0.0

    def add(self, other: Tally) -> None:
        """Add the results of another tally."""
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses
        self.moves += other.moves
        self.seconds += other.seconds
        self.endings.update(other.endings)

    def ways(self) -> str:
        """Return how the games ended, most frequent first, in the rulebook's words."""
        found = sorted(self.endings.items(), key=lambda one: (-one[1], one[0]))
        return "endings: " + ", ".join(f"{reason} {count}" for reason, count in found)

    def line(self) -> str:
        """Return the final line, which scripts parse."""
        games = self.wins + self.draws + self.losses
        score = self.score
        low, high = wilson(score, games)
        pace = self.seconds / self.moves if self.moves else 0.0
        return (
            f"p0: {self.wins} wins, {self.draws} draws, {self.losses} losses "
            f"(score {score * 100:.1f} %, 95 % interval {low * 100:.1f} to {high * 100:.1f}), "
            f"{pace:.4f} s per move"
        )


def wilson(score: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a score. Draws count half, so it is slightly too wide."""
    if games == 0:
        return 0.0, 1.0
    base = 1 + Z95**2 / games
    middle = (score + Z95**2 / (2 * games)) / base
    half = Z95 / base * math.sqrt(score * (1 - score) / games + Z95**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, players, number of games, seat swap, seed and options."""
    add_game(parser)
    names = f"{', '.join(NAMES)}; a level may name its nodes (ai:3@2000) or time (ai:5@0.4s)"
    parser.add_argument("--p0", default="random", type=known_agent, help=f"first player: {names}")
    parser.add_argument("--p1", default="random", type=known_agent, help="all other players")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--swap", action="store_true", help="swap seats after every game")
    parser.add_argument("--seed", type=int, default=0)
    add_options(parser)
    add_jobs(parser)


class Pairing(NamedTuple):
    """One game of a match: its id and options, both players, p0's seat, its seed."""

    game: str
    options: str | None
    p0: str
    p1: str
    seat: int
    seed: str


_opened = cache(open_game)


def played(pairing: Pairing) -> Tally:
    """Play one game and return its tally, independent of all other games."""
    game, tally = _opened(pairing.game, pairing.options), Tally()
    seats = [make_agent(pairing.p1)] * len(game.sides)  # fresh agents: their memory is for one game
    seats[pairing.seat] = make_agent(pairing.p0)
    play_game(game, seats, pairing.seat, Random(pairing.seed), tally)
    return tally


def play_game(game: AnyGame, seats: list[Agent], timed: int, rng: Random, tally: Tally) -> None:
    """Play one game and add it to `tally`; the agent on seat `timed` is p0."""
    match = begun(game, rng)
    for decision in decisions(match, seats, rng):
        if decision.player == timed:
            tally.seconds += decision.seconds
            tally.moves += 1
    outcome = match.outcome()
    value = outcome.returns[timed] if outcome else 0.0
    tally.wins += value > 0
    tally.draws += value == 0
    tally.losses += value < 0
    if outcome is not None:
        side = "won" if value > 0 else "lost" if value < 0 else "drawn"
        tally.endings[f"{outcome.reason} ({side})"] += 1


@refusing
def run(args: argparse.Namespace) -> int:
    """Print how the games ended, then the result line; return 0."""
    game = open_game(args.game, args.options)
    tally, sides = Tally(), len(game.sides)
    pairings = [
        Pairing(args.game, args.options, args.p0, args.p1, seat, f"{args.seed}:{number}")
        for number in range(args.games)
        for seat in (number % sides if args.swap else 0,)
    ]
    for one in spread(played, pairings, args.jobs, args.cluster, "games"):
        tally.add(one)
    print(tally.ways())
    print(tally.line())
    return 0
