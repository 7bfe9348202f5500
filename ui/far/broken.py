"""Ends that the rules of a game do not know: a game broken off (engine/far/timing.py), a loss on
time. The card of a game broken off shows what was claimed and answered, and when each letter came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.far.clocks import time_words
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from engine.far.letter import Letter
    from ui.far.play import FarPlay


def verdict(side: FarPlay) -> Message | None:
    """Return the end in one sentence; None if the rules have ended the game, or nothing has."""
    if side.course.broken_off is not None:
        return Message("far.broken")
    if side.course.abandoned is not None:
        return Message("far.abandoned", who=side.name(side.course.abandoned))
    if side.course.forfeit is not None:
        return Message("far.forfeit", who=side.name(side.course.forfeit))
    said_by = side.course.story.ended_by
    if said_by is not None and side.course.failed is None and not side.course.match.over:
        return Message("far.over", who=side.name(said_by), other=side.name(1 - said_by))
    return None


def may_play_on(side: FarPlay) -> bool:
    """Return whether both may agree to play on from where the game was broken off: everybody sees
    the whole position. Hands and set-ups cannot be taken to another table."""
    course = side.course
    broken = course.broken_off is not None and course.story.whole and not course.story.dealt
    return broken and side.me >= 0 and side.offered() is None


def broken_card(side: FarPlay, voice: Voice) -> Html | None:
    """Return the card; None if the game is not broken off."""
    end = side.course.broken_off
    if end is None or end.claim is None or end.claim.turn is None:
        return None
    claimant, other = voice.name(end.claim.seat), voice.name(end.loser)
    facts = [("claim", end.claim.letter), ("end", end.letter), ("answer", end.answer)]
    began = end.claim.turn.began
    lines = [_line(side, voice, kind, began, one) for kind, one in facts if one is not None]
    rematch = side.me >= 0 and side.offered() is None
    return el(
        "div",
        {"class": "far-card", "role": "status"},
        el("h2", None, voice.t("far.broken")),
        el("p", None, voice.t("far.broken.about", who=claimant, other=other)),
        el("ul", {"class": "far-dates"}, lines),
        el("p", {"class": "soft"}, voice.t("far.broken.dates")),
        button("act:far:play-on", voice.t("far.broken.on"), "primary")
        if may_play_on(side)
        else None,
        button("act:rematch", voice.t("table.rematch")) if rematch else None,
    )


def _line(side: FarPlay, voice: Voice, kind: str, began: int, letter: Letter) -> Html:
    """Return when a letter was written by its own date, and when it came."""
    t, measure = voice.t, side.clocks.measures.of(letter)
    says = time_words(t, letter.at - began)
    words = t(f"far.broken.{kind}", who=voice.name(letter.seat), says=says)
    if measure is not None:
        came = time_words(t, max(0, measure.arrived - measure.lag - began))
        words = f"{words} {t('far.broken.came', came=came)}"
    return el("li", None, words)
