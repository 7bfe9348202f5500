"""Static evaluation: material, piece-square values, mobility, pawn structure, king safety, and the
plies left to mate.

Everything is in centipawns for White until `static_value` scales it into −1…1. Piece-square values
are tables; pawn structures are cached by the squares of the pawns (`PAWN_NOTES`).
"""

from __future__ import annotations

from engine.games.andarraya.rules.movement import Board
from engine.games.andarraya.rules.pieces import BISHOP, KINDS, KNIGHT, QUEEN, ROOK
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.rules.tables import (
    BISHOP_MASKS,
    BISHOPS,
    BITS,
    KINGS,
    KNIGHTS,
    LAST_RANKS,
    ROOK_MASKS,
    ROOKS,
)
from engine.games.andarraya.search.squares import (
    KING_EARLY,
    KING_LATE,
    PAWN_NOTES,
    PLACE,
    WORTH,
    ZONE,
)

HALF_A_WIN = 800.0  # centipawns that become the value 0.5
WON = 250.0  # from this advantage on, the terms of `_won` apply
LATE = 24  # with fewer plies left on the counter, the value shrinks towards a draw
EARLY, HASTE = 60, 20.0  # see `haste`: it starts at EARLY plies left and grows by 1 per HASTE plies
EDGE, BESIDE = 6.0, 5.0  # per half square from the centre, per step towards the losing king
LONE = 150.0  # bonus against a bare king
ALONE = 8.0  # weight of the drive against a bare king when the winner has no pawns
DRAWISH = 0.1  # factor for an advantage that cannot mate
PAIR = 25.0  # bishop pair
SHIELD = 9.0  # a pawn beside its king
BARRED = 0.4  # factor for passed pawns of a side that still has a queen (rulebook, section 4)
# Mobility: per square reached by a knight or bishop, a rook, a queen.
MINOR_REACH, ROOK_REACH, QUEEN_REACH = 4.0, 2.5, 1.5
# Pressure on the enemy king when such a piece attacks a square of his zone.
MINOR_PRESSURE, ROOK_PRESSURE, QUEEN_PRESSURE = 2, 3, 4
# King danger by total pressure: none from a single minor piece, growing fast with several pieces.
DANGER: tuple[float, ...] = tuple(min(400.0, 2.2 * max(0, n - 2) ** 1.7) for n in range(100))


def evaluate(state: AndarrayaState, player: int) -> float:
    """Return the value for `player`, −1…1; ±1 only when the game is over."""
    outcome = state.outcome() if state.current_player() < 0 else None
    return static_value(state, player) if outcome is None else outcome.returns[player]


def static_value(state: AndarrayaState, player: int) -> float:
    """Return the value for `player` of a position that is not over, strictly between −1 and 1."""
    left = state.game.limit - state.counter
    balance = score(state.board, state.plies & 1, haste(left))
    if left < LATE:
        balance *= left / LATE
    value = 0.99 * balance / (abs(balance) + HALF_A_WIN)
    return -value if player else value


def haste(left: int) -> float:
    """Return the weight (≥ 1) of driving the king to mate against winning more material, by the
    plies left on the counter: only mate wins, so the winning side must start in time."""
    return 1.0 if left >= EARLY else 1.0 + (EARLY - left) / HASTE


def score(board: Board, side: int, hurry: float = 1.0) -> float:
    """Return White's advantage in centipawns. `side` is to move; `hurry`: from `haste`."""
    us, them, pawns, knights, bishops, rooks, queens, kings = board
    white, black = (them, us) if side else (us, them)
    mine, his = (white & kings).bit_length() - 1, (black & kings).bit_length() - 1
    value, on_black = _officers(board, white, white | black, ZONE[his])
    minus, on_white = _officers(board, black, white | black, ZONE[mine])
    early, late, free_white, free_black = PAWN_NOTES[white & pawns, black & pawns]
    late += free_white * (BARRED if white & queens else 1.0)
    late -= free_black * (BARRED if black & queens else 1.0)
    late += KING_LATE[mine] - KING_LATE[his]
    early += KING_EARLY[0][mine] - KING_EARLY[1][his] + DANGER[on_black] - DANGER[on_white]
    early += SHIELD * (KINGS[mine] & white & pawns).bit_count()
    early -= SHIELD * (KINGS[his] & black & pawns).bit_count()
    # Game phase: 1 with all pieces, 0 when only pawns and kings are left.
    minors = (knights | bishops).bit_count()
    share = min(1.0, (minors + 2 * rooks.bit_count() + 4 * queens.bit_count()) / 24)
    value += share * early + (1 - share) * late - minus
    rest = 1 - share
    if value > WON:
        return _won(value, board, white, (mine, his, rest, rest * DANGER[on_black]), hurry)
    if value < -WON:
        return -_won(-value, board, black, (his, mine, rest, rest * DANGER[on_white]), hurry)
    return value


