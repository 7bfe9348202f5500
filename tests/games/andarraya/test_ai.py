"""Playing strength in Andarraya: finding mates, keeping material, winning won endings.

The mates in two come from games between computer players; `forced` proves each by brute force.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import TERMINAL, Action, State
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.pieces import INDEX
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.search import hints
from engine.games.andarraya.search.evaluate import evaluate
from engine.games.andarraya.search.exchanges import exchange
from engine.search.agents import make_agent
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.hints import Hints
from engine.search.levels import LEVELS, limits, think
from tests.fixtures.sampled import sampled
from tests.games.andarraya.table import CHESS, START
from tests.games.answers import S

GAME = Andarraya()
ATTENTIVE = tuple(level for level, how in LEVELS.items() if how.attention == 1)
# In chess the first four are no mates, because a queen could be captured. The sixth and seventh
# begin with a quiet move.
MATES_IN_TWO = (
    "6Q1/2p3p1/2Rb2kp/1p3q2/5P1P/rBBP2P1/2P2P1R/6K1 w - - 64 33",
    "4k3/2qb1pr1/3Q2p1/8/1P5p/P3P3/2P1RPPP/3R2K1 w e - 74 38",
    "3r2k1/2p2pp1/r2ppn1p/pR6/1n2bP1P/3PK3/1N1Q2P1/2q2BR1 b - - 55 28",
    "r1b1kb1r/p3pppp/1pn5/4Q3/2P3n1/3P4/Pq2PP1P/R3KB1R b AEHaeh - 23 12",
    "1n2kb1r/1pp1pppp/8/3n4/3P3P/5P2/r1qQ1P2/4KB1R b EHeh - 31 16",
    "5k2/3Rq2p/3Q2p1/8/p3P3/P4P2/KPP3P1/8 w - - 76 39",
    "4k3/8/8/3QK2p/7P/8/8/8 w - - 88 45",
    "r7/kp3p1p/p2Q1p2/R1p5/7r/1PKP4/2PN1P1P/5B1R w - - 38 20",
    "r1k2b2/p3pp2/R5p1/1P1pq3/1Pp3pr/2PPPP2/2b5/B3K3 b - - 43 22",
    "8/1Q2bRpr/p2pk3/4p1Bp/7P/3P1P2/PP3PP1/4KB1R w EH - 42 22",
    "5r1k/p7/1p2B1p1/2p1p3/P1P4P/1P3b1R/3r4/qQ4K1 b - - 81 41",
)


def after(position: S, action: Action) -> S:
    position = position.clone()
    position.apply(action)
    return position


def forced(position: State, me: int, own: int) -> bool:
    """Return whether `me` can force mate within `own` moves."""
    player = position.current_player()
    if player == TERMINAL:
        outcome = position.outcome()
        return outcome is not None and outcome.returns[me] > 0
    if own == 0:
        return False
    children = (after(position, action) for action in position.legal_actions())
    if player == me:
        return any(forced(child, me, own - 1) for child in children)
    return all(forced(child, me, own) for child in children)


def state(text: str) -> AndarrayaState:
    return GAME.state_from_text(text)


def chosen(position: AndarrayaState, level: int, seed: int, nodes: int = 0) -> Action:
    (action,) = finish(think(GAME, position, level, Random(seed), limits(GAME, level, nodes)))
    return action


@pytest.mark.parametrize("level", [3, 4, 5])
@pytest.mark.parametrize("text", MATES_IN_TWO)
def test_mate_in_two_is_found(text: str, level: int) -> None:
    position = state(text)
    me = position.side
    if level == 3:
        assert not forced(position, me, 1) and forced(position, me, 2)
    assert forced(after(position, chosen(position, level, 7)), me, 1)


def test_mates_that_rely_on_immune_queens_fail_without_them() -> None:
    other = Andarraya({"queen_takes_queen": "yes"})
    for text in MATES_IN_TWO[:4]:
        position = other.state_from_text(text)
        assert not forced(position, position.side, 2), text


GIFT = "r1b1kbnr/pppp1ppp/2n5/4p1q1/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4"


@pytest.mark.parametrize("level", ATTENTIVE)
def test_attentive_levels_capture_a_hanging_queen(level: int) -> None:
    assert chosen(state(GIFT), level, level)[1:3] == (21, 38), level


def test_levels_1_and_2_sometimes_miss_a_hanging_queen_and_level_1_more_often() -> None:
    taken = [
        sum(chosen(state(GIFT), level, seed)[1:3] == (21, 38) for seed in range(40))
        for level in (1, 2)
    ]
    assert 8 <= taken[0] < taken[1] < 40


def test_attentive_levels_do_not_leave_their_queen_en_prise() -> None:
    """A pawn attacks the black queen; White's pawns and pieces guard one another."""
    danger = state("rnb1kbnr/ppp2ppp/8/3pp1q1/3P1P2/4P3/PPP3PP/RNBQKBNR b AEHaeh - 7 4")
    for level in ATTENTIVE:
        for seed in range(4):
            moved = after(danger, chosen(danger, level, seed))
            assert isinstance(moved, AndarrayaState)
            lost = [a for a in moved.moves() if moved.board[1] & moved.board[6] & 1 << a[2]]
            assert not lost, (level, seed)


