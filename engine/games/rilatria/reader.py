"""Tokens against a state: which class of section 11 refuses one, and what it plays otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import TABLE_VERBS, Action, Reading
from engine.core.errors import ActionError, IllegalAction, InvalidAction
from engine.core.texts import Message
from engine.games.rilatria.explain import refusal
from engine.games.rilatria.horoscope import DRAWN, left
from engine.games.rilatria.notation import Form, form
from engine.games.rilatria.pieces import LETTERS
from engine.games.rilatria.state import CALL, CHOOSE, COIN, DEAL, FREE, OVER, SETUP, RilatriaState

# Kinds of token by phase: anything else that is well-formed is of class `phase`.
KINDS = {
    SETUP: frozenset({"place"}),
    CALL: frozenset({"call", "resign"}),
    COIN: frozenset({"coin"}),
    DEAL: frozenset({"draw"}),
    CHOOSE: frozenset({"choose", "resign"}),
    FREE: frozenset({"act", "place", "sacrifice", "end", "agree", "resign"}),
    OVER: frozenset(),
}


def syntax(token: str) -> InvalidAction:
    return InvalidAction(Message("error.syntax", token=token), token=token, code="syntax")


def out_of_place(state: RilatriaState, token: str) -> IllegalAction:
    """Class `phase`: well-formed, but not now."""
    message = Message(f"error.phase.{state.frame()}", token=token)
    return IllegalAction(message, token=token, code="phase")


def actions_of(state: RilatriaState, token: str) -> tuple[Action, ...]:
    """The events of one token, all of them possible. Raises ActionError with the first class, in
    the order of the sheet, that fits; the state is not touched."""
    found = form(token, state)
    if found is None:
        raise syntax(token)
    return checked(state, token, found)


def checked(state: RilatriaState, token: str, found: Form) -> tuple[Action, ...]:
    """The same for a token whose form is known."""
    if found.kind not in KINDS[state.phase]:
        raise out_of_place(state, token)
    if found.kind == "draw":
        _check_cards(state, token, found.actions)
    elif found.kind == "choose":
        if found.actions[0][1] not in state.cards:
            raise _chance("error.not_drawn", token)
    elif found.kind in ("act", "place", "sacrifice"):
        _check_legal(state, token, found)
    return found.actions


def _check_cards(state: RilatriaState, token: str, actions: tuple[Action, ...]) -> None:
    cards = tuple(action[1] for action in actions if action[0] == "deal")
    if len(state.cards) + len(cards) > DRAWN:
        raise out_of_place(state, token)
    if min(left(state.held(), state.cards + cards)) < 0:
        raise _chance("error.no_such_card", token)
    if len(actions) > len(cards) and actions[-1][1] not in cards:
        raise _chance("error.not_drawn", token)


def _chance(key: str, token: str) -> IllegalAction:
    return IllegalAction(Message(key, token=token), token=token, code="chance")


def _check_legal(state: RilatriaState, token: str, found: Form) -> None:
    """Class `illegal`; the reason is the one the page gives for the same presses."""
    action = found.actions[0]
    known = found.kind != "act" or LETTERS[state.board[action[1]] & 7] == found.detail
    if known and action in state.legal_actions():
        return
    message = refusal(state, action) if known else Message("error.other_piece", token=token)
    raise IllegalAction(message, token=token, code="illegal")


def read_decision(state: RilatriaState, token: str) -> Action:
    """Game.parse_action: exactly one event, no table action."""
    token = token.strip()
    actions = actions_of(state, token)
    if len(actions) != 1 or is_table(actions[0]):
        raise IllegalAction(Message("error.several", token=token), token=token, code="phase")
    return actions[0]


def is_table(action: Action) -> bool:
    """Resignation, loss on time or agreed draw."""
    return action[0] in TABLE_VERBS


def read_table_action(state: RilatriaState, token: str) -> Action | None:
    """Game.parse_table_action. Raises ActionError where the token has no place."""
    found = form(token, state)
    if found is None or found.kind not in ("resign", "agree"):
        return None
    return checked(state, token, found)[0]


def read_tokens(state: RilatriaState, text: str) -> Iterator[Reading]:
    """Game.read_actions: tokens glued or apart, each whole or not at all."""
    state = state.clone()
    for token in text.split():
        try:
            actions = actions_of(state, token)
        except ActionError as why:
            why.token = token
            raise
        for action in actions:
            state.apply(action)
        yield Reading(token, actions)
