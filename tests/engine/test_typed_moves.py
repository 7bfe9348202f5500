"""Moves of every game typed as people type them are read as the game writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action, Game, State
from engine.core.errors import AsedioError
from engine.core.foreign import typed_forms
from engine.games import REGISTRY, load_game
from engine.match.chance import ChanceSampler

SQUARES = re.compile(r"(?<![a-z0-9])([a-z][0-9]{1,2})-?(?=[a-z][0-9])")
WAYS: dict[str, Callable[[str], str]] = {
    "blanks": lambda text: f"\u00a0{text} ",
    "full-width": lambda text: "".join(
        chr(ord(sign) + 0xFEE0) if sign > " " else sign for sign in text
    ),
    "capitals": lambda text: re.sub(r"[a-z](?=[0-9])", lambda found: found[0].upper(), text),
    "long dash": lambda text: SQUARES.sub(r"\1–", text),
    "arrow": lambda text: SQUARES.sub(r"\1→", text),
    "apart": lambda text: SQUARES.sub(r"\1 ", text),
    "cross": lambda text: text.replace("x", "×"),
    "full stop": lambda text: f"{text}." if text[-1:].isdigit() else text,
}


def written(game: Game[Any], seed: int) -> list[tuple[State, Action]]:
    """Return positions of a random game, each with the action that is played there."""
    state, rng, found = game.initial_state(), Random(seed), list[tuple[State, Action]]()
    chance = ChanceSampler(rng)
    while state.outcome() is None and len(found) < 150:
        if state.current_player() < 0:
            state.apply(chance(state))
            continue
        action = rng.choice(state.legal_actions())
        found.append((state.observation(state.current_player()), action))
        state.apply(action)
    return found


def read(game: Game[Any], state: State, typed: str) -> list[Action]:
    for form in typed_forms(typed, game.dialect):
        try:
            return [one for part in game.read_actions(state, form) for one in part.actions]
        except AsedioError:
            continue
    return []


@pytest.mark.parametrize("game_id", REGISTRY)
def test_typed_moves_are_read_as_written(game_id: str) -> None:
    game = load_game(game_id)({})
    numbered = game_id == "stratego"  # "2." there is the number of a turn
    for state, action in written(game, 3):
        text = game.action_text(state, action)
        for name, way in WAYS.items():
            if not (numbered and name == "full stop"):
                assert read(game, state, way(text))[:1] == [action], (name, text, way(text))
