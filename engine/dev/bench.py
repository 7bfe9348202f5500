"""Measure the operations that search and page call most."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from engine.core.contract import Action, AnyGame, State
from engine.dev.common import game_ids, open_game, random_match, refusing
from engine.dev.perft import count
from engine.match.chance import ChanceSampler
from engine.match.match import Match

NAME = "bench"
HELP = "measure clone, legal actions, apply, scene, key, observation, playouts, perft"
POSITIONS = 60
ROUNDS = 5
PLAYOUT_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, seed and position."""
    parser.add_argument("game", nargs="?", help="id of a game (default: all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--position", help="measure this position instead of those of a random game"
    )


class Positions:
    """Sample of a random game's player decisions. The states are rebuilt for every round, because a
    state may cache answers and a search mostly uses fresh states."""

    def __init__(self, match: Match, rng: Random) -> None:
        self._match = match
        numbers = [n for n, event in enumerate(match.events) if event.actor >= 0 and n % 32]
        self._numbers = sorted(rng.sample(numbers, min(POSITIONS, len(numbers))))

    def fresh(self) -> list[State]:
        return [self._match.state_at(number) for number in self._numbers]

    def actions(self) -> list[Action]:
        return [self._match.events[number].action for number in self._numbers]


class OnePosition:
    """A single position, parsed anew for each measurement."""

    def __init__(self, game: AnyGame, text: str) -> None:
        self._game, self._text = game, text
        action = min(game.state_from_text(text).legal_actions())
        self._actions = [action] * POSITIONS

    def fresh(self) -> list[State]:
        return [self._game.state_from_text(self._text) for _ in self._actions]

    def actions(self) -> list[Action]:
        return self._actions


def microseconds(
    work: Callable[[State, Action], object], positions: Positions | OnePosition
) -> float:
    """Return the mean time of `work` over the positions, best of ROUNDS."""
    best = float("inf")
    actions = positions.actions()
    for _ in range(ROUNDS):
        pairs = list(zip(positions.fresh(), actions, strict=True))
        begin = time.perf_counter()
        for state, action in pairs:
            work(state, action)
        best = min(best, time.perf_counter() - begin)
    return best / len(actions) * 1e6


def playouts(start: State, rng: Random) -> tuple[int, int]:
    """Return (finished random games from the start, their events) within PLAYOUT_SECONDS."""
    sampler = ChanceSampler(rng)
    games = events = 0
    end = time.perf_counter() + PLAYOUT_SECONDS
    while time.perf_counter() < end:
        state = start.clone()
        while (player := state.current_player()) != -2 and time.perf_counter() < end:
            state.apply(sampler(state) if player < 0 else rng.choice(state.legal_actions()))
            events += 1
        games += player == -2
    return games, events


def costs(game: AnyGame, positions: Positions | OnePosition) -> str:
    """Return the microseconds of each operation as text."""
    works: dict[str, Callable[[State, Action], object]] = {
        "clone": lambda state, _: state.clone(),
        "legal": lambda state, _: state.legal_actions(),
        "apply": lambda state, action: state.apply(action),
        "key": lambda state, _: state.key(),
        "observation": lambda state, _: state.observation(0),
        "scene": lambda state, _: game.scene(state.observation(0), 0),
    }
    found = {name: microseconds(work, positions) for name, work in works.items()}
    return ", ".join(f"{name} {cost:.1f} µs" for name, cost in found.items())


def measure(game_id: str, seed: int) -> list[str]:
    """Return the output lines of one game."""
    rng = Random(seed)
    match = random_match(game_id, None, seed)
    game, positions = match.game, Positions(match, rng)
    games, events = playouts(open_game(game_id).initial_state(), rng)
    states = positions.fresh()
    middle = states[len(states) // 2]
    begin = time.perf_counter()
    nodes = count(game, middle, 2)
    pace = nodes / max(time.perf_counter() - begin, 1e-9)
    return [
        f"{game_id}: {costs(game, positions)}",
        f"  playouts {games / PLAYOUT_SECONDS:.1f} per s ({events / PLAYOUT_SECONDS:.0f} events), "
        f"perft {pace:.0f} nps",
    ]


@refusing
def run(args: argparse.Namespace) -> int:
    """Print the measurements and return 0."""
    if args.position:
        game = open_game(args.game)
        print(f"{args.game}: {costs(game, OnePosition(game, args.position))}")
        return 0
    for game_id in game_ids(args.game):
        print("\n".join(measure(game_id, args.seed)))
    return 0
