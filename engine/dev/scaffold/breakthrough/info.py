"""Breakthrough's data for the home page."""

from __future__ import annotations

from engine.core.info import GameInfo

INFO = GameInfo(
    id="breakthrough",
    title="Breakthrough",
    rules_version=1,
    sides=("white", "black"),
    options=(),
    # Every move advances a pawn. On each side 8 pawns can make 6 moves and 8 can make 5 without
    # reaching the last rank; one more move ends the game.
    max_events=2 * (8 * 6 + 8 * 5) + 1,
    record=r"^\[Game \"Breakthrough\"\]$",
    glyphs=("pawn",),
    position=r"[Pp1-8/]+ (white|black) \d+ \S+",
)
