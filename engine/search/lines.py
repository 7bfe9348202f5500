"""The engine's view of a position: its best lines, searched deeper until somebody stops it.

Multi-PV search. Values are for `mover`, the player to move (at a chance node the first player);
chance counts with the average over its outcomes. A line ends at a chance node, since nobody can
choose what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from engine.core.contract import CHANCE, TERMINAL, Action, AnyGame, State
from engine.search.alphabeta import INFINITE, Scored, Search
from engine.search.budget import Budget, Exhausted, SearchProgress, SearchSteps
from engine.search.depth import QUIESCENCE_PLIES
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.draw_resign import seat_value
from engine.search.hints import ALL_ACTIONS, Hints
from engine.search.levels import LEVELS, level_of
from engine.search.pruning import late_move_reduction
from engine.search.transposition import WIN_THRESHOLD, SearchTables
from engine.search.turn_search import TurnSearch

LINES = 3  # lines reported
MOST = 12  # actions of one line
DEEPEST = 64
ENTRIES = 80_000  # of the transposition table: some 40 MB however long it thinks
WIDER = ((ALL_ACTIONS, 8), (ALL_ACTIONS, 12), (ALL_ACTIONS, 20), (ALL_ACTIONS, 40))
FIRST_NODES, LAST_NODES = 300, 80_000  # per round and world where information is hidden
WORLDS = 5  # sampled for the decisions of a player whose secrets are unknown
DEALS = 6  # sampled where chance decides several times before a player does
SEED = 1  # fixed: a position always gets the same lines


class Variation(NamedTuple):
    """Value for the mover, −1…1, and the actions of one line, empty at a chance node."""

    value: float
    actions: tuple[Action, ...]


@dataclass(slots=True)
class LinesProgress(SearchProgress):
    """Progress of the search: the best lines so far, best first. `mover`: whom values are for."""

    mover: int = 0
    lines: list[Variation] = field(default_factory=list)

    def show(self, lines: Sequence[Variation], depth: int, nodes: int) -> None:
        """Replace the lines after an iteration."""
        self.lines = [line._replace(value=max(-1.0, min(1.0, line.value))) for line in lines]
        self.depth, self.nodes = depth, nodes
        if lines:
            self.value = self.lines[0].value


def best_lines(
    game: AnyGame, state: State, budget: Budget, eyes: int | None = None
) -> SearchSteps[LinesProgress]:
    """Search the lines of a position until the budget ends or nothing is left to find.

    `eyes`: the player whose observation `state` is; None: the whole truth.
    """
    hints, player = Hints(game), state.current_player()
    view = LinesProgress(mover=max(player, 0))
    if player == TERMINAL:
        return view
    turns = bool(hints.widths)  # TurnSearch averages over hidden information itself
    if eyes is not None and player >= 0 and player != eyes and _hides(hints, state, eyes):
        yield from _sampled(hints, _guessed(state, eyes), budget, view)
    elif eyes is not None and player >= 0 and not turns and _hides(hints, state, player):
        yield from _sampled(hints, [state], budget, view)
    elif turns:
        yield from TurnLines(hints, view.mover, budget, 2).deepen(state, view)
    else:
        tables = SearchTables(ENTRIES)
        yield from LineSearch(hints, view.mover, budget, tables=tables).deepen(state, view)
    return view


def after_null_move(game: AnyGame, state: State) -> State | None:
    """Return the position in which the mover has let his turn pass, to show what the opponent
    threatens; None where the game or the position allows no null move."""
    return Hints(game).passed(state) if state.current_player() >= 0 else None


def _hides(hints: Hints, state: State, player: int) -> bool:
    return has_hidden_information(hints, state, player, Random(SEED))


def _root_actions(hints: Hints, state: State) -> list[Action]:
    """Return the actions to search, most promising first; all legal ones where the game generates
    fewer than the lines wanted."""
    ranked = sorted(hints.generate(state, root=True), key=lambda one: (-one[0], one[1]))
    actions = [action for _, action in ranked]
    if len(actions) < LINES:
        actions += sorted(set(state.legal_actions()) - set(actions))
    return actions


class LineSearch(Search):
    """Alpha-beta search with exact values of the `LINES` best root actions."""

    def deepen(self, state: State, view: LinesProgress) -> SearchSteps[None]:
        """Search deeper and deeper; `view` shows the lines of the last finished iteration."""
        self.progress = view
        self._tables.new_search(state.turn_index())
        if state.current_player() == CHANCE:
            yield from self._deepen_chance(state, view)
            return
        actions = _root_actions(self.hints, state)
        for depth in range(1, DEEPEST):
            done: list[Scored] = []
            try:
                yield from self._search_root(state, actions, depth, done)
            except Exhausted:
                return
            done.sort(key=lambda one: -one[0])
            actions = [action for _, action in done]
            view.show([self._line(state, one) for one in done[:LINES]], depth, self.budget.nodes)
            yield view
            if all(abs(value) > WIN_THRESHOLD for value, _ in done[:LINES]):
                return
            if len(self._tables.table) >= self._tables.limit:  # a full table stores nothing new
                self._tables = SearchTables(self._tables.limit)

    def _deepen_chance(self, state: State, view: LinesProgress) -> SearchSteps[None]:
        for depth in range(1, DEEPEST):
            depths = (depth, 1, QUIESCENCE_PLIES)
            try:
                value = yield from self._search(state, CHANCE, -INFINITE, INFINITE, depths)
            except Exhausted:
                return
            view.show([Variation(value, ())], depth, self.budget.nodes)
            yield view

    def _search_root(
        self, state: State, actions: list[Action], depth: int, done: list[Scored]
    ) -> SearchSteps[None]:
        """Append the (value, action) pairs of one iteration: exact values for the best `LINES`,
        upper bounds for the rest."""
        for action in actions:
            best = sorted((value for value, _ in done), reverse=True)[:LINES]
            alpha = best[-1] if len(best) == LINES else -INFINITE
            reduction = None
            if len(done) >= LINES:
                quiet = self.hints.null_move is not None and depth > 2
                reduction = late_move_reduction(depth, len(done)) if quiet else 0
            value = yield from self._search_action(
                state, action, 1, (alpha, INFINITE), (depth - 1, 1, QUIESCENCE_PLIES), reduction
            )
            done.append((value, action))
            if depth == 1 and len(done) <= LINES:  # something to show at once
                first = sorted(done, key=lambda one: -one[0])
                self._show_first(state, first)

    def _show_first(self, state: State, done: Sequence[Scored]) -> None:
        view = self.progress
        assert isinstance(view, LinesProgress)
        view.show([Variation(value, (action,)) for value, action in done], 0, self.budget.nodes)

    def _line(self, state: State, scored: Scored) -> Variation:
        """Return the principal variation of a root action, read from the transposition table."""
        value, action = scored
        line, state = [action], state.clone()
        state.apply(action)
        while len(line) < MOST:
            player = state.current_player()
            if player < 0:
                break
            forced = self.hints.forced(state) if self.hints.forced is not None else None
            entry = None if forced is not None else self._tables.probe((state.key(), player))
            follows = forced or (entry.best if entry is not None else None)
            if follows is None or follows not in state.legal_actions():
                break
            line.append(follows)
            state.apply(follows)
        return Variation(value, tuple(line))


class TurnLines(TurnSearch):
    """Turn search whose passes widen further and further. `depth` counts the passes."""

    def deepen(self, state: State, view: LinesProgress) -> SearchSteps[None]:
        self.progress, self.first = view, state.turn_index()
        root = state.current_player() != CHANCE
        actions = _root_actions(self.hints, state) if root else []
        for depth, (first, width) in enumerate((*self.hints.widths, *WIDER), 1):
            self.width = width
            self._cache.clear()
            self.chosen.clear()
            done: list[Scored] = []
            try:
                if root:
                    yield from self._search_root(state, actions[:first], depth, done)
                else:
                    done.append(((yield from self._average(state)), ()))
            except Exhausted:
                return
            done.sort(key=lambda one: -one[0])
            actions = [*(one for _, one in done), *actions[first:]] if root else []
            view.show([self._line(state, one) for one in done[:LINES]], depth, self.budget.nodes)
            yield view

    def _search_root(
        self, state: State, actions: Sequence[Action], depth: int, done: list[Scored]
    ) -> SearchSteps[None]:
        for action in actions:
            done.append(((yield from self._child_value(state, action)), action))
            if depth == 1 and len(done) <= LINES:
                view, first = self.progress, sorted(done, key=lambda one: -one[0])
                assert isinstance(view, LinesProgress)
                view.show([Variation(value, (one,)) for value, one in first], 0, self.budget.nodes)

    def _average(self, state: State) -> SearchSteps[float]:
        """Return the mean over the outcomes of the chance node at the root; over samples where
        chance decides several times in a row, as in a deal."""
        outcomes = self.hints.outcomes(state, False)
        if _after(state, outcomes[0][0]).current_player() == CHANCE:
            outcomes = []
        total = weights = 0.0
        for number in range(0 if outcomes else DEALS):
            total += yield from self._child_value(*_dealt(state, Random(SEED + number)))
            weights += 1
        for outcome, weight in outcomes:
            total += weight * (yield from self._child_value(state, outcome))
            weights += weight
        return total / weights

    def _line(self, state: State, scored: Scored) -> Variation:
        """Return the decisions up to the next roll or the end of the turn."""
        value, action = scored
        if not action:
            return Variation(value, ())
        line, state = [action], state.clone()
        state.apply(action)
        while len(line) < MOST and state.current_player() >= 0:
            follows = self.chosen.get(state.key())
            if follows is None:
                break
            line.append(follows)
            state.apply(follows)
        return Variation(value, tuple(line))


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child


def _dealt(state: State, rng: Random) -> tuple[State, Action]:
    """Return a random last outcome before a player decides, and the position before it."""
    while True:
        outcomes = state.chance_outcomes()
        drawn = rng.choices(outcomes, [weight for _, weight in outcomes])[0][0]
        after = _after(state, drawn)
        if after.current_player() != CHANCE:
            return state, drawn
        state = after


def _guessed(state: State, eyes: int) -> list[State]:
    """Return what the mover may see, in worlds that `eyes` cannot tell apart."""
    rng, mover = Random(SEED), state.current_player()
    return [state.determinize(eyes, rng).observation(mover) for _ in range(WORLDS)]


def _sampled(
    hints: Hints, seen: Sequence[State], budget: Budget, view: LinesProgress
) -> SearchSteps[None]:
    """Rank the mover's actions by what he knows, in rounds of ever more nodes, averaged over
    `seen`: one observation, or several that are equally likely."""
    nodes, rounds = FIRST_NODES, 0
    while nodes <= LAST_NODES and not budget.exhausted():
        scored: list[list[Scored]] = []
        for observation in seen:
            part = budget.share(1)
            part.limit = nodes
            search = _round(hints, observation, view.mover, part)
            scored.append((yield from _reporting(search, budget, view)))
            if budget.cancelled:
                return
        rounds += 1
        best = _averaged(scored)[:LINES]
        view.show([Variation(value, (action,)) for value, action in best], rounds, budget.nodes)
        yield view
        nodes *= 2


def _averaged(scored: Sequence[Sequence[Scored]]) -> list[Scored]:
    """Return (mean value, action), best first, of the actions that are possible in most worlds; of
    all actions if none is."""
    found: dict[Action, list[float]] = {}
    for world in scored:
        for value, action in world:
            found.setdefault(action, []).append(max(-1.0, min(1.0, value)))
    usual = {one: values for one, values in found.items() if 2 * len(values) > len(scored)}
    means = [(sum(values) / len(values), one) for one, values in (usual or found).items()]
    return sorted(means, key=lambda one: (-one[0], one[1]))


def _round(hints: Hints, state: State, me: int, budget: Budget) -> SearchSteps[list[Scored]]:
    """Return (value, action), best first; a single legal action gets the value of the position."""
    level, rng, legal = max(LEVELS), Random(SEED), state.legal_actions()
    if len(legal) == 1:
        value = yield from seat_value(hints.game, state, me, level, rng, budget)
        return [(value, legal[0])]
    settings = level_of(hints.game, level)
    return (yield from score_actions(hints, state, me, budget, rng, settings))


def _reporting(
    search: SearchSteps[list[Scored]], budget: Budget, view: LinesProgress
) -> SearchSteps[list[Scored]]:
    """Run a round and report its nodes in `view`."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            scored: list[Scored] = end.value
            return scored
        view.nodes = budget.nodes
        yield view
