"""Units that can attack this turn or the next, and the squares from which they can."""

from __future__ import annotations

from engine.core.contract import Action, Path
from engine.core.texts import Message
from engine.games.twocities.rules.combat import (
    contacts,
    in_contact,
    may_shoot,
    move_of,
    reach,
    shot_fault,
    targets,
)
from engine.games.twocities.rules.frames import MELEE, SHOOT, UNIT
from engine.games.twocities.rules.pieces import (
    ARCHERS,
    CAVALRY,
    CITY,
    INDEX,
    MOVE,
    NAMES,
    NEIGHBOURS,
    RANGE,
    distance,
)
from engine.games.twocities.rules.state import TwoCitiesState

SHOOTERS = (ARCHERS, CAVALRY)
NO_CARD = -1


def strikes(state: TwoCitiesState, origin: int, goal: int, card: int) -> bool:
    """Return whether the unit on `origin` has an enemy beside it or a target to shoot at once it
    stands on `goal`, under the rules of `card`."""
    board = bytearray(state.board)
    board[origin], board[goal] = 0, state.board[origin]
    if in_contact(board, goal):
        return True
    return bool(targets(state.field._replace(board=board), goal, card, origin != goal))


def can_strike(state: TwoCitiesState, square: int, card: int) -> bool:
    """Return whether the unit on a square can attack from any square that `card` lets it reach."""
    steps = move_of(state.board[square] & 7, card)
    goals = reach(state.board, square, steps)
    return any(strikes(state, square, goal, card) for goal in goals)


def shortcuts(state: TwoCitiesState) -> list[tuple[Path, tuple[Action, ...]]]:
    """Implement `Game.shortcuts`: a press on an enemy after an own unit attacks it from there."""
    found: list[tuple[Path, tuple[Action, ...]]] = []
    for square in state.left if state.ask == UNIT else ():
        near = contacts(state.board, square)
        struck = near or targets(state.field, square, state.card, False)
        verb = MELEE if near else SHOOT
        for target in struck:
            path = (f"sq:{NAMES[square]}", f"sq:{NAMES[target]}")
            found.append((path, (("move", square, square), (verb, target))))
    return found


def attacks(state: TwoCitiesState, origin: str, square: str) -> bool:
    """Implement `Game.attacks`: whether the unit on `origin` could go where it meets the one on
    `square` or can shoot at it, with the values of its kind; a card may add to them."""
    start, target, board = INDEX[origin], INDEX[square], state.board
    kind = board[start] & 7
    if kind == CITY:
        return False
    goals = reach(board, start, MOVE[kind])
    if any(there in goals for there in NEIGHBOURS[target]):
        return True
    if kind not in SHOOTERS or state.field.forests >> target & 1:
        return False
    return any(_could_shoot(state, start, goal, target) for goal in goals)


def _could_shoot(state: TwoCitiesState, start: int, goal: int, target: int) -> bool:
    """Return whether the unit on `start` could shoot at `target` once it stands on `goal`."""
    if distance(goal, target) > RANGE[state.board[start] & 7] + (state.field.hills >> goal & 1):
        return False
    board = bytearray(state.board)
    board[start], board[goal] = 0, state.board[start]
    field = state.field._replace(board=board)
    return may_shoot(field, goal, NO_CARD, start != goal) and not shot_fault(
        field, goal, target, NO_CARD
    )


def card_prospect(state: TwoCitiesState, card: int) -> Message | None:
    """Return which of the units that a card activates can attack this turn; None for a card that
    activates none."""
    found = state.eligible(card)
    if not found:
        return None
    ready = [square for square in found if can_strike(state, square, card)]
    if not ready:
        return Message("prospect.none", "2.3")
    if len(ready) == len(found):
        return Message("prospect.all", "2.3")
    return Message("prospect", "2.3", n=len(ready), squares=_names(ready))


def _names(squares: list[int]) -> Message:
    """Return a list of squares, such as `b2, d4 and e5`."""
    *first, last = (NAMES[square] for square in squares)
    if not first:
        return Message("tell.list.one", a=last)
    return Message("tell.list.more", a=", ".join(first), b=last)
