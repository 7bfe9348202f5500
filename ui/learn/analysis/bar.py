"""Evaluation bar beside the board: the share of one side's winning chances."""

from __future__ import annotations

from ui.words.html import Html, el


def bar(side: int, percent: int, label: str, above: bool = False) -> Html:
    """Draw the bar. `percent`: the chances of `side`, which fills it from below, or from `above`
    when its pieces are at the top of the board."""
    return el(
        "div",
        {
            "class": "engine-bar above" if above else "engine-bar",
            "role": "img",
            "aria-label": label,
            "title": label,
        },
        el("i", {"class": f"engine-share side{side}", "style": f"--share:{percent}%"}),
        el("span", {"aria-hidden": "true"}, f"{percent}"),
    )
