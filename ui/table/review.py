"""The review of a finished game: heading, picture, words and a slider."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ui.render import review as drawing
from ui.render.keyed import Keyed
from ui.session.review import Point, Review
from ui.table import letters
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.html import Html, el, join


def slots(table: Table) -> dict[str, Html]:
    review = _reviewed(table)
    if review is None:
        return dict.fromkeys(("course-head", "course", "course-words"), Html(""))
    return _view(table, review).slots(review.at(table.session.at))


def parts(table: Table) -> dict[str, Keyed]:
    review = _reviewed(table)
    if review is None:
        return {"course": drawing.NO_SLIDER}
    return {"course": _view(table, review).slider(review.at(table.session.at))}


def _reviewed(table: Table) -> Review | None:
    return table.review if table.session.over else None


def _view(table: Table, review: Review) -> ReviewView:
    colours = table.scene.seats or tuple(range(table.session.players))
    shown = partial(letters.shown, table)
    return ReviewView(table.voice, review, colours, shown)


class ReviewView:
    """The review in one language.

    `colours`: the side of each player on the board. `shown`: converts notation to the letters of
    the settings.
    """

    def __init__(
        self,
        voice: Voice,
        review: Review,
        colours: tuple[int, ...],
        shown: Callable[[str], str],
    ) -> None:
        self._voice, self._review, self._colours, self._shown = voice, review, colours, shown
        self._players = len(colours)

    def slots(self, at: int) -> dict[str, Html]:
        """Return heading, picture and words. `at`: the point looked at."""
        review, t = self._review, self._voice.t
        if not review.ready or len(review.points) < 2:
            waiting = el("p", {"class": "soft"}, t("course.working")) if not review.ready else ""
            return {"course-head": Html(waiting), "course": Html(""), "course-words": Html("")}
        side = review.side
        other = 1 - side if self._players == 2 else -1
        colours = (self._colours[side], self._colours[other] if other >= 0 else 9)
        values = [point.value for point in review.points]
        head = join(
            el("h2", None, t("course.title")),
            drawing.key(colours[0], t("course.above", who=self._name(side))),
            drawing.key(colours[1], t("course.below", who=self._name(other))),
        )
        title = t("course.picture", who=self._name(side))
        words = join(
            el("p", {"class": "course-here"}, self.words(at)),
            el("p", {"class": "soft"}, t("course.counted")),
        )
        drawn = drawing.picture(values, colours, title, t("course.counted"))
        return {"course-head": head, "course": drawn, "course-words": words}

    def slider(self, at: int) -> Keyed:
        review = self._review
        if not review.ready or len(review.points) < 2:
            return drawing.NO_SLIDER
        label = self._voice.t("course.slider")
        return drawing.slider(len(review.points) - 1, at, label, self.words(at))

    def words(self, at: int) -> str:
        """Return the sentence about a point: which move led to it."""
        review, t = self._review, self._voice.t
        point = review.points[at]
        if not point.turn:
            return t("course.start")
        return t("course.here", n=point.turn, of=review.points[-1].turn, move=self._move(point))

    def _move(self, point: Point) -> str:
        if point.actor < 0 or not point.text:
            return point.text or "–"
        who, move = self._voice.name(point.actor), self._shown(point.text)
        return self._voice.t("course.move", who=who, move=move)

    def _name(self, player: int) -> str:
        """Return a player's name; −1 stands for all others together."""
        return self._voice.name(player) if player >= 0 else self._voice.t("course.others")
