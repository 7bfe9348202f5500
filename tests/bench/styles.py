"""Measure whether computer players with a style behave differently.

    python -m tests.bench.styles [GAME …] [--games 10] [--turns 120]

Each style, and the plain level they are based on, plays games against that level, with alternating
seats and at most `--turns` turns after the set-up. Prints for its own turns: the share with a
capture (if `SearchHints.stock` tells; not in A Tale of Two Cities), how daring its actions are on
average (`SearchHints.daring`: attacks 1, steps forward less, waiting 0), how much the evaluation
changes from one to the next (standard deviation), and its score, an unfinished game counting half.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, pstdev

from engine.core.contract import CHANCE, AnyGame
from engine.games import REGISTRY, load_game
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.hints import Hints
from engine.search.levels import STYLE_BASE_LEVEL
from engine.search.styles import STYLES


class Manner:
    """Statistics of one player's behaviour."""

    def __init__(self) -> None:
        self.taken: list[bool] = []
        self.daring: list[float] = []
        self.changes: list[float] = []
        self.scores: list[float] = []

    def play(self, game: AnyGame, name: str, number: int, turns: int) -> None:
        """Play one game and add its statistics."""
        hints, rng = Hints(game), Random(f"{name}:{number}")
        match = Match(MatchConfig(game.info.id, dict(game.options)), ChanceSampler(rng), game)
        match.begin()
        me = number % len(game.sides)
        agents = [make_agent(f"ai:{STYLE_BASE_LEVEL}") for _ in game.sides]
        agents[me] = make_agent(f"ai:{name}")
        turn, stock, value = -1, None, 0.0
        played: set[int] = set()
        while not match.over and len(played) <= turns:
            if game.arrangement(match.state) is None:
                played.add(match.state.turn_index())
            player = match.state.current_player()
            seen = match.state.observation(player)
            action = agents[player].choose(game, seen, rng)
            if player == me and not hints.setup(seen, rng):
                if match.state.turn_index() != turn:
                    now = game.evaluate(seen, me)
                    self.changes += [now - value] if turn >= 0 else []
                    turn, stock, value = match.state.turn_index(), hints.stock(seen), now
                    self.taken.append(False)
                self.daring += hints.daring(seen, [action])
            match.play(action)
            if player == me and turn >= 0 and match.state.current_player() != CHANCE:
                self.taken[-1] |= hints.stock(match.state) != stock
        outcome = match.outcome()
        self.scores.append((1 + outcome.returns[me]) / 2 if outcome else 0.5)

    def line(self, game: AnyGame) -> str:
        told = hasattr(game.hints(), "stock")
        taken = f"something taken in {100 * mean(self.taken):.1f} %, " if told else ""
        return (
            f"{len(self.taken)} turns, {taken}daring {mean(self.daring):.3f}, evaluation"
            f" changes by {pstdev(self.changes):.3f},"
            f" scored {100 * mean(self.scores):.0f} % of {len(self.scores)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games_of", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--turns", type=int, default=120)
    args = parser.parse_args()
    for game_id in args.games_of:
        game = load_game(game_id)({})
        for name in (*STYLES, str(STYLE_BASE_LEVEL)):
            manner = Manner()
            for number in range(args.games):
                manner.play(game, name, number, args.turns)
            print(f"{game_id}, {name}: {manner.line(game)}", flush=True)


if __name__ == "__main__":
    main()
