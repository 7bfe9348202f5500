"""Play the scenarios of a campaign between computers: how often a level meets goal and star.

`python -m tests.bench.campaign GAME [--only N] [--person ai:4] [--tries 10] [--jobs 2]`
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random
from typing import NamedTuple

from engine.core.campaign import (
    LOST,
    OPEN,
    WON,
    Played,
    Scenario,
    read_campaign,
    starred,
    verdict,
    whole_start,
)
from engine.core.contract import CHANCE
from engine.games import game_text, load_game
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import Agent, make_agent

MOST = 300  # own turns after which a try counts as lost


class Try(NamedTuple):
    """How a try ended (WON or LOST), whether with the star, and after how many own turns."""

    how: str
    star: bool
    turns: int


def attempt(game_id: str, scenario: Scenario, person: str, seed: int) -> Try:
    """Play a scenario once, the person's side by the agent `person`."""
    rng = Random(seed)
    game = load_game(game_id)(scenario.options)
    config = MatchConfig(game_id, dict(scenario.options), (), whole_start(game, scenario, rng))
    match = Match(config, ChanceSampler(rng))
    match.begin()
    viewer = match.state.current_player()
    start = match.state.observation(viewer)
    agents: list[Agent] = [make_agent(f"ai:{scenario.level}") for _ in game.sides]
    agents[viewer] = make_agent(person)
    turns, mine = 0, True
    while True:
        player = match.state.current_player()
        if mine and player not in (viewer, CHANCE):
            turns += 1
        mine = player == viewer
        now = match.state.observation(viewer)
        played = Played(match.game, viewer, start, now, turns)
        how = verdict(scenario, played)
        if how != OPEN or turns > MOST:
            return Try(how, how == WON and starred(scenario, played), turns)
        seen = match.state.observation(player)
        match.play(agents[player].choose(match.game, seen, rng))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--only", type=int, default=0)
    parser.add_argument("--person", default="ai:4")
    parser.add_argument("--tries", type=int, default=10)
    args = parser.parse_args()
    scenarios = read_campaign(json.loads(game_text(args.game, "campaign.json") or "{}"))
    for number, scenario in enumerate(scenarios, 1):
        if args.only in (0, number):
            began = time.perf_counter()
            tries = [attempt(args.game, scenario, args.person, seed) for seed in range(args.tries)]
            won = [one for one in tries if one.how == WON]
            lost = sum(one.how == LOST for one in tries)
            turns = sorted(one.turns for one in won)
            print(
                f"{args.game} {number}: won {len(won)}, stars {sum(one.star for one in won)}, "
                f"lost {lost} of {args.tries}; turns {turns}; "
                f"{time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
