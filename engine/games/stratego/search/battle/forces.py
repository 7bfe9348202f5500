"""The figures of a battle as one side sees them, and the outcomes of each attack: chances and
gains.

Own pieces have a type and an outlook (what the others must take them for), enemy pieces have
chances. Figures are numbered; the board of the search holds numbers, 0 for empty. Gains are in
points of `weights`, seen by the attacker.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.games.stratego.rules import belief
from engine.games.stratego.rules.combat import BOTH, LOSES, WINS
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MOVED,
    REVEALED,
    SCOUT,
    SKILL,
    TYPES,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.rules.tables import ByCell, CompiledOptions
from engine.games.stratego.search.battle.plans import Field, Plan
from engine.games.stratego.search.belief import cell_chances
from engine.games.stratego.search.belief.known_pieces import Dealt, Figure
from engine.games.stratego.search.belief.type_values import STANDARD, Appraisal, armies

FLAG_POINTS = 45.0  # gain of taking a flag where gains are compared
SURE = 0.97  # a type with a higher chance is taken for known
READY = 0.35  # a piece is expected to move if its chance to be able to is higher
UNWILLING = 4  # outcome: the owner does not attack with this type
TAKES = 2  # outcome: the flag is taken; the others are WINS, BOTH and LOSES
AFRAID = 0.5  # share of unwilling pieces that would attack a flag, not knowing it
LURE = 0.5  # how much more often an attacked piece is a bomb
PARTS = 1000  # approximate sum of the weights of an attack
URGE = 2.5  # points for an attack when the quiet limit is reached
CALM = 0.15  # share of the limit before there is any urge

Row = list[tuple[int, float]]  # (outcome, gain) by type


class Blow(NamedTuple):
    """One outcome of an attack; `attacker` and `defender` are the figures afterwards, 0 for
    none."""

    weight: int
    outcome: int
    gain: float
    attacker: int
    defender: int


class Fight(NamedTuple):
    """Outcomes of an attack; `expected`: the mean gain over all of them."""

    blows: tuple[Blow, ...]
    expected: float


class Forces:
    """Everything about a position that does not change while it is searched."""

    me: int
    tables: CompiledOptions
    board: list[int]

    def __init__(self, state: StrategoState, me: int, appraisal: Appraisal = STANDARD) -> None:
        self.game, self.me, self.tables = state.game, me, state.game.tables
        self.appraisal = appraisal
        self.worth = appraisal.worths(state.game, armies(state))
        self.secret = appraisal.secret if state.game.shows_survivor else 0.0
        limit = state.game.quiet_limit or 200
        self.stale = max(0.0, state.quiet / limit - CALM)
        self.figures: list[Figure] = [Figure(-1, 0, (), (), True, True, False)]
        self.sides: list[int] = [-1]
        self.walks: list[ByCell | None] = [None]
        self.mobile: list[bool] = [False]  # by number: may be able to move
        self.steps: list[bool] = [True]  # by number: only goes to neighbouring cells
        self._numbers: dict[Figure, int] = {}
        self._fights: dict[tuple[int, int, bool, bool], Fight | None] = {}
        self._rows: dict[tuple[object, ...], Row] = {}
        self._moved: dict[int, int] = {}
        self.plan: Plan | None = None
        self.places: list[Field] = [()]
        self.board = self._muster(state)
        self.plan = Plan(self)
        self.places = [self.plan.of(figure) for figure in self.figures]

    def balance(self) -> float:
        """Return the points on the board: those of `me` minus those of the strongest other side."""
        totals = [0.0] * self.game.players
        for cell, number in enumerate(self.board):
            if number:
                figure = self.figures[number]
                worth = sum(p * self.worth[figure.side][kind] for kind, p in figure.dealt)
                totals[figure.side] += worth * (1 if figure.seen else 1 + self.secret)
                place = self.places[number][cell]
                totals[self.me] += place if figure.side == self.me else -place
        return totals[self.me] - max(t for s, t in enumerate(totals) if s != self.me)

    # -- figures -----------------------------------------------------------------------------

    def _muster(self, state: StrategoState) -> list[int]:
        """Return the numbers of the figures by cell."""
        players = range(state.game.players)
        dealt: dict[int, Dealt] = {}
        for side in players:
            if side != self.me:
                dealt.update(_all_dealt(cell_chances.chances(state, side)))
        judge = next(s for s in players if s != self.me)
        seen_by_others = _all_dealt(belief.chances(state.observation(judge), self.me))
        board = [0] * len(state.board)
        for cell, piece in enumerate(state.board):
            if not piece:
                continue
            kind, marks = kind_of(piece), state.flags[cell]
            known: Dealt = ((kind, 1.0),)
            if kind == HIDDEN:
                known = dealt[cell]
            outlook = known if owner_of(piece) != self.me else ((kind, 1.0),)
            if cell in seen_by_others:
                outlook = seen_by_others[cell]
            board[cell] = self.number(
                Figure(
                    owner_of(piece),
                    known[0][0] if len(known) == 1 else HIDDEN,
                    known,
                    outlook,
                    bool(marks & REVEALED),
                    bool(marks & MOVED),
                    bool(marks & SKILL),
                )
            )
        return board

    def number(self, figure: Figure) -> int:
        """Return the number of a figure; a figure not met before gets a new one."""
        found = self._numbers.get(figure)
        if found is None:
            found = self._numbers[figure] = len(self.figures)
            self.figures.append(figure)
            self.sides.append(figure.side)
            kind = self._gait(figure)
            self.walks.append(self.tables.rays[figure.side][kind] if kind else None)
            mobile = self.tables.mobile
            self.mobile.append(any(k in mobile for k, _ in figure.dealt))
            self.steps.append(kind in self.tables.steppers)
            if self.plan is not None:
                self.places.append(self.plan.of(figure))
        return found

    def _gait(self, figure: Figure) -> int:
        """Return the type as which a figure moves; 0 for one that stands still or probably does."""
        if figure.kind != HIDDEN:
            return figure.kind if figure.kind in self.tables.movers else 0
        able = [(p, k) for k, p in figure.dealt if k in self.tables.movers]
        if sum(p for p, _ in able) < READY:
            return 0
        return max((p, k) for p, k in able if k != SCOUT or len(able) == 1)[1]

    def moved(self, number: int) -> int:
        """Return the figure after a first move: neither bomb nor, unless it walks, flag."""
        found = self._moved.get(number)
        if found is None:
            figure = self.figures[number]
            if figure.moved:
                found = number
            else:
                dealt, outlook = self._movers(figure.dealt), self._movers(figure.outlook)
                found = self.number(
                    figure._replace(
                        kind=_kind(dealt, figure.kind), dealt=dealt, outlook=outlook, moved=True
                    )
                )
            self._moved[number] = found
        return found

    def _movers(self, dealt: Dealt) -> Dealt:
        """Return the chances restricted to types that can move, the flag less likely; unchanged if
        there are none."""
        able = tuple(
            (kind, p * belief.READY[FLAG - 1] if kind == FLAG else p)
            for kind, p in dealt
            if kind in self.tables.movers
        )
        return _scaled(able) if able else dealt

    # -- attacks -----------------------------------------------------------------------------

    def fight(self, attacker: int, defender: int, origin: int, target: int) -> Fight | None:
        """Return the outcomes of an attack; None if its owner would not attack. An enemy attacks
        only where its true type can hope for a gain."""
        hills = self.game.hills
        key = (attacker, defender, origin in hills, target in hills)
        try:
            return self._fights[key]
        except KeyError:
            a, d = self.figures[attacker], self.figures[defender]
            made = self._own(a, d, key) if a.side == self.me else self._others(a, d, key)
            self._fights[key] = made
            return made

    def hope(self, attacker: int, defender: int) -> float:
        """Return the expected gain of an own attack on flat ground."""
        a, d = self.figures[attacker], self.figures[defender]
        row = self._row(a, a.kind, d, False, False)
        return sum(p * row[k][1] for k, p in self._met(d)) + self._urge(d)

    def survival(self, attacker: int, defender: int) -> float:
        """Return the chance that an own attack wins, on flat ground."""
        d = self.figures[defender]
        outcomes = self.outcomes(attacker, defender)
        return sum(p for k, p in self._met(d) if outcomes[k] == WINS)

    def outcomes(self, attacker: int, defender: int) -> list[int]:
        """Return the outcome of an own attack on flat ground, by the type it meets."""
        a = self.figures[attacker]
        return [out for out, _ in self._row(a, a.kind, self.figures[defender], False, False)]

    def _met(self, d: Figure) -> Dealt:
        """Return the chances of an attacked figure. One that never moved is a bomb more often than
        its chances say: pieces that could move have gone before they were reached."""
        bomb = dict(d.dealt).get(BOMB, 0.0)
        if d.moved or d.kind != HIDDEN or not bomb or BOMB in self.tables.mobile:
            return d.dealt
        more = bomb + LURE * bomb * (1 - bomb)
        less = (1 - more) / (1 - bomb)
        return tuple((k, more if k == BOMB else p * less) for k, p in d.dealt)

    def _urge(self, d: Figure) -> float:
        """Return the bonus for attacking an unseen piece when nothing has been taken for long."""
        return 0.0 if d.seen else self.stale * URGE

    def _own(self, a: Figure, d: Figure, key: tuple[int, int, bool, bool]) -> Fight:
        """Return an attack by an own piece on a figure."""
        found: dict[int, list[tuple[int, float, float]]] = {}
        urge = self._urge(d)
        row = self._row(a, a.kind, d, key[2], key[3])
        for kind, chance in self._met(d):
            outcome, gain = row[kind]
            found.setdefault(outcome, []).append((kind, chance, gain + urge))
        return self._fight(a, d, found)

    def _others(self, a: Figure, d: Figure, key: tuple[int, int, bool, bool]) -> Fight | None:
        """Return an attack by an enemy, whose owner knows its type but not what it meets; None if
        no type of it would attack."""
        found: dict[int, list[tuple[int, float, float]]] = {}
        idle = 0.0
        for kind, chance in a.dealt:
            if kind not in self.tables.mobile:
                idle += chance
                continue
            row = self._row(a, kind, d, key[2], key[3])
            hope = sum(p * row[k][1] for k, p in d.outlook)
            if hope <= 0:
                share = AFRAID if d.kind == FLAG else 0.0
                idle += chance * (1 - share)
                chance *= share
            if chance > 0:
                outcome, gain = row[d.kind]
                found.setdefault(outcome, []).append((kind, chance, gain))
        if not found or idle > 0.98:
            return None
        return self._fight(a, d, found, idle)

    def _row(self, a: Figure, mine: int, d: Figure, hill: bool, its_hill: bool) -> Row:
        """Return outcome and gain of an attack by type `mine`, by the type it meets."""
        key = (a.side, mine, a.seen, a.skill, d.side, d.seen, d.skill, hill, its_hill)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = [(LOSES, 0.0)]
            for its in TYPES:
                outcome = self.game.combat.resolve(mine, a.skill, its, d.skill, hill, its_hill)
                row.append(self._settle(a, mine, d, its, outcome))
        return row

    def _settle(self, a: Figure, mine: int, d: Figure, its: int, outcome: int) -> tuple[int, float]:
        """Return outcome and gain when both types are given."""
        if its == FLAG:
            return TAKES, FLAG_POINTS
        worth, its_worth = self.worth[a.side][mine], self.worth[d.side][its]
        told = 0.0 if a.seen else self.secret
        its_told = 0.0 if d.seen else self.secret
        if outcome == WINS:
            return WINS, its_worth * (1 + its_told) - worth * told
        if outcome == BOTH:
            return BOTH, its_worth * (1 + its_told) - worth * (1 + told)
        return LOSES, its_worth * its_told - worth * (1 + told)

    def _fight(
        self,
        a: Figure,
        d: Figure,
        found: dict[int, list[tuple[int, float, float]]],
        idle: float = 0.0,
    ) -> Fight:
        """Return a fight from (type, chance, gain) by outcome; `idle`: the chance that there is no
        attack."""
        blows, expected = [], 0.0
        for outcome, cases in sorted(found.items()):
            mass = sum(chance for _, chance, _ in cases)
            gain = sum(chance * gain for _, chance, gain in cases)
            expected += gain
            kinds = _scaled(tuple((kind, chance) for kind, chance, _ in cases))
            own = a.side == self.me
            first = 0 if outcome in (BOTH, LOSES) else self._shown(a, None if own else kinds)
            second = self._shown(d, kinds if own else None) if outcome == LOSES else 0
            weight = max(1, round(PARTS * mass))
            blows.append(Blow(weight, outcome, gain / mass, first, second))
        if idle > 0.02:
            blows.append(Blow(round(PARTS * idle), UNWILLING, 0.0, 0, 0))
        return Fight(tuple(blows), expected)

    def _shown(self, figure: Figure, kinds: Dealt | None) -> int:
        """Return the number of a survivor: revealed, or with the types it can have after this
        outcome."""
        dealt = kinds or figure.dealt
        shows = self.game.shows_survivor
        return self.number(
            figure._replace(
                kind=_kind(dealt, figure.kind),
                dealt=dealt,
                outlook=dealt if shows or figure.side != self.me else figure.outlook,
                seen=figure.seen or shows,
                moved=figure.moved,
            )
        )


def _all_dealt(rows: Mapping[int, belief.Chances]) -> dict[int, Dealt]:
    """Return the chances of each cell as pairs; cells with equal chances share one tuple."""
    made: dict[belief.Chances, Dealt] = {}
    for row in rows.values():
        if row not in made:
            made[row] = _dealt(row)
    return {cell: made[row] for cell, row in rows.items()}


def _dealt(row: belief.Chances) -> Dealt:
    """Return chances as pairs without hardly possible types; a nearly sure type is taken for
    known."""
    pairs = tuple((k, row[k]) for k in TYPES if row[k] > 0.004)
    best = max(pairs, key=lambda pair: pair[1]) if pairs else (BOMB, 1.0)
    return ((best[0], 1.0),) if best[1] > SURE else _scaled(pairs)


def _scaled(pairs: Dealt) -> Dealt:
    """Return the pairs with chances that add up to 1, rounded so that equal figures are found
    again."""
    total = sum(p for _, p in pairs)
    return tuple((k, round(p / total, 4)) for k, p in pairs)


def _kind(dealt: Dealt, kind: int) -> int:
    """Return the type if only one is possible, else `kind`."""
    return dealt[0][0] if len(dealt) == 1 else kind
