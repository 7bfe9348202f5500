"""Forms of the notation in section 7, shared by readers and writers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.games.stratego.rules.combat import OUTCOMES, SIGNS
from engine.games.stratego.rules.pieces import CODES, HIDDEN, NUMBER
from engine.games.stratego.rules.position import StrategoRules
from engine.games.stratego.rules.state import StrategoState

CELL = "[a-p](?:1[0-6]|[1-9])"
TYPE = "[FBS2-9M]"
SEEN = "[FBS2-9M?]"
HEAD = rf"({CELL})([-x])({CELL})(?::(?:({SEEN})([<=>])({SEEN})|(~)))?"
STEP = re.compile(rf"{HEAD}((?:[=^]{TYPE})*)(?:\+({SEEN})@({CELL}))?((?:#[rbgy])*)")
QUESTION = re.compile(rf"{HEAD}((?:[=^]{TYPE})*)")
RISE = re.compile(rf"([=^])({TYPE})")
RELAY = re.compile(rf"({CELL})<>({CELL})")
BUY = re.compile(rf"\*({TYPE})@({CELL})")
BACK = re.compile(rf"\+({TYPE})@({CELL})")
TABLE = re.compile(r"(resign|time)(?:\.([rbgy]))?|(draw)")


def turn_token(state: StrategoState) -> str:
    """Return the action with pending questions as far as it has come: `e5xe6:5>4=6`."""
    names = state.game.tables.grid.names
    origin, target, attack = state.act
    text = f"{names[origin]}{'x' if attack else '-'}{names[target]}"
    if state.fight:
        outcome, a, d = state.fight[:3]
        text += f":{CODES[a]}{SIGNS[outcome]}{CODES[d]}"
    elif state.deserted:
        text += ":~"
    return text + "".join(f"{sign}{CODES[kind]}" for sign, kind in state.rises)


def fight_of(a: str, sign: str, d: str) -> tuple[int, int, int]:
    """Return (outcome, attacker's type, defender's type) of a written fight."""
    return OUTCOMES[sign], seen(a), seen(d)


def seen(code: str) -> int:
    return HIDDEN if code == "?" else NUMBER[code]


# -- set-ups -------------------------------------------------------------------------------------


def laid_text(game: StrategoRules, side: int, laid: Sequence[int]) -> str:
    """Return the set-up notation: front line first, from the owner's left to his right. `laid`:
    types in set-up order; undecided cells count as empty."""
    kinds = iter(laid)
    lines = game.tables.layout.lines[game.tables.seats[side]]
    return "/".join(
        "".join("#" if cell < 0 else CODES[max(next(kinds), 0)] for cell in line) for line in lines
    )


def read_laid(game: StrategoRules, side: int, text: str) -> list[int] | None:
    """Return the types in set-up order; None when the text does not fit the home zone or hides a
    type."""
    lines = game.tables.layout.lines[game.tables.seats[side]]
    words = text.split("/")
    if [len(word) for word in words] != [len(line) for line in lines]:
        return None
    out: list[int] = []
    for word, line in zip(words, lines, strict=True):
        for code, cell in zip(word, line, strict=True):
            if (code == "#") != (cell < 0) or code not in CODES[:HIDDEN] + "#":
                return None
            if cell >= 0:
                out.append(CODES.index(code))
    return out