def test_attentive_levels_promote_to_a_queen_when_they_have_none() -> None:
    for level in ATTENTIVE:
        assert chosen(state("8/P1k5/8/8/8/8/8/4K3 w - - 30 16"), level, 1) == ("move", 48, 56, 5)


@pytest.mark.parametrize("army", ["Q", "R"])
def test_level_5_mates_a_lone_king_before_the_counter_ends_the_game(army: str) -> None:
    position = state(f"8/8/8/4k3/8/8/8/3{army}K3 w - - 50 26")
    while position.current_player() != TERMINAL:
        nodes = 3000 if position.side == 0 else 200
        position.apply(chosen(position, 5, 1, nodes))
    assert position.result is None and position.checkers()


@pytest.mark.parametrize("level", [3, 4, 5])
@pytest.mark.parametrize("seed", sampled(range(4)))
def test_a_rook_wins_against_a_lone_king_defended_by_a_strong_level(seed: int, level: int) -> None:
    rng, places = Random(seed), ("8/8/4R3/8/5k2/2K5/8/8", "8/8/8/5R2/8/8/5K2/1k6")
    position: State = state(f"{places[seed % 2]} w - - 0 1")
    attack, defence = make_agent(f"ai:{level}"), make_agent("ai:5@300")
    while (player := position.current_player()) != TERMINAL:
        agent = defence if player else attack
        position.apply(agent.choose(GAME, position.observation(player), rng))
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == "checkmate" and outcome.returns[0] == 1


def test_a_lone_knight_is_worth_little() -> None:
    knight = evaluate(state("8/8/8/4k3/8/8/8/3NK3 w - - 20 11"), 0)
    rook = evaluate(state("8/8/8/4k3/8/8/8/3RK3 w - - 20 11"), 0)
    assert 0 < knight < rook / 5


def mirrored(text: str) -> str:
    """Return the position with colours and ranks swapped."""
    placement, side, unmoved, ep, *counters = text.split()
    placement = "/".join(reversed(placement.split("/"))).swapcase()
    marks = "".join(sorted(unmoved.swapcase())) if unmoved != "-" else "-"
    return " ".join((placement, "b" if side == "w" else "w", marks, ep, *counters))


@pytest.mark.parametrize("text", MATES_IN_TWO[:8])
def test_evaluation_is_symmetric_between_the_sides(text: str) -> None:
    position, other = state(text), state(mirrored(text))
    assert evaluate(position, 0) == -evaluate(position, 1)
    assert evaluate(position, 0) == pytest.approx(evaluate(other, 1))


def test_ordering_favours_checks_and_there_is_no_null_move_in_check() -> None:
    rng = Random(4)
    for _ in range(6):
        position = state(START)
        while position.current_player() != TERMINAL:
            moves = position.moves()
            for move, worth in zip(moves, hints.ordering(position, moves), strict=True):
                child = after(position, move)
                assert isinstance(child, AndarrayaState)
                if move[0] == "move" and child.checkers():
                    assert worth > 0, (position.to_text(), move)
            assert set(hints.quiescence(position)) <= set(moves)
            skipped = hints.null_move(position)
            assert skipped is None or not position.checkers()
            if skipped is not None and skipped.counter < GAME.limit:
                skipped.check_invariants()
            position.apply(rng.choice(moves))


