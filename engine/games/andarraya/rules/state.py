"""State of Andarraya: eight bitboards, the marks of unmoved pieces, and two counters."""

from __future__ import annotations

from typing import Any, Protocol

from engine.core.contract import DRAW, RESIGN, TERMINAL, TIME, Action, State
from engine.core.options import Options
from engine.core.outcome import Outcome, drawn, won_by
from engine.games.andarraya.rules.movement import (
    Board,
    MoveOptions,
    legal_moves,
    surely_moves,
    threats,
)
from engine.games.andarraya.rules.pieces import BISHOP, KING, KNIGHT, MARKS, PAWN, QUEEN, ROOK
from engine.games.andarraya.rules.tables import ALL, BITS, RANKS

LAST_MOVE_NUMBER = 9999

# Castling by (verb, side): king from and to, rook from and to.
CASTLES = {
    ("short", 0): (4, 6, 7, 5),
    ("long", 0): (4, 2, 0, 3),
    ("short", 1): (60, 62, 63, 61),
    ("long", 1): (60, 58, 56, 59),
}

Trail = tuple[int, int, Any]  # from, to, the steps before
PAST = 12  # boards remembered for the detection of repetitions


class AndarrayaRules(MoveOptions, Protocol):
    """The game as its states see it: compiled options and position text. `limit`: value of the
    counter that draws the game; `resets`: captures and pawn moves set the counter to 0 (5.4)."""

    options: Options
    limit: int
    resets: bool

    def initial_state(self) -> AndarrayaState: ...

    def state_from_text(self, text: str) -> AndarrayaState: ...

    def position_text(self, state: AndarrayaState) -> str: ...


def kind_on(board: Board, square: int) -> int:
    """Return the kind of the piece on a square, 0 for an empty one."""
    us, them, pawns, knights, bishops, rooks, queens, _ = board
    bit = BITS[square]
    if not (us | them) & bit:
        return 0
    if pawns & bit:
        return PAWN
    if (knights | bishops) & bit:
        return KNIGHT if knights & bit else BISHOP
    if (rooks | queens) & bit:
        return ROOK if rooks & bit else QUEEN
    return KING


