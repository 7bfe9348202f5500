"""GameInfo of Rilatria for the home page. Rule sheet: options at the end of section 12."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.core.options import Option, whole_number

INFO = GameInfo(
    id="rilatria",
    title="Rilatria",
    rules_version=1,
    sides=("j1", "j2"),
    options=(
        Option("blow", (2, 3), check=whole_number(2, 3)),
        Option("deck", ("own", "shared")),
        Option("limit", ("draw", "count")),
        Option("quiet", default=80, check=whole_number(10, 400), samples=(10, 25, 80)),
        Option("rounds", default=200, check=whole_number(10, 999), samples=(10, 40, 200)),
        Option("mend", ("always", "rest", "dusk")),
        Option("purse", ("no", "yes")),
        Option("field", ("corner", "near")),
    ),
    # the longest set-up, then two turns of at most 13 events in each of at most 999 rounds
    max_events=12 + 2 * 999 * 13,
    position=(
        r"(?:[HAJLTBhajltb1-9]{1,9}/){8}[HAJLTBhajltb1-9]{1,9} [12] [DCPNOLX](?::\S+)?"
        r"(?: \d(?:\.\d){4}){2} \S+ \d+ \d+(?: (?:-|12?|2))?"
    ),
    record=r'^[ \t]*\[Game "Rilatria"\]|^rH[g-i][1-3]\s+rT[g-i][1-3]\s+//',
    has_chance=True,
    far=True,
    lessons=True,
    presets=(
        Preset("standard", {}),
        Preset("quick_war", {"blow": 3}),
        Preset("skirmish", {"mend": "dusk", "purse": "yes", "field": "near"}),
        Preset("battle", {"mend": "rest", "purse": "yes", "field": "near"}),
    ),
    exercises=True,
    campaign=True,
    challenges=True,
    glyphs=("hero", "assassin", "heart"),
)
