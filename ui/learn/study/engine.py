"""The engine's view in a study: it follows the cursor, and its lines are played into the tree."""

from __future__ import annotations

from functools import partial

from engine.core.contract import Action
from ui.learn.analysis.opening import finished_spot, panel_at
from ui.learn.analysis.panel import EnginePanel
from ui.learn.analysis.thinking import Spot
from ui.learn.study.cursor import StudyCursor
from ui.table import speech
from ui.table.table import Table


def open_study_engine(table: Table) -> EnginePanel:
    """Return the engine's view of the node that the cursor shows."""
    return panel_at(table, NodeSpots(table), partial(_play_on, table))


class NodeSpots:
    """The position of a study's cursor. The match of a node is made once: the engine begins anew
    with another match."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._node: tuple[object, ...] = ()
        self._spot: Spot | None = None

    def __call__(self) -> Spot | None:
        cursor = self._table.tree
        assert isinstance(cursor, StudyCursor)
        chapter, node = cursor.chapter, cursor.chapter.nodes[cursor.node]
        if chapter.viewer is not None:
            return finished_spot(self._table)
        here = (chapter, node.id, node.depth, cursor.eyes)
        if here != self._node:
            self._node = here
            self._spot = Spot(chapter.match(node.id), node.depth, cursor.eyes)
        return self._spot


def _play_on(table: Table, actions: tuple[Action, ...]) -> None:
    """Play the actions of a line at the table of a study."""
    table.session.play(list(actions))
    speech.after(table)
