"""Find exercises in the computer's own games and prove them.

Levels change from game to game. Each decision is searched for one first action that beats all
others by a margin; those that a full search confirms are kept, without look-alikes. If there are
more than requested, the commonest go first, by difficulty and theme. With hidden information,
determinizations are sampled as well (`engine.search.exercises.odds`).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import Action, AnyGame, State
from engine.core.options import Options, non_default
from engine.dev.common import ROOT, add_game, add_options, begun, open_game, refusing
from engine.dev.common import decisions as computer_decisions
from engine.dev.jobs import add_jobs, spread
from engine.search.agents import make_agent
from engine.search.exercises import exercise as files
from engine.search.exercises import proof
from engine.search.exercises.exercise import SAVE, WIN, Collection, Exercise
from engine.search.exercises.odds import ALL
from engine.search.exercises.themes import COMMON, candidates
from engine.search.hints import Hints
from engine.search.transposition import WIN_THRESHOLD

NAME = "puzzles"
HELP = "find exercises in the computer's own games and prove them"
LEVELS = ("1", "2", "1", "3", "2", "1")
THIRD = 3  # every third decision gets a deeper first search
BAND = 250  # rating points per difficulty band; no band and no theme may exceed its share
SHARE, THEME_SHARE = 0.8, 0.45
HOPELESS, EASY = -0.6, 0.7  # values beyond which the game is decided
USUALLY = 60  # default number of exercises per game
MOST_GAMES = 10_000  # per call
FEW_DRAWS = 30  # determinizations in the first, quick check
NO_KIND = "another kind of proof"
SAME = 0.72  # share of equal pieces that makes two positions look alike


class Way(NamedTuple):
    """How a game is searched for exercises.

    `depth`, `nodes` and `margin` belong to the proof; `glance` and `glances` are depth and nodes of
    the first search; `closer`: nodes of a search one ply deeper when the first finds nothing (every
    third time); `players`: nodes of the computer players; `steps`: the minimum of legal actions;
    `per_game`: the maximum from one game, at least `apart` turns apart.
    """

    depth: int
    margin: float
    nodes: int
    glance: int = 2
    glances: int = 2500
    closer: int = 0
    players: int = 150
    steps: int = 4
    per_game: int = 5
    apart: int = 4


WAYS = {
    "andarraya": Way(depth=4, margin=0.12, nodes=40_000, glance=3),
    "cotadrez": Way(
        depth=3,
        margin=0.05,
        nodes=12_000,
        glance=1,
        glances=400,
        closer=2500,
        players=60,
        per_game=8,
        apart=3,
    ),
    "rilatria": Way(depth=2, margin=0.10, nodes=12_000, glance=1),
    "stratego": Way(depth=3, margin=0.05, nodes=6000, glances=800, players=80, per_game=8, apart=3),
    "twocities": Way(depth=2, margin=0.06, nodes=12_000, glance=2, players=60, steps=2),
}
USUAL = Way(depth=3, margin=0.1, nodes=20_000)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, count, seed, options and modes."""
    add_game(parser)
    parser.add_argument("--count", type=int, default=0, help=f"number of exercises ({USUALLY})")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games")
    add_options(parser)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--least", type=int, default=0, help="minimum rating of an exercise")
    parser.add_argument("--write", action="store_true", help="write them to the game's folder")
    parser.add_argument("--more", action="store_true", help="add to the existing exercises")
    parser.add_argument("--check", action="store_true", help="prove the existing exercises again")
    parser.add_argument(
        "--prove",
        action="store_true",
        help="prove them again, drop those that fail and update the odds",
    )
    add_jobs(parser)


def path_of(game_id: str) -> Path:
    return ROOT / "engine" / "games" / game_id / "table" / files.FILE


# -- playing -------------------------------------------------------------------------------------


