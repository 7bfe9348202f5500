"""A line of the engine in turns, each in notation and, for the first ones, in the feed's words."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action, Event, State
from engine.core.telling import said
from engine.core.texts import Message, player_name
from engine.match.opened import opened
from engine.search.lines import after_null_move

WORDED = 3  # turns of a line that are told in words: more would not be read


class LineTurn(NamedTuple):
    """One turn of a line: who acts, the notation, the sentences of the feed, and the actions.

    `words` is empty from the turn `WORDED` on.
    """

    actor: int
    text: str
    words: tuple[Message, ...]
    actions: tuple[Action, ...]


class LineTelling:
    """Lines that start from one position, in turns.

    `state`: the truth, or the observation of the player `eyes`; then nothing is told that he may
    not know. `threat`: the lines begin after the mover has let his turn pass. A turn is put into
    words once, since the engine repeats most of its lines.
    """

    def __init__(self, state: State, eyes: int | None, threat: bool) -> None:
        self._game, self._eyes = state.game, eyes
        start = after_null_move(state.game, state) if threat else state.clone()
        # The truth is told as to a viewer from whom nothing is hidden.
        self._start = opened(start) if start is not None and eyes is None else start
        self._turns: dict[tuple[Action, ...], LineTurn] = {}

    def turns(self, actions: tuple[Action, ...]) -> list[LineTurn]:
        """Return the turns of a line."""
        found: list[LineTurn] = []
        if self._start is None or not actions:
            return found
        at, begun = self._start.clone(), 0
        before, actor, turn = at.clone(), at.current_player(), at.turn_index()
        for count, action in enumerate(actions):
            if count > begun and at.turn_index() != turn:
                found.append(self._turn(before, actor, actions[:count], begun, len(found)))
                begun = count
                before, actor, turn = at.clone(), at.current_player(), at.turn_index()
            at.apply(action)
        found.append(self._turn(before, actor, actions, begun, len(found)))
        return found

    def _turn(
        self, before: State, actor: int, line: tuple[Action, ...], begun: int, number: int
    ) -> LineTurn:
        """Return the turn that consists of the actions of a line from `begun` on."""
        if line not in self._turns:
            actions = line[begun:]
            words = self._words(before, actor, actions) if number < WORDED else ()
            text = self._game.log_text(before, list(actions))
            self._turns[line] = LineTurn(actor, text, words, actions)
        return self._turns[line]

    def _words(self, state: State, actor: int, actions: tuple[Action, ...]) -> tuple[Message, ...]:
        viewer = max(actor, 0) if self._eyes is None else self._eyes
        told: list[Message] = []
        for action in actions:
            event: Event | None = Event(actor, action)
            if self._eyes is not None:
                event = self._game.redact(state, Event(actor, action), viewer)
            after = state.clone()
            after.apply(action)
            if event is not None:
                telling = self._game.tell(state, event, after, viewer)
                told += said(one for one in telling if not one.opens)
            state = after
        return tuple(told) or (Message("engine.still", who=player_name(actor)),)
