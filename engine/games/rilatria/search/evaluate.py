"""The value of a position: lives, honour and money, army, pressure on the heroes, and what could
be taken next.

Values are in points: about one point of vitality each; `SCALE` brings them into −1…1.
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.rilatria.rules.pieces import ASSASSIN, HERO, KINDS, SIZE
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY, TOKENS, TOP, VITALITY
from engine.games.rilatria.rules.state import FREE, HERO_DONE, SETUP, UNIT_DONE, RilatriaState
from engine.games.rilatria.search.threats import AROUND, BIT, Field, field_of, squares, strikes

# Worth of a piece on the board by kind; the hero's is the game.
WORTH = (0.0, 0.0, 3.2, 2.6, 1.9, 1.7, 1.1)
SCALE = 10.0
SURE = 0.985  # the hero, or the last vitality, can be taken at once
# By value: honour heals from 4 on, twice at 6; money is worth what it buys.
HONOURS = (0.0, 0.3, 0.7, 1.2, 2.2, 2.7, 3.2)
MONIES = (0.0, 0.3, 0.65, 1.0, 1.3, 1.6, 1.9)
TOKEN_WORTH = 0.25
LUCKS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.2, 0.2)
# By vitality before it, what a coin risks: at 1 it kills half the time.
COINS = (0.0, 4.0, 0.7, 0.3, 0.15, 0.1, 0.2)
BREATH, LIFE, HEALS = 0.45, 1.1, 0.3  # a point of vitality; a kill that can still be borne
LAST = 5.0  # for the order of threats: the kill that ends the game
NEARNESS, RING, GUARD = 0.06, 0.1, 0.06  # by step towards the hero; by square beside him; own
ASSAULT = 0.12  # by the square of the number of units within three steps of the enemy hero
TEMPO = 0.25
BACK = 0.85  # share of an attacker's worth that is lost on a defended square
URGE = 0.12  # points for each step towards the enemy hero, to whoever thinks, after a long calm
CALM, WHOLE = 8, 30  # quiet turns after which it begins, and is whole
FIRST, SECOND = 0.25, 0.6  # shares of what the other side could take a turn later


def distance(one: int, other: int) -> int:
    """Steps of a king between two squares."""
    return max(abs(one % 9 - other % 9), abs(one // 9 - other // 9))


def _pressure(kind: int, square: int, hero: int) -> float:
    """A unit near the enemy hero, and the squares beside him that it strikes."""
    if kind == HERO:
        return 0.0
    ring = (strikes(kind, square, 0) & (AROUND[hero] | BIT[hero])).bit_count()
    return NEARNESS * (8 - distance(square, hero)) + RING * min(ring, 4)


# By kind, then square, then enemy hero's square.
PRESSURE = (
    (),
    *(
        tuple(tuple(_pressure(kind, s, h) for h in range(SIZE)) for s in range(SIZE))
        for kind in KINDS
    ),
)


CLOSE = tuple(
    sum(BIT[square] for square in range(SIZE) if distance(square, hero) <= 3)
    for hero in range(SIZE)
)


@lru_cache(maxsize=4)
def wounds(blow: int) -> tuple[tuple[float, ...], ...]:
    """By points healed a turn, then vitality 0…6: what the missing points are worth, negative,
    when a kill costs `blow`."""
    missing = [BREATH * (TOP - v) + LIFE * (-(-TOP // blow) + -v // blow) for v in range(TOP + 1)]
    return tuple(tuple(-each * (1 - HEALS * heal) for each in missing) for heal in (0, 1, 2))


def healing(honour: int) -> int:
    """Points of vitality a turn begins with."""
    return 0 if honour < HIGH else 2 if honour == TOP else 1


def evaluate(state: RilatriaState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    if state.result is not None:
        return state.result.returns[player]
    if state.phase == SETUP:
        return 0.0
    field = field_of(state.board)
    return _scaled(state, _standing(state, field, player) - _standing(state, field, 1 - player))


def static_value(state: RilatriaState, player: int) -> float:
    """The same where a search ends: what both could take next is estimated, not searched, and
    `player`, who thinks, has had enough of a long calm."""
    if state.result is not None or state.phase == SETUP:
        return evaluate(state, player)
    side = state.side
    field = field_of(state.board)
    strike = _own_strike(state, field)
    if strike >= LAST:
        return SURE if player == side else -SURE
    balance = _standing(state, field, side) - _standing(state, field, 1 - side)
    balance += TEMPO + strike - _danger(state, field)
    balance = balance if player == side else -balance
    return _scaled(state, balance + _urge(state, field, player))


def _urge(state: RilatriaState, field: Field, player: int) -> float:
    """What going forward is worth when nothing has happened for long."""
    share = min(1.0, (state.quiet - CALM) / (WHOLE - CALM))
    if share <= 0:
        return 0.0
    foe = field.hero[1 - player]
    steps = (8 - distance(square, foe) for square, kind, _ in field.men[player] if kind != HERO)
    return URGE * share * sum(steps)


def _scaled(state: RilatriaState, balance: float) -> float:
    return 0.97 * balance / (abs(balance) + SCALE) * _hope(state)


def _hope(state: RilatriaState) -> float:
    """Less and less is won by waiting: the limits end the game."""
    game = state.game
    if game.count:
        return 1.0
    left = min((game.quiet - state.quiet) / game.quiet, (game.rounds - state.round) / 40, 1.0)
    return 0.6 + 0.4 * left


def _standing(state: RilatriaState, field: Field, side: int) -> float:
    """Reserve and army of one side."""
    values = state.reserves[side]
    honour, money, luck = values[HONOUR], values[MONEY], values[LUCK]
    total = wounds(state.game.blow)[healing(honour)][values[VITALITY]]
    total += HONOURS[honour] + MONIES[money]
    total += TOKEN_WORTH * values[TOKENS] + LUCKS[luck]
    if side != state.side and money >= HIGH and honour:
        total -= HONOURS[honour] - HONOURS[honour - 1]
    if luck - (honour >= HIGH) >= HIGH:
        total -= COINS[min(TOP, values[VITALITY] + healing(honour))]
    own, foe = field.hero[side], field.hero[1 - side]
    guarded = AROUND[own]
    close = 0
    for square, kind, bits in field.men[side]:
        total += WORTH[kind] + PRESSURE[kind][square][foe]
        if bits & guarded:
            total += GUARD
        if kind != HERO and CLOSE[foe] & BIT[square]:
            close += 1
    return total + ASSAULT * close * close


# -- what could be taken -------------------------------------------------------------------------


def bounty(state: RilatriaState, killer: int, kind: int) -> float:
    """What taking a piece of that kind changes for both, in points."""
    if kind == HERO:
        return 2 * LAST
    own, other = state.reserves[killer], state.reserves[1 - killer]
    left = other[VITALITY] - state.game.blow
    if left <= 0:
        return LAST
    table = wounds(state.game.blow)[healing(other[HONOUR])]
    gain = WORTH[kind] + table[other[VITALITY]] - table[left]
    if own[HONOUR] < TOP:
        gain += HONOURS[own[HONOUR] + 1] - HONOURS[own[HONOUR]]
    if kind == ASSASSIN and other[HONOUR]:
        gain += HONOURS[other[HONOUR]] - HONOURS[other[HONOUR] - 1]
    return gain


def net(state: RilatriaState, field: Field, killer: int, attacker: int, square: int) -> float:
    """What an attack of a kind on an enemy's square wins after the enemy strikes back."""
    gain = bounty(state, killer, state.board[square] & 7)
    if gain < LAST and field.reach[1 - killer] & BIT[square]:
        gain -= BACK * bounty(state, 1 - killer, attacker)
    return gain


def _own_strike(state: RilatriaState, field: Field) -> float:
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
            gain = net(state, field, side, kind, target)
            if kind != HERO:
                if gain > best:
                    best, victim = gain, target
            elif gain > other and target != victim:
                other = gain
    return best + other


def _danger(state: RilatriaState, field: Field) -> float:
    """What the other side threatens to take a turn later: one thing can be saved, rarely two."""
    side = state.side
    threats = field.reach[1 - side] & field.held[side]
    if not threats:
        return 0.0
    found: dict[int, float] = {}
    for _, kind, bits in field.men[1 - side]:
        for target in squares(bits & threats):
            gain = net(state, field, 1 - side, kind, target)
            if gain > found.get(target, 0.0):
                found[target] = gain
    hero = field.hero[side]
    total = 0.0
    if found.pop(hero, 0.0):
        flight = AROUND[hero] & ~(field.reach[1 - side] | field.held[0] | field.held[1])
        total = (4.0, 1.2, 0.6)[min(flight.bit_count(), 2)]
    ranked = sorted(found.values(), reverse=True)
    if ranked:
        total += FIRST * ranked[0]
        if len(ranked) > 1:
            total += SECOND * ranked[1]
    return total
