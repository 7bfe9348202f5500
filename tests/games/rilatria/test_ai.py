"""Playing strength in Rilatria: winning and saving heroes, captures, use of the reserves."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import CHANCE, TERMINAL, Action
from engine.core.options import Options
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.horoscope import CODES
from engine.games.rilatria.rules.pieces import ASSASSIN, HERO, RAM, SIZE
from engine.games.rilatria.rules.reserve import DUSK, HONOUR, MONEY, VITALITY
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.search import hints
from engine.games.rilatria.search.evaluate import JUDGE, SCALE, evaluate, static_value
from engine.games.rilatria.search.threats import BIT, AttackMap
from engine.match.chance import ChanceSampler, seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.greedy import GreedyAgent
from engine.search.hints import Hints
from engine.search.levels import LEVELS, limits, think
from engine.search.time_management import EXTENSION
from tests.games.answers import game_of
from tests.games.rilatria.table import at

ANSWERED = (3, 4, 5)  # levels 1 and 2 may overlook the opponent's reply
LOW = 60  # nodes per action where only legality matters
WAR = "h1b6/btl6/2tb5/3b5/4J4/5B3/6TB1/6BL1/7BH 1 N 5.4.2.1.0 4.5.1.3.1 - 3 14"


def played(state: RilatriaState, level: int, seed: int = 1) -> RilatriaState:
    """Return the position after a complete turn of a level with its own node limit."""
    state = state.clone()
    me, turn, rng = state.side, state.turn_index(), Random(seed)
    while state.current_player() == me and state.turn_index() == turn:
        thinking = think(
            game_of(state), state.observation(me), level, rng, limits(game_of(state), level)
        )
        for action in finish(thinking):
            assert action in state.legal_actions()
            state.apply(action)
    return state


def turned(state: RilatriaState) -> RilatriaState:
    """Return the position rotated by half a turn with the sides swapped."""
    other = state.clone()
    for square, piece in enumerate(state.board):
        other.board[SIZE - 1 - square] = piece ^ 8 if piece else 0
    other.reserves = (state.reserves[1][:], state.reserves[0][:])
    other.side = 1 - state.side
    other.recruits = tuple(SIZE - 1 - square for square in state.recruits)
    other.hurt = (state.hurt >> 1) | (state.hurt & 1) << 1
    return other


def walk(
    seed: int, names: tuple[str, ...], events: int, options: Options | None = None
) -> list[RilatriaState]:
    """Return the positions of a game with these options, or random ones; each action comes from a
    random agent."""
    rng = Random(seed)
    options = Rilatria.random_options(rng) if options is None else options
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


# -- tactics -------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_captures_a_hero_in_reach(level: int) -> None:
    state = at("9/9/2t6/4h4/9/4T4/2B6/7H1/9 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    done = played(state, level)
    assert done.result is not None and done.result.reason == "heroe"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_the_last_vitality(level: int) -> None:
    state = at("h8/9/2b6/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 2.3.1.2.0 - 5 6")
    done = played(state, level)
    assert done.result is not None and done.result.reason == "vitalidad"


@pytest.mark.parametrize("level", ANSWERED)
def test_a_hero_in_danger_is_saved(level: int) -> None:
    """A rider attacks the hero and cannot be captured, and nothing blocks its leap."""
    state = at("h8/9/9/9/9/6j2/8T/7H1/6B2 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    for seed in range(3):
        field = AttackMap(played(state, level, seed).board)
        assert not field.reach[1] & BIT[field.hero[0]]


@pytest.mark.parametrize("level", ANSWERED)
def test_a_hanging_unit_is_captured_but_not_at_the_cost_of_the_hero(level: int) -> None:
    gift = at("h8/9/9/9/4j4/4T4/9/7H1/9 1 L 6.3.0.0.0 6.3.1.2.0 - 5 6")
    assert played(gift, level).reserves[1][VITALITY] == 4
    trap = at("h8/9/9/3b5/4b4/4J4/5B3/7H1/9 2 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    assert AttackMap(played(trap, level).board).hero[1] >= 0


@pytest.mark.parametrize("level", ANSWERED)
def test_an_attacked_unit_is_not_left_en_prise(level: int) -> None:
    """A rider attacks an unprotected assassin."""
    state = at("h8/9/3j5/9/4A4/9/9/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    for seed in range(3):
        field = AttackMap(played(state, level, seed).board)
        assert not field.reach[1] & field.occupied[0]


# -- reserves ------------------------------------------------------------------------------------


def test_the_card_that_raises_honour_to_a_healing_value_is_chosen() -> None:
    cards = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 O:2s,1h,F 3.3.1.0.0 5.3.1.2.0 - 5 6")
    full = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 O:4s,1h,F 5.3.6.0.1 5.3.1.2.0 - 5 6")
    for level in (3, 4, 5):
        assert played(cards, level).reserves[0][HONOUR] == 4
        assert played(full, level).reserves[0][HONOUR] == 4


def test_a_sacrifice_is_made_at_full_vitality_but_not_at_low_vitality() -> None:
    state = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.5.0.1.0 6.4.1.0.0 - 0 1")
    assert played(state, 5).reserves[0][VITALITY] == 5
    poor = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 3.5.0.1.0 6.4.1.0.0 - 0 1")
    assert played(poor, 5).reserves[0][VITALITY] == 3


@pytest.mark.parametrize(
    ("money", "levels"),
    [
        (0, (3, 4, 5)),  # one money more buys nothing yet
        (1, (1, 2, 3, 4, 5)),  # it buys a barbarian
        (2, (3, 4, 5)),  # that can be bought without
    ],
)
def test_weak_levels_sacrifice_only_for_a_purchase(money: int, levels: tuple[int, ...]) -> None:
    state = at(f"h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.5.0.{money}.0 6.4.1.0.0 - 0 1")
    made = [level for level in LEVELS if played(state, level).reserves[0][VITALITY] == 5]
    assert made == list(levels)


def test_the_computer_of_a_weak_level_rarely_sacrifices() -> None:
    """Regression test: it did in 7 of 10 turns of the opening."""
    turns = made = 0
    for seed in range(4):
        match = Match(MatchConfig("rilatria", {}), seeded(seed))
        match.begin()
        agent, rng = make_agent("ai:2"), Random(seed)
        while not match.over and match.state.turn_index() < 30:
            player = match.state.current_player()
            action = agent.choose(match.game, match.state.observation(player), rng)
            match.play(action)
            turns, made = turns + (action[0] == "end"), made + (action[0] == "sacrifice")
    assert turns > 80 and made <= turns / 4


def test_money_is_spent_before_it_costs_honour() -> None:
    rich = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.5.0.6.0 6.4.1.0.0 - 0 1")
    for level in LEVELS:
        assert played(rich, level).reserves[0][MONEY] < 4


# -- the evaluation ------------------------------------------------------------------------------


def test_evaluation_is_symmetric_between_the_sides() -> None:
    """Values are opposite for the two players and equal after rotating the position."""
    looked = 0
    for seed in range(8):
        for state in walk(seed, ("random", "ai:1@20"), 150)[::7]:
            if state.round in (1, DUSK - 1):
                continue  # the next turns of the two sides begin in different rounds
            assert evaluate(state, 0) == -evaluate(state, 1)
            for value in (evaluate, static_value):
                assert -1 < value(state, 0) < 1
                assert value(turned(state), 1) == pytest.approx(value(state, 0))
            looked += 1
    assert looked > 60


def test_a_player_values_his_own_approach_more_than_that_of_the_opponent() -> None:
    """Otherwise both computers would wait and neither would win."""
    home = at("h8/9/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    near = at("h8/9/2t6/9/5T3/9/9/7H1/9 1 L 6.3.0.0.0 6.3.1.0.0 - 5 6")
    gain = static_value(near, 0) - static_value(home, 0)
    assert gain > 1.5 * (static_value(home, 1) - static_value(near, 1)) > 0


def wanted(state: RilatriaState) -> float:
    """Return, in points, the part of J1's static value that exceeds the shared balance."""
    value = static_value(state, 0)
    return SCALE * value / (0.97 - abs(value)) - JUDGE.balance(state, 0)


