"""Prompt, goal and status sentences of Cotadrez."""

from __future__ import annotations

from engine.core.texts import Message, over_prompt, player_name
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import KING
from engine.games.cotadrez.rules.state import (
    BESIEGERS,
    DEPLOY,
    EXCHANGE,
    MARCH,
    QUIET_LIMIT,
    REVEAL,
    TURN,
    CotadrezState,
)

QUIET_WARNING = 80


def status(state: CotadrezState) -> list[Message]:
    """Return the status lines: check, sieges, the truce of the first turn, the quiet counter."""
    out = []
    for half in (0, 1):
        if state.in_check(half):
            out.append(Message("status.check", "5.1", who=player_name(state.player_of(half))))
        out += siege_status(state, half)
    if state.turns == 0 and state.result is None and state.in_check(1 - state.side):
        out.append(Message("status.truce", "5.4"))
    if state.quiet >= QUIET_WARNING and state.result is None:
        out.append(Message("status.quiet", "5.7", n=QUIET_LIMIT - state.quiet))
    return out


def prompt(state: CotadrezState, viewer: int) -> Message:
    """Return the sentence that says who decides, and what."""
    if state.result is not None:
        return over_prompt(state.result.winner, state.result.reason)
    frame = state.frame()
    if frame == REVEAL:
        return Message("prompt.reveal")
    who = player_name(state.current_player())
    if frame == DEPLOY:
        d = state.deploys[state.current_player()]
        return Message("prompt.fortress" if d.seen and d.anchor < 0 else "prompt.deploy", who=who)
    if frame == MARCH:
        return Message("prompt.march", who=who)
    if frame == EXCHANGE:
        king = state.reserves[state.decider()][KING]
        return Message("prompt.king_out" if king else "prompt.exchange", who=who)
    if state.in_check(state.side):
        return Message("prompt.turn_check", who=who)
    return Message("prompt.turn", who=who)


def goal(state: CotadrezState, viewer: int) -> Message | None:
    """Implement `Game.goal`: mate if the enemy King is on the board, siege if he hides."""
    if state.result is not None:
        return None
    if viewer < 0 or not state.battle:
        return Message("goal.deploy" if viewer >= 0 else "goal.watch", "5.3")
    half = state.half_of(viewer)
    rival = player_name(1 - viewer)
    if not state.reserves[1 - half][KING]:
        return Message("goal.mate", "5.2", rival=rival)
    count = len(besiegers(state.t, state.board, half))
    return Message("goal.siege", "4.16", rival=rival, n=min(count, BESIEGERS), needed=BESIEGERS)


# -- sieges --------------------------------------------------------------------------------------


def siege_status(state: CotadrezState, half: int) -> list[Message]:
    """Return the sentence about the siege of a half's fortress, if there is one: what its side can
    lose, and when. During an exchange the next turn says it."""
    over = state.result is not None or state.frame() == EXCHANGE
    if over or len(besiegers(state.t, state.board, 1 - half)) < BESIEGERS:
        return []
    names = {
        "who": player_name(state.player_of(half)),
        "rival": player_name(state.player_of(1 - half)),
    }
    loss = _loss(state, half, names)
    if loss is None:
        return [Message("status.siege.nothing", "4.19", **names)]
    if state.side == half or state.frame() != TURN:
        return [Message("status.siege.alert", "4.10", **names, loss=loss)]
    if not executable(state):
        return [Message("status.siege.barred", "4.14", **names)]
    return [Message("status.siege.now", "4.12", **names, loss=loss)]


def executable(state: CotadrezState) -> bool:
    """Return whether the player to move can execute a siege, whose end must not bare his king."""
    return any(action[0] == "siege" for action in state.legal_actions())


def _loss(state: CotadrezState, half: int, names: dict[str, Message]) -> Message | None:
    """Return what an execution would take from a half; None if it would take nothing."""
    reserve, prisoners = state.reserves[half], sum(state.dungeons[half])
    count = sum(reserve) - reserve[KING]
    if reserve[KING]:
        key, clause = ("king", "4.15") if count else ("lone_king", "4.15")
    elif count:
        key, clause = ("saving", "4.17") if prisoners else ("reserve", "4.19")
    elif prisoners:
        return Message("loss.prisoner", "4.13", **names)
    else:
        return None
    return Message(f"loss.{key}", clause, **names, n=count)
