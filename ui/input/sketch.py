"""Arrows and circles that a person draws on the board as an aid to thinking.

They are neither stored nor sent, and disappear when the position changes.
"""

from __future__ import annotations

from typing import NamedTuple

COLOURS = 3


class SketchMark(NamedTuple):
    """An arrow between two squares, or a circle if both are the same. `colour`: below COLOURS."""

    start: str
    goal: str
    colour: int = 0


class Sketch:
    """The strokes over one position. `on`: the sketching tool is selected."""

    def __init__(self) -> None:
        self.on = False
        self._begun = ""
        self._dragged: SketchMark | None = None
        self._strokes: dict[SketchMark, None] = {}
        self._of: object = None

    def begin(self, square: str, position: object) -> None:
        """Set the first square of a stroke entered by two presses; an empty square cancels it."""
        self._turn_to(position)
        self._begun = square

    def begun(self, position: object) -> str:
        """Return the first square of a stroke entered by two presses; empty if there is none."""
        self._turn_to(position)
        return self._begun

    def drag(self, stroke: SketchMark | None, position: object) -> None:
        """Set the stroke being dragged; None if the drag has ended."""
        self._turn_to(position)
        self._dragged = stroke

    def toggle(self, stroke: SketchMark, position: object) -> None:
        """Add a stroke, or remove it if it is there already."""
        self._turn_to(position)
        self._begun, self._dragged = "", None
        if stroke in self._strokes:
            del self._strokes[stroke]
        else:
            self._strokes[stroke] = None

    def strokes(self, position: object) -> list[SketchMark]:
        """Return all strokes, the dragged one last."""
        self._turn_to(position)
        return [*self._strokes, *([self._dragged] if self._dragged is not None else [])]

    def wipe(self) -> None:
        self._begun, self._dragged = "", None
        self._strokes.clear()

    def _turn_to(self, position: object) -> None:
        """Wipe the sketch if `position` is not the one it was drawn over."""
        if position != self._of:
            self.wipe()
            self._of = position
