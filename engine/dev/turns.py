"""List every complete turn of the player to decide, as notation."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.core.contract import Action, AnyGame, State
from engine.dev.common import add_game, add_options, add_position, open_game, refusing

NAME = "turns"
HELP = "print every complete turn from a position"
BEYOND = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, position, options and limit."""
    add_game(parser)
    add_position(parser, required=True)
    add_options(parser)
    parser.add_argument("--limit", type=int, default=10_000, help="maximum number of turns to list")


def sequences(state: State) -> Iterator[tuple[Action, ...]]:
    """Yield the player's action sequences, depth first, each up to another decider, a chance node,
    the end of the game or the next turn index."""
    player, turn = state.current_player(), state.turn_index()
    if player < 0:
        return
    pending: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    while pending:
        here, done = pending.pop()
        for action in here.legal_actions():
            after = here.clone()
            after.apply(action)
            if after.current_player() == player and after.turn_index() == turn:
                pending.append((after, (*done, action)))
            else:
                yield (*done, action)


def turn_texts(game: AnyGame, state: State, limit: int) -> tuple[list[str], bool]:
    """Return (sorted texts, whether there are more than `limit`)."""
    found: set[str] = set()
    for actions in sequences(state):
        text = game.turn_text(state, actions)
        if text not in found and len(found) >= limit:
            return sorted(found), True
        found.add(text)
    return sorted(found), False


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0, 3 if there are more turns than the limit, 2 for a bad position or option."""
    game = open_game(args.game, args.options)
    texts, more = turn_texts(game, game.state_from_text(args.position), args.limit)
    for text in texts:
        print(text)
    if more:
        print(f"… more than {args.limit} turns")
    return BEYOND if more else 0
