"""Explanations why a square or card cannot be chosen now: one reason each, with its clause.

They are derived from the checks that also refuse typed inputs (faults.py).
"""

from __future__ import annotations

from engine.core.contract import CHANCE, Path
from engine.core.targets import square_of
from engine.core.texts import Message, player_name
from engine.games.twocities.rules.cards import THREES
from engine.games.twocities.rules.combat import move_of, range_of, reach, targets
from engine.games.twocities.rules.faults import CLAUSES, fault, may_hold
from engine.games.twocities.rules.frames import CARD, FALL, MELEE, PLACE, REMOVE, SHOOT, UNIT
from engine.games.twocities.rules.pieces import CITY, INDEX, distance
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.look import card_of
from engine.games.twocities.table.look import path as path_of
from engine.games.twocities.table.sentences import unit_name, why_unplayable

_OVER = {"resign": "7.2", "agreement": "7.2", "calm": "7.3", "exhaustion": "7.4"}


def explain(state: TwoCitiesState, path: Path) -> Message | None:
    """Return why the last target of a path cannot be chosen; None if it can."""
    if state.ending is not None:
        return Message("explain.over", _OVER.get(state.ending[0], "7.1"))
    if state.current_player() == CHANCE:
        return Message("explain.chance", "3.2")
    if any(path_of(state, a)[: len(path)] == path for a in state.legal_actions()):
        return None
    card, square = card_of(path[-1]), square_of(path[-1], INDEX)
    if state.ask == CARD:
        return _choosing(state, path, card, square)
    if card >= 0:
        return Message("explain.card_later", "3.3")
    if square < 0:
        return Message("explain.button", "3.1")
    if state.ask == UNIT:
        return _unit(state, path, square)
    return _other(state, square)


def _choosing(state: TwoCitiesState, path: Path, card: int, square: int) -> Message:
    """Return why a target cannot be pressed while a card is chosen."""
    chosen = card_of(path[0])
    if len(path) > 1 and chosen >= 0:
        if state.playable(chosen):
            return Message("explain.press_play", "3.3")
        return Message("explain.press_discard", "2.6")
    if card < 0:
        return Message("explain.card_first" if square >= 0 else "explain.button", "3.3")
    if not may_hold(state, card):
        return Message("explain.card_owner", "2.2", who=player_name(state.side))
    return Message("explain.unplayable", "2.5", why=why_unplayable(card, state.game.any_four))


def _other(state: TwoCitiesState, square: int) -> Message:
    """Return why a square cannot be pressed in the frames other than CARD and UNIT."""
    if state.ask == FALL:
        return Message("explain.fall", "5.9")
    if state.ask == REMOVE:
        return _removal(state, square)
    if state.ask == SHOOT:
        return _shot(state, square)
    if state.ask not in (PLACE, MELEE):
        return Message("explain.answer", "3.2")
    code = fault(state, ("place" if state.ask == PLACE else "melee", square))
    return Message(f"explain.{code}", CLAUSES[code])


def _removal(state: TwoCitiesState, square: int) -> Message:
    """Return why the piece on a square cannot be the one that leaves for a reinforcement."""
    if square == state.t:
        return Message("explain.remove_new", "6.3")
    if square == state.city(state.side):
        return Message("explain.remove_city", "6.3")
    return Message("explain.no-unit", "6.3")


def _shot(state: TwoCitiesState, square: int) -> Message:
    code = fault(state, ("shoot", square))
    if code == "no-such-target":
        return Message("explain.shoot", "4.7")
    if code == "out-of-sight":
        limit = range_of(state.field, state.u, state.card)
        if distance(state.u, square) > limit:
            return Message("explain.out-of-range", "4.9", n=limit)
    return Message(f"explain.{code}", CLAUSES[code])


def _unit(state: TwoCitiesState, path: Path, square: int) -> Message:
    origin = square_of(path[0], INDEX)
    if origin not in state.left:
        return _origin(state, origin)
    if square == origin:
        return Message("explain.stay", "4.2")
    unit = state.board[origin] & 7
    steps = move_of(unit, state.card)
    if state.board[square]:
        return _taken(state, origin, square, steps)
    if distance(origin, square) <= steps:
        return Message("explain.blocked", "4.1", unit=unit_name(unit))
    return Message("explain.unreachable", "4.1", unit=unit_name(unit), n=steps)


def _origin(state: TwoCitiesState, square: int) -> Message:
    """Return why no unit on a square can be activated."""
    code = fault(state, ("move", square, square))
    if code != "not-eligible":
        return Message(f"explain.{code}", CLAUSES[code])
    if state.board[square] & 7 == CITY:
        return Message("explain.city", "1.3")
    if square not in state.eligible(state.card):
        return Message("explain.not-eligible", "2.3")
    key = "explain.sector_used" if state.card in THREES else "explain.late_contact"
    return Message(key, "3.6")


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
