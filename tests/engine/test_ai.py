"""Computer players: legal, reproducible, fair and interruptible."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from engine.core.contract import Action, AnyGame, State
from engine.dev.common import decisions
from engine.games import REGISTRY, load_game
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import NAMES, LevelAgent, known_agent, make_agent
from engine.search.alphabeta import Search
from engine.search.budget import SLICE, Budget, Exhausted, Level, finish
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.hints import Hints, SearchHints
from engine.search.levels import LEVELS, STYLED_LEVELS, level_of, limits, page_limits, think
from engine.search.styles import STYLES, choose_by_style
from engine.search.time_management import EXTENSION
from engine.search.transposition import SearchTables
from tests.fixtures.model import MODEL, PLAIN, register
from tests.fixtures.sampled import sampled

GAME_IDS = (MODEL, PLAIN, *REGISTRY)
GAMES = 50
EVENTS = 60
WHOLE = 100  # games to their end, each played twice
LOW = 40  # nodes per decision
SLOW_NODE = 0.015  # seconds per node on a very slow device
SHALLOW = Level(depth=2, margin=0.0, nodes=0, seconds=0.0, determinizations=5)
BATTLE = (
    "9c/6ccp1/4bp2a1/5e2t1/9e/4E5/2P3TE2/2C4B2/4H2P2/4HLRA2 N N f2g3,g7h8 "
    "a6,d4,d10,e7,f5,j4 CCAALLH RAALLLHHH D D 16.0.0"
)
TENSION = "r1bqkbnr/ppp2ppp/2np4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w AEHaeh - 6 4"
QUIET = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4"


@pytest.fixture(autouse=True)
def _models(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, MODEL, PLAIN)


def table(game_id: str, seed: int) -> Match:
    game = load_game(game_id)
    match = Match(
        MatchConfig(game_id, game.random_options(Random(seed))), ChanceSampler(Random(seed))
    )
    match.begin()
    return match


def decide(game: AnyGame, seen: State, level: int, seed: int, nodes: int = LOW) -> list[Action]:
    return finish(think(game, seen, level, Random(seed), limits(game, level, nodes)))


def walk(match: Match, seed: int, events: int) -> Match:
    """Play on with random players, each given only his observation."""
    rng = Random(seed)
    agents = [make_agent(name) for name in ("random", *(f"ai:{n}@{LOW}" for n in LEVELS))]
    while not match.over and len(match.events) < events:
        player = match.state.current_player()
        agent = rng.choice(agents)
        match.play(agent.choose(match.game, match.state.observation(player), rng))
    return match


@pytest.mark.parametrize("game_id", sampled(GAME_IDS, 3))
def test_short_games_have_only_legal_actions(game_id: str) -> None:
    for seed in range(GAMES // len(GAME_IDS) + 1):
        match = table(game_id, seed)
        walk(match, seed, 48 if game_id == "cotadrez" else EVENTS)
        assert match.events


def whole(game_id: str, seed: int) -> Match:
    """Return a complete game between computer players of random levels and styles."""
    match, rng = table(game_id, seed), Random(seed)
    players = sorted((*LEVELS, *STYLED_LEVELS.values()), key=str)
    agents = [make_agent(f"ai:{rng.choice(players)}@{LOW}") for _ in match.game.sides]
    for _ in decisions(match, agents, rng):
        pass
    return match


@pytest.mark.soak
@pytest.mark.parametrize("game_id", REGISTRY)
def test_whole_games_are_legal_and_reproducible(game_id: str) -> None:
    for seed in range(WHOLE):
        assert whole(game_id, seed).events == whole(game_id, seed).events, seed


@pytest.mark.parametrize("game_id", sampled(GAME_IDS, 3, shift=3))
def test_same_seed_and_nodes_give_the_same_action(game_id: str) -> None:
    for seed in range(3):
        match = walk(table(game_id, seed), seed, 4 + 20 * seed)
        if match.over:
            continue
        seen = match.state.observation(match.state.current_player())
        for level in LEVELS:
            first = decide(match.game, seen.clone(), level, seed)
            assert first == decide(match.game, seen, level, seed)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_hidden_information_does_not_influence_the_action(game_id: str) -> None:
    changed = 0
    for seed, events in enumerate((2, 5, 20, 45, 70, 110)):
        match = walk(table(game_id, seed), seed, events)
        if match.over:
            continue
        truth, me = match.state, match.state.current_player()
        for other in range(3):
            another = truth.determinize(me, Random(other))
            changed += another.key() != truth.key()
            for level in (1, 3, 5):
                chosen = decide(match.game, truth.observation(me), level, seed)
                assert chosen == decide(match.game, another.observation(me), level, seed)
    assert changed or not load_game(game_id).info.has_secrets


def test_hidden_positions_are_searched_in_several_determinizations() -> None:
    for seed in range(20):
        match = walk(table(MODEL, seed), seed, 6)
        if match.over:
            continue
        me = match.state.current_player()
        seen = match.state.observation(me)
        hints = Hints(match.game)
        if has_hidden_information(hints, seen, me, Random(1)) and len(seen.legal_actions()) > 1:
            thinking = score_actions(hints, seen, me, Budget(4000), Random(2), SHALLOW)
            told = [progress.determinizations for progress in thinking]
            assert told and max(told) >= 2
            scored = finish(score_actions(hints, seen, me, Budget(4000), Random(2), SHALLOW))
            assert {action for _, action in scored} == set(seen.legal_actions())
            return
    pytest.fail("the model never hid anything")


def test_search_can_be_cancelled_at_every_step() -> None:
    game = load_game("cotadrez")({"water": "lagos"})
    seen = game.state_from_text(BATTLE)
    for steps in (0, 1, 5):
        budget = limits(game, 5, 100_000)
        thinking = think(game, seen, 5, Random(1), budget)
        for _ in range(steps):
            next(thinking)
        budget.cancel()
        before = budget.nodes
        (action,) = finish(thinking)
        assert action in seen.legal_actions()
        assert budget.nodes - before <= SLICE


def test_search_stops_early_when_the_best_action_is_clear() -> None:
    game = load_game("andarraya")()
    gift = "4k3/5ppp/8/6q1/8/5N2/5PPP/4K3 w - - 6 4"
    budget = Budget(nodes=50_000)
    assert finish(think(game, game.state_from_text(gift), 5, Random(1), budget)) == [
        ("move", 21, 38, 0)
    ]
    assert budget.nodes < 5000


def test_null_moves_shorten_the_search() -> None:
    game = load_game("andarraya")()
    nodes = []
    for without in (False, True):
        hints, budget = Hints(game), Budget()
        if without:
            hints.null_move = None
        state = game.state_from_text(QUIET)
        scored = finish(Search(hints, 0, budget, depth=4).run(state, Random(1)))
        nodes.append((budget.nodes, round(scored[0][0], 2)))
    assert nodes[0][0] < nodes[1][0] and nodes[0][1] == pytest.approx(nodes[1][1], abs=0.05)


def test_budget_reports_its_used_share() -> None:
    budget = Budget(nodes=4)
    seen = []
    for _ in range(4):
        seen.append(budget.used_share())
        budget.spend()
    assert seen == [0.0, 0.25, 0.5, 0.75]
    times = iter((10.0, 10.5, 11.5, 11.5))
    timed = Budget(seconds=2.0, clock=lambda: next(times))
    assert [timed.used_share(), timed.used_share()] == [0.25, 0.75]
    timed.extend(1.5)
    assert timed.used_share() == 0.5
    assert Budget().used_share() == 0.0


def test_budget_ends_by_nodes_time_or_cancelling() -> None:
    budget = Budget(nodes=3)
    for _ in range(3):
        budget.spend()
    with pytest.raises(Exhausted):
        budget.spend()
    times = iter(range(100))
    slow = Budget(seconds=2.5, clock=lambda: float(next(times)))
    with pytest.raises(Exhausted):
        for _ in range(40):
            slow.spend()
    assert slow.nodes < 40
    stopped = Budget()
    stopped.cancel()
    with pytest.raises(Exhausted):
        stopped.spend()


def test_set_up_is_chosen_once_and_complete() -> None:
    match = table("cotadrez", 1)
    seen = match.state.observation(0)
    setups = {tuple(decide(match.game, seen, 3, seed)) for seed in range(5)}
    assert len(setups) == 5
    for actions in setups:
        trial = table("cotadrez", 1)
        for action in actions:
            trial.play(action)
        assert trial.state.current_player() == 1
    agent = LevelAgent(2)
    rng = Random(5)
    while match.state.current_player() == 0:
        match.play(agent.choose(match.game, match.state.observation(0), rng))
    assert match.events[-1].action == ("ready",)


def test_names_of_computer_players_are_checked() -> None:
    assert set(NAMES) >= {"random", "greedy", "hunter", *(f"ai:{n}" for n in range(1, 6))}
    for name in (*NAMES, "ai:3@2000", "ai:5@0.4s"):
        assert known_agent(name) == name
    for name in ("ai:0", "ai:6", "ai:9@10", "ai:3@", "nobody"):
        with pytest.raises(ValueError):
            known_agent(name)


def test_hunter_plays_like_greedy_without_a_heuristic_of_the_game() -> None:
    game = load_game("cotadrez")({"water": "lagos"})
    seen = game.state_from_text(BATTLE)
    chosen = [make_agent(name).choose(game, seen, Random(3)) for name in ("hunter", "greedy")]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_hints_have_only_names_that_the_search_uses(game_id: str) -> None:
    hints = load_game(game_id)({}).hints()
    names = getattr(hints, "__all__", ())  # a game need not give any
    assert set(names) <= {*SearchHints.__annotations__, *vars(SearchHints)}
    assert all(hasattr(hints, name) for name in names)
    assert (hints is None) == (not names)


def test_games_between_people_import_no_hints() -> None:
    code = """import sys
