"""Positions and helpers for the tests of Rilatria."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core.errors import ActionError
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.state import RilatriaState
from tests.fixtures.words import play
from tests.games.answers import game_of

SAMPLE = (Path(__file__).parents[2] / "records" / "rilatria" / "sample.txt").read_text("utf-8")
START = "9/9/9/9/9/9/9/9/9 1 D 6.4.1.2.0 6.4.1.2.0 - 0 1"
PLAIN = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"


def at(text: str, **options: Any) -> RilatriaState:
    return Rilatria(options).state_from_text(text)


def after(text: str, actions: str, **options: Any) -> RilatriaState:
    """Return the position after the tokens, all of which must be legal."""
    return play(at(text, **options), actions)


def refused(text: str, actions: str, **options: Any) -> tuple[str, str, str]:
    """Return (class, token, last good position) of the first refused token."""
    game = Rilatria(options)
    state = game.state_from_text(text)
    try:
        for reading in game.read_actions(state, actions):
            for action in reading.actions:
                state.apply(action)
    except ActionError as why:
        return why.code, why.token, state.to_text()
    raise AssertionError("nothing was refused")


def texts(state: RilatriaState) -> set[str]:
    """Return the legal actions in notation."""
    return {game_of(state).action_text(state, action) for action in state.legal_actions()}
