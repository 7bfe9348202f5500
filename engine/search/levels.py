"""The five strengths. Weaker ones see less far and take any action that is nearly as good as the
best; none ever plays one that it sees to be bad.

`nodes` bounds a decision where answers must be the same again; the page is bound by `seconds` too,
and its strongest level by them alone.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.core.contract import Action, AnyGame, State
from engine.search.budget import Budget, Level, Thinking
from engine.search.checkmate import CheckmateSearch
from engine.search.determinizations import hides, weigh
from engine.search.hints import Hints

LEVELS: dict[int, Level] = {
    1: Level(depth=1, margin=0.03, nodes=600, seconds=0.8, determinizations=4),
    2: Level(depth=2, margin=0.015, nodes=1200, seconds=1.2, determinizations=6),
    3: Level(depth=3, margin=0.006, nodes=3000, seconds=1.5, determinizations=8, checkmate=2),
    4: Level(depth=4, margin=0.002, nodes=3500, seconds=1.5, determinizations=12, checkmate=2),
    5: Level(depth=64, margin=0.0, nodes=4000, seconds=1.5, determinizations=16, checkmate=2),
}


def think(
    game: AnyGame, observation: State, level: int, rng: Random, budget: Budget
) -> Thinking[list[Action]]:
    """What the player to decide does next: one decision, or all that complete his set-up.

    `observation` is his. Raises KeyError for a level there is not.
    """
    how, hints = level_of(game, level), Hints(game)
    if plan := hints.setup(observation, rng):
        return plan
    me = observation.current_player()
    if len(only := observation.legal_actions()) == 1:
        return only
    if how.checkmate and hints.attacks and not hides(hints, observation, me, rng):
        checkmate = CheckmateSearch(hints, me, budget.share(4))
        mate = yield from checkmate.find(observation, how.checkmate)
        if mate is not None:
            return [mate]
    scored = yield from weigh(hints, observation, me, budget, rng, how)
    best = scored[0][0]
    good = [action for value, action in scored if value > best - how.margin]
    return [rng.choice(good) if len(good) > 1 and best <= 1 else scored[0][1]]


def level_of(game: AnyGame, level: int) -> Level:
    """A level as the game wants it. Raises KeyError for one there is not."""
    return replace(LEVELS[level], **getattr(game.hints(), "LEVELS", {}).get(level, {}))


def limits(game: AnyGame, level: int, nodes: int = 0, seconds: float = 0.0) -> Budget:
    """A budget for one decision: the level's own number of nodes unless something is said."""
    if not nodes and not seconds:
        nodes = level_of(game, level).nodes
    return Budget(nodes, seconds)


def page_limits(game: AnyGame, level: int) -> Budget:
    """The budget in the page, where somebody waits: a good machine makes only the best better."""
    how = level_of(game, level)
    return Budget(0 if level == max(LEVELS) else how.nodes, how.seconds)
