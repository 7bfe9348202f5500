"""The engine's view in a study: it follows the cursor, and its lines are played into the tree."""

from __future__ import annotations

from functools import partial

from engine.core.contract import Action
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from ui.learn.analysis.at_table import finished_spot
from ui.learn.analysis.panel import EnginePanel
from ui.learn.analysis.thinking import Spot
from ui.learn.study.running_games import RunningBoards, running_games
from ui.table import speech
from ui.table.table import Table


def open_study_engine(table: Table) -> EnginePanel:
    """Return the engine's view of the node that the cursor shows."""
    spots = NodeSpots(table)
    return EnginePanel(table, spots, partial(_play_on, table), spots.why_not)


class NodeSpots:
    """The position of a study's cursor. The match of a node is made once: the engine begins anew
    with another match. There is none in the private study of a running game, nor in a line that
    meets one (`playing`)."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._node: tuple[object, ...] = ()
        self._spot: Spot | None = None
        self._running = RunningBoards(table.app.store)
        self.playing = False

    def __call__(self) -> Spot | None:
        cursor = self._table.tree
        assert cursor is not None
        chapter, node = cursor.chapter, cursor.chapter.nodes[cursor.node]
        if chapter.viewer is not None:
            return finished_spot(self._table)
        games = running_games(self._table.app.store, chapter.config.game_id)
        others = tuple((one.id, one.events) for one in games)
        here = (chapter, node.id, node.depth, cursor.eyes, others)
        if here != self._node:
            self._node = here
            self.playing = self._running.meets(chapter, node.id, games) or any(
                one.id == cursor.game and not one.over for one in self._table.app.store.games()
            )
            self._spot = None
            if not self.playing:
                self._spot = Spot(chapter.match(node.id), node.depth, cursor.eyes)
        return self._spot

    def why_not(self) -> Message | None:
        """Return why the engine may not be asked here."""
        self()
        return Message("engine.playing") if self.playing else None


def _play_on(table: Table, actions: tuple[Action, ...]) -> None:
    """Play the actions of a line at the table of a study, as far as the truth allows: with one
    player's eyes a line is a guess."""
    try:
        table.session.play(list(actions))
    except IllegalAction:
        speech.refuse(table, Message("engine.guess"))
    else:
        speech.after(table)
