"""List the ids of the registered games, one per line."""

from __future__ import annotations

import argparse

from engine.dev.common import game_ids

NAME = "list"
HELP = "print the ids of all games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(args: argparse.Namespace) -> int:
    """Print the ids and return 0."""
    for game_id in game_ids():
        print(game_id)
    return 0
