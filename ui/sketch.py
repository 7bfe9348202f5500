"""Arrows and circles that somebody draws on the board to think with. They are nobody else's:
neither stored nor sent, and gone with the next move.
"""

from __future__ import annotations

from typing import NamedTuple

COLOURS = 3


class Stroke(NamedTuple):
    """An arrow between two squares, a circle around one. `colour`: below COLOURS."""

    start: str
    goal: str
    colour: int = 0


class Sketch:
    """What has been drawn over one position. `on`: the tool for it is taken; `begun`: where a
    stroke of presses begins; `under_way`: one that is being dragged."""

    def __init__(self) -> None:
        self.on = False
        self.begun = ""
        self.under_way: Stroke | None = None
        self._strokes: dict[Stroke, None] = {}
        self._of: object = None

    def toggle(self, stroke: Stroke, position: object) -> None:
        """Drawn, or taken away where it was."""
        self._turn_to(position)
        if self._strokes.pop(stroke, self) is self:
            self._strokes[stroke] = None

    def strokes(self, position: object) -> list[Stroke]:
        self._turn_to(position)
        return [*self._strokes, *([self.under_way] if self.under_way is not None else [])]

    def wipe(self) -> None:
        self.begun, self.under_way = "", None
        self._strokes.clear()

    def _turn_to(self, position: object) -> None:
        """Over another position nothing of it is true any more."""
        if position != self._of:
            self.wipe()
            self._of = position
