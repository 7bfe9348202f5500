"""Analysis of a past decision: how much worse it was than the best action found.

The action played and the best alternative are compared from what the seat knew: the positions
after them are searched to the same depth with the same budget, over the same determinizations,
chance by expectation. A deeper search looks for forced wins of both players. So neither
bad luck nor unknown information counts as a mistake. Results are deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.core.contract import CHANCE, TERMINAL, Action, AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchSteps
from engine.search.chances import winning_chances
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.forced import ForcedWinSearch
from engine.search.hints import Hints
from engine.search.levels import LEVELS, level_of
from engine.search.transposition import WIN_THRESHOLD
from engine.search.turn_search import TurnSearch

NODES = 900  # per decision: half to find the best action, half to compare
CONFIRM = 4  # times as many nodes compare again what looks like a mistake
DETERMINIZATIONS = 6  # samples where information is hidden
REPLY_NODES, REPLY_DEPTH, MAX_LINE = 120, 2, 10  # search and length of continuations
CHECKMATE_NODES, QUIET = 4000, 1  # of a search for a forced win: nodes, quiet moves
MAX_ALTERNATIVES = 24  # actions tried to avoid a forced win
MISTAKE_LOSS = 0.08  # in winning chances; smaller losses are not reported


Line = tuple[Action, ...]


class AnalysisContext(NamedTuple):
    """Constants of one analysis. `me`: the player to move; `seed` makes it deterministic;
    cancelling `budget` ends every search of it. `forced`: nodes of a search for a forced win."""

    hints: Hints
    observation: State
    me: int
    seed: int
    budget: Budget
    forced: int = CHECKMATE_NODES

    def budget_for(self, nodes: int) -> Budget:
        """Return a budget of `nodes` that ends when the analysis is cancelled."""
        part = self.budget.share(1)
        part.limit = nodes
        return part


class Verdict(NamedTuple):
    """Result of an analysis: the best action found, winning chances (0…1) with it and with the
    action played, and the continuations (after the action played, after the better one); an empty
    line is unknown."""

    better: Action
    best: float
    played: float
    lines: tuple[Line, Line] = ((), ())

    @property
    def loss(self) -> float:
        """Return the winning chances given away, 0…1."""
        return max(0.0, self.best - self.played)


def analyse(
    game: AnyGame,
    observation: State,
    played: Action,
    rng: Random,
    budget: Budget,
    nodes: int = NODES,
) -> SearchSteps[Verdict | None]:
    """Return the verdict on the action `played` by the player to move, from his `observation`.
    None if he had no choice, in a set-up, or if the nodes do not suffice."""
    hints, me, seed = Hints(game), observation.current_player(), rng.getrandbits(32)
    legal = observation.legal_actions()
    if len(legal) < 2 or played not in legal or hints.setup(observation, Random(seed)):
        return None
    settings = replace(level_of(game, max(LEVELS)), determinizations=DETERMINIZATIONS, style="")
    forced = CHECKMATE_NODES * min(nodes, NODES) // NODES  # fewer where time is short
    context = AnalysisContext(hints, observation, me, seed, budget, forced)
    win = yield from _forced_win(context)
    if win is not None:
        return (yield from _winning_verdict(context, played, win, nodes))
    search_budget = context.budget_for(nodes // 2)
    scored = yield from score_actions(hints, observation, me, search_budget, Random(seed), settings)
    mate = yield from _forced_loss(context, played)
    if mate is not None:
        return (
            yield from _losing_verdict(context, played, mate, [one for _, one in scored], nodes)
        )
    best = scored[0][1]
    if best == played and len(scored) > 1:
        value = winning_chances(scored[0][0])
        return Verdict(played, value, value)
    compared = (
        [best, played] if best != played else [played]
    )  # a single scored action was not searched
    worth = yield from action_values(context, compared, nodes // 2)
    if worth is None:
        return None
    verdict = Verdict(best, winning_chances(worth[0]), winning_chances(worth[-1]))
    if verdict.loss >= MISTAKE_LOSS:  # a mistake is said only if a longer search finds it too
        worth = yield from action_values(context, compared, CONFIRM * nodes // 2)
        if worth is None:
            return None
        verdict = Verdict(best, winning_chances(worth[0]), winning_chances(worth[-1]))
    if verdict.loss < MISTAKE_LOSS:
        return verdict
    first = yield from _line(context, played)
    second = yield from _line(context, best)
    return verdict._replace(lines=(first, second))


# -- forced wins -----------------------------------------------------------------------------------


def _forced_wins(context: AnalysisContext, player: int) -> ForcedWinSearch | None:
    """Return a search for a forced win of `player`; None in games without check, with chance, with
    more than two players, or where something is hidden."""
    hints = context.hints
    if not hints.has_checks or len(hints.game.sides) != 2 or hints.game.info.has_chance:
        return None
    if has_hidden_information(hints, context.observation, context.me, Random(context.seed)):
        return None
    return ForcedWinSearch(hints, player, context.budget_for(context.forced), QUIET)


def _forced_win(context: AnalysisContext) -> SearchSteps[Action | None]:
    """Return the first action of the mover's own forced win; None without one."""
    search = _forced_wins(context, context.me)
    return None if search is None else (yield from search.find(context.observation))