class AndarrayaState(State):
    """A position of Andarraya.

    `board`: see movement.py, the side to move first. `unmoved`: bitboard of the kings and rooks
    that keep their mark. `ep`: bit of the en-passant square or 0. `plies`: half-moves since move 1,
    so its last bit is the side to move. `trail`: linked list of the steps since this state was set
    up; the scene follows pieces with it. `past`: boards since the last capture or pawn move, newest
    first, at most `PAST`. `trail` and `past` are not part of the position.
    """

    __slots__ = (
        "_danger",
        "_moves",
        "board",
        "counter",
        "ep",
        "game",
        "past",
        "plies",
        "result",
        "trail",
        "unmoved",
    )

    game: AndarrayaRules

    def __init__(
        self, game: AndarrayaRules, board: Board, unmoved: int, ep: int, counter: int, plies: int
    ) -> None:
        self.game = game
        self.board = board
        self.unmoved = unmoved
        self.ep = ep
        self.counter = counter
        self.plies = plies
        self.trail: Trail | None = None
        self.past: tuple[Board, ...] = ()
        self.result: Outcome | None = None
        self._moves: list[Action] | None = None
        self._danger: tuple[int, int] | None = None

    # -- who and what ------------------------------------------------------------------------

    @property
    def side(self) -> int:
        """The side to move, also after the end: White 0, Black 1."""
        return self.plies & 1

    @property
    def move_number(self) -> int:
        return min((self.plies >> 1) + 1, LAST_MOVE_NUMBER)

    @property
    def armies(self) -> tuple[int, int]:
        """(White's, Black's pieces) as bitboards."""
        us, them = self.board[:2]
        return (them, us) if self.plies & 1 else (us, them)

    def kind_at(self, square: int) -> int:
        """Return the kind of the piece on a square, 0 for an empty one."""
        return kind_on(self.board, square)

    def turn_index(self) -> int:
        return self.plies

    def danger(self) -> tuple[int, int]:
        """Return (checkers, pinned pieces) of the side to move as in `threats`; cached."""
        found = self._danger
        if found is None:
            found = self._danger = threats(self.board, self.plies & 1)
        return found

    def checkers(self) -> int:
        """Return the bitboard of the pieces that give check to the side to move."""
        return self.danger()[0]

    def moves(self) -> list[Action]:
        """Return the legal moves, ignoring the counter and agreed results. The list is cached:
        callers must not change it."""
        found = self._moves
        if found is None:
            found = self._moves = legal_moves(
                self.game, self.board, self.unmoved, self.ep, self.plies & 1, self.danger()
            )
        return found

    def current_player(self) -> int:
        if self.result is not None or self.counter >= self.game.limit:
            return TERMINAL
        side = self.plies & 1
        if self._moves is None and surely_moves(self.board, side, self.danger()):
            return side
        return side if self.moves() else TERMINAL

    def legal_actions(self) -> list[Action]:
        if self.result is not None or self.counter >= self.game.limit:
            return []
        return self.moves()[:]

    def outcome(self) -> Outcome | None:
        """Return the result: one set by a table action, else mate, stalemate or the counter, in
        this order (5.1 to 5.3)."""
        if self.result is not None:
            return self.result
        if not self.moves():
            if self.checkers():
                return won_by(1 - (self.plies & 1), "checkmate")
            return drawn("stalemate")
        return drawn("counter") if self.counter >= self.game.limit else None

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        if action[0] != "move":
            self._apply_elsewhere(action)
            return
        _, start, goal, promoted = action
        origin, target = BITS[start], BITS[goal]
        both = origin | target
        us, them, pawns, knights, bishops, rooks, queens, kings = self.board
        ep, loud = 0, False
        if them & target:
            keep, loud = ~target, True
            them &= keep
            pawns, knights, bishops = pawns & keep, knights & keep, bishops & keep
            rooks, queens = rooks & keep, queens & keep
        us ^= both
        if pawns & origin:
            loud = True
            pawns ^= both
            if target == self.ep:
                victim = target << 8 if self.plies & 1 else target >> 8
                pawns, them = pawns ^ victim, them ^ victim
            elif abs(goal - start) == 16:
                ep = BITS[(start + goal) >> 1]
        elif knights & origin:
            knights ^= both
        elif bishops & origin:
            bishops ^= both
        elif rooks & origin:
            rooks ^= both
        elif queens & origin:
            queens ^= both
        else:
            kings ^= both
            self.unmoved &= HOMELESS[self.plies & 1]
        self.unmoved &= ~both
        self.trail = (start, goal, self.trail)
        board = (them, us, pawns, knights, bishops, rooks, queens, kings)
        self._end(_promoted(board, promoted, target) if promoted else board, ep, loud)

    def _end(self, board: Board, ep: int, loud: bool) -> None:
        """Finish a ply: store `board` (already from the next player's view) and update the
        counters. `loud`: the ply was a capture or a pawn move."""
        self.past = () if loud else (self.board, *self.past[: PAST - 1])
        self.board = board
        self.ep = ep
        self.counter = 0 if loud and self.game.resets else self.counter + 1
        self.plies += 1
        self._moves = self._danger = None

    def _apply_elsewhere(self, action: Action) -> None:
        """Apply castling or a table action."""
        verb = action[0]
        if verb == DRAW:
            self.result = drawn("agreement")
            return
        if verb in (RESIGN, TIME):
            self.result = won_by(1 - action[1], "resignation" if verb == RESIGN else "time")
            return
        king, king_goal, rook, rook_goal = CASTLES[verb, self.plies & 1]
        us, them, pawns, knights, bishops, rooks, queens, kings = self.board
        king_step = BITS[king] | BITS[king_goal]
        rook_step = BITS[rook] | BITS[rook_goal]
        self.unmoved &= HOMELESS[self.plies & 1]
        self.trail = (rook, rook_goal, (king, king_goal, self.trail))
        us ^= king_step | rook_step
        board = (them, us, pawns, knights, bishops, rooks ^ rook_step, queens, kings ^ king_step)
        self._end(board, 0, False)

    # -- value and texts ---------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """Return all that the position text shows, plus the reason of a result set by a table
        action. Hashing these few numbers was measured to be cheaper than an incremental key."""
        plies = self.plies
        if plies > 2 * LAST_MOVE_NUMBER - 1:
            plies = 2 * LAST_MOVE_NUMBER - 2 + (plies & 1)
        ended = self.result.reason if self.result else ""
        return (*self.board, self.unmoved, self.ep, self.counter, plies, ended)

    def check_invariants(self) -> None:
        us, them, *kinds = self.board
        assert us & them == 0 and (us | them) & ~ALL == 0
        assert sum(kinds) == us | them, "every piece is of one kind"
        for army in (us, them):
            assert (army & kinds[5]).bit_count() == 1, "one king per side"
            assert army.bit_count() <= 16 and (army & kinds[0]).bit_count() <= 8
        for _, square, kind in MARKS:
            if self.unmoved & BITS[square]:
                assert kinds[kind - 1] & BITS[square], "an unmoved piece stands at home"
        assert 0 <= self.counter <= self.game.limit
        white, black = self.armies
        assert not kinds[0] & (white & RANKS[0] | black & RANKS[7])
        waiting = (them, us, *kinds)
        assert not threats(waiting, 1 - self.side)[0], "who has just moved is not in check"  # type: ignore[arg-type]


# By side, a mask for `unmoved` after a move of the king: all marks of his side go (3.1).
HOMELESS = (ALL ^ RANKS[0], ALL ^ RANKS[7])


def _promoted(board: Board, kind: int, target: int) -> Board:
    """Return the board with the pawn on `target` (a bit) replaced by a piece of this kind."""
    rows = list(board)
    rows[PAWN + 1] ^= target
    rows[kind + 1] |= target
    return tuple(rows)  # type: ignore[return-value]
