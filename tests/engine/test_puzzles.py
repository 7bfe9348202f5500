"""Every shipped exercise is proved again; the search for exercises is reproducible."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from engine.core.contract import AnyGame
from engine.dev.puzzles import (
    SAME,
    Finder,
    Prospector,
    Way,
    check,
    mine,
    path_of,
    takes_back,
    varied,
)
from engine.games import REGISTRY, game_info, load_game
from engine.search import analysis
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.determinizations import score_actions
from engine.search.exercises import exercise as files
from engine.search.exercises import odds, proof
from engine.search.exercises.exercise import (
    BEST,
    GAIN,
    GOALS,
    HOLD,
    SAVE,
    WIN,
    BadExercises,
    Collection,
    Exercise,
)
from engine.search.exercises.forced import forced_line, forced_turns
from engine.search.exercises.odds import ALL
from engine.search.exercises.themes import candidates, ending
from engine.search.exercises.turns import WON, after, compare, ends, still_possible
from engine.search.hints import Hints

GAMES = [game for game in REGISTRY if game_info(game).exercises]
LIMIT = 40_000  # maximum bytes of a game's file
LEAST = 50
EACH = 10  # `make test` proves every tenth exercise, `make soak` all
DRAWS = 12  # determinizations per exercise in `make test`; `make soak` uses all


@cache
def kept(game: str) -> Collection:
    return files.read(path_of(game).read_text("utf-8"))


@cache
def rules(game: str) -> AnyGame:
    return load_game(game)(kept(game).options)


NUMBERED = [
    pytest.param(game, number, id=f"{game}-{number + 1}")
    for game in GAMES
    for number in range(0, len(kept(game).exercises), EACH)
]


@pytest.mark.parametrize(("game", "number"), NUMBERED)
def test_every_tenth_exercise_is_proved_again(game: str, number: int) -> None:
    """With hidden information it uses fewer determinizations than the command line."""
    found = kept(game)
    assert proof.fault(rules(game), found.exercises[number], kind=found.proof, draws=DRAWS) == ""


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_exercise_is_proved_and_listed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Print what each exercise claims and whether it was proved."""
    found = kept(game)
    with capsys.disabled():
        assert check(found, Namespace(game=game, jobs=1, cluster="")) == 0


@pytest.mark.parametrize("game", GAMES)
def test_exercises_are_numerous_small_and_sorted(game: str) -> None:
    found = kept(game)
    assert found.game == game and found.made.startswith(f"python -m engine puzzles {game} ")
    assert len(found.exercises) >= LEAST
    assert path_of(game).stat().st_size <= LIMIT
    ratings = [one.rating for one in found.exercises]
    assert ratings == sorted(ratings) and ratings[-1] - ratings[0] >= 500
    assert len({one.id for one in found.exercises}) == len(found.exercises)
    assert len({one.theme for one in found.exercises}) >= 3
    for one in found.exercises:
        assert one.margin >= found.margin > 0 and one.goal in GOALS
        assert (one.goal == WIN) == (one.turns > 0)
        assert 0 < one.odds <= ALL
        if found.proof in proof.HIDDEN:
            assert one.goal in (WIN, BEST) and (one.goal == WIN) == (one.odds == ALL)
        else:
            assert one.odds == ALL


@pytest.mark.parametrize("game", GAMES)
def test_no_two_exercises_look_alike(game: str) -> None:
    """They differ in the pieces and their squares."""
    tables: list[set[tuple[str, int, str]]] = []
    for one in kept(game).exercises:
        state = rules(game).state_from_text(one.position)
        scene = rules(game).scene(state, state.current_player())
        table = {(piece.glyph, piece.side, piece.square) for piece in scene.pieces}
        for other in tables:
            assert len(table & other) <= SAME * len(table | other)
        tables.append(table)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_every_exercise_is_legal(game: str) -> None:
    for one in kept(game).exercises:
        state = rules(game).state_from_text(one.position)
        me = state.current_player()
        for text in (one.solution, *one.line):
            state.apply(rules(game).parse_action(state, text))
        if one.goal == WIN and one.line:
            outcome = state.outcome()
            assert outcome is None or outcome.returns[me] > 0


# -- what a proof refuses ------------------------------------------------------------------------

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"


def exercise(position: str, solution: str, **more: Any) -> Exercise:
    usual = Exercise(position, solution, (), WIN, 1, "finish", 900, 1.2, 0.1, 2)
    return replace(usual, **more)


