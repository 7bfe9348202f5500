"""Fitting of evaluation weights: its results, the file it writes, and refusals."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser
from collections.abc import Mapping
from math import exp, log
from random import Random
from typing import Any

import pytest

from engine.__main__ import main
from engine.dev import tune
from engine.dev.common import ROOT, open_game, random_match
from engine.dev.tune import Sample
from engine.search.hints import Hints
from tests.fixtures.sampled import sampled
from tests.games.cotadrez.table import ctn

TUNED = ("cotadrez", "rilatria", "stratego", "twocities")
VARIED: dict[str, list[dict[str, Any]]] = {
    "cotadrez": [{}, {"refuerzos": "no"}],
    "rilatria": [{}, {"blow": 3}],
    "stratego": [{}, {"army": "barrage8"}, {"grenades": True}, {"licensed_spy": True}],
    "twocities": [{}, {"setup": "random"}],
}
APART = {game_id: 17 for game_id in TUNED} | {"stratego": 90}  # events between two positions
# Two besiegers, of which one may execute at once and one has to wait a turn; a hero who cannot
# escape; a coin that decides the game.
RARE = {
    "cotadrez": [
        ctn("Ra1 De10 Cd8", "Rj7 Hj1", side=side, res=("LLHH", "DEEPPAA")) for side in "SN"
    ],
    "twocities": ["3t4/3P4/8/8/8/c7/8/3T4 w - - Ah,2h,3d/?,?,? - - 9.0.0.0 card"],
    "rilatria": ["h8/9/9/9/9/9/6l2/7BB/7BH 1 L 1.0.5.0.0 6.3.1.0.0 - 5 6"],
}
# Positions of games with options whose weights matter only there.
RULED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "rilatria": (
        {"mend": "dusk"},
        [f"h8/9/9/9/9/9/9/7BB/7BH 1 L 4.5.0.0.0 6.3.1.0.0 - 5 {n} -" for n in (6, 30)],
    ),
    "twocities": (
        {"siege": "yes"},
        [
            f"3t4/3L4/8/8/8/8/8/3T4 {side} - - {hands} - - 9.0.0.0 card"
            for side, hands in (("w", "Ah,2h,3d/?,?,?"), ("b", "?,?,?/Ah,2h,3d"))
        ],
    ),
}
STEEP = 3.0
TRUE = {"knight": 3.0, "pawn": 1.0, "noise": 0.1}


class Judge:
    """Value as a weighted sum; a state is (knights, pawns, noise)."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = tuple(weights.values())

    def balance(self, state: Any, seat: int) -> float:
        points: float = sum(w * n for w, n in zip(self._weights, state, strict=True))
        return -points if seat else points


class Counting:
    WEIGHTS = {"knight": 2.0, "pawn": 1.6, "noise": 0.1}
    judge = Judge


def games(count: int) -> list[Sample]:
    """Return games of four positions with one result, drawn by the true weights."""
    rng, found = Random(5), []
    for number in range(count):
        state: Any = tuple(rng.randint(-2, 2) for _ in TRUE)
        won = rng.random() < 1 / (1 + exp(-Judge(TRUE).balance(state, 0) / STEEP))
        found += [Sample(state, seat, float(won != bool(seat)), number) for seat in (0, 1, 0, 1)]
    return found


def test_the_fit_recovers_the_true_weights() -> None:
    weights = tune.fit(Counting, games(900), list(TRUE))
    assert weights["knight"] / weights["pawn"] == pytest.approx(3, rel=0.25)
    assert Counting.WEIGHTS["knight"] / Counting.WEIGHTS["pawn"] < 1.3


# Two games: a win of seat 0, seen by seats 0, 1 and 0, and a draw. The present weights predict 1/2,
# 1/4, 3/4 and 3/4 for the viewer if one point makes the odds e to 1.
def sample(state: Any, seat: int, result: float, game: int) -> Sample:
    """Return a sample whose state is the counts that the model judges."""
    return Sample(state, seat, result, game)


