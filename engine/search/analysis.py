"""What a decision of the past was worth beside the best that could be found, from what its seat
knew then.

The value of what was played and that of the best other action are found in the same way: both are
played out, the positions after them searched equally deep with the same budget of nodes, chance by
expectation, secrets over the same sampled worlds. A win by force of whoever answers, attack after
attack, is looked for deeper than anything else. So luck is nobody's mistake, and nothing counts
that could not be known. The same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.core.contract import CHANCE, TERMINAL, Action, AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchSteps
from engine.search.checkmate import CheckmateSearch
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.hints import Hints
from engine.search.levels import LEVELS, level_of
from engine.search.transposition import WIN_THRESHOLD
from engine.search.turn_search import TurnSearch

NODES = 900  # of a decision, half of them to find the best and half to compare
DETERMINIZATIONS = 6  # sampled worlds of a decision where something is hidden
REPLY_NODES, REPLY_DEPTH, MAX_LINE = 120, 2, 10  # for what would come of it
CHECKMATE_TURNS, CHECKMATE_NODES = (
    3,
    1500,
)  # own turns of a forced win of the other side that is looked for
MAX_ALTERNATIVES = 24  # actions of which one is looked for that allows none
MISTAKE_LOSS = 0.08  # winning chances: what loses less is no mistake worth a word
STEEPNESS = 1.5  # see `chances`


Line = tuple[Action, ...]


class AnalysisContext(NamedTuple):
    """What stays the same while one decision is judged: `me` decides, `seed` makes the answer the
    same each time, `budget` is cancelled with the whole."""

    hints: Hints
    observation: State
    me: int
    seed: int
    budget: Budget

    def budget_for(self, nodes: int) -> Budget:
        """So many nodes, which end when the whole is cancelled."""
        part = self.budget.share(1)
        part.limit = nodes
        return part


class Verdict(NamedTuple):
    """Of one decision: the best that was found, the winning chances (0…1) with it and with what was
    played, and how it would go on after each (played, better); empty: not known."""

    better: Action
    best: float
    played: float
    lines: tuple[Line, Line] = ((), ())

    @property
    def loss(self) -> float:
        """Winning chances given away, 0…1."""
        return max(0.0, self.best - self.played)


def winning_chances(value: float) -> float:
    """Winning chances, 0…1, of a value of `Game.evaluate` or of a search, −1…1: for all games the
    odds of winning are ((1 + v) / (1 − v)) to the power of STEEP, so 0 is one half, ±1 certainty,
    and in between somebody ahead wins more surely than in proportion. STEEP is the mean of
    what fitted games between equals best, 0.3 to 2.7 (`python -m tests.bench.mistakes --fit`)."""
    value = max(-1.0, min(1.0, value))
    up: float = (1 + value) ** STEEPNESS
    down: float = (1 - value) ** STEEPNESS
    return up / (up + down)


def analyse(
    game: AnyGame,
    observation: State,
    played: Action,
    rng: Random,
    budget: Budget,
    nodes: int = NODES,
) -> SearchSteps[Verdict | None]:
    """The verdict on what the player to decide has `played`, from his `observation`. None where he
    had no choice, during a set-up, or where nothing can be said within the nodes."""
    hints, me, seed = Hints(game), observation.current_player(), rng.getrandbits(32)
    legal = observation.legal_actions()
    if len(legal) < 2 or played not in legal or hints.setup(observation, Random(seed)):
        return None
    settings = replace(level_of(game, max(LEVELS)), determinizations=DETERMINIZATIONS, style="")
    context = AnalysisContext(hints, observation, me, seed, budget)
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
    compared = [best, played] if best != played else [played]  # what stands alone was not looked at
    worth = yield from action_values(context, compared, nodes // 2)
    if worth is None:
        return None
    found = Verdict(best, winning_chances(worth[0]), winning_chances(worth[-1]))
    if found.loss < MISTAKE_LOSS:
        return found
    first = yield from _line(context, played)
    second = yield from _line(context, best)
    return found._replace(lines=(first, second))


# -- wins by force of the other side ---------------------------------------------------------------


def _forced_loss(context: AnalysisContext, action: Action) -> SearchSteps[Action | None]:
    """What begins a forced win of the other side after an action, attack after attack; None where
    there is none, or that cannot be told."""
    hints, observation = context.hints, context.observation
    if not hints.has_checks or len(hints.game.sides) != 2 or hints.game.info.has_chance:
        return None
    if has_hidden_information(hints, observation, context.me, Random(context.seed)):
        return None
    after = _after(observation, action)
    if after.current_player() != 1 - context.me:
        return None
    search = CheckmateSearch(hints, 1 - context.me, context.budget_for(CHECKMATE_NODES))
    return (yield from search.find(after, CHECKMATE_TURNS))


def _losing_verdict(
    context: AnalysisContext, played: Action, mate: Action, ranked: Sequence[Action], nodes: int
) -> SearchSteps[Verdict | None]:
    """The verdict on what allows a forced win: all is lost by it, unless everything allows one."""
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
    """What each of a few actions is worth to `me`."""
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
    """The same where a turn is many decisions: by the widest pass that was finished for all."""
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
    """What is searched in the place of the truth."""
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
    """The values of the positions after `actions`, all looked at equally deep."""
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


# -- what would come of it -----------------------------------------------------------------------


def _line(context: AnalysisContext, action: Action) -> SearchSteps[Line]:
    """How it would go on after an action, to the end of the next player's turn; where something
    is hidden, if it would in most worlds."""
    observation, me, rng = context.observation, context.me, Random(context.seed)
    hidden = has_hidden_information(context.hints, observation, me, rng)
    found: list[Line] = []
    for _ in range(3 if hidden else 1):
        position = observation.determinize(me, rng) if hidden else observation
        found.append((yield from _continuation(context, _after(position, action))))
    most = max(found, key=found.count)
    return most if 2 * found.count(most) > len(found) else ()


def _continuation(context: AnalysisContext, state: State) -> SearchSteps[Line]:
    """Chance does what is likeliest."""
    hints, me = context.hints, context.me
    line: list[Action] = []
    turn = -1  # of the next player, once it has begun
    while len(line) < MAX_LINE and not hints.widths:
        player = state.current_player()
        if player == CHANCE:
            outcomes = hints.outcomes(state, False) or state.chance_outcomes()
            action = max(outcomes, key=lambda one: one[1])[0]
        elif player == TERMINAL or (turn >= 0 and (player == me or state.turn_index() != turn)):
            break
        else:
            turn = state.turn_index() if player != me else turn
            search = Search(hints, player, context.budget_for(REPLY_NODES), REPLY_DEPTH)
            action = (yield from search.run(state, Random(context.seed)))[0][1]
        line.append(action)
        state = _after(state, action)
    return tuple(line)
