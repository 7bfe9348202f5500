"""Lantern's data for the home page."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.core.options import Option

INFO = GameInfo(
    id="lantern",
    title="Lantern",
    rules_version=1,
    sides=("south", "north"),
    options=(Option("width", (5, 7)), Option("turns", (30, 60))),
    # Two treasures are hidden; then up to 60 turns have a roll, a move and an answer each.
    max_events=2 + 60 * 3,
    record=r"^\[Game \"Lantern\"\]$",
    has_chance=True,
    has_secrets=True,
    presets=(Preset("standard", {}), Preset("wide", {"width": 7})),
    glyphs=("guard", "treasure"),
    position=r"[Gg1-7/]+ (south|north) \d+ \S+ \S+,\S+ \S+ \w+(:\w+)? \S+",
)
