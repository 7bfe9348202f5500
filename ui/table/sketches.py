"""Sketches on the board: how they are drawn, and how presses and drags add to them."""

from __future__ import annotations

from ui.input.sketch import SketchMark
from ui.render.geometry import Geometry, geometry
from ui.render.telling import arrow
from ui.table import speech
from ui.table.table import Table
from ui.words.html import Html, el, join


def position(table: Table) -> object:
    return (table.session.position, table.session.viewer)


def marks(table: Table) -> tuple[tuple[SketchMark, str], ...]:
    """Return the strokes on the board, each with a CSS class to add."""
    sketch = table.state.sketch
    found = [(one, "") for one in sketch.strokes(position(table))]
    begun = sketch.begun(position(table))
    if begun:
        found.append((SketchMark(begun, begun), " begun"))
    return tuple(found)


def drawn(table: Table) -> Html:
    return join(_drawn(table, stroke, more) for stroke, more in marks(table))


def _drawn(table: Table, stroke: SketchMark, more: str) -> Html:
    return stroke_on(geometry(table.scene.board, table.turned), stroke, more)


def stroke_on(g: Geometry, stroke: SketchMark, more: str = "") -> Html:
    """Draw an arrow or a circle; nothing if a square is not on the board."""
    centres = g.centres
    ends = [centres[name] for name in (stroke.start, stroke.goal) if name in centres]
    if len(ends) < 2:
        return Html("")
    x, y = ends[0]
    form = Html(f'<circle cx="{x:g}" cy="{y:g}" r="44"/>') if ends[0] == ends[1] else arrow(ends)
    return el("g", {"class": f"stroke stroke-{stroke.colour}{more}"}, form)


# -- input ---------------------------------------------------------------------------------------


def tool(table: Table, _: str = "") -> None:
    """Switch the sketching tool on or off; strokes stay."""
    sketch = table.state.sketch
    sketch.on = not sketch.on
    sketch.begin("", position(table))
    speech.say(table, "sketch.on" if sketch.on else "sketch.off")


def wipe(table: Table, _: str = "") -> None:
    table.state.sketch.wipe()
    speech.say(table, "sketch.wiped")


def press(table: Table, square: str) -> None:
    """Handle a press with the tool on: start or end of a stroke; twice the same is a circle."""
    begun = table.state.sketch.begun(position(table))
    if begun:
        draw(table, SketchMark(begun, square))
    else:
        table.state.sketch.begin(square, position(table))
        speech.say(table, "sketch.begun", where=square)


def draw(table: Table, stroke: SketchMark, done: bool = True) -> None:
    """Draw a stroke between two squares, or a preview while it is dragged (`done` is False)."""
    names = {square.name for square in table.scene.board.squares}
    if stroke.start not in names or stroke.goal not in names:  # outside the board
        table.state.sketch.drag(None, position(table))
    elif not done:
        table.state.sketch.drag(stroke, position(table))
    else:
        table.state.revision.bump()  # the button that wipes may appear or go
        table.state.sketch.toggle(stroke, position(table))
        key = "sketch.circle" if stroke.start == stroke.goal else "sketch.arrow"
        speech.say(table, key, start=stroke.start, goal=stroke.goal)
