"""When a computer player accepts a draw, and when it resigns. It judges its own observation.

It accepts a draw when nobody can win, when it is far behind, or when nothing was won or lost for
some time and it is not ahead. Strong levels resign after several hopeless turns in a row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random

from engine.core.contract import AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchProgress, SearchSteps
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints
from engine.search.levels import level_of

DRAW_MARGIN = 0.02  # a lead too small to play on for
QUIET_TURNS = 16  # turns of all sides with nothing won or lost
OWN_TURNS = 4  # last own turns without a lead, the present one included
RELIEF_MARGIN = 0.4  # so far behind, a draw is accepted at any time
RESIGN_LEVELS = (4, 5)  # the levels that resign
RESIGN_TURNS = 5  # hopeless own turns in a row
YIELD_EVERY = 32  # positions of the game so far between two yields


def accepts_draw(
    game: AnyGame,
    past: Iterable[State],
    seat: int,
    level: int,
    rng: Random,
    budget: Budget,
) -> SearchSteps[bool]:
    """Return whether `seat` accepts a draw now.

    `past`: its observations of the game so far, the present one last. The iterator may reuse one
    state object: each is read before the next is requested."""
    hints, progress = Hints(game), SearchProgress()
    own: deque[State] = deque(maxlen=OWN_TURNS)
    quiet_turns, stock, turn = 0, None, -1
    state: State | None = None
    for number, state in enumerate(past):
        if number % YIELD_EVERY == 0:
            yield progress
        if state.turn_index() == turn or state.current_player() < 0:
            continue
        turn, last, stock = state.turn_index(), stock, hints.stock(state)
        quiet_turns = quiet_turns + 1 if stock == last else 0
        if state.current_player() == seat:
            own.append(state.clone())
    if state is None or hints.dead(state):
        return state is not None
    shown = quiet_turns >= QUIET_TURNS and all(
        game.evaluate(one, seat) <= DRAW_MARGIN for one in own
    )
    value = yield from seat_value(game, state, seat, level, rng, budget)
    return value <= (DRAW_MARGIN if shown else -RELIEF_MARGIN)


def seat_value(
    game: AnyGame, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> SearchSteps[float]:
    """Return the value of the position for `seat`, −1…1, as a mean over determinizations."""
    settings, hints = level_of(game, level), Hints(game)
    if hints.widths:
        return hints.static_value(observation, seat)
    mine = observation.current_player() == seat  # a model exists for the player to move only
    if mine and (model := hints.model(observation)) is not None:
        return (yield from Search(hints, seat, budget, settings.depth).value(model))
    if not has_hidden_information(hints, observation, seat, rng):
        return (yield from Search(hints, seat, budget, settings.depth).value(observation))
    total, counted = 0.0, 0
    progress = SearchProgress()
    for left in range(settings.determinizations, 0, -1):
        state = observation.determinize(seat, rng)
        total += yield from Search(hints, seat, budget.share(left), settings.depth).value(state)
        counted += 1
        progress.determinizations, progress.nodes = counted, budget.nodes
        progress.value = total / counted
        yield progress
        if budget.exhausted():
            break
    return total / counted


class ResignTracker:
    """Count of hopeless turns in a row of one seat in one game."""

    def __init__(self) -> None:
        self._turn = -1
        self._hopeless_turns = 0

    def update(self, game: AnyGame, state: State, value: float) -> None:
        """Note a search value of an own decision. A turn counts once, and only if every value in
        it so far was hopeless."""
        turn = state.turn_index()
        if turn < self._turn:
            self._hopeless_turns = 0  # a takeback
        if value > -Hints(game).lost:
            self._hopeless_turns = 0
        elif turn != self._turn:
            self._hopeless_turns += 1
        self._turn = turn

    def should_resign(self, level: int) -> bool:
        """Return whether a player of this level resigns now."""
        return level in RESIGN_LEVELS and self._hopeless_turns >= RESIGN_TURNS
