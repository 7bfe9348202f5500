"""Lessons of a game: their steps and texts."""

from __future__ import annotations

import json
from functools import cache

from engine.core.errors import AsedioError
from engine.core.lessons import Lessons, LessonStep, read_lessons
from engine.core.options import Options
from engine.core.texts import Catalog, Message
from engine.games import REGISTRY, game_text


class NoSuchLesson(AsedioError):
    """The address names a lesson that does not exist."""

    default_code = "no_such_lesson"


class LessonPlace:
    """A step of a lesson; both are counted from 1."""

    def __init__(self, game_id: str, lesson: int, step: int = 1) -> None:
        """Find the lesson. Raises NoSuchLesson."""
        self.book = lessons_of(game_id)
        if not 1 <= lesson <= len(self.book.steps):
            raise NoSuchLesson(Message("lesson.none_such"))
        self.game_id, self.lesson, self.number = game_id, lesson, step

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        return self.book.steps[self.lesson - 1]

    @property
    def step(self) -> LessonStep:
        return self.steps[self.number - 1]

    @property
    def options(self) -> Options:
        """Return the options of the position that the step is played in."""
        return next(s.options for s in reversed(self.steps[: self.number]) if s.position)

    @property
    def last(self) -> bool:
        """Return whether this is the last step of its lesson."""
        return self.number == len(self.steps)

    @property
    def final(self) -> bool:
        """Return whether this is the last step of the last lesson."""
        return self.last and self.lesson == len(self.book.steps)

    def after(self) -> LessonPlace:
        """Return the next step of this lesson, or the first of the next one."""
        if self.last:
            return LessonPlace(self.game_id, self.lesson + 1)
        return LessonPlace(self.game_id, self.lesson, self.number + 1)

    # -- sentences ---------------------------------------------------------------------------

    def title(self, lang: str) -> str:
        return sentences(self.game_id, lang).text(f"{self.lesson}.title")

    def says(self, lang: str, what: str = "") -> str:
        """Return the step's text: the task, or for `what` = "done" or "miss" the one after it.

        Empty if the step has no such text.
        """
        key = f"{self.lesson}.{self.number}" + (f".{what}" if what else "")
        words = sentences(self.game_id, lang)
        return words.text(key) if not what or words.has(key) else ""


@cache
def lessons_of(game_id: str) -> Lessons:
    """Return the lessons of a game. Raises NoSuchLesson if it has none."""
    text = game_text(game_id, "lessons.json") if game_id in REGISTRY else None
    if text is None:
        raise NoSuchLesson(Message("lesson.none"))
    return read_lessons(json.loads(text))


@cache
def sentences(game_id: str, lang: str) -> Catalog:
    return Catalog(json.loads(game_text(game_id, f"locale/lessons.{lang}.json") or "{}"))
