"""The battle as it is searched: what is hidden is chance, and what matters nearby is looked at.

A state of the search's own in the place of determinizations: own pieces are known, others' pieces
are figures with chances (`forces`), and an attack on or by one of them is a chance node. After the
first action only attacks and moves next to others' pieces are tried, and `pass` for any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.combat import BOTH, WINS
from engine.games.stratego.rules.pieces import CODES
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.figures import Figure
from engine.games.stratego.search.forces import TAKES, UNWILLING, Blow, Forces
from engine.games.stratego.search.guard import Guard

SCALE = 30.0  # points that make an advantage of one half
PASS: Action = ("pass",)
AGAIN = 0.12  # points lost by taking the last move back
FIRST = 0.06  # points given away by the first move of a piece: it is neither bomb nor flag
HOPELESS = -1.0  # attacks expected to lose more are not thought of
WORTHWHILE = 0.15  # attacks expected to gain more are followed before a position is judged
LUCK = 3  # attacks of uncertain outcome in a row are a tree too wide
QUIET_LUCK = 2  # so many before a position is judged: an attack and what takes its winner
QUIET = 0.02  # how far below 0 the worth of a move is
NOBODY, BOTH_OUT = -1, -2  # winners: none yet, none of two that have nothing left to move
FALLEN = 15.0  # points for an army that is out while others are left


class Model(State):
    """`score` in points for `forces.me`; `pending`: origin, target and outcomes of an attack that
    is being settled; `luck`: how many were settled by chance."""

    __slots__ = (
        *("board", "first", "forces", "guard", "luck", "pending", "score", "turn", "winner"),
    )

    forces: Forces
    guard: Guard
    board: list[int]
    turn: int
    score: float
    pending: tuple[int, int, tuple[Blow, ...]] | None
    winner: int
    luck: int
    first: tuple[list[Action], tuple[int, int]] | None

    def clone(self) -> Model:
        new: Model = object.__new__(Model)
        new.forces = self.forces
        new.guard = self.guard
        new.board = self.board[:]
        new.turn = self.turn
        new.score = self.score
        new.pending = self.pending
        new.winner = self.winner
        new.luck = self.luck
        new.first = self.first
        return new

    def key(self) -> tuple[Any, ...]:
        return (tuple(self.board), self.turn, self.luck)

    def current_player(self) -> int:
        if self.winner != NOBODY:
            return TERMINAL
        return CHANCE if self.pending is not None else self.turn

    def outcome(self) -> Outcome | None:
        players = self.forces.game.players
        if self.winner == NOBODY:
            return None
        return won_by(self.winner, "", players) if self.winner >= 0 else drawn("", players)

    def value(self, player: int) -> float:
        """−1…1, as `Game.evaluate`: pieces by what is left, secrets, and how near they are to what
        they could take (`score`), then who is likely to take a flag first: a race that is lost or
        won counts as the game, one of chance 0.3 as that share of it."""
        forces = self.forces
        points = self.score - self.guard.gaps(self.board)
        mine = self.turn == forces.me
        lost, won = self.guard.danger(self.board, mine), self.guard.hope(self.board, mine)
        value = points / (SCALE + abs(points)) * (1 - lost) * (1 - won) + won - lost
        return value if player == self.forces.me else -value

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        return self.first[0] if self.first is not None else self._actions()

    def expected(self, origin: int, target: int, most: int = 99) -> float:
        """What an attack gains on average, for the attacker. `most`: how many attacks of uncertain
        outcome are thought of one after the other."""
        board, forces = self.board, self.forces
        if forces.me not in (forces.sides[board[origin]], forces.sides[board[target]]):
            return HOPELESS
        fight = forces.fight(board[origin], board[target], origin, target)
        if fight is None or (self.luck >= most and len(fight.blows) > 1):
            return HOPELESS
        return fight.expected

    def _actions(self) -> list[Action]:
        """Attacks, moves from or to cells next to others' pieces, and `pass`."""
        forces, board, turn = self.forces, self.board, self.turn
        sides, walks, steps = forces.sides, forces.walks, forces.steps
        edges, around = forces.tables.edges, forces.tables.around
        out: list[Action] = [PASS]
        hot: set[int] = set()
        warm: set[int] = set()
        own = []
        for cell, number in enumerate(board):
            if number:
                if sides[number] == turn:
                    own.append(cell)
                else:
                    hot.update(edges[cell])
                    warm.update(around[cell])
        self.guard.approach(board, turn, hot, warm, out)
        for cell in own:
            number = board[cell]
            rays = walks[number]
            if rays is None or (steps[number] and cell not in warm):
                continue
            near = cell in hot
            for cells, quiet, reach in rays[cell]:
                for target in cells:
                    there = board[target]
                    if there and (sides[there] == turn or reach <= 0):
                        break
                    if there:
                        if self.expected(cell, target, LUCK) > HOPELESS:
                            out.append(("attack", cell, target))
                        break
                    if not quiet:
                        break
                    reach -= 1
                    if near or target in hot:
                        out.append(("move", cell, target))
        return list(dict.fromkeys(out))

    def attacks(self) -> list[Action]:
        """Attacks that are expected to gain something."""
        forces, board, turn = self.forces, self.board, self.turn
        sides, walks, steps = forces.sides, forces.walks, forces.steps
        edges = forces.tables.edges
        out: list[Action] = []
        for cell, number in enumerate(board):
            if not number or sides[number] != turn:
                continue
            rays = walks[number]
            if rays is None:
                continue
            if steps[number]:
                for target in edges[cell]:
                    if board[target] and sides[board[target]] != turn:
                        break
                else:
                    continue
            for cells, _, reach in rays[cell]:
                for target in cells:
                    there = board[target]
                    if there and (sides[there] == turn or reach <= 0):
                        break
                    if there:
                        if self.expected(cell, target, QUIET_LUCK) > WORTHWHILE:
                            out.append(("attack", cell, target))
                        break
                    reach -= 1
        return list(dict.fromkeys(out)) if forces.tables.forks else out

    def danger(self, cell: int, number: int, origin: int) -> float:
        """The most another side's neighbour of a cell hopes to gain by attacking a figure there,
        when the cell `origin` is empty or its own."""
        forces, board = self.forces, self.board
        worst = 0.0
        for near in forces.tables.edges[cell]:
            other = board[near]
            if near == origin or not other or forces.sides[other] == forces.me:
                continue
            fight = forces.fight(other, number, near, cell) if forces.walks[other] else None
            if fight is not None:
                worst = max(worst, fight.expected)
        return worst

    def worth(self, actions: Sequence[Action]) -> list[float]:
        """Hints: what each action seems to win at once."""
        board, places = self.board, self.forces.places
        sign = 1 if self.turn == self.forces.me else -1
        out = []
        for action in actions:
            if action[0] == "attack":
                out.append(self.expected(action[1], action[2]) / SCALE)
            elif action[0] == "move":
                place = places[board[action[1]]]
                gain = sign * (place[action[2]] - place[action[1]]) / SCALE
                out.append(min(-1e-4, gain - QUIET))
            else:
                out.append(-QUIET)
        return out

    # -- playing -----------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        if self.pending is None:
            return []
        return [(("blow", n), blow.weight) for n, blow in enumerate(self.pending[2])]

    def apply(self, action: Action) -> None:
        verb = action[0]
        first, self.first = self.first, None
        if verb == "move":
            self._move(action[1], action[2])
            if first is not None and first[1] == (action[1], action[2]):
                self.score -= AGAIN
            self._next()
        elif verb == "attack":
            fight = self.forces.fight(
                self.board[action[1]], self.board[action[2]], action[1], action[2]
            )
            assert fight is not None
            if len(fight.blows) == 1:
                self._settle(action[1], action[2], fight.blows[0])
            else:
                self.pending = (action[1], action[2], fight.blows)
        elif verb == "blow":
            assert self.pending is not None
            origin, target, blows = self.pending
            self.pending = None
            self.luck += 1
            self._settle(origin, target, blows[action[1]])
        else:
            self._other(action)
            self._next()

    def _other(self, action: Action) -> None:
        """What only happens under some options, as far as it concerns the board."""
        board, forces = self.board, self.forces
        if action[0] == "relay":
            one, two = action[1], action[2]
            board[one], board[two] = board[two], board[one]
        elif action[0] == "buy":
            known = ((action[1], 1.0),)
            new = Figure(self.turn, action[1], known, known, True, True, False)
            board[action[2]] = forces.number(new)
            self.score += forces.worth[self.turn][action[1]]

    def _move(self, origin: int, target: int) -> None:
        forces, board = self.forces, self.board
        number = board[origin]
        new = forces.moved(number)
        change = forces.places[new][target] - forces.places[number][origin]
        if new != number:
            change -= FIRST
        self.score += change if self.turn == forces.me else -change
        board[target], board[origin] = new, 0

    def _settle(self, origin: int, target: int, blow: Blow) -> None:
        """One outcome of an attack."""
        forces, board = self.forces, self.board
        places, me = forces.places, forces.me
        if blow.outcome == UNWILLING:
            self._next()
            return
        a, d = board[origin], board[target]
        sign = 1 if self.turn == me else -1
        if blow.outcome == TAKES:
            self._fall(forces.sides[d], sign)
            return
        self.score += sign * blow.gain
        self.score -= places[a][origin] if forces.sides[a] == me else -places[a][origin]
        self.score -= places[d][target] if forces.sides[d] == me else -places[d][target]
        board[origin] = 0
        if blow.outcome == WINS:
            left = forces.moved(blow.attacker)
        else:
            left = 0 if blow.outcome == BOTH else blow.defender
        board[target] = left
        if left:
            there = places[left][target]
            self.score += there if forces.sides[left] == me else -there
        if not self._idle():
            self._next()

    def _idle(self) -> bool:
        """Whether a side of two has nothing left that could move, which ends the game."""
        forces = self.forces
        if forces.game.players != 2:
            return False
        able = {forces.sides[n] for n in self.board if n and forces.mobile[n]}
        if len(able) == 2:
            return False
        self.winner = able.pop() if able else BOTH_OUT
        return True

    def _fall(self, side: int, sign: int) -> None:
        """A flag is taken."""
        forces = self.forces
        if forces.game.players == 2 or side == forces.me:
            self.winner = self.turn
            return
        self.board = [0 if forces.sides[n] == side else n for n in self.board]
        self.score += sign * FALLEN
        self._next()
        if len({forces.sides[n] for n in self.board if n}) == 1:
            self.winner = self.turn

    def _next(self) -> None:
        """The next side that has pieces."""
        players = self.forces.game.players
        if players == 2:
            self.turn = 1 - self.turn
            return
        inside = {self.forces.sides[n] for n in self.board if n}
        for step in range(1, players + 1):
            side = (self.turn + step) % players
            if side in inside:
                self.turn = side
                return

    # -- shown by a debugger only ------------------------------------------------------------

    def to_text(self) -> str:
        """`turn points cell=figure …`, not a position text of the sheet."""
        names, figures = self.forces.tables.grid.names, self.forces.figures
        standing = (
            f"{names[cell]}={figures[n].side}{CODES[figures[n].kind]}"
            for cell, n in enumerate(self.board)
            if n
        )
        return f"{self.turn} {self.score:+.2f} {' '.join(standing)}"

    def prompt(self, viewer: int) -> Message:
        return Message("prompt.turn", who=player_name(self.turn))

    def turn_index(self) -> int:
        return 0


def model_of(state: StrategoState) -> Model | None:
    """What the side to act searches; None while something else is asked. `state`: his view."""
    if state.result is not None or state.asked != "turn":
        return None
    me = state.turn
    new: Model = object.__new__(Model)
    new.forces = Forces(state, me)
    new.guard = Guard(new.forces)
    new.board = new.forces.board[:]
    new.turn = me
    new.score = new.forces.balance()
    new.pending = None
    new.winner = NOBODY
    new.luck = 0
    last = state.memory[me][-1] if state.memory[me] else ()
    back = (last[0][1], last[0][0]) if len(last) == 1 else (-1, -1)
    new.first = (state.legal_actions(), back)
    return new
