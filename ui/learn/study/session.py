"""The session of a study: a match in memory that follows the cursor from node to node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.contract import Event
from engine.match.match import Match
from engine.match.opened import open_game
from engine.match.study import Chapter
from engine.match.view import Receiver, View
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.seats import PERSON, TAUGHT, Seat
from ui.session.session import Session


class StudySession(Session):
    """Session at one node of a chapter. `eyes`: the player who looks; None: everything is open."""

    def __init__(self, chapter: Chapter, eyes: int | None) -> None:
        # Without tags: a study is about the moves, whoever won by a board that was not proved.
        config = replace(chapter.config, options=dict(chapter.config.options), tags={})
        players = range(len(chapter.game.sides))
        seats: tuple[Seat, ...] = tuple(PERSON for _ in players)
        if chapter.viewer is not None:
            match: Match = _view_of(chapter)
        elif eyes is None:
            match = Match(config, game=open_game(config.game_id, config.options))
        else:
            match = Match(config)
            seats = tuple(PERSON if one == eyes else TAUGHT for one in players)
        store = Store(MemoryStorage())
        super().__init__(match, store, store.new_game(config), seats=seats)

    def _begin(self) -> None:
        """Play nothing by itself: chance is asked for."""

    def go(self, events: Sequence[Event]) -> None:
        """Show the position after these events: drop and add what differs from the last one."""
        if self.reading:
            self.look(len(events))
            return
        count = self.agreed.common(events)
        if count < self.count:
            self.rewind(count)
        self.writer.tell(events[count:])
        self.at = None
        self.seating.settle()

    def since(self, count: int) -> list[Event]:
        """Return the events after the first `count`."""
        return list(self._match.events[count:])


def _view_of(chapter: Chapter) -> View:
    """Return the game of a chapter with one player's knowledge."""
    assert chapter.viewer is not None
    config = replace(chapter.config, options=dict(chapter.config.options), tags={})
    view = View(config, chapter.viewer)
    receiver = Receiver(view, looks=False)
    for event in chapter.events(chapter.end()):
        receiver.receive(event)
    return view
