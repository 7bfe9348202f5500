"""What this tab may write of a stored game, and whether the store still holds what it has written:
the match and its log in the store, kept in step.

Only one of a browser's tabs plays a game (ui/saves/tabs.py); the others look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.core.contract import TABLE_VERBS, Action, Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.saves.game_store import GameStore
from ui.session.revision import Revision


class Writer:
    """The log of one match in the store.

    `elsewhere`: another tab plays the game. `asking`: nobody knows yet. `stale`: what is here may
    not be what is stored, and has to be read again. `revision`: moves with the events.
    """

    def __init__(
        self,
        store: GameStore,
        key: str,
        match: Match,
        elsewhere: bool,
        asking: bool,
        revision: Revision,
    ) -> None:
        self._store, self._key, self._match = store, key, match
        self._revision = revision
        self.elsewhere, self.asking = elsewhere, asking
        self.stale = False
        self.overtaken: Callable[[], None] = lambda: None  # told when another tab has written
        self.sure: Callable[[], bool] = lambda: True  # whether this tab may still write

    def stand(self) -> None:
        """Sees to it that the store holds this game and nothing else before anything is written:
        what was removed is written anew. Raises IllegalAction when this tab does not play."""
        if self.elsewhere:
            raise IllegalAction(Message("table.elsewhere"))
        if self.asking:
            raise IllegalAction(Message("table.asking"))
        found = self.stored()
        if not self.sure() or found == "other":
            self._lost()
        if found == "gone":
            self.restore()

    # -- writing -----------------------------------------------------------------------------

    def begin(self) -> None:
        """Settles what is due before the first decision."""
        self._append(len(self._match.events), self._match.begin())

    def play(self, action: Action) -> None:
        """Raises IllegalAction for one the rules refuse, and where this tab does not play."""
        self._append(len(self._match.events), self._match.play(action))

    def tell(self, events: Sequence[Event]) -> None:
        """Goes on with what letters have told."""
        for event in events:
            first = len(self._match.events)
            if event.action[0] in TABLE_VERBS:
                self._match.play(event.action)
            else:
                self._match.take(event.action)
            self._append(first, [event])

    def follow(self, events: Sequence[Event]) -> bool:
        """Goes on with what the tab that plays has stored; False when it does not fit."""
        sampler, self._match.sampler = self._match.sampler, None
        try:
            for event in events:
                self._match.play(event.action)
        except IllegalAction:
            return False
        finally:
            self._match.sampler = sampler
            self._revision.bump()
        return True

    def undo(self, count: int) -> None:
        """Takes back the last `count` events."""
        for _ in range(count):
            self._match.undo(self._match.events[-1].actor)
        self._store.truncate(self._key, len(self._match.events))
        self._revision.bump()

    def cut(self, count: int) -> None:
        """Keeps the first `count` events."""
        self._match.cut(count)
        self._store.truncate(self._key, count)
        self._revision.bump()

    def close(self) -> None:
        """Stores how a match that is over went."""
        if self._match.over:
            self._store.set_result(self._key, self._match.outcome())

    def _append(self, first: int, events: Sequence[Event]) -> None:
        """A number is written once, and by the tab that plays. Raises IllegalAction elsewhere."""
        try:
            for index, event in enumerate(events, first):
                if not self.sure() or self._store.append(self._key, index, event) is False:
                    self._lost()
        finally:
            self._revision.bump()

    # -- what is stored ----------------------------------------------------------------------

    def stored(self) -> str:
        """How the store stands to this game: `here`, `gone` or `other`."""
        return self._store.stands(self._key, self._match.events)

    def restore(self) -> None:
        """Writes the game anew as it is known here."""
        self._store.restore(self._key, self._match.events)

    def _lost(self) -> NoReturn:
        """Another tab has written, or may have: here it is read again before anybody goes on."""
        self.elsewhere = self.stale = True
        self.overtaken()
        raise IllegalAction(Message("table.overtaken"))
