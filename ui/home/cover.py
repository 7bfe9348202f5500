"""Picture on a game's card."""

from __future__ import annotations

from ui.words.html import Html, el


def cover(game_id: str, css: str = "cover") -> Html:
    """Return the picture of a game, a symbol of the page (`ui.dev.prerender`)."""
    return el(
        "svg",
        {"class": css, "data-game": game_id, "aria-hidden": "true", "focusable": "false"},
        el("use", {"href": f"#cover-{game_id}"}),
    )
