"""Random positions of Cotadrez: deployments, games, and armies mixed up at close quarters."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.contract import AnyGame, State
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.pieces import code
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, TURN, CotadrezState

# How often a position of this frame is taken.
HOW_OFTEN = {MARCH: 0.04, EXCHANGE: 1.0}


def walk(game: AnyGame, rng: random.Random) -> Iterator[State]:
    """Yield positions of a random deployment, or of a random battle and of some in which the armies
    are mixed up at close quarters."""
    state = game.initial_state()
    assert isinstance(state, CotadrezState)
    if rng.random() < 0.4:
        while state.current_player() >= 0:
            if rng.random() < 0.08:
                yield state
            state.apply(rng.choice(state.legal_actions()))
        return
    while not state.battle and state.result is None:
        _deploy(state, rng)
    yield from _battle(state, rng, 60, 0.01)
    for _ in range(6):
        if state.result is None and state.frame() == TURN:
            mixed = state.clone()
            if _scatter(mixed, rng):
                yield mixed
                yield from _battle(mixed, rng, 2, 0.5)


def _battle(
    state: CotadrezState, rng: random.Random, turns: int, often: float
) -> Iterator[CotadrezState]:
    last = state.turn_index() + turns
    while state.current_player() >= 0 and state.turn_index() < last:
        if rng.random() < HOW_OFTEN.get(state.frame(), 0.5 if state.checked() else often):
            yield state
        actions = state.legal_actions()
        rare = [a for a in actions if a[0] in ("siege", "save", "fire", "relay")]
        state.apply(rng.choice(rare if rare and rng.random() < 0.5 else actions))


def _scatter(state: CotadrezState, rng: random.Random) -> bool:
    """Put all units on random squares of one region, some of them into the Reserves; return whether
    the position is legal."""
    low, rows = rng.randrange(5), rng.randint(4, 7)
    region = [s for s in range(100) if low <= s // 10 < low + rows and state.t.is_land(s)]
    units = [unit for unit in state.board if unit]
    for half in (0, 1):
        units += [code(half, k) for k in range(1, 11) for _ in range(state.reserves[half][k])]
        state.reserves[half][:] = bytes(11)
    state.board[:] = bytes(100)
    for unit in rng.sample(units, len(units)):
        free = [s for s in region if not state.board[s]]
        if free and rng.random() < 0.7:
            state.put(unit >> 4, unit & 15, rng.choice(free))
        else:
            state.reserves[unit >> 4][unit & 15] += 1
    state.apply(("pass",))  # forget what was known of the old board
    return state.result is None and not state.in_check(1 - state.side)


def _deploy(state: CotadrezState, rng: random.Random) -> None:
    player = state.current_player()
    if player < 0:
        state.apply(("reveal",))
        return
    half = 1 - state.deploys[0].half if player else rng.choice((0, 1))
    made = dep.random_deployment(half, state.game.water, rng)
    for action in (*dep.actions_of(made), ("ready",)):
        state.apply(action)
