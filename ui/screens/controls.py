"""The row of tools at the table, the questions it asks, and the picture of how a game went."""

from __future__ import annotations

from typing import NamedTuple

from ui.course import Course, Point, band
from ui.html import Html, el, join
from ui.render import course as drawing
from ui.render.keyed import Keyed
from ui.screens.frame import button
from ui.screens.laying import seat_select
from ui.screens.voice import Voice


class Tools(NamedTuple):
    """What can be done now beside playing. `watch`: computers may be stopped and led step by
    step; `levels` by player, 0 a person. `undo` None: nothing is ever played here."""

    undo: bool | None = False
    resign: bool = False
    draw: bool = False
    hint: bool = False
    hurry: bool = False
    watch: bool = False
    paused: bool = False
    levels: tuple[int, ...] = ()


def tools(voice: Voice, can: Tools) -> Html:
    """The row of buttons below the board."""
    t = voice.t
    return join(
        _watching(voice, can) if can.watch else None,
        button("act:turn", t("table.turn"), aria_label=t("table.turn.long")),
        None
        if can.undo is None
        else button("act:undo", t("table.undo"), "", disabled=not can.undo),
        button("act:hint", t("ai.hint")) if can.hint else None,
        button("act:hurry", t("ai.hurry")) if can.hurry else None,
        button("act:draw", t("table.draw"), "quiet") if can.draw else None,
        button("act:resign", t("table.resign"), "quiet") if can.resign else None,
        [_level(voice, player, level) for player, level in enumerate(can.levels) if level],
    )


def _watching(voice: Voice, can: Tools) -> Html:
    t = voice.t
    if not can.paused:
        return button("act:pause", t("ai.pause"))
    return join(button("act:resume", t("ai.resume"), "primary"), button("act:step", t("ai.step")))


def _level(voice: Voice, player: int, level: int) -> Html:
    """How strong a computer player is, to be changed at any time."""
    who = voice.name(player)
    return seat_select(voice.t, f"level{player}", voice.t("ai.level", who=who), level, False, who)


def question(voice: Voice, ask: str, player: int, seats: tuple[int, ...]) -> Html:
    """Resigning and draws are asked about before they happen. `seats`: levels by player; computer
    players are asked afterwards, by themselves."""
    people = [one for one, level in enumerate(seats) if not level and one != player]
    who = voice.name(player)
    rival = voice.name(people[0]) if people else ""
    yes, words, no = f"table.{ask}.yes", "table.resign.sure", "table.no"
    if ask == "draw":
        words, no = "table.draw.asked", "table.draw.no"
        if not people:
            yes, words = "ai.draw.offer", "ai.draw.sure"
        elif len(people) > 1:
            yes, words = "table.draw.all.yes", "table.draw.all"
    return el(
        "div",
        {"class": "question", "role": "group"},
        el("p", None, voice.t(words, who=who, rival=rival)),
        button(
            f"act:{ask}-yes",
            voice.t(yes, who=who, rival=rival),
            "danger" if ask == "resign" else "primary",
            data_autofocus=True,
        ),
        button("act:no", voice.t(no), "quiet"),
    )


# -- how the game went ---------------------------------------------------------------------------


class CourseView:
    """A finished course in one language. `colours`: the side of each player on the board."""

    def __init__(self, voice: Voice, course: Course, colours: tuple[int, ...]) -> None:
        self._voice, self._course, self._colours = voice, course, colours
        self._players = len(colours)

    def slots(self, at: int) -> dict[str, Html]:
        """Heading, picture and words. `at`: the point that is looked at."""
        course, t = self._course, self._voice.t
        if not course.ready or len(course.points) < 2:
            waiting = el("p", {"class": "soft"}, t("course.working")) if not course.ready else ""
            return {"course-head": Html(waiting), "course": Html(""), "course-words": Html("")}
        side = course.side
        other = 1 - side if self._players == 2 else -1
        colours = (self._colours[side], self._colours[other] if other >= 0 else 9)
        values = [point.value for point in course.points]
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
        course = self._course
        if not course.ready or len(course.points) < 2:
            return drawing.NO_SLIDER
        label = self._voice.t("course.slider")
        return drawing.slider(len(course.points) - 1, at, label, self.words(at))

    def words(self, at: int) -> str:
        """What stands at one point: after which move, and for whom it is good."""
        course, t = self._course, self._voice.t
        point = course.points[at]
        how = self._how(point.value)
        if not at:
            return t("course.start", how=how)
        return t("course.here", n=at, of=len(course.points) - 1, move=self._move(point), how=how)

    def _summary(self) -> str:
        """The greatest change, in a sentence."""
        course, t = self._course, self._voice.t
        turning = course.turning()
        if not turning:
            return t("course.level")
        before, after = course.points[turning - 1], course.points[turning]
        return t(
            "course.turning",
            n=turning,
            move=self._move(after),
            before=self._how(before.value),
            after=self._how(after.value),
        )

    def _move(self, point: Point) -> str:
        if point.actor < 0 or not point.text:
            return point.text or "–"
        return self._voice.t("course.move", who=self._voice.name(point.actor), move=point.text)

    def _how(self, value: float) -> str:
        side = self._course.side
        winner = side if value > 0 else 1 - side if self._players == 2 else -1
        return self._voice.t(f"course.{band(value)}", who=self._name(winner))

    def _name(self, player: int) -> str:
        """A player; −1: all the others together."""
        return self._voice.name(player) if player >= 0 else self._voice.t("course.others")
