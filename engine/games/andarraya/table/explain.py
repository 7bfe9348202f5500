"""Explanations why a square or button cannot be chosen now: one reason each, with its clause.

They are derived from the same tables and tests that generate the legal moves.
"""

from __future__ import annotations

from engine.core.contract import Path
from engine.core.texts import Message, player_name
from engine.games.andarraya.rules.movement import WINGS, promotion_choices, threats, unattacked
from engine.games.andarraya.rules.pieces import GLYPHS, INDEX, KING, PAWN, QUEEN
from engine.games.andarraya.rules.state import CASTLES, AndarrayaState
from engine.games.andarraya.rules.tables import BETWEEN, BITS, LAST_RANKS, LEAPS, PAWNS, RANKS
from engine.games.andarraya.table.reach import attacks, lines, owner, pushes, reach_of
from engine.games.andarraya.table.scene import ends, piece_name
from engine.games.andarraya.table.scene import path as path_of

# Clause on how a piece moves, by kind.
WAYS = ("", "2.7", "2.5", "2.2", "2.2", "2.3", "2.6")


def explain(state: AndarrayaState, path: Path) -> Message | None:
    """Implement `Game.explain`."""
    if state.current_player() < 0:
        return Message("explain.over", "5.8")
    paths = [path_of(state, action) for action in state.moves()]
    if any(known[: len(path)] == path for known in paths):
        return None
    if len(path) > 2:
        promoting = state.kind_at(INDEX[path[0][3:]]) == PAWN
        if promoting:
            return Message("explain.choose_promotion", "6.3")
        return Message("explain.choose_privilege", "3.6")
    square = INDEX.get(path[-1].removeprefix("sq:"), -1)
    if square < 0:
        return Message("explain.choose_square", "1.4")
    if len(path) == 2 and path[0].removeprefix("sq:") in INDEX:
        return _goal(state, INDEX[path[0][3:]], square)
    return _start(state, square)


# -- the first press -----------------------------------------------------------------------------


def _start(state: AndarrayaState, square: int) -> Message:
    """Return why no move starts on this square."""
    side, kind = owner(state, square), state.kind_at(square)
    name = piece_name(kind)
    if side < 0:
        return Message("explain.choose_piece", "1.4")
    if side != state.side:
        return Message("explain.not_yours", "1.4", piece=name)
    if kind == PAWN and BITS[square] & LAST_RANKS:
        return Message("explain.dead_pawn", "4.4")
    if not reach_of(state, square).goals:
        return _with_way(state, "no_way", kind)
    if kind == KING:
        return Message("explain.king_nowhere", "2.9")
    checkers, pinned = threats(state.board, state.side)
    if BITS[square] & pinned:
        return Message("explain.pinned", "2.9", piece=name)
    if checkers & (checkers - 1):
        return Message("explain.double_check", "2.9", piece=name)
    return Message("explain.no_answer" if checkers else "explain.exposed", "2.9", piece=name)


def _with_way(state: AndarrayaState, reason: str, kind: int) -> Message:
    """Return a reason with the sentence on how the kind moves, if the options leave that true."""
    name, game = piece_name(kind), state.game
    changed = (
        (kind == QUEEN and not game.immune)
        or (kind == KING and game.leaps != LEAPS["two"])
        or (kind == PAWN and game.promotions != promotion_choices("queen_if_none"))
    )
    if changed:
        return Message(f"explain.{reason}_here", WAYS[kind], piece=name)
    way = Message(f"about.piece.{GLYPHS[kind]}")
    return Message(f"explain.{reason}", WAYS[kind], piece=name, way=way)


# -- the second press ----------------------------------------------------------------------------


