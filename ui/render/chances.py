"""Graph of winning chances in percent, whose points can be pressed.

The numbers stand beside it, and each point has its own as a title; the log leads to the same
positions by keyboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ui.words.html import Html, el

WIDE, HIGH, EDGE = 400, 120, 10
SCALE = (100, 50, 0)


class ChancePoint(NamedTuple):
    """One turn: what a press shows, percent, mark (`?!`, `?`, `??` or ""), words, and whether its
    position is on the board."""

    target: str
    percent: int
    mark: str
    words: str
    here: bool


def chances_picture(points: Sequence[ChancePoint], title: str) -> Html:
    """Draw the graph."""
    places = [(_x(number, len(points)), _y(one.percent)) for number, one in enumerate(points)]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    box = {"viewBox": f"0 0 {WIDE} {HIGH}", "role": "img", "aria-label": _label(points, title)}
    return el(
        "figure",
        {"class": "chances"},
        el("figcaption", None, title),
        el(
            "div",
            {"class": "chances-picture"},
            el(
                "div",
                {"class": "chances-scale", "aria-hidden": "true"},
                [el("span", None, f"{one} %") for one in SCALE],
            ),
            el(
                "svg",
                box,
                el("path", {"class": "course-axis", "d": _grid()}),
                el("path", {"class": "course-line", "d": line}),
                [_point(one, *place) for one, place in zip(points, places, strict=True)],
                [_area(one, number, len(points)) for number, one in enumerate(points)],
            ),
        ),
    )


def _label(points: Sequence[ChancePoint], title: str) -> str:
    bad = [one.words for one in points if one.mark]
    return f"{title}. {'; '.join(bad)}".strip()


def _grid() -> str:
    return "".join(f"M0 {_y(one):g}H{WIDE}" for one in SCALE)


def _x(number: int, count: int) -> float:
    return EDGE + (WIDE - 2 * EDGE) * number / max(count - 1, 1)


def _y(percent: float) -> float:
    return EDGE + (HIGH - 2 * EDGE) * (100 - percent) / 100


def _point(one: ChancePoint, x: float, y: float) -> Html | None:
    if not one.mark and not one.here:
        return None
    bad = {"??": "much", "?": "some", "?!": "little"}.get(one.mark, "none")
    css = f"chances-point {bad}{' here' if one.here else ''}"
    return el(
        "circle", {"class": css, "cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": 7 if one.here else 5}
    )


def _area(one: ChancePoint, number: int, count: int) -> Html:
    """Return the strip that is pressed for a turn: the whole height, so that a finger hits it."""
    wide = (WIDE - 2 * EDGE) / max(count - 1, 1)
    left = max(_x(number, count) - wide / 2, 0)
    area = {"class": "chances-area", "x": f"{left:.1f}", "y": 0, "width": f"{wide:.1f}"}
    return el(
        "rect", {**area, "height": HIGH, "data-target": one.target}, el("title", None, one.words)
    )