def test_a_proof_refuses_wrong_claims() -> None:
    game = load_game("andarraya")()
    assert proof.fault(game, exercise(MATE, "d1d8")) == ""
    assert "is better" in proof.fault(game, exercise(MATE, "d1d7"))
    assert "takes too long" in proof.fault(game, exercise(MATE, "d1d8"), nodes=5)
    assert "forced win" in proof.fault(game, exercise(MATE, "d1d8", goal="gain"))
    both = "6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1"
    assert "nearly as good" in proof.fault(game, exercise(both, "d1d8"))


# What once was promised: a win a turn too soon, and a siege that ends in checkmate.
TURNS = [
    (
        "3hl1h1a1/8a1/1p1r6/1A2E5/8C1/1L8/5H4/A9/1H8/2R1A5 S S c2d3,e8f9 b10,c9,f2,f5,h8,i2 - - "
        "DEEPCCCTBALLH DEPPCCTBLLH 152.4.0",
        "Cg7->ASEDIO",
        2,
    ),
    (
        "2la1b4/r9/a9/3E6/10/1c8/3L6/3H6/CTP7/2CH6 S S b3c4,c8d9 b1,f3,f7,f8,i10,j5 R - "
        "DEEPPCCTALLHHH DEPCBAAALLH 64.1.0",
        "Eb7",
        3,
    ),
    ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
    ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", 0),
]


@pytest.mark.parametrize(("position", "solution", "turns"), TURNS)
def test_the_turns_to_a_forced_win_are_counted(position: str, solution: str, turns: int) -> None:
    game_id = "cotadrez" if "S S" in position else "andarraya"
    game = rules(game_id)
    seen, hints = game.state_from_text(position), Hints(game)
    action = game.parse_action(seen, solution)
    assert forced_turns(hints, seen, action) == turns
    line = forced_line(hints, seen, action, turns)
    if not turns:
        assert line is None
        return
    state = seen.clone()
    for one in (action, *(line or ())):
        state.apply(one)
    outcome = state.outcome()
    assert outcome is not None and outcome.winner == seen.current_player()
    assert turns == 1 or forced_line(hints, seen, action, turns - 1) is None


def test_a_promised_number_of_turns_is_proved() -> None:
    game = load_game("andarraya")()
    assert proof.fault(game, exercise(MATE, "d1d8", turns=2)) == "takes 1 turns"
    both = game.state_from_text("6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1")
    mates = [game.parse_action(both, one) for one in ("d1d8", "e1e8")]
    scored = [(1.199, mates[0]), (1.199, mates[1])]
    found = proof.claim(Hints(game), both, scored, proof.FULL, 2)
    assert found.why_not == "e1e8 wins as soon"


def test_a_siege_is_promised_only_where_it_wins() -> None:
    siege, mate = load_game("cotadrez")({"water": "lagos"}), "1r1l1l4/l4h4/b2a6/3t6/a3p5/1h2p5"
    mate += "/10/10/10/LAR7 N S b2c3,b8c9 f2,i2,i9,j4,j6,j7 - - DEECCCAH DEEPPCCCTBAALLHHH 105.23.0"
    seen = siege.state_from_text(mate)
    assert candidates(siege, seen, [siege.parse_action(seen, "Pd3#")], WIN)[-1] == "quiet"
    assert "finish" in candidates(siege, seen, [siege.parse_action(seen, "Pd3#")], WIN)
    for game_id in GAMES:
        for one in (one for one in kept(game_id).exercises if one.theme == "siege-in"):
            state = rules(game_id).state_from_text(one.position)
            actions = []
            after = state.clone()
            for text in (one.solution, *one.line):
                actions.append(rules(game_id).parse_action(after, text))
                after.apply(actions[-1])
            assert "siege" in ending(state, actions)


# The king takes the best way out, and a pawn is lost all the same.
PAWN_LOST = "r1b1k1r1/2pp1p1p/1p3Q2/p3Pp2/3n4/P1N5/1PPP1P1P/R1B1R1K1 w ae - 30 16"


def test_a_step_that_loses_a_pawn_does_not_lose_nothing() -> None:
    found = Exercise(PAWN_LOST, "g1f1", (), "hold", 0, "with-king", 1208, 0.5143, 0.12, 4)
    assert proof.fault(rules("andarraya"), found) == "neither wins nor keeps anything"
    assert PAWN_LOST not in {one.position for one in kept("andarraya").exercises}


def test_a_goal_needs_the_value_it_is_named_after() -> None:
    def goal(now: float, best: float, second: float) -> str:
        return proof.goal_of([(best, ("best",)), (second, ("second",))], now)

    assert goal(0.0, 0.3, 0.1) == GAIN
    assert goal(0.0, 0.0, -0.2) == goal(0.0, -proof.NOTHING, -0.2) == HOLD
    assert goal(0.0, -0.1, -0.3) == ""
    assert goal(0.0, -0.1, -1.1) == SAVE


