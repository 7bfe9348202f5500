"""What has happened, on the table: the strip that stays until one's own turn is over, what is drawn
over the board, and what is held up to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE
from engine.core.telling import Happening
from ui.html import Html, el
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.table.table import Table
from ui.telling.news import Item, standing

MOST = 24  # lines: of a very long turn the last ones


def slots(table: Table) -> dict[str, Html]:
    return {"news": _strip(table), "effects": _effects(table), "held": _held(table)}


def _strip(table: Table) -> Html:
    if table.plan is not None:
        return Html("")
    items = standing(table.session)
    telling = [one for item in items for one in item.telling]
    if not telling:
        return Html("")
    return el(
        "section",
        {"class": "area news"},
        el("h2", {"class": "area-title"}, _title(table, items)),
        el(
            "ol",
            {"class": "news-lines", "role": "list"},
            drawing.lines(telling[-MOST:], table.voice.message),
        ),
    )


def _title(table: Table, items: Sequence[Item]) -> str:
    actors = {item.turn.actor for item in items} - {CHANCE}
    if len(actors) == 1:
        return table.voice.t("news.who", who=table.voice.name(actors.pop()))
    return table.voice.t("news.title")


def playing(table: Table) -> Sequence[Happening]:
    """What is being drawn: what has just happened, or the turn that is looked at again."""
    if table.plan is not None:
        return ()
    if table.session.live:
        return table.state.telling
    return [one for item in standing(table.session) for one in item.telling]


def _effects(table: Table) -> Html:
    if table.mistakes is not None and (drawn := table.mistakes.arrows()):
        return drawn
    return drawing.effects(geometry(table.scene.board, table.turned), playing(table))


def _held(table: Table) -> Html:
    """Until something is pressed; somebody who only watches need not."""
    seats, viewer = table.scene.seats, table.session.viewer
    own = seats[viewer] if seats and viewer >= 0 else viewer
    if table.mistakes is not None and table.mistakes.arrows():
        return Html("")  # the turn before is not what is looked at
    body = drawing.held(playing(table), table.game_id, table.voice.message, own)
    if not body:
        return Html("")
    watching = table.session.viewer < 0 or all(table.session.levels)
    # Read aloud already; and a press goes through to the board, so that it is in nobody's way.
    return el(
        "div", {"class": "held-up passing" if watching else "held-up", "aria-hidden": "true"}, body
    )
