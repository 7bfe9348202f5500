"""The curtain, which covers the table while the device changes hands."""

from __future__ import annotations

from engine.core.telling import Happening, said
from ui.render import telling as drawing
from ui.render.pieces import shape
from ui.table.sides import Sides
from ui.table.table import Table
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join


def layout(table: Table, player: int, sides: Sides) -> Html:
    """Return the curtain for `player`: who is next, and the last events as everybody saw them.

    These are told in sentences and, for dice, as a picture.
    """
    words, voice = table.app.words(table.game_id), table.voice
    seen, telling = table.session.history.public()
    who, public = voice.name(player), sides.thrown(seen)
    news = said(telling) or seen.status
    return join(
        page_header(words, "", [("act:settings", words.t("frame.settings"))]),
        el(
            "div",
            {"class": "curtain", "data-curtain": player},
            el(
                "div",
                {"class": "curtain-card"},
                el("div", {"class": "curtain-seal", "aria-hidden": "true"}, _seal(player)),
                el("h1", None, voice.t("table.curtain.title", who=who)),
                el("p", None, voice.t("table.curtain.why", who=who)),
                [el("p", {"class": "curtain-news"}, voice.message(one)) for one in news],
                [_fight(table, one) for one in telling if one.kind == "fight" and one.shown],
                button(
                    "btn:reveal",
                    voice.t("table.curtain.me", who=who),
                    "primary big",
                    data_autofocus=True,
                ),
                el("div", {"class": "curtain-public"}, public) if public else None,
            ),
        ),
    )


def _fight(table: Table, fight: Happening) -> Html:
    """Draw both pieces of a fight that everybody saw; who attacked gets no look at the board."""
    faces = drawing.faces(fight, table.game_id, table.voice.message)
    return el("div", {"class": "curtain-fight at-square", "aria-hidden": "true"}, faces)


def _seal(player: int) -> Html:
    return el(
        "svg",
        {"viewBox": "-52 -52 104 104"},
        el("g", {"class": f"piece side{player}"}, shape(player)),
    )