@pytest.mark.parametrize("options", [{}, CHESS, {"king_leap": "any", "move_counter": "reset"}])
def test_no_level_chooses_an_illegal_action(options: dict[str, str]) -> None:
    game = Andarraya(options)
    rng = Random(2)
    agents = [make_agent(f"ai:{level}@60") for level in LEVELS]
    position = game.initial_state()
    while position.current_player() != TERMINAL and position.plies < 120:
        action = rng.choice(agents).choose(game, position, rng)
        assert action in position.legal_actions()
        position.apply(action)
    assert position.plies > 20


def test_same_seed_and_node_limit_choose_the_same_move() -> None:
    position = state("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4")
    for level in LEVELS:
        assert chosen(position, level, 3) == chosen(position.clone(), level, 3)


@pytest.mark.parametrize(
    ("text", "move", "worth"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # undefended
        ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", 100 - 500),  # guarded by a pawn
        ("4k3/4r3/8/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 100),  # a second rook backs it up
        ("4k3/4r3/4r3/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 100 - 500),  # both sides have one
        ("8/8/3k4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100 - 320),  # the king recaptures
        ("8/8/3k4/4p3/8/5N2/8/B3K3 w - - 0 1", "f3e5", 100),  # the king may not recapture
        ("4k3/8/8/8/q7/8/3r4/Q3K3 w - - 0 1", "e1d2", 500),  # the queen is too far away
    ],
)
def test_static_exchange_evaluation_of_a_capture(text: str, move: str, worth: float) -> None:
    action = ("move", INDEX[move[:2]], INDEX[move[2:]], 0)
    assert exchange(state(text), action) == worth


def test_quiescence_tries_exactly_the_captures_that_lose_no_material() -> None:
    rng, seen = Random(6), 0
    while seen < 300:
        position = GAME.initial_state()
        while position.current_player() != TERMINAL:
            if not position.checkers():
                moves = [move for move in position.moves() if move[0] == "move"]
                plain = [move for move in moves if position.kind_at(move[2]) and not move[3]]
                # A bishop for a knight counts as an even trade.
                good = {move for move in plain if exchange(position, move) >= -10}
                taken = {move for _, move in hints.taking(position)} & set(plain)
                assert taken == good, position.to_text()
                seen += len(plain)
            position.apply(rng.choice(position.moves()))


def test_a_queen_recaptures_a_queen_only_where_queens_may_be_captured() -> None:
    """The white queen captures a pawn that the black queen guards."""
    text, action = "4k2q/8/8/4p3/8/8/4Q3/4K3 w - - 0 1", ("move", INDEX["e2"], INDEX["e5"], 0)
    assert exchange(state(text), action) == 100
    chess = Andarraya(CHESS).state_from_text(text)
    assert exchange(chess, action) == 100 - 900


def test_the_side_ahead_does_not_repeat_a_position() -> None:
    position = state("r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4")
    seen = set()
    while position.current_player() != TERMINAL:
        ahead = position.side == 0
        position.apply(chosen(position, 5, 1, 500 if ahead else 150))
        assert not ahead or position.board not in seen
        if ahead:
            seen.add(position.board)
    assert position.checkers() and position.result is None


def test_repetition_of_a_recent_position_is_detected_and_scores_zero() -> None:
    position = state("4k3/8/8/8/8/8/R7/4K3 w - - 10 6")
    there, back = ("move", 8, 9, 0), ("move", 9, 8, 0)
    steps = (there, ("move", 60, 61, 0), back, ("move", 61, 60, 0))
    found = []
    for step in steps:
        position = after(position, step)
        found.append(hints.repeated(position))
    assert found == [False, False, False, True]
    search = Search(Hints(GAME), 0, Budget(), depth=2)
    scored = finish(search.run(position, Random(1)))
    values = {action: value for value, action in scored}
    assert values[there] == 0.0 < scored[0][0]  # it repeats a position