def _officers(board: Board, army: int, occupied: int, zone: int) -> tuple[float, int]:
    """Return (piece-square values and mobility of an army without pawns and king, its pressure on
    the enemy king's `zone`)."""
    bishops, free = army & board[4], ~army
    value, pressure = _heavy(board, army, occupied, zone)
    rest, table = army & board[3], PLACE[KNIGHT]
    while rest:
        at = rest.bit_length() - 1
        rest ^= BITS[at]
        reach = KNIGHTS[at] & free
        value += table[at] + MINOR_REACH * reach.bit_count()
        if reach & zone:
            pressure += MINOR_PRESSURE
    rest, table = bishops, PLACE[BISHOP]
    if rest & (rest - 1):
        value += PAIR
    while rest:
        at = rest.bit_length() - 1
        rest ^= BITS[at]
        reach = BISHOPS[at][occupied & BISHOP_MASKS[at]] & free
        value += table[at] + MINOR_REACH * reach.bit_count()
        if reach & zone:
            pressure += MINOR_PRESSURE
    return value, pressure


def _heavy(board: Board, army: int, occupied: int, zone: int) -> tuple[float, int]:
    """Return the part of `_officers` for rooks and queens."""
    value, pressure, free = 0.0, 0, ~army
    rest, table = army & board[5], PLACE[ROOK]
    while rest:
        at = rest.bit_length() - 1
        rest ^= BITS[at]
        reach = ROOKS[at][occupied & ROOK_MASKS[at]] & free
        value += table[at] + ROOK_REACH * reach.bit_count()
        if reach & zone:
            pressure += ROOK_PRESSURE
    rest, table = army & board[6], PLACE[QUEEN]
    while rest:
        at = rest.bit_length() - 1
        rest ^= BITS[at]
        straight = ROOKS[at][occupied & ROOK_MASKS[at]]
        reach = (straight | BISHOPS[at][occupied & BISHOP_MASKS[at]]) & free
        value += table[at] + QUEEN_REACH * reach.bit_count()
        if reach & zone:
            pressure += QUEEN_PRESSURE + (reach & zone).bit_count()
    return value, pressure


def _won(
    value: float, board: Board, army: int, hunt: tuple[int, int, float, float], hurry: float
) -> float:
    """Return the value of a winning advantage for the winner, in centipawns. Mate needs the losing
    king at the edge and the winning one near him; too few pieces without pawns are a near draw.
    `hunt`: (winning king's square, losing king's, ending share 0…1, king danger weighted by it)."""
    king, prey, late, danger = hunt
    _, _, pawns, knights, bishops, *_ = board
    officers = army & ~(pawns | board[7])
    if not army & pawns & ~LAST_RANKS and not officers & ~(knights | bishops):
        if not officers & (officers - 1) or not officers & bishops:
            return value * DRAWISH
    out = abs(2 * (prey % 8) - 7) + abs(2 * (prey // 8) - 7)
    apart = abs(king % 8 - prey % 8) + abs(king // 8 - prey // 8)
    drive = late * (EDGE * out + BESIDE * (14 - apart))
    if (board[0] | board[1]) ^ army == BITS[prey]:
        # Bare king: material and the drive count; mobility would only distract.
        alive = army & ~(pawns & LAST_RANKS)
        worth = sum(WORTH[kind] * (alive & board[kind + 1]).bit_count() for kind in KINDS)
        return worth + LONE + (2 if army & pawns else ALONE) * drive
    return WON + (value - WON) / hurry + drive * hurry + danger * (hurry - 1)
