"""Find the challenges of the day in the computer's own games and measure who solves them.

A strong player plays a weak one. The position a few turns before the win is kept if the strongest
of `engine.match.challenges.LEVELS` wins it again in at least half of its attempts, against the
opponent and with the luck that its day will have. They are stored by how many of the attempts of
both levels succeed, easy ones first.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.core.contract import AnyGame
from engine.core.days import game_of_the_day, with_challenges
from engine.dev.common import ROOT, add_options, open_game, refusing
from engine.dev.jobs import add_jobs, spread
from engine.games import list_games
from engine.match import challenges as files
from engine.match.challenges import (
    EASY,
    LEVEL,
    LEVELS,
    NODES,
    STRONG,
    TRIES,
    WON,
    Challenge,
    Challenges,
    Course,
    begun,
    of_the_day,
    thought_seed,
)
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.budget import finish
from engine.search.levels import limits, think

NAME = "challenges"
HELP = "find challenges of the day and measure who solves them"
USUALLY = 14  # challenges per game: two for each weekday
BEFORE = (2, 3, 4, 5)  # own turns before the win at which a challenge begins
SPARE = 1  # turns more than the game itself took
PLAYERS = ("ai:3@300", "ai:1@100")  # the winner and the loser of the games
MOST_GAMES = 10_000
LONG = 400  # decisions of an attempt after which it has failed


class SearchedGame(NamedTuple):
    """A game to be searched: the seed is drawn from `seed` and `number`."""

    game: str
    seed: int
    number: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, count, seed, and the two modes."""
    parser.add_argument("game", nargs="?", help="a game; without one --days looks at all")
    parser.add_argument("--count", type=int, default=USUALLY, help=f"number of them ({USUALLY})")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games")
    add_options(parser)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--more", action="store_true", help="add to the existing ones")
    parser.add_argument("--write", action="store_true", help="write them to the game's folder")
    parser.add_argument("--days", type=int, default=0, help="play so many days, see --from")
    first = date(2027, 1, 1)
    parser.add_argument("--from", dest="first", type=day, default=first, help="first of these days")
    add_jobs(parser)


