"""The computer's opinion of a set-up: winning chances averaged over set-ups of the opponent.

Each reply is drawn as `Game.random_draft` draws a set-up. The position after it is searched with
everything open, which neither player can do in the game: the average tells what the set-up is worth
before the opponent's is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.core.contract import CHANCE, AnyGame, State
from engine.search.budget import Budget, SearchProgress, SearchSteps
from engine.search.chances import winning_chances
from engine.search.lines import best_lines

REPLIES = 12
NODES = 1200  # for each reply
MOST_STEPS = 100  # of a set-up phase: set-ups and outcomes


@dataclass(slots=True)
class SetupProgress(SearchProgress):
    """Progress of the average. `chances`: winning chances, 0…1, against each reply so far."""

    chances: list[float] = field(default_factory=list)


def setup_chances(
    game: AnyGame, start: State, player: int, text: str, rng: Random, budget: Budget
) -> SearchSteps[SetupProgress]:
    """Average the chances of a player who sets up as `text` (`Game.setup_text`) says.

    No chances are found for a set-up that does not fit, nor in a game of more than two players."""
    progress = SetupProgress()
    if len(game.sides) != 2:
        return progress
    for _ in range(REPLIES):
        state = set_up(game, start, player, text, rng)
        if state is None or budget.cancelled:
            break
        part = budget.share(1)
        part.limit = NODES
        search = best_lines(game, state, part)
        while True:
            try:
                next(search)
            except StopIteration as end:
                found = end.value
                break
            progress.nodes = budget.nodes
            yield progress
        value = found.value if found.mover == player else -found.value
        progress.chances.append(winning_chances(value))
        progress.depth = max(progress.depth, found.depth)
        yield progress
    return progress


def set_up(game: AnyGame, start: State, player: int, text: str, rng: Random) -> State | None:
    """Return the first position after the set-up; the other player's is drawn by lot, as is what
    `player` does not know of the start. None if `text` does not fit."""
    usual = start.to_text() == game.initial_state().to_text()
    state = start.clone() if usual else start.determinize(player, rng)
    for _ in range(MOST_STEPS):
        mover = state.current_player()
        if mover == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply(rng.choices([one for one, _ in outcomes], [n for _, n in outcomes])[0])
            continue
        if mover < 0 or game.arrangement(state) is None:
            return state
        mine = mover == player
        draft = game.read_setup(state, text) if mine else game.random_draft(state, rng)
        plan = game.arrangement(state, draft) if draft else None
        if plan is None or not plan.actions:
            return None
        for action in plan.actions:
            state.apply(action)
    return None
