"""Fit the weights of a game's static evaluation to results of the computer's own games.

Levels of equal strength play with few nodes, and their quiet positions are labelled with the
result. The chance to win is modelled as 1 / (1 + e^(−points / steep)). Logistic regression on the
change in points per weight (`Hints.judge`) finds the likeliest weights. They are regularised
towards the present weights, as strongly as cross-validation finds best. The new weights then play
fresh games against the present ones.

A single result says little about a position many dice rolls earlier. With `--credit` below 1 the
targets are λ-returns instead (Sutton, "Learning to predict by the methods of temporal differences",
1988; λ is the credit): the static prediction for the game's next position counts 1 − λ, and that
position's λ-return counts λ; at the last position it is the result. Cross-validation always uses
results alone.
"""

from __future__ import annotations

import argparse
import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import AnyGame, State
from engine.core.errors import AsedioError
from engine.dev.common import ROOT, add_game, add_options, begun, open_game, refusing
from engine.dev.jobs import add_jobs, spread
from engine.dev.match import Tally, play_game
from engine.search.agents import make_agent
from engine.search.hints import Hints

NAME = "tune"
HELP = "fit a game's evaluation weights to the computer's own games"
NEEDS_CHECKOUT = True
EVERY = 5  # turns between two samples of a game
STEP = 0.05  # relative change of a weight, to measure its effect
DECIDED = 40.0  # points; positions decided so clearly say nothing about weights
PULLS = (0.3, 0.1, 0.03, 0.01, 0.003, 0.001)  # regularisation strengths to try
FOLDS = 5
ROUNDS = 12  # iterations of Newton's method
KEEP = 55.0  # per cent the new weights have to score in the trial
WIDE = 100  # line width of the weights file
_WEIGHT = re.compile(r'^(\s*"([^"]+)": )(-?[\d.]+),', re.M)
_FITTED = re.compile(r'^Fitted by: [^"]*(?=\n""")', re.M)  # the docstring's last paragraph


class NothingToTune(AsedioError):
    """The game's evaluation has no weights."""

    default_code = "nothing_to_tune"


class Sample(NamedTuple):
    """A position as `seat` sees it, the seat's result in 0…1, and the number of the game."""

    state: State
    seat: int
    result: float
    number: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, numbers of games and nodes, credit, choice of weights and --write."""
    add_game(parser)
    parser.add_argument("--games", type=int, default=300, help="number of games to fit to")
    parser.add_argument("--nodes", type=int, default=60, help="nodes per decision in these games")
    parser.add_argument(
        "--trial", type=int, default=100, help="number of trial games, new weights against old"
    )
    parser.add_argument(
        "--trial-nodes", type=int, default=200, help="nodes per decision in the trial"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--credit",
        type=portion,
        default=1.0,
        metavar="LAMBDA",
        help="of λ-returns; 1: results alone",
    )
    parser.add_argument(
        "--only", metavar="NAMES", help="fit only these weights, separated by commas"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the new weights if they win the trial"
    )
    add_options(parser)
    add_jobs(parser)


def portion(text: str) -> float:
    """Parse a number in 0…1. Raises ValueError."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


# -- games ---------------------------------------------------------------------------------------


def samples(game: AnyGame, games: int, nodes: int, seed: int) -> Iterator[Sample]:
    """Yield quiet positions of games between equal levels, each seen from a random seat."""
    for number in range(games):
        yield from samples_of(game, number, nodes, seed)


def samples_of(game: AnyGame, number: int, nodes: int, seed: int) -> list[Sample]:
    """Return the samples of one game. They depend only on its number and the seed."""
    hints, rng = Hints(game), Random(f"{seed}:{number}")
    match = begun(game, rng)
    agents = [make_agent(f"ai:{rng.choice((3, 4))}@{nodes}") for _ in game.sides]
    seen: list[tuple[State, int]] = []
    due = EVERY + rng.randrange(EVERY)
    while not match.over:
        player, turn = match.state.current_player(), match.state.turn_index()
        state = match.state.observation(player)
        searched = hints.model(state) or state
        if turn >= due and not hints.pending(state) and not hints.quiescence(searched):
            seen.append((state.clone(), rng.randrange(len(game.sides))))
            due = turn + EVERY
        match.play(agents[player].choose(game, state, rng))
    outcome = match.outcome()
    returns = outcome.returns if outcome else [0.0] * len(game.sides)
    return [Sample(state, seat, (1 + returns[seat]) / 2, number) for state, seat in seen]


class FitGame(NamedTuple):
    """One game of the fit: its id and options, nodes per decision, seed, number, and the names of
    the weights to measure."""

    game: str
    options: str | None
    nodes: int
    seed: int
    number: int
    names: tuple[str, ...]


_opened = cache(open_game)


def measured_course(course: FitGame) -> Slopes | None:
    """Play one game and return its measured samples; None if it had no quiet position."""
    game = _opened(course.game, course.options)
    found = samples_of(game, course.number, course.nodes, course.seed)
    return measured(game.hints(), found, list(course.names)) if found else None


