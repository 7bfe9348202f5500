"""Small pictures of positions at a far table, from what this device may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import State
from engine.far.fold import LetterFold
from engine.match.match import Match
from ui.render.picture import describe, scene_picture
from ui.table.voice import Voice
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.play import FarPlay


def public_index(course: LetterFold, count: int) -> int | None:
    """Return the number of the match's events after `count` public events; None if there is no
    such position."""
    index = len(course.match.events) - (course.event_count - count)
    return index if 0 <= count <= course.event_count and index >= 0 else None


def position(side: FarPlay, voice: Voice, state: State) -> Html:
    """Return a picture of a state of the running match, as this seat sees it."""
    match = side.course.match
    viewer = side.me if match.viewer is None else match.viewer
    seen = state.observation(viewer) if match.viewer is None else state
    scene = match.game.scene(seen, viewer)
    label = describe(scene, voice)
    return el("div", {"class": "far-picture"}, scene_picture(scene, match.game.info.id, label))


def start_picture(match: Match, voice: Voice, viewer: int) -> Html:
    """Return a picture of a match's current position, as `viewer` sees it."""
    scene = match.game.scene(match.state.observation(viewer), viewer)
    label = describe(scene, voice)
    return el("div", {"class": "far-picture"}, scene_picture(scene, match.game.info.id, label))
