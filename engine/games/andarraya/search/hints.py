"""Search hints of Andarraya (`SearchHints`): move ordering, quiescence, null move, levels."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.games.andarraya.rules.movement import Board, captures
from engine.games.andarraya.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from engine.games.andarraya.rules.state import CASTLES, AndarrayaState, kind_on
from engine.games.andarraya.rules.tables import (
    ALL,
    BETWEEN,
    BISHOP_LINES,
    BISHOP_MASKS,
    BISHOPS,
    BITS,
    KNIGHTS,
    LINE,
    NOT_A,
    NOT_H,
    PAWNS,
    ROOK_LINES,
    ROOK_MASKS,
    ROOKS,
)
from engine.games.andarraya.search.evaluate import HALF_A_WIN, static_value
from engine.games.andarraya.search.exchanges import exchange
from engine.games.andarraya.search.squares import KING_EARLY, KING_LATE, PLACE, WORTH

# Names of engine.search.hints.SearchHints.
__all__ = [
    "LEVELS",
    "LOST",
    "MARGIN",
    "SLACK",
    "daring",
    "dead",
    "in_check",
    "null_move",
    "ordering",
    "passed",
    "quiescence",
    "repeated",
    "static_value",
    "stock",
    "taking",
]

MARGIN = 130 / HALF_A_WIN  # futility margin: a quiet move changes the value by less
SLACK = 0.065  # usual change by a quiet move beyond its ordering score
CHECK = 0.02  # ordering bonus of a check
QUIET, CASTLING, NOTHING = -0.06, -0.02, -1e-4  # ordering scores; every quiet move is below 0
HANGING, FLEEING = 0.25, 0.04  # penalty for entering a pawn's attack, bonus for leaving one
FIRST = 0.01  # least valuable attacker first
DEAD = 160.0  # penalty for a pawn on the last rank, which never moves again

LEVELS: dict[int, dict[str, float]] = {
    1: {"margin": 0.015, "attention": 0.9},
    2: {"margin": 0.008, "nodes": 600, "attention": 0.98},
    3: {"nodes": 550},
    4: {"nodes": 1600},
    5: {"nodes": 5000},
}

# Piece values in the units of `evaluate`.
VALUE = (0.0, *(worth / HALF_A_WIN for worth in WORTH[1:]))
LOST = 0.6  # value of a lost position: behind by about a queen and a rook


def stock(state: AndarrayaState) -> object:
    """Return (number of pieces, bitboard of all pawns), which only irreversible moves change."""
    board = state.board
    return (board[0] | board[1]).bit_count(), board[2]


def dead(state: AndarrayaState) -> bool:
    """Return whether neither side can mate: at most one bishop or knight besides the kings."""
    _, _, pawns, knights, bishops, rooks, queens, _ = state.board
    return not pawns | rooks | queens and (knights | bishops).bit_count() <= 1


def daring(state: AndarrayaState, actions: Sequence[Action]) -> list[float]:
    """Return the aggressiveness of each action, 0…1: 1 for good captures and checks, otherwise the
    ranks gained divided by 8."""
    forward = -1 if state.plies & 1 else 1
    gains = ordering(state, actions)
    steps = [
        forward * (action[2] // 8 - action[1] // 8) / 8 if action[0] == "move" else 0.0
        for action in actions
    ]
    return [1.0 if gain > 0 else max(0.0, far) for gain, far in zip(gains, steps, strict=True)]


def in_check(state: AndarrayaState) -> bool:
    """Return whether the side to move is in check."""
    return state.checkers() != 0


def repeated(state: AndarrayaState) -> bool:
    """Return whether the board stood the same way four or more plies ago. The rules allow it, but
    it costs the winning side plies of the counter."""
    return state.board in state.past[3::2]


def quiescence(state: AndarrayaState) -> list[Action]:
    """Return captures and promotions that lose no material; in check, every capture."""
    if state.checkers():
        return [action for action in state.moves() if _takes(state, action)]
    return [action for _, action in taking(state)]


def taking(state: AndarrayaState, least: float = 0.0) -> list[tuple[float, Action]]:
    """Return (gain, action) for captures and promotions that lose no material; victims worth less
    than `least` are left out. En passant and quiet promotions take nothing on their goal square,
    so there the exchange must not lose."""
    found: list[tuple[float, Action]] = []
    board = state.board
    prey = _worthwhile(board, least - FIRST)
    ep = state.ep if least <= VALUE[PAWN] else 0
    last, kind, guarded = -1, 0, pawn_attacks(state)
    for action in captures(state.game, board, prey, ep, state.side, state.danger()):
        if action[1] != last:
            last = action[1]
            kind = kind_on(board, last)
        goal = BITS[action[2]]
        if goal & guarded and not action[3]:
            if VALUE[kind_on(board, action[2])] + VALUE[PAWN] < VALUE[kind]:
                continue  # a pawn takes back: loses material even if that pawn is then taken
        gain = _prize(state, kind, action)
        if gain >= 0 and (prey & goal or exchange(state, action) >= 0):
            found.append((gain, action))
    return found


def _worthwhile(board: Board, least: float) -> int:
    """Return the bitboard of enemy pieces worth at least `least`."""
    _, them, pawns, _, bishops, rooks, queens, _ = board
    if least <= VALUE[PAWN]:
        return them
    if least <= VALUE[KNIGHT]:
        return them & ~pawns
    if least <= VALUE[ROOK]:
        return them & (rooks | queens | (bishops if least <= VALUE[BISHOP] else 0))
    return them & queens if least <= VALUE[QUEEN] else 0


def null_move(state: AndarrayaState) -> AndarrayaState | None:
    """Return the position with the turn passed; None in check and in pawn endings (zugzwang)."""
    us, _, pawns, *_, kings = state.board
    return passed(state) if us & ~(pawns | kings) else None


def passed(state: AndarrayaState) -> AndarrayaState | None:
    """Return the position with the turn passed; None in check."""
    if state.checkers():
        return None
    us, them, *kinds = state.board
    return AndarrayaState(
        state.game,
        (them, us, *kinds),  # type: ignore[arg-type]
        state.unmoved,
        0,
        state.counter + 1,
        state.plies + 1,
    )


def _takes(state: AndarrayaState, action: Action) -> bool:
    return action[0] == "move" and bool(state.board[1] & BITS[action[2]])


def pawn_attacks(state: AndarrayaState) -> int:
    """Return the squares that enemy pawns attack."""
    foot = state.board[1] & state.board[2]
    if state.side:
        return ((foot & NOT_A) << 7 | (foot & NOT_H) << 9) & ALL
    return (foot & NOT_A) >> 9 | (foot & NOT_H) >> 7


def ordering(state: AndarrayaState, actions: Sequence[Action]) -> list[float]:
    """Return move-ordering scores: the gain of captures, promotions and checks; quiet moves are
    below 0, by the piece-square values of start and goal."""
    board = state.board
    them, side = board[1], state.side
    checks, baring = checking(board, side)
    attacked = pawn_attacks(state)
    late = board[6] == 0
    out: list[float] = []
    last, kind, bare, mined, here = -1, 0, 0, 0, 0.0
    place: tuple[float, ...] = ()
    for action in actions:
        if action[0] != "move":
            rook_goal = BITS[CASTLES[action[0], side][3]]
            out.append(CHECK if rook_goal & checks[ROOK] else CASTLING)
            continue
        _, start, goal, promoted = action
        if start != last:
            last, kind = start, kind_on(board, start)
            bare = baring.get(start, ALL)
            place = places(kind, side, late)
            here, mined = leaving(kind, BITS[start], place[start], attacked)
        target, gain = BITS[goal], 0.0
        if them & target or promoted or (target == state.ep and kind == PAWN):
            gain = _prize(state, kind, action)
        if target & checks[promoted or kind] or not target & bare:
            gain = max(gain, 0.0) + CHECK
        if not gain:
            gain = here + place[goal] / HALF_A_WIN
            if mined & target:
                gain -= HANGING
            if gain > NOTHING:
                gain = NOTHING
        out.append(gain)
    return out


def _prize(state: AndarrayaState, kind: int, action: Action) -> float:
    """Return the ordering gain of a capture or promotion: the victim's value with a bonus for cheap
    attackers, or the static exchange value when the attacker is worth more than the victim."""
    _, _, goal, promoted = action
    gain, board = 0.0, state.board
    if board[1] & BITS[goal]:
        gain = VALUE[kind_on(board, goal)]
        if VALUE[kind] > gain + 0.06 and kind != KING:
            gain = exchange(state, action) / HALF_A_WIN
        else:
            gain += FIRST * (1 - VALUE[kind])
    elif not promoted:
        gain = VALUE[PAWN]  # en passant
    return gain + VALUE[promoted] - VALUE[PAWN] if promoted else gain


def leaving(kind: int, square: int, worth: float, attacked: int) -> tuple[float, int]:
    """Return (ordering score of a quiet move before its goal is counted, squares its goal should
    avoid because enemy pawns attack them). `worth`: piece-square value of the start."""
    base = QUIET - worth / HALF_A_WIN
    if kind == PAWN:
        return base, 0
    return base + FLEEING if attacked & square else base, attacked


def places(kind: int, side: int, late: bool) -> tuple[float, ...]:
    """Return the piece-square table of a kind for move ordering, in centipawns."""
    if kind == KING:
        return KING_LATE if late else KING_EARLY[side]
    return PLACE[kind] if kind > PAWN else FORWARD[side]


# Pawns in move ordering: forward, central files first.
FORWARD = tuple(
    tuple(
        4.0 * ((7 - square // 8) if side else square // 8) * (2 if 1 < square % 8 < 6 else 1)
        - (DEAD if square < 8 or square > 55 else 0.0)
        for square in range(64)
    )
    for side in (0, 1)
)


def checking(board: Board, side: int) -> tuple[tuple[int, ...], dict[int, int]]:
    """Return (by kind, the squares from which a piece of the side to move gives check; for each own
    piece that blocks a line to the enemy king, the line it must stay on not to discover check)."""
    us, them, _, _, bishops, rooks, queens, kings = board
    prey, occupied = (them & kings).bit_length() - 1, us | them
    slanted = BISHOPS[prey][occupied & BISHOP_MASKS[prey]]
    straight = ROOKS[prey][occupied & ROOK_MASKS[prey]]
    checks = (0, PAWNS[1 - side][prey], KNIGHTS[prey], slanted, straight, slanted | straight, 0)
    baring: dict[int, int] = {}
    snipers = us & (ROOK_LINES[prey] & (rooks | queens) | BISHOP_LINES[prey] & (bishops | queens))
    while snipers:
        low = snipers & -snipers
        snipers ^= low
        screen = BETWEEN[prey][low] & occupied
        if screen & us and not screen & (screen - 1):
            baring[screen.bit_length() - 1] = LINE[prey][low]
    return checks, baring
