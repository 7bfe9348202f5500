"""How long the things take that search and page do most."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from engine.core.contract import State
from engine.dev.common import game_ids, open_game, random_match, refusing
from engine.dev.perft import count
from engine.match.dealer import Dealer
from engine.match.match import Match

NAME = "bench"
HELP = "measure clone, legal actions, apply, scene, key, observation, playouts, perft"
POSITIONS = 60
ROUNDS = 5
PLAYOUT_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, seed."""
    parser.add_argument("game", nargs="?", help="id of a game; left out: all")
    parser.add_argument("--seed", type=int, default=0)


def microseconds(work: Callable[[State], object], states: list[State]) -> float:
    """Mean time of `work` over the states, best of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for state in states:
            work(state)
        best = min(best, time.perf_counter() - begin)
    return best / len(states) * 1e6


def _apply_cost(states: list[State], rng: Random) -> float:
    pairs = [(state, rng.choice(state.legal_actions())) for state in states]
    best = float("inf")
    for _ in range(ROUNDS):
        copies = [(state.clone(), action) for state, action in pairs]
        begin = time.perf_counter()
        for state, action in copies:
            state.apply(action)
        best = min(best, time.perf_counter() - begin)
    return best / len(pairs) * 1e6


def sample(match: Match, rng: Random) -> list[State]:
    """Positions of a random game in which somebody decides."""
    numbers = [n for n, event in enumerate(match.events) if event.actor >= 0]
    return [match.state_at(n) for n in sorted(rng.sample(numbers, min(POSITIONS, len(numbers))))]


def playouts(start: State, rng: Random) -> tuple[int, int]:
    """(random games from the start, their events) in PLAYOUT_SECONDS."""
    dealer = Dealer(rng)
    games = events = 0
    end = time.perf_counter() + PLAYOUT_SECONDS
    while time.perf_counter() < end:
        state = start.clone()
        while (player := state.current_player()) != -2 and time.perf_counter() < end:
            state.apply(dealer(state) if player < 0 else rng.choice(state.legal_actions()))
            events += 1
        games += player == -2
    return games, events


def measure(game_id: str, seed: int) -> list[str]:
    """Lines of one game."""
    rng = Random(seed)
    match = random_match(game_id, None, seed)
    game, states = match.game, sample(match, rng)
    costs = {
        "clone": microseconds(lambda state: state.clone(), states),
        "legal": microseconds(lambda state: state.legal_actions(), states),
        "apply": _apply_cost(states, rng),
        "key": microseconds(lambda state: state.key(), states),
        "observation": microseconds(lambda state: state.observation(0), states),
        "scene": microseconds(lambda state: game.scene(state.observation(0), 0), states),
    }
    games, events = playouts(open_game(game_id).initial_state(), rng)
    middle = states[len(states) // 2]
    begin = time.perf_counter()
    nodes = count(game, middle, 2)
    pace = nodes / max(time.perf_counter() - begin, 1e-9)
    shown = ", ".join(f"{name} {cost:.1f} µs" for name, cost in costs.items())
    return [
        f"{game_id}: {shown}",
        f"  playouts {games / PLAYOUT_SECONDS:.1f} per s ({events / PLAYOUT_SECONDS:.0f} events), "
        f"perft {pace:.0f} nps",
    ]


@refusing
def run(args: argparse.Namespace) -> int:
    """Always 0 for a known game."""
    for game_id in game_ids(args.game):
        print("\n".join(measure(game_id, args.seed)))
    return 0
