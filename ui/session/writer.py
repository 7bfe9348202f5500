"""Writer of one match: changes the match and its stored log together, if this tab may write.

Only one of a browser's tabs plays a game (ui/saves/tabs.py); the others show it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.core.contract import TABLE_VERBS, Action, Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.saves.store import Store
from ui.session.revision import Revision


class Writer:
    """Match and stored log, changed together.

    `elsewhere`: another tab plays the game. `asking`: it is not known yet which tab plays. `stale`:
    the match may differ from the store and must be loaded again. `revision` is bumped with every
    change of the events.
    """

    def __init__(
        self,
        store: Store,
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
        self.overtaken: Callable[[], None] = lambda: None  # called when another tab has written
        self.sure: Callable[[], bool] = lambda: True  # whether this tab may still write

    def stand(self) -> None:
        """Prepare for writing: check that this tab plays and that the store holds this match, and
        restore removed entries. Raises IllegalAction if this tab may not write."""
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
        """Play and store the chance events due before the first decision."""
        self._append(len(self._match.events), self._match.begin())

    def play(self, action: Action) -> None:
        """Play and store an action. Raises IllegalAction, also if this tab may not write."""
        self._append(len(self._match.events), self._match.play(action))

    def tell(self, events: Sequence[Event]) -> None:
        """Add and store events that came by letter at a far table."""
        for event in events:
            first = len(self._match.events)
            if event.action[0] in TABLE_VERBS:
                self._match.play(event.action)
            else:
                self._match.take(event.action)
            self._append(first, [event])

    def follow(self, events: Sequence[Event]) -> bool:
        """Apply events stored by the playing tab. Return False if one of them is illegal."""
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
        """Take back the last `count` events."""
        for _ in range(count):
            self._match.undo(self._match.events[-1].actor)
        self._store.truncate(self._key, len(self._match.events))
        self._revision.bump()

    def cut(self, count: int) -> None:
        """Remove all but the first `count` events, without asking the rules of undo."""
        self._match.cut(count)
        self._store.truncate(self._key, count)
        self._revision.bump()

    def close(self) -> None:
        """Store the result if the match is over."""
        if self._match.over:
            self._store.set_result(self._key, self._match.outcome())

    def _append(self, first: int, events: Sequence[Event]) -> None:
        """Store events from number `first` on. Raises IllegalAction if another tab has written."""
        try:
            for index, event in enumerate(events, first):
                if not self.sure() or self._store.append(self._key, index, event) is False:
                    self._lost()
        finally:
            self._revision.bump()

    # -- comparing with the store ------------------------------------------------------------

    def stored(self) -> str:
        """Compare the store with this match: `here`, `gone` or `other`, see `Store.stands`."""
        return self._store.stands(self._key, self._match.events)

    def restore(self) -> None:
        """Write entries that were removed from the store again."""
        self._store.restore(self._key, self._match.events)

    def _lost(self) -> NoReturn:
        """Stop playing because another tab may have written; the game must be loaded again."""
        self.elsewhere = self.stale = True
        self.overtaken()
        raise IllegalAction(Message("table.overtaken"))
