"""Static evaluation with the expected gain of both sides' next turns, estimated without playing.

Each unit has its best attack on the present board; a card is worth the best units it activates;
a hidden hand is averaged over the unseen cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from math import comb
from typing import TYPE_CHECKING

from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import flood, in_contact
from engine.games.twocities.rules.pieces import (
    CITY,
    HEAVY,
    LIGHT,
    MOVE,
    RANGE,
    is_left,
    members,
)
from engine.games.twocities.search.evaluate import PlacementEvaluator, goal_of, scaled
from engine.games.twocities.search.ground import NEAR, Ground
from engine.games.twocities.search.odds import FALLEN, AttackOdds, siege
from engine.games.twocities.search.posture import Posture
from engine.games.twocities.search.weights import WEIGHTS

if TYPE_CHECKING:
    from engine.games.twocities.rules.state import TwoCitiesState

WRATH_GAIN, RIDERS_GAIN, RAIN_GAIN, PHALANX_GAIN = 1.35, 1.5, 1.3, 1.4

FOURS = cards.mask_of(cards.NOTHING)

# A unit's best attack: (points, square, kind, dice of a melee against the city, else 0).
Hope = tuple[float, int, int, int]


def together(chosen: list[Hope], city: int) -> float:
    """Return the summed gains of some units; their melees against the city, with strength `city`,
    are combined."""
    total, pools = 0.0, []
    for gain, _, _, dice in chosen:
        total += gain
        if dice:
            pools.append(dice)
    if len(pools) > 1:
        alone = sum(siege((pool,), city) for pool in pools)
        total += FALLEN * (siege(tuple(sorted(pools)), city) - alone)
    return total


def expected_best(floor: float, gains: list[float], draws: int) -> float:
    """Return the mean of the maximum of `floor` and `draws` gains drawn at random from `gains`."""
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


class TwoCitiesEvaluator(PlacementEvaluator):
    """Evaluator with compiled weights: material, posture and the next turn of both sides."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights)
        self.odds = AttackOdds(self.worth)
        self._answer, self._later = weights["answer"], weights["later"]
        self._posture = Posture(weights)
        self._kept, self._relieved = weights["siege"], weights["siege met"]
        specials = (weights[n] for n in ("wrath", "infantry", "riders", "rain", "phalanx"))
        rest = (0.0,) * 7, (weights["two units"],) * 8, (weights["idle"],) * 4
        self._hold = (*specials, *chain(*rest))
        self.hand_value = lru_cache(maxsize=4096)(self._hand_value)

    def static_value(self, state: TwoCitiesState, player: int) -> float:
        """Return the value for `player` including both sides' next turns; meant for the start of a
        turn."""
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns[player]
        return scaled(state, self.balance(state, player))

    def balance(self, state: TwoCitiesState, player: int) -> float:
        """Return `static_value` in points, for a game that is not over."""
        ground, mover = Ground(state), state.side
        points = self._answer * self.prospects(ground, mover)
        points -= self._later * self.prospects(ground, 1 - mover)
        points = (points if mover == player else -points) + self.standing(state, player)
        points += self._posture.of(ground, player) - self._posture.of(ground, 1 - player)
        points += self._besieged(ground, 1 - player) - self._besieged(ground, player)
        four = state.game.any_four
        own, other = (self.hand_value(state.hands[one], four) for one in (player, 1 - player))
        return points + own - other

    def _besieged(self, ground: Ground, side: int) -> float:
        """Return the points that a side is likely to lose by the siege of its city at the start of
        its next turn; before that only the side to move can drive the besiegers away."""
        state = ground.state
        city = state.city(side)
        if not state.game.siege or city < 0 or not in_contact(state.board, city):
            return 0.0
        left = state.strength(CITY) - state.hits[city]
        worth = self.worth[CITY]
        loss = worth[left] - worth[left - 1] if left > 1 else FALLEN
        return loss * (self._relieved if side == state.side else self._kept)

    def _hand_value(self, hand: int, any_four: bool = False) -> float:
        hand &= ~FOURS if any_four else hand
        return sum(self._hold[card] for card in members(hand))

    def prospects(self, ground: Ground, side: int) -> float:
        """Return the points `side` may expect from a turn of its own with its known or possible
        cards."""
        state = ground.state
        hidden, hand = state.unknown[side], state.hands[side]
        pool = state.unseen() if hidden else 0
        gains = self.card_gains(ground, side, hand | pool)
        floor = max((gains[card] for card in listed(hand)), default=0.0)
        return expected_best(max(floor, 0.0), [gains[card] for card in listed(pool)], hidden)

    def card_gains(self, ground: Ground, side: int, pool: int) -> list[float]:
        """Return the expected points of each card for `side`; specials and reinforcements are 0
        unless in `pool`."""
        hopes = self.hopes(ground, side)
        state = ground.state
        goal = state.city(1 - side)
        city = state.strength(CITY) - state.hits[goal] if goal >= 0 else 1
        left = [h for h in hopes if is_left(side, h[1])][:2]
        right = [h for h in hopes if not is_left(side, h[1])][:2]
        one_left, one_right = together(left[:1], city), together(right[:1], city)
        two_left, two_right = together(left, city), together(right, city)
        both = together([*left[:1], *right[:1]], city)
        gains = [
            self._special(ground, side, c, hopes, city) if pool >> c & 1 else 0.0 for c in range(8)
        ]
        gains += (one_left, one_left, one_right, one_right)
        gains += (two_left, two_left, two_right, two_right)
        four = together(hopes[:1], city) if state.game.any_four else 0.0
        gains += (both, both, both, both, four, four, four, four)
        return gains

    def _special(self, ground: Ground, side: int, card: int, hopes: list[Hope], city: int) -> float:
        if card == cards.WRATH:
            return WRATH_GAIN * together(hopes[:3], city)
        if card == cards.INFANTRY:
            return together(self.charge(ground, side), city)
        if card == cards.PHALANX:
            enemies = 0
            for target in ground.targets[1 - side]:
                enemies |= target[5]
            return PHALANX_GAIN * together([h for h in hopes if enemies >> h[1] & 1], city)
        if card in cards.BOUGHT:
            return self.purchase(ground, side, card)
        kinds = cards.ACTIVATES[card] or ()
        factor = RIDERS_GAIN if card == cards.RIDERS else RAIN_GAIN
        return factor * together([h for h in hopes if h[2] in kinds], city)

    def purchase(self, ground: Ground, side: int, card: int) -> float:
        """Return the points of buying a unit, less the weakest unit if one must be removed."""
        state = ground.state
        city = state.city(side)
        if city < 0 or not NEAR[city] & ground.free:
            return 0.0
        march = self.approach[goal_of(state, side)]
        kind = cards.BOUGHT[card]
        gain = self.worth[kind][-1] + march[kind][city]
        if state.bought[side] and ground.units[side]:
            gain -= min(
                self.worth[other][left] + march[other][square]
                for square, other, left, *_ in ground.targets[side]
                if other != CITY
            )
        return gain

    def hope(self, ground: Ground, square: int, steps: int, bonus: int = 0) -> Hope:
        """Return the best attack of the unit on `square` after at most `steps` steps, with `bonus`
        melee dice."""
        piece = ground.state.board[square]
        kind = piece & 7
        pace, shoots = MOVE[kind], RANGE[kind] > 0
        reach = flood(ground.free, square, steps)
        best, city = 0.0, 0
        for there, prey, left, shield, behind, near in ground.targets[1 - (piece >> 3)]:
            count = 0
            if near & reach:
                count = ground.dice(kind, near & reach, bonus)
                gain = self.odds.strike(count, prey, left, shield, behind, MOVE[prey] > pace)
            elif shoots and (shots := ground.shots(square, kind, steps, there)):
                gain = self.odds.blow(shots, False, prey, left, shield, behind)
            else:
                continue
            if gain > best:
                best, city = gain, count if prey == CITY else 0
        return best, square, kind, city

    def hopes(self, ground: Ground, side: int) -> list[Hope]:
        """Return the best attack of each unit of a side with an ordinary card, best first."""
        board = ground.state.board
        found = [self.hope(ground, s, MOVE[board[s] & 7]) for s in ground.units[side]]
        return sorted(found, reverse=True)

    def charge(self, ground: Ground, side: int) -> list[Hope]:
        """Return the best attack of each infantry unit with the card Infantry charge."""
        board = ground.state.board
        bonus = cards.MELEE_BONUS[cards.INFANTRY]
        return [
            self.hope(ground, s, cards.CHARGE_MOVE, bonus)
            for s in ground.units[side]
            if board[s] & 7 in (LIGHT, HEAVY)
        ]


JUDGE = TwoCitiesEvaluator(WEIGHTS)
evaluate, static_value = JUDGE.evaluate, JUDGE.static_value
