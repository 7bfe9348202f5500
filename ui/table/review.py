"""The review of a finished game: heading, picture, words and a slider."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.core.telling import Telling
from ui.render import review as drawing
from ui.render.keyed import Keyed
from ui.session.review import Point, Review, band
from ui.table import letters
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.html import Html, el, join

MOST = 3  # happenings told of one turn


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
    return ReviewView(table.voice, review, colours, shown, lambda point: _told(table, point))


def _told(table: Table, point: Point) -> Telling:
    """Return the first happenings of the turn before a point."""
    session = table.session
    turn = next((one for one in session.log() if one.end == point.end and not one.setup), None)
    telling = () if turn is None else session.history.telling_of(turn)
    return tuple(one for one in telling if not one.aside)[:MOST]


class ReviewView:
    """The review in one language.

    `colours`: the side of each player on the board. `told`: returns what happened before a point.
    `shown`: converts notation to the letters of the settings.
    """

    def __init__(
        self,
        voice: Voice,
        review: Review,
        colours: tuple[int, ...],
        shown: Callable[[str], str],
        told: Callable[[Point], Telling],
    ) -> None:
        self._voice, self._review, self._colours, self._shown = voice, review, colours, shown
        self._told = told
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
            el("p", {"class": "soft"}, self._summary()),
        )
        drawn = drawing.picture(values, colours, title, self._summary())
        return {"course-head": head, "course": drawn, "course-words": words}

    def slider(self, at: int) -> Keyed:
        review = self._review
        if not review.ready or len(review.points) < 2:
            return drawing.NO_SLIDER
        label = self._voice.t("course.slider")
        return drawing.slider(len(review.points) - 1, at, label, self.words(at))

    def words(self, at: int) -> str:
        """Return the sentence about a point: which move led to it, and for whom it is good."""
        review, t = self._review, self._voice.t
        point = review.points[at]
        how = self._how(point.value)
        if not point.turn:
            return t("course.start", how=how)
        last = review.points[-1].turn
        return t("course.here", n=point.turn, of=last, move=self._move(point), how=how)

    def _summary(self) -> str:
        """Return the sentence about the greatest change."""
        review, t = self._review, self._voice.t
        turning = review.turning()
        if not turning:
            return t("course.level")
        before, after = review.points[turning - 1], review.points[turning]
        return t(
            "course.turning",
            n=after.turn,
            move=self._words(after),
            before=self._how(before.value),
            after=self._how(after.value),
        )

    def _move(self, point: Point) -> str:
        if point.actor < 0 or not point.text:
            return point.text or "–"
        who, move = self._voice.name(point.actor), self._shown(point.text)
        return self._voice.t("course.move", who=who, move=move)

    def _words(self, point: Point) -> str:
        """Return the turn before a point in sentences, or in notation if it has none."""
        words = (self._voice.message(one.words) for one in self._told(point))
        return " ".join(one for one in words if one) or f"{self._move(point)}."

    def _how(self, value: float) -> str:
        side = self._review.side
        winner = side if value > 0 else 1 - side if self._players == 2 else -1
        return self._voice.t(f"course.{band(value)}", who=self._name(winner))

    def _name(self, player: int) -> str:
        """Return a player's name; −1 stands for all others together."""
        return self._voice.name(player) if player >= 0 else self._voice.t("course.others")
