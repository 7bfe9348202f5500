"""The state of a battle in the search: whose turn it is and what an action does.

Own pieces are known, enemy pieces are figures with chances (`forces`); an attack on or by one of
them is a chance node. Which actions are tried and what a battle is worth: `model`.
"""

from __future__ import annotations

from typing import Any, Self

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.combat import BOTH, WINS
from engine.games.stratego.rules.pieces import CODES, FLAG
from engine.games.stratego.search.battle.forces import TAKES, UNWILLING, Blow, Forces
from engine.games.stratego.search.belief.known_pieces import Figure
from engine.games.stratego.search.races.races import Races

AGAIN = 0.12  # points lost by undoing one's last move
FIRST = 0.06  # points lost by a piece's first move, which shows that it is neither bomb nor flag
HIDE = 4.0  # points gained by the flag's first move, after which it is taken for any other piece
NOBODY, BOTH_OUT = -1, -2  # winners: none yet; none, as neither of two can move
FALLEN = 15.0  # points for taking out one of several armies


class Battle(State):
    """State of the search. `score`: points for `forces.me`. `pending`: origin, target and outcomes
    of an attack that is being settled. `luck`: how many were settled by chance. `refused`: the side
    to act would not attack with what its piece is, and must do something else."""

    __slots__ = (
        *("board", "first", "forces", "luck", "pending", "races", "refused", "score", "turn"),
        "winner",
    )

    forces: Forces
    races: Races
    board: list[int]
    turn: int
    score: float
    pending: tuple[int, int, tuple[Blow, ...]] | None
    winner: int
    luck: int
    refused: bool
    first: tuple[list[Action], tuple[int, int]] | None

    def clone(self) -> Self:
        new = object.__new__(self.__class__)
        new.forces = self.forces
        new.races = self.races
        new.board = self.board[:]
        new.turn = self.turn
        new.score = self.score
        new.pending = self.pending
        new.winner = self.winner
        new.luck = self.luck
        new.refused = self.refused
        new.first = self.first
        return new

    def key(self) -> tuple[Any, ...]:
        return (tuple(self.board), self.turn, self.luck, self.refused)

    def current_player(self) -> int:
        if self.winner != NOBODY:
            return TERMINAL
        return CHANCE if self.pending is not None else self.turn

    def outcome(self) -> Outcome | None:
        players = self.forces.game.players
        if self.winner == NOBODY:
            return None
        return won_by(self.winner, "", players) if self.winner >= 0 else drawn("", players)

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
        """Apply an action that only some options have, as far as it changes the board."""
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
            change += HIDE if forces.figures[new].kind == FLAG else -FIRST
        self.score += change if self.turn == forces.me else -change
        board[target], board[origin] = new, 0

    def _settle(self, origin: int, target: int, blow: Blow) -> None:
        """Apply one outcome of an attack."""
        forces, board = self.forces, self.board
        places, me = forces.places, forces.me
        if blow.outcome == UNWILLING:
            self.refused = True
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
        """Tell whether one side of two has nothing left that could move, and end the game if so."""
        forces = self.forces
        if forces.game.players != 2:
            return False
        able = {forces.sides[n] for n in self.board if n and forces.mobile[n]}
        if len(able) == 2:
            return False
        self.winner = able.pop() if able else BOTH_OUT
        return True

    def _fall(self, side: int, sign: int) -> None:
        """Take the flag of `side`: the game ends, or with more sides its army vanishes."""
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
        """Pass the turn to the next side that has pieces."""
        self.refused = False
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

    # -- for debugging only ------------------------------------------------------------------

    def to_text(self) -> str:
        """Return `turn points cell=figure …` for debugging; it is not a position text of the
        sheet."""
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