# The steps of a turn of Rilatria: the lancer takes the hero, before or after anything else.
LANCER = "lb1t5/bbtl5/2ajb4/h1j2bB2/3b1B3/2L3JB1/5B2L/5TBTH/7BJ 1 L 6.6.2.6.0 6.6.2.1.0 - 9 76"
# The turn can only be ended; no turn can do without that.
END = "blj6/bbl1t4/jhB2t3/b2A5/7B1/2J1L4/4LB1T1/4J1B1T/5B1BH 2 L 6.6.0.6.1 6.5.0.6.0 U 2 48"


def test_turns_with_and_without_a_step_are_compared() -> None:
    game = rules("rilatria")
    seen = game.state_from_text(LANCER)
    found = compare(Hints(game).thorough(), seen, game.parse_action(seen, "Lc4xa6"), 2)
    assert found.having == WON and found.without < 0 and found.lead == 1 - found.without
    for one in kept("rilatria").exercises[::EACH]:
        state = game.state_from_text(one.position)
        worth = compare(Hints(game).thorough(), state, game.parse_action(state, one.solution), 2)
        assert worth.lead >= one.margin


def test_a_step_that_every_turn_contains_is_no_exercise() -> None:
    game = rules("rilatria")
    found = Exercise(END, ";", (), SAVE, 0, "guard", 810, -0.7494, 0.1, 2)
    assert proof.fault(game, found, kind=proof.OUTCOMES) == "no turn can do without it"


def test_the_ends_of_a_turn_do_not_depend_on_the_order_of_its_steps() -> None:
    game = rules("rilatria")
    seen = game.state_from_text(kept("rilatria").exercises[10].position)
    step = game.parse_action(seen, kept("rilatria").exercises[10].solution)
    keys = [one.key() for one in ends(seen)]
    assert len(keys) == len(set(keys))
    first = {one.key() for one in ends(after(seen, step))}
    later = set(keys) - {one.key() for one in ends(seen, step)}
    assert later <= first
    player, turn = seen.current_player(), seen.turn_index()
    assert still_possible(seen, step, player, turn)
    assert not any(still_possible(one, step, player, turn) for one in ends(seen, step))


# Two units are activated: the cavalry's move comes as well after the other unit's.
EITHER_FIRST = (
    "1plt4/8/4a3/P''7/3A'''4/C1L5/2L4p'''/3T'l'3 b b5,h5 b4,c4 ?,?,?/3d,4d 6s,Ad,Ac,4s Qs,Jd,Qd,Kd "
    "17.x.1.2 unit:Js:b8,e1:c8,h2"
)


def test_a_step_that_comes_as_well_after_another_is_no_exercise() -> None:
    found = Exercise(
        EITHER_FIRST, "move:h2-e2", (), BEST, 0, "approach", 1628, 0.7402, 0.167, 2, 99
    )
    why = proof.fault(rules("twocities"), found, kind=proof.TURNS, draws=2)
    assert why.startswith("is worth only -0.0")
    assert EITHER_FIRST not in {one.position for one in kept("twocities").exercises}


# The step was "best in 99 of 100" when it was compared with one other step.
OTHERS = (
    "bB1bBbFbBb4b3bB!2/2b3'bB1bB4/2r8'!7/1b8'!6b6'!1/2~~rM'!1~~2/r?'1~~2~~2/3r?'2r?'3/6r?'1r?"
    "'1/7r?'r?1/b9'!r?r?'r?rB!r?'1r?r?rB! blue - 15 319 r:e4e5,e5e6,b8c8;b:j8i8,i8i7,b6b7 r:S"
    "2222222233344556667789;b:S2222222233344455556667778M vac.b=S2222222233344455556667778M"
)


def test_odds_compare_the_solution_with_every_other_step() -> None:
    game = rules("stratego")
    seen, hints = game.state_from_text(OTHERS), Hints(game)
    step = game.parse_action(seen, "c9-b9")
    others = [one for one in seen.legal_actions() if one != step]
    alone = max(odds.best(hints, seen, [step, one], 20).share for one in others)
    found = odds.best(hints, seen, [step, *others], 20)
    assert found.share < alone and found.lead < 0
    scored = [(0.0, one) for one in (step, *others)]
    refused = proof.claim(hints, seen, scored, proof.MODEL, 3, 20)
    assert refused.why_not == "is not better on average"


