"""Sentences of the table: prompt, goal and counters."""

from __future__ import annotations

from functools import cache

from engine.core.texts import Message, over_prompt, player_name
from engine.games.stratego.rules.pieces import (
    CODES,
    GLYPHS,
    HIDDEN,
    RANKED,
    TRUTH,
    kind_of,
    owner_of,
    rank,
)
from engine.games.stratego.rules.state import StrategoState

QUIET_WARNING = 40


@cache
def type_name(kind: int) -> Message:
    known = 0 < kind < HIDDEN
    return Message(f"type.{GLYPHS[kind]}" if known else "type.unknown")


def shown_rank(kind: int) -> str:
    """Return what a piece shows as its rank: its number, as sentences call it, and the code in
    notation of what has none."""
    return str(rank(kind)) if kind in RANKED else CODES[kind]


@cache
def army_name(side: int) -> Message:
    return Message(f"army.{side}")


def prompt(state: StrategoState, viewer: int) -> Message:
    """Return whose decision it is (Game.prompt). That a side is blocked only that side may know
    (S46)."""
    if state.result is not None:
        return over_prompt(state.result.winner, state.result.reason)
    decider = state.current_player()
    who = player_name(decider)
    if state.asked == "turn":
        if viewer == decider and state.viewer in (TRUTH, viewer) and state.announces():
            return Message(f"prompt.{state.legal_actions()[0][0]}", who=who)
        return Message("prompt.turn", who=who)
    if state.asked == "place" and state.placed == state.game.zones[state.turn].size:
        return Message("prompt.ready" if viewer == decider else "prompt.place", who=who)
    return Message(f"prompt.{state.asked}", who=who)


def status(state: StrategoState) -> list[Message]:
    """Return the sentences of the counters."""
    out: list[Message] = []
    if state.result is not None or state.setting_up:
        return out
    game = state.game
    for side, count in enumerate(state.skips):
        if count:
            out.append(Message("status.skips", "5.27", who=player_name(side), n=count))
    if game.price:
        for side, points in enumerate(state.pts):
            out.append(Message("status.points", "5.26", who=player_name(side), n=points))
    limit = game.quiet_limit
    if limit and limit - state.quiet <= min(QUIET_WARNING, limit // 2):
        out.append(Message("status.quiet", "4.5", n=max(limit - state.quiet, 0)))
    return out


def goal(state: StrategoState, viewer: int) -> Message | None:
    """Return the goal, with how many pieces of the opponents are left (Game.goal); None after the
    end."""
    if state.result is not None:
        return None
    if state.setting_up:
        return Message("goal.setup", "4.1")
    others = [side for side in state.alive() if side != viewer]
    if not others or viewer not in state.alive():
        if state.game.players > 2:
            return Message("goal.watch.several", "4.3")
        return Message("goal.watch", "4.1")
    if len(others) > 1:
        return Message("goal.several", "4.3", n=len(others))
    (rival,) = others
    pieces = [kind_of(piece) for piece in state.board if piece and owner_of(piece) == rival]
    known = sum(kind != HIDDEN for kind in pieces)
    return Message("goal.two", "4.1", rival=player_name(rival), n=len(pieces), known=known)
