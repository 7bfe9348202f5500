"""Miniature of a set-up: the squares it covers, with a letter for each piece."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.contract import Draft
from engine.core.scene import Board
from ui.render.geometry import geometry, path_of
from ui.words.html import Html, el, join, text

_MARGIN = 4


def thumbnail(
    board: Board, turned: bool, side: int, draft: Draft, letters: Mapping[str, str]
) -> Html:
    """Return the miniature; empty if no piece is on the board.

    `letters`: by kind of piece. Decorative: text beside it describes the set-up.
    """
    g = geometry(board, turned)
    put = [(letters.get(kind, ""), name) for kind, name in draft if name in g.centres]
    if not put:
        return Html("")
    squares = [name for _, name in put]
    x, y, width, height = g.box(squares)
    box = (x - _MARGIN, y - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN)
    return el(
        "svg",
        {
            "class": f"thumbnail side{side}" + (" triangles" if g.triangles else ""),
            "viewBox": " ".join(f"{one:g}" for one in box),
            "aria-hidden": "true",
        },
        Html(f'<path d="{"".join(path_of(g.ring(name)) for name in squares)}"/>'),
        join(_letter(g.centres[name], letter) for letter, name in put),
    )


def _letter(where: tuple[float, float], letter: str) -> Html:
    return Html(f'<text x="{where[0]:g}" y="{where[1]:g}">{text(letter)}</text>')