def test_the_interval_of_a_share_shrinks_with_more_draws() -> None:
    assert odds.interval(50, 200) == (43, 57)
    few, many = odds.interval(90, 20), odds.interval(90, 2000)
    assert few[0] < many[0] < 90 < many[1] < few[1] <= ALL
    assert odds.interval(99)[1] == ALL


def test_a_value_below_a_bound_is_told_as_at_most_that() -> None:
    game = rules("andarraya")
    state = game.state_from_text(kept("andarraya").exercises[0].position)
    hints, me = Hints(game).thorough(), 1 - state.current_player()
    exact = finish(Search(hints, me, Budget(), 2).value(state))
    assert finish(Search(hints, me, Budget(), 2).value(state, exact + 0.2)) <= exact + 0.2
    assert finish(Search(hints, me, Budget(), 2).value(state, exact - 0.2)) == exact


# The visible pieces allow four squares for the flag; the exercise was once called a forced win.
GUESS = (
    "4b?bB!1b?b?bB!/4b?'b?1r7'!r3'!1/2b?'7/5r7'!1r9'2/1b?'~~2~~2/2~~2~~1r7'!/3b8'!2r6'1r3'r3'"
    "/10/1rB!rB1r4'2rB2/rB!rBrFrB2r3'3 red - 4 502 r:i8i9,i3i4,h1g1;b:a8a1,b8b7,b7b6 r:S22222"
    "2223444555566688M;b:BS222222223334444555566667789M vac.r=S222222223444555566688M"
)
# None of the hidden pieces can move: capturing the last movable one ends the game.
SURE = (
    "1b3'3b3'bB!bFbBbB/b7b3'bB1b7'2bBbB!1/b8b3'1b4'6/b79/b6'!1~~b2'1~~2/b5'1~~2~~2/10/10/1r?r"
    "B!4r?2/r?r?r?r?2rM'!bM'!2 blue - 12 301 r:f1f2,f2f1,f1g1;b:c8d8,f9e9,b5a5 r:S22222222333"
    "33444455556666777889;b:S2222222344455566689 vac.b=S2222222344455566689"
)


def test_a_win_that_depends_on_hidden_pieces_is_not_called_forced() -> None:
    game, hints = load_game("stratego")(), Hints(load_game("stratego")())
    seen = game.state_from_text(GUESS)
    taken = game.parse_action(seen, "i9xi10")
    listed = hints.cases(seen, taken)
    assert len(listed) > 3 and sum(chance for chance, _ in listed) == pytest.approx(1)
    assert 0 < odds.winning(hints, seen, taken, 60) < 60
    promise = exercise(GUESS, "i9xi10", depth=3, margin=0.07)
    assert "no forced win" in proof.fault(game, promise, kind=proof.MODEL, draws=20)
    honest = replace(promise, goal=BEST, turns=0, odds=3)
    assert "of 100 cases" in proof.fault(game, honest, kind=proof.MODEL, draws=20)
    seen = game.state_from_text(SURE)
    assert odds.winning(hints, seen, game.parse_action(seen, "h1xg1"), 60) == ALL
    sure = exercise(SURE, "h1xg1", depth=3, margin=0.5)
    assert proof.fault(game, sure, kind=proof.MODEL, draws=20) == ""


def test_each_case_is_a_consistent_position() -> None:
    """Each can be determinized, and differs from the others only in what is hidden."""
    game, hints = load_game("stratego")(), Hints(load_game("stratego")())
    for text, action in ((GUESS, "i9xi10"), (SURE, "h1xg1")):
        seen = game.state_from_text(text)
        listed = hints.cases(seen, game.parse_action(seen, action))
        assert len({case.key() for _, case in listed}) == len(listed)
        for _, case in listed:
            whole = case.determinize(seen.current_player(), Random(1))
            whole.check_invariants()
            assert set(whole.legal_actions()) == set(seen.legal_actions())


def test_a_proof_considers_every_legal_action() -> None:
    """The players' search considers only some."""
    for game_id in ("rilatria", "twocities"):
        game = load_game(game_id)()
        hints = Hints(game)
        state = game.state_from_text(kept(game_id).exercises[-1].position)
        seen = {action for _, action in hints.thorough().generate(state, root=True)}
        assert seen == set(state.legal_actions())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"exercises":[[1]]}', '{"exercises":5}', None])
def test_a_file_without_exercises_is_refused(text: str | None) -> None:
    with pytest.raises(BadExercises):
        files.read(text)


def test_a_written_file_is_read_back() -> None:
    found = kept("andarraya")
    assert files.read(files.write(found)) == found


