"""What must be true in Andarraya's rules wherever a reason is given (rulebook 1.4 to 6.3)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.contract import Action
from engine.games import game_legend
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.movement import WINGS, Board, legal_moves, threats, unattacked
from engine.games.andarraya.rules.pieces import (
    GLYPHS,
    INDEX,
    KING,
    KNIGHT,
    NAMES,
    PAWN,
    QUEEN,
    ROOK,
)
from engine.games.andarraya.rules.state import CASTLES, AndarrayaState
from engine.games.andarraya.rules.tables import (
    BETWEEN,
    BITS,
    KINGS,
    LAST_RANKS,
    LINE,
    PAWNS,
    squares_of,
)
from tests.games.answers import game_of
from tests.games.claims import Claim, Refusal

# -- positions that differ in one thing ----------------------------------------------------------


def other(state: AndarrayaState, board: Board, unmoved: int = -1, ep: int = -1) -> AndarrayaState:
    """Return the position with another board, marks or en-passant square."""
    marks = state.unmoved if unmoved < 0 else unmoved
    passed = state.ep if ep < 0 else ep
    return AndarrayaState(state.game, board, marks, passed, state.counter, state.plies)


def of_rows(rows: Iterable[int]) -> Board:
    one, two, *kinds = rows
    pawns, knights, bishops, rooks, queens, kings = kinds
    return one, two, pawns, knights, bishops, rooks, queens, kings


def without(state: AndarrayaState, bits: int) -> AndarrayaState:
    return other(state, of_rows(row & ~bits for row in state.board), state.unmoved & ~bits)


def put(state: AndarrayaState, square: int, kind: int, own: bool) -> AndarrayaState:
    bare = without(state, BITS[square])
    rows = list(bare.board)
    for row in (0 if own else 1, kind + 1):
        rows[row] |= BITS[square]
    return other(bare, of_rows(rows))


def cured(one: Refusal, changed: AndarrayaState) -> bool:
    """Say whether the press is legal in the changed position, or refused for another reason."""
    after = one.state.game.explain(changed, one.path)
    return after is None or after.key != one.found.key


def fearless(state: AndarrayaState) -> list[Action]:
    """Return the moves that the rules give if nobody minds an attack on the own king."""
    rules, side = state.game, state.side
    moves = legal_moves(rules, state.board, state.unmoved, 0, side, (0, 0))
    if state.ep:
        goal = state.ep.bit_length() - 1
        takers = PAWNS[1 - side][goal] & state.board[0] & state.board[2]
        moves += [("move", square, goal, 0) for square in squares_of(takers)]
    return moves


def from_to(state: AndarrayaState, action: Action) -> tuple[int, int]:
    start, goal = action[1:3] if action[0] == "move" else CASTLES[action[0], state.side][:2]
    return start, goal


def attackers_after(state: AndarrayaState, action: Action) -> int:
    """Return the pieces that attack the own king when the action has been played."""
    new = state.clone()
    new.apply(action)
    them, us, *kinds = new.board
    return threats(of_rows((us, them, *kinds)), state.side)[0]


# -- the press -----------------------------------------------------------------------------------


def start_of(one: Refusal) -> int:
    return INDEX[one.path[0][3:]]


def target_of(one: Refusal) -> int:
    return INDEX[one.path[-1][3:]]


def bit_of(one: Refusal) -> int:
    return BITS[target_of(one)]


def kind_of(one: Refusal) -> int:
    return int(one.state.kind_at(start_of(one)))


def own(one: Refusal, square: int) -> bool:
    return bool(one.state.board[0] & BITS[square])


def home(state: AndarrayaState) -> int:
    return (state.board[0] & state.board[KING + 1]).bit_length() - 1


def moves_of(one: Refusal) -> list[Action]:
    """Return the fearless moves that the reason is about: those of the piece, or the one pressed.
    A piece of the own side may have been pressed to move it."""
    state = one.state
    if len(one.path) == 1 or own(one, target_of(one)):
        return [a for a in fearless(state) if from_to(state, a)[0] == target_of(one)]
    pressed = (start_of(one), target_of(one))
    return [a for a in fearless(state) if from_to(state, a) == pressed]


def acts(state: AndarrayaState, square: int) -> bool:
    return game_of(state).explain(state, (f"sq:{NAMES[square]}",)) is None


def told_way(one: Refusal, square: int) -> bool:
    """Say whether the sentence on the kind is the one of the legend under these options."""
    kind = GLYPHS[one.state.kind_at(square)]
    entry = game_legend("andarraya").told(one.state.game.options).find(kind, "piece")
    way = one.found.params["way"]
    return entry is not None and getattr(way, "key", "") == entry.about.key


# -- claims --------------------------------------------------------------------------------------


def no_way(one: Refusal) -> bool:
    square = target_of(one)
    if one.state.kind_at(square) == KING:
        free = bool(KINGS[square] & ~one.state.board[0])
    else:
        free = bool(moves_of(one))
    return own(one, square) and not free and told_way(one, square)


def king_nowhere(one: Refusal) -> bool:
    state = one.state
    around = KINGS[home(state)] & ~state.board[0]
    nowhere = not unattacked(state.board, state.side, around) and not acts(state, home(state))
    return target_of(one) == home(state) and around > 0 and nowhere


def pinners(state: AndarrayaState, square: int) -> int:
    """Return the pieces whose line to the king only the piece on `square` blocks."""
    king = home(state)
    new = without(state, BITS[square])
    found = new.checkers() & ~state.checkers()
    return sum(
        bit for s in squares_of(found) if BETWEEN[king].get(bit := BITS[s], 0) & BITS[square]
    )


def pinned(one: Refusal) -> bool:
    """Say whether every move that would stop the check, or every move if there is none, leaves the
    line to the king, and whether without the pinning piece another reason stands."""
    state, moves = one.state, moves_of(one)
    square = from_to(state, moves[0])[0]
    checks = state.checkers()
    stopping = [a for a in moves if not attackers_after(state, a) & checks]
    line = LINE[home(state)].get(BITS[square], 0)
    off = all(not BITS[from_to(state, a)[1]] & line for a in stopping)
    free = state
    while pinning := pinners(free, square):  # behind one there may be another
        free = without(free, pinning)
    return bool(stopping) and off and free is not state and cured(one, free)


def double_check(one: Refusal) -> bool:
    return one.state.checkers().bit_count() > 1 and bool(moves_of(one))


def no_stop(one: Refusal) -> bool:
    """Say whether the check goes on after every move that the reason is about."""
    state, moves = one.state, moves_of(one)
    checks = state.checkers()
    return bool(checks and moves) and all(attackers_after(state, a) & checks for a in moves)


def exposed(one: Refusal) -> bool:
    """Say whether the moves leave the king attacked, one of them without prolonging a check."""
    state, moves = one.state, moves_of(one)
    new = [a for a in moves if not attackers_after(state, a) & state.checkers()]
    return bool(new) and all(attackers_after(state, a) for a in moves)


def king_attacked(one: Refusal) -> bool:
    state, bit = one.state, bit_of(one)
    near = start_of(one) == home(state) and KINGS[home(state)] & bit & ~state.board[0]
    return bool(near) and not unattacked(state.board, state.side, bit)


def castle_goal(one: Refusal) -> bool:
    state, bit = one.state, bit_of(one)
    both = bit | BITS[start_of(one)]
    return kind_of(one) == KING and state.unmoved & both == both


def immune(one: Refusal) -> bool:
    game = Andarraya({**one.state.game.options, "queen_takes_queen": "yes"})
    queens = kind_of(one) == one.state.kind_at(target_of(one)) == QUEEN
    return queens and cured(one, game.state_from_text(one.state.to_text()))


def way(one: Refusal) -> int:
    """Return the squares between start and target, as a bitboard."""
    return BETWEEN[start_of(one)].get(bit_of(one), 0)


def blocked(one: Refusal) -> bool:
    state = without(one.state, way(one))
    after = Refusal(state, one.path, one.found)
    free = bool(moves_of(after)) or one.state.game.immune & bit_of(one) & state.board[1]
    return not moves_of(one) and bool(free)


def too_far(one: Refusal) -> bool:
    """Say whether the piece could not go there on an empty board, nor capture a knight there."""
    state, start, goal = one.state, start_of(one), target_of(one)
    keep = BITS[start] | BITS[home(state)]
    used = keep | bit_of(one) | way(one) | KINGS[home(state)]
    bare = without(state, (state.board[0] | state.board[1]) & ~keep)
    away = next(s for s in range(64) if not used & BITS[s])
    bare = put(bare, away, KING, False)
    tries = [bare, put(bare, goal, KNIGHT, False)] if goal != home(state) else [bare]
    reached = any(moves_of(Refusal(new, one.path, one.found)) for new in tries)
    return not reached and told_way(one, start)


def too_late(one: Refusal) -> bool:
    return cured(one, other(one.state, one.state.board, ep=bit_of(one)))


def pawn_blocked(one: Refusal) -> bool:
    state = one.state
    blockers = (way(one) | bit_of(one)) & (state.board[0] | state.board[1])
    return kind_of(one) == PAWN and blockers > 0 and cured(one, without(state, blockers))


def double_step(one: Refusal) -> bool:
    rank = start_of(one) // 8
    far = abs(target_of(one) - start_of(one)) == 16
    return kind_of(one) == PAWN and far and rank != (6 if one.state.side else 1)


def king_moved(one: Refusal) -> bool:
    state, bit = one.state, BITS[start_of(one)]
    fresh = other(state, state.board, state.unmoved | bit)
    return kind_of(one) == KING and not state.unmoved & bit and cured(one, fresh)


def in_check(one: Refusal) -> bool:
    new = one.state
    while checks := new.checkers():  # behind one there may be another
        new = without(new, checks)
    return new is not one.state and cured(one, new)


def leap_blocked(one: Refusal) -> bool:
    blockers = (way(one) | bit_of(one)) & (one.state.board[0] | one.state.board[1])
    return blockers > 0 and cured(one, without(one.state, blockers))


def leap_attacked(one: Refusal) -> bool:
    state = one.state
    empty = not (way(one) | bit_of(one)) & (state.board[0] | state.board[1])
    return empty and not unattacked(state.board, state.side, bit_of(one))


def wing(one: Refusal) -> tuple[int, int, int]:
    corner, empty, calm, _ = next(w for w in WINGS[one.state.side] if w[1] & bit_of(one))
    return corner, empty, calm


def rook_moved(one: Refusal) -> bool:
    corner = wing(one)[0]
    new = put(one.state, corner.bit_length() - 1, ROOK, True)
    return not one.state.unmoved & corner and cured(
        one, other(new, new.board, one.state.unmoved | corner)
    )


def castling_blocked(one: Refusal) -> bool:
    blockers = wing(one)[1] & (one.state.board[0] | one.state.board[1])
    return blockers > 0 and cured(one, without(one.state, blockers))


def castling_attacked(one: Refusal) -> bool:
    state, (corner, empty, calm) = one.state, wing(one)
    ready = state.unmoved & corner and not empty & (state.board[0] | state.board[1])
    return bool(ready) and unattacked(state.board, state.side, calm) != calm


def thirds(one: Refusal) -> set[str]:
    state = one.state
    paths = [state.game.path(state, action) for action in state.legal_actions()]
    return {path[2] for path in paths if len(path) > 2 and path[:2] == one.path[:2]}


def dead_pawn(one: Refusal) -> bool:
    square = target_of(one)
    pawn = own(one, square) and one.state.kind_at(square) == PAWN
    return pawn and bool(BITS[square] & LAST_RANKS)


def vacant(one: Refusal) -> bool:
    return not bit_of(one) & (one.state.board[0] | one.state.board[1])


def own_piece(one: Refusal) -> bool:
    return own(one, target_of(one)) and acts(one.state, target_of(one))


def nothing_to_take(one: Refusal) -> bool:
    return vacant(one) and cured(one, put(one.state, target_of(one), KNIGHT, False))


def leaps(one: Refusal) -> bool:
    return bool(one.state.game.options["king_leap"] != "none")


CLAIMS = {
    "choose_piece": Claim("1.4", vacant),
    "not_yours": Claim("1.4", lambda one: bool(one.state.board[1] & bit_of(one))),
    "dead_pawn": Claim("4.4", dead_pawn),
    "no_way": Claim("2.2 2.3 2.5 2.6 2.7", no_way),
    "king_nowhere": Claim("2.9", king_nowhere),
    "pinned": Claim("2.9", pinned),
    "double_check": Claim("2.9", double_check),
    "no_answer": Claim("2.9", no_stop),
    "answer_check": Claim("2.9", no_stop),
    "exposed": Claim("2.9", exposed),
    "exposes": Claim("2.9", exposed),
    "king_attacked": Claim("2.9", king_attacked),
    "same_square": Claim("2.1", lambda one: one.path[0] == one.path[1]),
    "own_piece": Claim("2.1", own_piece),
    "castle_goal": Claim("3.4", castle_goal),
    "immune": Claim("2.4", immune),
    "blocked": Claim("2.2 2.3", blocked),
    "too_far": Claim("2.2 2.3 2.5 2.6 2.7", too_far),
    "too_late": Claim("4.2", too_late),
    "nothing_to_take": Claim("2.8", nothing_to_take),
    "pawn_blocked": Claim("2.7", pawn_blocked),
    "double_step": Claim("2.7", double_step),
    "king_moved": Claim("3.1", lambda one: king_moved(one) and leaps(one)),
    "king_moved.castling": Claim("3.1", lambda one: king_moved(one) and not leaps(one)),
    "privilege_in_check": Claim("3.2 3.5", lambda one: in_check(one) and leaps(one)),
    "privilege_in_check.castling": Claim("3.5", lambda one: in_check(one) and not leaps(one)),
    "leap_blocked": Claim("3.2", leap_blocked),
    "leap_attacked": Claim("3.3", leap_attacked),
    "rook_moved": Claim("3.5", rook_moved),
    "castling_blocked": Claim("3.5", castling_blocked),
    "castling_attacked": Claim("3.5", castling_attacked),
    "choose_promotion": Claim("6.3", lambda one: bool(thirds(one) & {"opt:queen"})),
    "choose_privilege": Claim("3.6", lambda one: thirds(one) == {"opt:leap", "opt:castle"}),
}
