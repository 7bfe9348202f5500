"""Measure the engine's view against the computer player's own search.

    python -m tests.bench.lines [GAME …] [--seconds 3]

Prints, by game, the time to the first line, and depth and nodes per second of the three lines as a
ratio to `ai:5`, both searching the same position for as long, here and now.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from engine.games import REGISTRY
from engine.match.match import Match
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchProgress, SearchSteps
from engine.search.hints import Hints
from engine.search.lines import best_lines
from engine.search.turn_search import TurnSearch
from tests.engine.test_lines import middle

FEW = 3


def own(match: Match, budget: Budget) -> SearchSteps[object]:
    """Return the search that the computer player runs on the true position."""
    state, hints = match.state, Hints(match.game)
    me = state.current_player()
    if hints.widths:
        return TurnSearch(hints, me, budget, 2).run(state, Random(1))
    return Search(hints, me, budget, fixed_depth=True).run(state, Random(1))


def with_a_choice(game_id: str) -> Match:
    """Return a position in which the computer player has several actions to search."""
    for decisions in range(24, 60):
        match = middle(game_id, decisions)
        hints, state = Hints(match.game), match.state
        if state.current_player() >= 0 and len(hints.generate(state, root=True)) > FEW:
            return match
    return match


def measured(search: SearchSteps[object], budget: Budget) -> tuple[float, int, float]:
    """Return (seconds to the first line, depth, nodes per second)."""
    begun, first, last = time.perf_counter(), 0.0, SearchProgress()
    for last in search:
        if not first and getattr(last, "lines", None):
            first = time.perf_counter() - begun
    return first, last.depth, budget.nodes / max(time.perf_counter() - begun, 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    for game_id in given.games:
        match = with_a_choice(game_id)
        budgets = [Budget(0, given.seconds), Budget(0, given.seconds)]
        first, depth, pace = measured(
            best_lines(match.game, match.state.clone(), budgets[0]), budgets[0]
        )
        budgets[1] = Budget(0, given.seconds)
        _, deep, fast = measured(own(match, budgets[1]), budgets[1])
        print(
            f"{game_id}: first line after {1000 * first:.0f} ms; depth {depth} to {deep},"
            f" nodes per second {pace:.0f} to {fast:.0f} ({pace / max(fast, 1):.2f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