def decisions(game: AnyGame, seed: str, nodes: int) -> Iterator[tuple[State, Action | None]]:
    """Play one computer game and yield each decision: (the decider's observation, action before
    it)."""
    rng = Random(seed)
    match = begun(game, rng)
    seats = [make_agent(f"ai:{rng.choice(LEVELS)}@{nodes}") for _ in game.sides]
    before: Action | None = None
    for decision in computer_decisions(match, seats, rng):
        yield decision.seen, before
        before = decision.action


# -- judging -------------------------------------------------------------------------------------


class Proposal(NamedTuple):
    """An exercise that has been proved, and the kind of its proof."""

    exercise: Exercise
    kind: str


class Prospector:
    """Judge single decisions, each by itself, so that games can be searched side by side.

    `least`: the lowest rating that is worth while; 0: any.
    """

    def __init__(self, game: AnyGame, way: Way, least: int = 0) -> None:
        self.game, self.way, self.least = game, way, least
        self.hints = Hints(game)
        self.whole = self.hints.thorough()
        self._named = theme_words(game.info.id)

    def theme(self, seen: State, actions: list[Action], goal: str) -> str:
        """Return the most telling theme that has a word."""
        return next(x for x in candidates(self.game, seen, actions, goal) if x in self._named)

    def propose(self, seen: State, before: Action | None, number: int = 0) -> Proposal | str:
        """Return the exercise that a decision is, or why it is none.

        `before`: the decision before it; `number`: of the decision in its game, every third of
        which gets a closer look. What is judged is what the position text says.
        """
        game, way = self.game, self.way
        seen = game.state_from_text(seen.to_text())
        if len(seen.legal_actions()) < way.steps or self.hints.setup(seen, Random(0)):
            return "no choice"
        kind = proof.kind_of(self.hints, seen)
        if not kind:
            return NO_KIND
        glance = proof.appraise(self.hints, seen, way.glance, way.margin, way.glances)
        turn = bool(self.least) or number % THIRD == 0
        if proof.gap(glance) < way.margin / 2 and turn and way.closer:
            glance = proof.appraise(self.hints, seen, way.glance + 1, way.margin, way.closer)
        if proof.gap(glance) < way.margin / 2:
            return "more than one way"
        scored = proof.appraise(self.whole, seen, way.depth, way.margin, way.nodes)
        if not scored or proof.gap(scored) < way.margin:
            return "not proved"
        best, second = scored[0][0], scored[1][0]
        found = self._claim(seen, scored, kind, way.depth)
        if found.why_not or found.margin < way.margin:
            return found.why_not or "worth too little"
        goal = found.goal
        if (
            (goal != WIN and second > EASY)
            or (goal != SAVE and best < HOPELESS)
            or best < -WIN_THRESHOLD
        ):
            return "decided already"
        if before is not None and goal != WIN and takes_back(before, scored[0][1]):
            return "takes back"
        if proof.disputed(game, seen, scored[0][1]):
            return "a mistake to the judge"
        made = self._made(seen, scored, found, kind)
        return "too easy" if made.rating < self.least else Proposal(made, kind)

    def _claim(
        self, seen: State, scored: list[tuple[float, Action]], kind: str, depth: int
    ) -> proof.Claim:
        """Return what can be said of the best step; more determinizations are drawn where few do
        not rule it out."""
        found = proof.claim(self.hints, seen, scored, kind, depth, FEW_DRAWS)
        if kind in proof.HIDDEN and not found.why_not:
            found = proof.claim(self.hints, seen, scored, kind, depth)
        return found

    def _made(
        self, seen: State, scored: list[tuple[float, Action]], claim: proof.Claim, kind: str
    ) -> Exercise:
        game, way = self.game, self.way
        action, rest = scored[0][1], list(claim.line)
        if kind == proof.FULL and not rest:
            rest = proof.continuation(self.hints, seen, action, way.depth)
        return Exercise(
            position=seen.to_text(),
            solution=game.action_text(seen, action),
            line=self._texts(seen, [action, *rest])[1:],
            theme=self.theme(seen, [action, *rest], claim.goal),
            rating=proof.rating(self.whole, seen, action, way.depth, way.margin),
            depth=way.depth,
            **self._claimed(claim),
        )

    def _claimed(self, claim: proof.Claim) -> dict[str, Any]:
        """Return the fields of an exercise that tell what is claimed, rounded downwards."""
        return {
            "goal": claim.goal,
            "turns": claim.turns,
            "value": round(claim.value, 4),
            "margin": int(claim.margin * 1000) / 1000,
            "odds": claim.odds,
        }

    def _texts(self, seen: State, actions: list[Action]) -> tuple[str, ...]:
        """Return the actions in notation."""
        state, texts = seen.clone(), []
        for action in actions:
            texts.append(self.game.action_text(state, action))
            state.apply(action)
        return tuple(texts)

    def proved(self, exercise: Exercise, kind: str) -> Exercise | None:
        """Return an exercise with what can be proved of it now; None when it does not stand."""
        seen: State = self.game.state_from_text(exercise.position)
        action = self.game.parse_action(seen, exercise.solution)
        scored = [(exercise.value, action)]
        if kind not in proof.ANY_ORDER:
            scored = proof.appraise(self.whole, seen, exercise.depth, self.way.margin)
        if action != scored[0][1]:
            return None
        found = self._claim(seen, scored, kind, exercise.depth)
        if found.why_not or found.margin < self.way.margin:
            return None
        if proof.disputed(self.game, seen, action):
            return None
        new = replace(exercise, **self._claimed(found))
        if found.goal != WIN:
            theme = (
                self.theme(seen, [action], found.goal)
                if found.goal != exercise.goal
                else exercise.theme
            )
            return replace(new, theme=theme)
        line = [action, *found.line]
        return replace(new, line=self._texts(seen, line)[1:], theme=self.theme(seen, line, WIN))