from engine.games import REGISTRY, load_game
for game_id in REGISTRY:
    game = load_game(game_id)({})
    state = game.initial_state()
    game.scene(state.observation(0), 0)
print(*(name for name in sys.modules if name.endswith((".hints", ".evaluate"))))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_search_uses_a_games_model_instead_of_determinizations() -> None:
    game = load_game("stratego")({"army": "barrage8"})
    match = Match(MatchConfig("stratego", dict(game.options)), ChanceSampler(Random(1)), game)
    walk(match, 1, 40)
    while match.state.frame() != "turn":
        match.play(match.state.legal_actions()[0])
    me = match.state.current_player()
    seen = match.state.observation(me)
    hints = Hints(game)
    model = hints.model(seen)
    assert model is not None and has_hidden_information(hints, seen, me, Random(1))
    assert sorted(model.legal_actions()) == sorted(seen.legal_actions())
    thinking = score_actions(hints, seen, me, Budget(200), Random(2), SHALLOW)
    assert all(progress.determinizations == 0 for progress in thinking)


def test_shared_budget_ends_alone_and_counts_for_the_whole() -> None:
    whole = Budget(nodes=100)
    part = whole.share(4)
    with pytest.raises(Exhausted):
        for _ in range(200):
            part.spend()
    assert part.nodes == whole.nodes == 25
    times = iter(range(1000))
    timed = Budget(seconds=100.0, clock=lambda: float(next(times)))
    with pytest.raises(Exhausted):
        part = timed.share(10)
        for _ in range(500):
            part.spend()
    assert not timed.exhausted()
    timed.cancel()
    with pytest.raises(Exhausted):
        timed.share(2).spend()


