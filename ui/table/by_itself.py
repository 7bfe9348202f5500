"""What happens at a table by itself: computers move, a finished game is reviewed, and its mistakes
are there again."""

from __future__ import annotations

from engine.core.texts import Message
from ui.session.review import Review
from ui.table import mistakes, speech
from ui.table.table import Table

WAKE_MS = 600  # first the board is drawn
REVIEW_SECONDS = 0.008  # of a frame, for working out how the game went
REVIEW_PAUSE_MS = 16


def wake(table: Table) -> None:
    """The far side speaks to its relays; and whoever plays against a computer has time to set up,
    or to think, while its worker starts."""
    if table.far is not None:
        table.far.wake()
    if any(table.session.levels) and not table.session.over:
        engine = table.controller.engine()
        engine.later(WAKE_MS, engine.wake)


def go_on(table: Table) -> None:
    """Something has happened: whose turn is it to do something by himself?"""
    if table.far is not None:
        _consider(table)  # what is to be sent does not wait
    else:
        table.app.afterwards(lambda: _consider(table))


def _consider(table: Table) -> None:
    table.agent()
    before = _doing(table)
    for agent in table.agents():
        agent.consider()
    _review(table)
    mistakes.consider(table)
    _write_log(table)
    _read_ahead(table)
    table.session.keep_bookmark()
    if _doing(table) != before:
        table.state.revision.bump()


def _doing(table: Table) -> list[Message]:
    return [one for agent in table.agents() for one in agent.doing("")]


def _write_log(table: Table) -> None:
    """What the log is still to say in words is worked out a little in every frame, in front of
    whom it is for."""
    if table.chronicle.waiting and not table.writing and table.session.curtain is None:
        table.writing = True
        table.app.page.after(REVIEW_PAUSE_MS, lambda: _write_on(table))


def _write_on(table: Table) -> None:
    table.writing = False
    if table.chronicle.step(REVIEW_SECONDS):
        _write_log(table)
    else:
        table.app.later(lambda: _reviewed(table))


def _read_ahead(table: Table) -> None:
    """While the device is passed on, the newest turns are read for whoever comes next."""
    coming = table.session.curtain
    if coming is not None:
        history = table.session.history
        table.app.page.after(REVIEW_PAUSE_MS, lambda: history.ahead(coming))


def moved(table: Table) -> None:
    """A computer has moved, or a draw was agreed."""
    table.state.moved()
    table.state.notice = table.opponent().reply  # that a draw is accepted; moves say nothing
    speech.after(table)
    go_on(table)


def heard(table: Table) -> None:
    """How far the computer is, a hint, or what it says to an offer."""
    table.state.revision.bump()
    opponent = table.opponent()
    if opponent.hint is not None:
        speech.tell_hint(table)
    elif opponent.reply is not None:
        speech.answer_once(table, opponent.reply)


def _review(table: Table) -> None:
    """Once a game is over its review is worked out, a little in every frame."""
    session = table.session
    if table.task or not session.over or session.curtain is not None:
        table.review = None
        return
    if table.review is not None and table.review.fits(session):
        return
    table.review = review = Review(session)
    table.controller.engine().later(REVIEW_PAUSE_MS, lambda: _review_on(table, review))


def _review_on(table: Table, review: Review) -> None:
    if review is not table.review:
        return
    if review.step(REVIEW_SECONDS):
        table.controller.engine().later(REVIEW_PAUSE_MS, lambda: _review_on(table, review))
    else:
        table.app.later(lambda: _reviewed(table))


def _reviewed(table: Table) -> None:
    table.state.revision.bump()
