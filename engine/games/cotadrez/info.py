"""GameInfo of Cotadrez for the home page. Rule sheet: options of sections 1, 3 and 4."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.core.options import Option

INFO = GameInfo(
    id="cotadrez",
    title="Cotadrez",
    rules_version=2,
    sides=("j1", "j2"),
    options=(
        Option("water", ("estanques", "lagos", "seco")),
        Option("perforar", ("linea", "contigua")),
        Option("relevo", ("8", "4")),
        Option("refuerzos", ("si", "no")),
    ),
    # two deployments of 25 events and the reveal, then 1,000 turns of at most two decisions
    max_events=2100,
    position=(
        r"(?:[RDEPCTBALHrdepctbalh\d]{1,10}/){9}[RDEPCTBALHrdepctbalh\d]{1,10} [SN]\S* [SN] \S+ \S+"
        r"(?: (?:-|[RDEPCTBALH]+)){4} \d+\.\d+\.\d+(?:\.3)?"
    ),
    record=r"(?m)^[ \t]*rF[a-j]\d+[a-j]\d+(\s|$)",
    has_secrets=True,
    far=True,
    lessons=True,
    presets=(
        Preset("standard", {}),
        Preset("open_field", {"water": "seco"}),
        Preset("literal", {"refuerzos": "no"}),
    ),
    exercises=True,
    campaign=True,
    challenges=True,
    glyphs=("king", "dragon", "fortress"),
    earlier={1: {"water": "lagos"}},
)