def test_a_recapture_is_not_an_exercise() -> None:
    assert takes_back(("move", 1, 9, 0), ("move", 3, 9, 0))
    assert not takes_back(("move", 1, 9, 0), ("move", 3, 8, 0))


@pytest.mark.soak
def test_the_same_seed_finds_the_same_with_any_number_of_workers() -> None:
    game = load_game("andarraya")()
    runs = []
    for jobs in (1, 2):
        args = Namespace(seed=1, minutes=0.0, jobs=jobs, cluster="")
        finder = Finder(game, Way(depth=2, margin=0.12, nodes=4000, players=20), 2)
        games = list(mine(game, finder, args))
        runs.append((games, finder.found, finder.tally))
    assert runs[0] == runs[1] and len(runs[0][1]) == 2


def test_exercises_are_checked_alike_by_any_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = kept("andarraya").exercises[:3]
    wrong = replace(few[1], margin=1.9)
    tried = replace(kept("andarraya"), exercises=(few[0], wrong, few[2]))
    told = []
    for jobs in (1, 2):
        assert check(tried, Namespace(game="andarraya", jobs=jobs, cluster="")) == 1
        told.append(capsys.readouterr().out.rpartition(",")[0])
    assert told[0] == told[1] and "3 exercises, 1 do not stand" in told[0]
    proved, refused, *_ = told[0].splitlines()
    assert few[0].solution in proved and proved.endswith("proved")
    assert few[1].solution in refused and not refused.endswith("proved")


def test_varied_drops_the_commonest_exercises_first() -> None:
    usual = exercise(MATE, "d1d8")
    easy = [
        replace(usual, position=str(n), margin=n / 100, theme=theme)
        for n, theme in enumerate(("take", "take", "fork", "take"), 1)
    ]
    hard = replace(usual, rating=1900)
    assert varied([*easy, hard], 5) == [*easy, hard]
    left = varied([*easy, hard], 3)
    assert hard in left and easy[3] in left and {one.theme for one in left} == {
        "take", "fork", "finish",
    }  # fmt: skip


def test_exercises_below_the_requested_rating_are_left_out() -> None:
    game = load_game("andarraya")()
    hard = Prospector(game, Way(depth=2, margin=0.12, nodes=4000), least=5000)
    assert hard.propose(game.state_from_text(MATE), None) == "too easy"
    any_of_them = Prospector(game, Way(depth=2, margin=0.12, nodes=4000))
    assert not isinstance(any_of_them.propose(game.state_from_text(MATE), None), str)


def test_themes_of_kept_exercises_are_computed_anew() -> None:
    finder = Finder(rules("stratego"), Way(depth=2, margin=0.1, nodes=1), 1)
    before = kept("stratego")
    forgot = tuple(replace(one, theme="quiet") for one in before.exercises)
    finder.keep(replace(before, exercises=forgot))
    assert tuple(finder.found) == before.exercises


# In this position of Rilatria the capture was an exercise; the judge sees a better first action.
DISPUTED = "tb7/htb1l4/1abj5/2blB4/j1b4B1/b3BBA2/2B2T3/4TLJB1/4LJ1H1 1 L 6.4.0.6.2 5.3.0.6.2 - 3 62"


def test_an_exercise_that_the_judge_of_games_marks_as_a_mistake_does_not_stand() -> None:
    game = load_game("rilatria")({})
    seen = game.state_from_text(DISPUTED)
    assert proof.disputed(game, seen, game.parse_action(seen, "Be6xd7"))
    one = Exercise(DISPUTED, "Be6xd7", (), BEST, 0, "take", 911, 0.167, 0.105, 2)
    assert (
        proof.fault(game, one, kind=proof.OUTCOMES) == "is a mistake to the judge of finished games"
    )
    assert Prospector(game, Way(2, 0.1, 0, glance=1)).proved(one, proof.OUTCOMES) is None
    assert DISPUTED not in {each.position for each in kept("rilatria").exercises}


def test_ratings_rank_actions_as_the_judge_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """One function ranks the actions of exercises and of judged games."""
    recorded = Mock(wraps=score_actions)
    for module in (proof, analysis):
        monkeypatch.setattr(module, "score_actions", recorded)
    game, one = rules("andarraya"), kept("andarraya").exercises[40]
    seen = game.state_from_text(one.position)
    solution = game.parse_action(seen, one.solution)
    hints = Hints(game).thorough()
    assert proof.rating(hints, seen, solution, one.depth, one.margin) == one.rating
    times = recorded.call_count
    finish(analysis.analyse(game, seen, solution, Random(1), Budget()))
    assert recorded.call_count > times > 0
    assert {each.args[1].to_text() for each in recorded.mock_calls} == {one.position}
