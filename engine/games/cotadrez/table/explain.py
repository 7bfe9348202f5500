"""Explanations why a square, unit or button cannot be chosen now: one reason each, with its clause.

They are derived from the same tables and tests that generate the legal actions.
"""

from __future__ import annotations

from engine.core.contract import Path
from engine.core.targets import name_of, square_of
from engine.core.texts import Message, player_name
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.attacks import attacked_squares, bolts, may_take, walked_squares
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    ELEPHANT,
    FORTRESS,
    GLYPHS,
    INDEX,
    KING,
    LANCER,
    MOUNTAIN,
    RABBLE,
    SCORPION,
    TREBUCHET,
    code,
    fortress_squares,
    ring_of,
)
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain
from engine.games.cotadrez.table.scene import fortress_aliases, sq, unit_name
from engine.games.cotadrez.table.scene import path as path_of


def explain(state: CotadrezState, path: Path) -> Message | None:
    """Return why the last target of a path cannot be chosen; None if it can."""
    if state.current_player() < 0:
        return Message("explain.over", "5.12") if state.result else None
    if not state.battle:
        return _deployment(state, path)
    path = _resolved(state, path)
    if _is_next(state, path):
        return None
    if len(path) > 2:
        relay = (*path[:2], "btn:relay")
        pending = any(path_of(state, action) == relay for action in state.legal_actions())
        return (
            Message("explain.relay", "3.5") if pending else Message("explain.choose_shot", "3.14")
        )
    if len(path) == 2 and _is_next(state, path[:1]):
        return _second(state, path[0], path[1])
    return _first(state, path[0])


def _resolved(state: CotadrezState, path: Path) -> Path:
    aliases = {**fortress_aliases(state.t.forts[0]), **fortress_aliases(state.t.forts[1])}
    return tuple(aliases.get(target, target) for target in path)


def _is_next(state: CotadrezState, path: Path) -> bool:
    return any(path_of(state, a)[: len(path)] == path for a in state.legal_actions())


def _square(target: str) -> int:
    return square_of(target, INDEX)


# -- the first press -----------------------------------------------------------------------------


def _first(state: CotadrezState, target: str) -> Message:
    if kind := name_of(target, "kind"):
        return _reserve(state, GLYPHS.index(kind))
    square = _square(target)
    if square < 0:
        return Message("explain.choose_first", "4.5")
    frame = state.frame()
    if frame == EXCHANGE:
        return _exchange_first(state)
    half = state.decider()
    unit = state.board[square]
    if frame == MARCH:
        waiting = unit == code(half, RABBLE) and square != state.stack[-1][2]
        return _stuck(state, square) if waiting else _march(state)
    if square in state.t.forts:
        return _fortress(state, square == state.t.forts[half])
    if unit and unit >> 4 != half:
        return Message("explain.not_yours", "4.2", unit=unit_name(unit & 15))
    if not unit:
        return Message("explain.choose_unit", "4.2")
    return _stuck(state, square)


def _exchange_first(state: CotadrezState) -> Message:
    if state.reserves[state.decider()][KING]:
        return Message("explain.king_must_come_out", "4.15")
    return Message("explain.choose_saved", "4.17")


def _march(state: CotadrezState) -> Message:
    """Return what may be done in MARCH; the march ends only with a safe king."""
    may_stop = ("stop",) in state.legal_actions()
    return Message("explain.other_rabble" if may_stop else "explain.march_check", "4.6")


def _fortress(state: CotadrezState, own: bool) -> Message:
    if own:
        return Message("explain.own_fortress", "2.10")
    units = besiegers(state.t, state.board, state.decider())
    if len(units) < 2:
        return Message("explain.besiegers", "4.12", n=len(units))
    return Message("explain.bares_king", "4.14")


def _stuck(state: CotadrezState, square: int) -> Message:
    """Return why an own unit has no legal action."""
    t, board = state.t, state.board
    unit = board[square]
    name = unit_name(unit & 15)
    free = [s for s in walked_squares(t, board, square) if not board[s]]
    prey = [s for s in attacked_squares(t, board, square) if may_take(t, board, s, unit)]
    if not free and not prey and not _partners(state, square):
        return Message("explain.no_way", "3.20", unit=name)
    if unit & 15 == KING:
        return Message("explain.king_nowhere", "4.4")
    if state.in_check(state.decider()):
        return Message("explain.answer_check", "4.4", unit=name)
    return Message("explain.pinned", "4.4", unit=name)