AHEAD, BEHIND = "1 L 6.6.0.0.0 4.3.1.0.0 - 0 5", "1 L 2.0.0.0.0 6.6.1.6.2 - 0 5"


def test_the_side_ahead_values_advancing_its_units_more() -> None:
    """Compare one step of a barbarian far from the enemy hero, when ahead and when behind."""

    def step(reserves: str) -> float:
        home, away = (at(f"h8/9/9/9/9/9/{army}/6TH1 {reserves}") for army in ("9/7BB", "7B1/7B1"))
        return wanted(away) - wanted(home)

    assert step(AHEAD) > 2.5 * step(BEHIND) > 0


def test_the_side_ahead_values_safe_squares_to_attack_the_hero_from() -> None:
    """The rider on d7 can attack from b7 or c8; a barbarian on c8 or a ram on b8 guards both."""

    def ready(guard: str, reserves: str) -> float:
        return wanted(at(f"h8/{guard}/3J5/9/9/9/9/9/7H1 {reserves}"))

    for guard in ("2b6", "1t7"):
        assert ready("3b5", AHEAD) > ready(guard, AHEAD) + 2
        assert ready("3b5", BEHIND) == pytest.approx(ready(guard, BEHIND))


def test_level_5_buys_the_assassin_when_nothing_else_can_be_bought() -> None:
    """J1 has all other units, full money and a token; the honour it costs comes back."""
    rich = at("h8/9/2t6/9/9/3BBBJJ1/3BBBLLT/7T1/7H1 1 L 6.6.0.6.1 6.4.1.0.0 - 9 16")
    assert ASSASSIN in {piece & 7 for piece in played(rich, 5).board}


