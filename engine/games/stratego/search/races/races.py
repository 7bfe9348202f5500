"""The races of a battle: for the own flag and for cells where enemy flags may stand, with figures
as runners and guards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.contract import Action
from engine.games.stratego.rules.combat import LOSES
from engine.games.stratego.rules.pieces import BOMB, FLAG, MINER, SCOUT
from engine.games.stratego.search.belief.known_pieces import Figure, Roster
from engine.games.stratego.search.races.race import FAR, Race, Stops

UNKNOWN, FEW = 0.45, 8  # chance that an unknown flag is found, among so many other pieces
LIKELY, MOST = 0.2, 2  # least chance of an enemy flag that is run for, and most of them
CLOSE, RUNNERS = 5, 2  # longest way whose cells matter, and most runners at once
SAPPERS = frozenset((MINER,))
GUARDS, ENOUGH = 2, 0.3  # most guards per runner, and their least chance to stop it
CLOSED = 0.2  # factor of a scout's open line when the flag's owner can close it
WALL = 0.5  # pieces more likely to be a bomb block the way

_race = lru_cache(maxsize=256)(Race)


class Lair:
    """A cell where a flag stands with the chance `share`, or is found so often. `walls`: bombs."""

    def __init__(
        self, forces: Roster, cell: int, side: int, share: float, walls: frozenset[int]
    ) -> None:
        self.forces, self.side, self.share = forces, side, share
        self.race = _race(forces.tables, cell, walls)
        self.open = _race(forces.tables, cell, frozenset()) if walls else None
        self.stops = Stops(self._stopping)
        self._able: list[float] = []
        self._sappers: list[float] = []
        self.guards: list[float] = []

    def danger(self, board: list[int], mine: bool) -> float:
        """Return the chance that the flag is taken; `mine`: whether its owner is to act."""
        able, guards, stops = self.able(), self.guards, self.stops
        safe = 1 - self.share * self.race.danger(board, able, guards, stops, mine)
        if self.open is not None:
            sappers = self._sappers
            safe *= 1 - self.share * self.open.danger(board, sappers, guards, stops, mine)
        return 1 - safe

    def able(self) -> list[float]:
        """Return by number the chance that a figure is an enemy that can take the flag."""
        forces = self.forces
        for number in range(len(self._able), len(forces.figures)):
            own = forces.sides[number] == self.side and forces.mobile[number]
            self.guards.append(float(own))
            self._able.append(self._is(number, forces.tables.mobile))
            self._sappers.append(self._is(number, SAPPERS))
        return self._able

    def _is(self, number: int, kinds: frozenset[int]) -> float:
        """Return the chance that a figure of another side is of `kinds`; 0 unless `me` is one of
        the two sides."""
        figure, me = self.forces.figures[number], self.forces.me
        if figure.side == self.side or me not in (figure.side, self.side):
            return 0.0
        return sum(p for kind, p in figure.dealt if kind in kinds)

    def _stopping(self, guard: int, runner: int) -> float:
        """Return the chance that a guard takes a runner or falls with it."""
        forces, found = self.forces, 0.0
        one, other = forces.figures[guard], forces.figures[runner]
        mobile, resolve = forces.tables.mobile, forces.game.combat.resolve
        dealt = [(k, p) for k, p in other.dealt if k in mobile]
        whole = sum(p for _, p in dealt) or 1.0
        for kind, chance in one.dealt:
            for its, part in dealt if kind in mobile else ():
                if resolve(kind, one.skill, its, other.skill) != LOSES:
                    found += chance * part / whole
        return found


class Home:
    """The own flag on one cell: the race for it, the cells beside it, the cost of each that is
    empty, and the lines of scouts to it."""

    def __init__(
        self, forces: Roster, cell: int, share: float, walls: frozenset[int], bare: float
    ) -> None:
        self.lair = Lair(forces, cell, forces.me, share, walls)
        self.bare = bare * share
        self.beside = [c for c in forces.tables.edges[cell] if c not in _closed(forces)]
        rays = forces.tables.rays[forces.me][SCOUT][cell]
        self.lines = [cells for cells, _, reach in rays if min(len(cells), reach) > 1]


class Races:
    """The races that concern the side to think: for its own flag and for likely enemy flags."""

    def __init__(self, forces: Roster) -> None:
        self.forces = forces
        self.aims: list[Lair] = []
        self._shares: dict[int, float] = {}
        self._bare = 0.0
        self._flags: tuple[int, ...] = ()  # numbers of the own flag before and after its first move
        self._homes: dict[tuple[int, int], Home] = {}
        self._scouts: list[float] = []
        self._walks = FLAG in forces.tables.movers
        bombs = BOMB not in forces.tables.mobile
        walls: dict[int, set[int]] = {side: set() for side in range(forces.game.players)}
        likely: list[tuple[float, int]] = []
        for cell, number in enumerate(forces.board):
            figure = forces.figures[number]
            if not number or (figure.moved and not self._walks):
                continue
            dealt = dict(figure.dealt)
            if bombs and dealt.get(BOMB, 0.0) > WALL:
                walls[figure.side].add(cell)
            chance = dealt.get(FLAG, 0.0)
            if figure.side == forces.me and chance:
                self._flag = cell
                self._flags = (number, forces.moved(number)) if self._walks else (number,)
            elif chance > LIKELY:
                likely.append((chance, cell))
        self._walls = frozenset(walls[forces.me])
        if self._flags:
            self._weigh()
        for chance, cell in sorted(likely, reverse=True)[:MOST]:
            side = forces.sides[forces.board[cell]]
            self.aims.append(Lair(forces, cell, side, chance, frozenset(walls[side] - {cell})))

    def _weigh(self) -> None:
        """Set how surely others find the own flag, before and after its first move."""
        forces = self.forces
        still = sum(n > 0 and self._covers(forces.figures[n]) for n in forces.board)
        unknown = UNKNOWN * min(1.0, FEW / max(still, 1))
        for number in self._flags:
            known = dict(forces.figures[number].outlook).get(FLAG, 0.0)
            self._shares[number] = unknown + (1 - unknown) * known
        self._bare = -forces.appraisal.bare * min(1.0, _scouts(forces))

    def _covers(self, figure: Figure) -> bool:
        """Tell whether the others may take a figure for the own flag."""
        return (
            figure.side == self.forces.me
            and not figure.seen
            and (not figure.moved or dict(figure.outlook).get(FLAG, 0.0) > 0)
        )

    def home(self, board: list[int]) -> Home | None:
        """Return the home of the own flag where it stands on `board`; None without one."""
        if not self._flags:
            return None
        cell = self._flag
        if self._walks and board[cell] not in self._flags:
            cell = next((c for c, number in enumerate(board) if number in self._flags), cell)
        number = board[cell] if board[cell] in self._flags else self._flags[0]
        found = self._homes.get((cell, number))
        if found is None:
            share = self._shares[number]
            found = Home(self.forces, cell, share, self._walls, self._bare)
            self._homes[cell, number] = found
        return found

    def gaps(self, board: list[int]) -> float:
        """Return the points lost by empty cells next to the flag."""
        home = self.home(board)
        return sum(home.bare for cell in home.beside if not board[cell]) if home else 0.0

    def danger(self, board: list[int], mine: bool) -> float:
        """Return the chance that the own flag is taken; `mine`: whether its owner is to act."""
        home = self.home(board)
        if home is None:
            return 0.0
        lair = home.lair
        struck = lair.share * self._struck(board, home) * (CLOSED if mine else 1.0)
        return 1 - (1 - struck) * (1 - lair.danger(board, mine))

    def _struck(self, board: list[int], home: Home) -> float:
        """Return the chance that an enemy scout has an open line to the own flag."""
        worst, forces = 0.0, self.forces
        for cells in home.lines:
            if board[cells[0]]:
                continue
            number = next((board[cell] for cell in cells if board[cell]), 0)
            if number and forces.sides[number] != forces.me:
                worst = max(worst, self._scout(number))
        return worst

    def _scout(self, number: int) -> float:
        """Return the chance that a figure is a scout."""
        for new in range(len(self._scouts), len(self.forces.figures)):
            self._scouts.append(dict(self.forces.figures[new].dealt).get(SCOUT, 0.0))
        return self._scouts[number]

    def hope(self, board: list[int], mine: bool) -> float:
        """Return the chance that an enemy flag is taken; `mine`: whether the thinking side is to
        act."""
        return max(
            (aim.danger(board, not mine) for aim in self.aims if self._there(aim, board)),
            default=0.0,
        )

    def _there(self, aim: Lair, board: list[int]) -> bool:
        """Tell whether what may be a flag is still there; a flag that walks may have left."""
        return not self._walks or board[aim.race.flag] == self.forces.board[aim.race.flag]

    def approach(
        self, board: list[int], turn: int, hot: set[int], warm: set[int], out: list[Action]
    ) -> None:
        """Add what matters in races: to `out` steps of the nearest runners and of their guards;
        when the own flag's side acts, to `hot` the cells of short ways to it and to `warm` their
        neighbours too."""
        for aim in self.aims:
            _steps(aim, board, turn, out)
        home = self.home(board)
        if home is not None:
            _steps(home.lair, board, turn, out)
            if turn == self.forces.me:
                self._minded(home.lair, board, hot, warm)

    def _minded(self, lair: Lair, board: list[int], hot: set[int], warm: set[int]) -> None:
        """Add the cells of short ways to a flag to `hot`, and with their neighbours to `warm`."""
        edges = self.forces.tables.edges
        for cell in lair.race.runners(board, lair.able()):
            path = lair.race.run(cell).cells
            if len(path) > CLOSE:
                return
            hot.update(path)
            warm.update(path)
            for there in path:
                warm.update(edges[there])


def _steps(lair: Lair, board: list[int], turn: int, out: list[Action]) -> None:
    """Add steps of the nearest runners, or of the guards who would meet them."""
    left, forces = RUNNERS, lair.forces
    for cell in lair.race.runners(board, lair.able()):
        run, number = lair.race.run(cell), board[cell]
        if run.far > FAR:
            return
        if forces.walks[number] is None:
            continue
        if turn == lair.side:
            _home(lair, board, number, run.back, out)
        elif turn == forces.sides[number] and run.far > 1 and not board[run.cells[1]]:
            out.append(("move", cell, run.cells[1]))
        left -= 1
        if not left:
            return


def _home(
    lair: Lair, board: list[int], runner: int, back: Sequence[int], out: list[Action]
) -> None:
    """Add steps towards the gate by the nearest guards that stop the runner."""
    forces, stopped = lair.forces, lair.stops[runner]
    walks, left = forces.walks, GUARDS
    for spot in sorted(lair.race.guards(board, lair.guards), key=back.__getitem__):
        if walks[board[spot]] is None or stopped[board[spot]] < ENOUGH:
            continue
        far = back[spot]
        for near in forces.tables.edges[spot]:
            if back[near] < far and not board[near]:
                out.append(("move", spot, near))
        left -= 1
        if not left:
            return


def _closed(forces: Roster) -> frozenset[int]:
    """Return the cells that nothing can stand on."""
    return forces.tables.layout.lakes | forces.tables.layout.void


def _scouts(forces: Roster) -> float:
    """Return the expected number of enemy scouts."""
    others = [forces.figures[n] for n in forces.board if n and forces.sides[n] != forces.me]
    return sum(dict(other.dealt).get(SCOUT, 0.0) for other in others)
