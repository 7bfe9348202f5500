"""Measure a change of the search: this tree's player against that of another tree.

    git worktree add --detach ../before COMMIT
    .venv/bin/python -m tests.bench.versus ../before andarraya --games 40 --nodes 2500

Seats change after every game; each pair of games has the same seed. The other player runs in its
own process with its own tree's code and gets what a seat gets: the redacted events. Seconds are
processor time, so that machine load favours neither. Prints a line per game, and at the end the
score of this tree with its interval and, for both, nodes and milliseconds per decision.
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
# Names of the search in the tree this runs in: older trees have it elsewhere, or without a memory.
SEARCH = "engine.search" if find_spec("engine.search") else "engine.ai"
BUDGET, LEVELS = import_module(f"{SEARCH}.budget"), import_module(f"{SEARCH}.levels")
NAMES = vars(LEVELS)
TABLES: Any = NAMES.get("SearchTables") or NAMES.get("Memory") or (lambda: None)
REMEMBERS = bool({"tables", "memory"} & set(signature(LEVELS.think).parameters))


def as_action(sent: Any) -> Action:
    """Return an action whose tuples JSON has turned into lists. Older trees have no function for
    that."""
    return tuple(as_action(one) if isinstance(one, list) else one for one in sent)


class Player:
    """A level that follows one game from its seat and counts the cost of its decisions."""

    def __init__(self, level: int, nodes: int, seconds: float) -> None:
        self.level, self.nodes, self.seconds = level, nodes, seconds
        self.decisions, self.spent, self.took = 0, 0, 0.0

    def begin(self, game_id: str, options: dict[str, Any], seat: int, seed: int) -> None:
        self._game: AnyGame = load_game(game_id)(options)
        self._state: State = self._game.initial_state().observation(seat)
        self._tables, self._rng = TABLES(), Random(seed)

    def decide(self, events: list[Any]) -> list[Action]:
        """Return its decision, given the `events` its seat received since the last one."""
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
        """Return [decisions, nodes, seconds of processor time] so far."""
        return [self.decisions, self.spent, self.took]


class Elsewhere:
    """Proxy of a `Player` in another tree's process."""

    def __init__(self, tree: Path, level: int, nodes: int, seconds: float) -> None:
        command = [sys.executable, str(HERE), SERVE, str(level), str(nodes), str(seconds)]
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
    """Answer the calls of `Elsewhere` until its pipe closes."""
    player = Player(int(level), int(nodes), float(seconds))
    for line in sys.stdin:
        name, *values = json.loads(line)
        print(json.dumps(getattr(player, name)(*values)), flush=True)


def play(game_id: str, options: dict[str, Any], seats: list[Any], seed: int) -> tuple[float, str]:
    """Play a game; return (the first seat's return, −1…1; reason and number of events)."""
    # Imported here because an older tree, which only answers, may lack them.
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
    """Two games with one seed and swapped seats (or only the first of an odd number): the other
    tree, game, options, arguments of `Player`, seed."""

    tree: str
    game: str
    options: dict[str, Any]
    how: tuple[int, int, float]
    seed: int
    both: bool


def played(pair: Pair) -> tuple[list[tuple[float, str]], list[float], list[float]]:
    """Return (score of this tree 0…1, ending) of each game, and the costs of both trees."""
    here, there = Player(*pair.how), Elsewhere(Path(pair.tree), *pair.how)
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
