"""Every shipped exercise is proved again; the search for exercises is reproducible."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

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
from engine.search.budget import Budget, finish
from engine.search.determinizations import score_actions
from engine.search.exercises import exercise as files
from engine.search.exercises import odds, proof
from engine.search.exercises.exercise import BEST, GOALS, WIN, BadExercises, Collection, Exercise
from engine.search.exercises.odds import ALL
from engine.search.hints import Hints

GAMES = [game for game in REGISTRY if game_info(game).exercises]
LIMIT = 40_000  # maximum bytes of a game's file
LEAST = 50
EACH = 10  # `make test` proves every tenth exercise, `make soak` all
DRAWS = 12  # determinizations per exercise; `python -m engine puzzles GAME --check` uses 500


@cache
def kept(game: str) -> Collection:
    return files.read(path_of(game).read_text("utf-8"))


@cache
def rules(game: str) -> AnyGame:
    return load_game(game)(kept(game).options)


NUMBERED = [
    pytest.param(
        game,
        number,
        id=f"{game}-{number + 1}",
        marks=() if number % EACH == 0 else pytest.mark.soak,
    )
    for game in GAMES
    for number in range(len(kept(game).exercises))
]


@pytest.mark.parametrize(("game", "number"), NUMBERED)
def test_every_exercise_is_proved_again(game: str, number: int):
    """With hidden information it uses fewer determinizations than the command line."""
    found = kept(game)
    assert proof.fault(rules(game), found.exercises[number], kind=found.proof, draws=DRAWS) == ""


@pytest.mark.parametrize("game", GAMES)
def test_exercises_are_numerous_small_and_sorted(game: str):
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
def test_no_two_exercises_look_alike(game: str):
    """They differ in the pieces and their squares."""
    tables = []
    for one in kept(game).exercises:
        state = rules(game).state_from_text(one.position)
        scene = rules(game).scene(state, state.current_player())
        table = {(piece.glyph, piece.side, piece.square) for piece in scene.pieces}
        for other in tables:
            assert len(table & other) <= SAME * len(table | other)
        tables.append(table)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_every_exercise_is_legal(game: str):
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


def exercise(position: str, solution: str, **more: object) -> Exercise:
    usual = Exercise(position, solution, (), WIN, 1, "finish", 900, 1.2, 0.1, 2)
    return replace(usual, **more)  # type: ignore[arg-type]


def test_a_proof_refuses_wrong_claims():
    game = load_game("andarraya")()
    assert proof.fault(game, exercise(MATE, "d1d8")) == ""
    assert "is better" in proof.fault(game, exercise(MATE, "d1d7"))
    assert "takes too long" in proof.fault(game, exercise(MATE, "d1d8"), nodes=5)
    assert "forced win" in proof.fault(game, exercise(MATE, "d1d8", goal="gain"))
    both = "6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1"
    assert "nearly as good" in proof.fault(game, exercise(both, "d1d8"))


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


def test_a_win_that_depends_on_hidden_pieces_is_not_called_forced():
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


def test_each_case_is_a_consistent_position():
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


def test_a_proof_considers_every_legal_action():
    """The players' search considers only some."""
    for game_id in ("rilatria", "twocities"):
        game = load_game(game_id)()
        hints = Hints(game)
        state = game.state_from_text(kept(game_id).exercises[-1].position)
        seen = {action for _, action in hints.thorough().generate(state, root=True)}
        assert seen == set(state.legal_actions())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"exercises":[[1]]}', '{"exercises":5}', None])
def test_a_file_without_exercises_is_refused(text: str | None):
    with pytest.raises(BadExercises):
        files.read(text)


def test_a_written_file_is_read_back():
    found = kept("andarraya")
    assert files.read(files.write(found)) == found


def test_a_recapture_is_not_an_exercise():
    assert takes_back(("move", 1, 9, 0), ("move", 3, 9, 0))
    assert not takes_back(("move", 1, 9, 0), ("move", 3, 8, 0))


