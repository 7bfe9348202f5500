"""Measure the characters of a game link after 100, 200 and 300 plies, random and sensible play.

    python -m tests.bench.links cotadrez

Sensible play takes the best immediate evaluation with a little noise. Set-ups are random.
"""

from __future__ import annotations

import statistics
import sys
import time
from random import Random

from engine.core.contract import Action, Game, State
from engine.match import codec
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig

GAMES = 5
PLIES = (100, 200, 300)
NOISE = 0.03


def random_choice(game: Game, state: State, rng: Random) -> Action:
    return rng.choice(sorted(state.legal_actions()))


def sensible_choice(game: Game, state: State, rng: Random) -> Action:
    def worth(action: Action) -> float:
        after = state.clone()
        after.apply(action)
        return game.evaluate(after, player) + rng.uniform(0, NOISE)

    player = state.current_player()
    return max(sorted(state.legal_actions()), key=worth)


def sizes(game_id: str, choose: object, seed: int) -> dict[int, int]:
    """Return the characters of one game's link by number of plies (decisions of players)."""
    rng = Random(seed)
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), sampler=seeded(seed))
    match.begin()
    found: dict[int, int] = {}
    plies = 0
    while not match.over and plies < max(PLIES):
        match.play(choose(match.game, match.state, rng))  # type: ignore[operator]
        plies += 1
        if plies in PLIES:
            found[plies] = len(codec.encode(match))
    return found


def main(game_id: str) -> None:
    for name, choose in (("random", random_choice), ("sensible", sensible_choice)):
        games = [sizes(game_id, choose, seed) for seed in range(GAMES)]
        for plies in PLIES:
            reached = [game[plies] for game in games if plies in game]
            if reached:
                middle = statistics.median(reached)
                print(f"{name} {plies}: median {middle:.0f}, most {max(reached)}, n {len(reached)}")
    bomb = "A" * 10_000_000
    begin = time.perf_counter()
    try:
        codec.decode(bomb)
    except Exception as refusal:
        print(f"bomb: {type(refusal).__name__} in {(time.perf_counter() - begin) * 1e3:.1f} ms")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["cotadrez"]))
