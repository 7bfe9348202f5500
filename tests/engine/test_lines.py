"""The engine's view: best lines, averages over chance, threats, forced wins."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.core.contract import CHANCE, State
from engine.games import REGISTRY, game_text, load_game
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search import engine_server, turn_search
from engine.search.alphabeta import INFINITE, Search
from engine.search.budget import Budget, finish
from engine.search.depth import QUIESCENCE_PLIES
from engine.search.engine_server import EngineServer, position_question
from engine.search.exercises import exercise
from engine.search.forced import ForcedWinSearch
from engine.search.hints import Hints
from engine.search.lines import (
    LINES,
    LineSearch,
    LinesProgress,
    TurnLines,
    after_null_move,
    best_lines,
)
from engine.search.transposition import SearchTables
from tests.fixtures.sampled import sampled
from tests.fixtures.shipped import SHIPPED

HANGING = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w AEHaeh - 6 4"


def middle(game_id: str, decisions: int = 24) -> Match:
    """Play some random decisions after the set-up, fewer if the game ends before."""
    played = 0
    match, rng = Match(MatchConfig(game_id), seeded(4)), Random(4)
    match.begin()
    while decisions and not match.over:
        state = match.state.observation(match.state.current_player())
        if match.game.arrangement(state) is not None:
            plan = match.game.arrangement(state, match.game.random_draft(state, rng))
            assert plan is not None
            for action in plan.actions:
                match.play(action)
            continue
        match.play(rng.choice(match.options_now()))
        decisions -= 1
        played += 1
    return middle(game_id, played // 2) if match.over else match


def look(state: State, nodes: int, eyes: int | None = None) -> LinesProgress:
    return finish(best_lines(state.game, state, Budget(nodes), eyes))


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("open_", [True, False])
def test_lines_can_be_played_and_the_best_comes_first(game_id: str, open_: bool) -> None:
    state = middle(game_id).state
    player = state.current_player()
    eyes = None if open_ else player
    seen = state if open_ else state.observation(player)
    view = look(seen, 1_500, eyes)
    legal = state.legal_actions()
    assert view.depth and view.mover == player
    assert len(view.lines) == min(LINES, len(legal))
    values = [one.value for one in view.lines]
    assert values == sorted(values, reverse=True) and all(-1 <= one <= 1 for one in values)
    assert len({one.actions[0] for one in view.lines}) == len(view.lines)
    for _, actions in view.lines:
        at = state.clone()
        for action in actions:
            assert action in at.legal_actions()
            at.apply(action)


def test_the_three_values_are_those_of_a_search_of_every_action() -> None:
    """Without pruning the values are exact: each equals a full-window search of its action."""
    game = load_game("andarraya")()
    state, hints = game.state_from_text(HANGING), Hints(game).thorough()
    view = LinesProgress()
    search = LineSearch(hints, 0, Budget())
    for _ in search.deepen(state, view):
        if view.depth == 2:
            break
    values = {}
    for action in sorted(state.legal_actions()):
        child = state.clone()
        child.apply(action)
        one = Search(hints, 0, Budget())._search(
            child, 1, -INFINITE, INFINITE, (1, 1, QUIESCENCE_PLIES)
        )
        values[action] = max(-1.0, min(1.0, -finish(one)))
    best = sorted(values.values(), reverse=True)[:LINES]
    assert [one.value for one in view.lines] == pytest.approx(best)
    assert view.lines[0].value == 1.0  # mate in one


def test_before_a_roll_the_value_is_the_average_of_its_outcomes() -> None:
    match = Match(MatchConfig("twocities"))
    rng = Random(1)
    while match.state.current_player() != CHANCE or len(match.events) < 30:
        match.take(rng.choice(match.options_now()))
    state = match.state
    view = look(state, 0)
    assert view.lines[0].actions == () and len(view.lines) == 1
    game = match.game
    outcomes = Hints(game).outcomes(state, False)
    assert len(outcomes) > 1
    low, high = 1.0, -1.0
    for action, _ in outcomes:
        child = state.clone()
        child.apply(action)
        one = look(child, 0)
        value = one.value if one.mover == view.mover else -one.value
        low, high = min(low, value), max(high, value)
    assert low <= view.value <= high and low < high


def test_in_the_middle_of_a_deal_the_value_is_that_of_sampled_hands() -> None:
    """A deal of several cards has millions of outcomes. The first look needs few nodes."""
    game = load_game("twocities")()
    state = game.initial_state()
    while state.frame() != "deal":
        state.apply(sorted(action for action, _ in state.chance_outcomes())[0])
    for view in best_lines(game, state, Budget(40_000)):
        if isinstance(view, LinesProgress) and view.lines:
            break
    assert isinstance(view, LinesProgress) and view.depth == 1 and view.nodes < 40_000
    assert -0.5 < view.value < 0.5 and view.lines[0].actions == ()


def test_a_search_ends_at_its_next_node_when_it_is_stopped() -> None:
    state, budget = middle("andarraya").state, Budget()
    search = best_lines(state.game, state, budget)
    for _ in range(5):
        next(search)
    nodes = budget.nodes
    budget.cancel()
    with pytest.raises(StopIteration):
        next(search)
    assert budget.nodes == nodes


def test_it_deepens_until_it_is_stopped() -> None:
    state = middle("andarraya").state
    depths = [look(state, nodes).depth for nodes in (200, 4_000)]
    assert 0 < depths[0] < depths[1]


def test_the_tables_stay_small_however_long_it_thinks() -> None:
    state, limit = middle("andarraya").state, 40
    hints, view, sizes = Hints(state.game), LinesProgress(), []
    search = LineSearch(hints, state.current_player(), Budget(3_000), tables=SearchTables(limit))
    for _ in search.deepen(state, view):
        sizes.append(len(search._tables.table) + len(search._tables.previous))
    assert view.depth > 2 and max(sizes) <= limit


def test_the_tables_of_a_turn_search_stay_small_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_search, "ENTRIES", 30)
    state = turn_start("twocities").state
    view, sizes = LinesProgress(mover=state.current_player()), []
    search = TurnLines(Hints(state.game), view.mover, Budget(4_000), 2)
    for _ in search.deepen(state, view):
        sizes += [len(search._cache), len(search._evaluations), len(search.chosen)]
    assert view.depth > 1 and 20 < max(sizes) <= 30
    assert view.lines and all(one.actions for one in view.lines)


def test_a_threat_is_what_the_opponent_does_after_a_null_move() -> None:
    game = load_game("andarraya")()
    state = game.state_from_text(HANGING.replace(" w ", " b "))
    passed = after_null_move(game, state)
    assert passed is not None and passed.current_player() == 0
    assert look(passed, 3_000).value == 1.0


def turn_start(game_id: str) -> Match:
    """Play on from `middle` until a player may let his turn pass."""
    match, rng = middle(game_id), Random(2)
    while after_null_move(match.game, match.state) is None:
        match.take(rng.choice(match.options_now()))
    return match


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_shows_what_the_next_player_threatens(game_id: str) -> None:
    """The next player chooses at once: no coin, card or die stands between."""
    state = turn_start(game_id).state
    before, mover = state.key(), state.current_player()
    passed = after_null_move(state.game, state)
    assert passed is not None and state.key() == before
    assert passed.current_player() == 1 - mover
    for viewer in (None, 0, 1):
        seen = passed if viewer is None else passed.observation(viewer)
        if viewer is not None:  # a pass tells nobody more than he knew
            own = after_null_move(state.game, state.observation(viewer))
            assert own is not None and own.key() == seen.key()
        view = look(seen, 600, viewer)
        assert view.mover == 1 - mover and view.lines
        legal = {one for lines in view.lines for one in lines.actions[:1]}
        assert viewer is not None or legal <= set(passed.legal_actions())


@pytest.mark.parametrize("game_id", SHIPPED)
def test_no_turn_passes_between_two_decisions_of_one_turn_or_in_check(game_id: str) -> None:
    """In Rilatria the rest of a turn can be given up at every decision of it."""
    match, rng = middle(game_id), Random(3)
    hints, asked = Hints(match.game), set()
    while not match.over and len(match.events) < 400:
        state = match.state
        started = hints.pending(state) and game_id != "rilatria"
        started |= game_id == "twocities" and state.frame() != "card"
        if state.current_player() < 0 or hints.in_check(state) or started:
            asked.add(state.frame())
            assert after_null_move(match.game, state) is None
        match.take(rng.choice(match.options_now()))
    assert asked


SECRET = [game_id for game_id in REGISTRY if load_game(game_id).info.has_secrets]


@pytest.mark.parametrize("game_id", [one for one in SECRET if one in SHIPPED])
def test_through_the_eyes_of_one_player_the_other_ones_decision_is_searched(game_id: str) -> None:
    """It is ranked over worlds that the eyes cannot tell apart: the mover's secrets are unknown."""
    state = turn_start(game_id).state
    mover = state.current_player()
    seen = state.observation(1 - mover)
    view = look(seen, 4_000, 1 - mover)
    assert view.depth and view.mover == mover and view.lines
    rng = Random(9)
    worlds = [seen.determinize(1 - mover, rng) for _ in range(60)]
    for value, actions in view.lines:
        assert -1 < value < 1
        assert any(actions[0] in world.legal_actions() for world in worlds)


