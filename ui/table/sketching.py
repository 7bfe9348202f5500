"""Drawing on the board: what a sketch looks like, and what presses and drags add to it."""

from __future__ import annotations

from ui.html import Html, el, join
from ui.render.geometry import geometry
from ui.render.telling import arrow
from ui.sketch import Stroke
from ui.table import speech
from ui.table.table import Table


def position(table: Table) -> object:
    return (table.session.position, table.session.viewer)


def slots(table: Table) -> dict[str, Html]:
    sketch = table.state.sketch
    drawn = [_drawn(table, one) for one in sketch.strokes(position(table))]
    if sketch.begun:
        drawn.append(_drawn(table, Stroke(sketch.begun, sketch.begun), " begun"))
    return {"sketch": join(drawn)}


def _drawn(table: Table, stroke: Stroke, more: str = "") -> Html:
    centres = geometry(table.scene.board, table.turned).centres
    ends = [centres[name] for name in (stroke.start, stroke.goal) if name in centres]
    if len(ends) < 2:
        return Html("")
    x, y = ends[0]
    form = Html(f'<circle cx="{x:g}" cy="{y:g}" r="44"/>') if ends[0] == ends[1] else arrow(ends)
    return el("g", {"class": f"stroke stroke-{stroke.colour}{more}"}, form)


# -- what people do ------------------------------------------------------------------------------


def tool(table: Table, _: str = "") -> None:
    """The tool is taken or put back; what is drawn stays."""
    sketch = table.state.sketch
    sketch.on, sketch.begun = not sketch.on, ""
    speech.say(table, "sketch.on" if sketch.on else "sketch.off")


def wipe(table: Table, _: str = "") -> None:
    table.state.sketch.wipe()
    speech.say(table, "sketch.wiped")


def press(table: Table, square: str) -> None:
    """With the tool in hand: the first of two squares or the second; one twice is a circle."""
    sketch = table.state.sketch
    begun, sketch.begun = sketch.begun, ""
    if begun:
        draw(table, Stroke(begun, square), True)
    else:
        sketch.begun = square
        speech.say(table, "sketch.begun", where=square)


def draw(table: Table, stroke: Stroke, done: bool) -> bool:
    """A stroke that is dragged, until it is `done`."""
    names = {square.name for square in table.scene.board.squares}
    sketch = table.state.sketch
    sketch.under_way = None if done else stroke
    if stroke.start not in names or stroke.goal not in names:
        return True
    if done:
        sketch.begun = ""
        table.state.revision += 1  # now there is something to wipe
        sketch.toggle(stroke, position(table))
        key = "sketch.circle" if stroke.start == stroke.goal else "sketch.arrow"
        speech.say(table, key, start=stroke.start, goal=stroke.goal)
    return True
