"""The end of a game, shown over the board for two seconds: what the loser loses, in its own form.

Decorative and timed by the style sheet; the result beside the board says it in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.look import Ending
from ui.render.pieces import figure
from ui.words.html import Html, el, join

# Three tongues of fire before a figure whose foot is at 46.
_TONGUE = "M-14 46C-27 26-9 15-10-6 5 6 11 15 8 26 14 21 15 13 13 5 25 21 23 38 12 46Z"
_FLAMES = join(
    Html(f'<path class="flame" transform="translate({x} {y})" d="{_TONGUE}"/>')
    for x, y in ((-25, 2), (25, 0), (0, 6))
)


def defeat(game_id: str, look: Ending, loser: int, winner: int) -> Html:
    """Return the end of a game that side `loser` has lost against side `winner`."""
    actor = _figure(game_id, look.glyph, loser, "actor", _FLAMES if look.how == "burn" else "")
    if look.how != "led":
        return _stage(look.how, [actor])
    before, after = (_figure(game_id, look.guard, winner, "guard") for _ in range(2))
    return _stage(look.how, [before, actor, after])


def triumph(game_id: str, look: Ending, winner: int) -> Html:
    """Return the end of a game of several sides, which have not lost to one another."""
    return _stage("rise", [_figure(game_id, look.glyph, winner, "actor")])


def peace(game_id: str, look: Ending, sides: Sequence[int]) -> Html:
    """Return the end of a drawn game."""
    return _stage("rest", [_figure(game_id, look.glyph, side, "actor") for side in sides])


def _figure(game_id: str, glyph: str, side: int, css: str, before: object = "") -> Html:
    box = {"class": f"piece side{side} {css}", "viewBox": "-52 -52 104 104"}
    return el("svg", box, el("g", {"class": "who"}, figure(game_id, glyph, "", side)), before)


def _stage(how: str, cast: Sequence[Html]) -> Html:
    shown = {"class": f"ending ending-{how}", "aria-hidden": "true"}
    return el("div", shown, el("div", {"class": "cast"}, cast))
