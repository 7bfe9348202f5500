"""Static evaluation: reserves, army, pressure on the heroes, and captures that threaten.

The weights are in points, one being about a point of vitality (`weights.py`); `scaled` maps points
into −1…1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.rilatria.rules.pieces import (
    ASSASSIN,
    GLYPHS,
    HERO,
    KINDS,
    LANCER,
    RIDER,
    SIZE,
    UNITS,
    Zones,
)
from engine.games.rilatria.rules.reserve import (
    ENDED,
    HIGH,
    HONOUR,
    LUCK,
    MONEY,
    TOKENS,
    TOP,
    VITALITY,
)
from engine.games.rilatria.rules.state import FREE, HERO_DONE, SETUP, UNIT_DONE, RilatriaState
from engine.games.rilatria.search.threats import AROUND, BIT, AttackMap, field_of, squares, strikes
from engine.games.rilatria.search.weights import WEIGHTS

SCALE = 10.0
SURE = 0.985  # value when the winning capture can be made at once
LAST = 50.0  # points of a capture that ends the game, more than all others together
BLOWS = (2, 3)  # values of the option `blow`: vitality lost per destroyed piece
URGE, AWAY = 0.3, 5  # URGE points per step that a unit is nearer to the enemy hero than AWAY
# The hunt for the hero starts with an advantage of AHEAD points and has full weight at twice that.
# PUSH: per step that a unit is nearer to him than FAR, counted down to GUARD steps; HUNT: per move
# that one of HUNTERS is nearer than FAR to a square from which it attacks him; READY: per unit that
# can reach such a square next turn without being attacked there.
AHEAD, PUSH, HUNT, FAR, GUARD, READY = 3.0, 0.6, 0.2, 8, 3, 2.5
HUNTERS = (ASSASSIN, RIDER, LANCER)


def distance(one: int, other: int) -> int:
    """Return the number of king's steps between two squares."""
    return max(abs(one % 9 - other % 9), abs(one // 9 - other // 9))


STEPS = tuple(tuple(distance(goal, start) for goal in range(SIZE)) for start in range(SIZE))
ROOMY = 5  # own pieces that the home zone holds without being crowded
MODES = SURELY, PERHAPS, LATER, NEVER = range(4)  # when honour will heal (`mode_of`)
CLOSE = tuple(
    sum(BIT[square] for square in range(SIZE) if STEPS[hero][square] <= 3) for hero in range(SIZE)
)


@lru_cache(maxsize=2)
def homes(zones: Zones) -> tuple[int, int]:
    """Return the zones of both sides as bit sets."""
    south, north = (sum(BIT[square] for square in zone) for zone in zones)
    return south, north


def healing(honour: int) -> int:
    """Return the vitality that the honour treaty restores at the start of a turn."""
    return 0 if honour < HIGH else 2 if honour == TOP else 1


def mode_of(state: RilatriaState, side: int) -> int:
    """Return when honour heals a side: SURELY next turn; PERHAPS, if it neither loses a piece nor
    sacrifices before; LATER, for it has; NEVER again (option `mend`)."""
    if state.game.mend == "always":
        return SURELY
    why = state.mending(side, state.round + (side <= state.side))
    return NEVER if why == ENDED else LATER if why else PERHAPS


def scaled(state: RilatriaState, points: float) -> float:
    """Map points into −1…1. When the limits mean a draw, the value shrinks as they come near."""
    value = 0.97 * points / (abs(points) + SCALE)
    game = state.game
    if game.count:
        return value
    left = min((game.quiet - state.quiet) / game.quiet, (game.rounds - state.round) / 40, 1.0)
    return value * (0.6 + 0.4 * left)


class RilatriaEvaluator:
    """Evaluator with compiled weights. `worth`: by kind; `monies`, `lucks`: by value; `honours`: by
    mode (`mode_of`) and value; `coins`: by vitality; `wounds`: by blow, mode, honour and vitality,
    the cost of missing vitality; `pressure`: by the enemy hero's square, kind and square. Reserves
    and prizes are cached."""

    __slots__ = (
        "_prizes",
        "_reserves",
        "assault",
        "back",
        "chased",
        "coins",
        "crowd",
        "fatal",
        "first",
        "guard",
        "honours",
        "lucks",
        "monies",
        "pressure",
        "second",
        "tempo",
        "token",
        "worth",
        "wounds",
    )

    def __init__(self, weights: Mapping[str, float]) -> None:
        w = weights
        self.worth = (0.0, 0.0, *(w[GLYPHS[kind]] for kind in UNITS))
        honours = (0.0, *(w[f"honour {value}"] for value in range(1, TOP + 1)))
        shares = (1.0, w["honour rest"], w["honour rest"], w["honour dusk"])
        self.honours = tuple(tuple(share * each for each in honours) for share in shares)
        self.monies = (0.0, *(w[f"money {value}"] for value in range(1, TOP + 1)))
        self.lucks = tuple(w["luck"] * min(value, HIGH) for value in range(TOP + 1))
        self.coins = (0.0, w["coin"], *(w["coin later"] * 4 / v**2 for v in range(2, TOP + 1)))
        self.wounds = {blow: _wounds(w, blow) for blow in BLOWS}
        self.pressure = tuple(
            ((), *(tuple(_pressure(w, kind, s, h) for s in range(SIZE)) for kind in KINDS))
            for h in range(SIZE)
        )
        self.token, self.assault, self.guard = w["token"], w["assault"], w["guard"]
        self.tempo, self.back, self.first, self.second = (
            w[name] for name in ("tempo", "back", "first", "second")
        )
        self.fatal, self.crowd = w["fatal"], w["crowd"]
        self.chased = (w["trapped"], w["cornered"], w["chased"])
        self._reserves: dict[tuple[bytes, int, int], float] = {}
        self._prizes: dict[tuple[int, ...], tuple[float, ...]] = {}

    def evaluate(self, state: RilatriaState, player: int) -> float:
        """Return the value for `player`, −1…1; ±1 only when the game is over."""
        if state.result is not None:
            return state.result.returns[player]
        if state.phase == SETUP:
            return 0.0
        field = field_of(state.board)
        own, other = (self._standing(state, field, side) for side in (player, 1 - player))
        return scaled(state, own - other)

    def static_value(self, state: RilatriaState, player: int) -> float:
        """Return the value for `player` at a leaf of the search: next captures of both sides are
        estimated, and `player` gains by advancing, and by hunting the hero when he is ahead."""
        if state.result is not None or state.phase == SETUP:
            return self.evaluate(state, player)
        field = field_of(state.board)
        points = self._balance(state, field, player)
        if abs(points) >= LAST:
            return SURE if points > 0 else -SURE
        urge = _urge(field, player)
        if points > AHEAD:
            urge += min(1.0, points / AHEAD - 1) * _hunt(field, player)
        return scaled(state, points + urge)

    def balance(self, state: RilatriaState, player: int) -> float:
        """Return points for `player`, including the captures both sides could make next."""
        return self._balance(state, field_of(state.board), player)

    def _balance(self, state: RilatriaState, field: AttackMap, player: int) -> float:
        side = state.side
        strike = self._own_strike(state, field)
        if strike >= LAST:
            return strike if player == side else -strike
        points = self._standing(state, field, side) - self._standing(state, field, 1 - side)
        points += self.tempo + strike - self._danger(state, field)
        return points if player == side else -points

    def _standing(self, state: RilatriaState, field: AttackMap, side: int) -> float:
        """Return the points of one side's reserve and army."""
        values = state.reserves[side]
        honour, mode = values[HONOUR], mode_of(state, side)
        total = self.reserve(values, state.game.blow, mode)
        if side != state.side and values[MONEY] >= HIGH and honour:
            total -= self.honours[mode][honour] - self.honours[mode][honour - 1]
        own, foe = field.hero[side], field.hero[1 - side]
        guarded, worth, pressure = AROUND[own], self.worth, self.pressure[foe]
        for square, kind, bits in field.men[side]:
            total += worth[kind] + pressure[kind][square]
            if bits & guarded:
                total += self.guard
        crowd = (homes(state.game.zones)[side] & field.occupied[side]).bit_count() - ROOMY
        if crowd > 0:
            total -= self.crowd * crowd
        close = (CLOSE[foe] & field.occupied[side] & ~BIT[own]).bit_count()
        return total + self.assault * close * close

    def reserve(self, values: bytearray, blow: int, mode: int) -> float:
        """Return the points of a reserve, including the risk of the next coin; cached."""
        key = (bytes(values), blow, mode)
        total = self._reserves.get(key)
        if total is None:
            total = self._reserves[key] = self._reserve(values, blow, mode)
        return total

    def _reserve(self, values: bytearray, blow: int, mode: int) -> float:
        honour, luck = values[HONOUR], values[LUCK]
        total = self.wounds[blow][mode][honour][values[VITALITY]]
        total += self.honours[mode][honour] + self.monies[values[MONEY]]
        total += self.token * values[TOKENS] + self.lucks[luck]
        if luck - (honour >= HIGH) >= HIGH:
            heals = healing(honour) if mode <= PERHAPS else 0
            total -= self.coins[min(TOP, values[VITALITY] + heals)]
        return total

    def prizes(self, state: RilatriaState, killer: int) -> tuple[float, ...]:
        """Return, by kind of victim, the points `killer` wins by taking such a piece; cached."""
        own, other = state.reserves[killer], state.reserves[1 - killer]
        modes = mode_of(state, killer), mode_of(state, 1 - killer)
        key = (state.game.blow, own[HONOUR], other[HONOUR], other[VITALITY], *modes)
        found = self._prizes.get(key)
        if found is None:
            units = (self._prize(kind, *key) for kind in UNITS)
            found = self._prizes[key] = (0.0, 2 * LAST, *units)
        return found

    def _prize(
        self, kind: int, blow: int, own: int, other: int, vitality: int, mine: int, his: int
    ) -> float:
        """Return the points for taking a unit: its worth, the vitality and honour lost by its owner
        (`other`, `vitality`) and the honour won by the killer (`own`). `mine`, `his`: the modes of
        killer and owner; who might have been healed is not, after the loss."""
        if vitality <= blow:
            return LAST
        wounds, won, lost = self.wounds[blow], self.honours[mine], self.honours[his]
        after = wounds[LATER if his == PERHAPS else his][other][vitality - blow]
        gain = self.worth[kind] + wounds[his][other][vitality] - after
        if own < TOP:
            gain += won[own + 1] - won[own]
        if kind == ASSASSIN and other:
            gain += lost[other] - lost[other - 1]
        return gain

    def net(
        self, state: RilatriaState, field: AttackMap, killer: int, attacker: int, square: int
    ) -> float:
        """Return the points `killer` wins when its piece of kind `attacker` takes on `square`, less
        a share of that piece if the enemy can take back."""
        gain = self.prizes(state, killer)[state.board[square] & 7]
        if gain < LAST and field.reach[1 - killer] & BIT[square]:
            gain -= self.back * self.prizes(state, 1 - killer)[attacker]
        return gain

    def _own_strike(self, state: RilatriaState, field: AttackMap) -> float:
        """Return the points the side to move can win at once: the best attack of a unit plus the
        best attack of the hero on another victim."""
        side = state.side
        prey = field.occupied[1 - side]
        if not field.reach[side] & prey:
            return 0.0
        late = state.phase == FREE
        best, other, victim = 0.0, 0.0, -1
        for square, kind, bits in field.men[side]:
            hits = bits & prey
            if not hits:
                continue
            if late and (
                state.marks & (HERO_DONE if kind == HERO else UNIT_DONE) or square in state.recruits
            ):
                continue
            for target in squares(hits):
                gain = self.net(state, field, side, kind, target)
                if kind != HERO:
                    if gain > best:
                        best, victim = gain, target
                elif gain > other and target != victim:
                    other = gain
        return best + other

    def _danger(self, state: RilatriaState, field: AttackMap) -> float:
        """Return the points the other side threatens: an attack on the hero by his ways out, and
        the two most valuable pieces it could take next turn."""
        side = state.side
        threats = field.reach[1 - side] & field.occupied[side]
        if not threats:
            return 0.0
        found: dict[int, float] = {}
        for _, kind, bits in field.men[1 - side]:
            for target in squares(bits & threats):
                gain = self.net(state, field, 1 - side, kind, target)
                if gain > found.get(target, 0.0):
                    found[target] = gain
        hero = field.hero[side]
        total = 0.0
        if found.pop(hero, 0.0):
            flight = AROUND[hero] & ~(field.reach[1 - side] | field.occupied[0] | field.occupied[1])
            total = self.chased[min(flight.bit_count(), 2)]
        ranked = sorted((min(gain, self.fatal) for gain in found.values()), reverse=True)
        if ranked:
            total += self.first * ranked[0]
            if len(ranked) > 1:
                total += self.second * ranked[1]
        return total


def _wounds(w: Mapping[str, float], blow: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Return the cost (≤ 0) of missing vitality, by mode, honour and vitality. `blow`: vitality
    lost per destroyed piece."""
    missing = [
        w["breath"] * (TOP - v) + w["life"] * (-(-TOP // blow) + -v // blow) for v in range(TOP + 1)
    ]
    heals = [healing(honour) for honour in range(TOP + 1)]
    shares = (1.0, w["heals rest"], 0.0, 0.0)
    return tuple(
        tuple(tuple(-each * (1 - w["heals"] * share * heal) for each in missing) for heal in heals)
        for share in shares
    )


def _pressure(w: Mapping[str, float], kind: int, square: int, hero: int) -> float:
    """Return the points of a unit for its nearness to the enemy hero and for the squares on and
    around him that it attacks; 0 for a hero."""
    if kind == HERO:
        return 0.0
    ring = (strikes(kind, square, 0) & (AROUND[hero] | BIT[hero])).bit_count()
    return w["near"] * (8 - distance(square, hero)) + w["ring"] * min(ring, 4)


def _urge(field: AttackMap, player: int) -> float:
    """Return points for `player` by the distance of his units to the enemy hero, < 0 if they are
    far. Waiting wins nothing: vitality heals and units are bought again. Units near the enemy can
    strike when he is weak, before he heals."""
    away = STEPS[field.hero[1 - player]]
    return URGE * sum(AWAY - away[square] for square, kind, _ in field.men[player] if kind != HERO)


@lru_cache(maxsize=SIZE)
def _ways(hero: int) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """Return, by kind: (bit set of the squares from which it attacks a hero on an open board; by
    square, points for its distance in moves to the nearest of them)."""
    found: list[tuple[int, tuple[float, ...]]] = [(0, ()), (0, (0.0,) * SIZE)]
    for kind in UNITS:
        goals = [square for square in range(SIZE) if strikes(kind, square, 0) & BIT[hero]]
        stride = 2 if kind == ASSASSIN else 1
        moves = (min(-(-away[goal] // stride) for goal in goals) for away in STEPS)
        worth = tuple(HUNT * (FAR - number) * (kind in HUNTERS) for number in moves)
        found.append((sum(BIT[goal] for goal in goals), worth))
    return tuple(found)


def _hunt(field: AttackMap, player: int) -> float:
    """Return points (≥ 0) for how near `player` is to taking the enemy hero. An advantage alone
    does not win, because vitality and units come back; nor do single threats, which can be
    answered. So all units count."""
    rival = 1 - player
    foe, prey = field.hero[rival], field.occupied[rival]
    ways, away = _ways(foe), STEPS[foe]
    barred = field.occupied[player] | field.reach[rival]
    total = 0.0
    for square, kind, bits in field.men[player]:
        stands, worth = ways[kind]
        total += worth[square]
        if kind != HERO:
            total += PUSH * (FAR - max(GUARD, away[square]))
        goals = stands & ~barred
        if goals and goals & (AROUND[square] & ~prey | bits & prey):
            total += READY
    return total


JUDGE = RilatriaEvaluator(WEIGHTS)
evaluate, static_value = JUDGE.evaluate, JUDGE.static_value
