"""Reader and writer of events (rulebook, section 11). A token is matched to a form, then checked
against the state: it gives either actions or an error of the first class that applies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import DRAW, RESIGN, TABLE_VERBS, TIME, Action
from engine.core.errors import IllegalAction, InvalidAction
from engine.core.texts import Message
from engine.games.rilatria.rules.horoscope import CARDS, CHOICES, DRAWN, PURSE, left
from engine.games.rilatria.rules.pieces import INDEX, LETTERS, NAMES
from engine.games.rilatria.rules.state import (
    CALL,
    CHOOSE,
    COIN,
    DEAL,
    FREE,
    OVER,
    SETUP,
    RilatriaState,
)
from engine.games.rilatria.text.position import FACES

RESIGNS, AGREES, TIMES_OUT = "abandona", "tablas", "tiempo"

_SQUARE = "[a-i][1-9]"
_CARD = "(?:[1-4][hsd]|F)"
_CHOICE = rf"(?:[1-4][hsd]|F|\{CHOICES[PURSE]})"
_FORMS = {
    "place": re.compile(f"r([HAJLTB])({_SQUARE})"),
    "act": re.compile(f"([HAJLTB])({_SQUARE})([-x])({_SQUARE})"),
    "sacrifice": re.compile(r"\$"),
    "end": re.compile(";"),
    "resign": re.compile(f"{RESIGNS}|{TIMES_OUT}"),
    "agree": re.compile(AGREES),
    "call": re.compile("@[cx][cx]?"),
    "coin": re.compile("[cx]"),
    "draw": re.compile(rf"\?{_CARD}(?:,{_CARD})?|\?{_CARD},{_CARD},{_CARD}(?:={_CHOICE})?"),
    "choose": re.compile(f"={_CHOICE}"),
    "number": re.compile(r"([1-9][0-9]*)(\.\.\.|\.)"),
    "stats": re.compile(r"\(([0-6]\.[0-6]\.[0-6]\.[0-6])\)"),
    "slashes": re.compile("//"),
    "begin": re.compile(">>>"),
    "hash": re.compile("#"),
    "result": re.compile(r"1-0|0-1|1/2-1/2|\*"),
}


# Actions whose text depends on nothing else, and the actions by text.
_SIMPLE: dict[Action, str] = {
    ("sacrifice",): "$",
    ("end",): ";",
    (DRAW,): AGREES,
    **{("call", number): f"@{face}" for number, face in enumerate(FACES)},
    **{("coin", number): face for number, face in enumerate(FACES)},
    **{("deal", number): f"?{card}" for number, card in enumerate(CARDS)},
    **{("choose", number): f"={choice}" for number, choice in enumerate(CHOICES)},
}
_ACTIONS = {text: action for action, text in _SIMPLE.items()}


class Form(NamedTuple):
    """A well-formed token: its kind (a key of `_FORMS`), the actions it stands for, and the text to
    be compared (values, move number, letter of the piece)."""

    kind: str
    actions: tuple[Action, ...] = ()
    detail: str = ""


# -- writing -------------------------------------------------------------------------------------


def action_text(state: RilatriaState, action: Action) -> str:
    """Return the notation of one action, given the state before it."""
    verb = action[0]
    if verb in ("move", "attack"):
        letter = LETTERS[state.board[action[1]] & 7]
        return f"{letter}{NAMES[action[1]]}{'x' if verb == 'attack' else '-'}{NAMES[action[2]]}"
    if verb in ("place", "buy"):
        return f"r{LETTERS[action[1]]}{NAMES[action[2]]}"
    return _SIMPLE[action] if action in _SIMPLE else {RESIGN: RESIGNS, TIME: TIMES_OUT}[verb]


def turn_text(state: RilatriaState, actions: Sequence[Action]) -> str:
    """Return the notation of consecutive actions of one turn, joined as in a record."""
    state = state.clone()
    words: list[str] = []
    for action in actions:
        add_word(words, state, action)
        state.apply(action)
    return " ".join(words)


def add_word(words: list[str], state: RilatriaState, action: Action) -> None:
    """Append an action to `words`, given the state before it; further cards, the coin and a choice
    are joined to the token before."""
    text = action_text(state, action)
    if words and state.phase == DEAL and state.cards:
        words[-1] += "," + text[1:]
    elif words and (state.phase == COIN or action[0] == "choose"):
        words[-1] += text
    else:
        words.append(text)


def stats_text(state: RilatriaState) -> str:
    """Return the mover's four values as a record repeats them, such as `(6.4.1.2)`."""
    return f"({'.'.join(str(value) for value in state.reserves[state.side][:4])})"


