"""Measure A Tale of Two Cities: score of a player, and the hits its own city has at the end.

    .venv/bin/python -m tests.bench.cities [--who ai:5@1000] [--against greedy] [--games 60]

Seats change after every game. Prints a line per game: score, hits on the own city, turns. At the
end the score with its 95 % interval and the mean hits in won games.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean

from engine.dev.match import wilson
from engine.games import load_game
from engine.games.twocities.rules.pieces import CITY, STRENGTH
from engine.search.agents import known_agent, make_agent


def play(names: list[str], me: int, seed: int) -> tuple[float, int, int]:
    """Play a game; return the score of seat `me` (0…1), the hits on its city, and the turns."""
    game, rng = load_game("twocities")({}), Random(seed)
    state, agents, hits = game.initial_state(), [make_agent(name) for name in names], 0
    while (outcome := state.outcome()) is None:
        player = state.current_player()
        if player < 0:
            found = state.chance_outcomes()
            action = rng.choices([one for one, _ in found], [weight for _, weight in found])[0]
        else:
            action = agents[player].choose(game, state.observation(player), rng)
        state.apply(action)
        city = state.city(me)
        hits = state.hits[city] if city >= 0 else STRENGTH[CITY]
    return (outcome.returns[me] + 1) / 2, hits, state.turn_index()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--who", default="ai:5@1000", type=known_agent)
    parser.add_argument("--against", default="greedy", type=known_agent)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3000)
    args = parser.parse_args()
    score, won = 0.0, []
    for number in range(args.games):
        me = number % 2
        names = [args.who, args.against] if me == 0 else [args.against, args.who]
        points, hits, turns = play(names, me, args.seed + number)
        score += points
        won += [hits] if points == 1 else []
        print(f"{number:3} {points} own city hit {hits} times, {turns} turns", flush=True)
    low, high = (100 * one for one in wilson(score / args.games, args.games))
    share = 100 * score / args.games
    print(f"score {share:.1f} %, 95 % interval {low:.1f} to {high:.1f}", end="")
    print(f"; hits on the own city in won games: mean {mean(won or [0]):.2f}")


if __name__ == "__main__":
    main()
