"""Faces of the computer: the portrait of each level and style, and what it says at a table.

Names and words stand in the catalogue of each game (`face.<level>…`); a game without them has just
"Computer". A portrait is drawn with the strokes of the tool icons, in all games alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.texts import Message
from ui.words.html import Html, el
from ui.words.i18n import I18n

# SVG paths on a 20 × 20 grid by level: a head over shoulders (`_BUST`), and what tells it apart.
_BUST = "M10 13.2a4 4 0 1 0 0-8 4 4 0 0 0 0 8M3 19c.4-3 2.6-4.4 7-4.4s6.6 1.4 7 4.4"
_DRAWN = {
    1: "M7 6.2 6.2 3M10 5.2V1.8M13 6.2l.8-3.2M8.4 9.3h.01M11.6 9.3h.01M8.7 11.4h2.6",
    2: "M5.2 7.8h9.6M6 7.6C6 3.6 14 3.6 14 7.6M14 5.6c2.2-.4 3.2-1.8 3.2-4-2 .2-3.2 1.3-3.6 3",
    3: "M5.6 11.6V8a4.4 4.4 0 0 1 8.8 0v3.6M10 7.6v3M10 3.6c.4-2 3.4-2.6 6.4-.2",
    4: "M7.1 9.4a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 0 0-2.8 0M10.1 9.4a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 0"
    " 0-2.8 0M6.2 7.6C7 3.4 13 3.4 13.8 7.6M8.4 3.6a1.7 1.7 0 1 1 3.2 0",
    5: "M6.2 5.8 5.8 1.6l2.6 2L10 1l1.6 2.6 2.6-2-.4 4.2M6.4 10.6c0 3.4 1.4 5.6 3.6 6.8 2.2-1.2"
    " 3.6-3.4 3.6-6.8M8.8 11.2h2.4",
    6: "M6 9.6C5 2 15 2 14 9.6M8.4 9.3h.01M11.6 9.3h.01M10 13l4 1.2v2c0 1.6-1.6 2.6-4 3.6-2.4-1-4-2"
    "-4-3.6v-2z",
    7: "M6.6 6.6C4 6.4 2.8 4.4 3.6 1.6M13.4 6.6c2.6-.2 3.8-2.2 3-5M7.4 8.2l1.8.9M12.6 8.2l-1.8.9"
    "M8.2 11.2c1 .8 2.6.8 3.6 0",
    8: "M5.4 8.2c1.8-.8 3.2-.6 4.6.4 1.4-1 2.8-1.2 4.6-.4-.2 2-1 2.8-2.2 2.8s-1.8-.6-2.4-1.4c-.6.8"
    "-1.2 1.4-2.4 1.4s-2-.8-2.2-2.8M9 12.2c.8.4 1.6.2 2.2-.5",
}


def portrait(level: int) -> Html:
    """Return the portrait of a level, an ornament beside its name; empty for a person."""
    if level not in _DRAWN:
        return Html("")
    grid = {"class": "portrait", "viewBox": "0 0 20 20", "aria-hidden": "true"}
    return el("svg", grid, el("path", {"d": _BUST}), el("path", {"d": _DRAWN[level]}))


def named(words: I18n, level: int) -> str:
    """Return the name of a level: that of its face, or its rank."""
    face = f"face.{level}"
    return words.t(face if words.has(face) else f"computer.level.{level}")


def described(words: I18n, level: int) -> Html:
    """Return who a level is in this game and how it plays."""
    rank, about = words.t(f"computer.level.{level}"), words.t(f"computer.level.{level}.about")
    face = f"face.{level}"
    if not words.has(face):
        return el("p", {"class": "hint"}, el("strong", None, rank), " ", about)
    return el(
        "div",
        {"class": "persona"},
        portrait(level),
        el("p", None, el("strong", None, words.t(face)), " ", words.t(f"{face}.about")),
        el("p", {"class": "hint"}, el("strong", None, rank), " ", about),
    )


def said(has: Callable[[str], bool], seats: Sequence[int], moment: str) -> Message | None:
    """Return what the only computer among people says at a `moment` (`hello`, `bye`); None if
    there is no such computer or the game has no words for it.

    `has`: whether the catalogue has a key; `seats`: levels by player, 0 for a person."""
    computers = [player for player, level in enumerate(seats) if level]
    if len(computers) != 1 or len(seats) < 2:
        return None
    [player] = computers
    words = f"face.{seats[player]}.{moment}"
    if not has(words):
        return None
    return Message("computer.says", who=Message(f"player.name.{player}"), words=Message(words))