def turn_number(state: RilatriaState) -> str:
    return f"{state.round}{'...' if state.side else '.'}"


# -- forms ---------------------------------------------------------------------------------------


def form(token: str, state: RilatriaState) -> Form | None:
    """Return the form of a token in `state`; None if it has none (class `syntax`)."""
    for kind, pattern in _FORMS.items():
        found = pattern.fullmatch(token)
        if found:
            if token.endswith("=" + CHOICES[PURSE]) and not state.game.purse:
                return None
            detail = found[1] if kind in ("stats", "act") else token
            return Form(kind, _actions(kind, found, state), detail)
    return None


def _actions(kind: str, found: re.Match[str], state: RilatriaState) -> tuple[Action, ...]:
    token = found[0]
    if kind == "place":
        verb = "place" if state.phase == SETUP else "buy"
        return ((verb, LETTERS.index(found[1]), INDEX[found[2]]),)
    if kind == "act":
        verb = "attack" if found[3] == "x" else "move"
        return ((verb, INDEX[found[2]], INDEX[found[4]]),)
    if kind == "resign":
        return ((RESIGN if token == RESIGNS else TIME, state.side),)
    if kind == "call":
        token = f"{token[:2]} {token[2:]}"
    words = token.replace(",", " ?").replace("=", " =").split()
    return tuple(_ACTIONS[word] for word in words if word in _ACTIONS)


# -- tokens against a state ----------------------------------------------------------------------

# Kinds of token allowed by phase; any other well-formed token is an error of class `phase`.
FITTING = {
    SETUP: frozenset({"place"}),
    CALL: frozenset({"call", "resign"}),
    COIN: frozenset({"coin"}),
    DEAL: frozenset({"draw"}),
    CHOOSE: frozenset({"choose", "resign"}),
    FREE: frozenset({"act", "place", "sacrifice", "end", "agree", "resign"}),
    OVER: frozenset(),
}


def syntax(token: str) -> InvalidAction:
    return InvalidAction.at("error.syntax", token, code="syntax")


def out_of_place(state: RilatriaState, token: str) -> IllegalAction:
    """Return the error of class `phase`: well-formed, but not allowed now."""
    return IllegalAction.at(f"error.phase.{state.frame()}", token, code="phase")


def actions_of(state: RilatriaState, word: str) -> tuple[Action, ...]:
    """Implement `Game.read_word`. Raises ActionError with the first class that applies, in the
    order of the sheet."""
    found = form(word, state)
    if found is None:
        raise syntax(word)
    return checked(state, word, found)


def checked(state: RilatriaState, token: str, found: Form) -> tuple[Action, ...]:
    """Return the actions of a token whose form is known; errors as in `actions_of`."""
    if found.kind not in FITTING[state.phase]:
        raise out_of_place(state, token)
    if found.kind == "draw":
        _check_cards(state, token, found.actions)
    elif found.kind == "choose":
        if found.actions[0][1] not in (*state.cards, PURSE):
            raise _chance("error.not_drawn", token)
    elif found.kind in ("act", "place", "sacrifice"):
        _check_legal(state, token, found)
    return found.actions


def _check_cards(state: RilatriaState, token: str, actions: tuple[Action, ...]) -> None:
    cards = tuple(action[1] for action in actions if action[0] == "deal")
    if len(state.cards) + len(cards) > DRAWN:
        raise out_of_place(state, token)
    if min(left(state.tokens_out(), state.cards + cards)) < 0:
        raise _chance("error.no_such_card", token)
    if len(actions) > len(cards) and actions[-1][1] not in (*cards, PURSE):
        raise _chance("error.not_drawn", token)


def _chance(key: str, token: str) -> IllegalAction:
    return IllegalAction.at(key, token, code="chance")


def _check_legal(state: RilatriaState, token: str, found: Form) -> None:
    """Raise IllegalAction (class `illegal`) with the page's reason unless the action is legal."""
    action = found.actions[0]
    known = found.kind != "act" or LETTERS[state.board[action[1]] & 7] == found.detail
    if known and action in state.legal_actions():
        return
    message = (
        state.game.why_not(state, action) if known else Message("error.other_piece", token=token)
    )
    raise IllegalAction(message, token=token, code="illegal")


def read_decision(state: RilatriaState, text: str) -> Action:
    """Implement `Game.parse_action`: a token of exactly one action, not a table action."""
    token = text.strip()
    actions = actions_of(state, text)
    if len(actions) != 1 or actions[0][0] in TABLE_VERBS:
        raise IllegalAction.at("error.several", token, code="phase")
    return actions[0]
