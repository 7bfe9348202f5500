"""Measure how soon a computer player that is ahead wins.

    python -m tests.bench.endings [GAME …] [--who ai:5@2000] [--against greedy] [--games 16]

Prints for each game (seats alternate) how it ended, its number of turns (each side's turn counts
as one) and, for each bar (`--ahead`), for how many turns up to the end the measured player's
evaluation stayed above it: the time he needed to convert his lead. Prints at the end, for each bar,
the number of games he led like that to the end, how many of them he won within 40 turns, and his
final score over all positions above the bar. Between equals (`--who` and `--against` alike) that
score shows what a bar means: less in a game where losses can be made good.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, median

from engine.core.contract import AnyGame
from engine.dev.common import begun, decisions
from engine.games import REGISTRY, load_game
from engine.search.agents import known_agent, make_agent

SOON, NEVER = 40, 9999  # turns


def play(game: AnyGame, names: list[str], me: int, seed: str) -> tuple[str, float, list[float]]:
    """Play a game; return how it ended, `me`'s return, and the evaluation for `me` at each turn."""
    rng = Random(seed)
    match = begun(game, rng)
    values: list[float] = []
    turn = -1
    for _ in decisions(match, [make_agent(name) for name in names], rng):
        if match.state.turn_index() != turn:
            turn = match.state.turn_index()
            values.append(game.evaluate(match.state, me))
    outcome = match.outcome()
    assert outcome is not None
    return outcome.reason, outcome.returns[me], values


def since(values: list[float], bar: float) -> int:
    """Return for how many turns up to the last the values have been above the bar."""
    below = [number for number, value in enumerate(values) if value <= bar]
    return len(values) - (below[-1] + 1 if below else 0)


def measure(game_id: str, args: argparse.Namespace) -> None:
    game = load_game(game_id)({})
    won = 0
    took: dict[float, list[int]] = {bar: [] for bar in args.ahead}
    scores: dict[float, list[float]] = {bar: [] for bar in args.ahead}
    for number in range(args.games):
        me = number % len(game.sides)
        names = [args.who if seat == me else args.against for seat in range(len(game.sides))]
        reason, result, values = play(game, names, me, f"{args.seed}:{number}")
        ahead = {bar: since(values, bar) for bar in args.ahead}
        told = ", ".join(f"{turns} above {bar}" for bar, turns in ahead.items())
        print(
            f"{game_id} {number}: {reason}, {result:+.0f}, {len(values)} turns, of these {told}",
            flush=True,
        )
        won += result > 0
        for bar, turns in ahead.items():
            took[bar] += [turns if result > 0 else NEVER] if turns else []
            scores[bar] += [(1 + result) / 2] * sum(value > bar for value in values)
    print(f"{game_id}: {won} of {args.games} won", flush=True)
    for bar, turns in took.items():
        within = sum(one <= SOON for one in turns)
        print(
            f"{game_id}, above {bar}: {len(turns)} games, won within {SOON} turns {within},"
            f" median {median(turns or [0])}, longest {max(turns, default=0)};"
            f" scored {100 * mean(scores[bar] or [0]):.0f} % from {len(scores[bar])} positions",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games_of", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--who", default="ai:5@2000", type=known_agent)
    parser.add_argument("--against", default="greedy", type=known_agent)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ahead", type=float, nargs="+", default=[0.3, 0.4, 0.5])
    args = parser.parse_args()
    for game_id in args.games_of:
        measure(game_id, args)


if __name__ == "__main__":
    main()
