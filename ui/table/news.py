"""The latest events on the table: strip, sheet, effects over the board, and things shown large.

The strip lists them until one's own turn ends; the sheet repeats it on small screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE, SPECTATOR
from engine.core.telling import Happening, Telling
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.session.heard import HeardTurn, standing
from ui.table.table import Table
from ui.words.html import Html, el, join

MOST = 24  # lines; a longer list is cut at its beginning
OWN = 3  # lines of one's own turn (or all of its last decision), so that others' stay in view


def slots(table: Table) -> dict[str, Html]:
    strip = _strip(table)
    return {
        "news": strip,
        "sheet": _sheet(table, strip),
        "effects": _effects(table),
        "held": _held(table),
    }


def _strip(table: Table) -> Html:
    if table.plan is not None:
        return Html("")
    items = standing(table.session)
    shown = _lines(items, table.session.viewer if table.session.live else SPECTATOR)
    if not shown:
        return Html("")
    return el(
        "section",
        {"class": "area news"},
        el("h2", {"class": "area-title"}, _title(table, items)),
        el(
            "ol",
            {"class": "news-lines", "role": "list"},
            drawing.lines(shown, table.voice.message),
        ),
    )


def _sheet(table: Table, strip: Html) -> Html:
    """Draw the strip once more as a sheet for small screens, until the next press.

    Only after an event by a player who is not at this device; a result card needs no sheet. Hidden
    from screen readers, which were told already.
    """
    session = table.session
    away = session.viewer >= 0 and not all(seat.here for seat in session.seating.seats)
    if not strip or not away or not session.live or session.over or not table.state.telling:
        return Html("")
    events = (event for turn in session.log()[:-3:-1] for event in reversed(turn.events))
    decided = (event.actor for event in events if event.actor >= 0)
    if next(decided, session.viewer) == session.viewer:
        return Html("")
    close = {"type": "button", "data-target": "act:seen", "tabindex": -1}
    return el(
        "div",
        {"class": "sheet", "aria-hidden": "true"},
        strip,
        el("button", {**close, "class": "button quiet"}, table.voice.t("news.seen")),
    )


def _lines(items: Sequence[HeardTurn], viewer: int) -> list[Happening]:
    """Return the happenings to list: all of other players' turns, the newest of one's own."""
    found: list[Happening] = []
    for item in items:
        told = _said(item.telling)
        if item.actor == viewer:
            told = told[-max(OWN, len(_said(item.telling[-item.newest or len(item.telling) :]))) :]
        found += told
    return found[-MOST:]


def _said(telling: Telling) -> list[Happening]:
    return [one for one in telling if not one.aside]


def _title(table: Table, items: Sequence[HeardTurn]) -> str:
    if items[-1].telling[-1].kind == "end":
        return table.voice.t("news.end")
    actors = {item.actor for item in items} - {CHANCE}
    if len(actors) == 1:
        return table.voice.t("news.who", who=table.voice.name(actors.pop()))
    return table.voice.t("news.title")


def playing(table: Table) -> Sequence[Happening]:
    """Return the happenings being drawn: the latest ones, or those of the turn looked back at."""
    if table.plan is not None:
        return ()
    if table.session.live:
        return table.state.telling
    return [one for item in standing(table.session) for one in item.telling]


def _effects(table: Table) -> Html:
    if table.mistakes is not None and (drawn := table.mistakes.arrows()):
        return drawn
    g, telling = geometry(table.scene.board, table.turned), playing(table)
    return join(drawing.trail(g, _before(table, telling)), drawing.effects(g, telling))


def _before(table: Table, telling: Sequence[Happening]) -> Sequence[Happening]:
    """Return what other players did before the happenings drawn now."""
    session = table.session
    if not telling or not session.live or table.plan is not None:
        return ()
    done = [
        one for item in standing(session) if item.actor != session.viewer for one in item.telling
    ]
    return done[: -len(telling)] if done[-len(telling) :] == list(telling) else done


def _held(table: Table) -> Html:
    seats, viewer = table.scene.seats, table.session.viewer
    own = seats[viewer] if seats and viewer >= 0 else viewer
    if table.mistakes is not None and table.mistakes.arrows():
        return Html("")  # the panel shows another turn than the one before
    g, say = geometry(table.scene.board, table.turned), table.voice.message
    watching = viewer < 0 or all(table.session.levels)
    stays = table.session.live and table.plan is None and not watching
    shown = table.state.unseen if stays else playing(table)
    return drawing.popup(g, shown, table.game_id, say, own)
