"""Measure how sound the judging of mistakes is, with games between computer players.

    python -m tests.bench.mistakes [GAME …] [--games N] [--nodes N] [--decisions 120] [--fit]

Prints, by game, the winning chances that each level loses per turn when it plays itself (less from
level to level), and the time per decision. The judge must search deeper than the strongest level,
or it calls good moves mistakes: with few `--nodes` that level seems to lose more than the one
below. With --fit it prints the exponent of `engine.search.chances.winning_chances` that predicts
the results of games between equals best.
"""

from __future__ import annotations

import argparse
import time
from math import exp, log
from random import Random
from statistics import mean, quantiles

from engine.core.contract import TABLE_VERBS, AnyGame
from engine.games import REGISTRY, load_game
from engine.search.agents import Agent, make_agent
from engine.search.analysis import MISTAKE_LOSS, Verdict, analyse
from engine.search.budget import Budget, finish
from engine.search.chances import STEEPNESS
from engine.search.levels import LEVELS

GAMES, NODES = 3, 8000
FIT_GAMES, FIT_NODES = 20, 300
Judged = tuple[int, int, Verdict]  # seat, turn, verdict


def play(
    game: AnyGame, agents: list[Agent], seed: int, most: int, nodes: int
) -> tuple[list[Judged], list[float]]:
    """Play a game and judge each decision; return the verdicts and each seat's result (0…1)."""
    rng, state = Random(seed), game.initial_state()
    found: list[Judged] = []
    while (actor := state.current_player()) != -2 and len(found) < most:
        if actor < 0:
            outcomes = sorted(state.chance_outcomes())
            state.apply(rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0])
            continue
        seen = state.observation(actor)
        action = agents[actor].choose(game, seen.clone(), rng)
        assert action[0] not in TABLE_VERBS
        verdict = finish(analyse(game, seen, action, Random(seed), Budget(), nodes))
        if verdict is not None:
            found.append((actor, state.turn_index(), verdict))
        state.apply(action)
    outcome = state.outcome()
    if outcome is not None:
        return found, [(1 + one) / 2 for one in outcome.returns]
    values = [game.evaluate(state.observation(seat), seat) for seat in (0, 1)]
    return found, [(value > 0) * 1.0 if abs(value) > 0.3 else 0.5 for value in values]


def per_turn(judged: list[Judged], seat: int) -> list[float]:
    """Return the loss of each turn of a seat."""
    found: dict[int, float] = {}
    for player, turn, verdict in judged:
        if player == seat:
            found[turn] = found.get(turn, 0.0) + verdict.loss
    return list(found.values())


def fitted(pairs: list[tuple[float, float]]) -> float:
    """Return the likeliest exponent for `pairs` of (winning chances, result)."""

    def surprise(steep: float) -> float:
        total = 0.0
        for chance, result in pairs:
            chance = min(max(chance, 0.001), 0.999)
            odds = exp(log(chance / (1 - chance)) * steep / STEEPNESS)
            p = min(max(odds / (1 + odds), 1e-4), 1 - 1e-4)
            total -= result * log(p) + (1 - result) * log(1 - p)
        return total

    return min((0.1 * step for step in range(3, 60)), key=surprise)


def measure(game_id: str, games: int, nodes: int, most: int) -> None:
    game = load_game(game_id)({})
    for level in LEVELS:
        losses: list[float] = []
        decisions, begun = 0, time.perf_counter()
        for number in range(games):
            agents = [make_agent(f"ai:{level}"), make_agent(f"ai:{level}")]
            judged, _ = play(game, agents, number, most, nodes)
            decisions += len(judged)
            losses += per_turn(judged, 0) + per_turn(judged, 1)
        pace = 1000 * (time.perf_counter() - begun) / max(decisions, 1)
        serious = sum(one >= MISTAKE_LOSS for one in losses) / max(len(losses), 1)
        top = quantiles(losses, n=10)[-1] if len(losses) > 1 else 0.0
        print(
            f"{game_id}, level {level}: {len(losses)} turns,"
            f" mean {100 * mean(losses or [0]):.2f} %, worst tenth from {100 * top:.1f} %,"
            f" serious {100 * serious:.1f} %;"
            f" {pace:.0f} ms a decision, played and judged",
            flush=True,
        )


def fit(game_id: str, games: int, nodes: int) -> None:
    """Fit the exponent to whole games between equals."""
    game, pairs = load_game(game_id)({}), []
    for number in range(games):
        agents = [make_agent("ai:3@100"), make_agent("ai:3@100")]
        judged, results = play(game, agents, 1000 + number, 600, nodes)
        pairs += [(v.best, results[seat]) for seat, _, v in judged if 0 < v.best < 1]
    print(f"{game_id}: best exponent {fitted(pairs):.1f} ({len(pairs)} decisions)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games_of", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--games", type=int, help=f"{GAMES}; with --fit {FIT_GAMES}")
    parser.add_argument("--nodes", type=int, help=f"of the judge: {NODES}; with --fit {FIT_NODES}")
    parser.add_argument("--decisions", type=int, default=120)
    parser.add_argument("--fit", action="store_true", help="the exponent that fits best instead")
    args = parser.parse_args()
    for game_id in args.games_of:
        if args.fit:
            fit(game_id, args.games or FIT_GAMES, args.nodes or FIT_NODES)
        else:
            measure(game_id, args.games or GAMES, args.nodes or NODES, args.decisions)


if __name__ == "__main__":
    main()
