"""Arrows and circles that somebody draws on the board to think with. They are nobody else's:
neither stored nor sent, and gone with the next move.
"""

from __future__ import annotations

from typing import NamedTuple

COLOURS = 3


class SketchMark(NamedTuple):
    """An arrow between two squares, a circle around one. `colour`: below COLOURS."""

    start: str
    goal: str
    colour: int = 0


class Sketch:
    """What has been drawn over one position. `on`: the tool for it is taken."""

    def __init__(self) -> None:
        self.on = False
        self._begun = ""
        self._dragged: SketchMark | None = None
        self._strokes: dict[SketchMark, None] = {}
        self._of: object = None

    def begin(self, square: str, position: object) -> None:
        """Where a stroke of two presses begins."""
        self._turn_to(position)
        self._begun = square

    def begun(self, position: object) -> str:
        self._turn_to(position)
        return self._begun

    def drag(self, stroke: SketchMark | None, position: object) -> None:
        """One that is being dragged; None: no longer."""
        self._turn_to(position)
        self._dragged = stroke

    def toggle(self, stroke: SketchMark, position: object) -> None:
        """Drawn, or taken away where it was."""
        self._turn_to(position)
        self._begun, self._dragged = "", None
        if stroke in self._strokes:
            del self._strokes[stroke]
        else:
            self._strokes[stroke] = None

    def strokes(self, position: object) -> list[SketchMark]:
        self._turn_to(position)
        return [*self._strokes, *([self._dragged] if self._dragged is not None else [])]

    def wipe(self) -> None:
        self._begun, self._dragged = "", None
        self._strokes.clear()

    def _turn_to(self, position: object) -> None:
        """Over another position nothing of it is true any more."""
        if position != self._of:
            self.wipe()
            self._of = position
