"""How long and how deep the search looks: what it saves, and that it finds the same."""

from __future__ import annotations

from random import Random

from engine.games import load_game
from engine.search.budget import Budget, finish
from engine.search.levels import think
from engine.search.pace import CLEAR, EXTRA, STEADY, Pace

ONE, OTHER = ("one",), ("other",)
# A knight may take the queen for nothing; nothing is taken, and there is much to choose from.
GIFT = "4k3/5ppp/8/6q1/8/5N2/5PPP/4K3 w - - 6 4"
OPEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4"


def spend(budget: Budget, share: float) -> None:
    while budget.used() < share:
        budget.spend()


def test_a_steady_best_ends_a_search_sooner_than_one_that_has_just_changed() -> None:
    steady, changed = Budget(1000), Budget(1000)
    for budget in (steady, changed):
        pace = Pace(budget)
        for depth in range(1, STEADY + 1):
            best = OTHER if budget is changed and depth == STEADY else ONE
            pace.seen(0.1, best, depth)
            pace.done(0.1, best)
        spend(budget, 0.4)
        assert pace.enough() == (budget is steady)
    assert steady.limit == 1000 and changed.limit == 1000 * EXTRA


def test_a_best_that_looks_worse_than_it_did_is_thought_about_for_longer_once() -> None:
    budget = Budget(1000)
    pace = Pace(budget)
    for depth, value in ((1, 0.2), (2, 0.0), (3, -0.2), (4, -0.4)):
        pace.seen(value, ONE, depth)
        pace.done(value, ONE)
        assert budget.limit == (1000 if depth < 3 else 1000 * EXTRA)


def test_what_is_shared_is_not_extended() -> None:
    whole = Budget(1000)
    part = whole.share(4)
    part.extend(EXTRA)
    assert part.limit == 250
    whole.extend(EXTRA)
    assert whole.limit == 1000 * EXTRA


def test_only_a_steady_best_is_clear() -> None:
    pace = Pace(Budget())
    depth = min(CLEAR)
    for number in range(STEADY):
        assert pace.clear(depth) is None
        pace.done(0.0, ONE if number else OTHER)
    pace.done(0.0, ONE)
    assert pace.clear(depth) == CLEAR[depth]


def test_thinking_takes_as_long_as_the_decision_is_hard() -> None:
    game = load_game("andarraya")()
    spent = {}
    for text in (GIFT, OPEN):
        budget = Budget(4000)
        finish(think(game, game.state_from_text(text), 5, Random(1), budget))
        spent[text] = budget.nodes
    assert spent[GIFT] < 1500 < spent[OPEN] <= 4000 * EXTRA
