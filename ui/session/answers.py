"""Forced answers: actions the table plays by itself because there is no choice."""

from __future__ import annotations

from engine.core.contract import CHANCE, Action
from engine.match.match import Match
from ui.session.agreed import Agreed
from ui.session.seating import Seating


def forced_answer(match: Match, seating: Seating, agreed: Agreed) -> Action | None:
    """Return what the table plays by itself now; None if a player has a choice."""
    state = match.state
    if agreed.mine not in (None, state.current_player()):
        return None
    return state.automatic() or only_answer(match, len(match.events), seating.secrets())


def only_answer(match: Match, count: int, secrets: bool) -> Action | None:
    """Return the answer the table plays by itself after the first `count` events; None if a player
    must decide or the game waits for no player.

    It must be the only legal action and stand in the middle of a turn: a player starts a turn
    himself, having seen what came before, and also passes the turn on himself. With `secrets` the
    question must be public. Nothing is played if chance follows, since that could not be undone.
    """
    state = match.state if count == len(match.events) else match.state_at(count)
    if not count or state.current_player() < 0 or (secrets and state.is_private()):
        return None
    options = state.legal_actions()
    if len(options) != 1 or match.state_at(count - 1).turn_index() != state.turn_index():
        return None
    if match.game.arrangement(state) is not None:
        return None
    after = state.clone()
    after.apply(options[0])
    decider, following = state.current_player(), after.current_player()
    passed_on = match.events[count - 1].actor == decider and following != decider
    return None if passed_on or following == CHANCE else options[0]
