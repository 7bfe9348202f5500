"""Opponents with a style: each prefers certain actions among those nearly as good as the best.

cautious: avoids attacks and advances; reckless: seeks them; tricky: leaves the opponent many
replies that lose something. They search like the level they are based on.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, State
from engine.search.alphabeta import Scored, Search
from engine.search.budget import Budget, Exhausted, SearchSteps
from engine.search.hints import Hints

CAUTIOUS, RECKLESS, TRICKY = "cautious", "reckless", "tricky"
STYLES = (CAUTIOUS, RECKLESS, TRICKY)
STYLE_MARGIN = 0.03  # how much worse than the best a preferred action may be
TRAP_CANDIDATES = 5  # actions whose replies are searched
ERROR_LOSS = 0.15  # loss at which a reply counts fully as an error
TASTE_NOISE = 0.1  # random share of the preference


def choose_by_style(
    hints: Hints, state: State, scored: list[Scored], style: str, rng: Random, budget: Budget
) -> SearchSteps[Action]:
    """Return the action that value and style rank first.

    `scored`: best first; `state`: the searched state, an observation or the game's model."""
    best = scored[0][0]
    good = [one for one in scored if one[0] > best - STYLE_MARGIN]
    if len(good) == 1 or best > 1:
        return scored[0][1]
    if style == TRICKY:
        liked = yield from _trap_shares(hints, state, good[:TRAP_CANDIDATES], rng, budget)
        good = good[:TRAP_CANDIDATES]
    else:
        liked = list(hints.daring(state, [action for _, action in good]))
        if style == CAUTIOUS:
            liked = [1 - one for one in liked]
    points = [
        value - best + STYLE_MARGIN * (like + TASTE_NOISE * rng.random())
        for (value, _), like in zip(good, liked, strict=True)
    ]
    return good[max(range(len(good)), key=points.__getitem__)][1]


def _trap_shares(
    hints: Hints, state: State, good: list[Scored], rng: Random, budget: Budget
) -> SearchSteps[list[float]]:
    """Return for each action the share of replies that are errors, 0…1; 0 where the opponent is
    not the next to decide."""
    out: list[float] = []
    for _, action in good:
        child = state.clone()
        child.apply(action)
        other = child.current_player()
        if other < 0 or other == state.current_player():
            out.append(0.0)
            continue
        search = Search(hints, other, budget.share(TRAP_CANDIDATES - len(out)), 1, margin=2.0)
        try:
            answers = yield from search.run(child, rng)
        except Exhausted:
            answers = []
        top = answers[0][0] if answers else 0.0
        lost = [min(1.0, (top - value) / ERROR_LOSS) for value, _ in answers]
        out.append(sum(lost) / len(lost) if lost else 0.0)
    return out
