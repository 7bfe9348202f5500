"""The battle as the search plays it, in the place of determinizations: hidden types are chance
nodes.

After the first action only attacks, moves next to enemy pieces and moves of races are tried; `pass`
stands for any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.battle import NOBODY, Battle
from engine.games.stratego.search.battle.forces import Forces
from engine.games.stratego.search.belief.type_values import STANDARD, Appraisal
from engine.games.stratego.search.races.races import Races

SCALE = 30.0  # points of an advantage that is worth one half
PASS: Action = ("pass",)
HOPELESS = -2.5  # attacks expected to lose more are not tried; even trades lose less by secrets
WORTHWHILE = 0.15  # quiescence follows attacks expected to gain more
LUCK = 3  # attacks of uncertain outcome in a row: more make the tree too wide
QUIET_LUCK = 2  # the same in quiescence: an attack and the recapture
QUIET = 0.02  # how far below 0 a quiet move is ordered


class Model(Battle):
    """Actions worth trying in a battle, and its value."""

    __slots__ = ()

    def value(self, player: int) -> float:
        """Return the value for `player`, −1…1, as `Game.evaluate`.

        Points (`score`): material by what is left, secrets, and nearness to worthwhile targets.
        Then the races for the flags: one that is lost or won counts as the game, one of chance 0.3
        as that share of it.
        """
        forces = self.forces
        points = self.score - self.races.gaps(self.board)
        mine = self.turn == forces.me
        lost, won = self.races.danger(self.board, mine), self.races.hope(self.board, mine)
        value = points / (SCALE + abs(points)) * (1 - lost) * (1 - won) + won - lost
        return value if player == self.forces.me else -value

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        return self.first[0] if self.first is not None else self._actions()

    def expected(self, origin: int, target: int, most: int = 99) -> float:
        """Return the mean gain of an attack for the attacker, HOPELESS for one that is not to be
        tried. `most`: how many attacks of uncertain outcome may follow each other."""
        board, forces = self.board, self.forces
        if forces.me not in (forces.sides[board[origin]], forces.sides[board[target]]):
            return HOPELESS
        fight = forces.fight(board[origin], board[target], origin, target)
        if fight is None or (self.luck >= most and len(fight.blows) > 1):
            return HOPELESS
        return fight.expected

    def _actions(self) -> list[Action]:
        """Return attacks, moves from or to cells next to enemy pieces, steps of races, and
        `pass`."""
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
        self.races.approach(board, turn, hot, warm, out)
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
                        if not self.refused and self.expected(cell, target, LUCK) > HOPELESS:
                            out.append(("attack", cell, target))
                        break
                    if not quiet:
                        break
                    reach -= 1
                    if near or target in hot:
                        out.append(("move", cell, target))
        return list(dict.fromkeys(out))

    def attacks(self) -> list[Action]:
        """Return the attacks that are expected to gain more than WORTHWHILE."""
        if self.refused:
            return []
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
        """Return the most that an enemy neighbour of `cell` gains by attacking a figure there; the
        cell `origin` counts as empty."""
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
        """Return what each action seems to gain at once, for move ordering."""
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


def model_of(state: StrategoState, appraisal: Appraisal = STANDARD) -> Model | None:
    """Return the battle that the side to act searches, from its view `state`; None while a question
    is pending."""
    if state.result is not None or state.asked != "turn":
        return None
    me = state.turn
    new: Model = object.__new__(Model)
    new.forces = Forces(state, me, appraisal)
    new.races = Races(new.forces)
    new.board = new.forces.board[:]
    new.turn = me
    new.score = new.forces.balance()
    new.pending = None
    new.winner = NOBODY
    new.luck = 0
    new.refused = False
    last = state.memory[me][-1] if state.memory[me] else ()
    back = (last[0][1], last[0][0]) if len(last) == 1 else (-1, -1)
    new.first = (state.legal_actions(), back)
    return new
