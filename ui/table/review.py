"""The slider of a finished game, and over it the graph of the judged game."""

from __future__ import annotations

from ui.render import review as drawing
from ui.render.keyed import Keyed
from ui.session.review import Point, Review
from ui.table import letters
from ui.table.table import Table
from ui.words.html import Html, el, join


def slots(table: Table) -> dict[str, Html]:
    """Return heading, graph and words."""
    review, t = _reviewed(table), table.voice.t
    if review is None:
        working = table.review is not None and table.session.over and not table.review.ready
        waiting = el("p", {"class": "soft"}, t("course.working")) if working else Html("")
        return {"course-head": waiting, "course": Html(""), "course-words": Html("")}
    judged = table.mistakes
    legend, graph = (None, Html("")) if judged is None else judged.graph(review.points)
    return {
        "course-head": join(el("h2", None, t("course.title")), legend),
        "course": graph,
        "course-words": el("p", {"class": "course-here"}, _words(table, review)),
    }


def parts(table: Table) -> dict[str, Keyed]:
    review = _reviewed(table)
    if review is None:
        return {"course": drawing.NO_SLIDER}
    label, at = table.voice.t("course.slider"), review.at(table.session.at)
    return {"course": drawing.slider(len(review.points) - 1, at, label, _words(table, review))}


def _reviewed(table: Table) -> Review | None:
    """Return the review that can be shown."""
    review = table.review if table.session.over else None
    return review if review is not None and review.ready and len(review.points) > 1 else None


def _words(table: Table, review: Review) -> str:
    """Return the sentence about the position on the board: which move led to it."""
    point = review.points[review.at(table.session.at)]
    if not point.turn:
        return table.voice.t("course.start")
    of, move = review.points[-1].turn, _move(table, point)
    return table.voice.t("course.here", n=point.turn, of=of, move=move)


def _move(table: Table, point: Point) -> str:
    if table.app.settings.log == "words" and point.actor >= 0:
        return table.voice.name(point.actor)  # what he did is in the log, in words
    if point.actor < 0 or not point.text:
        return point.text or "–"
    who, move = table.voice.name(point.actor), letters.shown(table, point.text)
    return table.voice.t("course.move", who=who, move=move)
