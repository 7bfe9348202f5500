"""GameInfo of A Tale of Two Cities for the home page. Rule sheet: section 2, option `setup`."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.core.options import Option, whole_number

LINE = "LCPTAPCL"  # the usual row, for files a…h
CITY_FILES = range(1, 7)  # b to g


def checked_line(value: object) -> str:
    """Return a valid row for files a…h: eight of `L P A C T -`, one city on b…g. Raises ValueError
    for any other value."""
    if not isinstance(value, str) or len(value) != 8 or set(value) - set("LPACT-"):
        raise ValueError("LPACT-")
    if value.count("T") != 1 or value.index("T") not in CITY_FILES:
        raise ValueError("T")
    return value


def checked_setup(value: object) -> str:
    """Return a valid setup: `line`, `random` or a row as in `checked_line`. Raises ValueError."""
    return str(value) if value in ("line", "random") else checked_line(value)


INFO = GameInfo(
    id="twocities",
    title="A Tale of Two Cities",
    rules_version=1,
    sides=("white", "black"),
    options=(
        Option(
            "setup",
            values=("line", "random"),
            check=checked_setup,
            samples=("line", "-CPTA--L", "LLLTLLLL", "AC-PTCLA", LINE),
            letters="LPACT-",
            row=LINE,
        ),
        Option("four", ("nothing", "any")),
        Option("siege", ("no", "yes")),
        Option("city", (5, 4, 3), check=whole_number(3, 5)),
    ),
    # 8,100 turns of at most 59 inputs (rulebook, section 7) and the set-up
    max_events=478_000,
    position=(
        r"(?:[LPACTlpact'1-8]+/){7}[LPACTlpact'1-8]+ [wb](?: (?:-|[a-h][1-8](?:,[a-h][1-8])*)){2}"
        r"(?: \S+/\S+ \S+ \S+ \d+\.(?:\d+|x)\.\d\.\d \S+)?"
    ),
    record=r'(?m)^(\[Rules "twocities |tF [a-h]\d [a-h]\d tH )',
    has_chance=True,
    has_secrets=True,
    far=True,
    has_deck=True,
    lessons=True,
    presets=(
        Preset("standard", {}),
        Preset("random", {"setup": "random"}),
        Preset("fast", {"four": "any", "siege": "yes", "city": 4}),
        Preset("raid", {"four": "any", "siege": "yes", "city": 3}),
    ),
    exercises=True,
    campaign=True,
    challenges=True,
    glyphs=("city", "archers", "cavalry"),
)