def _goal(state: AndarrayaState, start: int, goal: int) -> Message:
    """Return why the piece on `start` cannot go to `goal`."""
    kind, bit = state.kind_at(start), BITS[goal]
    name = piece_name(kind)
    if start == goal:
        return Message("explain.same_square", "2.1")
    if state.board[0] & bit:
        if kind == KING and _wing_rook(state, goal):
            return Message("explain.castle_goal", "3.4")
        if not any(ends(state, action)[0] == goal for action in state.moves()):
            return _start(state, goal)  # pressed to be moved, but it cannot
        return Message("explain.own_piece", "2.1", piece=piece_name(state.kind_at(goal)))
    if reach_of(state, start).immune & bit:
        return Message("explain.immune", "2.4")
    if reach_of(state, start).goals & bit and kind != KING:
        return _exposed(state, start, name)
    if kind == PAWN:
        return _pawn(state, start, goal)
    if kind == KING:
        return _king(state, start, goal)
    if lines(kind, start) & bit and not attacks(kind, start, state.side, _all(state)) & bit:
        return Message("explain.blocked", WAYS[kind], piece=name)
    return _with_way(state, "too_far", kind)


def _all(state: AndarrayaState) -> int:
    return state.board[0] | state.board[1]


def _wing_rook(state: AndarrayaState, square: int) -> int:
    """Return the bit of an unmoved rook of the side to move on `square`, or 0."""
    corners = WINGS[state.side][0][0] | WINGS[state.side][1][0]
    return BITS[square] & corners & state.unmoved


def _exposed(state: AndarrayaState, start: int, name: Message) -> Message:
    """Return the reason for a move that would leave its own king attacked."""
    checkers, pinned = threats(state.board, state.side)
    if BITS[start] & pinned:
        return Message("explain.pinned", "2.9", piece=name)
    if checkers:
        return Message("explain.answer_check", "2.9", piece=name)
    return Message("explain.king_attacked", "2.9", who=player_name(state.side))


def _pawn(state: AndarrayaState, start: int, goal: int) -> Message:
    side = state.side
    if PAWNS[side][start] & BITS[goal]:
        passed = BITS[goal + (8 if side else -8)] & state.board[1] & state.board[2]
        if passed and BITS[goal] & RANKS[2 if side else 5]:
            return Message("explain.too_late", "4.2")
        return Message("explain.nothing_to_take", "2.8")
    ahead = pushes(start, side, 0)
    if ahead & BITS[goal]:
        return Message("explain.pawn_blocked", "2.7")
    if goal - start == (-16 if side else 16):
        return Message("explain.double_step", "2.7")
    return _with_way(state, "too_far", PAWN)


def _king(state: AndarrayaState, start: int, goal: int) -> Message:
    """Return why the king cannot go to `goal`: too far, attacked, or no leap or castling there."""
    bit, board = BITS[goal], state.board
    if lines(KING, start) & bit:
        return Message("explain.king_attacked", "2.9", who=player_name(state.side))
    leap = state.game.leaps[state.side] & bit
    castling = [c for verb in ("short", "long") if (c := CASTLES[verb, state.side])[1] == goal]
    if start != CASTLES["short", state.side][0] or not (leap or castling):
        return _with_way(state, "too_far", KING)
    if not state.unmoved & BITS[start]:
        return Message("explain.king_moved", "3.1")
    if state.checkers():
        return Message("explain.privilege_in_check", "3.2" if leap else "3.5")
    if not leap:
        return _castling(state, goal)
    if (BETWEEN[start].get(bit, 0) | bit) & (board[0] | board[1]):
        return Message("explain.leap_blocked", "3.2")
    return Message("explain.leap_attacked", "3.3")


def _castling(state: AndarrayaState, goal: int) -> Message:
    """Return why an unmoved king who is not in check cannot castle to `goal`."""
    corner, empty, calm, _ = next(wing for wing in WINGS[state.side] if wing[1] & BITS[goal])
    if not state.unmoved & corner:
        return Message("explain.rook_moved", "3.5")
    if empty & (state.board[0] | state.board[1]):
        return Message("explain.castling_blocked", "3.5")
    assert unattacked(state.board, state.side, calm) != calm
    return Message("explain.castling_attacked", "3.5")