# -- requests ------------------------------------------------------------------------------------


def reply_to(text: str, seconds: float = 0.2) -> dict[str, object]:
    server = EngineServer()
    server.ask(text, 7)
    server.step(seconds)
    found: dict[str, object] = json.loads(server.reply())
    return found


@pytest.mark.parametrize("game_id", sampled(REGISTRY, 2))
def test_the_worker_streams_lines_of_the_asked_position(game_id: str) -> None:
    match = middle(game_id)
    at = len(match.events)
    reply = reply_to(position_question(match, at))
    assert reply["number"] == 7 and reply["lines"] and "error" not in reply
    assert reply["mover"] == max(match.state.current_player(), 0)


@pytest.mark.parametrize("game_id", sampled(REGISTRY, 2))
def test_the_worker_goes_back_and_forth_without_beginning_anew(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, begun = middle(game_id, 120), []

    def first(*given: Any) -> State:
        begun.append(given)
        return start(*given)

    start = engine_server._first
    monkeypatch.setattr(engine_server, "_first", first)
    server, total = EngineServer(), len(match.events)
    for at in (total, total - 1, total - 40, total - 3, total):
        server.ask(position_question(match, at))
        assert server._kept[-1][1].key() == match.state_at(at).key()
        assert [count for count, _ in server._kept] == sorted({n for n, _ in server._kept})
        assert all(state.key() == match.state_at(n).key() for n, state in server._kept)
    assert len(begun) == 1
    other = Match(match.config)
    other.resume(match.events[: total - 50], match.state_at(total - 50))
    other.take(other.options_now()[-1])
    server.ask(position_question(other, total - 49))
    assert server._kept[-1][1].key() == other.state.key() and len(begun) == 1


def test_the_worker_stops_at_once() -> None:
    server = EngineServer()
    server.ask(position_question(middle("andarraya"), 10), 9)
    assert server.step(0.05) and server.busy
    server.cancel(9)
    assert not server.step(0.05) and not server.busy


def test_through_one_players_eyes_no_secret_is_asked_about() -> None:
    match = middle("stratego")
    at, state = len(match.events), match.state
    texts = set()
    for seed in range(3):
        other = Match(match.config)
        other.resume(list(match.events), state.determinize(0, Random(seed)))
        texts.add(position_question(match, at, 0))
    assert len(texts) == 1
    hidden = [action for actor, action in json.loads(texts.pop())["events"] if actor == 1]
    open_ = json.loads(position_question(match, at))["events"]
    assert hidden != [action for actor, action in open_ if actor == 1]


# -- forced wins ---------------------------------------------------------------------------------


def wins() -> list[tuple[str, str]]:
    found = []
    for game_id in ("andarraya", "cotadrez"):
        collection = exercise.read(game_text(game_id, "exercises.json"))
        rows = collection.exercises
        found += [(game_id, one.position) for one in rows if one.goal == exercise.WIN]
    return found


def test_the_judge_finds_every_forced_win_of_the_exercises() -> None:
    """Exercises prove their wins with a full search; the judge must not praise what misses one."""
    assert len(wins()) >= 20
    by_checks = 0
    for game_id, text in wins():
        game = load_game(game_id)(exercise.read(game_text(game_id, "exercises.json")).options)
        state, hints = game.state_from_text(text), Hints(game)
        me = state.current_player()
        assert finish(ForcedWinSearch(hints, me, Budget(4_000), 1).find(state)), text
        by_checks += finish(ForcedWinSearch(hints, me, Budget(4_000), 0).find(state)) is not None
    assert by_checks < len(wins())  # some need a quiet move
