"""Why a button of a table can do nothing now.

The reason greys the button, is part of its description, and is shown if it is pressed anyway.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.texts import Message
from ui.session.steps import can_go_back
from ui.table.table import Table


def why(table: Table, command: str) -> Message | None:
    """Return the reason why a command cannot be used; None if it can."""
    find = _REASONS.get(command)
    return None if find is None else find(table)


def words(table: Table, command: str) -> str:
    """Return the reason in the language of the page; empty if the command can be used."""
    reason = why(table, command)
    return "" if reason is None else table.voice.message(reason)


def _busy(table: Table) -> Message | None:
    """Return what has to be done first: answer a question, or return to the current position."""
    if table.state.question:
        return Message("table.question.first")
    return None if table.session.live else Message("table.looking.first")


def _undo(table: Table) -> Message | None:
    if table.session.elsewhere:
        return Message("table.elsewhere")
    return _busy(table) or table.session.undoable().refusal()


def _draw(table: Table) -> Message | None:
    if busy := _busy(table):
        return busy
    refused = table.far is not None and not table.far.may_offer("draw")
    return Message("table.draw.not_now") if refused else None


def _hint(table: Table) -> Message | None:
    refused = table.far is not None and not table.far.may_hint()
    return Message("far.hints.off") if refused else _busy(table)


def _start(table: Table) -> Message | None:
    session = table.session
    if table.tree is not None:
        return None if table.tree.can_go_back() else Message("table.log.at_start")
    back = session.history.earlier() or can_go_back(session.history.ends(), session.at)
    return None if back else Message("table.log.at_start")


def _end(table: Table) -> Message | None:
    if table.tree is not None:
        return None if table.tree.can_go_on() else Message("table.log.at_end")
    return Message("table.log.at_end") if table.session.live else None


_REASONS: dict[str, Callable[[Table], Message | None]] = {
    "undo": _undo,
    "hint": _hint,
    "resign": _busy,
    "draw": _draw,
    "log-first": _start,
    "log-prev": _start,
    "log-next": _end,
    "log-last": _end,
}
