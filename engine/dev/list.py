"""Ids of the registered games, one per line."""

from __future__ import annotations

import argparse

from engine.dev.common import game_ids

NAME = "list"
HELP = "print the ids of all games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to choose."""


def run(args: argparse.Namespace) -> int:
    """Always 0."""
    for game_id in game_ids():
        print(game_id)
    return 0
