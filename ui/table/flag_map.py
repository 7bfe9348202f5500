"""A map of where the flag can be, in games against computers: shown by a press, until a move."""

from __future__ import annotations

from engine.core.texts import Message
from engine.search.flag_shares import FLAG, flag_shares
from ui.session.seats import people
from ui.table import speech
from ui.table.state import FlagMap
from ui.table.table import Table


def toggle(table: Table) -> None:
    """Show the map of the current position, or hide it."""
    if not drawable(table):
        return
    session, state = table.session, table.state
    if table.flags:
        state.flags = None
        speech.say(table, "flag.hidden")
    else:
        shares = flag_shares(table.game, session.observation(), session.viewer)
        state.flags = FlagMap(session.count, session.viewer, shares)
        best = max(shares.values(), default=0.0)
        told = Message("flag.shown", n=round(100 * best)) if shares else Message("flag.none")
        speech.answer(table, told)
    session.revision.bump()


def drawable(table: Table) -> bool:
    """Return whether the map may be shown: where a flag is hidden, to one person against
    computers."""
    session = table.session
    if table.mode != "play" or table.task or table.far is not None or session.over:
        return False
    if not any(session.levels) or people(session.seating.seats) != [session.viewer]:
        return False
    if not table.game.info.has_secrets or not session.live:
        return False
    return FLAG in {one.kind for one in table.guesses.kinds()}
