"""What the home page shows of Stratego. Rule sheet: section 5."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.games.stratego.info_options import COLOURS, OPTIONS

INFO = GameInfo(
    id="stratego",
    title="Stratego",
    rules_version=1,
    sides=COLOURS,
    options=OPTIONS,
    # 5,000 actions of at most seven events; without that counter the 1,000 quiet actions between
    # two of the at most 130 removals rule; and the set-ups
    max_events=200_000,
    record=r'(?m)^[ \t]*\[Game\s+"stratego"\]',
    has_secrets=True,
    lessons=True,
    presets=(
        Preset("classic", {}),
        Preset("barrage", {"army": "barrage8"}),
        Preset("short32", {"army": "short32"}),
        Preset("blind", {"blind_combat": True}),
        Preset("hex", {"board": "hex10"}),
        Preset("triangles", {"board": "tri10"}),
        Preset("small", {"board": "small8", "army": "army24"}),
        Preset("four_armies", {"players": 4, "board": "four_armies", "army": "army24"}),
    ),
    exercises=True,
    glyphs=("flag", "marshal", "spy"),
    name_tags=("Name.red", "Name.blue", "Name.green", "Name.yellow"),
)
