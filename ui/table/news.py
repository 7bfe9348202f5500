"""The latest events: the strip of a phone, effects on the board, results at their squares."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE, SPECTATOR
from engine.core.telling import Happening
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.session.heard import HeardTurn
from ui.table.ending import ending
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join

OWN = 3  # lines of one's own turn (or all of its last decision), so that others' stay in view
FEW = 2  # lines that need no button to see the rest
_DOWN = "m4 7 6 6 6-6"


def slots(table: Table) -> dict[str, Html]:
    return {"news": _strip(table), "effects": _effects(table), "shown": _shown(table)}


def side(table: Table, actor: int) -> int:
    """Return the side of a player in the scene; -1 for chance."""
    seats = table.scene.seats
    return seats[actor] if seats and actor >= 0 else max(actor, -1)


def shown_of(table: Table, item: HeardTurn) -> list[Happening]:
    """Return the steps of a turn to list, as the seated player reads it."""
    return steps(item, table.session.viewer if table.session.live else SPECTATOR)


def steps(item: HeardTurn, viewer: int) -> list[Happening]:
    """Return the steps of a turn to list: all of another player's, the newest of one's own."""
    told = [one for one in item.telling if not one.aside]
    if viewer < 0 or item.actor != viewer:
        return told
    newest = item.telling[-item.newest or len(item.telling) :]
    return told[-max(OWN, sum(not one.aside for one in newest)) :]


def _strip(table: Table) -> Html:
    """Draw the steps between board and question, for a phone, whose feed is below the question.

    The style sheet shows either this list or the one in the feed.
    """
    items = table.opened()
    told = [one for item in items for one in shown_of(table, item)]
    if not told:
        return Html("")
    t, every = table.voice.t, table.state.told_all
    label = t("news.less" if every else "news.all")
    picture = el("svg", {"viewBox": "0 0 20 20", "aria-hidden": "true"}, el("path", {"d": _DOWN}))
    named = {"aria_label": label, "title": label, "aria_expanded": "true" if every else "false"}
    listed = drawing.lines(told, table.voice.message, table.game_id)
    window = {
        "class": "news-lines",
        "role": "region",
        "aria-label": _title(table, items),
        "tabindex": 0,
    }
    return el(
        "div",
        {"class": "told-strip whole" if every else "told-strip"},
        el("div", {**window, "data-target": "act:told"}, el("ul", {"role": "list"}, listed)),
        button("act:told", picture, "icon-button", **named) if len(told) > FEW else None,
    )


def _title(table: Table, items: Sequence[HeardTurn]) -> str:
    if items[-1].telling[-1:] and items[-1].telling[-1].kind == "end":
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
    return [one for item in table.opened() for one in item.telling]


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
    done = [one for item in table.opened() if item.actor != session.viewer for one in item.telling]
    return done[: -len(telling)] if done[-len(telling) :] == list(telling) else done


def _shown(table: Table) -> Html:
    """Draw fights, dice and cards small beside the squares they are about, and the game's end."""
    viewer = table.session.viewer
    if table.mistakes is not None and table.mistakes.arrows():
        return Html("")  # the panel shows another turn than the one before
    own = side(table, viewer) if viewer >= 0 else viewer
    g = geometry(table.scene.board, table.turned)
    return join(drawing.at_squares(g, playing(table), table.game_id, own), ending(table))
