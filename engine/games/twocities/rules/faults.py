"""Error codes of illegal inputs (rulebook, section 9): the first that applies.

The reader of typed inputs and the page's explanations both use them; an input without a fault is
legal.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import UNKNOWN, Action
from engine.games.twocities.rules.combat import contacts, move_of, reach, shot_fault
from engine.games.twocities.rules.frames import (
    CARD,
    DEAL,
    DRAWING,
    EVADE,
    EVADEDIE,
    FALL,
    FORESTS,
    HILLS,
    LINE,
    MELEE,
    OUTDIE,
    OVER,
    PLACE,
    PROTECT,
    REMOVE,
    ROLL,
    SHOOT,
    UNIT,
)
from engine.games.twocities.rules.pieces import CITY, NEIGHBOURS
from engine.games.twocities.rules.position import TwoCitiesPosition

FRAMES_OF: dict[str, tuple[str, ...]] = {
    "line": (LINE,), "forests": (FORESTS,), "hills": (HILLS,), "deal": (DEAL,),
    "play": (CARD,), "discard": (CARD,), "place": (PLACE,), "remove": (REMOVE,),
    "move": (UNIT,), "melee": (MELEE,), "shoot": (SHOOT,), "hold": (SHOOT,),
    "evade": (EVADE,), "die": (EVADEDIE, OUTDIE), "dice": (ROLL,), "protect": (PROTECT,),
    "fall": (FALL,), "card": (DRAWING,), "resign": (CARD,), "draw": (CARD,),
}  # fmt: skip

# Rulebook clause of each code.
CLAUSES = {
    "bad-syntax": "9.1", "bad-square": "9.1", "over": "7.1", "wrong-state": "3.1",
    "not-in-hand": "2.2", "unplayable": "2.5", "must-play": "2.6", "not-empty": "6.1",
    "not-neighbour": "6.1", "no-unit": "3.5", "already-activated": "3.7", "not-eligible": "3.6",
    "unreachable": "4.1", "no-such-target": "4.5", "not-in-contact": "4.5",
    "forest-target": "4.11", "hill-target": "4.11", "out-of-sight": "4.10",
    "not-offered": "9.2", "die-value": "9.3", "dice-count": "9.3", "card-not-in-deck": "2.9",
}  # fmt: skip


def fault(state: TwoCitiesPosition, action: Action) -> str:
    """Return the first error code that applies, from `over` on; empty for a legal input."""
    if state.ask == OVER:
        return "over"
    if state.ask not in FRAMES_OF[action[0]]:
        return "wrong-state"
    check = _CHECKS.get(action[0])
    return check(state, action) if check else ""


def may_hold(state: TwoCitiesPosition, card: int) -> bool:
    """Return whether the side to move holds a card, or may hold it among its unknown cards."""
    if state.hands[state.side] >> card & 1:
        return True
    return bool(state.unknown[state.side] and state.unseen() >> card & 1)


def _play(state: TwoCitiesPosition, action: Action) -> str:
    if not may_hold(state, action[1]):
        return "not-in-hand"
    return "" if state.playable(action[1]) else "unplayable"


def _discard(state: TwoCitiesPosition, action: Action) -> str:
    if not may_hold(state, action[1]):
        return "not-in-hand"
    return "" if action in state.legal_actions() else "must-play"


def _place(state: TwoCitiesPosition, action: Action) -> str:
    square = action[1]
    if state.board[square]:
        return "not-empty"
    return "" if square in NEIGHBOURS[state.city(state.side)] else "not-neighbour"


def _own(state: TwoCitiesPosition, square: int) -> bool:
    return bool(state.board[square]) and state.board[square] >> 3 == state.side


def _remove(state: TwoCitiesPosition, action: Action) -> str:
    square = action[1]
    if not _own(state, square):
        return "no-unit"
    return "not-eligible" if state.board[square] & 7 == CITY or square == state.t else ""


def _move(state: TwoCitiesPosition, action: Action) -> str:
    origin, target = action[1:]
    if not _own(state, origin):
        return "no-unit"
    if origin in state.done:
        return "already-activated"
    if origin not in state.left:
        return "not-eligible"
    steps = move_of(state.board[origin] & 7, state.card)
    return "" if target in reach(state.board, origin, steps) else "unreachable"


def _enemy(state: TwoCitiesPosition, square: int) -> bool:
    return bool(state.board[square]) and state.board[square] >> 3 != state.side


def _melee(state: TwoCitiesPosition, action: Action) -> str:
    if not _enemy(state, action[1]):
        return "no-such-target"
    return "" if action[1] in contacts(state.board, state.u) else "not-in-contact"


def _shoot(state: TwoCitiesPosition, action: Action) -> str:
    if not _enemy(state, action[1]):
        return "no-such-target"
    return shot_fault(state.field, state.u, action[1], state.card)


def _offered(state: TwoCitiesPosition, action: Action) -> str:
    offered = state.legal_actions() or [a for a, _ in state.chance_outcomes()]
    return "" if action in offered else "not-offered"


def _die(state: TwoCitiesPosition, action: Action) -> str:
    return "" if 1 <= action[1] <= 6 else "die-value"


def _dice(state: TwoCitiesPosition, action: Action) -> str:
    if not all(1 <= die <= 6 for die in action[1:]):
        return "die-value"
    return "" if len(action) - 1 == state.dice() else "dice-count"


def _card(state: TwoCitiesPosition, action: Action) -> str:
    """Return the fault of a dealt or drawn card. A hidden card may always be dealt, but is drawn
    only if a hand already has unknown cards."""
    if action[1] == UNKNOWN:
        hidden = action[0] == "deal" or any(state.unknown)
        return "" if hidden else "card-not-in-deck"
    offered = [a for a, _ in state.chance_outcomes()]
    return "" if action in offered else "card-not-in-deck"


_CHECKS: dict[str, Callable[[TwoCitiesPosition, Action], str]] = {
    "play": _play, "discard": _discard, "place": _place, "remove": _remove, "move": _move,
    "melee": _melee, "shoot": _shoot, "line": _offered, "forests": _offered, "hills": _offered,
    "protect": _offered, "fall": _offered, "die": _die, "dice": _dice, "deal": _card,
    "card": _card,
}  # fmt: skip
