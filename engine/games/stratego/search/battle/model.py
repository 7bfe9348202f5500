"""The battle as it is searched: what is hidden is chance, and what matters nearby is looked at.

A state of the search's own in the place of determinizations. After the first action only attacks
and moves next to others' pieces are tried, and `pass` for any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.battle import NOBODY, Battle
from engine.games.stratego.search.battle.forces import Forces
from engine.games.stratego.search.belief.worths import STANDARD, Appraisal
from engine.games.stratego.search.races.races import Races

SCALE = 30.0  # points that make an advantage of one half
PASS: Action = ("pass",)
HOPELESS = -2.5  # attacks expected to lose more are not thought of; a trade betrays no more
WORTHWHILE = 0.15  # attacks expected to gain more are followed before a position is judged
LUCK = 3  # attacks of uncertain outcome in a row are a tree too wide
QUIET_LUCK = 2  # so many before a position is judged: an attack and what takes its winner
QUIET = 0.02  # how far below 0 the worth of a move is


class Model(Battle):
    """What its side thinks of in a battle, and how good it is."""

    __slots__ = ()

    def value(self, player: int) -> float:
        """−1…1, as `Game.evaluate`: pieces by what is left, secrets, and how near they are to what
        they could take (`score`), then who is likely to take a flag first: a race that is lost or
        won counts as the game, one of chance 0.3 as that share of it."""
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
        """Attacks that are expected to gain something."""
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


def model_of(state: StrategoState, appraisal: Appraisal = STANDARD) -> Model | None:
    """What the side to act searches; None while something else is asked. `state`: his view."""
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
