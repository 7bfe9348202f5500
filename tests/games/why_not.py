"""Random refused presses under random options, with the reasons that `Game.explain` gives."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.contract import Game, Path, State
from engine.core.texts import Message


def refusals(
    kind: type[Game], squares: list[str], seed: int, positions: int
) -> Iterator[tuple[State, Path, Message]]:
    """Yield refused presses of depth 1 and 2; every second position has random options."""
    rng = random.Random(seed)
    for number in range(positions):
        options = kind().info.options if number % 2 else ()
        game = kind({o.name: rng.choice(o.values) for o in options if o.values})
        state = game.initial_state()
        for _ in range(rng.randrange(10, 90)):
            if state.current_player() < 0:
                break
            state.apply(rng.choice(list(state.legal_actions())))
        targets = [f"sq:{name}" for name in squares]
        first = [target for target in targets if game.explain(state, (target,)) is None]
        paths: list[Path] = [(target,) for target in targets]
        paths += [(a, b) for a in first for b in targets]
        for path in rng.sample(paths, min(60, len(paths))):
            if found := game.explain(state, path):
                yield state, path, found