def _partners(state: CotadrezState, square: int) -> list[int]:
    """Return where the units stand that a Lancer on `square` could relay."""
    unit = state.board[square]
    if unit & 15 != LANCER:
        return []
    around = [(s, state.board[s]) for s in state.t.relay[square]]
    return [s for s, other in around if other and other >> 4 == unit >> 4 and other != unit]


def _reserve(state: CotadrezState, kind: int) -> Message:
    """Return why a unit of the own Reserve cannot enter."""
    half = state.decider()
    name = unit_name(kind)
    if state.frame() == MARCH:
        return _march(state)
    if state.frame() == EXCHANGE:
        if state.reserves[half][KING]:
            return Message("explain.king_must_come_out", "4.15")
        return Message("explain.saving_checks_all", "4.17", unit=name)
    if not state.game.reinforce:
        return Message("explain.no_reinforcements", "4.8")
    if all(state.board[s] for s in state.t.ring[half]):
        return Message("explain.ring_full", "4.7")
    if kind == KING:
        return Message("explain.king_shut_in", "4.4")
    return Message("explain.answer_check", "4.4", unit=name)


# -- the second press ----------------------------------------------------------------------------


def _second(state: CotadrezState, first: str, target: str) -> Message:
    square = _square(target)
    if kind := name_of(first, "kind"):
        return _placement(state, GLYPHS.index(kind), square)
    origin = _square(first)
    if origin in state.t.forts:
        return Message("explain.choose_prisoner", "4.13")
    if square < 0:
        return Message("explain.finish_step", "4.5")
    t, board = state.t, state.board
    unit, found = board[origin], board[square]
    if square == origin:
        return Message("explain.same_square", "3.19")
    ground = t.describe(square)
    if ground == "fortress":
        return Message("explain.enter_fortress", "1.10")
    if found and found >> 4 == unit >> 4:
        return _friend(state, origin, square)
    if ground != "land":
        return Message("explain.not_land", "1.8", ground=Message(f"ground.{ground}"))
    return _target(state, origin, square)


def _friend(state: CotadrezState, origin: int, square: int) -> Message:
    """Return why an own unit is not chosen instead, or why the Lancer does not relay it."""
    if state.board[origin] & 15 != LANCER:
        if _is_next(state, (sq(square),)):
            return Message("explain.own_unit", "3.18")
        return _first(state, sq(square))
    if square in state.t.relay[origin]:
        if state.board[square] & 15 == LANCER:
            return Message("explain.relay_lancers", "3.5")
        return Message("explain.king_attacked", "4.4", who=player_name(state.current_player()))
    if square in state.t.diag1[origin]:
        return Message("explain.relay_straight", "3.5")
    return Message("explain.relay_far", "3.5")


def _target(state: CotadrezState, origin: int, square: int) -> Message:
    """Return why a unit cannot move to empty land or take an enemy: out of reach, blocked,
    protected, or its King would be attacked."""
    t, board = state.t, state.board
    unit, found = board[origin], board[square]
    kind = unit & 15
    name = unit_name(kind)
    attacked = square in attacked_squares(t, board, origin)
    if not found and square not in walked_squares(t, board, origin):
        if attacked and kind == ARCHER:
            return Message("explain.archer_far", "3.6")
        if attacked:
            return Message("explain.only_shoots", "3.17", unit=name)
        return _out_of_reach(t, board, origin, square)
    if found and not attacked:
        if kind in (TREBUCHET, SCORPION) and square in walked_squares(t, board, origin):
            return Message("explain.engine_capture", "3.17", unit=name)
        return _out_of_reach(t, board, origin, square)
    if found & 15 == KING and found:
        return Message("explain.king_capture", "3.21")
    if found & 15 == ELEPHANT and not may_take(t, board, square, unit):
        return Message("explain.thick_skin", "3.10")
    if kind == SCORPION and any(square == second for _, second in bolts(t, board, origin)):
        return Message("explain.pierce_first", "3.14")
    return Message("explain.king_attacked", "4.4", who=player_name(state.current_player()))


def _out_of_reach(t: Terrain, board: bytearray, origin: int, square: int) -> Message:
    """Return the reason: a unit blocks the way, terrain blocks it, or the unit never moves so."""
    kind = board[origin] & 15
    name = unit_name(kind)
    alone = bytearray(100)
    alone[origin] = board[origin]
    alone[square] = board[square]

    attacked = square in attacked_squares(t, alone, origin)
    if attacked if board[square] else square in walked_squares(t, alone, origin):
        return Message("explain.blocked_unit", "3.20", unit=name)
    if not board[square] and kind in (ARCHER, TREBUCHET, SCORPION):
        return Message("explain.too_far", "3.19", unit=name)  # it could at most shoot there
    if _geometric(kind, origin, square):
        return Message("explain.blocked_ground", "3.20", unit=name)
    return Message("explain.too_far", "3.19", unit=name)


