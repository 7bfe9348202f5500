"""When a character speaks: at most once in each of a few spans of a game, so that it speaks seldom.

Whether it does follows from the moves alone: a game opened again has the same remarks.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE
from ui.learn.remarks.occasions import SeenTurn, occasion
from ui.session.seats import people
from ui.session.turns import Turn
from ui.table.state import Remark
from ui.table.table import Table
from ui.words.i18n import I18n

SPANS = ((6, 20), (30, 50), (70, 110))  # turns of a game: in each at most one remark


def consider(table: Table) -> None:
    """Let the computer remark on the last two turns, if it has something to say."""
    session, words = table.session, I18n(table.voice.lang)
    if not _alone(table) or session.over:
        return
    log = [turn for turn in session.log() if turn.actor != CHANCE]
    if not log:
        return
    name = _first(table, log)
    level = session.levels[log[-1].actor]
    if name and level:
        said = words.t(f"remark.{level}.{name}")
        who = table.voice.name(log[-1].actor)
        line = words.t("computer.says", who=who, words=said)
        table.state.remark = Remark(session.count, line, words.t("remark.hush"))


def _alone(table: Table) -> bool:
    """Return whether one person plays against one computer."""
    seats = table.session.seating.seats
    return len(seats) == 2 and people(seats) == [table.session.viewer] and any(table.session.levels)


def _first(table: Table, log: Sequence[Turn]) -> str:
    """Return the occasion of the last turn if it is the first one in its span."""
    number = log[-1].number
    span = next((one for one in SPANS if one[0] <= number <= one[1]), None)
    if span is None or not (name := _occasion(table, log)):
        return ""
    earlier = [n for n in range(2, len(log)) if log[n - 1].number >= span[0]]
    return "" if any(_occasion(table, log[:n]) for n in earlier) else name


def _occasion(table: Table, log: Sequence[Turn]) -> str:
    """Return the occasion of the last turn of a log, if it answers one of the player's."""
    own, reply = log[-2:] if len(log) > 1 else (log[-1], log[-1])
    viewer = table.session.viewer
    if own.setup or own.actor != viewer or reply.actor == viewer:
        return ""
    return occasion(table.game, _seen(table, own), _seen(table, reply), viewer)


def _seen(table: Table, turn: Turn) -> SeenTurn:
    history = table.session.history
    return SeenTurn(history.stages(turn), history.telling_of(turn), turn.events)
