"""When a computer player agrees to a draw, offers one, or gives up.

It judges what its own seat observes. A draw has to be shown by play: nothing won or lost for a
while, and no lead of its own on any of its last turns; or nobody can win any more. It gives up when
it has been hopelessly behind for several turns in a row, at the levels that would win from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random

from engine.core.contract import AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, Progress, SearchSteps
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints
from engine.search.levels import level_of

DRAW_MARGIN = 0.02  # a lead nobody would play on for
QUIET_TURNS = 16  # turns of all sides in which nothing was won or lost
OWN_TURNS = 4  # own turns that have to be no better, the present one included
RELIEF_MARGIN = 0.4  # so far behind a draw is taken at any time
RESIGN_LEVELS = (4, 5)  # the levels that give up
RESIGN_TURNS = 5  # own turns in a row
YIELD_EVERY = 32  # positions of the game so far between two pauses


def accepts_draw(
    game: AnyGame,
    past: Iterable[State],
    seat: int,
    level: int,
    rng: Random,
    budget: Budget,
) -> SearchSteps[bool]:
    """Whether `seat` takes a draw now. `past`: the positions so far as it observed them, the
    present one last; each is looked at before the next is asked for."""
    hints, progress = Hints(game), Progress()
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
    """What the position is worth to `seat`, −1…1: the mean over determinizations."""
    settings, hints = level_of(game, level), Hints(game)
    if hints.widths:
        return hints.static_value(observation, seat)
    mine = observation.current_player() == seat  # a model is made for whoever decides
    if mine and (model := hints.model(observation)) is not None:
        return (yield from Search(hints, seat, budget, settings.depth).value(model))
    if not has_hidden_information(hints, observation, seat, rng):
        return (yield from Search(hints, seat, budget, settings.depth).value(observation))
    total, counted = 0.0, 0
    progress = Progress()
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
    """What one seat thought of its own turns in one game, for whether it goes on."""

    def __init__(self) -> None:
        self._turn = -1
        self._hopeless_turns = 0  # turns in a row that were hopeless

    def update(self, game: AnyGame, state: State, value: float) -> None:
        """The value a search found in a position of its own; a turn counts once, at its worst."""
        turn = state.turn_index()
        if turn < self._turn:
            self._hopeless_turns = 0  # something was taken back
        if value > -Hints(game).lost:
            self._hopeless_turns = 0
        elif turn != self._turn:
            self._hopeless_turns += 1
        self._turn = turn

    def should_resign(self, level: int) -> bool:
        """Whether a player of this level gives up now."""
        return level in RESIGN_LEVELS and self._hopeless_turns >= RESIGN_TURNS
