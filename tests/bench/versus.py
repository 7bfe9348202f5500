"""What a change of the search is worth: this tree's player against that of another tree.

    git worktree add --detach ../before COMMIT
    .venv/bin/python -m tests.bench.versus ../before andarraya --games 40 --nodes 2500

Seats change after every game, each pair of games has the same seed. The other player lives in a
process of its own with its own tree's code and is told what a seat is told: the redacted events.
Seconds are those of the processor, so that neither loses by what else the machine does. Prints
a line per game and last the score of this tree with its interval, and for both what a decision
took, in nodes and in milliseconds of the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.games import load_game

if TYPE_CHECKING:
    from engine.core.contract import Action, AnyGame, State

HERE = Path(__file__).resolve()
SERVE = "--serve"
# The search by the names of whichever tree this runs in: it has not always lived in one place, nor
# always had a memory.
SEARCH = "engine.search" if find_spec("engine.search") else "engine.ai"
BUDGET, LEVELS = import_module(f"{SEARCH}.budget"), import_module(f"{SEARCH}.levels")
NAMES = vars(LEVELS)
TABLES: Any = NAMES.get("SearchTables") or NAMES.get("Memory") or (lambda: None)
REMEMBERS = bool({"tables", "memory"} & set(signature(LEVELS.think).parameters))


def as_action(sent: Any) -> Action:
    """An action as it was before JSON made lists of its tuples; not every tree has a function for
    that."""
    return tuple(as_action(one) if isinstance(one, list) else one for one in sent)


class Player:
    """A level that follows one game from its seat and counts what its decisions take."""

    def __init__(self, level: int, nodes: int, seconds: float) -> None:
        self.level, self.nodes, self.seconds = level, nodes, seconds
        self.decisions, self.spent, self.took = 0, 0, 0.0

    def begin(self, game_id: str, options: dict[str, Any], seat: int, seed: int) -> None:
        self._game: AnyGame = load_game(game_id)(options)
        self._state: State = self._game.initial_state().observation(seat)
        self._tables, self._rng = TABLES(), Random(seed)

    def decide(self, events: list[Any]) -> list[Action]:
        """What it does, after all `events` that its seat has been told since it was asked last."""
        for _, action in events:
            self._state.apply(as_action(action))
        nodes = self.nodes
        if not nodes and not self.seconds:
            nodes = LEVELS.level_of(self._game, self.level).nodes
        begun = time.process_time()
        budget = BUDGET.Budget(nodes, self.seconds, time.process_time)
        tables = (self._tables,) if REMEMBERS else ()
        thinking = LEVELS.think(
            self._game, self._state.clone(), self.level, self._rng, budget, *tables
        )
        found: list[Action] = BUDGET.finish(thinking)
        if budget.nodes:
            self.decisions += 1
            self.spent += budget.nodes
            self.took += time.process_time() - begun
        return found

    def costs(self) -> list[float]:
        """Return [decisions, nodes, seconds of the processor], all so far."""
        return [self.decisions, self.spent, self.took]


class Elsewhere:
    """A `Player` of another tree."""

    def __init__(self, tree: Path, *how: float) -> None:
        command = [sys.executable, str(HERE), SERVE, *(str(one) for one in how)]
        around = {**os.environ, "PYTHONPATH": str(tree)}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=around, cwd=tree
        )

    def begin(self, game_id: str, options: dict[str, Any], seat: int, seed: int) -> None:
        self._asked("begin", game_id, options, seat, seed)

    def decide(self, events: list[Any]) -> list[Action]:
        return [as_action(action) for action in self._asked("decide", events)]

    def costs(self) -> list[float]:
        return list(self._asked("costs"))

    def _asked(self, name: str, *values: Any) -> Any:
        out, answers = self._process.stdin, self._process.stdout
        assert out and answers
        out.write(json.dumps([name, *values]) + "\n")
        out.flush()
        return json.loads(answers.readline())

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def serve(level: str, nodes: str, seconds: str) -> None:
    """Answers `Elsewhere` until it has no more questions."""
    player = Player(int(level), int(nodes), float(seconds))
    for line in sys.stdin:
        name, *values = json.loads(line)
        print(json.dumps(getattr(player, name)(*values)), flush=True)


def play(game_id: str, options: dict[str, Any], seats: list[Any], seed: int) -> tuple[float, str]:
    """(what the first seat has of it, −1…1; how it ended and after how many events)."""
    # Here and not above: an older tree, which only answers, need not have them.
    from engine.match import chance
    from engine.match.match import Match, MatchConfig
    from engine.search.engine_server import ObservedEvents

    match = Match(MatchConfig(game_id, options), chance.seeded(seed))
    match.begin()
    known = [ObservedEvents(match, seat) for seat in range(len(seats))]
    told = [0] * len(seats)
    for seat, player in enumerate(seats):
        player.begin(game_id, options, seat, seed)
    while not match.over:
        seat = match.state.current_player()
        events = known[seat].events()
        news, told[seat] = events[told[seat] :], len(events)
        for action in seats[seat].decide(news):
            match.play(action)
    outcome = match.outcome()
    assert outcome is not None
    return outcome.returns[0], f"{outcome.reason} after {len(match.events)}"


class Pair(NamedTuple):
    """Two games of one seed, with the seats changed after the first (only that one of an odd
    number): the other tree, game, options, how long is thought (`Player`), the seed."""

    tree: str
    game: str
    options: dict[str, Any]
    how: tuple[float, ...]
    seed: int
    both: bool


def played(pair: Pair) -> tuple[list[tuple[float, str]], list[float], list[float]]:
    """Return (score of this tree 0…1, how it ended) of each game, and the costs of both trees."""
    here, there = Player(*pair.how), Elsewhere(Path(pair.tree), *pair.how)  # type: ignore[arg-type]
    games = []
    for first in (True, False)[: 1 + pair.both]:
        seats = [here, there] if first else [there, here]
        value, ending = play(pair.game, pair.options, seats, pair.seed)
        games.append((((value if first else -value) + 1) / 2, ending))
    costs = here.costs(), there.costs()
    there.close()
    return games, *costs


def main() -> None:
    from engine.dev.jobs import add_jobs, spread
    from engine.dev.match import wilson

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path, help="the other tree")
    parser.add_argument("game")
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=0, help="of a decision; 0: the level's own")
    parser.add_argument("--seconds", type=float, default=0.0, help="of a decision, instead")
    parser.add_argument("--seed", type=int, default=0)
    add_jobs(parser)
    args = parser.parse_args()
    how = args.level, args.nodes, args.seconds
    tree = str(args.tree.resolve())
    pairs = [
        Pair(tree, args.game, args.options, how, args.seed + number // 2, number + 1 < args.games)
        for number in range(0, args.games, 2)
    ]
    score, number = 0.0, 0
    costs = {"here": [0.0, 0.0, 0.0], "there": [0.0, 0.0, 0.0]}
    for games, here, there in spread(played, pairs, args.jobs, args.cluster, "pairs"):
        for points, ending in games:
            score, number = score + points, number + 1
            print(f"{number:3} {score:5.1f}  {ending}", flush=True)
        for name, found in (("here", here), ("there", there)):
            costs[name] = [one + more for one, more in zip(costs[name], found, strict=True)]
    for name, (decisions, nodes, seconds) in costs.items():
        each = max(1.0, decisions)
        pace = nodes / max(1e-9, seconds)
        print(
            f"{name}: {nodes / each:.0f} nodes, {1000 * seconds / each:.0f} ms a decision,", end=""
        )
        print(f" {pace:.0f} nodes/s")
    low, high = wilson(score / args.games, args.games)
    share = 100 * score / args.games
    print(f"score {share:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}")


if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve(*sys.argv[2:])
    else:
        main()
