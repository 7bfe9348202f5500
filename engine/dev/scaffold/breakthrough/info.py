"""What the home page shows of Breakthrough."""

from __future__ import annotations

from engine.core.info import GameInfo

INFO = GameInfo(
    id="breakthrough",
    title="Breakthrough",
    rules_version=1,
    sides=("white", "black"),
    options=(),
    # every pawn goes forward each time: 8 can take 6 steps and 8 can take 5 on each side, and
    # one more step ends the game
    max_events=2 * (8 * 6 + 8 * 5) + 1,
    record=r"^\[Game \"Breakthrough\"\]$",
    glyphs=("pawn",),
)
