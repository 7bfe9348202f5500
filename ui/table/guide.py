"""For the first games: the next sensible thing to do, beside whose decision it is."""

from __future__ import annotations

from engine.core.texts import Message
from ui.table.table import Table

GAMES = 3  # of a kind that are guided
# What can be done now and is easily overlooked, by how its last press is marked.
CHANCES = ("storm", "capture", "fire")


def guided(table: Table) -> bool:
    """Whether somebody plays one of his first games of this kind, and wants to be told."""
    if table.app.settings.guide != "on" or table.session.reading:
        return False
    games = table.app.store.games()
    return sum(one.game_id == table.game_id and not one.view for one in games) <= GAMES


def guide(table: Table) -> list[Message]:
    """What is to be decided, and what can be done now; from what the person in front sees."""
    session = table.session
    if not session.answering or not table.guided:
        return []
    state = session.observation()
    about = f"guide.{state.frame()}"
    found = [Message(about)] if table.voice.has(about) else []
    if table.plan is not None:
        found += [Message("guide.lay")] if table.plan.problems else []
    else:
        marks = {table.game.mark(state, action) for action in table.walk()[1]}
        chance = next((mark for mark in CHANCES if mark in marks), None)
        if chance is not None and (len(marks) > 1 or not found):
            found.append(Message(f"guide.can.{chance}"))
    return found
