"""Explanations why a square or card cannot be chosen now: one reason each, with its clause.

They are derived from the checks that also refuse typed inputs (faults.py).
"""

from __future__ import annotations

from engine.core.contract import CHANCE, Path
from engine.core.texts import Message, player_name
from engine.games.twocities.rules.combat import move_of, reach, targets
from engine.games.twocities.rules.faults import CLAUSES, fault
from engine.games.twocities.rules.frames import CARD, FALL, MELEE, OVER, PLACE, REMOVE, SHOOT, UNIT
from engine.games.twocities.rules.pieces import CITY, distance
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.look import card_of, square_of
from engine.games.twocities.table.look import path as path_of
from engine.games.twocities.table.sentences import unit_name, why_unplayable


def explain(state: TwoCitiesState, path: Path) -> Message | None:
    """Implement `Game.explain`."""
    if state.ask == OVER:
        return Message("explain.over", "7.1")
    if state.current_player() == CHANCE:
        return Message("explain.chance", "3.2")
    if any(path_of(state, a)[: len(path)] == path for a in state.legal_actions()):
        return None
    target = path[-1]
    card = card_of(target)
    if card >= 0:
        return _card(state, card)
    square = square_of(target)
    if square < 0:
        return Message("explain.button", "3.1")
    if state.ask == CARD:
        return Message("explain.press_play" if len(path) > 1 else "explain.card_first", "3.3")
    if state.ask == UNIT:
        return _unit(state, path, square)
    return _other(state, square)


def _card(state: TwoCitiesState, card: int) -> Message:
    if state.ask != CARD:
        return Message("explain.card_later", "3.3")
    if not state.playable(card):
        return Message("explain.unplayable", "2.5", why=why_unplayable(card, state.game.any_four))
    return Message("explain.card_owner", "2.2", who=player_name(state.side))


def _other(state: TwoCitiesState, square: int) -> Message:
    """Return why a square cannot be pressed in the frames other than CARD and UNIT."""
    verbs = {PLACE: "place", REMOVE: "remove", MELEE: "melee", SHOOT: "shoot"}
    if state.ask == FALL:
        return Message("explain.fall", "5.9")
    if state.ask not in verbs:
        return Message("explain.answer", "3.2")
    code = fault(state, (verbs[state.ask], square))
    if state.ask == SHOOT and code == "no-such-target":
        return Message("explain.shoot", "4.7")
    return Message(f"explain.{code}", CLAUSES[code])


def _unit(state: TwoCitiesState, path: Path, square: int) -> Message:
    if len(path) == 1:
        code = fault(state, ("move", square, square))
        if code == "not-eligible" and state.board[square] & 7 == CITY:
            return Message("explain.city", "4.1")
        return Message(f"explain.{code}", CLAUSES[code])
    origin = square_of(path[0])
    if square == origin:
        return Message("explain.stay", "4.2")
    unit = state.board[origin] & 7
    steps = move_of(unit, state.card)
    name = unit_name(unit)
    if state.board[square]:
        return _taken(state, origin, square, steps)
    if distance(origin, square) <= steps:
        blocked = Message("explain.blocked", "4.1", unit=name)
        return blocked if square not in reach(state.board, origin, steps) else name
    return Message("explain.unreachable", "4.1", unit=name, n=steps)


def _taken(state: TwoCitiesState, origin: int, square: int, steps: int) -> Message:
    """Return why a unit cannot move to an occupied square. For an enemy that it could attack, say
    that the attack comes after the move."""
    if state.board[square] >> 3 != state.side:
        if distance(origin, square) == 1:
            return Message("explain.melee_after", "4.5")
        if square in targets(state.field, origin, state.card, moved=False):
            return Message("explain.shot_after", "4.7")
        if any(distance(goal, square) == 1 for goal in reach(state.board, origin, steps)):
            return Message("explain.beside_first", "4.5")
    return Message("explain.occupied", "4.1")
