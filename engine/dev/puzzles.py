"""Finds exercises in the computer's own games and proves them.

Games of changing levels are played, every decision is looked at for one first step that is better
than all others by a margin, and what the whole search confirms is kept, look-alikes left out.
With more than asked for, those go of which there are most: as hard, and about the same. Where
something is hidden determinizations are drawn besides (`engine.search.exercises.odds`).
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
from typing import NamedTuple

from engine.core.contract import Action, AnyGame, State
from engine.core.options import Options, non_default
from engine.dev.common import ROOT, add_game, add_options, open_game, refusing
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.exercises import exercise as files
from engine.search.exercises import proof
from engine.search.exercises.exercise import SAVE, WIN, Collection, Exercise
from engine.search.exercises.themes import COMMON, candidates
from engine.search.hints import Hints
from engine.search.transposition import WIN_THRESHOLD

NAME = "puzzles"
HELP = "find exercises in the computer's games, with their proof"
LEVELS = ("1", "2", "1", "3", "2", "1")
THIRD = 3  # how often a closer look is taken
BAND = 250  # rating points; no band gets more than its share, and no theme
SHARE, THEME_SHARE = 0.8, 0.45
HOPELESS, EASY = -0.6, 0.7  # where nothing matters any more
USUALLY = 60  # exercises of a game
FEW_DRAWS = 60  # determinizations that show whether all are worth while
SAME = 0.72  # share of pieces that stand alike in a look-alike


class Way(NamedTuple):
    """How a game is searched for exercises. `depth` of the proof, `nodes` at most; `glance`: the
    depth of a first look, within `glances` nodes; `closer`: nodes for looking one ply deeper where
    nothing is seen at once, every third time; `players`: nodes of whoever plays; `steps`: a
    decision with fewer ways to go is no exercise; `per_game`: of one computer game, `apart` turns
    from each other."""

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
    """Game, how many, seed; write, check."""
    add_game(parser)
    parser.add_argument("--count", type=int, default=0, help=f"how many exercises ({USUALLY})")
    parser.add_argument("--seed", type=int, default=1, help="of the games that are played")
    add_options(parser)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this long")
    parser.add_argument("--least", type=int, default=0, help="leave out what is easier than this")
    parser.add_argument("--write", action="store_true", help="keep them in the game's folder")
    parser.add_argument("--more", action="store_true", help="beside those that are kept already")
    parser.add_argument("--check", action="store_true", help="prove those that are kept anew")
    parser.add_argument(
        "--prove", action="store_true", help="the same, and keep only what stands, with its odds"
    )


def path_of(game_id: str) -> Path:
    return ROOT / "engine" / "games" / game_id / "table" / files.FILE


# -- playing -------------------------------------------------------------------------------------


def decisions(game: AnyGame, seed: str, nodes: int) -> Iterator[tuple[State, Action | None]]:
    """Every decision of one computer game as whoever takes it sees it, and the one before."""
    rng = Random(seed)
    match = Match(MatchConfig(game.info.id, dict(game.options)), ChanceSampler(rng), game)
    match.begin()
    seats = [make_agent(f"ai:{rng.choice(LEVELS)}@{nodes}") for _ in game.sides]
    before: Action | None = None
    while not match.over:
        player = match.state.current_player()
        seen = match.state.observation(player)
        yield seen, before
        before = seats[player].choose(game, seen, rng)
        match.play(before)


# -- judging -------------------------------------------------------------------------------------


class Finder:
    """Keeps what is worth keeping, and counts what happens to the rest."""

    def __init__(self, game: AnyGame, way: Way, count: int, least: int = 0) -> None:
        self.game, self.way, self.count, self.least = game, way, count, least
        self.hints = Hints(game)
        self.whole = self.hints.thorough()
        self.kind = ""
        self.found: list[Exercise] = []
        self.tally: Counter[str] = Counter()
        self._tables: list[frozenset[tuple[str, int, str]]] = []
        self._named = theme_words(game.info.id)
        self.made: list[str] = []

    def keep(self, before: Collection) -> None:
        """Begins with what was found earlier; what it is about is read off anew."""
        self.kind, self.made = before.proof, [before.made]
        for one in before.exercises:
            seen = self.game.state_from_text(one.position)
            actions, state = list[Action](), seen.clone()
            for text in (one.solution, *one.line):
                actions.append(self.game.parse_action(state, text))
                state.apply(actions[-1])
            self.found.append(replace(one, theme=self._theme(seen, actions, one.goal)))
            self._tables.append(self._table(seen))

    def _theme(self, seen: State, actions: list[Action], goal: str) -> str:
        """The most telling one that has a word."""
        return next(x for x in candidates(self.game, seen, actions, goal) if x in self._named)

    def full(self) -> bool:
        """Whether there are enough that are hard enough."""
        return sum(one.rating >= self.least for one in self.found) >= self.count

    def _table(self, seen: State) -> frozenset[tuple[str, int, str]]:
        """What stands where, for whoever decides."""
        scene = self.game.scene(seen, seen.current_player())
        return frozenset((one.glyph, one.side, one.square) for one in scene.pieces)

    def look(self, seen: State, before: Action | None) -> bool:
        """Whether the decision has become an exercise."""
        verdict = self._judge(seen, before)
        self.tally[verdict] += 1
        return not verdict

    def _judge(self, seen: State, before: Action | None) -> str:
        """Why it is none; empty when it has been kept. What is judged is what the text says."""
        game, way = self.game, self.way
        seen = game.state_from_text(seen.to_text())
        if len(seen.legal_actions()) < way.steps or self.hints.setup(seen, Random(0)):
            return "no choice"
        kind = proof.kind_of(self.hints, seen)
        if not kind or (self.kind and kind != self.kind):
            return "another kind of proof"
        glance = proof.appraise(self.hints, seen, way.glance, way.margin, way.glances)
        turn = bool(self.least) or self.tally.total() % THIRD == 0
        if proof.gap(glance) < way.margin / 2 and turn and way.closer:
            glance = proof.appraise(self.hints, seen, way.glance + 1, way.margin, way.closer)
        if proof.gap(glance) < way.margin / 2:
            return "more than one way"
        scored = proof.appraise(self.whole, seen, way.depth, way.margin, way.nodes)
        if not scored or proof.gap(scored) < way.margin:
            return "not proved"
        best, second = scored[0][0], scored[1][0]
        found = self._claim(seen, scored, kind)
        if found.lead < proof.CLEAR:
            return "not better on average"
        goal = found.goal
        if (
            (goal != WIN and second > EASY)
            or (goal != SAVE and best < HOPELESS)
            or best < -WIN_THRESHOLD
        ):
            return "decided already"
        if before is not None and goal != WIN and takes_back(before, scored[0][1]):
            return "takes back"
        self.kind = kind
        made = self._made(seen, scored, found)
        if made.rating < self.least:
            return "too easy"
        if reason := self._too_many(made, seen):
            return reason
        self.found.append(made)
        return ""

    def _claim(self, seen: State, scored: list[tuple[float, Action]], kind: str) -> proof.Claim:
        """What can be said of the best step; looked at closely where a glance does not rule it
        out."""
        found = proof.claim(self.hints, seen, scored, kind, FEW_DRAWS)
        if kind in proof.HIDDEN and found.lead >= proof.CLEAR / 2:
            found = proof.claim(self.hints, seen, scored, kind)
        return found

    def _made(
        self, seen: State, scored: list[tuple[float, Action]], claim: proof.Claim
    ) -> Exercise:
        game, way, goal = self.game, self.way, claim.goal
        value, action = scored[0]
        rest: list[Action] = []
        if self.kind == proof.FULL:
            rest = proof.continuation(self.hints, seen, action, way.depth)
        turns = own_turns(seen, [action, *rest]) if goal == WIN else 0
        texts = []
        state = seen.clone()
        for one in (action, *rest):
            texts.append(game.action_text(state, one))
            state.apply(one)
        return Exercise(
            position=seen.to_text(),
            solution=texts[0],
            line=tuple(texts[1:]),
            goal=goal,
            turns=turns,
            theme=self._theme(seen, [action, *rest], goal),
            rating=proof.rating(self.whole, seen, action, way.depth, way.margin),
            value=round(value, 4),
            margin=int(proof.gap(scored) * 1000) / 1000,
            depth=way.depth,
            odds=claim.odds,
        )

    def proved(self, one: Exercise) -> Exercise | None:
        """One that is kept with what can be proved of it now; None when it does not stand."""
        seen: State = self.game.state_from_text(one.position)
        scored = proof.appraise(self.whole, seen, one.depth, one.margin)
        if scored[0][1] != self.game.parse_action(seen, one.solution):
            return None
        if proof.gap(scored) < one.margin:
            return None
        found = self._claim(seen, scored, self.kind)
        if found.lead < proof.CLEAR:
            return None
        turns = one.turns if found.goal == WIN else 0
        theme = self._theme(seen, [scored[0][1]], found.goal) if found.goal != one.goal else ""
        return replace(one, goal=found.goal, turns=turns, odds=found.odds, theme=theme or one.theme)

    def _too_many(self, made: Exercise, seen: State) -> str:
        """Whether there is one like it, or there are enough of its kind."""
        bands = Counter(one.rating // BAND for one in self.found)
        themes = Counter(one.theme for one in self.found)
        if bands[made.rating // BAND] >= SHARE * self.count:
            return "as hard as others"
        if themes[made.theme] >= THEME_SHARE * self.count:
            return "as many others are about"
        table = self._table(seen)
        for other in self._tables:
            if len(table & other) > SAME * max(len(table | other), 1):
                return "looks like another"
        self._tables.append(table)
        return ""


def varied(found: list[Exercise], count: int) -> list[Exercise]:
    """At most `count` of them: one after the other goes of the commonest band, there of the
    commonest theme, and there the one with the least margin."""
    left = list(found)
    while len(left) > count:
        bands = Counter(one.rating // BAND for one in left)
        themes = Counter(one.theme for one in left)
        left.remove(
            max(left, key=lambda x: (bands[x.rating // BAND], themes[x.theme], -x.margin, x.id))
        )
    return left


def takes_back(before: Action, action: Action) -> bool:
    """Whether it goes where the decision before went to: that is hardly a question."""
    return len(action) > 2 and before[2:3] == action[2:3]


def own_turns(seen: State, actions: list[Action]) -> int:
    """How many turns the player to decide has in these decisions."""
    me, state, turns = seen.current_player(), seen.clone(), set()
    for action in actions:
        if state.current_player() == me:
            turns.add(state.turn_index())
        state.apply(action)
    return len(turns)


def theme_words(game_id: str) -> frozenset[str]:
    """The themes that have a word: those of any game, and the game's own."""
    own = ROOT / "engine" / "games" / game_id / "table" / "locale" / "en.json"
    words = json.loads(own.read_text("utf-8"))
    prefix = "exercise.theme."
    return frozenset({*COMMON, *(w.removeprefix(prefix) for w in words if w.startswith(prefix))})


