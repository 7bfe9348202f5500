"""Count how games of Cotadrez end, and the part that sieges have in it.

    python -m tests.bench.sieges [--levels 3 4 5] [--games 20] [--seed 0]

Each level plays itself. Prints how the games ended, in how many there was an execution, and how
many were lost by a King whom a siege had forced out of the Reserve: saved as the one unit from an
execution, or brought in while besiegers stood at the ring.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from engine.core.contract import Action
from engine.dev.common import begun, decisions
from engine.games import load_game
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import KING
from engine.games.cotadrez.rules.state import CotadrezState
from engine.search.agents import make_agent


def driven_out(state: CotadrezState, action: Action) -> int | None:
    """Return the half whose King leaves the Reserve by this action because of a siege, or None."""
    if action[0] == "save" and action[1] == KING:
        return 1 - state.side
    came = action[0] == "reinforce" and action[1] == KING
    return state.side if came and besiegers(state.t, state.board, 1 - state.side) else None


def play(level: int, seed: str) -> tuple[str, int, bool]:
    """Play a game; return its end, the number of executions, and whether a King forced out lost."""
    game, rng = load_game("cotadrez")({}), Random(seed)
    match = begun(game, rng)
    agents = [make_agent(f"ai:{level}"), make_agent(f"ai:{level}")]
    executions, outside = 0, set()
    for decision in decisions(match, agents, rng):
        state = match.state
        assert isinstance(state, CotadrezState)
        executions += decision.action[0] == "siege"
        half = driven_out(state, decision.action)
        if half is not None:
            outside.add(state.player_of(half))
    outcome = match.outcome()
    assert outcome is not None
    return outcome.reason, executions, any(outcome.returns[player] < 0 for player in outside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--levels", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for level in args.levels:
        games = [play(level, f"{args.seed}:{number}") for number in range(args.games)]
        ends = Counter(reason for reason, _, _ in games)
        told = ", ".join(f"{reason} {count}" for reason, count in ends.most_common())
        print(
            f"level {level}: {told}; executions in {sum(n > 0 for _, n, _ in games)} games,"
            f" lost by a King driven out {sum(driven for _, _, driven in games)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
