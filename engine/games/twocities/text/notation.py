"""Reader and writer of inputs (rulebook, sections 3 and 9)."""

from __future__ import annotations

import re

from engine.core.contract import DRAW, RESIGN, UNKNOWN, Action
from engine.core.errors import ActionError, IllegalAction, InvalidAction
from engine.core.texts import Message
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.faults import CLAUSES, fault
from engine.games.twocities.rules.frames import GUARDS, REMOVE
from engine.games.twocities.rules.pieces import INDEX, NAMES, random_lines
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
_ON_SQUARES = frozenset(("forests", "hills", "place", "remove", "melee", "shoot", "move"))
_ON_CARDS = frozenset(("deal", "card", "play", "discard"))


def card_text(card: int) -> str:
    return "?" if card == UNKNOWN else cards.ORDER[card]


def action_text(action: Action) -> str:
    """Return the text of an action, such as `move:a1-b2`."""
    verb = action[0]
    if verb == "hold" or verb == RESIGN or verb == DRAW:
        return str(verb)
    if verb == "move":
        return f"move:{NAMES[action[1]]}-{NAMES[action[2]]}"
    if verb in _ON_SQUARES:
        return f"{verb}:{','.join(NAMES[s] for s in action[1:])}"
    if verb in _ON_CARDS:
        return f"{verb}:{card_text(action[1])}"
    if verb == "line":
        return f"line:{random_lines()[action[1]]}"
    if verb == "evade":
        return "evade:yes" if action[1] else "evade:no"
    if verb == "protect":
        return f"protect:{GUARDS[action[1]]}"
    return f"{verb}:{''.join(str(part) for part in action[1:])}"


def refused(code: str, token: str) -> ActionError:
    """Return the error for a token: InvalidAction for `bad-syntax` and `bad-square`, else
    IllegalAction."""
    message = Message(f"error.{code}", CLAUSES[code], token=token)
    kind = InvalidAction if code in ("bad-syntax", "bad-square") else IllegalAction
    return kind(message, token=token, code=code)


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
        raise _not_removed(text)
    if code:
        raise refused(code, text)
    return action


def _not_removed(token: str) -> IllegalAction:
    """Return the error for a city or a new unit that cannot leave for a reinforcement."""
    return IllegalAction(
        Message("error.remove", "6.3", token=token), token=token, code="not-eligible"
    )


def _action(verb: str, parts: tuple[str, ...], token: str) -> Action:
    if verb in _ON_SQUARES:
        if any(part not in INDEX for part in parts):
            raise refused("bad-square", token)
        squares = [INDEX[part] for part in parts]
        return (verb, *(sorted(squares) if verb in ("forests", "hills") else squares))
    if verb in _ON_CARDS:
        return (verb, cards.NUMBER.get(parts[0], UNKNOWN))
    if verb == "line":
        lines = random_lines()
        return (verb, lines.index(parts[0]) if parts[0] in lines else -1)
    if verb == "evade":
        return (verb, int(parts[0] == "yes"))
    if verb == "protect":
        return (verb, GUARDS.index(parts[0]))
    return (verb, *sorted(int(digit) for digit in parts[0]))


def read_table_input(state: TwoCitiesState, token: str) -> Action | None:
    """Return the action of `resign` or `draw`, None for any other token. Raises IllegalAction if it
    is not allowed now."""
    if token not in ("resign", "draw"):
        return None
    action: Action = (RESIGN, state.side) if token == "resign" else (DRAW,)
    if code := fault(state, action):
        raise refused(code, token)
    return action