# -- the command ---------------------------------------------------------------------------------


def mine(game: AnyGame, finder: Finder, args: argparse.Namespace) -> Iterator[int]:
    """Plays until enough is found, or time is over; yields after every game."""
    until = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    number = 0
    while not finder.full() and time.monotonic() < until:
        number += 1
        kept, last = 0, -finder.way.apart
        for seen, before in decisions(game, f"{args.seed}:{number}", finder.way.players):
            if seen.turn_index() < last + finder.way.apart:
                continue
            if finder.look(seen, before):
                kept, last = kept + 1, seen.turn_index()
            if kept == finder.way.per_game or finder.full() or time.monotonic() > until:
                break
        yield number


def collection(game: AnyGame, finder: Finder, args: argparse.Namespace) -> Collection:
    found = sorted(varied(finder.found, args.count), key=lambda one: (one.rating, one.id))
    made = f"python -m engine puzzles {game.info.id} --count {args.count} --seed {args.seed}"
    made += f" --options '{args.options}'" if args.options else ""
    made += (f" --least {args.least}" if args.least else "") + (" --more" if args.more else "")
    made = " && ".join([*finder.made, *([made] if finder.tally else [])])
    head = (game.info.id, made, finder.kind, finder.way.margin)
    return Collection(*head, tuple(found), lasting(game))


