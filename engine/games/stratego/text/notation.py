"""Decisions and turns as text (rulebook, section 7), from full events or as a viewer received
them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import DRAW, RESIGN, TIME, UNKNOWN, Action
from engine.games.stratego.rules import flow
from engine.games.stratego.rules.combat import SIGNS
from engine.games.stratego.rules.pieces import (
    CODES,
    SIDES,
    TRUTH,
    kind_of,
)
from engine.games.stratego.rules.state import StrategoState

_DECLINED = {"merit": "=-", "courage": "^-", "rear": "+-"}
FORCED_WORDS = ("show", "ready", "open", "stand", "out", "end", *_DECLINED.values())


def plain(action: Action) -> Action:
    """Return an action without the notes that a viewer received with it."""
    return tuple(part for part in action if not isinstance(part, tuple))


def notes_of(action: Action) -> dict[str, tuple[int, ...]]:
    """Return the notes of an action by name."""
    return {part[0]: part[1:] for part in action if isinstance(part, tuple)}


def action_text(state: StrategoState, action: Action) -> str:
    """Return one decision as it is typed; empty for an answer that is hidden."""
    action = plain(action)
    verb = action[0]
    names = state.game.tables.grid.names
    if verb in ("move", "attack"):
        return f"{names[action[1]]}{'-' if verb == 'move' else 'x'}{names[action[2]]}"
    if verb == "relay":
        return f"{names[action[1]]}<>{names[action[2]]}"
    if verb in ("buy", "back"):
        code = "?" if action[1] == UNKNOWN else CODES[action[1]]
        return f"{'*' if verb == 'buy' else '+'}{code}@{names[action[2]]}"
    if verb == "put":
        return CODES[action[1]]
    if verb == "accept":
        return "=" if state.asked == "merit" else "^"
    if verb == "decline":
        return _DECLINED[state.asked]
    if verb in (RESIGN, TIME):
        return verb if action[1] == state.turn else f"{verb}.{SIDES[action[1]]}"
    return "" if verb == "closed" else "draw" if verb == DRAW else str(verb)


def turn_text(state: StrategoState, actions: Sequence[Action]) -> str:
    """Return a turn as records write it; from the middle of a turn, only decisions that were a
    choice."""
    if state.asked != "turn":
        return _words(state, actions)
    now = state.clone()
    text = ""
    for action in actions:
        text += _part(now, action)
        now.apply(action)
    return text + out_marks(state, now, actions[-1] if actions else ())


def _part(state: StrategoState, action: Action) -> str:
    """Return what one decision adds to the token of its turn."""
    verb = action[0]
    if verb in ("stand", "decline", "closed"):
        return ""
    if verb == "desert":
        return ":~"
    if verb == "show":
        return "" if state.asked == "show1" else _fight(state, action)
    if verb == "accept":
        told = notes_of(action).get("type")
        new = told[0] if told else kind_of(state.board[state.act[1]]) + 1
        return f"{'=' if state.asked == 'merit' else '^'}{CODES[new]}"
    return action_text(state, action)


def _fight(state: StrategoState, action: Action) -> str:
    outcome, a, d, _ = notes_of(action).get("fight") or flow.outcome_of(state)
    first, second = ("?" if kind == UNKNOWN else CODES[kind] for kind in (a, d))
    return f":{first}{SIGNS[outcome]}{second}"


def out_marks(before: StrategoState, after: StrategoState, last: Action) -> str:
    """Return `#b` for every side that went out by 4.1–4.2 while the game goes on."""
    if after.result is not None or after.turns == before.turns:
        return ""
    if not last or last[0] in (RESIGN, TIME, "out"):
        return ""
    gone = set(before.alive()) - set(after.alive())
    return "".join(f"#{SIDES[side]}" for side in sorted(gone))


def _words(state: StrategoState, actions: Sequence[Action]) -> str:
    if state.asked == "open" and state.viewer != TRUTH:
        return ""  # a player's log has no line for it: the board shows the cells
    now = state.clone()
    words: list[str] = []
    forced = ""
    for action in actions:
        word = action_text(now, action)
        if now.asked in ("place", "open") or len(now.legal_actions()) != 1:
            words.append(word)
        else:
            forced = word
        now.apply(action)
    return " ".join(word for word in words if word) or forced
