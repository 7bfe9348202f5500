"""The computer at one table: asks what it would play, waits, plays at a pace one can follow.

Whatever changes at the table makes the question void: its number no longer fits and its answer is
dropped.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, Protocol

from engine.core.contract import Action, State
from engine.core.errors import AsedioError
from engine.core.texts import Message
from ui.session import Session
from ui.thinking import question

PACE_MS = 700  # between what one sees and the computer's next move
POLL_MS = 120
HINT_LEVEL = 4


class Brain(Protocol):
    """Who thinks: a worker, or the page itself in slices."""

    def ask(self, text: str) -> None: ...

    def cancel(self, number: int) -> None: ...

    def told(self, then: Callable[[str], None]) -> None:
        """Hands over the newest word on the question, soon."""

    def later(self, millis: int, then: Callable[[], None]) -> None: ...

    def trouble(self) -> bool:
        """Whether it thinks on the page because there is no worker."""


class Hint:
    """An action for the person in front, shown piece first."""

    def __init__(self, action: Action, path: tuple[str, ...], text: str) -> None:
        self.action, self.path, self.text = action, path, text
        self.whole = False


class Opponent:
    """Plays the seats that are computers, and looks for hints."""

    def __init__(self, session: Session, brain: Brain, changed: Callable[[bool], None]) -> None:
        """`changed(moved)` is called when the table has to be drawn again."""
        self.session, self.brain, self._changed = session, brain, changed
        self.number = 0
        self.waiting: tuple[int, int, bool] | None = None  # number, seat, for a hint
        self.word: dict[str, Any] = {}
        self.hint: Hint | None = None
        self.problem: Message | None = None
        self._asked_at: object = None

    # -- when ------------------------------------------------------------------------------

    def consider(self) -> None:
        """Looks at the table after anything has happened there."""
        stamp = self._stamp()
        if self._asked_at == stamp:
            return
        self.stop()
        self.hint = self.problem = None
        self._asked_at = stamp
        seat = self.session.thinker
        if seat is not None:
            self._ask(seat, self.session.seats[seat], False)

    def look_for_hint(self) -> None:
        """The first press shows a piece, the second the move."""
        if self.hint is not None:
            self.hint.whole = True
        elif self.waiting is None and self.session.viewer == self.session.decider:
            self._ask(self.session.viewer, HINT_LEVEL, True)

    def again(self) -> None:
        """The level was changed: the question is put anew."""
        self._asked_at = None
        self.consider()

    def stop(self) -> None:
        """Gives up whatever is being thought about."""
        if self.waiting is not None:
            self.brain.cancel(self.waiting[0])
        self.waiting, self.word, self._asked_at = None, {}, None
        self.number += 1

    def _stamp(self) -> object:
        session = self.session
        return (len(session.match.events), session.thinker, session.match.over, session.live)

    def _ask(self, seat: int, level: int, hint: bool) -> None:
        self.number += 1
        number = self.number
        self.waiting = (number, seat, hint)
        seed = secrets.randbits(32)
        self.brain.ask(question(self.session.match, seat, level, number, seed))
        self.brain.later(0 if hint else PACE_MS, lambda: self._listen(number))

    def _listen(self, number: int) -> None:
        if self.waiting is not None and self.waiting[0] == number:
            self.brain.told(self._hear)

    # -- what it said ----------------------------------------------------------------------

    def _hear(self, text: str) -> None:
        """A word from whoever thinks; one on another question is dropped."""
        word = json.loads(text)
        if self.waiting is None:
            return
        number, seat, hint = self.waiting
        if word.get("number") != number or "actions" not in word:
            news = word.get("number") == number and word != self.word
            if news:
                self.word = word
                self._changed(False)
            self.brain.later(POLL_MS, lambda: self._listen(number))
            return
        self.waiting, self.word = None, {}
        actions = [_tuple(action) for action in word["actions"]]
        if not actions:
            self.problem = Message("ai.failed")
            self._changed(False)
        elif hint:
            self._show(actions[0])
        else:
            self._play(seat, actions)

    def _show(self, action: Action) -> None:
        session = self.session
        state: State = session.observation()
        path = session.game.path(state, action)
        self.hint = Hint(action, path, session.game.turn_text(state, [action]))
        self._changed(False)

    def _play(self, seat: int, actions: list[Action]) -> None:
        """A whole set-up, or one decision: checked like anybody's."""
        if self.session.thinker != seat:
            return
        try:
            self.session.play(actions)
        except AsedioError:
            self.problem = Message("ai.failed")
        self._changed(True)

    # -- words -----------------------------------------------------------------------------

    def status(self, who: str) -> Message | None:
        """How far the computer is, when it is thinking."""
        if self.waiting is None or self.waiting[2]:
            return None
        if self.word.get("worlds"):
            return Message("ai.thinking.worlds", who=who, worlds=self.word["worlds"])
        if self.word.get("depth"):
            return Message("ai.thinking.depth", who=who, depth=self.word["depth"])
        return Message("ai.thinking", who=who)


def _tuple(value: Any) -> Any:
    return tuple(_tuple(one) for one in value) if isinstance(value, list) else value