def lasting(game: AnyGame) -> Options:
    """The options of a game that are to be written down: what is not default, and what once had
    another default."""
    changed = {name for defaults in game.info.earlier.values() for name in defaults}
    changed |= set(non_default(game.info.options, game.options))
    return {name: value for name, value in game.options.items() if name in changed}


@refusing
def run(args: argparse.Namespace) -> int:
    """0; 1 when an exercise that is kept does not stand."""
    game = open_game(args.game, args.options)
    if args.check or args.more or args.prove:
        known = files.read(path_of(args.game).read_text("utf-8"))
        game = open_game(args.game, known.options)
    if args.check:
        return _check(game, known)
    many, args.count = args.count, args.count or USUALLY
    finder = Finder(game, WAYS.get(args.game, USUAL), args.count, args.least)
    if args.prove:
        return _prove(game, finder, many)
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


def _check(game: AnyGame, found: Collection) -> int:
    """Proves every exercise of the game anew."""
    bad = 0
    begun = time.perf_counter()
    for number, one in enumerate(found.exercises, 1):
        if why := proof.fault(game, one, kind=found.proof):
            bad += 1
            print(f"{number} {one.position}: {why}")
    seconds = time.perf_counter() - begun
    print(f"{len(found.exercises)} exercises, {bad} do not stand, {seconds:.1f} s")
    return 1 if bad else 0


def _prove(game: AnyGame, finder: Finder, count: int) -> int:
    """Proves the exercises of the game anew and leaves out what does not stand. `count`: only so
    many of them; 0: all."""
    before = files.read(path_of(game.info.id).read_text("utf-8"))
    finder.keep(before)
    tried = varied(list(before.exercises), count) if count else list(before.exercises)
    left = []
    for number, one in enumerate(tried, 1):
        proved = finder.proved(one)
        print(f"{number} {proved.goal} {proved.odds} %" if proved else f"{number} out", flush=True)
        left += [proved] if proved is not None else []
    again = f" && python -m engine puzzles {game.info.id} --prove"
    made = before.made + again + (f" --count {count}" if count else "")
    after = replace(before, made=made, exercises=tuple(left))
    path_of(game.info.id).write_text(files.write(after), "utf-8")
    print(f"{len(left)} of {len(tried)} stand")
    return 0