def test_kept_memory_saves_nodes_and_changes_no_value() -> None:
    game = load_game("andarraya")()
    hints, tables = Hints(game), SearchTables()
    state = game.state_from_text(QUIET)
    kept = alone = 0
    for number in range(4):
        budgets = Budget(), Budget()
        with_it = finish(Search(hints, 0, budgets[0], 3, 0.0, tables).run(state, Random(number)))
        without = finish(Search(hints, 0, budgets[1], 3).run(state, Random(number)))
        assert with_it[0][0] == pytest.approx(without[0][0], abs=0.05)
        kept, alone = kept + budgets[0].nodes, alone + budgets[1].nodes
        state = state.clone()
        state.apply(with_it[0][1])
        state.apply(hints.generate(state)[0][1])
    assert tables.previous and kept < 1.1 * alone


def test_agent_forgets_its_memory_in_a_new_game() -> None:
    game = load_game("andarraya")()
    first, again = LevelAgent(4, 200), LevelAgent(4, 200)
    state, other = game.state_from_text(QUIET), game.initial_state()
    fresh = again.choose(game, state, Random(1))
    first.choose(game, state, Random(2))
    first.choose(game, other, Random(2))  # an earlier turn: another game
    assert first._tables.previous == {}
    assert LevelAgent(4, 200).choose(game, state, Random(1)) == fresh


