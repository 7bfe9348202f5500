"""Plants the blunders of tests/ui/test_blunders.py: two games of each title between strong computer
players, one decision of which is replaced by the worst that was possible there.

    python -m tests.bench.blunders [GAME …]      writes tests/fixtures/blunders.json

A game is an address as people share it; `seat` and `at` say whose event is the blunder. The
victim gives up a few turns later, if the game is not over by then.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.core.contract import RESIGN, Action, State
from engine.games import REGISTRY
from engine.match import codec
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.budget import Budget, finish
from engine.search.hints import Hints
from engine.search.judging import chances, judge, values

FILE = Path(__file__).parents[1] / "fixtures" / "blunders.json"
PLAYER = "ai:5@300"
EACH, BEFORE, AFTER = 2, 10, 6  # games, decisions of the victim before the blunder, and after it
LOSS, TRIED, NODES = 0.2, 16, 200


def worst(match: Match, seat: int) -> Action | None:
    """The worst decision there is now, if it is bad enough."""
    seen: State = match.state.observation(seat)
    hints, best = Hints(match.game), make_agent(PLAYER).choose(match.game, seen, Random(1))
    legal = [action for action in sorted(seen.legal_actions()) if action != best]
    losses = []
    for action in Random(2).sample(legal, min(len(legal), TRIED)):
        pair = finish(values(hints, seen, seat, [best, action], 3, Budget(), NODES))
        if pair is not None:
            losses.append((chances(pair[0]) - chances(pair[1]), action))
    loss, action = max(losses, default=(0.0, ("",)))
    verdict = (
        finish(judge(match.game, seen, action, Random(5), Budget(), 8 * NODES)) if losses else None
    )
    return action if loss > LOSS and verdict is not None and verdict.loss > LOSS else None


def plant(game_id: str, seed: int, seat: int) -> dict[str, Any] | None:
    match, rng = Match(MatchConfig(game_id), seeded(seed)), Random(seed)
    match.begin()
    agents, own, at = [make_agent(PLAYER), make_agent(PLAYER)], 0, -1
    while not match.over and (at < 0 or own < AFTER):
        state = match.state
        player = state.current_player()
        action = agents[player].choose(match.game, state.observation(player), rng)
        choice = player == seat and len(state.legal_actions()) > 1
        if choice and match.game.arrangement(state) is None:
            own += 1
            if at < 0 and own > BEFORE and (bad := worst(match, seat)) is not None:
                action, at, own = bad, len(match.events), 0
            if own > 3 * BEFORE and at < 0:
                return None
        match.play(action)
    while not match.over and (RESIGN, seat) not in match.state.table_actions():
        match.play(match.options_now()[0])
    if not match.over:
        match.resign(seat)
    return (
        {"game": game_id, "seat": seat, "at": at, "link": codec.encode(match)} if at >= 0 else None
    )


def main() -> None:
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
    for game_id in sys.argv[1:] or REGISTRY:
        kept = [one for one in kept if one["game"] != game_id]
        seed, found = 0, 0
        while found < EACH:
            seed += 1
            if (one := plant(game_id, seed, found % 2)) is not None:
                kept.append(one)
                found += 1
                FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
                print(game_id, "seed", seed, "event", one["at"], len(one["link"]), flush=True)
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