def test_levels_1_to_3_vary_their_play_in_quiet_positions() -> None:
    calm = [state for state in walk(3, ("ai:2@40", "ai:3@40"), 240, {}) if state.quiet > 1]
    open_to_taste = [state for state in calm if len(hints.generate(state, True)) > 1][::4]
    for level in (1, 2, 3):
        varied = 0
        for state in open_to_taste:
            chosen = set()
            for seed in range(5):
                budget = limits(game_of(state), level)
                chosen.add(tuple(finish(think(game_of(state), state, level, Random(seed), budget))))
            varied += len(chosen) > 1
        assert varied * 3 >= len(open_to_taste) * 2 > 10, level


def test_more_units_or_reserves_raise_the_evaluation() -> None:
    base = at(WAR)
    for better in (
        WAR.replace("5.4.2.1.0", "6.4.2.1.0"),
        WAR.replace("5.4.2.1.0", "5.5.2.1.0"),
        WAR.replace("5.4.2.1.0", "5.4.2.2.0"),
        WAR.replace("/2tb5/", "/3b5/"),
        WAR.replace("/5B3/", "/4BB3/"),
    ):
        assert evaluate(at(better), 0) > evaluate(base, 0), better


# -- search hints --------------------------------------------------------------------------------


def test_generated_actions_are_legal_and_distinct() -> None:
    frames = set()
    for seed in range(12):
        for state in walk(seed, ("random", "ai:2@20"), 200):
            legal = set(state.legal_actions())
            frames.add(state.frame())
            for root in (True, False):
                looked = [action for _, action in hints.generate(state, root)]
                assert looked and len(set(looked)) == len(looked) and legal.issuperset(looked)
    assert {"setup", "call", "choose", "free"} <= frames


def test_representative_chance_outcomes_are_possible() -> None:
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


def test_setups_are_legal_and_varied() -> None:
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
def test_every_level_plays_legally_under_random_options(level: int) -> None:
    for seed in (level, level + 10):
        assert walk(seed, (f"ai:{level}@{LOW}",), 60)


