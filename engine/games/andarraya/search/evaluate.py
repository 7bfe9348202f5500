"""The value of a position: material, where it stands and what it reaches, pawns, the kings' safety,
and the time that is left to mate.

Everything is in hundredths of a pawn for White until `evaluate` brings it into −1…1. What depends
on square alone is a table, what depends on the pawns alone is remembered by their squares.
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

HALF_A_WIN = 800.0  # an advantage that is worth 0.5
WON = 250.0  # from here on the losing king is hunted
LATE = 24  # plies before the end by the counter from which an advantage loses its worth
EARLY, HASTE = 60, 20.0  # plies before the end from which mate begins to press, and grows by one
EDGE, BESIDE = 6.0, 5.0  # per half square from the centre, per step towards the hunted king
LONE = 150.0  # a king without an army is easier to mate
ALONE = 8.0  # against pieces alone every step of his way is worth more than a level gives away
DRAWISH = 0.1  # what is left of an advantage that cannot mate
PAIR = 25.0  # both bishops
SHIELD = 9.0  # a pawn beside the king
BARRED = 0.4  # what a free pawn is still worth while its side has a queen (rule sheet, 3.4)
# Worth of each square reached by a knight or bishop, a rook, a queen.
MINOR_REACH, ROOK_REACH, QUEEN_REACH = 4.0, 2.5, 1.5
# How much they add to the danger of an enemy king whose surroundings they reach.
MINOR_PRESSURE, ROOK_PRESSURE, QUEEN_PRESSURE = 2, 3, 4
# Danger by pressure: one piece alone is none, several grow fast.
DANGER: tuple[float, ...] = tuple(min(400.0, 2.2 * max(0, n - 2) ** 1.7) for n in range(100))


def evaluate(state: AndarrayaState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    outcome = state.outcome() if state.current_player() < 0 else None
    return static_value(state, player) if outcome is None else outcome.returns[player]


def static_value(state: AndarrayaState, player: int) -> float:
    """The same for a position in which there is something to decide."""
    left = state.game.limit - state.counter
    balance = score(state.board, state.plies & 1, haste(left))
    if left < LATE:
        balance *= left / LATE
    value = 0.99 * balance / (abs(balance) + HALF_A_WIN)
    return -value if player else value


def haste(left: int) -> float:
    """How much more a mate counts than winning more, by the plies until the counter: 1 and above.
    Nothing but mate wins, and who is ahead has to begin with it in time."""
    return 1.0 if left >= EARLY else 1.0 + (EARLY - left) / HASTE


def score(board: Board, side: int, hurry: float = 1.0) -> float:
    """White's advantage; `side` is to move, in such a `haste`."""
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
    # 1 at the setup, 0 when only pawns and kings are left.
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
    """(worth, place and reach of the pieces other than pawns and king, their pressure on
    `zone`)."""
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
    """The part of `_officers` for rooks and queens."""
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
    """An advantage that should win: mate needs the losing king at the edge and the winning one
    beside him. A lone knight or bishop cannot mate. `hunt`: squares of the winning king and of the
    losing one, how late it is, and the danger to him that no longer counts so late in a game."""
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
        # Nobody else is left: only the drive counts, not what the pieces reach meanwhile.
        alive = army & ~(pawns & LAST_RANKS)
        worth = sum(WORTH[kind] * (alive & board[kind + 1]).bit_count() for kind in KINDS)
        return worth + LONE + (2 if army & pawns else ALONE) * drive
    return WON + (value - WON) / hurry + drive * hurry + danger * (hurry - 1)