@pytest.mark.soak
def test_the_same_seed_finds_the_same_with_any_number_of_workers():
    from argparse import Namespace

    game = load_game("andarraya")()
    runs = []
    for jobs in (1, 2):
        args = Namespace(seed=1, minutes=0.0, jobs=jobs, cluster="")
        finder = Finder(game, Way(depth=2, margin=0.12, nodes=4000, players=20), 2)
        games = list(mine(game, finder, args))
        runs.append((games, finder.found, finder.tally))
    assert runs[0] == runs[1] and len(runs[0][1]) == 2


def test_exercises_are_checked_alike_by_any_number_of_workers(capsys: pytest.CaptureFixture[str]):
    from argparse import Namespace

    few = kept("andarraya").exercises[:3]
    wrong = replace(few[1], margin=1.9)
    tried = replace(kept("andarraya"), exercises=(few[0], wrong, few[2]))
    told = []
    for jobs in (1, 2):
        assert check(tried, Namespace(game="andarraya", jobs=jobs, cluster="")) == 1
        told.append(capsys.readouterr().out.rpartition(",")[0])
    assert told[0] == told[1] and "3 exercises, 1 do not stand" in told[0]


def test_varied_drops_the_commonest_exercises_first():
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


def test_exercises_below_the_requested_rating_are_left_out():
    game = load_game("andarraya")()
    hard = Prospector(game, Way(depth=2, margin=0.12, nodes=4000), least=5000)
    assert hard.propose(game.state_from_text(MATE), None) == "too easy"
    any_of_them = Prospector(game, Way(depth=2, margin=0.12, nodes=4000))
    assert not isinstance(any_of_them.propose(game.state_from_text(MATE), None), str)


def test_themes_of_kept_exercises_are_computed_anew():
    finder = Finder(rules("stratego"), Way(depth=2, margin=0.1, nodes=1), 1)
    before = kept("stratego")
    forgot = tuple(replace(one, theme="quiet") for one in before.exercises)
    finder.keep(replace(before, exercises=forgot))
    assert tuple(finder.found) == before.exercises


# In this position of Rilatria the capture was an exercise; the judge sees a better first action.
DISPUTED = "tb7/htb1l4/1abj5/2blB4/j1b4B1/b3BBA2/2B2T3/4TLJB1/4LJ1H1 1 L 6.4.0.6.2 5.3.0.6.2 - 3 62"


def test_an_exercise_that_the_judge_of_games_marks_as_a_mistake_does_not_stand():
    game = load_game("rilatria")({})
    seen = game.state_from_text(DISPUTED)
    assert proof.disputed(game, seen, game.parse_action(seen, "Be6xd7"))
    one = Exercise(DISPUTED, "Be6xd7", (), BEST, 0, "take", 911, 0.167, 0.105, 2)
    assert (
        proof.fault(game, one, kind=proof.OUTCOMES) == "is a mistake to the judge of finished games"
    )
    assert Prospector(game, Way(2, 0.1, 0, glance=1)).proved(one, proof.OUTCOMES) is None
    assert DISPUTED not in {each.position for each in kept("rilatria").exercises}


def test_ratings_rank_actions_as_the_judge_does(monkeypatch: pytest.MonkeyPatch):
    """One function ranks the actions of exercises and of judged games."""
    ranked = []

    def recorded(*given, **more):
        ranked.append(given[1].to_text())
        return score_actions(*given, **more)

    for module in (proof, analysis):
        monkeypatch.setattr(module, "score_actions", recorded)
    game, one = rules("andarraya"), kept("andarraya").exercises[40]
    seen = game.state_from_text(one.position)
    solution = game.parse_action(seen, one.solution)
    hints = Hints(game).thorough()
    assert proof.rating(hints, seen, solution, one.depth, one.margin) == one.rating
    times = len(ranked)
    finish(analysis.analyse(game, seen, solution, Random(1), Budget()))
    assert times and len(ranked) > times and set(ranked) == {one.position}
