"""Iterative-deepening alpha-beta (negamax, principal variation search) over contract states.

Values are those of `Game.evaluate` for `me`, the player at the root; all other players count as
one opponent. A forced win is worth more than 1, and more the sooner it comes. Inside the tree a
value is relative to the player to move; at chance and terminal nodes it is relative to `me`.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.search.budget import Budget, Exhausted, SearchProgress, SearchSteps
from engine.search.depth import QUIESCENCE_PLIES, NodeDepth, step
from engine.search.hints import Hints
from engine.search.ordering import ordered_actions
from engine.search.pruning import (
    NULL_MOVE_MIN_DEPTH,
    PRUNING_MAX_DEPTH,
    STATIC_NULL_MOVE_MAX_DEPTH,
    UNLIMITED,
    late_action_count,
    late_move_reduction,
    null_move_reduction,
)
from engine.search.time_management import TimeManager
from engine.search.transposition import MAX_PLY, WIN_THRESHOLD, SearchTables

INFINITE = 9.0
WIN_PER_PLY = 0.001  # bonus of a win for each ply it comes sooner
MAX_VALUE = 1 + WIN_PER_PLY * MAX_PLY  # upper bound of every value
EPSILON = 1e-7  # width of a null window

Scored = tuple[float, Action]


class Search:
    """Search of one position for player `me`.

    `depth`: the maximum. `margin`: root actions this close to the best get exact values, so that
    the caller can choose among them. `tables`: those of the same player's last decision in this
    game; pass none when a model of the game is searched. `fixed_depth`: search to `depth` even
    when the choice is clear earlier."""

    def __init__(
        self,
        hints: Hints,
        me: int,
        budget: Budget,
        depth: int = 64,
        margin: float = 0.0,
        tables: SearchTables | None = None,
        fixed_depth: bool = False,
    ) -> None:
        self.hints, self.me, self.budget = hints, me, budget
        self.max_depth, self.margin, self.fixed_depth = depth, margin, fixed_depth
        self.progress, self._time = SearchProgress(), TimeManager(budget)
        self._tables = tables or SearchTables()
        self._null_move_ply = 0  # ply right after a null move
        self._reducible: set[Action] = set()  # root actions open to late-move reductions

    # -- the root ----------------------------------------------------------------------------

    def run(self, state: State, rng: Random) -> SearchSteps[list[Scored]]:
        """Return (value, action) of the root actions, best first; beyond `margin` upper bounds."""
        self._tables.new_search(state.turn_index())
        ranked = self.hints.generate(state, root=True)
        rng.shuffle(ranked)
        ranked.sort(key=lambda one: -one[0])
        scored = [(0.0, action) for _, action in ranked]
        if self.hints.null_move is not None:
            self._reducible = {action for worth, action in ranked if worth <= 0}
        self.progress.best = scored[0][1]
        if len(scored) == 1:
            return scored
        for depth in range(1, self.max_depth + 1):
            done: list[Scored] = []
            try:
                yield from self._search_root(state, [action for _, action in scored], depth, done)
                scored = sorted(done, key=lambda one: -one[0])
                self.progress.depth = depth
                self._report(scored[0])
                self._time.depth_completed(*scored[0])
                if not self.fixed_depth and (yield from self._can_stop(state, scored, depth)):
                    break
            except Exhausted:
                return _merge_unfinished(done, scored, self.margin) if done else scored
        return scored

    def value(self, state: State, least: float = -INFINITE) -> SearchSteps[float]:
        """Return the value of the position for `me`, −1…1, whoever is to move; up to `least` it
        is an upper bound."""
        self._tables.new_search(state.turn_index())
        player = state.current_player()
        found = self.hints.game.evaluate(state, self.me)
        for depth in range(1, self.max_depth + 1):
            try:
                mine = player == self.me or player < 0
                window = (least, INFINITE) if mine else (-INFINITE, -least)
                score = yield from self._search(
                    state, player, *window, (depth, 1, QUIESCENCE_PLIES)
                )
            except Exhausted:
                break
            found = score if mine else -score
            self.progress.depth = depth
            if abs(found) > WIN_THRESHOLD or self.budget.cancelled:
                break
        return max(-1.0, min(1.0, found))

    def _can_stop(self, state: State, scored: list[Scored], depth: int) -> SearchSteps[bool]:
        """Return whether a deeper iteration is not worth it: the game is decided, most of the
        budget is spent, or a null-window search shows every other action far behind."""
        best = scored[0][0]
        if abs(best) > WIN_THRESHOLD or self._time.should_stop():
            return True
        margin = self._time.clear_margin(depth)
        if margin is None:
            return False
        alpha = best - margin
        for bound, action in scored[1:]:
            if bound > alpha:
                depths = (depth - 2, 1, QUIESCENCE_PLIES)
                value = yield from self._child_value(
                    state, action, 1, alpha, alpha + EPSILON, depths
                )
                if value > alpha:
                    return False
        return True

    def _search_root(
        self, state: State, actions: list[Action], depth: int, done: list[Scored]
    ) -> SearchSteps[None]:
        """Append the (value, action) pairs of one iteration to `done`, which survives Exhausted."""
        best = -INFINITE
        for action in actions:
            alpha = best - self.margin if done else -INFINITE
            reduction: int | None = None
            if done:
                reducible = action in self._reducible
                reduction = late_move_reduction(depth, len(done)) if reducible else 0
            value = yield from self._search_action(
                state, action, 1, (alpha, INFINITE), (depth - 1, 1, QUIESCENCE_PLIES), reduction
            )
            done.append((value, action))
            if value > best:
                best = value
                self._time.new_best(value, action, depth)
                if len(done) > 1:
                    self._report((value, action))

    def _report(self, scored: Scored) -> None:
        self.progress.value, self.progress.best = max(-1.0, min(1.0, scored[0])), scored[1]
        self.progress.nodes = self.budget.nodes

    # -- tree -------------------------------------------------------------------------------

    def _child_value(
        self, state: State, action: Action, sign: int, alpha: float, beta: float, depths: NodeDepth
    ) -> SearchSteps[float]:
        """Return the value of the position after `action`. `sign` is 1 when alpha, beta and the
        result are relative to `me`, else −1. `depths` are those of the child."""
        child, depths = step(self.hints, state, action, depths)
        if self.hints.repeated(child):
            return 0.0
        player = child.current_player()
        if sign == (1 if player == self.me or player < 0 else -1):
            return (yield from self._search(child, player, alpha, beta, depths))
        return -(yield from self._search(child, player, -beta, -alpha, depths))

    def _search(
        self, state: State, player: int, alpha: float, beta: float, depths: NodeDepth
    ) -> SearchSteps[float]:
        if self.budget.spend():
            self.progress.nodes = self.budget.nodes
            yield self.progress
        depth, ply, quiet_plies = depths
        if player == TERMINAL:
            return self._terminal_value(state, ply)
        if player == CHANCE:
            return (yield from self._chance_node(state, alpha, beta, depths))
        if ply >= MAX_PLY - 1:
            return self._static_value(state, player, (state.key(), player))
        if depth <= 0:
            if not self.hints.pending(state):
                return (yield from self._quiescence(state, player, alpha, beta, depths))
            depths = (0, ply, quiet_plies)
        return (yield from self._alphabeta(state, player, alpha, beta, depths))

    def _terminal_value(self, state: State, ply: int) -> float:
        outcome = state.outcome()
        value = outcome.returns[self.me] if outcome else 0.0
        return value * (1 + WIN_PER_PLY * (MAX_PLY - ply)) if abs(value) >= 1 else value

    def _static_value(self, state: State, player: int, key: object) -> float:
        value = self._tables.evaluations.get(key)
        if value is None:
            value = self.hints.static_value(state, self.me)
            self._tables.store_evaluation(key, value)
        return value if player == self.me else -value

    def _chance_node(
        self, state: State, alpha: float, beta: float, depths: NodeDepth
    ) -> SearchSteps[float]:
        """Return the expected value for `me`, or a bound once the remaining outcomes cannot
        bring it back into the window (Star1)."""
        depth, ply, quiet_plies = depths
        outcomes = self.hints.outcomes(state, depth <= 0)
        if not outcomes:
            return self.hints.static_value(state, self.me)
        total_weight = left = sum(weight for _, weight in outcomes)
        total, below = 0.0, (depth, ply + 1, quiet_plies)
        for action, weight in outcomes:
            left -= weight
            floor = (alpha * total_weight - total - left * MAX_VALUE) / weight
            ceiling = (beta * total_weight - total + left * MAX_VALUE) / weight
            value = yield from self._child_value(
                state, action, 1, max(floor, -INFINITE), min(ceiling, INFINITE), below
            )
            total += weight * value
            if value <= floor:
                return (total + left * MAX_VALUE) / total_weight
            if value >= ceiling:
                return (total - left * MAX_VALUE) / total_weight
        return total / total_weight

    def _alphabeta(
        self, state: State, player: int, alpha: float, beta: float, depths: NodeDepth
    ) -> SearchSteps[float]:
        depth, ply, quiet_plies = depths
        key = (state.key(), player)
        entry = self._tables.probe(key)
        if entry is not None and entry.allows_cutoff(depth, alpha, beta):
            return entry.value
        value = yield from self._null_move_value(state, player, beta, depths, key)
        if value >= beta:
            return value
        pending = self.hints.pending(state)
        static_eval, action_limit = self._pruning_limits(state, player, depth, pending, key)
        action_limit = action_limit if beta - alpha < 2 * EPSILON else UNLIMITED
        sign = 1 if player == self.me else -1
        best, best_action, window = -INFINITE, None, (alpha, beta)
        by_action = self.hints.slack is not None
        below = (depth if pending else depth - 1, ply + 1, quiet_plies)
        actions = ordered_actions(
            self.hints, self._tables, state, entry.best if entry else None, ply
        )
        for number, (worth, action) in enumerate(actions):
            if worth <= 0 and (best > -WIN_THRESHOLD or (by_action and alpha > -WIN_THRESHOLD)):
                if number >= action_limit and best > -WIN_THRESHOLD:
                    break  # late move pruning: only quiet actions are left
                optimistic = static_eval + self.hints.futility_margin(worth, depth)
                if optimistic <= alpha:
                    best = max(best, optimistic)
                    continue  # futility pruning
            reduction: int | None = None
            if number:
                reducible = worth <= 0 and not pending
                reduction = late_move_reduction(depth, number) if reducible else 0
            value = yield from self._search_action(
                state, action, sign, (alpha, beta), below, reduction
            )
            if value > best:
                best, best_action = value, action
                alpha = max(alpha, value)
                if value >= beta:
                    if worth <= 0:
                        self._tables.record_cutoff(action, depth, ply)
                    break
        self._tables.store(key, depth, best, window, best_action)
        return best

    def _search_action(
        self,
        state: State,
        action: Action,
        sign: int,
        window: tuple[float, float],
        depths: NodeDepth,
        reduction: int | None,
    ) -> SearchSteps[float]:
        """Return the value of an action. Unless `reduction` is None a null-window search comes
        first, `reduction` plies shallower; the full window is searched only if it fails high."""
        alpha, beta = window
        if reduction is not None:
            reduced = (depths[0] - reduction, depths[1], depths[2]) if reduction else depths
            value = yield from self._child_value(
                state, action, sign, alpha, alpha + EPSILON, reduced
            )
            if value <= alpha or (value >= beta and not reduction):
                return value
        return (yield from self._child_value(state, action, sign, alpha, beta, depths))

    def _null_move_value(
        self, state: State, player: int, beta: float, depths: NodeDepth, key: object
    ) -> SearchSteps[float]:
        """Return a value ≥ beta when the null move causes a cutoff, else a lower value that the
        caller ignores. Near the leaves the static evaluation minus a margin takes the place of
        the reduced search (static null move)."""
        null_move = self.hints.null_move
        depth, ply, quiet_plies = depths
        after_null_move = self._null_move_ply == ply
        if null_move is None or after_null_move or beta > WIN_THRESHOLD:
            return -INFINITE
        static_eval = self._static_value(state, player, key)
        child = null_move(state) if static_eval >= beta else None
        if child is None:
            return -INFINITE
        if depth <= STATIC_NULL_MOVE_MAX_DEPTH and self.hints.margin:
            return static_eval - depth * self.hints.margin
        if depth < NULL_MOVE_MIN_DEPTH:
            return -INFINITE
        self._null_move_ply = ply + 1
        other, least = child.current_player(), beta - EPSILON
        below = (depth - null_move_reduction(depth), ply + 1, quiet_plies)
        value = yield from self._search(child, other, -beta, -least, below)
        self._null_move_ply = 0
        return -value

    def _pruning_limits(
        self, state: State, player: int, depth: int, pending: bool, key: object
    ) -> tuple[float, int]:
        """Return (static evaluation for futility pruning, number of actions before late move
        pruning in a null window); INFINITE and UNLIMITED where the node may not be pruned."""
        if pending or depth > PRUNING_MAX_DEPTH or self.hints.in_check(state):
            return INFINITE, UNLIMITED
        count = UNLIMITED if self.hints.null_move is None else late_action_count(depth)
        if not self.hints.margin or (depth > 1 and self.hints.slack is None):
            return INFINITE, count
        return self._static_value(state, player, key), count

    def _quiescence(
        self, state: State, player: int, alpha: float, beta: float, depths: NodeDepth
    ) -> SearchSteps[float]:
        """Return the quiescence value: stand pat, captures, and every reply to a check."""
        _, ply, quiet_plies = depths
        if quiet_plies > 0 and self.hints.in_check(state):
            return (
                yield from self._alphabeta(state, player, alpha, beta, (1, ply, quiet_plies - 2))
            )
        key, depth = (state.key(), player), quiet_plies - QUIESCENCE_PLIES
        stand_pat = best = self._static_value(state, player, key)
        if quiet_plies <= 0 or best >= beta:
            return best
        entry = self._tables.probe(key)
        if entry is not None and entry.allows_cutoff(depth, alpha, beta):
            return entry.value
        margin = self.hints.margin
        least = alpha - stand_pat - margin if margin else 0.0
        taking = self.hints.taking(state, least)
        if least > 0:
            best = alpha  # captures that win less are not generated
        if not taking:
            return best
        best_action, window, alpha = None, (alpha, beta), max(alpha, best)
        sign = 1 if player == self.me else -1
        below = (0, ply + 1, quiet_plies - 1)
        for worth, action in taking:
            if margin and stand_pat + worth + margin <= alpha:
                best = max(best, stand_pat + worth + margin)
                break
            value = yield from self._child_value(state, action, sign, alpha, beta, below)
            if value > best:
                best, best_action = value, action
                alpha = max(alpha, value)
                if value >= beta:
                    break
        if entry is None or entry.depth <= 0:
            self._tables.store(key, depth, best, window, best_action)
        return best


def _merge_unfinished(done: list[Scored], before: list[Scored], margin: float) -> list[Scored]:
    """Return the actions an unfinished iteration searched and, below them, the rest."""
    seen = {action for _, action in done}
    floor = min(value for value, _ in done) - margin - EPSILON
    rest = [(min(value, floor), action) for value, action in before if action not in seen]
    return sorted(done, key=lambda one: -one[0]) + rest
