"""What the own flag is in danger of in a battle that is searched: pieces of others on their way to
it, by what they may be, against own pieces that would meet them in time."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.stratego.rules.combat import LOSES
from engine.games.stratego.rules.pieces import BOMB, FLAG, MINER, SCOUT
from engine.games.stratego.search.forces import Forces
from engine.games.stratego.search.watch import Watch

RACE = 14.0  # points of a piece next to a flag that everybody knows, when nobody stops it
UNKNOWN = 0.45  # share of that when nobody knows where the flag is
BARE = 3.0  # points of an empty cell next to it, as long as others have scouts nobody has seen
SCOUTS = 2.0  # so many of them are as bad as it gets


class Guard:
    """The watch over the flag of the side that thinks."""

    def __init__(self, forces: Forces) -> None:
        self.forces = forces
        self.watch: Watch | None = None
        self.open: Watch | None = None  # for those who take bombs
        self.points = self.bare = 0.0
        self._beside: list[int] = []
        self._stops: dict[tuple[int, int], float] = {}
        self._able: dict[int, float] = {}
        self._sappers: dict[int, float] = {}
        own = [c for c, n in enumerate(forces.board) if n and forces.sides[n] == forces.me]
        kinds = {c: forces.figures[forces.board[c]].kind for c in own}
        flags = [c for c in own if kinds[c] == FLAG]
        if flags and forces.walks[forces.board[flags[0]]] is None:
            bombs = BOMB not in forces.tables.mobile
            walls = frozenset(c for c in own if kinds[c] == BOMB and bombs)
            self.watch = Watch(forces.tables, flags[0], walls)
            self.open = Watch(forces.tables, flags[0], frozenset()) if walls else None
            self._beside = [c for c in forces.tables.edges[flags[0]] if c not in _closed(forces)]
            known = dict(forces.figures[forces.board[flags[0]]].outlook).get(FLAG, 0.0)
            share = UNKNOWN + (1 - UNKNOWN) * known
            self.points = RACE * share
            self.bare = BARE * share * min(1.0, _scouts(forces) / SCOUTS)

    def danger(self, board: list[int], mine: bool) -> float:
        """Points; `mine`: whether the flag's owner is to act."""
        if self.watch is None:
            return 0.0
        points = sum(self.bare for cell in self._beside if not board[cell])
        points += self.points * self.watch.danger(board, self._runs, self._stopping, mine)
        if self.open is not None:
            points += self.points * self.open.danger(board, self._saps, self._stopping, mine)
        return points

    def approach(
        self, board: list[int], turn: int, hot: set[int], warm: set[int], out: list[Action]
    ) -> None:
        """What matters on the ways to the flag: a step of whoever is close (into `out`), and for
        the flag's owner every move from or to those ways (`hot`; `warm`: and beside)."""
        edges, mine = self.forces.tables.edges, turn == self.forces.me
        for cell, path in self.watch.paths if self.watch is not None else ():
            number = board[cell]
            if not number or not self._runs(number):
                continue
            if mine:
                hot.update(path)
                warm.update(path)
                for there in path:
                    warm.update(edges[there])
            elif self.forces.sides[number] == turn and len(path) > 1 and not board[path[1]]:
                if self.forces.walks[number] is not None:
                    out.append(("move", cell, path[1]))

    def _runs(self, number: int) -> float:
        """How likely a figure is another side's that can take a flag."""
        found = self._able.get(number)
        if found is None:
            figure = self.forces.figures[number]
            found = 0.0
            if figure.side != self.forces.me:
                mobile = self.forces.tables.mobile
                found = sum(p for kind, p in figure.dealt if kind in mobile)
            self._able[number] = found
        return found

    def _saps(self, number: int) -> float:
        """How likely a figure is another side's that takes bombs."""
        found = self._sappers.get(number)
        if found is None:
            figure = self.forces.figures[number]
            other = figure.side != self.forces.me
            found = dict(figure.dealt).get(MINER, 0.0) if other else 0.0
            self._sappers[number] = found
        return found

    def _stopping(self, guard: int, runner: int) -> float:
        """How likely an own piece takes another's that runs, or goes with it."""
        found = self._stops.get((guard, runner))
        if found is None:
            forces, found = self.forces, 0.0
            if forces.sides[guard] == forces.me and forces.walks[guard] is not None:
                row = forces.outcomes(guard, runner)
                mobile = forces.tables.mobile
                dealt = [(k, p) for k, p in forces.figures[runner].dealt if k in mobile]
                part = sum(p for kind, p in dealt if row[kind] != LOSES)
                found = part / (sum(p for _, p in dealt) or 1.0)
            self._stops[guard, runner] = found
        return found


def _closed(forces: Forces) -> frozenset[int]:
    return forces.tables.layout.lakes | forces.tables.layout.void


def _scouts(forces: Forces) -> float:
    """How many scouts of others nobody has seen."""
    others = [forces.figures[n] for n in forces.board if n and forces.sides[n] != forces.me]
    return sum(dict(one.dealt).get(SCOUT, 0.0) for one in others if not one.seen)
