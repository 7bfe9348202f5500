"""Guide for the first games of each kind: the next sensible thing to do, beside the prompt."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.texts import Message
from ui.saves.index import Summary
from ui.table.table import Table

GAMES = 3  # games of a kind with a guide
# Marks of last steps (`Game.mark`) that beginners overlook, in order of importance.
CHANCES = ("storm", "capture", "fire")


def first_games(table: Table) -> bool:
    """Return whether this is one of the first games of its kind."""
    if table.session.reading:
        return False
    recent = table.app.store.recent()
    return _few(table, recent.games.values()) and (
        table.game_id not in recent.known or _few(table, table.app.store.games())
    )


def _few(table: Table, games: Iterable[Summary]) -> bool:
    return sum(one.game_id == table.game_id and not one.view for one in games) <= GAMES


def guide(table: Table) -> list[Message]:
    """Return what has to be decided and what is worth doing now, as far as the player knows."""
    session = table.session
    if not session.answering or not table.guided:
        return []
    state = session.observation()
    marks = set() if table.plan else {table.game.mark(state, way[-1]) for way in table.ways}
    asked = (table.prompt().key.removeprefix("prompt.").removesuffix(".you"), state.frame())
    keys = [f"guide.{question}" for question in asked]
    if "place" in marks:  # a piece can be brought in
        keys.insert(0, f"guide.{state.frame()}.place")
    found = [Message(key) for key in keys if table.voice.has(key)][:1]
    if table.plan is not None:
        found += [Message("guide.lay")] if table.plan.problems else []
    else:
        left = _left(table)
        found = left + found if not left or left[0].key == "guide.left" else left
        chance = next((mark for mark in CHANCES if mark in marks), None)
        if chance is not None and (len(marks) > 1 or not found):
            can = Message(f"guide.can.{chance}")
            found = [left[0], can] if left else [*found, can]  # instead of advice: one line
    return found


def _left(table: Table) -> list[Message]:
    """Return what the turn's budget still offers, as one sentence; empty without a budget."""
    budget = next((area for area in table.scene.areas if area.kind == "budget"), None)
    if budget is None:
        return []
    names = [item.label.key.rpartition(".")[2] for item in budget.items if not item.state]
    keys = [f"guide.left.{name}" for name in names]
    words = [table.voice.t(key) for key in keys if table.voice.has(key)]
    if not words:
        only = [key for name in names if table.voice.has(key := f"guide.left.only.{name}")]
        return [Message(only[0] if only else "guide.left.none")]
    last = words.pop()
    if not words:
        return [Message("guide.left", what=last)]
    both = Message("guide.left.both", first=", ".join(words), last=last)
    return [Message("guide.left", what=both)]