# -- the fit -------------------------------------------------------------------------------------


class Slopes(NamedTuple):
    """Samples as NumPy columns, one entry each: value in points; change in points per relative
    change of each weight; result; target of the fit; sample weight (each game counts 1 in total);
    game number; seat."""

    points: Any
    slopes: Any
    results: Any
    targets: Any
    counts: Any
    numbers: Any
    seats: Any

    def of(self, chosen: Any) -> Slopes:
        """Return the samples where `chosen` is true."""
        return Slopes(*(column[chosen] for column in self))


def measured(hints: Any, found: list[Sample], names: list[str]) -> Slopes:
    """Evaluate the samples: their value, and their slope for each weight in `names`."""
    import numpy as np

    kept: Mapping[str, float] = hints.WEIGHTS
    judge = hints.judge(kept)
    base = np.array([judge.balance(one.state, one.seat) for one in found])
    columns = []
    for name in names:
        judge = hints.judge({**kept, name: kept[name] * (1 + STEP)})
        moved = np.array([judge.balance(one.state, one.seat) for one in found])
        columns.append((moved - base) / STEP)
    numbers = np.array([one.number for one in found])
    results = np.array([one.result for one in found])
    return Slopes(
        base,
        np.array(columns).T,
        results,
        results,
        1 / np.bincount(numbers)[numbers],
        numbers,
        np.array([one.seat for one in found]),
    )


def undecided(data: Slopes) -> Slopes:
    """Return the samples that are not clearly decided."""
    return data.of(abs(data.points) < DECIDED)


def credited(data: Slopes, steep: float, credit: float) -> Slopes:
    """Return the samples with λ-returns as targets, computed backwards through each game. With two
    seats, one seat's return is 1 minus the other's."""
    import numpy as np

    values = foretold(data, steep, np.zeros(data.slopes.shape[1]))
    targets = data.results.copy()
    for here in reversed(range(len(targets) - 1)):
        later = here + 1
        if data.numbers[here] == data.numbers[later]:
            target = (1 - credit) * values[later] + credit * targets[later]
            targets[here] = target if data.seats[here] == data.seats[later] else 1 - target
    return data._replace(targets=targets)


def foretold(data: Slopes, steep: float, change: Any) -> Any:
    """Return each sample's expected result if the weights change by these shares of themselves."""
    import numpy as np

    return 1 / (1 + np.exp(-(data.points + data.slopes @ change) / steep))


def surprise(data: Slopes, steep: float, change: Any) -> float:
    """Return the mean log loss of the predicted results, in bits."""
    import numpy as np

    p = np.clip(foretold(data, steep, change), 1e-6, 1 - 1e-6)
    bits = -(data.results * np.log2(p) + (1 - data.results) * np.log2(1 - p))
    return float((data.counts * bits).sum() / data.counts.sum())


def steepness(data: Slopes) -> float:
    """Return the number of points that make the odds e to 1 under the present weights."""
    import numpy as np

    none = np.zeros(data.slopes.shape[1])
    return min((1.15**step for step in range(-5, 40)), key=lambda s: surprise(data, s, none))


def fitted(data: Slopes, steep: float, pull: float) -> Any:
    """Return the best relative change of each weight, by Newton's method. `pull` is the strength of
    the L2 penalty, relative to the mean log loss."""
    import numpy as np

    change = np.zeros(data.slopes.shape[1])
    x, counts = data.slopes / steep, data.counts / data.counts.sum()
    for _ in range(ROUNDS):
        p = foretold(data, steep, change)
        slope = x.T @ (counts * (p - data.targets)) + pull * change
        bend = (x * (counts * p * (1 - p))[:, None]).T @ x + pull * np.eye(len(change))
        change -= np.linalg.solve(bend, slope)
    return change


def left_out(data: Slopes, steep: float, pull: float | None) -> float:
    """Return the cross-validated log loss in bits; pull None: of the present weights."""
    import numpy as np

    total = 0.0
    for fold in range(FOLDS):
        out = data.numbers % FOLDS == fold
        change = np.zeros(data.slopes.shape[1])
        if pull is not None:
            change = fitted(data.of(~out), steep, pull)
        total += surprise(data.of(out), steep, change)
    return total / FOLDS