def _geometric(kind: int, origin: int, square: int) -> bool:
    """Return whether the unit could move or shoot there on a board without terrain and units."""
    df, dr = abs(square % 10 - origin % 10), abs(square // 10 - origin // 10)
    shape = tuple(sorted((df, dr)))
    straight, diagonal = shape[0] == 0, shape[0] == shape[1]
    if kind == RABBLE or kind == LANCER:
        return shape == (0, 1)
    if kind == KING:
        return shape[1] == 1
    if kind == ARCHER:
        return diagonal and shape[1] <= 2
    if kind == TREBUCHET:
        return straight or shape == (1, 1)
    if kind == SCORPION:
        return diagonal or shape == (0, 1)
    if kind == ELEPHANT:
        return straight
    return straight or diagonal if GLYPHS[kind] == "dragon" else shape == (1, 2)


def _placement(state: CotadrezState, kind: int, square: int) -> Message:
    """Return why a Reserve unit may not enter this square, as reinforcement or in an exchange."""
    half = state.decider()
    exchange = state.frame() == EXCHANGE
    clause = ("4.15" if kind == KING else "4.17") if exchange else "4.7"
    if square < 0:
        return Message("explain.choose_square", clause)
    if square not in ring_of(state.t.forts[half]):
        return Message("explain.own_ring", clause)
    if not state.t.is_land(square):
        ground = Message(f"ground.{state.t.describe(square)}")
        return Message("explain.not_land", "1.8", ground=ground)
    if state.board[square]:
        return Message("explain.occupied", clause)
    if not exchange:
        return Message("explain.king_attacked", "4.4", who=player_name(state.current_player()))
    if kind == KING:
        return Message("explain.exit_attacked", "4.15")
    return Message("explain.saving_checks", "4.17", unit=unit_name(kind))


# -- deployment ----------------------------------------------------------------------------------


def _deployment(state: CotadrezState, path: Path) -> Message | None:
    player = state.current_player()
    d = state.deploys[player]
    if not d.seen:
        return Message("explain.fog", "2.13")
    if d.anchor >= 0:
        aliases = fortress_aliases(d.anchor)
        path = tuple(aliases.get(target, target) for target in path)
    if _is_next(state, path):
        return None
    if not _is_next(state, path[:1]):
        path = path[:1]  # what comes after it does not matter
    target = path[-1]
    if len(path) == 1 and (kind := name_of(target, "kind")):
        return _tray(state, GLYPHS.index(kind))
    square = _square(target)
    if len(path) == 1:
        if d.anchor >= 0 and square == d.anchor:
            return Message("explain.not_ready", "2.7")
        return Message("explain.choose_tray", "2.2" if d.anchor < 0 else "2.4")
    half = 1 - state.deploys[0].half if player else -1
    return _put(d, GLYPHS.index(name_of(path[0], "kind")), square, half, state.game.water)


def _tray(state: CotadrezState, kind: int) -> Message:
    d = state.deploys[state.current_player()]
    if d.anchor < 0:
        return Message("explain.fortress_first", "2.2")
    if kind == MOUNTAIN and not d.units():
        return Message("explain.unit_before_mountain", "2.12")
    return Message("explain.fixed_order", "2.12")


def _put(d: dep.Deployment, kind: int, square: int, half: int, water: frozenset[int]) -> Message:
    if square < 0:
        clause = {FORTRESS: "2.3", MOUNTAIN: "2.5"}.get(kind, "2.4")
        return Message("explain.choose_square", clause)
    if kind == FORTRESS:
        return Message("explain.fortress_place", "2.3")
    if kind == MOUNTAIN and square not in dep.territory(d.half, d.anchor, water):
        return Message("explain.mountain_place", "2.5")
    if square in fortress_squares(d.anchor):
        return Message("explain.enter_fortress", "1.10")
    if square in water:
        return Message("explain.not_land", "1.8", ground=Message("ground.water"))
    if any(square == s for _, s in d.placed):
        return Message("explain.occupied", "2.5" if kind == MOUNTAIN else "2.4")
    if kind != MOUNTAIN and square not in dep.ring_land(d.anchor, water):
        return Message("explain.unit_place", "2.4")
    return Message("explain.fixed_order", "2.12")
