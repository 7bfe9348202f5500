"""Apply typed actions to a position and print the result."""

from __future__ import annotations

import argparse

from engine.core.errors import ActionError
from engine.dev.common import (
    add_game,
    add_options,
    add_position,
    error_line,
    open_game,
    refusing,
    result_line,
)

NAME = "apply"
HELP = "play actions on a position; print the position afterwards"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, position, actions and options."""
    add_game(parser)
    add_position(parser, required=True)
    parser.add_argument(
        "--actions",
        required=True,
        metavar="TOKENS",
        help="actions in notation, separated by blanks",
    )
    add_options(parser)


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0, or 2 for a refused token; then print the error and the last good position."""
    game = open_game(args.game, args.options)
    state = game.state_from_text(args.position)
    try:
        for reading in game.read_actions(state, args.actions):
            for action in reading.actions:
                state.apply(action)
    except ActionError as error:
        print(error_line(error, args.game))
        print(state.to_text())
        return 2
    print(state.to_text())
    line = result_line(game, state)
    if line:
        print(line)
    return 0