COURSE = [
    sample((0, 0, 0), 0, 1.0, 0),
    sample((log(3), 0, 0), 1, 0.0, 0),
    sample((log(3), 0, 0), 0, 1.0, 0),
    sample((log(3), 0, 0), 0, 0.5, 1),
]


class Plain:
    WEIGHTS = {"knight": 1.0, "pawn": 1.0, "noise": 1.0}
    judge = Judge


@pytest.mark.parametrize(
    ("credit", "targets"),
    [
        # From the end: 1; (3/4 + 1) / 2 = 7/8 for seat 0, 1/8 for seat 1; (1/4 + 1/8) / 2 = 3/16
        # for seat 1, 13/16 for seat 0.
        (0.5, [13 / 16, 1 / 8, 1, 1 / 2]),
        (0.0, [3 / 4, 1 / 4, 1, 1 / 2]),
    ],
)
def test_credit_mixes_later_predictions_into_the_target(
    credit: float, targets: list[float]
) -> None:
    data = tune.credited(tune.measured(Plain, COURSE, list(TRUE)), 1.0, credit)
    assert data.targets == pytest.approx(targets)
    assert list(data.results) == [one.result for one in COURSE]


def test_credit_1_uses_results_alone() -> None:
    found = games(50)
    data = tune.measured(Counting, found, list(TRUE))
    assert list(tune.credited(data, 3.0, 1.0).targets) == [one.result for one in found]
    fits = [tune.fit(Counting, found, list(TRUE), *credit) for credit in ((), (1.0,), (0.5,))]
    assert fits[0] == fits[1] != fits[2]


def test_decided_positions_are_not_fitted_but_still_predict() -> None:
    won = [sample((0, 0, 0), 0, 0.0, 0), sample((2 * tune.DECIDED, 0, 0), 0, 0.0, 0)]
    data = tune.undecided(tune.credited(tune.measured(Plain, won, list(TRUE)), 1.0, 0.0))
    assert list(data.targets) == [pytest.approx(1)]


def test_weights_not_selected_stay_the_same() -> None:
    weights = tune.fit(Counting, games(200), ["knight"])
    assert {name for name in weights if weights[name] != Counting.WEIGHTS[name]} == {"knight"}


def test_the_fit_predicts_left_out_games_better() -> None:
    found = games(600)
    data = tune.measured(Counting, found, list(TRUE))
    steep = tune.steepness(data)
    assert tune.left_out(data, steep, 0.001) < tune.left_out(data, steep, None)
    assert data.counts.sum() == pytest.approx(600)


@pytest.mark.parametrize("game_id", TUNED)
def test_the_weights_file_is_written_and_read_back(game_id: str) -> None:
    path = ROOT / "engine" / "games" / game_id / "search" / "weights.py"
    hints: Any = open_game(game_id).hints()
    before = path.read_text("utf-8")
    moved = {name: tune.rounded(weight * 1.5) for name, weight in hints.WEIGHTS.items()}
    command = f"python -m engine tune it --only '{' '.join(hints.WEIGHTS)}'"
    after = tune.written(before, moved, command)
    found: dict[str, Any] = {}
    exec(after, found)
    assert found["WEIGHTS"] == moved
    assert f"Fitted by: `{command}`." in found["__doc__"].replace("\n", " ")
    assert max(map(len, after.splitlines())) <= tune.WIDE
    again = tune.written(after, hints.WEIGHTS, "python -m engine tune it")
    assert '\nFitted by: `python -m engine tune it`.\n"""\n' in again
    assert again.partition("Fitted")[0] == before.partition("Fitted")[0]
    assert again.partition("import")[2] == before.partition("import")[2]


