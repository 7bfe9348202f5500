"""How well Rilatria is played: heroes taken and saved, gifts accepted, reserves kept in order."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import CHANCE, TERMINAL, Action
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.pieces import ASSASSIN, HERO, RAM, SIZE
from engine.games.rilatria.rules.reserve import HONOUR, MONEY, VITALITY
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.search import hints
from engine.games.rilatria.search.evaluate import JUDGE, SCALE, evaluate, static_value
from engine.games.rilatria.search.threats import BIT, Field
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.greedy import GreedyAgent
from engine.search.hints import Hints
from engine.search.levels import LEVELS, limits, think
from engine.search.time_management import EXTENSION
from tests.games.rilatria.table import at

ANSWERED = (3, 4, 5)  # the first levels do not always look further than their own turn
LOW = 60  # nodes a decision in games that only have to be legal
WAR = "h1b6/btl6/2tb5/3b5/4J4/5B3/6TB1/6BL1/7BH 1 N 5.4.2.1.0 4.5.1.3.1 - 3 14"


def played(state: RilatriaState, level: int, seed: int = 1) -> RilatriaState:
    """The position when a level has ended its turn, with its own number of nodes."""
    state = state.clone()
    me, turn, rng = state.side, state.turn_index(), Random(seed)
    while state.current_player() == me and state.turn_index() == turn:
        thinking = think(state.game, state.observation(me), level, rng, limits(state.game, level))
        for action in finish(thinking):
            assert action in state.legal_actions()
            state.apply(action)
    return state


def turned(state: RilatriaState) -> RilatriaState:
    """The same position seen from the other side of the table."""
    other = state.clone()
    for square, piece in enumerate(state.board):
        other.board[SIZE - 1 - square] = piece ^ 8 if piece else 0
    other.reserves = (state.reserves[1][:], state.reserves[0][:])
    other.side = 1 - state.side
    other.recruits = tuple(SIZE - 1 - square for square in state.recruits)
    return other


def walk(seed: int, names: tuple[str, ...], events: int) -> list[RilatriaState]:
    """Positions of a game with random options between players who change all the time."""
    rng = Random(seed)
    options = Rilatria.random_options(rng)
    match = Match(MatchConfig("rilatria", options), ChanceSampler(rng), Rilatria(options))
    match.begin()
    agents = [make_agent(name) for name in names]
    seen = []
    while not match.over and len(match.events) < events:
        player = match.state.current_player()
        position = match.state.observation(player)
        assert isinstance(position, RilatriaState)
        seen.append(position.clone())
        match.play(rng.choice(agents).choose(match.game, position, rng))
    return seen


# -- what must not be missed ---------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_hero_in_reach_is_taken(level: int) -> None:
    state = at("9/9/2t6/4h4/9/4T4/2B6/7H1/9 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    done = played(state, level)
    assert done.result is not None and done.result.reason == "heroe"


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_vitality_is_taken(level: int) -> None:
    state = at("h8/9/2b6/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 2.3.1.2.0 - 5 6")
    done = played(state, level)
    assert done.result is not None and done.result.reason == "vitalidad"


@pytest.mark.parametrize("level", ANSWERED)
def test_a_hero_in_danger_is_saved(level: int) -> None:
    """The rider strikes the hero and cannot be taken; buying does not help against a leap."""
    state = at("h8/9/9/9/9/6j2/8T/7H1/6B2 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    for seed in range(3):
        field = Field(played(state, level, seed).board)
        assert not field.reach[1] & BIT[field.hero[0]]


@pytest.mark.parametrize("level", ANSWERED)
def test_a_gift_is_accepted_and_a_trap_is_not(level: int) -> None:
    gift = at("h8/9/9/9/4j4/4T4/9/7H1/9 1 L 6.3.0.0.0 6.3.1.2.0 - 5 6")
    assert played(gift, level).reserves[1][VITALITY] == 4
    trap = at("h8/9/9/3b5/4b4/4J4/5B3/7H1/9 2 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    assert Field(played(trap, level).board).hero[1] >= 0


@pytest.mark.parametrize("level", ANSWERED)
def test_a_unit_is_not_left_where_it_is_lost(level: int) -> None:
    """The assassin has nobody at its side; a rider strikes it."""
    state = at("h8/9/3j5/9/4A4/9/9/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    for seed in range(3):
        field = Field(played(state, level, seed).board)
        assert not field.reach[1] & field.held[0]


# -- reserves ------------------------------------------------------------------------------------


def test_the_card_that_makes_honour_heal_is_chosen() -> None:
    cards = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 O:2s,1h,F 3.3.1.0.0 5.3.1.2.0 - 5 6")
    full = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 O:4s,1h,F 5.3.6.0.1 5.3.1.2.0 - 5 6")
    for level in (3, 4, 5):
        assert played(cards, level).reserves[0][HONOUR] == 4
        assert played(full, level).reserves[0][HONOUR] == 4


def test_sacrifice_is_used_when_it_heals_by_itself() -> None:
    state = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.5.0.1.0 6.4.1.0.0 - 0 1")
    assert played(state, 5).reserves[0][VITALITY] == 5
    poor = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 3.5.0.1.0 6.4.1.0.0 - 0 1")
    assert played(poor, 5).reserves[0][VITALITY] == 3


def test_money_is_spent_before_it_costs_honour() -> None:
    rich = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.5.0.6.0 6.4.1.0.0 - 0 1")
    for level in LEVELS:
        assert played(rich, level).reserves[0][MONEY] < 4


# -- the evaluation ------------------------------------------------------------------------------


def test_the_evaluation_is_even_handed() -> None:
    """Worth the opposite to the other player, and the same to him who sits across."""
    looked = 0
    for seed in range(6):
        for state in walk(seed, ("random", "ai:1@20"), 150)[::7]:
            assert evaluate(state, 0) == -evaluate(state, 1)
            for value in (evaluate, static_value):
                assert -1 < value(state, 0) < 1
                assert value(turned(state), 1) == pytest.approx(value(state, 0))
            looked += 1
    assert looked > 60


def test_whoever_thinks_wants_his_own_units_nearer_and_minds_the_others_no_more() -> None:
    """Where both only wait nobody ever wins."""
    home = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    near = at("h8/9/2t6/9/5T3/9/9/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    gain = static_value(near, 0) - static_value(home, 0)
    assert gain > 1.5 * (static_value(home, 1) - static_value(near, 1)) > 0


def wanted(state: RilatriaState) -> float:
    """What J1 sees in a position beyond what it is worth to both, in points, while time is left."""
    value = static_value(state, 0)
    return SCALE * value / (0.97 - abs(value)) - JUDGE.balance(state, 0)


AHEAD, BEHIND = "1 L 6.6.0.0.0 4.3.1.0.0 - 0 5", "1 L 2.0.0.0.0 6.6.1.6.2 - 0 5"


def test_who_is_ahead_brings_what_stands_at_home() -> None:
    """A step of a barbarian eight steps from the hero counts three times what it does otherwise."""

    def step(reserves: str) -> float:
        home, away = (at(f"h8/9/9/9/9/9/{army}/6TH1 {reserves}") for army in ("9/7BB", "7B1/7B1"))
        return wanted(away) - wanted(home)

    assert step(AHEAD) > 2.5 * step(BEHIND) > 0


def test_who_is_ahead_stands_ready_where_the_hero_can_be_struck_and_nobody_strikes_back() -> None:
    """The rider d7 could strike from b7 and c8; a barbarian of c8 or a ram of b8 minds both."""

    def ready(guard: str, reserves: str) -> float:
        return wanted(at(f"h8/{guard}/3J5/9/9/9/9/9/7H1 {reserves}"))

    for guard in ("2b6", "1t7"):
        assert ready("3b5", AHEAD) > ready(guard, AHEAD) + 2
        assert ready("3b5", BEHIND) == pytest.approx(ready(guard, BEHIND))


def test_a_full_purse_and_a_token_buy_the_assassin() -> None:
    """Nothing else can be bought; the honour it costs comes back."""
    rich = at("h8/9/2t6/9/9/3BBBJJ1/3BBBLLT/7T1/7H1 1 L 6.6.0.6.1 6.4.1.0.0 - 9 16")
    assert ASSASSIN in {piece & 7 for piece in played(rich, 5).board}


def test_the_first_levels_vary_what_they_do_in_a_calm() -> None:
    calm = [state for state in walk(3, ("ai:2@40", "ai:3@40"), 160) if state.quiet > 1]
    open_to_taste = [state for state in calm if len(hints.generate(state, True)) > 1][::4]
    for level in (1, 2, 3):
        varied = 0
        for state in open_to_taste:
            chosen = set()
            for seed in range(5):
                budget = limits(state.game, level)
                chosen.add(tuple(finish(think(state.game, state, level, Random(seed), budget))))
            varied += len(chosen) > 1
        assert varied * 3 >= len(open_to_taste) * 2 > 10, level


def test_more_is_worth_more() -> None:
    base = at(WAR)
    for better in (
        WAR.replace("5.4.2.1.0", "6.4.2.1.0"),
        WAR.replace("5.4.2.1.0", "5.5.2.1.0"),
        WAR.replace("5.4.2.1.0", "5.4.2.2.0"),
        WAR.replace("/2tb5/", "/3b5/"),
        WAR.replace("/5B3/", "/4BB3/"),
    ):
        assert evaluate(at(better), 0) > evaluate(base, 0), better


# -- what the search is told ---------------------------------------------------------------------


def test_what_is_looked_at_is_legal_and_nothing_is_looked_at_twice() -> None:
    frames = set()
    for seed in range(12):
        for state in walk(seed, ("random", "ai:2@20"), 200):
            legal = set(state.legal_actions())
            frames.add(state.frame())
            for root in (True, False):
                looked = [action for _, action in hints.generate(state, root)]
                assert looked and len(set(looked)) == len(looked) and legal.issuperset(looked)
    assert {"setup", "call", "choose", "free"} <= frames


def test_the_outcomes_that_stand_for_all_are_possible() -> None:
    for tokens in (0, 2):
        state = at(WAR.replace("5.4.2.1.0", f"5.4.2.1.{tokens}"))
        assert not hints.outcomes(state, last=True)
        while state.current_player() == CHANCE:
            possible = {action for action, _ in state.chance_outcomes()}
            ((action, _),) = hints.outcomes(state, last=False)
            assert action in possible
            state.apply(action)
    coin = at(WAR.replace(" N ", " P:c ").replace("5.4.2.1.0", "5.3.5.1.0"))
    assert len(hints.outcomes(coin, last=False)) == 2


def test_set_ups_are_legal_and_varied() -> None:
    rng = Random(3)
    seen: set[tuple[Action, ...]] = set()
    for _ in range(20):
        state = Rilatria().initial_state()
        for _ in (0, 1):
            plan = hints.setup(state, rng)
            assert [action[1] for action in plan] == [HERO, RAM]
            for action in plan:
                assert action in state.legal_actions()
                state.apply(action)
            seen.add(tuple(plan))
        assert hints.setup(state, rng) == []
    assert len(seen) >= 12
    begun = at("9/9/9/9/9/9/9/7H1/9 1 D 6.4.1.2.0 6.4.1.2.0 - 0 1")
    ((_, kind, _),) = hints.setup(begun, rng)
    assert kind == RAM


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_short_games_with_all_options_are_legal(level: int) -> None:
    for seed in (level, level + 10):
        assert walk(seed, (f"ai:{level}@{LOW}",), 60)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_nodes_decide_the_same(level: int) -> None:
    assert played(at(WAR.replace(" N ", " L ")), level, 5).key() == (
        played(at(WAR.replace(" N ", " L ")), level, 5).key()
    )


def test_greedy_sees_its_own_turn_to_the_end_and_no_more() -> None:
    state = at("9/9/2t6/4h4/9/4T4/2B6/7H1/9 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    agent = GreedyAgent()
    while state.current_player() == 0:
        state.apply(agent.choose(state.game, state.observation(0), Random(1)))
    assert state.current_player() == TERMINAL


def test_a_search_keeps_within_its_nodes() -> None:
    state = at(WAR.replace(" N ", " L "))
    budget = Budget(nodes=300)
    (action,) = finish(think(state.game, state, 5, Random(1), budget))
    assert action in state.legal_actions() and budget.nodes <= 300 * EXTENSION


@pytest.mark.parametrize("text", [WAR, WAR.replace(" N ", " L ")])
def test_what_is_forced_costs_no_node_and_changes_no_value(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched() -> tuple[float, int]:
        budget = Budget()
        state = at(text)
        return finish(Search(Hints(state.game), 0, budget, depth=2).value(state)), budget.nodes

    value, nodes = searched()
    monkeypatch.delattr(hints, "forced")
    known, more = searched()
    assert value == known and nodes < more


def test_the_levels_say_only_what_levels_have() -> None:
    assert set(hints.LEVELS) == set(LEVELS)
    assert Hints(Rilatria()).pending(at(WAR.replace(" N ", " L ")))
