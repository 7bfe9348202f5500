"""Random positions of Rilatria: games, and armies at close quarters."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.contract import CHANCE, AnyGame, State
from engine.games.rilatria.rules.pieces import HERO, LIMITS, SIZE, UNITS, by_file
from engine.games.rilatria.rules.reserve import TOP
from engine.games.rilatria.rules.state import FREE, RilatriaState


def walk(game: AnyGame, rng: random.Random) -> Iterator[State]:
    """Yield positions of a random game; some have another reserve or armies at close
    quarters."""
    state = game.initial_state()
    assert isinstance(state, RilatriaState)
    for _ in range(260):
        if state.result is not None:
            return
        if state.current_player() == CHANCE:
            state.apply(rng.choice([action for action, _ in state.chance_outcomes()]))
            continue
        if rng.random() < (0.2 if state.phase == FREE else 0.05):
            yield rng.choice(CHANGES)(state, rng) if state.phase == FREE else state
        actions = state.legal_actions()
        wanted = [a for a in actions if a[0] in ("buy", "attack")]
        wanted = wanted or [a for a in actions if a[0] != "end"]
        state.apply(rng.choice(wanted if wanted and rng.random() < 0.6 else actions))


def _enriched(state: RilatriaState, rng: random.Random) -> RilatriaState:
    new = state.clone()
    new.reserves[new.side][:] = bytes([rng.randint(1, TOP) for _ in range(4)] + [rng.randint(0, 1)])
    return new


def _crowded(state: RilatriaState, rng: random.Random) -> RilatriaState:
    """Return a position with new armies round the mover's zone; some of his units are recruits."""
    new = state.clone()
    mover, new.recruits = new.side, ()
    new.board[:] = bytes(SIZE)
    zone = new.game.zones[mover]
    free = [s for s in range(SIZE) if min(_far(s, other) for other in zone) <= 2]
    rng.shuffle(free)
    for side in (0, 1):
        new.side = side
        for kind in (HERO, *UNITS):
            for _ in range(1 if kind == HERO else rng.randint(0, LIMITS[kind])):
                new.put(kind, free.pop())
    new.side = mover
    there = [s for s in zone if new.board[s] >> 3 == mover and new.board[s] & 7 > HERO]
    new.recruits = tuple(sorted((s for s in there if rng.random() < 0.5), key=by_file))
    return new


def _far(a: int, b: int) -> int:
    return max(abs(a % 9 - b % 9), abs(a // 9 - b // 9))


def _same(state: RilatriaState, rng: random.Random) -> RilatriaState:
    return state


CHANGES = (_same, _enriched, _crowded)