def test_the_stored_command_has_all_arguments_that_affect_the_fit() -> None:
    parser = ArgumentParser()
    tune.add_arguments(parser)
    words = ["twocities", "--games", "9", "--nodes", "8", "--seed", "7"]
    words += ["--credit", "0.7", "--only", "two units,idle", "--options", '{"setup": "random"}']
    command = tune.command_of(parser.parse_args(words))
    assert shlex.split(command) == ["python", "-m", "engine", "tune", *words]
    with pytest.raises(SystemExit):
        parser.parse_args(["twocities", "--credit", "1.5"])


@pytest.mark.parametrize("game_id", sampled(TUNED, 2))
def test_every_weight_affects_some_evaluation(game_id: str) -> None:
    """A weight without any effect would only pretend to be used."""
    hints: Any = open_game(game_id).hints()
    found = [
        Sample(state.observation(state.current_player()), 0, 1.0, seed)
        for seed, options in enumerate(VARIED[game_id] * 4)
        for match in [random_match(game_id, options, seed)]
        for number in range(60, len(match.events), APART[game_id])
        for state in [match.state_at(number)]
        if state.current_player() >= 0
    ]
    found += [
        Sample(open_game(game_id).state_from_text(t), 0, 1.0, 99) for t in RARE.get(game_id, [])
    ]
    options, texts = RULED.get(game_id, ({}, []))
    found += [Sample(open_game(game_id, options).state_from_text(t), 0, 1.0, 99) for t in texts]
    slopes = tune.measured(hints, found, list(hints.WEIGHTS)).slopes
    idle = [n for n, column in zip(hints.WEIGHTS, slopes.T, strict=True) if not column.any()]
    assert not idle


def test_samples_are_quiet_and_cover_every_seat() -> None:
    found = list(tune.samples(open_game("rilatria", {"quiet": 10, "rounds": 12}), 3, 10, 1))
    assert {one.seat for one in found} == {0, 1} and {one.number for one in found} == {0, 1, 2}
    assert all(0 <= one.result <= 1 for one in found)


def test_a_set_up_position_has_the_value_zero() -> None:
    hints: Any = open_game("cotadrez").hints()
    start = open_game("cotadrez").initial_state()
    assert hints.judge(hints.WEIGHTS).balance(start, 0) == 0


@pytest.mark.parametrize("game_id", TUNED)
def test_a_game_plays_with_other_weights(game_id: str) -> None:
    game = open_game(game_id, {"quiet": 10, "rounds": 10} if game_id == "rilatria" else {})
    hints: Any = game.hints()
    weights = {name: 2 * weight for name, weight in hints.WEIGHTS.items()}
    other: Any = tune.Weighed(game, weights)
    state = random_match(game_id, {}, 3).state_at(90)
    assert other.evaluate(state, 0) != game.evaluate(state, 0)
    assert other.info is game.info
    if game_id == "rilatria":
        options = '{"quiet":10,"rounds":10}'
        trial = tune.Trial(game_id, options, tuple(weights.items()), 5, 1, 0)
        assert tune.tried(trial).moves


def test_the_model_of_a_battle_uses_the_tried_weights() -> None:
    game = open_game("stratego", {"army": "barrage8"})
    match = random_match("stratego", {"army": "barrage8"}, 3)
    states: Any = map(match.state_at, range(40, 99))
    state = next(state for state in states if state.asked == "turn")
    seen = state.observation(state.current_player())
    hints: Any = game.hints()
    weights = {name: 3 * weight for name, weight in hints.WEIGHTS.items()}
    other: Any = tune.Weighed(game, weights)
    models: list[Any] = [Hints(one).model(seen) for one in (game, other)]
    old, new = (model.score for model in models)
    assert abs(new) > 2 * abs(old) > 0


def test_a_game_without_weights_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "andarraya"]) == 2
    assert capsys.readouterr().out.startswith("error nothing_to_tune")
    assert main(["tune", "rilatria", "--only", "luck,charm"]) == 2
    assert "charm" in capsys.readouterr().out
