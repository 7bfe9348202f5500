"""Promotions and rescues: when they are asked about and what may be answered (rulebook, sections 3
and 5).

Whether a question arises must not depend on what the other sides cannot see; the answers may.
"""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.stratego.rules import movement
from engine.games.stratego.rules.combat import WINS
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    MARSHAL,
    RANKED,
    RESCUER,
    REVEALED,
    SCOUT,
    SPY,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.position import StrategoPosition


def askable(state: StrategoPosition, kinds: frozenset[int]) -> bool:
    """Tell whether the piece on the target may be one of `kinds` as the others see it (3.4)."""
    target = state.act[1]
    return not state.flags[target] & REVEALED or kind_of(state.board[target]) in kinds


def arrived(state: StrategoPosition) -> bool:
    """Tell whether the acting piece has come onto its far line this turn and is alive."""
    origin, target, _ = state.act
    far = state.game.tables.far[state.turn]
    alive = not state.fight or state.fight[0] == WINS
    return alive and target in far and origin not in far


def asks_rear(state: StrategoPosition) -> bool:
    """Tell whether the side to act is asked about a rescue, as the others see it (3.4)."""
    target = state.act[1]
    used = sum(state.resc[state.turn])
    if used >= state.game.rear or state.flags[target] & RESCUER:
        return False
    return not state.flags[target] & REVEALED or before_rises(state) not in (FLAG, BOMB, SCOUT)


def before_rises(state: StrategoPosition) -> int:
    """Return the type that the piece on the target had before this turn's promotions."""
    return kind_of(state.board[state.act[1]]) - len(state.rises)


def may_rise(state: StrategoPosition, kinds: frozenset[int]) -> bool:
    """Tell whether the piece on the target is of one of `kinds` and the next rank has a vacancy."""
    piece = state.board[state.act[1]]
    kind = kind_of(piece)
    return kind in kinds and SPY <= kind < MARSHAL and state.vac[owner_of(piece)][kind + 1] > 0


def may_earn(state: StrategoPosition) -> bool:
    """Tell whether promotion by merit is possible (5.3)."""
    tables = state.game.tables
    if not may_rise(state, tables.merit):
        return False
    if not tables.next_only:
        return True
    outcome, a, d = state.fight[:3]
    winner, loser = (a, d) if outcome == WINS else (d, a)
    return loser in RANKED and loser == winner - 1


def may_dare(state: StrategoPosition) -> bool:
    """Tell whether promotion by courage is possible (5.3)."""
    return may_rise(state, state.game.tables.courage)


def rear_rescues(state: StrategoPosition) -> list[Action]:
    """Return the pieces that the one on the target may bring back, each with every free home cell
    (5.3)."""
    if before_rises(state) not in RANKED or before_rises(state) == SCOUT:
        return []
    free = movement.free_home(state, state.turn)
    return [
        ("back", kind, cell) for kind in movement.returnable(state, state.turn) for cell in free
    ]
