"""The skeleton of a table: where every slot is.

Wide: the board at the left; beside it the box with the question and what answers it, the tools, the
feed under its tabs, the notice, and the field for typed moves. The page does not scroll; the feed
does. On a phone the box and the feed scroll together between the board and the bar of tools.

`ask` lies above the board and is empty unless a table has a question that concerns neither a square
nor the turn, such as a far player's offer. `away` is the panel of a far table.
"""

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
            _slot("ask"),
            front(picture, *_over()),
            # What has just been said: nothing else is ever in this place.
            el("div", {"class": "table-now"}, _slot("news"), _slot("notice")),
            el("div", {"class": "table-flow"}, _box(voice), _slot("tools"), _panes(voice)),
        ),
    )


def _over() -> list[Html]:
    """Return the slots over the board: a question about a square, results at their squares, and
    the engine's bar at the edge."""
    return [el("div", {"data-slot": name}) for name in ("asked", "shown", "engine-bar")]


def _box(voice: Voice) -> Html:
    """Return the box with the question, and what answers it."""
    say = (el("div", {"data-slot": name, "data-scroll": "start"}) for name in ("looking", "say"))
    return el(
        "div",
        {"class": "table-box"},
        el("div", {"class": "table-say"}, *say),
        _slot("result"),
        _slot("engine"),
        _slot("engine-lines"),
        _slot("mistakes"),
        _slot("mistakes-progress"),
        el(
            "div",
            {"class": "table-hand"},
            _slot("choices", role="group", aria_label=voice.t("table.choices")),
            _slot("tray"),
        ),
        _slot("goal"),
        button("act:zen", voice.t("zen.end"), "zen-end quiet"),
    )


def _panes(voice: Voice) -> Html:
    """Return the feed, and behind a tab the areas of each side."""
    return el(
        "section",
        {"class": "table-panes", "aria-label": voice.t("table.panel")},
        _slot("away"),
        el("div", {"data-slot": "log-head", "class": "log-head"}),
        el(
            "div",
            {"class": "pane pane-game"},
            _slot("library"),
            el("div", {"class": "table-review"}, review_place(), _slot("graph")),
            _feed(voice),
        ),
        el(
            "div",
            {"class": "pane pane-sides"},
            el("div", {"data-slot": "far", "class": "table-side far"}),
            el("div", {"data-slot": "near", "class": "table-side near"}),
        ),
        el("div", {"data-slot": "notation", "class": "table-notation"}),
    )  # fmt: skip


def _feed(voice: Voice) -> Html:
    """Return the list of turns, which the keyboard can scroll: earlier ones, then the newest.

    The offer of sounds scrolls with them, so that it takes no room of theirs."""
    parts = (el("div", {"data-slot": name, "data-scroll": "end"}) for name in ("log", "feed"))
    named = {"class": "log", "tabindex": "0", "role": "region", "aria-label": voice.t("table.log")}
    return el("div", named, *parts, _slot("sounds"))


def _slot(name: str, **more: str) -> Html:
    attributes = {key.replace("_", "-"): value for key, value in more.items()}
    return el("div", {"data-slot": name, "class": f"table-{name}", **attributes})
