"""Time management, pruning and move ordering: what they save, and that results stay the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.games import load_game
from engine.search import levels
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchSteps, finish
from engine.search.hints import Hints
from engine.search.levels import think
from engine.search.ordering import ordered_actions
from engine.search.pruning import (
    FULL_DEPTH_ACTIONS,
    LATE_ACTION_COUNTS,
    UNLIMITED,
    late_action_count,
    late_move_reduction,
    null_move_reduction,
)
from engine.search.time_management import CLEAR_MARGINS, EXTENSION, STABLE_DEPTHS, TimeManager
from engine.search.transposition import (
    EXACT,
    LOWER_BOUND,
    UPPER_BOUND,
    SearchTables,
    TranspositionEntry,
)

ONE, OTHER = ("one",), ("other",)
# A knight may capture the queen for nothing; a quiet position with many choices.
GIFT = "4k3/5ppp/8/6q1/8/5N2/5PPP/4K3 w - - 6 4"
OPEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4"


def spend(budget: Budget, share: float) -> None:
    while budget.used_share() < share:
        budget.spend()


def test_a_stable_best_action_ends_the_search_sooner() -> None:
    steady, changed = Budget(1000), Budget(1000)
    for budget in (steady, changed):
        time = TimeManager(budget)
        for depth in range(1, STABLE_DEPTHS + 1):
            best = OTHER if budget is changed and depth == STABLE_DEPTHS else ONE
            time.new_best(0.1, best, depth)
            time.depth_completed(0.1, best)
        spend(budget, 0.55)
        assert time.should_stop() == (budget is steady)
    assert steady.limit == 1000 and changed.limit == 1000 * EXTENSION


def test_a_falling_value_extends_the_search_once() -> None:
    budget = Budget(1000)
    time = TimeManager(budget)
    for depth, value in ((1, 0.2), (2, 0.0), (3, -0.2), (4, -0.4)):
        time.new_best(value, ONE, depth)
        time.depth_completed(value, ONE)
        assert budget.limit == (1000 if depth < 3 else 1000 * EXTENSION)


def test_a_shared_budget_is_not_extended() -> None:
    whole = Budget(1000)
    part = whole.share(4)
    part.extend(EXTENSION)
    assert part.limit == 250
    whole.extend(EXTENSION)
    assert whole.limit == 1000 * EXTENSION


def test_only_a_stable_best_action_is_clear() -> None:
    time = TimeManager(Budget())
    depth = min(CLEAR_MARGINS)
    for number in range(STABLE_DEPTHS):
        assert time.clear_margin(depth) is None
        time.depth_completed(0.0, ONE if number else OTHER)
    time.depth_completed(0.0, ONE)
    assert time.clear_margin(depth) == CLEAR_MARGINS[depth]


def test_hard_decisions_take_more_nodes() -> None:
    game = load_game("andarraya")()
    spent = {}
    for text in (GIFT, OPEN):
        budget = Budget(4000)
        finish(think(game, game.state_from_text(text), 5, Random(1), budget))
        spent[text] = budget.nodes
    assert spent[GIFT] < 1500 < spent[OPEN] <= 4000 * EXTENSION


def test_late_move_reductions_grow_with_depth_and_number() -> None:
    for depth in range(1, 30):
        assert all(late_move_reduction(depth, number) == 0 for number in range(FULL_DEPTH_ACTIONS))
        lengths = [late_move_reduction(depth, number) for number in range(80)]
        assert lengths == sorted(lengths) and lengths[-1] < depth
        assert all(
            late_move_reduction(depth + 1, number) >= less for number, less in enumerate(lengths)
        )
    assert (
        late_move_reduction(1, 70) == 0
        and late_move_reduction(3, 5) == 1
        and late_move_reduction(8, 30) == 3
    )
    assert null_move_reduction(3) == 3 and null_move_reduction(9) == 5


@pytest.mark.parametrize(
    ("flag", "settled"),
    [(EXACT, (True, True)), (LOWER_BOUND, (False, True)), (UPPER_BOUND, (True, False))],
)
def test_a_transposition_entry_settles_windows_by_its_bound(
    flag: int, settled: tuple[bool, bool]
) -> None:
    entry = TranspositionEntry(3, flag, 0.2, None)
    windows = (0.3, 0.4), (0.0, 0.1)
    assert tuple(entry.allows_cutoff(3, *window) for window in windows) == settled
    assert not any(entry.allows_cutoff(4, *window) for window in windows)
    tables = SearchTables()
    tables.store("here", 3, 0.2, (windows[0], windows[1], (0.1, 0.3))[(2, 1, 0)[flag]], ONE)
    assert tables.probe("here") == TranspositionEntry(3, flag, 0.2, ONE)


def test_positions_are_evaluated_once_and_quiescence_is_cached() -> None:
    game = load_game("andarraya")()
    hints, tables, budget = Hints(game), SearchTables(), Budget()
    asked: list[object] = []
    found = hints.static_value

    def static_value(state: State, player: int) -> float:
        asked.append((state.key(), state.current_player()))
        return found(state, player)

    hints.static_value = static_value
    finish(Search(hints, 0, budget, 3, 0.0, tables).run(game.state_from_text(OPEN), Random(1)))
    assert len(asked) == len(set(asked)) > 200
    exchanges = [entry for entry in tables.table.values() if entry.depth <= 0]
    assert len(exchanges) > 50 and any(entry.best for entry in exchanges)


def test_a_full_transposition_table_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("andarraya")()
    state = game.state_from_text(OPEN)
    values = []
    for limit in (200_000, 10):
        monkeypatch.setattr("engine.search.transposition.TRANSPOSITION_LIMIT", limit)
        monkeypatch.setattr("engine.search.transposition.EVALUATION_LIMIT", limit)
        tables = SearchTables()
        scored = finish(Search(Hints(game), 0, Budget(), 3, 0.0, tables).run(state, Random(1)))
        values.append(scored[0][0])
        assert limit > 10 or len(tables.table) == len(tables.evaluations) == limit
    assert values[0] == pytest.approx(values[1], abs=0.02)


@pytest.mark.parametrize("text", [GIFT, OPEN])
def test_pruning_hides_no_better_action(text: str) -> None:
    """The same best action and nearly the same value as a search of every action."""
    game = load_game("andarraya")()
    state = game.state_from_text(text)
    cut, whole = (
        finish(Search(hints, 0, Budget(), 3).run(state, Random(1)))[0]
        for hints in (Hints(game), Hints(game).thorough())
    )
    assert cut[1] == whole[1] and cut[0] == pytest.approx(whole[0], abs=0.05)


def searched(hints: Hints, depth: int) -> tuple[Action, int]:
    """Return (action played in `OPEN`, nodes used)."""
    state, budget = hints.game.state_from_text(OPEN), Budget()
    return finish(Search(hints, 0, budget, depth).run(state, Random(1)))[0][1], budget.nodes


def test_late_actions_near_the_leaves_are_pruned(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [late_action_count(depth) for depth in range(1, len(LATE_ACTION_COUNTS) + 2)]
    assert counts == sorted(counts) and counts[0] > FULL_DEPTH_ACTIONS and counts[-1] == UNLIMITED
    hints = Hints(load_game("andarraya")())
    hints.slack = None  # no futility pruning
    action, nodes = searched(hints, 4)
    proof = searched(hints.thorough(), 2)
    monkeypatch.setattr("engine.search.alphabeta.late_action_count", lambda depth: UNLIMITED)
    same, more = searched(hints, 4)
    assert same == action and nodes < 0.9 * more
    assert searched(hints.thorough(), 2) == proof  # a proof prunes nothing anyway


def test_futility_pruning_skips_quiet_actions_one_by_one() -> None:
    """With the same best action, and never in a proof."""
    hints = Hints(load_game("andarraya")())
    action, nodes = searched(hints, 4)
    proof = searched(hints.thorough(), 2)
    hints.slack = None
    same, more = searched(hints, 4)
    assert same == action and nodes < 0.9 * more
    assert searched(hints.thorough(), 2) == proof


def test_late_quiet_actions_are_reduced_at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    depths: list[int] = []
    found = Search._child_value

    def after(self: Search, state: State, action: Action, *given: Any) -> SearchSteps[float]:
        depth, ply, _ = given[-1]
        if ply == 1:
            depths.append(depth)
        worth: float = yield from found(self, state, action, *given)
        return worth

    monkeypatch.setattr(Search, "_child_value", after)
    hints = Hints(load_game("andarraya")())
    for how, shallow in ((hints, True), (hints.thorough(), False)):
        depths.clear()
        state = how.game.state_from_text(OPEN)
        finish(Search(how, 0, Budget(20_000), 3, fixed_depth=True).run(state, Random(1)))
        last = depths[depths.index(2) :]
        assert last[:FULL_DEPTH_ACTIONS] == [2] * FULL_DEPTH_ACTIONS
        assert (min(last) < 2) == shallow


def test_move_ordering_yields_each_action_once_and_the_previous_best_first() -> None:
    game, rng = load_game("andarraya")(), Random(4)
    hints, tables, state = Hints(game), SearchTables(), game.initial_state()
    for _ in range(40):
        actions = state.legal_actions()
        first = rng.choice(actions)
        tables.killers[1] = killers = rng.sample(actions, min(2, len(actions)))
        found = [action for _, action in ordered_actions(hints, tables, state, first, 1)]
        assert found[0] == first and sorted(found) == sorted(actions)
        worth = dict(zip(actions, hints.worth(state, actions), strict=True))
        quiet = [action for action in found[1:] if worth[action] <= 0]
        calm = {action for action in killers if worth[action] <= 0 and action != first}
        assert set(quiet[: len(calm)]) == calm
        state.apply(rng.choice(actions))


@pytest.mark.parametrize("name", ["andarraya", "cotadrez"])
def test_captures_are_generated_with_their_gain_best_first(name: str) -> None:
    game, rng = load_game(name)(), Random(2)
    hints, seen = Hints(game), 0
    for _ in range(6):
        state = game.initial_state()
        while (player := state.current_player()) != TERMINAL and seen < 400:
            if player == CHANCE:
                state.apply(("reveal",))
                continue
            taking = [] if hints.in_check(state) else hints.taking(state)
            assert [worth for worth, _ in taking] == sorted((w for w, _ in taking), reverse=True)
            assert {action for _, action in taking} <= set(state.legal_actions())
            for least in () if hints.in_check(state) else (0.05, 0.3, 0.7):
                left = set(taking) - set(hints.taking(state, least))
                assert all(worth < least for worth, _ in left)
            seen += len(taking)
            plan = hints.setup(state, rng) or [rng.choice(sorted(state.legal_actions()))]
            for action in plan:
                state.apply(action)
    assert seen >= 400
    assert hints.without_replies().taking(state) == []


@pytest.mark.parametrize(("worse", "kept"), [(0.0, "busy"), (0.04, "busy"), (0.06, "idle")])
def test_an_idle_action_is_dropped_unless_the_others_are_clearly_worse(
    monkeypatch: pytest.MonkeyPatch, worse: float, kept: str
) -> None:
    state = load_game("andarraya")().initial_state()
    idle, busy = state.legal_actions()[:2]
    hints = Hints(state.game)
    monkeypatch.setattr(hints, "idle", lambda state, action: action == idle)
    scored = [(0.1, idle), (0.1 - worse, busy)]
    found = levels._without_idle(hints, state, scored, 0.05)
    assert found[0][1] == {"busy": busy, "idle": idle}[kept]
