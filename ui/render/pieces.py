"""Pieces as SVG: an outline per side, a glyph from the game's sprite or a letter, and badges.

Outlines differ too, so colour is never the only cue. The markup contains all piece sets and the
style sheet shows one of them: changing the set needs no redraw.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.core.scene import Piece
from engine.games import game_look
from ui.words.html import Html, el, join, text

# Outlines around the origin, about 84 units high: disc, shield, hexagon, kite, tile.
_SHAPES = (
    '<circle class="body" r="42"/>',
    '<path class="body" d="M-38-40Q0-45 38-40V8C38 28 20 39 0 46-20 39-38 28-38 8Z"/>',
    '<path class="body" d="M0-46 40-23V23L0 46-40 23V-23Z"/>',
    '<path class="body" d="M0-47Q8-42 44 0 8 42 0 47-8 42-44 0-8-42 0-47Z"/>',
)
_TILE = '<rect class="body" x="-39" y="-39" width="78" height="78" rx="8"/>'
_CRACKS = (
    "M30-27 14-14 20-4 4 8",
    "M-32 6-17 8-12 20 2 25",
    "M-20-34-14-20-22-10",
    "M34 12 20 14 14 28",
)
_BURST = (
    "M0-27 6-17 17-20 16-9 27-4 18 4 22 15 11 15 8 26"
    " 0 18-8 26-11 15-22 15-18 4-27-4-16-9-17-20-6-17Z"
)
STANDING = 90  # units: size of a glyph without a plate
_BADGE_SPOTS = ((28, 30), (28, -30), (-28, 30), (-28, -30))


def shape(side: int) -> Html:
    """Return the outline of a side's pieces; a tile for neutral ones."""
    return Html(_SHAPES[side] if 0 <= side < len(_SHAPES) else _TILE)


@lru_cache(maxsize=512)
def figure(game_id: str, glyph: str, letter: str, side: int, hidden: bool = False) -> Html:
    """Return a piece at the origin: outline, glyph and letter; a question mark if it is hidden."""
    if hidden or not glyph:
        return join(shape(side), Html('<text class="unknown" y="17">?</text>'))
    lift = -3 if side == 1 else 0
    words = el("text", {"class": "letter", "y": 18 + lift}, letter)
    if game_look(game_id).standing:
        plate = Html(shape(side).replace('"body"', '"body of-letters"'))
        return join(plate, _glyphs(game_id, glyph, _spot(STANDING), "glyph standing"), words)
    return join(shape(side), _glyphs(game_id, glyph, _spot(54 if side == 1 else 58, lift)), words)


def _spot(size: int, lift: int = 0) -> dict[str, object]:
    return {"x": -size / 2, "y": -size / 2 + lift, "width": size, "height": size}


def _glyphs(game_id: str, glyph: str, spot: Mapping[str, object], css: str = "glyph") -> Html:
    """Return the glyph, and beside it the one of the game's original piece set if that differs."""
    other = game_look(game_id).source.get(glyph)
    if other is None:
        return el("use", {"class": css, "href": f"#{game_id}-{glyph}", **spot})
    return join(
        el("use", {"class": f"{css} of-page", "href": f"#{game_id}-{glyph}", **spot}),
        el("use", {"class": f"{css} of-source", "href": f"#{game_id}-{other}", **spot}),
    )


class Drawn(NamedTuple):
    """What is drawn of a piece: the cache key of its markup. `badges`: (kind, text) of each."""

    glyph: str
    letter: str
    side: int
    hidden: bool
    faded: bool
    badges: tuple[tuple[str, str], ...]
    wounds: int = 0
    peril: bool = False


def drawn(piece: Piece) -> Drawn:
    badges = tuple((one.kind, one.text) for one in piece.badges)
    plain = Drawn(piece.glyph, piece.letter, piece.side, piece.hidden, piece.faded, badges)
    return plain._replace(wounds=piece.wounds, peril=piece.peril)


def piece_inner(game_id: str, look: Drawn) -> Html:
    """Return the markup inside a piece's node: the figure, its wounds and its badges."""
    inner = figure(game_id, look.glyph, look.letter, look.side, look.hidden)
    cracks = " ".join(_CRACKS[: look.wounds])
    return join(
        inner, Html(f'<path class="cracks" d="{cracks}"/>') if cracks else None, badges(look)
    )


def badges(look: Drawn) -> Html:
    """Return the badges of a piece at the origin."""
    return join(
        badge(kind, words, spot, look.peril)
        for (kind, words), spot in zip(look.badges, _BADGE_SPOTS, strict=False)
    )


def piece_class(look: Drawn) -> str:
    words = ["piece", f"side{look.side}" if look.side >= 0 else "neutral"]
    if look.faded:
        words.append("faded")
    if look.hidden:
        words.append("hidden-piece")
    return " ".join(words)


@lru_cache(maxsize=512)
def icon(game_id: str, glyph: str, letter: str, side: int) -> Html:
    """Return a glyph alone, for chips and buttons; decorative, their text names it."""
    box = {"class": "icon", "viewBox": "0 0 100 100", "aria-hidden": "true"}
    return el(
        "svg",
        box,
        _glyphs(game_id, glyph, {"width": 100, "height": 100}),
        el("text", {"class": "letter", "x": 50, "y": 78}, letter),
    )


@lru_cache(maxsize=512)
def badge(
    kind: str, words: str, spot: tuple[int, int] = _BADGE_SPOTS[0], peril: bool = False
) -> Html:
    """Return a badge at its position on a piece.

    A badge without words is a dot; the label of the square says what it means. In `peril` it is a
    burst.
    """
    x, y = spot
    if not words:
        return el("circle", {"class": f"badge dot badge-{kind}", "cx": x, "cy": y, "r": 8})
    if peril:
        place = f"translate({x - 4} {y - 4})"
        burst = el("path", {"d": _BURST, "transform": place})
        number = el("text", {"x": x - 4, "y": y + 4}, text(words))
        return el("g", {"class": f"badge badge-{kind} peril"}, burst, number)
    long = len(words) > 2
    wide = 15 + (7 if long else 9) * max(0, len(words) - 1)
    if long:  # stays on its square, also where it grows (board.css)
        x = max(min(x, 50 - wide), wide - 50)
    frame = el(
        "rect",
        {"x": x - wide, "y": y - 15, "width": 2 * wide, "height": 30, "rx": 15},
    )
    return el(
        "g",
        {"class": f"badge badge-{kind} long" if long else f"badge badge-{kind}"},
        frame,
        el("text", {"x": x, "y": y + 8}, text(words)),
    )
