"""Breakthrough's data for the home page."""

from __future__ import annotations

from engine.core.info import GameInfo

INFO = GameInfo(
    id="breakthrough",
    title="Breakthrough",
    rules_version=1,
    sides=("white", "black"),
    options=(),
    # every move advances a pawn: on each side 8 can take 6 steps and 8 can take 5; one more step
    # ends the game
    max_events=2 * (8 * 6 + 8 * 5) + 1,
    record=r"^\[Game \"Breakthrough\"\]$",
    glyphs=("pawn",),
)
