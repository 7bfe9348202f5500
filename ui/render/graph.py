"""Graphs of a game's values: one small chart per value, one line per side.

The second side's line is dashed, so that colour is never the only cue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.scene import Series
from engine.core.texts import Message
from ui.words.html import Html, el

WIDE, HIGH, EDGE = 200, 72, 6

Say = Callable[[Message], str]


def graph(
    series: Sequence[Series], say: Say, name: Callable[[int], str], title: str, at: int
) -> Html:
    """Return all charts. `at`: index of the observation on the board, marked by a vertical line."""
    pictures: dict[Message, list[Series]] = {}
    for one in series:
        pictures.setdefault(one.label, []).append(one)
    return el(
        "figure",
        {"class": "graph"},
        el("figcaption", None, title, _key(series, name)),
        [_picture(say(label), lines, name, at) for label, lines in pictures.items()],
    )


def _key(series: Sequence[Series], name: Callable[[int], str]) -> Html:
    """Return the legend: which line belongs to which side."""
    line = f"M0 5H{EDGE * 5}"
    return el(
        "span",
        {"class": "graph-key"},
        [
            el(
                "span",
                {"class": f"side{side}"},
                el(
                    "svg",
                    {"viewBox": f"0 0 {EDGE * 5} 10", "aria-hidden": "true"},
                    el("path", {"class": "graph-line", "d": line}),
                ),
                name(side),
            )
            for side in sorted({one.side for one in series})
        ],
    )


def _picture(label: str, lines: Sequence[Series], name: Callable[[int], str], at: int) -> Html:
    last = "; ".join(
        f"{name(line.side)} {line.values[at]:g}" for line in lines if at < len(line.values)
    )
    count = max(len(line.values) for line in lines)
    x = _x(at, count)
    return el(
        "div",
        {"class": "graph-picture"},
        el("span", {"class": "graph-label", "aria-hidden": "true"}, label),
        el(
            "svg",
            {
                "viewBox": f"0 0 {WIDE} {HIGH}",
                "role": "img",
                "aria-label": f"{label}: {last}",
                "preserveAspectRatio": "none",
            },
            el("path", {"class": "graph-axis", "d": _axis()}),
            el("path", {"class": "graph-at", "d": f"M{x:g} {EDGE}V{HIGH - EDGE}"}),
            [
                el("g", {"class": f"side{line.side}"}, el("path", {"class": "graph-line", "d": d}))
                for line in lines
                if (d := _line(line))
            ],
        ),
    )


def _axis() -> str:
    return f"M{EDGE} {EDGE}H{WIDE - EDGE}M{EDGE} {HIGH - EDGE}H{WIDE - EDGE}"


def _x(number: int, count: int) -> float:
    return EDGE + (WIDE - 2 * EDGE) * number / max(count - 1, 1)


def _line(series: Series) -> str:
    """Return the path as steps, because a value holds until it changes.

    The sides are shifted a little, so that equal values do not hide each other.
    """
    shift = 1.2 * series.side
    path = ""
    for number, value in enumerate(series.values):
        x = _x(number, len(series.values))
        y = HIGH - EDGE - (HIGH - 2 * EDGE) * value / max(series.top, 1) + shift
        path += f"H{x:g}V{y:g}" if path else f"M{x:g} {y:g}"
    return path
