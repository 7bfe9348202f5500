"""The skeleton of a table: where every slot is."""

from __future__ import annotations

from collections.abc import Sequence

from ui.render.board import front, skeleton
from ui.render.ground import aspect
from ui.render.review import place as review_place
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join

ENTRIES = ("rules", "save", "share", "settings")


def layout(table: Table, entries: Sequence[str] = ENTRIES, css: str = "") -> Html:
    """Return the skeleton of a table. `entries`: commands of the page header."""
    words, voice, board = table.app.words(table.game_id), table.voice, table.scene.board
    title = table.game.info.title
    picture = skeleton(board, voice.t("table.game", game=title))
    return join(
        page_header(words, title, [(f"act:{one}", words.t(f"frame.{one}")) for one in entries]),
        el(
            "div",
            {"class": f"table {css}".strip(), "style": f"--board-ratio:{aspect(board):.4f}"},
            button("act:keys", voice.t("keys.open"), "skip"),
            _said(),
            front(picture, *_over()),
            # Fixed places, so that nothing moves when a message appears.
            _slot("notice"),
            _slot("tools"),
            el("div", {"data-slot": "sheet"}),
            el(
                "div",
                {"class": "table-acts"},
                el(
                    "div",
                    {"class": "table-hand"},
                    _slot("choices", role="group", aria_label=voice.t("table.choices")),
                    _slot("tray"),
                ),
                _slot("result"),
                _slot("mistakes"),
                _slot("mistakes-progress"),
                review_place(),
                _slot("graph"),
                _news(voice),
                _slot("away"),
                _slot("goal"),
                _slot("library"),
            ),
            _panel(voice),
        ),
    )


def _over() -> list[Html]:
    """Return the slots over the board: a question about a square, and things shown large."""
    return [el("div", {"data-slot": "asked"}), el("div", {"data-slot": "held"})]


def _said() -> Html:
    """Return the slots above the board: the bar for old positions, and the prompt."""
    looking, say = el("div", {"data-slot": "looking"}), el("div", {"data-slot": "say"})
    return el("div", {"class": "table-say"}, looking, say)


def _slot(name: str, **more: str) -> Html:
    attributes = {key.replace("_", "-"): value for key, value in more.items()}
    return el("div", {"data-slot": name, "class": f"table-{name}", **attributes})


def _news(voice: Voice) -> Html:
    """Return the slot of the latest events, which the keyboard can scroll."""
    attributes = {"data-slot": "news", "class": "table-news", "data-scroll": "end", "tabindex": "0"}
    return el("div", {**attributes, "role": "region", "aria-label": voice.t("table.news")})


def _panel(voice: Voice) -> Html:
    """Return the panel beside or below the board: the areas of each side, and the log."""
    return el(
        "section",
        {"class": "table-panel", "aria-label": voice.t("table.panel")},
        el("div", {"data-slot": "far", "class": "table-side far"}),
        el(
            "div",
            {"class": "table-log"},
            el("div", {"data-slot": "log-head", "class": "log-head"}),
            el("div", {"data-slot": "log", "class": "log", "data-scroll": "end"}),
            el("div", {"data-slot": "notation"}),
        ),
        el("div", {"data-slot": "near", "class": "table-side near"}),
    )