def joined(parts: list[Slopes]) -> Slopes:
    """Concatenate the samples of several games."""
    import numpy as np

    return Slopes(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def fit(hints: Any, found: list[Sample], names: list[str], credit: float = 1.0) -> dict[str, float]:
    """Return the weights fitted to samples; see `fit_to`."""
    return fit_to(hints, measured(hints, found, names), names, credit)


def fit_to(hints: Any, data: Slopes, names: list[str], credit: float = 1.0) -> dict[str, float]:
    """Return the weights that fit the targets best. Prints the log loss on left-out games before
    and for each regularisation strength."""
    steep = steepness(undecided(data))
    data = undecided(credited(data, steep, credit))
    before = left_out(data, steep, None)
    scores = {pull: left_out(data, steep, pull) for pull in PULLS}
    best = min(scores, key=scores.__getitem__)
    print(f"{len(data.points)} positions; {steep:.1f} points make the odds e to 1")
    print(f"bits of surprise at games left out: {before:.4f} with the weights there are;")
    print("  " + ", ".join(f"{score:.4f} at pull {pull}" for pull, score in scores.items()))
    change = fitted(data, steep, best)
    kept: Mapping[str, float] = hints.WEIGHTS
    return {
        **kept,
        **{n: rounded(kept[n] * (1 + share)) for n, share in zip(names, change, strict=True)},
    }


def rounded(weight: float) -> float:
    """Round to three significant digits: the games do not determine more."""
    return float(f"{weight:.3g}")


# -- the trial -----------------------------------------------------------------------------------


class Weighed:
    """A game evaluated with other weights; everything else is delegated to the game."""

    def __init__(self, game: AnyGame, weights: Mapping[str, float]) -> None:
        self._game = game
        self._judge = game.hints().judge(weights)  # type: ignore[attr-defined]
        self.evaluate = self._judge.evaluate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def hints(self) -> object:
        return _Hints(self._game.hints(), self._judge)


class _Hints:
    """Search hints that ask the new judge for static value and model, and the game for the rest."""

    def __init__(self, hints: object, judge: Any) -> None:
        self._hints = hints
        self.static_value = getattr(judge, "static_value", judge.evaluate)
        if hasattr(judge, "model_of"):
            self.model_of = judge.model_of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hints, name)


class WeighedAgent:
    """Computer player of a level that evaluates with other weights."""

    def __init__(self, name: str, game: AnyGame, weights: Mapping[str, float]) -> None:
        self._agent = make_agent(name)
        self._game: Any = Weighed(game, weights)

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Any:
        return self._agent.choose(self._game, observation, rng)


class Trial(NamedTuple):
    """One fresh game of the new weights against the present ones, with equal nodes."""

    game: str
    options: str | None
    weights: tuple[tuple[str, float], ...]
    nodes: int
    seed: int
    number: int


def tried(trial: Trial) -> Tally:
    """Play one trial game and return its tally; seats rotate from game to game."""
    game, tally = _opened(trial.game, trial.options), Tally()
    seat, name = trial.number % len(game.sides), f"ai:5@{trial.nodes}"
    seats = [
        WeighedAgent(name, game, dict(trial.weights)) if player == seat else make_agent(name)
        for player in range(len(game.sides))
    ]
    play_game(game, seats, seat, Random(f"trial {trial.seed}:{trial.number}"), tally)
    return tally


# -- the command ---------------------------------------------------------------------------------


def written(text: str, weights: Mapping[str, float], command: str) -> str:
    """Return the weights file with new numbers and the command that made them."""
    text = _WEIGHT.sub(lambda m: f"{m[1]}{weights.get(m[2], float(m[3]))},", text)
    line = textwrap.fill(
        f"Fitted by: `{command}`.", WIDE, break_long_words=False, break_on_hyphens=False
    )
    return _FITTED.sub(lambda _: line, text, count=1)


def command_of(args: argparse.Namespace) -> str:
    """Return the command line with the arguments that affect the fit."""
    words = f"python -m engine tune {args.game} --games {args.games} --nodes {args.nodes}"
    words += f" --seed {args.seed} --credit {args.credit:g}"
    for name, said in (("only", args.only), ("options", args.options)):
        words += f" --{name} {shlex.quote(said)}" if said else ""
    return words


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 1 if the new weights did not score enough."""
    game = open_game(args.game, args.options)
    hints: Any = game.hints()
    if not hasattr(hints, "WEIGHTS"):
        raise NothingToTune(args.game)
    names = args.only.split(",") if args.only else list(hints.WEIGHTS)
    if unknown := set(names) - set(hints.WEIGHTS):
        raise NothingToTune(", ".join(sorted(unknown)))
    courses = [
        FitGame(args.game, args.options, args.nodes, args.seed, number, tuple(names))
        for number in range(args.games)
    ]
    parts = spread(measured_course, courses, args.jobs, args.cluster, "games")
    data = joined([part for part in parts if part is not None])
    weights = fit_to(hints, data, names, args.credit)
    for name, new in weights.items():
        print(f"{name}: {hints.WEIGHTS[name]:g} -> {new:g}", flush=True)
    tally = Tally()
    trials = [
        Trial(args.game, args.options, tuple(weights.items()), args.trial_nodes, args.seed, number)
        for number in range(args.trial)
    ]
    for one in spread(tried, trials, args.jobs, args.cluster, "trial"):
        tally.add(one)
    print(tally.ways())
    print(tally.line())
    if 100 * tally.score < KEEP:
        print("not better: kept as they are")
        return 1
    if args.write:
        path = ROOT / "engine" / "games" / args.game / "search" / "weights.py"
        path.write_text(written(path.read_text("utf-8"), weights, command_of(args)), "utf-8")
    return 0
