"""Graph of a judged game's winning chances: above the middle it goes well for one side.

Screen readers get its summary. A range input lies over the picture, so that mouse, touch and keys
choose a position in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.render.keyed import Keyed, Node
from ui.words.html import Html, el

WIDE, HIGH = 400, 100
MARKS = {"??": "much", "?": "some", "?!": "little"}  # classes of the marks of bad turns


def picture(
    chances: Sequence[float],
    marks: Mapping[int, str],
    sides: tuple[int, int],
    title: str,
    summary: str,
) -> Html:
    """Draw the graph. `chances`: 0…1 for the side above; `marks`: of bad turns, by index; `sides`:
    the sides whose colours are above and below."""
    line = _line(chances)
    area = f"{line}V{HIGH / 2:g}H0Z"
    return el(
        "svg",
        {
            "viewBox": f"0 0 {WIDE} {HIGH}",
            "role": "img",
            "aria-labelledby": "course-title",
            "aria-describedby": "course-desc",
            "preserveAspectRatio": "none",
        },
        el("title", {"id": "course-title"}, title),
        el("desc", {"id": "course-desc"}, summary),
        _half("course-above", 0),
        _half("course-below", HIGH // 2),
        _side(sides[0], area, "course-above"),
        _side(sides[1], area, "course-below"),
        el("path", {"class": "course-axis", "d": f"M0 {HIGH / 2:g}H{WIDE}"}),
        el("path", {"class": "course-line", "d": line}),
        [
            el("path", {"class": f"course-mark {MARKS[mark]}",
                        "d": f"M{_point(index, len(chances), chances[index])}h0"})
            for index, mark in marks.items()
        ],
    )  # fmt: skip


def slider(last: int, at: int, label: str, words: str) -> Keyed:
    """Return the range input, 0 to `last`; `words` describe the chosen position."""
    attributes = {
        "type": "range",
        "min": "0",
        "max": str(last),
        "step": "1",
        "value": str(at),
        "data-field": "course",
        "aria-label": label,
        "aria-valuetext": words,
        "title": words,
        "autocomplete": "off",
    }
    return Keyed("course", "input", {"slider": Node(attributes)})


NO_SLIDER = Keyed("course", "input", {})


def _side(side: int, area: str, half: str) -> Html:
    kind = f"course-area side{side}"
    return el("path", {"class": kind, "d": area, "clip-path": f"url(#{half})"})


def _half(name: str, top: int) -> Html:
    box = {"x": 0, "y": top, "width": WIDE, "height": HIGH // 2}
    return el("clipPath", {"id": name}, el("rect", dict(box)))


def _point(number: int, count: int, chances: float) -> str:
    x = WIDE * number / max(count - 1, 1)
    y = 2 + (1 - chances) * (HIGH - 4)
    return f"{x:.1f} {y:.1f}"


def _line(chances: Sequence[float]) -> str:
    return "M" + "L".join(_point(index, len(chances), one) for index, one in enumerate(chances))


def place() -> Html:
    """Return the chart's containers in the layout of the table."""
    return el(
        "div",
        {"class": "table-course"},
        el("div", {"data-slot": "course-head", "class": "course-head"}),
        el(
            "div",
            {"class": "course-picture"},
            el("div", {"data-slot": "course"}),
            el("div", {"data-parts": "course"}),
        ),
        el("div", {"data-slot": "course-words", "class": "course-words"}),
    )


def key(side: int, words: str) -> Html:
    """Return the legend of one half of the chart: the side's colour and its name."""
    return el("span", {"class": f"course-key side{side}"}, el("i", {"aria-hidden": "true"}), words)
