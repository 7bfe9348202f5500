"""Legal inputs of every player's frame (rulebook, section 3)."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import (
    contacts,
    flood,
    free_squares,
    move_of,
    targets,
)
from engine.games.twocities.rules.frames import (
    CARD,
    EVADE,
    GUARDS,
    MELEE,
    PLACE,
    PROTECT,
    REMOVE,
    SHOOT,
    UNIT,
)
from engine.games.twocities.rules.pieces import members
from engine.games.twocities.rules.position import TwoCitiesPosition


def legal(state: TwoCitiesPosition) -> list[Action]:
    """Return the legal inputs of a player's frame."""
    ask, board = state.ask, state.board
    if ask == CARD:
        return card_choices(state)
    if ask == PLACE:
        return [("place", s) for s in state.free_beside_city()]
    if ask == REMOVE:
        return [("remove", s) for s in state.units(state.side) if s != state.t]
    if ask == UNIT:
        free = free_squares(board)
        return [
            ("move", a, b)
            for a in state.left
            for b in members(flood(free, a, move_of(board[a] & 7, state.card)))
        ]
    if ask == MELEE:
        return [("melee", s) for s in contacts(board, state.u)]
    if ask == SHOOT:
        found = targets(state.field, state.u, state.card, state.moved)
        return [*(("shoot", s) for s in found), ("hold",)]
    if ask == EVADE:
        return [("evade", 1), ("evade", 0)]
    if ask == PROTECT:
        return [("protect", GUARDS.index(letter)) for letter in state.guards()]
    return [("fall", 1), ("fall", 2)]


def card_choices(state: TwoCitiesPosition) -> list[Action]:
    """Return the plays and discards that are legal for at least one possible hand, if cards of the
    hand are unknown."""
    mine, hidden = state.hands[state.side], state.unknown[state.side]
    unseen = state.unseen() if hidden else 0
    playable = cards.mask_of(c for c in members(mine | unseen) if state.playable(c))
    out: list[Action] = [("play", c) for c in members(playable)]
    if not mine & playable and (unseen & ~playable).bit_count() >= hidden:
        out.extend(("discard", c) for c in members((mine | unseen) & ~playable))
    return out
