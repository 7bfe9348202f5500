"""Warn me: one warning before a move that loses much, judged as mistakes are after a game.

The move stands on the board while the engine looks at it, from what the player knows. If the
verdict is not there within a moment, or nothing is wrong, it is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.core.texts import Message
from engine.search.engine_server import JUDGE
from engine.search.news import Answer, News, Progress
from ui.input.unplayed import Unplayed, binding
from ui.session.seats import people
from ui.table.commands import play
from ui.table.table import Table
from ui.words.targets import Target

WAIT_MS = 1500  # after which the move is played, whatever the engine would have found
NODES = 400  # of the judge; with fewer than 300 it overlooks replies
LEAST = 0.2  # winning chances that a move must lose
LEVEL = 5


def holds(table: Table, path: Sequence[Target], action: Action) -> bool:
    """Ask the engine about a move and return whether it waits for the answer."""
    session = table.session
    if not _wanted(table) or not binding(session, path, action):
        return False
    table.state.warned = session.count
    held = table.state.unplayed = Unplayed(session, path, action, asks=False)
    engine, seat = table.controller.engine(), session.viewer
    asked = session.question(seat, LEVEL, session.count, JUDGE, NODES, played=action)
    cancel = engine.ask(asked, lambda news: _hear(table, held, news))

    def late() -> None:
        if _waits(table, held):
            cancel()
            table.app.later(lambda: _play(table, held))

    engine.later(WAIT_MS, late)
    return True


def _wanted(table: Table) -> bool:
    """Return whether moves are to be judged here: against computers alone, once in each
    position, and only by a worker that has nothing else to do."""
    session = table.session
    if table.task or table.far is not None or table.state.warned == session.count:
        return False
    if not any(session.levels) or people(session.seating.seats) != [session.viewer]:
        return False
    busy = table.computer is not None and table.computer.waiting is not None
    return not busy and table.controller.engine().ready()


def _waits(table: Table, held: Unplayed) -> bool:
    return table.unplayed is held and not held.asks


def _hear(table: Table, held: Unplayed, news: News) -> None:
    """Play the move, or ask about it, once the engine has judged it."""
    if isinstance(news, Progress) or not _waits(table, held):
        return
    verdict = news.found.get("verdict") if isinstance(news, Answer) else None
    if verdict is None or verdict[1] - verdict[2] < LEAST:
        table.app.later(lambda: _play(table, held))
    else:
        table.app.later(lambda: _warn(table, held, *verdict[1:3]))


def _play(table: Table, held: Unplayed) -> None:
    if _waits(table, held):
        table.state.unplayed = None
        play(table, [held.action])
        table.go_on()


def _warn(table: Table, held: Unplayed, best: float, played: float) -> None:
    """Ask whether to play the move all the same."""
    if _waits(table, held):
        now, then = round(100 * best), round(100 * played)
        held.asks, held.warning = True, Message("warn.ask", now=now, then=then)
        table.state.revision.bump()
        table.app.announce(table.voice.message(held.warning))
