"""Texts and buttons of a challenge: the task, the verdict, the line to send, the calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from engine.match.challenges import OPEN, WON
from ui.saves.challenge_days import DayPlayed, streak, week_of
from ui.table.voice import Voice
from ui.words.brand import NAME
from ui.words.frame import button
from ui.words.html import Html, el, join

WEEKS = 5  # of the calendar
USED, LEFT, MISSED = "🟩", "⬜", "🟥"


def squares(played: DayPlayed, turns: int) -> str:
    """Return a square for each turn: those used to win and those left, or all missed."""
    if not played.solved:
        return MISSED * turns
    return USED * min(played.turns, turns) + LEFT * (turns - played.turns)


def line(game: str, day: date, played: DayPlayed, turns: int) -> str:
    """Return the result to send: game, day, turns used, attempts, squares. It tells no move."""
    score = f"{played.turns}/{turns}" if played.solved else f"–/{turns}"
    tries = f" ×{played.tries}" if played.tries > 1 else ""
    return f"{NAME} · {game} · {day.isoformat()} · {score}{tries} {squares(played, turns)}"


def say(voice: Voice, day: date, asked: str, status: str, now: Sequence[str]) -> Html:
    """Return the text above the board. `now`: whose decision it is, and who is thinking."""
    tone = "decision passed" if status == WON else "decision"
    where = f"{voice.t('challenge')}, {day_words(voice, day)}"
    return join(
        el("p", {"class": "lesson-where"}, el("span", None, where)),
        el("h1", {"class": tone}, asked),
        [el("p", {"class": "status"}, one) for one in now],
    )


def day_words(voice: Voice, day: date) -> str:
    """Return a day as words."""
    month = voice.t(f"when.month.{day.month}")
    return voice.t("when.day", day=day.day, month=month, year=day.year)


def verdict(sentences: Sequence[str], shown: str) -> Html:
    """Return the verdict with its squares; empty before the end of an attempt."""
    if not sentences:
        return Html("")
    first, *rest = sentences
    return el(
        "div",
        {"class": "exercise-verdict"},
        el("h2", None, first),
        [el("p", None, one) for one in rest],
        el("p", {"class": "challenge-squares", "aria-hidden": "true"}, shown),
    )


def tools(voice: Voice, status: str, solved: bool) -> Html:
    """Return the buttons. `solved`: by some attempt, so that there is a result to send."""
    t, ended = voice.t, status != OPEN
    copy = button("act:challenge:copy", t("challenge.copy"), "primary" if status == WON else "")
    return join(
        copy if solved or ended else None,
        button("act:challenge:again", t("challenge.again"), "primary" if ended != solved else ""),
        button("act:challenge:leave", t("challenge.leave"), "quiet"),
    )


# -- the calendar --------------------------------------------------------------------------------


def calendar_days(last: date) -> list[date]:
    """Return the days of the calendar: whole weeks, the last one that of `last`."""
    monday = week_of(last)[0] - timedelta(weeks=WEEKS - 1)
    return [monday + timedelta(days=number) for number in range(7 * WEEKS)]


def calendar(voice: Voice, days: Mapping[date, DayPlayed], here: date, today: date) -> Html:
    """Draw the last weeks, and how many days in a row were solved. `here`: the day played."""
    t, row = voice.t, streak(days, today)
    return join(
        el("p", {"class": "soft"}, t("challenge.streak", n=row)) if row > 1 else None,
        el(
            "div",
            {"class": "challenge-days", "role": "group", "aria-label": t("challenge.calendar")},
            [
                _entry(voice, days.get(day), day, day == here)
                if day <= today
                else el("span", {"class": "challenge-later", "aria-hidden": "true"}, day.day)
                for day in calendar_days(today)
            ],
        ),
    )


def _entry(voice: Voice, played: DayPlayed | None, day: date, here: bool) -> Html:
    """Draw the button of a day. `here`: it is on the table."""
    state = state_of(played)
    label = f"{day_words(voice, day)}: {voice.t(f'challenge.day.{state}')}"
    return button(
        f"act:challenge:day:{day.isoformat()}",
        join(day.day, state == "solved" and el("span", {"aria-hidden": "true"}, "✓")),
        f"exercise-{state}",
        aria_label=label,
        aria_current="true" if here else None,
    )


def state_of(played: DayPlayed | None) -> str:
    """Return `solved`, `missed` or `open`."""
    if played is None:
        return "open"
    return "solved" if played.solved else "missed"