def day(text: str) -> date:
    """Return a date, as a type of arguments. Raises ArgumentTypeError."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        told = f"a date is a text such as 2027-01-31, not {text!r}"
        raise argparse.ArgumentTypeError(told) from None


def path_of(game_id: str) -> Path:
    """Return where the challenges of a game are stored."""
    return ROOT / "engine" / "games" / game_id / "table" / files.FILE


def stored(game_id: str) -> Challenges:
    """Return the challenges of a game. Raises BadChallenges or OSError."""
    return files.read(path_of(game_id).read_text("utf-8"))


# -- finding -------------------------------------------------------------------------------------


def proposals(game: AnyGame, rng: Random) -> list[Challenge]:
    """Play a game and return challenges before its end; none if nobody has won."""
    match = Match(MatchConfig(game.info.id, dict(game.options)), ChanceSampler(rng), game)
    match.begin()
    strong = rng.randrange(len(game.sides))
    seats = [make_agent(PLAYERS[seat != strong]) for seat in range(len(game.sides))]
    turns: dict[int, int] = {}  # events before each turn of the later winner
    begins: list[tuple[int, int]] = []
    while not match.over:
        player = match.state.current_player()
        index = match.state.turn_index()
        if index not in turns:
            turns[index] = player
            begins.append((player, len(match.events)))
        match.play(seats[player].choose(game, match.state.observation(player), rng))
    outcome = match.outcome()
    if outcome is None or outcome.winner is None:
        return []
    own = [count for player, count in begins if player == outcome.winner]
    found = []
    for before in BEFORE:
        if before < len(own):
            seen = match.state_at(own[-before]).observation(outcome.winner)
            if game.arrangement(seen) is None:
                found.append(Challenge(seen.to_text(), before + SPARE))
    return [rng.choice(found)] if found else []


def won(game: AnyGame, challenge: Challenge, level: int, number: int) -> bool:
    """Play an attempt of a level and return whether it has won in time."""
    match = begun(game, challenge)
    match.begin()
    course, rng = Course(match, challenge.turns), Random(f"{level} {number}")
    for _ in range(LONG):
        if (status := course.status()) != files.OPEN:
            return status == WON
        player = match.state.current_player()
        seen = match.state.observation(player)
        if player == course.me:
            thinking = think(game, seen, level, rng, limits(game, level))
        else:
            seeded = Random(thought_seed(challenge, len(match.events)))
            thinking = think(game, seen, LEVEL, seeded, limits(game, LEVEL, NODES))
        for action in finish(thinking):
            match.play(action)
    return False


def measured(game: AnyGame, challenge: Challenge) -> Challenge | None:
    """Return a challenge with its counts; None if the stronger level solves too few."""
    strong = 0
    for number in range(TRIES):
        strong += won(game, challenge, STRONG, number)
        if 2 * (strong + TRIES - number - 1) < TRIES:
            return None
    easy = sum(won(game, challenge, EASY, number) for number in range(TRIES))
    return replace(challenge, easy=easy, strong=strong)


def searched(task: SearchedGame) -> list[Challenge | None]:
    """Return the measured challenges of a game, None for each that was rejected."""
    game = open_game(task.game)
    found = proposals(game, Random(f"{task.seed}:{task.number}"))
    return [measured(game, one) for one in found]


def ordered(found: list[Challenge]) -> tuple[Challenge, ...]:
    """Return challenges easy ones first."""
    return tuple(sorted(found, key=lambda one: (-one.easy, -one.strong, one.turns, one.seed)))


def varied(found: list[Challenge], count: int) -> list[Challenge]:
    """Return at most `count`, taking away one at a time of those whose counts are commonest."""
    left = list(found)
    while len(left) > count:
        common = Counter((one.easy, one.strong) for one in left)
        left.remove(max(left, key=lambda one: (common[one.easy, one.strong], one.seed)))
    return left


def mine(args: argparse.Namespace) -> Iterator[list[Challenge]]:
    """Search games until there is enough; yield what is found so far after each."""
    until = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    tasks = [SearchedGame(args.game, args.seed, number) for number in range(1, MOST_GAMES + 1)]
    found = list(stored(args.game).challenges) if args.more else []
    for results in spread(searched, tasks, args.jobs, args.cluster, "games"):
        found += [one for one in results if one is not None]
        yield found
        if time.monotonic() > until or enough(found, args.count):
            return


def enough(found: list[Challenge], count: int) -> bool:
    """Return whether there are enough that the weaker level never wins, as many others, and two
    that it always wins."""
    hard, sure = (sum(one.easy == wins for one in found) for wins in (0, TRIES))
    return min(hard, len(found) - hard) >= count // 2 and sure >= 2


# -- the days ------------------------------------------------------------------------------------


class Day(NamedTuple):
    """A day, its game and how the two levels fared."""

    day: date
    game: str
    turns: int
    solved: tuple[int, ...]  # attempts won, by LEVELS


def day_played(day: date) -> Day:
    """Play the challenge of a day with both levels."""
    games = with_challenges(list_games())
    game_id = game_of_the_day(list_games(), day.toordinal())
    known = stored(game_id)
    game = open_game(game_id, known.options)
    one = of_the_day(known.challenges, len(games), day.toordinal())
    solved = tuple(sum(won(game, one, level, n) for n in range(TRIES)) for level in LEVELS)
    return Day(day, game_id, one.turns, solved)


def days(args: argparse.Namespace) -> int:
    """Play a row of days; print how each level fared, and the counts."""
    most = min(args.days, (date.max - args.first).days)
    row = [args.first + timedelta(days=number) for number in range(most)]
    played = []
    for one in spread(day_played, row, args.jobs, args.cluster, "days"):
        played.append(one)
        levels = zip(LEVELS, one.solved, strict=True)
        fared = ", ".join(f"level {level} {n} of {TRIES}" for level, n in levels)
        print(f"{one.day} {one.day:%a} {one.game} in {one.turns}: {fared}", flush=True)
    easy = [one for one in played if one.day.weekday() == 0]
    strong = sum(2 * one.solved[1] >= TRIES for one in played)
    mondays = sum(2 * one.solved[0] >= TRIES for one in easy)
    print(f"level {STRONG}: {strong} of {len(played)} days in at least half of its attempts")
    print(f"level {EASY}: {mondays} of {len(easy)} Mondays in at least half of its attempts")
    return 0


@refusing
def run(args: argparse.Namespace) -> int:
    """Find challenges, or play days; return 0."""
    if args.days:
        return days(args)
    game = open_game(args.game, args.options)
    begun_at, made = time.perf_counter(), _made(args)
    found: list[Challenge] = []
    for number, found in enumerate(mine(args), 1):
        seconds = time.perf_counter() - begun_at
        print(f"game {number}: {len(found)} found, {seconds:.0f} s", flush=True)
        if args.write:
            _write(game, found, made, args)
    for one in ordered(varied(found, args.count)) if not args.write else ():
        print(f"{one.turns} {one.easy} {one.strong} {one.position}")
    return 0


def _made(args: argparse.Namespace) -> str:
    """Return the commands that make the file, the one at work last."""
    made = f"python -m engine challenges {args.game} --count {args.count} --seed {args.seed}"
    return f"{stored(args.game).made} && {made} --more" if args.more else made


def _write(game: AnyGame, found: list[Challenge], made: str, args: argparse.Namespace) -> None:
    kept = ordered(varied(found, args.count))
    text = files.write(Challenges(game.info.id, made, kept))
    path_of(game.info.id).write_text(text, "utf-8")
