"""Playing strength in Cotadrez: mates, sieges, hanging units and sensible deployments.

The mate positions come from games between computer players; `forced` proves each by brute force.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from engine.core.contract import CHANCE, TERMINAL, Action
from engine.core.errors import BadPosition
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.pieces import DRAGON, INDEX, KING, LANCER, RABBLE
from engine.games.cotadrez.rules.state import EXCHANGE, CotadrezState
from engine.games.cotadrez.search import hints
from engine.games.cotadrez.search.evaluate import evaluate, exits
from engine.games.cotadrez.search.exchanges import exchange
from engine.search.agents import make_agent
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.checkmate import CheckmateSearch
from engine.search.hints import Hints
from engine.search.levels import LEVELS, limits, think
from tests.games.answers import game_of
from tests.games.cotadrez.table import ctn, state

GAME = Cotadrez({"water": "lagos"})
MATES_IN_TWO = (
    "2acc5/1l8/1b2t5/5c4/10/1p8/6e3/10/2d3L3/4TR4 N S e2f3,c8d9 a1,a9,b2,g10,j2,j9 "
    "- RAALLHHH EP DEEPPCCCBAAALLHHH 39.1.0",
    "1C8/r9/4D5/1E1CA5/10/10/6TA2/3P3BC1/4R2L2/4L2H2 S N f2g3,c8d9 "
    "a2,a6,b3,f5,f7,j8 - - DEEPPCCCTBAAALLLHHH EPALHH 149.9.0",
    "8r1/10/10/4E2b2/5E4/4P5/5LDT2/4H3B1/4L2C2/4L1HA2 S S f2g3,f8g9 "
    "a10,b2,b5,d10,i9,j3 RCAAH - DEEPPCCCTAAALLLHHH PC 44.3.0",
    "1r8/10/2D7/10/4C5/5L4/5L1AEP/4AR2B1/10/5ELAH1 S N g2h3,d8e9 a5,c1,d3,i8,i10,j8 "
    "- - DEEPPCCCTBAAALLLHHH PCCTHH 99.7.0",
    "1e1ah5/2r2a4/1cp3b3/1lteahh3/10/8l1/7R2/4c2p2/7d2/10 N S f2g3,d8e9 "
    "a5,b1,b3,f6,g9,i7 - - CL DEEPPCCCTBAAALLLHHH 201.81.0",
    "1hrcp5/1c2a5/1b2d5/1ee2t4/10/10/3R6/10/2E7/H2HEH4 N N d2e3,c8d9 "
    "c4,e6,f9,h7,i1,j4 - PAALLLHH C DPPCCCTBAAALLL 30.1.0",
    "10/4ct1l2/4p2cc1/4e2bR1/4e5/5d4/5D4/10/6C3/10 N N g3h4,f7g8 b8,f1,h1,h2,h10,i6 "
    "EEPPCCTBAAALLLHHH RPAAALLHHH - - 6.0.0",
    "rbE7/l8e/6e3/10/10/P4a4/2HBECT3/2L2C4/2P2CA3/2RAAL4 S S d2e3,b8c9 "
    "h3,i3,i8,j3,j7,j10 DLHH - DPPCCCTAALLHHH - 48.1.0",
    "1r2ll1e1A/7h2/1c2E5/1D8/4A5/4HH4/1PP2H3E/1CB2L4/2L1CT1A2/10 S "
    "N d3e4,f8g9 a2,a3,b5,b9,g10,i7 RL - DEPPCCTBAAALHH C 89.3.0",
    "3hca4/6c1p1/3h2p3/2cblrt3/10/10/1e8/1C8/1R8/2e3L1C1 N S e2f3,e8f9 "
    "a9,a10,h8,i4,j4,j5 - DAALLH - DEEPPCTBAAALLHHH 39.17.0",
    "4l1rl2/4h2al1/4h2aba/3ctpheec/4cp3R/10/7AA1/9H/5dP3/8H1 N N f3g4,f8g9 "
    "a8,b8,c8,e5,g1,i5 - - - DEEPCCCTBALLLH 118.19.0",
    "10/10/10/1E2E5/1c8/5P4/1HHBA4r/1T4C3/1P8/LLRCC5 S N c2d3,c8d9 "
    "f1,f2,f9,g8,h8,i3 DAALH - DEEPPCCTBAAALLLHHH - 39.1.0",
)
ATTENTIVE = tuple(level for level, how in LEVELS.items() if how.attention == 1)


def after(position: CotadrezState, action: Action) -> CotadrezState:
    position = position.clone()
    position.apply(action)
    return position


def turns(position: CotadrezState, me: int) -> Iterator[CotadrezState]:
    """Yield the positions after each complete turn of `me`."""
    for action in position.legal_actions():
        child = after(position, action)
        if child.current_player() == me and child.turns == position.turns:
            yield from turns(child, me)
        else:
            yield child


def forced(position: CotadrezState, me: int, own: int) -> bool:
    """Return whether `me` can force a win within `own` turns."""
    player = position.current_player()
    if player == TERMINAL:
        assert position.result is not None
        return position.result.returns[me] > 0
    if own == 0:
        return False
    if player == me:
        return any(forced(child, me, own - 1) for child in turns(position, me))
    return all(forced(after(position, action), me, own) for action in position.legal_actions())


def played(position: CotadrezState, level: int, seed: int) -> CotadrezState:
    """Return the position after a complete turn of a level with its own node limit."""
    me, turn = position.current_player(), position.turns
    rng = Random(seed)
    while position.current_player() == me and position.turns == turn:
        thinking = think(GAME, position.observation(me), level, rng, limits(GAME, level))
        for action in finish(thinking):
            position = after(position, action)
    return position


@pytest.mark.parametrize("level", [3, 4, 5])
@pytest.mark.parametrize("number", range(len(MATES_IN_TWO)))
def test_mate_in_two_is_found(number: int, level: int) -> None:
    position = GAME.state_from_text(MATES_IN_TWO[number])
    me = position.current_player()
    if level == 3:
        assert not forced(position, me, 1) and forced(position, me, 2)
    assert forced(played(position, level, number), me, 1)


def test_attentive_levels_capture_a_hanging_elephant() -> None:
    gift = ctn("Ra1 Ei3 Ah2", "Rj10 Di8", side="S", res=("LLHH", "LLHH"))
    for level in ATTENTIVE:
        done = played(state(gift), level, level)
        assert done.dungeons[0][2] == 1, level


def test_attentive_levels_do_not_leave_their_dragon_to_a_rabble() -> None:
    danger = ctn("Ra1 Dd4 Ch2", "Ri10 Hd3 Ae6", side="S", res=("LLHH", "LLHH"))
    for level in ATTENTIVE:
        for seed in range(4):
            done = played(state(danger), level, seed)
            replies = (after(done, action) for action in done.legal_actions())
            assert not any(reply.dungeons[1][2] for reply in replies), (level, seed)


def test_attentive_levels_execute_a_siege_that_wins_the_reserve() -> None:
    siege = ctn("Ra1 De10 Cd8", "Rj7 Hj1", side="S", res=("LLHH", "DEEPPAA"))
    for level in ATTENTIVE:
        assert not any(played(state(siege), level, 1).reserves[1]), level


def test_evaluation_is_symmetric_between_the_sides() -> None:
    """With the sides swapped, the battle has the same value for the other player."""
    south = state(ctn("Ra1 Dd4 Ch2 Le4", "Ri10 Eg7 Hd9", res=("TLL", "PPA")))
    north = state(ctn("Ri1 Eg4 Hd2", "Ra10 Dd7 Ch9 Le7", side="N", res=("PPA", "TLL")))
    for player in (0, 1):
        value = evaluate(south, player)
        assert -1 < value < 1
        assert value == pytest.approx(evaluate(north, 1 - player), abs=0.02)
    assert evaluate(south, 0) == -evaluate(south, 1)


def armies(rng: Random) -> tuple[list[str], list[str]]:
    """Return the units of South and of North, beside the fortresses."""
    squares = [f"{column}{row}" for column in "abcdghij" for row in range(2, 10)]
    drawn = rng.sample(squares, 10)
    south, north = (
        [king, *(kind + square for kind, square in zip("DECLH", found, strict=True))]
        for king, found in (("Ra1", drawn[:5]), ("Ra10", drawn[5:]))
    )
    return south, north


def flipped(units: list[str]) -> str:
    """Return units like `Ra1` on the squares that mirror theirs in the other half."""
    return " ".join(unit[:2] + str(11 - int(unit[2:])) for unit in units)


@pytest.mark.parametrize("seed", range(20))
def test_evaluation_and_move_ordering_do_not_prefer_a_side(seed: int) -> None:
    """In a mirrored battle with the other side to move, both are exactly the same."""
    rng, south = Random(seed), None
    while south is None:
        own, foe = armies(rng)
        with suppress(BadPosition):  # North is in check
            south = state(ctn(" ".join(own), " ".join(foe), res=("TLL", "PPA")), water="seco")
    mirrored = ctn(flipped(foe), flipped(own), side="N", res=("PPA", "TLL"))
    north = state(mirrored, water="seco")
    for player in (0, 1):
        assert evaluate(south, player) == pytest.approx(evaluate(north, 1 - player), abs=1e-9)
    orders = [
        sorted(round(worth, 9) for worth, _ in Hints(game_of(one)).generate(one))
        for one in (south, north)
    ]
    assert orders[0] == orders[1]


def test_deployments_are_legal_varied_and_fill_half_of_the_ring() -> None:
    rng = Random(3)
    seen, hidden = set(), 0
    for _ in range(10):
        position = GAME.initial_state()
        for player in (0, 1):
            actions = hints.setup(position.observation(player), rng)
            assert sum(1 for a in actions if a[0] == "unit") >= 6
            hidden += all(a[:2] != ("unit", KING) for a in actions)
            for action in actions:
                assert action in position.legal_actions()
                position.apply(action)
            seen.add(tuple(actions))
    assert len(seen) == 20 and 5 <= hidden < 20


def test_greedy_captures_a_hanging_elephant() -> None:
    gift = state(ctn("Ra1 Ei3 Ah2", "Rj10 Di8", side="S", res=("LLHH", "LLHH")))
    action = make_agent("greedy").choose(GAME, gift.observation(0), Random(1))
    assert after(gift, action).dungeons[0][2] == 1


def test_a_search_stays_within_its_node_limit() -> None:
    budget = Budget(nodes=300)
    position = GAME.state_from_text(MATES_IN_TWO[2])
    (action,) = finish(think(GAME, position, 5, Random(1), budget))
    assert action in position.legal_actions() and budget.nodes <= 300


def test_quiescence_tries_shots_sieges_and_captures_that_lose_nothing() -> None:
    for seed in range(6):
        rng = Random(seed)
        position = GAME.initial_state()
        while position.current_player() != TERMINAL and position.turns < 80:
            if position.current_player() == CHANCE:
                position.apply(("reveal",))
                continue
            actions = position.legal_actions()
            if position.battle and position.stack[-1][0] != EXCHANGE:
                taking = [a for a in actions if a[0] in ("fire", "siege")]
                taking += [a for a in actions if a[0] == "step" and position.board[a[2]]]
                sound = [a for a in taking if a[0] != "step" or exchange(position, a) >= 0]
                assert sorted(hints.quiescence(position)) == sorted(sound)
                actions = taking if taking and rng.random() < 0.3 else actions
            elif not position.battle:
                actions = hints.setup(position, rng)[:1] or actions
            position.apply(rng.choice(actions))


@pytest.mark.parametrize(
    ("taken", "defended", "backed", "worth"),
    [
        (RABBLE, False, False, 4),  # undefended
        (RABBLE, True, False, 4 - 20),
        (RABBLE, True, True, 4 - 20 + 4),
        (DRAGON, True, False, 20),  # equal units: no loss
    ],
)
def test_static_exchange_evaluation_of_a_capture(
    taken: int, defended: bool, backed: bool, worth: float
) -> None:
    """A dragon captures on f5; a lancer on f6 may recapture, and then a rabble on f4."""
    position = GAME.state_from_text(MATES_IN_TWO[-1])
    position.board = board = bytearray(100)
    board[INDEX["c5"]], board[INDEX["f5"]] = DRAGON, 16 | taken
    if defended:
        board[INDEX["f6"]] = 16 | LANCER
    if backed:
        board[INDEX["f4"]] = RABBLE
    before = bytes(board)
    action = ("step", INDEX["c5"], INDEX["f5"])
    assert exchange(position, action) == worth and bytes(board) == before
    assert (action in hints.quiescence(position)) == (worth >= 0)
    assert (hints.ordering(position, [action])[0] > 0) == (worth > 0)


def test_deployments_vary_and_the_king_is_not_always_hidden() -> None:
    game = Cotadrez()
    shown, counts = 0, set()
    for seed in range(40):
        state = game.initial_state()
        for action in hints.setup(state.observation(state.current_player()), Random(seed)):
            if action[0] == "ready":
                units = state.deploys[0].units()
            state.apply(action)
        kinds = [kind for kind, _ in units]
        shown += KING in kinds
        counts.add(len(kinds))
    assert 8 <= shown <= 28 and len(counts) >= 3


def test_there_is_no_null_move_with_few_units_left() -> None:
    position = GAME.state_from_text(MATES_IN_TWO[0])
    assert hints.null_move(position) is not None
    position.board = bytearray(100)
    for square in range(hints.FEW - 1):
        position.board[square] = position.side << 4 | RABBLE
    assert hints.null_move(position) is None


def test_the_side_ahead_does_not_repeat_a_position() -> None:
    """The player to move is clearly ahead."""
    position = GAME.state_from_text(
        "10/cabc6/t2c6/p2D6/ea8/8E1/3P1C2B1/5P2E1/5C1TA1/10 S S g3h4,b7c8 "
        "b5,c3,e2,e8,f6,g9 RCAALLLHHH RPALLLHHH DE - 6.0.0"
    )
    leader, rng = position.current_player(), Random(1)
    assert evaluate(position, leader) > 0.3
    seen = set()
    while position.current_player() >= 0 and position.turns < 46:
        me = position.current_player()
        level = "ai:5@250" if me == leader else "ai:3@60"
        position.apply(make_agent(level).choose(GAME, position.clone(), rng))
        if me == leader and position.current_player() != me:
            where = bytes(position.board), position.stores()
            assert where not in seen
            seen.add(where)
    assert evaluate(position, leader) > 0.3 and len(seen) > 10


def test_the_search_scores_a_repeated_position_as_a_draw() -> None:
    def towards(position: CotadrezState, board: bytearray | None) -> CotadrezState:
        """Return the position after a quiet turn, the one that leads to `board` if given."""
        return next(
            child
            for child in turns(position, position.current_player())
            if child.quiet == position.quiet + 1 and board in (None, child.board)
        )

    start = state(ctn("Ra1 Ei3 Ah2", "Rj10 Dg8", side="S", res=("LLHH", "LLHH")))
    line = [start, first := towards(start, None), second := towards(first, None)]
    back = bytearray(second.board)
    for square, unit in enumerate(start.board):
        if unit >> 4 == 0 and second.board[square] >> 4 == 0:
            back[square] = unit
    line += [third := towards(second, back), towards(third, start.board)]
    assert [hints.repeated(position) for position in line] == [False] * 4 + [True]
    search = Search(Hints(GAME), third.current_player(), Budget(), depth=1)
    values = dict((action, value) for value, action in finish(search.run(third, Random(1))))
    again = [a for a in values if after(third, a).board == start.board]
    assert [values[action] for action in again] == [0.0]


def test_a_siege_is_worth_more_when_a_hidden_king_has_fewer_exits() -> None:
    """Two units besiege a hidden king while more and more of his own units fill the ring."""
    crowd = "Hd7 He7 Lf7 Lc7 Ag8 Ag9"
    values, ways = [], []
    for count in (0, 3, 6):
        own = " ".join(crowd.split()[:count])
        battle = state(ctn("Ra1 De10 Cd8 Eg1", f"Ti6 {own}", side="N", res=("LL", "RP")))
        values.append(evaluate(battle, 0) - evaluate(shown(battle), 0))
        ways.append(exits(battle, 1))
    assert ways[0] > ways[1] > ways[2] and values[0] < values[1] < values[2]


def test_exits_are_the_squares_the_king_is_offered_after_the_siege() -> None:
    """The besiegers go home before the king comes out, so what they attack is an exit."""
    seen = set()
    for seed in range(8):
        position = crowded(seed)
        ways = exits(position, 1)
        position.apply(next(a for a in position.legal_actions() if a[0] == "siege"))
        assert ways == len(position.legal_actions() if position.frame() == EXCHANGE else [])
        seen.add(ways)
    assert len(seen) >= 4


def crowded(seed: int) -> CotadrezState:
    """Return TRAP ready for execution, with up to five more northern units on the ring."""
    rng = Random(seed)
    ring = [square for square in TRAP.t.ring[1] if square not in (INDEX["d7"], INDEX["e7"])]
    position = TRAP.clone()
    position.board[INDEX["e6"]], position.board[INDEX["e7"]] = 0, LANCER
    crowd = (LANCER, LANCER, LANCER, RABBLE, RABBLE)[: rng.randrange(6)]
    for kind, square in zip(crowd, rng.sample(ring, len(crowd)), strict=True):
        position.board[square] = 16 | kind
    if rng.random() < 0.5:
        position.board[INDEX["g4"]] = 0
    return GAME.state_from_text(position.to_text())


# South's lancer steps from e6 onto the ring: North's hidden king has no exit, and North cannot
# break the siege.
TRAP = state(ctn("Ra1 Hd7 Le6 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", side="S", res=("", "R")))
SNAP = ("step", INDEX["e6"], INDEX["e7"])


def test_a_siege_without_an_exit_counts_as_check() -> None:
    besieged = after(TRAP, SNAP)
    assert hints.in_check(besieged) and not besieged.checked()
    assert hints.null_move(besieged) is None
    relieved = besieged.clone()
    relieved.board[INDEX["g4"]] = relieved.board[INDEX["b9"]] = 0
    assert exits(relieved, 1) and not hints.in_check(relieved)
    assert not hints.in_check(TRAP)


def test_siege_death_in_two_turns_is_found() -> None:
    me = TRAP.current_player()
    search = CheckmateSearch(Hints(GAME), me, Budget(1500))
    assert finish(search.find(TRAP, 2)) == SNAP
    value, action = finish(Search(Hints(GAME), me, Budget(), depth=1).run(TRAP, Random(1)))[0]
    assert value > 1 and action == SNAP  # depth 1 plus forced replies
    for level in (3, 4, 5):
        position = TRAP.clone()
        for _ in range(3):
            position.apply(make_agent(f"ai:{level}@1500").choose(GAME, position, Random(1)))
        outcome = position.outcome()
        assert outcome and outcome.reason == "siege_death" and outcome.returns[me] == 1


def shown(battle: CotadrezState) -> CotadrezState:
    """Return the battle without the king in North's reserve."""
    other = battle.clone()
    other.reserves[1][KING] = 0
    return other
