"""QR codes as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from ui.words.html import Html, el


def code(rows: Sequence[str], label: str) -> Html:
    """Return a QR code, dark on light in every theme so that cameras can read it.

    `rows`: 0 and 1 per module; nothing is drawn without any.
    """
    if not rows:
        return Html("")
    size = len(rows)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, one in enumerate(row) if one == "1"
    )
    return el(
        "svg",
        {
            "class": "qr", "viewBox": f"0 0 {size} {size}", "role": "img", "aria-label": label,
            "shape-rendering": "crispEdges",
        },
        el("rect", {"width": size, "height": size, "fill": "#ffffff"}),
        el("path", {"d": dark, "fill": "#000000"}),
    )  # fmt: skip
