"""Perft: count the positions a game reaches, the classic check of a move generator."""

from __future__ import annotations

import argparse
import time

from engine.core.contract import TERMINAL, AnyGame, State
from engine.dev.common import (
    add_game,
    add_options,
    add_position,
    open_game,
    open_position,
    refusing,
)
from engine.match.match import sorted_options

NAME = "perft"
HELP = "count the leaf nodes below a position"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, depth, position, options and divide."""
    add_game(parser)
    parser.add_argument("depth", type=int, help="number of events, including chance")
    add_position(parser)
    add_options(parser)
    parser.add_argument("--divide", action="store_true", help="print one line per first action")


def count(game: AnyGame, state: State, depth: int) -> int:
    """Return the number of leaves `depth` events below; 0 if the game ends before. Uses the game's
    own `perft(state, depth)` if it has one."""
    own = getattr(game, "perft", None)
    return int(own(state, depth)) if own else _count(state, depth)


def _count(state: State, depth: int) -> int:
    if depth <= 0:
        return 1
    player = state.current_player()
    if player == TERMINAL:
        return 0
    if player < 0:
        actions = [action for action, _ in state.chance_outcomes()]
    else:
        actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        after.apply(action)
        total += _count(after, depth - 1)
    return total


def divide(game: AnyGame, state: State, depth: int) -> list[tuple[str, int]]:
    """Return (action text, leaves below it) of each first action, in link order."""
    if depth <= 0 or state.current_player() == TERMINAL:
        return []
    lines = []
    for action in sorted_options(state):
        after = state.clone()
        after.apply(action)
        lines.append((game.action_text(state, action), count(game, after, depth - 1)))
    return lines


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 2 for a bad position or option."""
    game = open_game(args.game, args.options)
    state = open_position(game, args.position)
    begin = time.perf_counter()
    if args.divide and args.depth > 0:
        lines = divide(game, state, args.depth)
        nodes = sum(number for _, number in lines)
        for text, number in lines:
            print(f"{text} {number}")
    else:
        nodes = count(game, state, args.depth)
    seconds = time.perf_counter() - begin
    print(f"nodes {nodes} seconds {seconds:.3f} nps {round(nodes / max(seconds, 1e-9))}")
    return 0