def _winning_verdict(
    context: AnalysisContext, played: Action, mate: Action, nodes: int
) -> SearchSteps[Verdict | None]:
    """Return the verdict where the mover has the forced win `mate`: no mistake if the action
    played wins by force too."""
    search = _forced_wins(context, context.me)
    assert search is not None
    if played == mate or (yield from search.keeps(_after(context.observation, played))):
        return Verdict(played, 1.0, 1.0)
    worth = yield from action_values(context, [played], nodes // 2)
    left = winning_chances(worth[0]) if worth else 0.5
    if (yield from _forced_loss(context, played)) is not None:
        left = 0.0
    lines = ((yield from _line(context, played)), (yield from _line(context, mate)))
    return Verdict(mate, 1.0, left, lines)


def _forced_loss(context: AnalysisContext, action: Action) -> SearchSteps[Action | None]:
    """Return the first action of the opponent's forced win after `action`; None without one."""
    search, after = _forced_wins(context, 1 - context.me), _after(context.observation, action)
    if search is None or after.current_player() != 1 - context.me:
        return None
    return (yield from search.find(after))


def _losing_verdict(
    context: AnalysisContext, played: Action, mate: Action, ranked: Sequence[Action], nodes: int
) -> SearchSteps[Verdict | None]:
    """Return the verdict on an action that allows the forced win `mate`: winning chances 0.

    It is no mistake if every alternative allows one too."""
    for other in [one for one in ranked if one != played][:MAX_ALTERNATIVES]:
        if (yield from _forced_loss(context, other)) is None:
            worth = yield from action_values(context, [other], nodes // 2)
            best = winning_chances(worth[0]) if worth else 0.0
            return Verdict(other, best, 0.0, ((mate,), (yield from _line(context, other))))
    return Verdict(played, 0.0, 0.0)


# -- values --------------------------------------------------------------------------------------


def action_values(
    context: AnalysisContext, actions: Sequence[Action], nodes: int
) -> SearchSteps[list[float] | None]:
    """Return the value of each action for `me`; None if a turn search could not finish a pass."""
    if context.hints.widths:
        return (yield from _turn_values(context, actions, nodes))
    positions = list(_positions(context))
    totals = [0.0] * len(actions)
    for position in positions:
        share = nodes // len(positions)
        found = yield from _equal_depth_values(context, position, actions, share)
        totals = [total + value for total, value in zip(totals, found, strict=True)]
    return [total / len(positions) for total in totals]


def _turn_values(
    context: AnalysisContext, actions: Sequence[Action], nodes: int
) -> SearchSteps[list[float] | None]:
    """Return `action_values` of a turn search, from the widest pass completed for all actions."""
    known: list[float] | None = None
    spent = 0
    for _, width in context.hints.widths:
        only = context.hints.only(actions, ((len(actions), width),))
        part = context.budget_for(nodes - spent if known else 0)
        search = TurnSearch(only, context.me, part, 2)
        scored = yield from search.run(context.observation, Random(context.seed))
        spent += part.nodes
        if not search.progress.depth:
            break
        by_action = {action: value for value, action in scored}
        known = [by_action[action] for action in actions]
        if spent >= nodes:
            break
    return known


def _positions(context: AnalysisContext) -> Iterator[State]:
    """Yield the states to search: the model, determinizations, or the observation itself."""
    hints, observation, me = context.hints, context.observation, context.me
    rng = Random(context.seed)
    model = hints.model(observation)
    if model is not None:
        yield model
    elif has_hidden_information(hints, observation, me, rng):
        for _ in range(DETERMINIZATIONS):
            yield observation.determinize(me, rng)
    else:
        yield observation


def _equal_depth_values(
    context: AnalysisContext, state: State, actions: Sequence[Action], nodes: int
) -> SearchSteps[list[float]]:
    """Return the values of the positions after `actions`, all searched to the same depth."""
    after = [_after(state, action) for action in actions]
    values, depths = [], []
    for one in after:
        search = Search(context.hints, context.me, context.budget_for(max(1, nodes // len(after))))
        values.append((yield from search.value(one)))
        depths.append(search.progress.depth)
    open_ones = [
        depth for depth, value in zip(depths, values, strict=True) if abs(value) < WIN_THRESHOLD
    ]
    least = min(open_ones, default=0)
    for index, depth in enumerate(depths):
        if depth > least and abs(values[index]) < WIN_THRESHOLD:
            search = Search(context.hints, context.me, context.budget.share(1), least)
            values[index] = yield from search.value(after[index])
    return values


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child


# -- continuations ------------------------------------------------------------------------------


def _line(context: AnalysisContext, action: Action) -> SearchSteps[Line]:
    """Return the continuation after an action, to the end of the next player's turn. With hidden
    information it must be the same in most of three determinizations, else the line is empty."""
    observation, me, rng = context.observation, context.me, Random(context.seed)
    hidden = has_hidden_information(context.hints, observation, me, rng)
    lines: list[Line] = []
    for _ in range(3 if hidden else 1):
        position = observation.determinize(me, rng) if hidden else observation
        lines.append((yield from _continuation(context, _after(position, action))))
    most = max(lines, key=lines.count)
    return most if 2 * lines.count(most) > len(lines) else ()


def _continuation(context: AnalysisContext, state: State) -> SearchSteps[Line]:
    """Return the best actions of the next player's turn; chance brings the likeliest outcome."""
    hints, me = context.hints, context.me
    line: list[Action] = []
    turn = -1  # index of the next player's turn, once it has begun
    while len(line) < MAX_LINE and not hints.widths:
        player = state.current_player()
        if player == CHANCE:
            outcomes = hints.outcomes(state, False) or state.chance_outcomes()
            action = max(outcomes, key=lambda outcome: outcome[1])[0]
        elif player == TERMINAL or (turn >= 0 and (player == me or state.turn_index() != turn)):
            break
        else:
            turn = state.turn_index() if player != me else turn
            search = Search(hints, player, context.budget_for(REPLY_NODES), REPLY_DEPTH)
            action = (yield from search.run(state, Random(context.seed)))[0][1]
        line.append(action)
        state = _after(state, action)
    return tuple(line)
