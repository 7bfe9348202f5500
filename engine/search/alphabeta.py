"""Iterative deepening alpha-beta over contract states, with chance nodes by expectation.

Values are those of `Game.evaluate` for `me`, who decides; everybody else is taken for one opponent.
A win is worth more than 1 and the more the sooner it comes. Inside a node values are seen by whose
decision it is (negamax), chance and the end of the game by `me`.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.search.budget import Budget, Exhausted, Progress, Thinking
from engine.search.cuts import EVERY, SKIP_FROM, SKIPPED_TO, STATIC_TO, late, looked_at, skipping
from engine.search.hints import Hints
from engine.search.memory import LINES, WON, Memory
from engine.search.order import in_turn
from engine.search.patience import Patience
from engine.search.reach import QUIET_PLIES, Reach, step

INFINITE = 9.0
SOON = 0.001  # what a ply less to a win is worth
BEST = 1 + SOON * LINES  # no value is beyond it
HAIR = 1e-7  # the width of a window that only asks "better or not?"

Scored = tuple[float, Action]


class Search:
    """One search of one position for player `me`. `margin`: root actions this close to the best
    get exact values, for whoever chooses among them. `memory`: of that player's last decision in
    the same game; the states of a model are no states of the game and have none. `whole`: looks as
    deep as `depth` however clear the choice is."""

    def __init__(
        self,
        hints: Hints,
        me: int,
        budget: Budget,
        depth: int = 64,
        margin: float = 0.0,
        memory: Memory | None = None,
        whole: bool = False,
    ) -> None:
        self.hints, self.me, self.budget = hints, me, budget
        self.max_depth, self.margin, self.whole = depth, margin, whole
        self.progress, self._patience = Progress(), Patience(budget)
        self._memory = memory or Memory()
        self._skipped = 0  # the ply of a position that was reached by skipping a turn
        self._calm: set[Action] = set()  # root actions that may be looked at less deeply

    # -- the root ----------------------------------------------------------------------------

    def run(self, state: State, rng: Random) -> Thinking[list[Scored]]:
        """Root actions with their values, best first; those beyond `margin` are upper bounds."""
        self._memory.turn_over(state.turn_index())
        ranked = self.hints.generate(state, root=True)
        rng.shuffle(ranked)
        ranked.sort(key=lambda one: -one[0])
        scored = [(0.0, action) for _, action in ranked]
        if self.hints.null_move is not None:
            self._calm = {action for worth, action in ranked if worth <= 0}
        self.progress.best = scored[0][1]
        if len(scored) == 1:
            return scored
        for depth in range(1, self.max_depth + 1):
            done: list[Scored] = []
            try:
                yield from self._root(state, [action for _, action in scored], depth, done)
                scored = sorted(done, key=lambda one: -one[0])
                self.progress.depth = depth
                self._note(scored[0])
                self._patience.done(*scored[0])
                if not self.whole and (yield from self._settled(state, scored, depth)):
                    break
            except Exhausted:
                return _merged(done, scored, self.margin) if done else scored
        return scored

    def value(self, state: State) -> Thinking[float]:
        """What the position is worth to `me`, −1…1, whoever decides in it."""
        self._memory.turn_over(state.turn_index())
        player = state.current_player()
        found = self.hints.game.evaluate(state, self.me)
        for depth in range(1, self.max_depth + 1):
            try:
                seen = yield from self._node(
                    state, player, -INFINITE, INFINITE, (depth, 1, QUIET_PLIES)
                )
            except Exhausted:
                break
            found = seen if player == self.me or player < 0 else -seen
            self.progress.depth = depth
            if abs(found) > WON or self.budget.cancelled:
                break
        return max(-1.0, min(1.0, found))

    def _settled(self, state: State, scored: list[Scored], depth: int) -> Thinking[bool]:
        """Whether looking deeper would hardly choose otherwise: the game is decided, the budget
        mostly spent, or no other action comes near the best."""
        best = scored[0][0]
        if abs(best) > WON or self._patience.enough():
            return True
        margin = self._patience.clear(depth)
        if margin is None:
            return False
        low = best - margin
        for bound, action in scored[1:]:
            if bound > low:
                reach = (depth - 2, 1, QUIET_PLIES)
                value = yield from self._after(state, action, 1, low, low + HAIR, reach)
                if value > low:
                    return False
        return True

    def _root(
        self, state: State, actions: list[Action], depth: int, done: list[Scored]
    ) -> Thinking[None]:
        """Fills `done` with the values at one depth."""
        best = -INFINITE
        for action in actions:
            low = best - self.margin if done else -INFINITE
            probe = (late(depth, len(done)) if action in self._calm else 0) if done else None
            value = yield from self._try(
                state, action, 1, (low, INFINITE), (depth - 1, 1, QUIET_PLIES), probe
            )
            done.append((value, action))
            if value > best:
                best = value
                self._patience.seen(value, action, depth)
                if len(done) > 1:
                    self._note((value, action))

    def _note(self, one: Scored) -> None:
        self.progress.value, self.progress.best = max(-1.0, min(1.0, one[0])), one[1]
        self.progress.nodes = self.budget.nodes

    # -- inside ------------------------------------------------------------------------------

    def _after(
        self, state: State, action: Action, sign: int, low: float, high: float, reach: Reach
    ) -> Thinking[float]:
        """The value of an action, seen by `sign` (1: me); `reach` is that of what it leads to."""
        child, reach = step(self.hints, state, action, reach)
        if self.hints.repeated(child):
            return 0.0
        player = child.current_player()
        if sign == (1 if player == self.me or player < 0 else -1):
            return (yield from self._node(child, player, low, high, reach))
        return -(yield from self._node(child, player, -high, -low, reach))

    def _node(
        self, state: State, player: int, low: float, high: float, reach: Reach
    ) -> Thinking[float]:
        if self.budget.spend():
            self.progress.nodes = self.budget.nodes
            yield self.progress
        depth, ply, calm = reach
        if player == TERMINAL:
            return self._final(state, ply)
        if player == CHANCE:
            return (yield from self._chance(state, low, high, reach))
        if ply >= LINES - 1:
            return self._judge(state, player, (state.key(), player))
        if depth <= 0:
            if not self.hints.pending(state):
                return (yield from self._quiet(state, player, low, high, reach))
            reach = (0, ply, calm)
        return (yield from self._deep(state, player, low, high, reach))

    def _final(self, state: State, ply: int) -> float:
        outcome = state.outcome()
        value = outcome.returns[self.me] if outcome else 0.0
        return value * (1 + SOON * (LINES - ply)) if abs(value) >= 1 else value

    def _judge(self, state: State, player: int, key: object) -> float:
        value = self._memory.judged.get(key)
        if value is None:
            value = self.hints.static_value(state, self.me)
            self._memory.judge(key, value)
        return value if player == self.me else -value

    def _chance(self, state: State, low: float, high: float, reach: Reach) -> Thinking[float]:
        """The expectation, seen by `me`; a bound once the outcomes left cannot bring it back
        into the window (Star1)."""
        depth, ply, calm = reach
        outcomes = self.hints.outcomes(state, depth <= 0)
        if not outcomes:
            return self.hints.static_value(state, self.me)
        whole = left = sum(weight for _, weight in outcomes)
        total, below = 0.0, (depth, ply + 1, calm)
        for action, weight in outcomes:
            left -= weight
            floor = (low * whole - total - left * BEST) / weight
            ceiling = (high * whole - total + left * BEST) / weight
            value = yield from self._after(
                state, action, 1, max(floor, -INFINITE), min(ceiling, INFINITE), below
            )
            total += weight * value
            if value <= floor:
                return (total + left * BEST) / whole
            if value >= ceiling:
                return (total - left * BEST) / whole
        return total / whole

    def _deep(
        self, state: State, player: int, low: float, high: float, reach: Reach
    ) -> Thinking[float]:
        depth, ply, calm = reach
        key = (state.key(), player)
        kept = self._memory.known(key)
        if kept is not None and kept.settles(depth, low, high):
            return kept.value
        value = yield from self._too_good(state, player, high, reach, key)
        if value >= high:
            return value
        pending = self.hints.pending(state)
        judged, last = self._limits(state, player, depth, pending, key)
        last = last if high - low < 2 * HAIR else EVERY
        sign = 1 if player == self.me else -1
        best, choice, window = -INFINITE, None, (low, high)
        singly = self.hints.slack is not None
        below = (depth if pending else depth - 1, ply + 1, calm)
        actions = in_turn(self.hints, self._memory, state, kept.best if kept else None, ply)
        for number, (worth, action) in enumerate(actions):
            if worth <= 0 and (best > -WON or (singly and low > -WON)):
                if number >= last and best > -WON:
                    break  # from here on all are quiet, and those before them did not help
                most = judged + self.hints.most(worth, depth)
                if most <= low:
                    best = max(best, most)
                    continue  # quiet, and too far behind for one action
            less = 0 if worth > 0 or pending else late(depth, number)
            probe = less if number else None
            value = yield from self._try(state, action, sign, (low, high), below, probe)
            if value > best:
                best, choice = value, action
                low = max(low, value)
                if value >= high:
                    if worth <= 0:
                        self._memory.refuted(action, depth, ply)
                    break
        self._memory.keep(key, depth, best, window, choice)
        return best

    def _try(
        self,
        state: State,
        action: Action,
        sign: int,
        window: tuple[float, float],
        reach: Reach,
        probe: int | None,
    ) -> Thinking[float]:
        """With the whole window; before that, unless `probe` is None, with the question whether
        it is better at all, asked `probe` plies less deep."""
        low, high = window
        if probe is not None:
            nearer = (reach[0] - probe, reach[1], reach[2]) if probe else reach
            value = yield from self._after(state, action, sign, low, low + HAIR, nearer)
            if value <= low or (value >= high and not probe):
                return value
        return (yield from self._after(state, action, sign, low, high, reach))

    def _too_good(
        self, state: State, player: int, high: float, reach: Reach, key: object
    ) -> Thinking[float]:
        """What the position is worth even if the player skipped his turn, looked at less deeply or
        near the end only judged; it only counts when that is still too good for the other."""
        null_move = self.hints.null_move
        depth, ply, calm = reach
        twice = self._skipped == ply
        if null_move is None or twice or high > WON:
            return -INFINITE
        judged = self._judge(state, player, key)
        child = null_move(state) if judged >= high else None
        if child is None:
            return -INFINITE
        if depth <= STATIC_TO and self.hints.margin:
            return judged - depth * self.hints.margin
        if depth < SKIP_FROM:
            return -INFINITE
        self._skipped = ply + 1
        other, least = child.current_player(), high - HAIR
        below = (depth - skipping(depth), ply + 1, calm)
        value = yield from self._node(child, other, -high, -least, below)
        self._skipped = 0
        return -value

    def _limits(
        self, state: State, player: int, depth: int, pending: bool, key: object
    ) -> tuple[float, int]:
        """(what the position is worth as it is, how many actions are looked at where it is only
        asked whether one is good enough); endless where nothing may be skipped."""
        if pending or depth > SKIPPED_TO or self.hints.in_check(state):
            return INFINITE, EVERY
        count = EVERY if self.hints.null_move is None else looked_at(depth)
        if not self.hints.margin or (depth > 1 and self.hints.slack is None):
            return INFINITE, count
        return self._judge(state, player, key), count

    def _quiet(
        self, state: State, player: int, low: float, high: float, reach: Reach
    ) -> Thinking[float]:
        """Captures and the like until the position can be judged."""
        _, ply, calm = reach
        if calm > 0 and self.hints.in_check(state):
            return (yield from self._deep(state, player, low, high, (1, ply, calm - 2)))
        key, depth = (state.key(), player), calm - QUIET_PLIES
        stand = best = self._judge(state, player, key)
        if calm <= 0 or best >= high:
            return best
        kept = self._memory.known(key)
        if kept is not None and kept.settles(depth, low, high):
            return kept.value
        margin = self.hints.margin
        least = low - stand - margin if margin else 0.0
        taking = self.hints.taking(state, least)
        if least > 0:
            best = low  # what wins less than that is not even listed
        if not taking:
            return best
        choice, window, low = None, (low, high), max(low, best)
        sign = 1 if player == self.me else -1
        below = (0, ply + 1, calm - 1)
        for worth, action in taking:
            if margin and stand + worth + margin <= low:
                best = max(best, stand + worth + margin)
                break
            value = yield from self._after(state, action, sign, low, high, below)
            if value > best:
                best, choice = value, action
                low = max(low, value)
                if value >= high:
                    break
        if kept is None or kept.depth <= 0:
            self._memory.keep(key, depth, best, window, choice)
        return best


def _merged(done: list[Scored], before: list[Scored], margin: float) -> list[Scored]:
    """An unfinished depth: what it has seen, and well below that what it has not."""
    seen = {action for _, action in done}
    low = min(value for value, _ in done) - margin - HAIR
    rest = [(min(value, low), action) for value, action in before if action not in seen]
    return sorted(done, key=lambda one: -one[0]) + rest