class Finder:
    """Choose among proposals: keep what differs from the rest, and count why others go."""

    def __init__(self, game: AnyGame, way: Way, count: int, least: int = 0) -> None:
        self.game, self.way, self.count, self.least = game, way, count, least
        self.kind = ""
        self.found: list[Exercise] = []
        self.tally: Counter[str] = Counter()
        self._tables: list[frozenset[tuple[str, int, str]]] = []
        self.made: list[str] = []

    def keep(self, before: Collection) -> None:
        """Begin with what was found earlier; its themes are determined anew."""
        self.kind, self.made = before.proof, [before.made]
        prospector = Prospector(self.game, self.way)
        for exercise in before.exercises:
            seen = self.game.state_from_text(exercise.position)
            actions, state = list[Action](), seen.clone()
            for text in (exercise.solution, *exercise.line):
                actions.append(self.game.parse_action(state, text))
                state.apply(actions[-1])
            self.found.append(
                replace(exercise, theme=prospector.theme(seen, actions, exercise.goal))
            )
            self._tables.append(self._table(exercise))

    def full(self) -> bool:
        """Return whether there are enough exercises that are hard enough."""
        return sum(one.rating >= self.least for one in self.found) >= self.count

    def take(self, proposal: Proposal) -> bool:
        """Keep a proposal unless there are enough of its kind; return whether it was kept."""
        reason = self._against(proposal)
        self.tally[reason] += 1
        if not reason:
            self.kind = proposal.kind
            self.found.append(proposal.exercise)
            self._tables.append(self._table(proposal.exercise))
        return not reason

    def _against(self, proposal: Proposal) -> str:
        """Return the reason to reject a proposed exercise; empty if it is accepted."""
        made, kind = proposal
        if self.kind and kind != self.kind:
            return NO_KIND
        bands = Counter(one.rating // BAND for one in self.found)
        themes = Counter(one.theme for one in self.found)
        if bands[made.rating // BAND] >= SHARE * self.count:
            return "as hard as others"
        if themes[made.theme] >= THEME_SHARE * self.count:
            return "as many others are about"
        table = self._table(made)
        for other in self._tables:
            if len(table & other) > SAME * max(len(table | other), 1):
                return "looks like another"
        return ""

    def _table(self, exercise: Exercise) -> frozenset[tuple[str, int, str]]:
        """Return what stands where (glyph, side, square) for the player to decide."""
        seen = self.game.state_from_text(exercise.position)
        scene = self.game.scene(seen, seen.current_player())
        return frozenset((piece.glyph, piece.side, piece.square) for piece in scene.pieces)


def varied(found: list[Exercise], count: int) -> list[Exercise]:
    """Return at most `count` exercises. Removes one at a time from the commonest band, then theme,
    then the one with the smallest margin."""
    left = list(found)
    while len(left) > count:
        bands = Counter(one.rating // BAND for one in left)
        themes = Counter(one.theme for one in left)
        left.remove(
            max(left, key=lambda x: (bands[x.rating // BAND], themes[x.theme], -x.margin, x.id))
        )
    return left


def takes_back(before: Action, action: Action) -> bool:
    """Say whether an action has the same destination as the one before: too obvious a recapture."""
    return len(action) > 2 and before[2:3] == action[2:3]


def theme_words(game_id: str) -> frozenset[str]:
    """Return the themes that the catalogue has a word for: the common ones and the game's own."""
    own = ROOT / "engine" / "games" / game_id / "table" / "locale" / "en.json"
    words = json.loads(own.read_text("utf-8"))
    prefix = "exercise.theme."
    return frozenset({*COMMON, *(w.removeprefix(prefix) for w in words if w.startswith(prefix))})


# -- the command ---------------------------------------------------------------------------------


class Task(NamedTuple):
    """A game of the computer to search for exercises; `number` and `seed` give its draws."""

    game: str
    options: Options
    way: Way
    least: int
    seed: int
    number: int


def searched(task: Task) -> tuple[list[Proposal], Counter[str]]:
    """Play one game; return its exercises, and how often a decision was none for which reason."""
    game = open_game(task.game, task.options)
    prospector, way = Prospector(game, task.way, task.least), task.way
    proposals: list[Proposal] = []
    tally: Counter[str] = Counter()
    last = -way.apart
    played = decisions(game, f"{task.seed}:{task.number}", way.players)
    for number, (seen, before) in enumerate(played):
        if seen.turn_index() < last + way.apart:
            continue
        made = prospector.propose(seen, before, number)
        if isinstance(made, str):
            tally[made] += 1
            continue
        proposals.append(made)
        last = seen.turn_index()
        if len(proposals) == way.per_game:
            break
    return proposals, tally


def mine(game: AnyGame, finder: Finder, args: argparse.Namespace) -> Iterator[int]:
    """Search games until enough is found, or time is over; yield the number of each."""
    until = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    common = (game.info.id, dict(game.options), finder.way, finder.least, args.seed)
    tasks = [Task(*common, number) for number in range(1, MOST_GAMES + 1)]
    results = spread(searched, tasks, args.jobs, args.cluster, "games")
    for number, (proposals, tally) in enumerate(results, 1):
        finder.tally += tally
        for proposal in proposals:
            if not finder.full():
                finder.take(proposal)
        yield number
        if finder.full() or time.monotonic() > until:
            break


def collection(game: AnyGame, finder: Finder, args: argparse.Namespace) -> Collection:
    found = sorted(varied(finder.found, args.count), key=lambda one: (one.rating, one.id))
    made = f"python -m engine puzzles {game.info.id} --count {args.count} --seed {args.seed}"
    made += f" --options '{args.options}'" if args.options else ""
    made += (f" --least {args.least}" if args.least else "") + (" --more" if args.more else "")
    made = " && ".join([*finder.made, *([made] if finder.tally else [])])
    head = (game.info.id, made, finder.kind, finder.way.margin)
    return Collection(*head, tuple(found), lasting(game))


def lasting(game: AnyGame) -> Options:
    """Return the options to store: those that differ from their defaults, and those whose default
    has changed in an earlier version."""
    changed = {name for defaults in game.info.earlier.values() for name in defaults}
    changed |= set(non_default(game.info.options, game.options))
    return {name: value for name, value in game.options.items() if name in changed}


@refusing
def run(args: argparse.Namespace) -> int:
    """Run the chosen mode and return 0; 1 if --check finds an exercise that is no longer proved."""
    game = open_game(args.game, args.options)
    if args.check or args.more or args.prove:
        known = files.read(path_of(args.game).read_text("utf-8"))
        game = open_game(args.game, known.options)
    if args.check:
        return check(known, args)
    many, args.count = args.count, args.count or USUALLY
    finder = Finder(game, WAYS.get(args.game, USUAL), args.count, args.least)
    if args.prove:
        return prove(finder, many, args)
    if args.more:
        finder.keep(known)
    begun = time.perf_counter()
    for number in mine(game, finder, args):
        seconds = time.perf_counter() - begun
        print(f"game {number}: {len(finder.found)} found, {seconds:.0f} s", flush=True)
        _write(game, finder, args)
    _write(game, finder, args)
    for one in collection(game, finder, args).exercises if not args.write else ():
        print(f"{one.rating} {one.goal} {one.theme} {one.margin} {one.position} {one.solution}")
    for reason, times in finder.tally.most_common():
        print(f"{times:6} {reason or 'kept'}")
    return 0


def _write(game: AnyGame, finder: Finder, args: argparse.Namespace) -> None:
    if args.write:
        path_of(args.game).write_text(files.write(collection(game, finder, args)), "utf-8")


def fault_of(work: tuple[str, Options, Exercise, str]) -> str:
    game_id, options, one, kind = work
    return proof.fault(open_game(game_id, options), one, kind=kind)


def claimed(exercise: Exercise) -> str:
    """Return in words of the list what an exercise claims."""
    goal = f"{exercise.goal} in {exercise.turns}" if exercise.goal == WIN else exercise.goal
    sure = "" if exercise.odds == ALL else f", best in {exercise.odds} of {ALL}"
    return f"{exercise.solution} {goal} by {exercise.margin}{sure}"


def check(found: Collection, args: argparse.Namespace) -> int:
    """Prove every exercise of the game anew and print what each claims, and the result."""
    bad = 0
    begun = time.perf_counter()
    works = [(args.game, found.options, exercise, found.proof) for exercise in found.exercises]
    faults = spread(fault_of, works, args.jobs, args.cluster, "exercises")
    for number, (one, why) in enumerate(zip(found.exercises, faults, strict=True), 1):
        bad += bool(why)
        print(f"{args.game} {number} {one.position}: {claimed(one)}: {why or 'proved'}", flush=True)
    seconds = time.perf_counter() - begun
    print(f"{len(found.exercises)} exercises, {bad} do not stand, {seconds:.1f} s")
    return 1 if bad else 0


def proved_now(work: tuple[str, Options, Way, Exercise, str]) -> Exercise | None:
    game_id, options, way, one, kind = work
    return Prospector(open_game(game_id, options), way).proved(one, kind)


def prove(finder: Finder, count: int, args: argparse.Namespace) -> int:
    """Prove the exercises of the game anew and leave out what does not stand. `count`: only so
    many of them; 0: all."""
    before = files.read(path_of(args.game).read_text("utf-8"))
    tried = varied(list(before.exercises), count) if count else list(before.exercises)
    works = [(args.game, before.options, finder.way, one, before.proof) for one in tried]
    left = []
    results = spread(proved_now, works, args.jobs, args.cluster, "exercises")
    for number, proved in enumerate(results, 1):
        print(f"{number} {proved.goal} {proved.odds} %" if proved else f"{number} out", flush=True)
        left += [proved] if proved is not None else []
    again = f" && python -m engine puzzles {args.game} --prove"
    made = before.made + again + (f" --count {count}" if count else "")
    after = replace(before, made=made, exercises=tuple(left))
    path_of(args.game).write_text(files.write(after), "utf-8")
    print(f"{len(left)} of {len(tried)} stand")
    return 0
