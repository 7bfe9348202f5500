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
from engine.search.budget import Budget, Progress, Thinking
from engine.search.determinizations import hides
from engine.search.hints import Hints
from engine.search.levels import level_of

NOT_BETTER = 0.02  # a lead nobody would play on for
CALM_TURNS = 16  # turns of all sides in which nothing was won or lost
JUDGED = 4  # own turns that have to be no better, the present one included
RELIEF = 0.4  # so far behind a draw is taken at any time
RESIGN = (4, 5)  # the levels that give up
HOPELESS_TURNS = 5  # own turns in a row
EVERY = 32  # positions of the game so far between two pauses


def agrees(
    game: AnyGame,
    past: Iterable[State],
    seat: int,
    level: int,
    rng: Random,
    budget: Budget,
) -> Thinking[bool]:
    """Whether `seat` takes a draw now. `past`: the positions so far as it observed them, the
    present one last; each is looked at before the next is asked for."""
    hints, told = Hints(game), Progress()
    own: deque[State] = deque(maxlen=JUDGED)
    calm, stock, turn = 0, None, -1
    state: State | None = None
    for number, state in enumerate(past):
        if number % EVERY == 0:
            yield told
        if state.turn_index() == turn or state.current_player() < 0:
            continue
        turn, last, stock = state.turn_index(), stock, hints.stock(state)
        calm = calm + 1 if stock == last else 0
        if state.current_player() == seat:
            own.append(state.clone())
    if state is None or hints.dead(state):
        return state is not None
    shown = calm >= CALM_TURNS and all(game.evaluate(one, seat) <= NOT_BETTER for one in own)
    value = yield from outlook(game, state, seat, level, rng, budget)
    return value <= (NOT_BETTER if shown else -RELIEF)


def outlook(
    game: AnyGame, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> Thinking[float]:
    """What the position is worth to `seat`, −1…1: the mean over determinizations."""
    how, hints = level_of(game, level), Hints(game)
    if hints.widths:
        return hints.static_value(observation, seat)
    mine = observation.current_player() == seat  # a model is made for whoever decides
    if mine and (model := hints.model(observation)) is not None:
        return (yield from Search(hints, seat, budget, how.depth).value(model))
    if not hides(hints, observation, seat, rng):
        return (yield from Search(hints, seat, budget, how.depth).value(observation))
    total, counted = 0.0, 0
    told = Progress()
    for left in range(how.determinizations, 0, -1):
        state = observation.determinize(seat, rng)
        total += yield from Search(hints, seat, budget.share(left), how.depth).value(state)
        counted += 1
        told.determinizations, told.nodes, told.value = counted, budget.nodes, total / counted
        yield told
        if budget.spent():
            break
    return total / counted


class Hopes:
    """What one seat thought of its own turns in one game, for whether it goes on."""

    def __init__(self) -> None:
        self._turn = -1
        self._lost = 0  # turns in a row that were hopeless

    def note(self, game: AnyGame, state: State, value: float) -> None:
        """The value a search found in a position of its own; a turn counts once, at its worst."""
        turn = state.turn_index()
        if turn < self._turn:
            self._lost = 0  # something was taken back
        if value > -Hints(game).lost:
            self._lost = 0
        elif turn != self._turn:
            self._lost += 1
        self._turn = turn

    def gone(self, level: int) -> bool:
        """Whether a player of this level gives up now."""
        return level in RESIGN and self._lost >= HOPELESS_TURNS
