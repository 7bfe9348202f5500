"""Move generation and safety of the King (rulebook, sections 3 and 4).

Functions take terrain tables, a board (changed and restored in place while testing) and halves;
turns and players are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from engine.core.contract import Action
from engine.games.cotadrez.rules.attacks import (
    SCREENED,
    Board,
    attacked_squares,
    attackers,
    bolts,
    may_take,
    possible,
    walked_squares,
)
from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    DRAGON,
    ELEPHANT,
    HEAVY,
    KING,
    LANCER,
    RABBLE,
    SCORPION,
    TREBUCHET,
    UNITS,
)
from engine.games.cotadrez.rules.terrain import Terrain

SQUARES = range(100)
# By half, tables for `bytes.translate`: 1 for units of that half; TROOPS leaves out its King.
OWN = tuple(bytes(n >> 4 == half and n & 15 > 0 for n in range(256)) for half in (0, 1))
TROOPS = tuple(bytes(n >> 4 == half and n & 15 > KING for n in range(256)) for half in (0, 1))

# -- safety of the King --------------------------------------------------------------------------


def shield(t: Terrain, board: Board, king: int, by: int) -> set[int]:
    """Return squares whose unit, if it leaves or is taken, may open an attack of `by` on `king`.

    The set may be too large. If the side is not in check, every other action is safe without a
    test, because placing a unit never opens a line.
    """
    base = by << 4
    out: set[int] = set()
    if not possible(t, board, king, by) & SCREENED:
        return out
    for unit, lines, depth in (
        (base | ELEPHANT, t.rook_lines, 1),
        (base | DRAGON, t.dragon_lines, 1),
        (base | SCORPION, t.bolt_lines, 2),
    ):
        s = board.find(unit)
        while s >= 0:
            between = lines[king].get(s)
            if between is not None:
                screen = board[between]
                if len(screen) - screen.count(0) <= depth:
                    out.update(compress(SQUARES[between], screen))
            s = board.find(unit, s + 1)
    if base | HEAVY in board:
        for s, paths in t.heavy[king]:
            if board[s] == base | HEAVY:
                out.update(q for path in paths for q in path if board[q])
    if base | ARCHER in board:
        for middle, s in t.archer2[king]:
            if board[s] == base | ARCHER and board[middle]:
                out.add(middle)
    return out


class Safety:
    """Test for one position whether an action of `half` leaves its King unattacked. Without a King
    on the board every action is safe."""

    __slots__ = ("board", "half", "in_check", "king", "screen", "t")

    def __init__(self, t: Terrain, board: Board, half: int, checked: bool | None = None) -> None:
        """Prepare the test. `checked`: whether the King is in check; None: find out."""
        self.t, self.board, self.half = t, board, half
        self.king = board.find(half << 4 | KING)
        self.in_check = self.king >= 0 and self.attacked() if checked is None else checked
        self.screen = (
            shield(t, board, self.king, 1 - half) if self.king >= 0 and not self.in_check else set()
        )

    def attacked(self) -> bool:
        """Return whether the King is attacked on the board as it stands now."""
        king = self.board.find(self.half << 4 | KING)
        return king >= 0 and attackers(self.t, self.board, king, 1 - self.half, 1) > 0

    def may_step(self, origin: int, target: int) -> bool:
        board = self.board
        if self.king < 0:
            return True
        if origin != self.king and not self.in_check:
            screen = self.screen
            if origin not in screen and not (board[target] and target in screen):
                return True
        taken, unit = board[target], board[origin]
        board[target], board[origin] = unit, 0
        bad = self.attacked()
        board[origin], board[target] = unit, taken
        return not bad

    def may_lose(self, *squares: int) -> bool:
        """Return whether the units on `squares` may leave the board together (fire, besiegers)."""
        if self.king < 0:
            return True
        if not self.in_check and len(squares) == 1 and squares[0] not in self.screen:
            return True
        board = self.board
        before = [board[s] for s in squares]
        for s in squares:
            board[s] = 0
        bad = self.attacked()
        for s, unit in zip(squares, before, strict=True):
            board[s] = unit
        return not bad

    def may_swap(self, a: int, b: int) -> bool:
        if self.king < 0:
            return True
        board = self.board
        board[a], board[b] = board[b], board[a]
        bad = self.attacked()
        board[a], board[b] = board[b], board[a]
        return not bad

    def may_place(self, kind: int, square: int) -> bool:
        """Return whether a unit of the Reserve may enter an empty square. It can only block lines;
        a King must be safe there, and in check the unit must end the check."""
        if kind != KING and not self.in_check:
            return True
        board = self.board
        board[square] = self.half << 4 | kind
        bad = self.attacked()
        board[square] = 0
        return not bad


# -- actions -------------------------------------------------------------------------------------


def units_of(board: Board, half: int) -> list[int]:
    return list(compress(SQUARES, board.translate(OWN[half])))


def besiegers(t: Terrain, board: Board, half: int) -> list[int]:
    """Return the squares of the units of `half`, King excluded, on the enemy ring (C26)."""
    troops = TROOPS[half]
    return [s for s in t.ring[1 - half] if troops[board[s]]]


def sieges(t: Terrain, board: Board, half: int) -> int:
    """Return the number of besiegers of `half`."""
    troops = int.from_bytes(board.translate(TROOPS[half]), "little")
    return (troops & t.ring_mask[1 - half]).bit_count()


def rabble_steps(t: Terrain, board: Board, half: int, but: int = -1) -> Iterator[tuple[int, int]]:
    """Yield pseudo-legal Rabble steps of `half` as (origin, target), except from `but`."""
    rabble = half << 4 | RABBLE
    origin = board.find(rabble)
    while origin >= 0:
        if origin != but:
            for target in t.orth1[origin]:
                if not board[target] or may_take(t, board, target, rabble):
                    yield origin, target
        origin = board.find(rabble, origin + 1)


def second_steps(t: Terrain, board: Board, half: int, first: int) -> Iterator[Action]:
    """Yield legal second steps of a forced march; `first`: where the first Rabble stands now."""
    safety = Safety(t, board, half)
    for origin, target in rabble_steps(t, board, half, first):
        if safety.may_step(origin, target):
            yield "step", origin, target


def _march_saves(t: Terrain, board: Board, half: int, origin: int, target: int) -> bool:
    """Return whether, after a Rabble step that leaves the King attacked, a legal second step
    exists."""
    taken, unit = board[target], board[origin]
    board[target], board[origin] = unit, 0
    found = any(second_steps(t, board, half, target))
    board[origin], board[target] = unit, taken
    return found


def legal_turns(
    t: Terrain,
    board: Board,
    half: int,
    reserve: bytearray | None,
    rescue: bytearray,
    safety: Safety,
) -> list[Action]:
    """Return the legal actions of `half` in TURN, the forced pass included; empty only when mated.

    `reserve`: units that may reinforce, None if the option forbids it. `rescue`: units of this side
    in the enemy's Dungeon.
    """
    out: list[Action] = []
    for square in units_of(board, half):
        kind = board[square] & 15
        if kind == TREBUCHET or kind == SCORPION:
            _engine_actions(t, board, square, safety, out)
        elif kind == RABBLE:
            _rabble_actions(t, board, square, safety, out)
        else:
            _unit_actions(t, board, square, safety, out)
            if kind == LANCER:
                _relays(t, board, square, safety, out)
    if reserve is not None:
        _reinforcements(t, board, half, reserve, safety, out)
    _sieges(t, board, half, rescue, safety, out)
    if not out and not safety.in_check:
        out.append(("pass",))
    return out


def captures(
    t: Terrain, board: Board, half: int, rescue: bytearray, safety: Safety
) -> list[Action]:
    """Return the part of `legal_turns` that captures or executes a siege."""
    out: list[Action] = []
    enemies = int.from_bytes(board.translate(OWN[1 - half]), "little")
    for square in units_of(board, half):
        unit = board[square]
        kind = unit & 15
        if not enemies & t.reach[square][kind]:
            continue
        if kind == TREBUCHET or kind == SCORPION:
            _fires(t, board, square, safety, out)
            continue
        for target in attacked_squares(t, board, square):
            if board[target] and may_take(t, board, target, unit):
                if safety.may_step(square, target) or (
                    kind == RABBLE and _march_saves(t, board, half, square, target)
                ):
                    out.append(("step", square, target))
    _sieges(t, board, half, rescue, safety, out)
    return out


def _unit_actions(t: Terrain, board: Board, square: int, safety: Safety, out: list[Action]) -> None:
    unit = board[square]
    half = unit >> 4
    leap = unit & 15 == ARCHER
    free = safety.king < 0 or not (
        safety.in_check or square == safety.king or square in safety.screen
    )
    for target in attacked_squares(t, board, square):
        found = board[target]
        if found:
            if found >> 4 == half or not may_take(t, board, target, unit):
                continue
            if not safety.may_step(square, target):
                continue
        elif leap and abs(target - square) not in (9, 11):
            continue
        elif not free and not safety.may_step(square, target):
            continue
        out.append(("step", square, target))


def _rabble_actions(
    t: Terrain, board: Board, square: int, safety: Safety, out: list[Action]
) -> None:
    unit = board[square]
    for target in t.orth1[square]:
        if board[target] and not may_take(t, board, target, unit):
            continue
        if safety.may_step(square, target) or _march_saves(t, board, unit >> 4, square, target):
            out.append(("step", square, target))


def _engine_actions(
    t: Terrain, board: Board, square: int, safety: Safety, out: list[Action]
) -> None:
    """Add the actions of a Trebuchet or Scorpion: moves without capture (C21), then shots."""
    for target in walked_squares(t, board, square):
        if not board[target] and safety.may_step(square, target):
            out.append(("step", square, target))
    _fires(t, board, square, safety, out)


def _fires(t: Terrain, board: Board, square: int, safety: Safety, out: list[Action]) -> None:
    """Add the shots of a Trebuchet or Scorpion."""
    unit = board[square]
    if unit & 15 == TREBUCHET:
        for target in t.volley[square]:
            if board[target] and may_take(t, board, target, unit) and safety.may_lose(target):
                out.append(("fire", square, target))
        return
    for first, second in bolts(t, board, square):
        if not may_take(t, board, first, unit):
            continue
        if safety.may_lose(first):
            out.append(("fire", square, first))
        if second >= 0 and may_take(t, board, second, unit) and safety.may_lose(first, second):
            out.append(("fire", square, first, second))


def _relays(t: Terrain, board: Board, square: int, safety: Safety, out: list[Action]) -> None:
    half = board[square] >> 4
    for partner in t.relay[square]:
        unit = board[partner]
        if unit and unit >> 4 == half and unit & 15 != LANCER and safety.may_swap(square, partner):
            out.append(("relay", square, partner))


def _reinforcements(
    t: Terrain, board: Board, half: int, reserve: bytearray, safety: Safety, out: list[Action]
) -> None:
    free = [s for s in t.ring[half] if not board[s]]
    for kind in UNITS:
        if reserve[kind]:
            for square in free:
                if safety.may_place(kind, square):
                    out.append(("reinforce", kind, square))


def _sieges(
    t: Terrain, board: Board, half: int, rescue: bytearray, safety: Safety, out: list[Action]
) -> None:
    """Add the execution of a siege (section 4): it needs two besiegers whose return does not expose
    the own King. With prisoners to rescue, one must be rescued (C30)."""
    if sieges(t, board, half) < 2 or not safety.may_lose(*besiegers(t, board, half)):
        return
    letters = [kind for kind in UNITS if rescue[kind]]
    out.extend(("siege", kind) for kind in letters or (0,))
