"""What the home page needs of Stratego (rulebook, section 5)."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.games.stratego.info_options import COLOURS, OPTIONS

INFO = GameInfo(
    id="stratego",
    title="Stratego",
    rules_version=1,
    sides=COLOURS,
    options=OPTIONS,
    # At most 5,000 actions of seven events each; with that counter off, 1,000 quiet actions before
    # each of at most 130 removals; and the set-ups.
    max_events=200_000,
    position=(
        r"(?:[rbgyFBS2-9M?'!+*~#\d]+/){7,}[rbgyFBS2-9M?'!+*~#\d]+ (?:red|blue|green|yellow|-)"
        r" \S+ \d+ \d+ \S+ \S+ \S+(?: \S+)?|[A-Y_]{100}"
    ),
    record=r'(?m)^[ \t]*\[Game\s+"stratego"\]',
    has_secrets=True,
    far=True,
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
    campaign=True,
    challenges=True,
    glyphs=("flag", "marshal", "spy"),
    name_tags=("Name.red", "Name.blue", "Name.green", "Name.yellow"),
)
