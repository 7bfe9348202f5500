"""Texts and buttons of an exercise: its number, the task, sentences of the verdict, the tools."""

from __future__ import annotations

from engine.search.exercises.exercise import WIN, Exercise
from engine.search.exercises.odds import ALL, DRAWS, interval
from engine.search.exercises.proof import ANY_ORDER, HIDDEN
from ui.learn.exercises.progress import UNSURE, SolverProgress
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, join

MINUTES = (3, 5)  # of a timed run
# Buttons below the board by status; the first is the primary one.
BUTTONS = {
    "open": ("solve", "next", "list", "share", "leave"),
    "wrong": ("again", "solve", "next", "list", "share", "leave"),
    "right": ("next", "again", "list", "share", "leave"),
    "shown": ("next", "again", "list", "share", "leave"),
}


def where(voice: Voice, number: int, daily: bool) -> str:
    return voice.t("exercise.where.day") if daily else voice.t("exercise.where", number=number)


def standing(voice: Voice, progress: SolverProgress) -> str:
    """Return the rating, and the right answers and days in a row if more than one."""
    rough = ".about" if progress.deviation >= UNSURE else ""
    parts = [voice.t(f"exercise.rating{rough}", rating=round(progress.rating))]
    if progress.row > 1:
        parts.append(voice.t("exercise.row", n=progress.row))
    if progress.days > 1:
        parts.append(voice.t("exercise.days", n=progress.days))
    return " · ".join(parts)


def asked(voice: Voice, proof: str, exercise: Exercise) -> str:
    """Return the task. `proof`: its kind."""
    if exercise.goal == WIN:
        return voice.t("exercise.ask.win", n=exercise.turns)
    if proof in ANY_ORDER:
        return voice.t(f"exercise.ask.{exercise.goal}.turn")
    return voice.t(f"exercise.ask.{exercise.goal}")


def missed(voice: Voice, proof: str, exercise: Exercise) -> str:
    """Return why an answer is wrong."""
    if proof in ANY_ORDER and exercise.goal != WIN:
        return voice.t(f"exercise.wrong.{exercise.goal}.turn")
    return voice.t(f"exercise.wrong.{exercise.goal}")


def counted(voice: Voice, change: tuple[int, int] | None) -> str:
    """Return the sentence that tells what the answer did to the rating."""
    if change is None:
        return voice.t("exercise.uncounted")
    before, after = change
    sign = "+" if after >= before else "−"
    return voice.t("exercise.counted", rating=after, change=f"{sign}{abs(after - before)}")


def why(voice: Voice, proof: str, exercise: Exercise) -> list[str]:
    """Return the theme with its rating, and how the solution was proved."""
    theme = voice.t(f"exercise.theme.{exercise.theme}", n=exercise.turns)
    share = min(100, int(exercise.margin * 100))  # of the way from even to won
    known = voice.t(f"exercise.proof.{proof}", depth=exercise.depth, share=share)
    if proof in HIDDEN and exercise.odds == ALL:
        known = voice.t("exercise.proof.every")
    elif proof in HIDDEN:
        low, high = interval(exercise.odds)
        known += " " + voice.t("exercise.proof.odds", low=low, high=high, draws=DRAWS)
    return [voice.t("exercise.about", theme=theme, rating=exercise.rating), known]


def tools(voice: Voice, status: str, day: bool) -> Html:
    """Return the buttons below the board. `day`: offer the exercise of the day, too."""
    first = BUTTONS[status][0]
    names = [*BUTTONS[status][:-1], *(["day"] if day else []), "leave"]
    return join(
        button(
            f"act:exercise:{name}",
            voice.t(f"exercise.{name}"),
            "primary" if name == first and status != "open" else "quiet" if name == "leave" else "",
        )
        for name in names
    )
