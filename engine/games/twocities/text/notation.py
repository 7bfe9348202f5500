"""Reader and writer of inputs (rulebook, sections 3 and 9)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.contract import DRAW, RESIGN, UNKNOWN, Action
from engine.core.errors import ActionError, IllegalAction, InvalidAction
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.faults import CLAUSES, fault
from engine.games.twocities.rules.frames import GUARDS, REMOVE
from engine.games.twocities.rules.pieces import NAMES, random_lines
from engine.games.twocities.rules.state import TwoCitiesState

_SQUARE = r"[a-z]\d+"
_CARD = "|".join(cards.ORDER)
_SHAPES = {
    verb: re.compile(shape, re.ASCII)
    for verb, shape in {
        "line": r"([LPACT-]{8})",
        "forests": f"({_SQUARE}),({_SQUARE})",
        "hills": f"({_SQUARE}),({_SQUARE})",
        "deal": rf"({_CARD}|\?)",
        "card": rf"({_CARD}|\?)",
        "play": f"({_CARD})",
        "discard": f"({_CARD})",
        "place": f"({_SQUARE})",
        "remove": f"({_SQUARE})",
        "melee": f"({_SQUARE})",
        "shoot": f"({_SQUARE})",
        "move": f"({_SQUARE})-({_SQUARE})",
        "evade": "(yes|no)",
        "die": r"(\d)",
        "dice": r"(\d+)",
        "protect": "([hrn])",
        "fall": "([12])",
    }.items()
}
_ON_SQUARES = ("forests", "hills", "place", "remove", "melee", "shoot", "move")
# What the numbers of an action are written as; all other numbers are digits.
_WORDS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(_ON_SQUARES, NAMES),
    **dict.fromkeys(("deal", "card", "play", "discard"), (*cards.ORDER, "?")),
    "evade": ("no", "yes"),
    "protect": GUARDS,
}
_MARKS = {"forests": ",", "hills": ",", "move": "-"}  # between two numbers


def _words(verb: str) -> Sequence[str]:
    return random_lines() if verb == "line" else _WORDS.get(verb, "0123456789")


@cache
def _numbers(verb: str) -> Mapping[str, int]:
    return {word: number for number, word in enumerate(_words(verb)) if word != "?"}


def card_text(card: int) -> str:
    return "?" if card == UNKNOWN else cards.ORDER[card]


def action_text(action: Action) -> str:
    """Return the text of an action, such as `move:a1-b2`."""
    verb, *numbers = action
    if verb in ("hold", RESIGN, DRAW):
        return str(verb)
    words = _words(verb)
    return f"{verb}:{_MARKS.get(verb, '').join(words[number] for number in numbers)}"


def refused(code: str, token: str, key: str = "", clause: str = "") -> ActionError:
    """Return the error for a token: InvalidAction for `bad-syntax` and `bad-square`, else
    IllegalAction."""
    kind = InvalidAction if code in ("bad-syntax", "bad-square") else IllegalAction
    return kind.at(f"error.{key or code}", token, clause or CLAUSES[code], code)


def read_input(state: TwoCitiesState, text: str) -> Action:
    """Return the legal action of a text. Raises ActionError with the first code that applies."""
    if text == "hold":
        action: Action = ("hold",)
    else:
        verb, colon, rest = text.partition(":")
        match = _SHAPES[verb].fullmatch(rest) if colon and verb in _SHAPES else None
        if match is None:
            raise refused("bad-syntax", text)
        action = _action(verb, match.groups(), text)
    code = fault(state, action)
    if code == "not-eligible" and state.ask == REMOVE:
        raise refused(code, text, "remove", "6.3")  # a city or a new unit
    if code:
        raise refused(code, text)
    return action


def _action(verb: str, parts: Sequence[str], token: str) -> Action:
    known = _numbers(verb)
    numbers = [known.get(part, UNKNOWN) for part in (parts if verb != "dice" else parts[0])]
    if UNKNOWN in numbers and verb in _ON_SQUARES:
        raise refused("bad-square", token)
    return (verb, *(sorted(numbers) if verb in ("forests", "hills", "dice") else numbers))


def read_table_input(state: TwoCitiesState, token: str) -> Action | None:
    """Return the action of `resign` or `draw`, None for any other token. Raises IllegalAction if it
    is not allowed now."""
    if token not in ("resign", "draw"):
        return None
    action: Action = (RESIGN, state.side) if token == "resign" else (DRAW,)
    if code := fault(state, action):
        raise refused(code, token)
    return action
