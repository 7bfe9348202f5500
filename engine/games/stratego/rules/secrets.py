"""What a Stratego army keeps secret: the type of each piece, by its identity (Game.hides, shows).

A set-up names every home cell, an empty one with the value 0, so that its letter tells nothing. A
question about promotion names the piece whatever is answered; a rescue from the rear names the new
piece. Types that everybody has seen are no secrets, nor is a promotion that everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.contract import UNKNOWN, Event
from engine.core.hidden import Secrets
from engine.core.texts import Message
from engine.games.stratego.rules.pieces import (
    GLYPHS,
    HIDDEN,
    REVEALED,
    TRUTH,
    entry_cell,
    entry_number,
    identity_of,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.position import (
    COURAGE,
    MERIT,
    SHOW1,
    TURN,
    StrategoPosition,
    StrategoRules,
)


def hides(state: StrategoPosition, event: Event) -> Secrets:
    """Return the ranks that an event makes secret or may change, by piece."""
    verb = event.action[0]
    if verb == "ready":
        known = state.viewer in (TRUTH, event.actor)
        cells = state.game.tables.homes[event.actor]
        return {identity_of(c): kind_of(state.board[c]) if known else UNKNOWN for c in cells}
    if verb == "back":
        kind, cell = event.action[1:3]
        return {identity_of(cell, state.entered[cell]): kind}
    if verb in ("accept", "decline", "closed") and state.asked in (MERIT, COURAGE):
        target = state.act[1]
        if not state.flags[target] & REVEALED:
            return {state.ids[target]: _known(kind_of(state.board[target]), verb == "accept")}
    return {}


def shows(state: StrategoPosition, event: Event) -> Secrets:
    """Return the ranks that an event makes public, by piece."""
    game = state.game
    if event.action[0] != "show" or not (game.shows_survivor and game.shows_removed):
        return {}
    notes = {part[0]: part for part in event.action[1:]}
    if state.asked == SHOW1:
        cell, told = state.act[0], notes["type"][1] if "type" in notes else None
    else:
        cell, told = state.act[1], notes["fight"][3] if "fight" in notes else None
    if state.flags[cell] & REVEALED:
        return {}
    return {state.ids[cell]: _known(kind_of(state.board[cell])) if told is None else told}


def _known(kind: int, more: int = 0) -> int:
    return UNKNOWN if kind == HIDDEN else kind + more


def secret_words(game: StrategoRules, name: int, value: int) -> Message | None:
    """Return what a secret is, in words, for a certificate."""
    if not value:
        return None
    grid = game.tables.grid
    kind, square = Message(f"type.{GLYPHS[value]}"), grid.names[entry_cell(name)]
    key = "secret.back" if entry_number(name) else "secret.piece"
    return Message(key, type=kind, square=square)


def ended(state: StrategoPosition, player: int) -> bool:
    """Implement Game.ended: a side without a mobile piece is out (4.2)."""
    if state.result is not None or state.asked != TURN:
        return False
    mobile = state.game.tables.mobile
    return not any(owner_of(p) == player and kind_of(p) in mobile for p in set(state.board) if p)


def near_only(options: Mapping[str, Any]) -> Message | None:
    """Implement Game.near_only. With more than two sides, who is left without a mobile piece is
    first known to that side alone; with blind combat and hidden captures nobody knows both types of
    a fight."""
    if options["players"] > 2:
        return Message("near.players")
    rules = ("blind_combat", "hidden_captures")
    return next((Message(f"near.{rule}") for rule in rules if options[rule]), None)
