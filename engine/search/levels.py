"""The five levels, three opponents with a style, and `think`, the entry point of a decision.

Levels 1 and 2 overlook things: sometimes they ignore replies, and they notice each capture only
with a probability. Levels from 3 on choose among the best actions their search finds. `nodes`
bounds a decision that must be reproducible; the page also applies `seconds`, and only those at the
highest level. Time management may stop earlier or extend both.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.core.contract import Action, AnyGame, State
from engine.search.alphabeta import Scored
from engine.search.budget import Budget, Level, SearchSteps
from engine.search.checkmate import CheckmateSearch
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.hints import Hints
from engine.search.styles import STYLE_MARGIN, STYLES, choose_by_style
from engine.search.transposition import SearchTables

# Levels 1 to 3 end by nodes on a desk; on a phone by seconds, extended at most to 0.63.
LEVELS: dict[int, Level] = {
    1: Level(depth=2, margin=0.01, nodes=600, seconds=0.45, determinizations=4, attention=0.82),
    2: Level(depth=2, margin=0.01, nodes=1200, seconds=0.45, determinizations=6, attention=0.95),
    3: Level(depth=3, margin=0.006, nodes=3000, seconds=0.45, determinizations=8, checkmate=2),
    4: Level(depth=4, margin=0.002, nodes=3500, seconds=1.5, determinizations=12, checkmate=2),
    5: Level(depth=64, margin=0.0, nodes=4000, seconds=1.5, determinizations=16, checkmate=2),
}
# Opponents with a style search like this level.
STYLE_BASE_LEVEL = 4
# Variety in the opening: number of turns, and the least margin in them.
OPENING_TURNS, OPENING_MARGIN = 8, 0.01
STYLED_LEVELS = {max(LEVELS) + 1 + number: style for number, style in enumerate(STYLES)}


def think(
    game: AnyGame,
    observation: State,
    level: int,
    rng: Random,
    budget: Budget,
    tables: SearchTables | None = None,
) -> SearchSteps[list[Action]]:
    """Return the next action of the player to move, or all actions that complete his set-up.

    `observation` is his; `tables` are those of his last decision in the same game. Raises
    KeyError for an unknown level.
    """
    settings, hints = level_of(game, level), Hints(game)
    if plan := hints.setup(observation, rng):
        return plan
    me = observation.current_player()
    if len(only := observation.legal_actions()) == 1:
        return only
    if observation.turn_index() < OPENING_TURNS:
        settings = replace(settings, margin=max(settings.margin, OPENING_MARGIN))
    if settings.attention < 1:
        hints = hints.plain()
    careless = settings.attention < 1 and rng.random() >= settings.attention
    if careless:
        hints, settings = hints.without_replies(), replace(settings, depth=1)
    if (
        settings.checkmate
        and hints.has_checks
        and not has_hidden_information(hints, observation, me, rng)
    ):
        checkmate = CheckmateSearch(hints, me, budget.share(4))
        mate = yield from checkmate.find(observation, settings.checkmate)
        if mate is not None:
            return [mate]
    search_budget = budget.share(2) if settings.style else budget
    shared_tables = None if careless else tables
    scored = yield from score_actions(
        hints, observation, me, search_budget, rng, settings, shared_tables
    )
    if settings.attention < 1:
        scored = _without_overlooked(hints, observation, scored, settings.attention, rng)
    if settings.style:
        seen = hints.model(observation) or observation
        return [(yield from choose_by_style(hints, seen, scored, settings.style, rng, budget))]
    if hints.idle is not None and settings.margin and scored[0][0] <= 1:
        scored = _without_idle(hints, observation, scored, settings.margin)
    best, margin = scored[0][0], settings.margin
    if settings.taste < 1:
        margin = min(margin, settings.taste * (best - scored[-1][0]))
    good = [action for value, action in scored if value > best - margin]
    return [rng.choice(good) if len(good) > 1 and best <= 1 else scored[0][1]]


def _without_idle(
    hints: Hints, observation: State, scored: list[Scored], margin: float
) -> list[Scored]:
    """Drop idle actions unless all others are worse by more than `margin`."""
    searched = hints.model(observation) or observation
    assert hints.idle is not None
    busy = [one for one in scored if not hints.idle(searched, one[1])]
    return busy if busy and busy[0][0] >= scored[0][0] - margin else scored


def _without_overlooked(
    hints: Hints, observation: State, scored: list[Scored], attention: float, rng: Random
) -> list[Scored]:
    """Drop each winning capture with probability 1 − `attention`, never one that wins the game.

    Returns `scored` unchanged when nothing would be left."""
    if scored[0][0] > 1 or hints.widths:
        return scored
    searched = hints.model(observation) or observation
    wins = {action for gain, action in hints.generate(searched, root=True) if gain > 0}
    kept = [one for one in scored if one[1] not in wins or one[0] > 1 or rng.random() < attention]
    return kept or scored


def level_of(game: AnyGame, level: int) -> Level:
    """Return a level with the game's changes (`LEVELS`), or that of an opponent with a style.
    Raises KeyError for an unknown one."""
    if level in STYLED_LEVELS:
        return replace(
            level_of(game, STYLE_BASE_LEVEL), margin=STYLE_MARGIN, style=STYLED_LEVELS[level]
        )
    return replace(LEVELS[level], **getattr(game.hints(), "LEVELS", {}).get(level, {}))


def limits(game: AnyGame, level: int, nodes: int = 0, seconds: float = 0.0) -> Budget:
    """Return the budget of one decision; by default the nodes of the level."""
    if not nodes and not seconds:
        nodes = level_of(game, level).nodes
    return Budget(nodes, seconds)


def page_limits(game: AnyGame, level: int) -> Budget:
    """Return the budget in the page: seconds for all levels, nodes too except at the highest."""
    settings = level_of(game, level)
    return Budget(0 if level == max(LEVELS) else settings.nodes, settings.seconds)
