"""What a game answers about a state, with its type: the game, the end, a refusal, a set-up."""

from __future__ import annotations

from typing import TypeVar

from engine.core.contract import Arrangement, Draft, Game, State
from engine.core.outcome import Outcome
from engine.core.texts import Message
from engine.match.match import Match

S = TypeVar("S", bound=State)


def game_of(state: S) -> Game[S]:
    """Return the title of a state, whose rules know nothing of notation and table."""
    game = state.game
    assert isinstance(game, Game)
    return game


def ended(of: State | Match) -> Outcome:
    """Return how the game ended."""
    outcome = of.outcome()
    assert outcome is not None
    return outcome


def refusal_of(state: State, *presses: str) -> Message:
    """Return the sentence that refuses the last of these presses."""
    found = game_of(state).explain(state, presses)
    assert found is not None
    return found


def why(state: State, *presses: str) -> tuple[str, str]:
    """Return reason and clause of the sentence that refuses the last of these presses."""
    found = refusal_of(state, *presses)
    return found.key.removeprefix("explain."), found.clause


def goal_of(state: State, viewer: int = 0) -> Message:
    """Return the sentence that says how the viewer wins."""
    found = game_of(state).goal(state, viewer)
    assert found is not None
    return found


def arranged(game: Game[S], state: S, draft: Draft = ()) -> Arrangement:
    """Return the set-up phase of a state, with the draft on its board."""
    plan = game.arrangement(state, draft)
    assert plan is not None
    return plan


def inner(message: Message, name: str) -> Message:
    """Return the message that another one has in its place `name`."""
    found = message.params[name]
    assert isinstance(found, Message)
    return found
