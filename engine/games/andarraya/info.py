"""GameInfo of Andarraya for the home page. Rule sheet: options of section 5."""

from __future__ import annotations

from engine.core.info import GameInfo, Preset
from engine.core.options import Option

INFO = GameInfo(
    id="andarraya",
    title="Andarraya",
    rules_version=1,
    sides=("white", "black"),
    options=(
        Option("queen_takes_queen", ("no", "yes")),
        Option("king_leap", ("two", "none", "any")),
        Option("promotion", ("queen_if_none", "choice_if_queen", "free")),
        Option("move_counter", ("total", "reset")),
    ),
    # With `reset` each of 96 pawn moves and 30 captures restarts the count of 100 plies.
    max_events=13_000,
    record=r'\[\s*(?:Game\s+"Andarraya"|Ruleset\s+"Ludii 3")\s*\]',
    presets=(
        Preset("standard", {}),
        Preset("long_game", {"move_counter": "reset"}),
        Preset(
            "chess",
            {
                "queen_takes_queen": "yes",
                "king_leap": "none",
                "promotion": "free",
                "move_counter": "reset",
            },
        ),
    ),
    far=True,
    lessons=True,
    exercises=True,
    first=True,  # the shortest game, and the one whose moves most people know already
    campaign=True,
    challenges=True,
    glyphs=("king", "queen", "knight"),
    name_tags=("White", "Black"),
    # Chess: a PGN tag, move text that starts with `1.` and a first move of White, or a bare FEN.
    position=(
        r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] (?:-|[AEHaeh]{1,6})"
        r" (?:-|[a-h][1-8]) \d{1,5} \d{1,5}"
    ),
    foreign=(
        r'^[ \t]*\[\s*(?:Event|Site|White|Black|FEN|ECO|Variant)\s+"'
        r"|^[ \t]*1\.\s*(?:[a-h](?:2[-–—][a-h])?[34]|[N♘♞](?:[bg]1[-–—])?[acfh]3)[!?]{0,2}(?:\s|$)"
        r"|\A\s*(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}\s+[wb]\s"
    ),
)
