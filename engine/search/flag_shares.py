"""Where a hidden flag can be, from one player's knowledge: a sample of determinizations."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.core.contract import AnyGame, State

FLAG = "flag"  # glyph
SAMPLES = 48
SEED = 1  # fixed: an observation always gives the same shares


def flag_shares(game: AnyGame, observation: State, viewer: int) -> dict[str, float]:
    """Return by id of an unknown piece the share of the determinizations in which it is a flag;
    those in which it never is are left out."""
    scene = game.scene(observation, viewer)
    unknown = {piece.id for piece in scene.pieces if piece.hidden}
    others = [player for player in range(len(game.sides)) if player != viewer]
    found: Counter[str] = Counter()
    rng = Random(SEED)
    for _ in range(SAMPLES if unknown else 0):
        state = observation.determinize(viewer, rng)
        for player in others:
            seen = game.scene(state.observation(player), player)
            found.update(one.id for one in seen.pieces if one.glyph == FLAG and one.id in unknown)
    return {name: count / SAMPLES for name, count in found.items()}
