"""What either side may hope for from its next turn, estimated without playing it.

Every unit is given its best attack within reach on the board as it stands; a card is worth the
best of the units it activates; a hidden hand is an average over the cards nobody has seen.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import flood, free_squares, protection
from engine.games.twocities.rules.pieces import (
    BACK,
    CITY,
    HEAVY,
    LIGHT,
    MAX_DICE,
    MELEE,
    MOVE,
    MOVED,
    NEIGHBOURS,
    RANGE,
    STILL,
    STRENGTH,
    bits,
    distance,
    is_left,
    members,
)
from engine.games.twocities.search.evaluate import APPROACH, WORTH, balance, goal_of, scaled
from engine.games.twocities.search.odds import FALLEN, blow, siege, strike

if TYPE_CHECKING:
    from engine.games.twocities.rules.state import TwoCitiesState

ANSWER = 1.2  # how much of the hopes of who moves next is believed
LATER = 0.75  # and of the other's, whose board will have changed by then
# Points for keeping a card: specials wait for their day, the idle ones only fill the hand.
HOLD = (2.0, 2.0, 1.2, 1.0, 0.0, 0.0, 0.0, 0.0, *(0.0,) * 12, *(-0.3,) * 4)
WRATH_GAIN, RIDERS_GAIN, RAIN_GAIN, PHALANX_GAIN = 1.35, 1.5, 1.3, 1.4

NEAR = tuple(bits(NEIGHBOURS[s]) for s in range(64))
FAR = tuple(tuple(distance(a, b) for b in range(64)) for a in range(64))


# A piece as its enemies see it: (square, kind, strength left, protection, free squares behind it,
# its neighbours as a mask).
Target = tuple[int, int, int, str, int, int]
# A unit's best attack: (points, square, kind, dice if it is a melee with the city, else 0).
Hope = tuple[float, int, int, int]


class Ground:
    """A board read once: pieces, free squares and targets."""

    __slots__ = ("forests", "free", "hills", "state", "targets", "units")

    def __init__(self, state: TwoCitiesState) -> None:
        self.state, self.forests, self.hills = state, state.forests, state.hills
        self.free = free_squares(state.board)
        self.units: tuple[list[int], list[int]] = ([], [])
        cities = []
        for square, piece in enumerate(state.board):
            if piece:
                if piece & 7 == CITY:
                    cities.append(square)
                else:
                    self.units[piece >> 3].append(square)
        self.targets: tuple[list[Target], list[Target]] = ([], [])
        field = state.field
        for square in (*self.units[0], *self.units[1], *cities):
            piece = state.board[square]
            kind = piece & 7
            shield, behind = "", 0
            if kind != CITY:
                shield, behind = protection(field, square), self.behind(square, piece >> 3)
            left = STRENGTH[kind] - state.hits[square]
            self.targets[piece >> 3].append((square, kind, left, shield, behind, NEAR[square]))

    def behind(self, square: int, side: int) -> int:
        """Free squares straight behind, 3 at most."""
        back, count = BACK[side], 0
        square = back[square]
        while square >= 0 and self.free >> square & 1 and count < 3:
            count += 1
            square = back[square]
        return count

    def dice(self, kind: int, squares: int, bonus: int) -> int:
        """The most melee dice from one of some squares."""
        count = MELEE[kind] + bonus
        if squares & self.forests:
            count += 1
        elif not squares & ~self.hills:
            count -= 1
        return min(max(count, 1), MAX_DICE)

    def hope(self, square: int, steps: int, bonus: int = 0) -> Hope:
        """The best attack of the unit on `square`."""
        piece = self.state.board[square]
        kind = piece & 7
        pace, shoots = MOVE[kind], RANGE[kind] > 0
        reach = flood(self.free, square, steps)
        best, city = 0.0, 0
        for there, prey, left, shield, behind, near in self.targets[1 - (piece >> 3)]:
            count = 0
            if near & reach:
                count = self.dice(kind, near & reach, bonus)
                gain = strike(count, prey, left, shield, behind, MOVE[prey] > pace)
            elif shoots and (shots := self.shots(square, kind, steps, there)):
                gain = blow(shots, False, prey, left, shield, behind)
            else:
                continue
            if gain > best:
                best, city = gain, count if prey == CITY else 0
        return best, square, kind, city

    def shots(self, square: int, kind: int, steps: int, there: int) -> int:
        """Dice for a shot at a square after `steps` at most, as if nothing stood in between."""
        far, high = FAR[square][there], self.hills >> square & 1
        if far > RANGE[kind] + (steps or high):
            return 0
        if self.forests >> there & 1 or (self.hills >> there & 1 and not high):
            return 0
        if far <= RANGE[kind] + high:
            return STILL + high - (self.forests >> square & 1)
        return MOVED

    def hopes(self, side: int) -> list[Hope]:
        """Of every unit of a side with an ordinary card, the best first."""
        board = self.state.board
        found = [self.hope(s, MOVE[board[s] & 7]) for s in self.units[side]]
        return sorted(found, reverse=True)

    def charge(self, side: int) -> list[Hope]:
        """Of the infantry with its card."""
        board = self.state.board
        bonus = cards.MELEE_BONUS[cards.INFANTRY]
        return [
            self.hope(s, cards.CHARGE_MOVE, bonus)
            for s in self.units[side]
            if board[s] & 7 in (LIGHT, HEAVY)
        ]


def together(chosen: list[Hope], city: int) -> float:
    """The gains of some units, those at the city counted together; `city`: its strength left."""
    total, pools = 0.0, []
    for gain, _, _, dice in chosen:
        total += gain
        if dice:
            pools.append(dice)
    if len(pools) > 1:
        alone = sum(siege((pool,), city) for pool in pools)
        total += FALLEN * (siege(tuple(sorted(pools)), city) - alone)
    return total


def card_gains(ground: Ground, side: int, pool: int) -> list[float]:
    """What each card promises `side`, in points; specials and reinforcements only if in `pool`."""
    hopes = ground.hopes(side)
    state = ground.state
    goal = state.city(1 - side)
    city = STRENGTH[CITY] - state.hits[goal] if goal >= 0 else 1
    left = [h for h in hopes if is_left(side, h[1])][:2]
    right = [h for h in hopes if not is_left(side, h[1])][:2]
    one_left, one_right = together(left[:1], city), together(right[:1], city)
    two_left, two_right = together(left, city), together(right, city)
    both = together([*left[:1], *right[:1]], city)
    gains = [_special(ground, side, c, hopes, city) if pool >> c & 1 else 0.0 for c in range(8)]
    gains += (one_left, one_left, one_right, one_right)
    gains += (two_left, two_left, two_right, two_right)
    gains += (both, both, both, both, 0.0, 0.0, 0.0, 0.0)
    return gains


def _special(ground: Ground, side: int, card: int, hopes: list[Hope], city: int) -> float:
    if card == cards.WRATH:
        return WRATH_GAIN * together(hopes[:3], city)
    if card == cards.INFANTRY:
        return together(ground.charge(side), city)
    if card == cards.PHALANX:
        enemies = 0
        for target in ground.targets[1 - side]:
            enemies |= target[5]
        return PHALANX_GAIN * together([h for h in hopes if enemies >> h[1] & 1], city)
    if card in cards.BOUGHT:
        return purchase(ground, side, card)
    kinds = cards.ACTIVATES[card] or ()
    factor = RIDERS_GAIN if card == cards.RIDERS else RAIN_GAIN
    return factor * together([h for h in hopes if h[2] in kinds], city)


def purchase(ground: Ground, side: int, card: int) -> float:
    """A new unit beside the city, less the weakest one when another has to go."""
    state = ground.state
    city = state.city(side)
    if city < 0 or not NEAR[city] & ground.free:
        return 0.0
    march = APPROACH[goal_of(state, side)]
    kind = cards.BOUGHT[card]
    gain = WORTH[kind][-1] + march[kind][city]
    if state.bought[side] and ground.units[side]:
        gain -= min(
            WORTH[other][left] + march[other][square]
            for square, other, left, *_ in ground.targets[side]
            if other != CITY
        )
    return gain


def expected_best(floor: float, gains: list[float], draws: int) -> float:
    """The mean of the best of `floor` and of `draws` cards out of those with `gains`."""
    count = len(gains)
    if not draws or not count:
        return floor
    draws = min(draws, count)
    gains = sorted(gains, reverse=True)
    ways, total, sure = comb(count, draws), 0.0, 0.0
    for index, gain in enumerate(gains):
        if gain <= floor or count - 1 - index < draws - 1:
            break
        chance = comb(count - 1 - index, draws - 1) / ways
        total += chance * gain
        sure += chance
    return total + (1 - sure) * floor


@lru_cache(maxsize=4096)
def listed(mask: int) -> tuple[int, ...]:
    return tuple(members(mask))


@lru_cache(maxsize=4096)
def held(mask: int) -> float:
    return sum(HOLD[card] for card in members(mask))


def prospects(ground: Ground, side: int) -> float:
    """Points `side` may expect from a turn of its own with the hand it has or may have."""
    state = ground.state
    hidden, hand = state.unknown[side], state.hands[side]
    pool = state.unseen() if hidden else 0
    gains = card_gains(ground, side, hand | pool)
    floor = max((gains[card] for card in listed(hand)), default=0.0)
    return expected_best(max(floor, 0.0), [gains[card] for card in listed(pool)], hidden)


def static_value(state: TwoCitiesState, player: int) -> float:
    """`evaluate` with the next turn of both sides taken into account, for the start of a turn."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    ground = Ground(state)
    mover = state.side
    points = ANSWER * prospects(ground, mover) - LATER * prospects(ground, 1 - mover)
    points = (points if mover == player else -points) + balance(state, player)
    points += held(state.hands[player])
    points -= held(state.hands[1 - player])
    return scaled(state, points)
