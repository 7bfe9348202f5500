"""Marks on the board: last move, threats, targets.

Each kind has its own form, so that colour is never the only cue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.core.scene import Mark
from ui.render.geometry import Geometry
from ui.render.telling import arrow
from ui.words.html import Html, join
from ui.words.targets import Target, squares_in

_WAITING = '<rect x="-44" y="-44" width="88" height="88" rx="9"/>'  # dashed
_CORNER = '<path d="M-46-46h26l-26 26z"/>'
_TINTED = ("last", "danger")  # on cells that are no squares the tint alone
# Forms around the origin. marks.css sets stroke and fill by the class of the kind.
_FORMS = {
    "move": '<circle r="12.5"/>',
    "aim": '<circle r="12.5"/><path d="M0-27V-17M0 17V27M-27 0H-17M17 0H27"/>',
    "special": '<path d="M0-19 19 0 0 19-19 0Z"/>',
    "capture": '<circle r="46.5"/>',
    "fire": '<circle r="38"/><path d="M0-49V-27M0 27V49M-49 0H-27M27 0H49"/>',
    "swap": (
        '<path d="M-30-33C-8-47 20-44 33-24M36-40 34-22 17-27"/>'
        '<path d="M30 33C8 47-20 44-33 24M-36 40-34 22-17 27"/>'
    ),
    "place": '<path d="M-43-24V-43H-24M24-43H43V-24M43 24V43H24M-24 43H-43V24"/>',
    "storm": (
        '<path d="M-45-45h18v9h18v-9h18v9h18v-9h18v18h-9v18h9v18h-9v18h9v18h-18v-9h-18v9h-18v-9'
        'h-18v9h-18v-18h9v-18h-9v-18h9v-18h-9z"/>'
    ),
    "unplayed": _WAITING,
    "premove": _WAITING,
    "reach": '<circle r="8"/>',
    "attack": '<path d="M-40-28V-40H-28M28-40H40V-28M40 28V40H28M-28 40H-40V28"/>',
    "block": '<circle r="24"/><path d="M-12 0H12"/>',  # no entry: a cross reads as a loss
    "cannot": '<circle r="45"/><path d="M-32-32 32 32"/>',
    "threat": _CORNER,
    "danger": f'<path class="tint" d="M-50-50h100v100h-100z"/>{_CORNER}',
    "check": '<rect x="-46" y="-46" width="92" height="92" rx="8"/>',
    "last": (
        '<path class="tint" d="M-50-50h100v100h-100z"/>'
        '<path d="M-47-30V-47H-30M30-47H47V-30M47 30V47H30M-30 47H-47V30"/>'
    ),
}
_AREAS = ("alert", "zone", "note")
HALOED = ("block", "cannot", "attack", "fire", "swap")  # lines drawn over pieces of any colour
UNDRAWN = ("guard",)


def target_mark(geometry: Geometry, kind: str, square: str, extent: Iterable[str] = ()) -> Html:
    """Return the mark of a square that can be selected now.

    `extent`: the squares it stands for, if several.
    """
    squares = tuple(extent) or (square,)
    if len(squares) == 1:
        return _form(geometry, kind, square)
    return _wide(geometry, kind, squares)


def shot(geometry: Geometry, origin: str, target: str) -> Html:
    """The line of fire from one square to another, ending short of both centres."""
    (x1, y1), (x2, y2) = geometry.centres[origin], geometry.centres[target]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    return Html(
        f'<path class="mark-shot" d="M{x1 + 44 * ux:g} {y1 + 44 * uy:g}'
        f'L{x2 - 38 * ux:g} {y2 - 38 * uy:g}"/>'
    )


def way(geometry: Geometry, squares: Sequence[str], kind: str) -> Html:
    """Return the mark of a move that is not played yet: an arrow and a frame at its end."""
    names = [name for name in squares if name in geometry.centres]
    if not names:
        return Html("")
    frame = _form(geometry, kind, names[-1])
    if len(names) == 1:
        return frame
    line = arrow([geometry.centres[name] for name in (names[0], names[-1])])
    return Html(f'<g class="mark-way way-{kind}">{line}</g>{frame}')


def scene_marks(geometry: Geometry, marks: Iterable[Mark]) -> Html:
    """Return all marks of a scene."""
    return join(scene_mark(geometry, mark) for mark in marks)


def scene_mark(geometry: Geometry, mark: Mark) -> Html:
    """Return one mark: a line through its squares, an area around them, or a form on each.

    Squares that are not on the board are skipped.
    """
    squares = [name for name in mark.squares if name in geometry.centres]
    if not squares or mark.kind in UNDRAWN:
        return Html("")
    if mark.kind == "line":
        points = " ".join("{:g},{:g}".format(*geometry.centres[name]) for name in squares)
        return Html(f'<polyline class="mark mark-line" points="{points}"/>')
    if mark.kind in _AREAS:
        side = f" side{mark.side}" if mark.side >= 0 else ""
        return Html(f'<path class="mark mark-{mark.kind}{side}" d="{geometry.contours(squares)}"/>')
    return join(_form(geometry, mark.kind, name) for name in squares)


def chosen(geometry: Geometry, squares: Iterable[str]) -> Html:
    """Return the highlight of the squares selected so far."""
    return Html(
        "".join(
            f'<g class="mark mark-select" {_at(geometry, name)}>'
            '<rect x="-50" y="-50" width="100" height="100"/>'
            '<rect class="edge" x="-46" y="-46" width="92" height="92" rx="6"/></g>'
            if geometry.square
            else f'<polygon class="mark mark-select" points="{geometry.polygon(name)}"/>'
            for name in squares
            if name in geometry.centres
        )
    )


def _form(geometry: Geometry, kind: str, square: str) -> Html:
    form = _FORMS.get(kind, _FORMS["special"])
    if kind in _TINTED and not geometry.square:
        tint = f'<polygon class="tint" points="{geometry.polygon(square)}"/>'
        return Html(f'<g class="mark mark-{kind}">{tint}</g>')
    worn = f'class="mark mark-{kind}" {_at(geometry, square)}'
    if kind in HALOED:
        form = f'<g class="halo">{form}</g>{form}'
    if form.count("<") == 1:  # no group element around each: a set-up has forty of them
        return Html(form.replace(" ", f" {worn} ", 1))
    return Html(f"<g {worn}>{form}</g>")


def _wide(geometry: Geometry, kind: str, squares: tuple[str, ...]) -> Html:
    """Return a mark drawn along the outline of several squares."""
    return Html(f'<path class="mark mark-{kind} mark-wide" d="{geometry.outer(squares)}"/>')


def _at(geometry: Geometry, square: str) -> str:
    x, y = geometry.centres[square]
    return f'transform="translate({x:g} {y:g})"'


def extents(aliases: Mapping[str, str]) -> dict[Target, tuple[str, ...]]:
    """Return the squares of each target that has aliases: its own and those of its aliases."""
    found: dict[Target, list[str]] = {}
    for source, target in aliases.items():
        if square := Target.parse(source).square:
            found.setdefault(Target.parse(target), []).append(square)
    return {
        target: tuple(dict.fromkeys([*squares_in((target,)), *names]))
        for target, names in found.items()
    }
