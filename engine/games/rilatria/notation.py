"""How single events are written, and what form a written token has (rule sheet, section 11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import DRAW, RESIGN, TIME, Action
from engine.games.rilatria.horoscope import CARDS, CODES
from engine.games.rilatria.pieces import INDEX, LETTERS, NAMES
from engine.games.rilatria.position import FACES
from engine.games.rilatria.state import CHOOSE, COIN, DEAL, RilatriaState

RESIGNS, AGREES, TIMES_OUT = "abandona", "tablas", "tiempo"

_SQUARE = "[a-i][1-9]"
_CARD = "(?:[1-4][hsd]|F)"
_FORMS = {
    "place": re.compile(f"r([HAJLTB])({_SQUARE})"),
    "act": re.compile(f"([HAJLTB])({_SQUARE})([-x])({_SQUARE})"),
    "sacrifice": re.compile(r"\$"),
    "end": re.compile(";"),
    "resign": re.compile(f"{RESIGNS}|{TIMES_OUT}"),
    "agree": re.compile(AGREES),
    "call": re.compile("@([cx])([cx]?)"),
    "coin": re.compile("[cx]"),
    "draw": re.compile(
        rf"\?({_CARD}(?:,{_CARD}){{0,1}})|\?({_CARD},{_CARD},{_CARD})(?:=({_CARD}))?"
    ),
    "choose": re.compile(f"=({_CARD})"),
    "number": re.compile(r"([1-9][0-9]*)(\.\.\.|\.)"),
    "stats": re.compile(r"\(([0-6]\.[0-6]\.[0-6]\.[0-6])\)"),
    "slashes": re.compile("//"),
    "begin": re.compile(">>>"),
    "hash": re.compile("#"),
    "result": re.compile(r"1-0|0-1|1/2-1/2|\*"),
}


class Form(NamedTuple):
    """A well-formed token: its kind (a key of the table above), the events it stands for, and the
    text that is compared (stats, number and dots, the letter of the piece)."""

    kind: str
    actions: tuple[Action, ...] = ()
    detail: str = ""


def action_text(state: RilatriaState, action: Action) -> str:
    """One event, given the state before it."""
    verb = action[0]
    if verb in ("move", "attack"):
        letter = LETTERS[state.board[action[1]] & 7]
        return f"{letter}{NAMES[action[1]]}{'x' if verb == 'attack' else '-'}{NAMES[action[2]]}"
    if verb in ("place", "buy"):
        return f"r{LETTERS[action[1]]}{NAMES[action[2]]}"
    if verb == DRAW:
        return AGREES
    if verb == "call":
        return "@" + FACES[action[1]]
    if verb == "coin":
        return FACES[action[1]]
    if verb == "deal":
        return "?" + CARDS[action[1]]
    if verb == "choose":
        return "=" + CARDS[action[1]]
    return {"sacrifice": "$", "end": ";", RESIGN: RESIGNS, TIME: TIMES_OUT}[verb]


def turn_text(state: RilatriaState, actions: Sequence[Action]) -> str:
    """Consecutive events of one turn, glued as a record glues them."""
    state = state.clone()
    words: list[str] = []
    for action in actions:
        text, phase = action_text(state, action), state.phase
        glued = phase == COIN or (phase == CHOOSE and text[0] == "=")
        if phase == DEAL and state.cards:
            glued, text = True, "," + text[1:]
        if words and glued:
            words[-1] += text
        else:
            words.append(text.replace(",", "?", 1) if text[0] == "," else text)
        state.apply(action)
    return " ".join(words)


def form(token: str, state: RilatriaState) -> Form | None:
    """What a token says in `state`; None: it has none of the forms (class `syntax`)."""
    for kind, pattern in _FORMS.items():
        found = pattern.fullmatch(token)
        if found:
            return Form(kind, _actions(kind, found, state), _detail(kind, found))
    return None


def _detail(kind: str, found: re.Match[str]) -> str:
    if kind in ("stats", "act"):
        return str(found[1])
    return found[0]


def _actions(kind: str, found: re.Match[str], state: RilatriaState) -> tuple[Action, ...]:
    if kind == "place":
        verb = "place" if state.phase == "D" else "buy"
        return ((verb, LETTERS.index(found[1]), INDEX[found[2]]),)
    if kind == "act":
        verb = "attack" if found[3] == "x" else "move"
        return ((verb, INDEX[found[2]], INDEX[found[4]]),)
    if kind in ("sacrifice", "end"):
        return ((kind,),)
    if kind == "resign":
        return ((RESIGN if found[0] == RESIGNS else TIME, state.side),)
    if kind == "agree":
        return ((DRAW,),)
    if kind == "call":
        call: Action = ("call", FACES.index(found[1]))
        return (call, ("coin", FACES.index(found[2]))) if found[2] else (call,)
    if kind == "coin":
        return (("coin", FACES.index(found[0])),)
    if kind == "draw":
        cards = tuple(("deal", CODES[name]) for name in (found[1] or found[2]).split(","))
        return (*cards, ("choose", CODES[found[3]])) if found[3] else cards
    return (("choose", CODES[found[1]]),) if kind == "choose" else ()
