"""The strips at the board's edges: each player's name, level, clock and small areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.scene import Area, Item
from engine.core.texts import Message
from ui.render.areas import lying
from ui.render.pieces import icon, shape
from ui.session.table_clock import ClockFace
from ui.table.addressing import is_you
from ui.table.table import Table
from ui.words.faces import portrait
from ui.words.frame import hidden
from ui.words.html import Html, el, join

GLANCED = ("captured", "track")  # kinds of areas that strips show
_TAKEN = el("span", {"class": "bits-sign", "aria-hidden": "true"}, "×")  # before captured pieces


class Strip(NamedTuple):
    """One player's strip.

    `side`: in the scene. `army`: its colour in words. `level`: of a computer, in words; `face`: its
    portrait. `turn`: whether he decides now. `areas`: those shown. `clock`: his time. `you`: the
    only person here, and without a name.
    """

    side: int
    name: str
    army: str = ""
    level: str = ""
    face: Html = Html("")
    turn: bool = False
    areas: tuple[Area, ...] = ()
    clock: ClockFace | None = None
    you: bool = False


def slots(table: Table) -> dict[str, Html]:
    near = table.near()
    strips = {strip.side: strip for strip in _strips(table)}
    below = strips.pop(near, None)
    return {
        "above": join(draw(table, one) for one in strips.values()),
        "below": draw(table, below) if below is not None else Html(""),
    }


def _strips(table: Table) -> Iterator[Strip]:
    session, voice, scene = table.session, table.voice, table.scene
    over = session.over or table.verdict() is not None
    for player in range(session.players):
        side = scene.seats[player] if scene.seats else player
        name, level = voice.name(player), session.levels[player]
        army = voice.t(f"army.{side}") if voice.has(f"army.{side}") else ""
        yield Strip(
            side,
            name,
            army if name.lower() not in army.lower() else "",  # “Red” already says “red army”
            voice.t(f"computer.level.{level}") if level else "",
            portrait(level) if voice.has(f"face.{level}") else Html(""),
            session.decider == player and not over,
            tuple(a for a in scene.areas if _glanced(table, a) and _beside(table, a) == side),
            table.clock(player),
            is_you(table, player),
        )


def _glanced(table: Table, area: Area) -> bool:
    """Return whether strips show an area. Where a game begins at a position of its own, nobody
    captured what is missing."""
    own = table.task or table.session.config.start is not None
    return area.kind in GLANCED and not (own and area.missing)


def _beside(table: Table, area: Area) -> int:
    """Return the side whose strip shows an area.

    Captured pieces are shown at the capturing side. With more than two players that side is unknown
    (−1); the titles beside the board then say whose pieces they were.
    """
    if area.kind != "captured" or area.side not in (item.side for item in area.items):
        return area.side
    return 1 - area.side if table.session.players == 2 else -1


def draw(table: Table, strip: Strip) -> Html:
    token = {"class": f"token side{strip.side}", "viewBox": "-52 -52 104 104"}
    return el(
        "div",
        {"class": "strip on-turn" if strip.turn else "strip", "data-side": strip.side},
        el("svg", {**token, "aria-hidden": "true"}, shape(strip.side)),
        el(
            "p",
            {"class": "strip-name"},
            strip.face,
            el("b", None, strip.name),
            el("span", None, " · ", table.voice.t("strip.you")) if strip.you else None,
            el("span", {"class": "strip-army"}, " · ", strip.army) if strip.army else None,
            el("span", {"class": "strip-level"}, " · ", strip.level) if strip.level else None,
        ),
        [_areas(table, area) for area in strip.areas],
        el("span", {"class": "strip-doubt"}, strip.clock.doubt)
        if strip.clock is not None and strip.clock.doubt
        else None,
        _clock(table, strip.clock) if strip.clock is not None else None,
    )


def _clock(table: Table, face: ClockFace) -> Html:
    return el(
        "span",
        {
            "class": "strip-clock",
            "role": "timer",
            "data-runs": face.runs,
            "data-low": face.low,
            "data-days": face.days,
        },
        hidden(table.voice.t("strip.clock.low")) if face.low else None,
        el("b", None, face.words),
    )


def _areas(table: Table, area: Area) -> Html:
    """Draw an area in small; hidden from screen readers if it is also drawn beside the board."""
    items = [item for item in area.items if item.count and item.state != "spent"]
    sign = _TAKEN if area.kind == "captured" and items else None
    if not area.brief:
        inner = [el("span", _worn(table, one), _bit(table, one)) for one in items]
        return el("div", {"class": f"bits bits-{area.kind}", "aria-hidden": "true"}, sign, inner)
    say = table.voice.message
    named = {"class": f"bits bits-{area.kind}", "role": "list", "aria-label": say(area.title)}
    return el("div", named, sign, [_named(table, one) for one in items])


def _named(table: Table, item: Item) -> Html:
    worn, drawn = _worn(table, item), el("span", {"aria-hidden": "true"}, _bit(table, item))
    return el("span", {**worn, "role": "listitem"}, drawn, hidden(worn["data-name"]))


def _worn(table: Table, item: Item) -> dict[str, str]:
    label = Message("table.value", what=item.label, value=item.count)
    words = table.voice.message(label if item.count > 1 else item.label)
    low = " is-low" if item.state == "low" else ""
    worn = {"class": f"bit side{item.side}{low}", "data-about": lying(item), "data-name": words}
    if item.maximum > 0:  # it is drawn as a vessel
        worn["style"] = f"--fill:{min(item.value / item.maximum, 1):.2f}"
    return worn


def _bit(table: Table, item: Item) -> Html:
    """Draw an item as a small picture with its value, or how many there are: `×2`."""
    several = f"×{item.count}" if item.count > 1 else ""
    number = item.value if item.value >= 0 else several
    picture = icon(table.game_id, item.glyph, item.letter, item.side) if item.glyph else item.letter
    return join(picture, el("i", None, number) if number != "" else None)