@pytest.mark.parametrize("level", LEVELS)
def test_same_seed_and_node_limit_choose_the_same_turn(level: int) -> None:
    assert played(at(WAR.replace(" N ", " L ")), level, 5).key() == (
        played(at(WAR.replace(" N ", " L ")), level, 5).key()
    )


def test_greedy_captures_a_hero_within_its_turn() -> None:
    state = at("9/9/2t6/4h4/9/4T4/2B6/7H1/9 1 L 6.3.0.2.0 5.3.1.2.0 - 5 6")
    agent = GreedyAgent()
    while state.current_player() == 0:
        state.apply(agent.choose(game_of(state), state.observation(0), Random(1)))
    assert state.current_player() == TERMINAL


def test_a_search_stays_within_its_node_limit() -> None:
    state = at(WAR.replace(" N ", " L "))
    budget = Budget(nodes=300)
    (action,) = finish(think(game_of(state), state, 5, Random(1), budget))
    assert action in state.legal_actions() and budget.nodes <= 300 * EXTENSION


@pytest.mark.parametrize("text", [WAR, WAR.replace(" N ", " L ")])
def test_forced_actions_cost_no_nodes_and_do_not_change_the_value(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched() -> tuple[float, int]:
        budget = Budget()
        state = at(text)
        return finish(Search(Hints(game_of(state)), 0, budget, depth=2).value(state)), budget.nodes

    value, nodes = searched()
    monkeypatch.delattr(hints, "forced")
    known, more = searched()
    assert value == known and nodes < more


def test_the_game_has_settings_for_every_level() -> None:
    assert set(hints.LEVELS) == set(LEVELS)
    assert Hints(Rilatria()).pending(at(WAR.replace(" N ", " L ")))


NO_USE = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:2h,1d,1s 6.6.0.3.0 6.3.1.2.0 - 5 6"  # honour is at most 6


def test_a_level_that_is_not_the_highest_takes_no_card_without_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def taken() -> set[Action]:
        state = at(NO_USE)
        return {
            finish(think(game_of(state), state, 2, Random(seed), limits(game_of(state), 2)))[0]
            for seed in range(20)
        }

    state = at(NO_USE)
    idle = {action for action in state.legal_actions() if hints.idle(state, action)}
    assert idle == {("choose", CODES["2h"])}
    assert not taken() & idle
    monkeypatch.delattr(hints, "idle")
    assert taken() & idle  # the margin of the level alone would allow it


@pytest.mark.parametrize("level", [1, 2])
def test_a_weak_level_does_not_go_to_and_fro(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression test: a rider of level 2 went to and fro between two squares for several turns."""

    def back(state: RilatriaState) -> set[Action]:
        return {one for one in state.legal_actions() if one[0] == "move" and hints.idle(state, one)}

    def chosen(state: RilatriaState) -> set[Action]:
        budget = limits(game_of(state), level)
        thinking = (think(game_of(state), state, level, Random(luck), budget) for luck in range(12))
        return {finish(one)[0] for one in thinking}

    for seed in range(8):
        for state in walk(seed, (f"ai:{level}",), 160):
            if state.current_player() < 0 or not (undone := back(state)):
                continue
            assert all((state.side, one[2], one[1]) in state.trail for one in undone)
            with monkeypatch.context() as patch:
                patch.setattr(hints, "idle", lambda state, action: False)
                before = chosen(state)
            if before & undone and not before <= undone:
                assert not chosen(state) & undone
                return
    raise AssertionError("no position in which a move back is as good")


def test_recent_moves_are_remembered_but_are_not_part_of_the_position() -> None:
    state = at("9/1h7/9/9/4b4/9/6L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6")
    known = state.key()
    for action in (("move", 24, 25), ("move", 25, 24)):
        state.marks = 0
        state.apply(action)
    state.marks = 0
    assert state.key() == known and state.clone().trail == ((0, 24, 25), (0, 25, 24))
    assert hints.idle(state, ("move", 24, 25)) and not hints.idle(state, ("move", 24, 23))
