"""Explanations why a square or button cannot be chosen now: one reason each, with its clause.

They are derived from the same tables and tests that generate the legal moves.
"""

from __future__ import annotations

from engine.core.contract import Path
from engine.core.targets import square_of
from engine.core.texts import Message, player_name
from engine.games.andarraya.rules.movement import WINGS, threats, unattacked
from engine.games.andarraya.rules.pieces import GLYPHS, INDEX, KING, PAWN, QUEEN
from engine.games.andarraya.rules.state import CASTLES, AndarrayaRules, AndarrayaState
from engine.games.andarraya.rules.tables import BETWEEN, BITS, LAST_RANKS, LINE, PAWNS, RANKS
from engine.games.andarraya.table.reach import attacks, lines, owner, pushes, reach_of
from engine.games.andarraya.table.scene import ends, piece_name
from engine.games.andarraya.table.scene import path as path_of

# Clause on how a piece moves, by kind.
WAYS = ("", "2.7", "2.5", "2.2", "2.2", "2.3", "2.6")
# Values of the options that the plain sentences on the kinds describe.
STANDARD = ("no", "two", "queen_if_none")


def explain(state: AndarrayaState, path: Path) -> Message | None:
    """Return why the last target of a path cannot be chosen; None if it can."""
    if state.current_player() < 0:
        return Message("explain.over", "5.8")
    paths = [path_of(state, action) for action in state.moves()]
    if any(known[: len(path)] == path for known in paths):
        return None
    if len(path) > 2:
        promoting = state.kind_at(square_of(path[0], INDEX)) == PAWN
        if promoting:
            return Message("explain.choose_promotion", "6.3")
        return Message("explain.choose_privilege", "3.6")
    square = square_of(path[-1], INDEX)
    if square < 0:
        return Message("explain.choose_square", "1.4")
    if len(path) == 2 and (start := square_of(path[0], INDEX)) >= 0:
        return _goal(state, start, square)
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
    return Message(f"explain.{_unsafe(state, square)}", "2.9", piece=name)


def _unsafe(state: AndarrayaState, square: int) -> str:
    """Return the reason why every move of a piece would leave its own king attacked."""
    checkers, pinned = threats(state.board, state.side)
    if checkers & (checkers - 1):
        return "double_check"
    goals, line = reach_of(state, square).goals, LINE[_home(state)].get(BITS[square], 0)
    if not checkers:
        return "pinned" if BITS[square] & pinned and not goals & line else "exposed"
    if goals & _answers(state, square):  # it would stop the check, but it may not leave its line
        return "pinned" if BITS[square] & pinned and not goals & line else "exposed"
    return "no_answer"


def _home(state: AndarrayaState) -> int:
    return (state.board[0] & state.board[KING + 1]).bit_length() - 1


def _answers(state: AndarrayaState, square: int) -> int:
    """Return where a move of the piece would capture the only piece that gives check, or block
    it."""
    checkers = state.checkers()
    if not checkers or checkers & (checkers - 1):
        return 0
    found = checkers | BETWEEN[_home(state)].get(checkers, 0)
    passed = state.ep >> 8 if not state.side else state.ep << 8
    if state.kind_at(square) == PAWN and passed & checkers:
        found |= state.ep
    return found


def _with_way(state: AndarrayaState, reason: str, kind: int) -> Message:
    """Return a reason with the sentence on how the kind moves."""
    way = Message(about(state.game, kind))
    return Message(f"explain.{reason}", WAYS[kind], piece=piece_name(kind), way=way)


def about(game: AndarrayaRules, kind: int) -> str:
    """Return the key of the sentence on how the kind moves under the game's options, as
    legend.json gives it."""
    key = f"about.piece.{GLYPHS[kind]}"
    option = {QUEEN: "queen_takes_queen", KING: "king_leap", PAWN: "promotion"}.get(kind)
    if option is None or game.options[option] in STANDARD:
        return key
    return f"{key}.{game.options[option]}"


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
        return Message(f"explain.{_exposed(state, start, bit)}", "2.9", piece=name)
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


def _exposed(state: AndarrayaState, start: int, goal: int) -> str:
    """Return the reason against a move to `goal`, a bit, that would leave the own king attacked."""
    checkers, pinned = threats(state.board, state.side)
    if checkers & (checkers - 1) or (checkers and not goal & _answers(state, start)):
        return "answer_check"
    off_line = BITS[start] & pinned and not goal & LINE[_home(state)][BITS[start]]
    return "pinned" if off_line else "exposes"


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
    leaps = "" if state.game.leaps[state.side] else ".castling"
    if not state.unmoved & BITS[start]:
        return Message(f"explain.king_moved{leaps}", "3.1")
    if state.checkers():
        return Message(f"explain.privilege_in_check{leaps}", "3.2" if leap else "3.5")
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
