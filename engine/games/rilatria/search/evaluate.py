"""The value of a position: lives, honour and money, army, pressure on the heroes, and what could
be taken next.

What each thing is worth stands in `weights`, in points: about one point of vitality each; `SCALE`
brings them into −1…1.
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
)
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY, TOKENS, TOP, VITALITY
from engine.games.rilatria.rules.state import FREE, HERO_DONE, SETUP, UNIT_DONE, RilatriaState
from engine.games.rilatria.search.threats import AROUND, BIT, Field, field_of, squares, strikes
from engine.games.rilatria.search.weights import WEIGHTS

SCALE = 10.0
SURE = 0.985  # the hero, or the last vitality, can be taken at once
LAST = 50.0  # points of the kill that ends the game, more than all others together
BLOWS = (2, 3)  # vitality a kill may cost
URGE, AWAY = 0.3, 5  # points for each step that a unit is nearer to the enemy hero than so many
# Who is ahead by so many points begins to hunt, and by twice as many does nothing by halves: points
# for each step that a unit is nearer than so many to the enemy hero, as far as his guard; for each
# move that a unit which leaps or goes far is nearer to where it strikes him; and for each unit that
# could stand there next turn with nobody to strike it.
AHEAD, PUSH, HUNT, FAR, GUARD, READY = 3.0, 0.6, 0.2, 8, 3, 2.5
HUNTERS = (ASSASSIN, RIDER, LANCER)


def distance(one: int, other: int) -> int:
    """Steps of a king between two squares."""
    return max(abs(one % 9 - other % 9), abs(one // 9 - other // 9))


STEPS = tuple(tuple(distance(one, other) for one in range(SIZE)) for other in range(SIZE))
CLOSE = tuple(
    sum(BIT[square] for square in range(SIZE) if STEPS[hero][square] <= 3) for hero in range(SIZE)
)


def healing(honour: int) -> int:
    """Points of vitality a turn begins with."""
    return 0 if honour < HIGH else 2 if honour == TOP else 1


def scaled(state: RilatriaState, points: float) -> float:
    """−1…1. Less and less is won by waiting: the limits end the game."""
    value = 0.97 * points / (abs(points) + SCALE)
    game = state.game
    if game.count:
        return value
    left = min((game.quiet - state.quiet) / game.quiet, (game.rounds - state.round) / 40, 1.0)
    return value * (0.6 + 0.4 * left)


class Judge:
    """Judges by weights. `worth`: by kind; `honours`, `monies`, `lucks`: by value; `wounds`: by
    blow, then honour, then vitality, what the missing points cost; `pressure`: by enemy hero's
    square, then kind, then square. Reserves and prizes that were asked for are remembered."""

    __slots__ = (
        "_prizes",
        "_reserves",
        "assault",
        "back",
        "chased",
        "coins",
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
        self.honours = (0.0, *(w[f"honour {value}"] for value in range(1, TOP + 1)))
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
        self.fatal = w["fatal"]
        self.chased = (w["trapped"], w["cornered"], w["chased"])
        self._reserves: dict[tuple[bytes, int], float] = {}
        self._prizes: dict[tuple[int, int, int, int], tuple[float, ...]] = {}

    def evaluate(self, state: RilatriaState, player: int) -> float:
        """−1…1 for `player`; ±1 only when the game is over."""
        if state.result is not None:
            return state.result.returns[player]
        if state.phase == SETUP:
            return 0.0
        field = field_of(state.board)
        own, other = (self._standing(state, field, side) for side in (player, 1 - player))
        return scaled(state, own - other)

    def static_value(self, state: RilatriaState, player: int) -> float:
        """The same where a search ends: what both could take next is estimated, not searched, and
        `player`, who thinks, wants his units to come nearer, and to hunt when he is ahead."""
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
        """Points for `player` with what both could take next."""
        return self._balance(state, field_of(state.board), player)

    def _balance(self, state: RilatriaState, field: Field, player: int) -> float:
        side = state.side
        strike = self._own_strike(state, field)
        if strike >= LAST:
            return strike if player == side else -strike
        points = self._standing(state, field, side) - self._standing(state, field, 1 - side)
        points += self.tempo + strike - self._danger(state, field)
        return points if player == side else -points

    def _standing(self, state: RilatriaState, field: Field, side: int) -> float:
        """Reserve and army of one side."""
        values = state.reserves[side]
        honour = values[HONOUR]
        total = self.reserve(values, state.game.blow)
        if side != state.side and values[MONEY] >= HIGH and honour:
            total -= self.honours[honour] - self.honours[honour - 1]
        own, foe = field.hero[side], field.hero[1 - side]
        guarded, worth, pressure = AROUND[own], self.worth, self.pressure[foe]
        for square, kind, bits in field.men[side]:
            total += worth[kind] + pressure[kind][square]
            if bits & guarded:
                total += self.guard
        close = (CLOSE[foe] & field.held[side] & ~BIT[own]).bit_count()
        return total + self.assault * close * close

    def reserve(self, values: bytearray, blow: int) -> float:
        """Vitality, honour, money, tokens and luck, with the coin that luck brings next."""
        key = (bytes(values), blow)
        total = self._reserves.get(key)
        if total is None:
            total = self._reserves[key] = self._reserve(values, blow)
        return total

    def _reserve(self, values: bytearray, blow: int) -> float:
        honour, luck = values[HONOUR], values[LUCK]
        total = self.wounds[blow][honour][values[VITALITY]]
        total += self.honours[honour] + self.monies[values[MONEY]]
        total += self.token * values[TOKENS] + self.lucks[luck]
        if luck - (honour >= HIGH) >= HIGH:
            total -= self.coins[min(TOP, values[VITALITY] + healing(honour))]
        return total

    def prizes(self, state: RilatriaState, killer: int) -> tuple[float, ...]:
        """By kind, what taking such a piece changes for both, in points."""
        own, other = state.reserves[killer], state.reserves[1 - killer]
        key = (state.game.blow, own[HONOUR], other[HONOUR], other[VITALITY])
        found = self._prizes.get(key)
        if found is None:
            units = (self._prize(kind, *key) for kind in UNITS)
            found = self._prizes[key] = (0.0, 2 * LAST, *units)
        return found

    def _prize(self, kind: int, blow: int, own: int, other: int, vitality: int) -> float:
        """Of a unit, by the honour of both and the vitality of the other."""
        if vitality <= blow:
            return LAST
        table = self.wounds[blow][other]
        gain = self.worth[kind] + table[vitality] - table[vitality - blow]
        if own < TOP:
            gain += self.honours[own + 1] - self.honours[own]
        if kind == ASSASSIN and other:
            gain += self.honours[other] - self.honours[other - 1]
        return gain

    def net(
        self, state: RilatriaState, field: Field, killer: int, attacker: int, square: int
    ) -> float:
        """What an attack of a kind on an enemy's square wins after the enemy strikes back."""
        gain = self.prizes(state, killer)[state.board[square] & 7]
        if gain < LAST and field.reach[1 - killer] & BIT[square]:
            gain -= self.back * self.prizes(state, 1 - killer)[attacker]
        return gain

    def _own_strike(self, state: RilatriaState, field: Field) -> float:
        """What the side to move wins at once by its best unit's and its hero's attack."""
        side = state.side
        prey = field.held[1 - side]
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

    def _danger(self, state: RilatriaState, field: Field) -> float:
        """What the other side threatens to take a turn later."""
        side = state.side
        threats = field.reach[1 - side] & field.held[side]
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
            flight = AROUND[hero] & ~(field.reach[1 - side] | field.held[0] | field.held[1])
            total = self.chased[min(flight.bit_count(), 2)]
        ranked = sorted((min(gain, self.fatal) for gain in found.values()), reverse=True)
        if ranked:
            total += self.first * ranked[0]
            if len(ranked) > 1:
                total += self.second * ranked[1]
        return total