@pytest.mark.parametrize("level", STYLED_LEVELS)
@pytest.mark.parametrize("game_id", REGISTRY)
def test_styles_play_legally_and_reproducibly(game_id: str, level: int) -> None:
    match = walk(table(game_id, 3), 3, 20)
    if match.over:
        return
    seen = match.state.observation(match.state.current_player())
    chosen = decide(match.game, seen.clone(), level, 2)
    assert chosen == decide(match.game, seen, level, 2)
    assert chosen[0] in seen.legal_actions()


def test_styles_prefer_different_actions() -> None:
    """Among equally good actions one style attacks and another does not; none takes a bad
    action."""
    game = load_game("andarraya")()
    hints, state = Hints(game), game.state_from_text(TENSION)
    scored = [(0.0, action) for action in sorted(state.legal_actions())]
    daring = {}
    for style in STYLES:
        chosen = finish(choose_by_style(hints, state, scored, style, Random(1), Budget(400)))
        (daring[style],) = hints.daring(state, [chosen])
    assert daring["cautious"] == 0.0 and daring["reckless"] == 1.0
    best = [(0.5, scored[-1][1]), *((value, action) for value, action in scored[:-1])]
    for style in STYLES:
        chosen = finish(choose_by_style(hints, state, best, style, Random(1), Budget(400)))
        assert chosen == scored[-1][1]


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_easy_levels_answer_at_once_on_a_slow_device(game_id: str, level: int) -> None:
    """Even when time management extends it, their time in the page ends before 0.7 seconds."""
    ticks = iter(range(10_000))
    settings = level_of(load_game(game_id)(), level)
    timed = Budget(0, settings.seconds, lambda: next(ticks) / 1000)
    timed.extend(EXTENSION)
    with pytest.raises(Exhausted):
        while True:
            timed.spend()
    assert next(ticks) / 1000 < 0.7
    assert page_limits(load_game(game_id)(), level).limit == settings.nodes


def slow_budget(seconds: float) -> Budget:
    """Return a budget whose clock advances with its nodes, by SLOW_NODE each."""
    running: list[Budget] = []
    budget = Budget(0, seconds, lambda: SLOW_NODE * running[0].nodes if running else 0.0)
    running.append(budget)
    return budget


@pytest.mark.parametrize("game_id", REGISTRY)
def test_the_time_of_easy_levels_bounds_their_searches(game_id: str) -> None:
    """The clock is read only every few nodes, and by every part of a search."""
    events = {"stratego": 110, "rilatria": 12}.get(game_id, 4)  # of the longest set-up
    match = walk(table(game_id, 2), 2, events)
    seen = match.state.observation(match.state.current_player())
    for level in (1, 2, 3):
        budget = slow_budget(level_of(match.game, level).seconds)
        finish(think(match.game, seen, level, Random(level), budget))
        assert (budget.nodes > 0) is (len(seen.legal_actions()) > 1)
        assert SLOW_NODE * budget.nodes < 0.7
