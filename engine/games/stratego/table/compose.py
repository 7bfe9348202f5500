"""Set-ups by the usual principles: the flag at the back with bombs beside it, strong pieces further
forward. Used by the button *Random*, and by the computer where no set-up of the library fits."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.games.stratego.rules.belief import LINES
from engine.games.stratego.rules.pieces import BOMB, FLAG, TYPES
from engine.games.stratego.rules.placing import EMPTY, OPEN
from engine.games.stratego.rules.state import StrategoState

TRIES = 20
CORNERED = 5.0  # exponent by which flags with more neighbouring cells are rarer
ROOM = 0.6  # weight of an empty cell, beside those of the types in LINES


def whole(state: StrategoState, rng: Random, laid: Sequence[int] = ()) -> list[int]:
    """Return a legal set-up of the side to decide that keeps the decided cells of `laid` where
    possible; with fewer bombs beside the flag where they would block the army."""
    zone = state.game.zones[state.turn]
    start = list(laid) if laid else [OPEN] * zone.size
    if not zone.reachable(start):
        start = [OPEN] * zone.size
    for walled in (1.0, 0.5, 0.0):
        for _ in range(TRIES):
            trial = composed(state, rng, start, walled)
            if zone.complete(trial):
                return trial
    return zone.random(rng, start)


def composed(
    state: StrategoState, rng: Random, laid: Sequence[int] = (), walled: float = 1.0
) -> list[int]:
    """Return a set-up for the side to decide, which may block its own first moves. It keeps the
    decided cells of `laid`. `walled`: the probability that bombs surround the flag, as many as
    fit."""
    tables, side = state.game.tables, state.turn
    home, advance = tables.homes[side], tables.advance[side]
    zone = state.game.zones[side]
    plan = list(laid) if laid else [OPEN] * zone.size
    flag = _flag(state, plan, rng)
    bombs = zone.hand(plan)[BOMB]
    if rng.random() < walled:
        beside = [n for n, cell in enumerate(home) if cell in tables.edges[home[flag]]]
        for place in [n for n in beside if plan[n] == OPEN][:bombs]:
            plan[place] = BOMB
    front = max(advance[home[0]], 1)
    lines = [min(3, (advance[c] * 3 + front // 2) // front) for c in home]
    hand = zone.hand(plan)
    bag = [kind for kind in (EMPTY, *TYPES) for _ in range(hand[kind])]
    rng.shuffle(bag)
    # Types with few pieces are placed first, empty cells last.
    bag.sort(key=lambda kind: (kind == EMPTY, tables.army[kind]))
    for kind in bag:
        free = [n for n, there in enumerate(plan) if there == OPEN]
        weights = [LINES[lines[n]][kind - 1] if kind else ROOM for n in free]
        plan[rng.choices(free, weights)[0]] = kind
    return plan


def _flag(state: StrategoState, plan: list[int], rng: Random) -> int:
    """Place the flag in `plan` unless it is there, as far back as there is room and preferably
    where it has few neighbours. Returns its place."""
    if FLAG in plan:
        return plan.index(FLAG)
    tables, side = state.game.tables, state.turn
    home, advance = tables.homes[side], tables.advance[side]
    free = [n for n, kind in enumerate(plan) if kind == OPEN]
    last = min(advance[home[n]] for n in free)
    back = [n for n in free if advance[home[n]] == last]
    open_ = [len(tables.edges[home[n]]) ** -CORNERED for n in back]
    flag = rng.choices(back, open_)[0]
    plan[flag] = FLAG
    return flag
