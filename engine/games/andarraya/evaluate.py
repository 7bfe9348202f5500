"""A rough value of a position: material, where it stands, the king's shelter, the time left."""

from __future__ import annotations

from engine.games.andarraya.pieces import KINDS
from engine.games.andarraya.state import AndarrayaState
from engine.games.andarraya.tables import KINGS, LAST_RANKS, RANKS

# In hundredths of a pawn, by kind; a dead pawn on the last rank is worth nothing.
WORTH = (0, 100, 320, 330, 500, 900, 0)
CENTRE = 0x0000001818000000
WIDE_CENTRE = 0x00003C3C3C3C0000
HALF_A_WIN = 800.0  # an advantage that is worth 0.5
WON = 450.0  # from here on the losing king is hunted
LATE = 24  # plies before the end by the counter from which an advantage loses its worth


def evaluate(state: AndarrayaState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    us, them = state.board[:2]
    balance = _army(state, us, state.side) - _army(state, them, 1 - state.side)
    if abs(balance) > WON:
        us, them = (us, them) if balance > 0 else (them, us)
        balance += _hunt(us & state.board[7], them & state.board[7]) * (1 if balance > 0 else -1)
    left = state.game.limit - state.counter
    if left < LATE:
        balance *= left / LATE
    value = 0.99 * balance / (abs(balance) + HALF_A_WIN)
    return value if player == state.side else -value


def _hunt(king: int, prey: int) -> float:
    """Mate needs the losing king at the edge and the winning one beside him: up to 1.5 pawns."""
    mine, his = king.bit_length() - 1, prey.bit_length() - 1
    out = max(abs(2 * (his % 8) - 7), abs(2 * (his // 8) - 7))
    apart = max(abs(mine % 8 - his % 8), abs(mine // 8 - his // 8))
    return 12.0 * out + 10.0 * (7 - apart)


def _army(state: AndarrayaState, army: int, side: int) -> float:
    _, _, pawns, knights, bishops, _, queens, kings = state.board
    own = army & pawns & ~LAST_RANKS
    value = sum(
        WORTH[kind] * (army & state.board[kind + 1]).bit_count() for kind in KINDS if kind > 1
    )
    value += WORTH[1] * own.bit_count() + 15 * (own & CENTRE).bit_count()
    minor = army & (knights | bishops)
    value += 12 * (minor & WIDE_CENTRE).bit_count() - 12 * (minor & RANKS[7 * side]).bit_count()
    # Far pawns promise a queen; more so while there is none (4.3).
    rich = 1 if army & queens else 2
    for steps in (3, 4, 5, 6):
        rank = RANKS[7 - steps if side else steps]
        value += rich * 8 * (steps - 2) * (own & rank).bit_count()
    if queens:
        king = (army & kings).bit_length() - 1
        value += 10 * (KINGS[king] & own).bit_count()
    return value
