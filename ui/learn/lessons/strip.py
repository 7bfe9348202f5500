"""Texts and buttons of a lesson: where it is, the task, the result."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.texts import Message
from ui.learn.lessons.book import LessonPlace
from ui.learn.lessons.tutor import PASSED
from ui.learn.task_table import task
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el, join


def slots(voice: Voice, place: LessonPlace, verdict: str, past: Sequence[int]) -> dict[str, Html]:
    """Return the task with its buttons, and after a lesson the list of all. `past`: the numbers of
    those passed."""
    ended = verdict == PASSED and place.last
    return {
        "say": _say(voice, place, verdict),
        "tools": _tools(voice, place, verdict),
        "goal": _lessons(voice, place, past) if ended else Html(""),
    }


def where(voice: Voice, place: LessonPlace) -> str:
    """Return lesson and step in words."""
    title, count = place.title(voice.lang), len(place.steps)
    return voice.t("lesson.where", title=title, number=place.number, count=count)


def done(voice: Voice, place: LessonPlace) -> str:
    """Return what is said when the aim is met."""
    return place.says(voice.lang, "done") or voice.t("lesson.well")


def missed(voice: Voice, place: LessonPlace) -> Message:
    """Return what is said about a legal move that misses the aim."""
    more = place.says(voice.lang, "miss")
    return Message("lesson.miss.why", why=more) if more else Message("lesson.miss")


def _say(voice: Voice, place: LessonPlace, verdict: str) -> Html:
    passed = verdict == PASSED
    dots = [
        el(
            "i",
            {"class": "past" if n < place.number + passed else "now" if n == place.number else ""},
        )
        for n in range(1, len(place.steps) + 1)
    ]
    words = done(voice, place) if passed else place.says(voice.lang)
    marks = el("span", {"class": "lesson-dots", "aria-hidden": "true"}, dots)
    return task([marks, where(voice, place)], words, passed)


def _lessons(voice: Voice, place: LessonPlace, past: Sequence[int]) -> Html:
    """Draw the lessons of the game with their titles; the passed ones have a tick."""
    lessons = (LessonPlace(place.game_id, number) for number in range(1, len(place.book.steps) + 1))
    entries = (
        button(
            f"act:lesson:open:{lesson.lesson}",
            join(
                f"{lesson.lesson}. {lesson.title(voice.lang)}",
                lesson.lesson in past and el("span", None, "✓"),
            ),
            aria_current="true" if lesson.lesson == place.lesson else None,
        )
        for lesson in lessons
    )
    return join(
        el("p", {"class": "soft"}, voice.t("lesson.list")),
        el("div", {"class": "exercise-list"}, entries),
    )


def _tools(voice: Voice, place: LessonPlace, verdict: str) -> Html:
    t = voice.t
    leave = button("act:lesson:leave", t("lesson.leave"), "quiet")
    again = button("act:lesson:again", t("lesson.again"))
    if verdict != PASSED:
        return join(again, button("act:lesson:point", t("lesson.point")), leave)
    target = "play" if place.final else "next"
    words = t("lesson.next.lesson" if place.last and not place.final else f"lesson.{target}")
    onward = button(f"act:lesson:{target}", words, "primary", data_autofocus=True)
    return join(onward, again, leave)
