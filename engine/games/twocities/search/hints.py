"""Search hints of A Tale of Two Cities (`SearchHints`): ordering of inputs, merged chance outcomes,
levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import UNKNOWN, Action
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import protection
from engine.games.twocities.rules.frames import (
    CARD,
    DRAWING,
    EVADE,
    EVADEDIE,
    MELEE,
    OUTDIE,
    REMOVE,
    ROLL,
    SHOOT,
    UNIT,
)
from engine.games.twocities.rules.pieces import CITY, STRENGTH
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search.attacks import attack, attacks, exposure
from engine.games.twocities.search.evaluate import SCALE, goal_of
from engine.games.twocities.search.ground import FAR, Ground
from engine.games.twocities.search.hint_reasons import aims
from engine.games.twocities.search.odds import spread
from engine.games.twocities.search.threats import JUDGE, TwoCitiesEvaluator, static_value
from engine.games.twocities.search.weights import WEIGHTS

# Names of engine.search.hints.SearchHints.
__all__ = [
    "LEVELS",
    "WEIGHTS",
    "WIDTHS",
    "aims",
    "idle",
    "judge",
    "ordering",
    "outcomes",
    "passed",
    "static_value",
]

judge = TwoCitiesEvaluator
RARE = 0.015  # throws less likely than this are left out
TASTE = 0.5  # caps the margin of random choice, so that a shot of small gain is still preferred
BESIEGE = 3.0  # points for a square beside the enemy city where a siege costs it strength
DANGER = 0.5  # points per enemy die that a unit is exposed to on its new square

# By pass: number of first actions tried, and of actions of each later decision. The first pass is
# narrow, so that few nodes give every first action a value: a card that activates many units takes
# thousands in the next.
WIDTHS = ((20, 1), (20, 2), (10, 4), (5, 7))
LEVELS: dict[int, dict[str, Any]] = {
    1: {"depth": 1, "nodes": 50, "margin": 0.09, "attention": 1.0, "taste": TASTE},
    2: {"depth": 1, "nodes": 110, "margin": 0.048, "attention": 1.0, "taste": TASTE},
    3: {"depth": 2, "nodes": 75, "margin": 0.038, "taste": TASTE},
    4: {"depth": 2, "nodes": 300, "margin": 0.0165, "taste": TASTE},
    5: {"depth": 2, "nodes": 2500, "seconds": 0.5, "taste": TASTE},
}  # depth 1 does not see the answer; `seconds` is per decision, of which a turn has many


def outcomes(state: TwoCitiesState, last: bool) -> Sequence[tuple[Action, float]]:
    """Return the outcomes that represent a chance node: throws merged by effect, a drawn card as
    UNKNOWN, special cards always kept."""
    ask = state.ask
    if ask == ROLL:
        return _throws(state)
    if ask == DRAWING:
        return [(("card", UNKNOWN), 1.0)]
    if ask == OUTDIE:
        return [(("die", 6), 1.0)]
    if ask == EVADEDIE:
        return [(("die", 6), 0.5), (("die", 1), 0.5)]
    return state.chance_outcomes()


def passed(state: TwoCitiesState) -> TwoCitiesState | None:
    """Return the position in which the mover has played no card; None in the middle of a turn."""
    if state.ask != CARD:
        return None
    new = state.clone()
    new._legal = None
    new.turn_over()
    return new


def idle(state: TwoCitiesState, action: Action) -> bool:
    """Return whether an action is a card that activates no unit."""
    return state.ask == CARD and action[1] in cards.NOTHING and not state.game.any_four


def _throws(state: TwoCitiesState) -> list[tuple[Action, float]]:
    """Return one throw with its probability for each pair of hits and retreats that makes a
    difference; rare ones are left out."""
    count, melee, kind = state.dice(), state.is_melee(), state.board[state.t] & 7
    left = state.strength(kind) - state.hits[state.t]
    city = kind == CITY
    enough = left if city else left + (protection(state.field, state.t) != "")
    merged: dict[tuple[int, int], float] = {}
    for hits, back, chance in spread(count, melee):
        hits = min(hits, enough)
        if city or state.evaded or hits == enough:
            back = 0
        merged[hits, back] = merged.get((hits, back), 0.0) + chance
    return [
        (("dice", *(1,) * hits, *(4,) * (count - hits - back), *(6,) * back), chance)
        for (hits, back), chance in merged.items()
        if chance >= RARE
    ]


def ordering(state: TwoCitiesState, actions: Sequence[Action]) -> list[float]:
    """Return ordering scores of the inputs: expected points divided by SCALE."""
    ask = state.ask
    if len(actions) < 2:
        return [0.0] * len(actions)
    if ask == UNIT:
        points = _marches(state, actions)
    elif ask == CARD:
        points = _cards(state, actions)
    elif ask == MELEE or ask == SHOOT:
        points = [attack(state, action) for action in actions]
    elif ask == REMOVE:
        points = [
            -JUDGE.worth[state.board[s] & 7][STRENGTH[state.board[s] & 7] - state.hits[s]]
            for _, s in actions
        ]
    else:
        points = [float(a[-1]) if ask == EVADE else 0.0 for a in actions]
    return [value / SCALE for value in points]


def _cards(state: TwoCitiesState, actions: Sequence[Action]) -> list[float]:
    mask = cards.mask_of(action[1] for action in actions)
    gains = JUDGE.card_gains(Ground(state), state.side, mask)
    return [gains[action[1]] for action in actions]


def _marches(state: TwoCitiesState, actions: Sequence[Action]) -> list[float]:
    """Return points of moves: best attack from the goal, approach to the enemy city, and the dice
    the unit is exposed to."""
    ground, board, side, card = Ground(state), state.board, state.side, state.card
    exposed = exposure(ground, 1 - side)
    goal, sieges = goal_of(state, side), state.game.siege
    march = JUDGE.approach[goal]
    bonus = cards.MELEE_BONUS.get(card, 0)
    points, gains, unit = [], {}, -1
    for _, origin, square in actions:
        kind = board[origin] & 7
        if origin != unit:
            unit = origin
            gains = attacks(ground, origin, bonus)
        gain = gains.get(square, 0.0)
        if sieges and FAR[square][goal] == 1:
            gain += BESIEGE
        gain += march[kind][square] - march[kind][origin]
        gain -= DANGER * (exposed[square] - exposed[origin])
        points.append(gain)
    return points