def _wounds(w: Mapping[str, float], blow: int) -> tuple[tuple[float, ...], ...]:
    """By honour, then vitality, what the missing points are worth, negative, when a kill costs
    `blow`."""
    missing = [
        w["breath"] * (TOP - v) + w["life"] * (-(-TOP // blow) + -v // blow) for v in range(TOP + 1)
    ]
    heals = [healing(honour) for honour in range(TOP + 1)]
    return tuple(tuple(-each * (1 - w["heals"] * heal) for each in missing) for heal in heals)


def _pressure(w: Mapping[str, float], kind: int, square: int, hero: int) -> float:
    """A unit near the enemy hero, and the squares beside him that it strikes."""
    if kind == HERO:
        return 0.0
    ring = (strikes(kind, square, 0) & (AROUND[hero] | BIT[hero])).bit_count()
    return w["near"] * (8 - distance(square, hero)) + w["ring"] * min(ring, 4)


def _urge(field: Field, player: int) -> float:
    """What whoever thinks gains by bringing his units to the enemy hero, and loses by keeping them
    at home. Where both sides wait, all that is lost heals and is bought again; units that stand
    before the other's lines strike when his honour is spent or a coin has wounded him, before he
    heals."""
    away = STEPS[field.hero[1 - player]]
    return URGE * sum(AWAY - away[square] for square, kind, _ in field.men[player] if kind != HERO)


@lru_cache(maxsize=SIZE)
def _ways(hero: int) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """By kind: the squares from which it strikes a hero when nothing stands between, and by square
    what its way to the nearest of them is worth."""
    found: list[tuple[int, tuple[float, ...]]] = [(0, ()), (0, (0.0,) * SIZE)]
    for kind in UNITS:
        goals = [square for square in range(SIZE) if strikes(kind, square, 0) & BIT[hero]]
        stride = 2 if kind == ASSASSIN else 1
        moves = (min(-(-away[goal] // stride) for goal in goals) for away in STEPS)
        worth = tuple(HUNT * (FAR - number) * (kind in HUNTERS) for number in moves)
        found.append((sum(BIT[goal] for goal in goals), worth))
    return tuple(found)


def _hunt(field: Field, player: int) -> float:
    """How near `player` is to taking the enemy hero, never below 0. What he is ahead by does not
    win by itself: all that is lost heals and is bought again, the hero is not. Nor do two or three
    units that go from threat to threat while the others stay at home: each threat is answered."""
    rival = 1 - player
    foe, prey = field.hero[rival], field.held[rival]
    ways, away = _ways(foe), STEPS[foe]
    barred = field.held[player] | field.reach[rival]
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


JUDGE = Judge(WEIGHTS)
evaluate, static_value = JUDGE.evaluate, JUDGE.static_value
