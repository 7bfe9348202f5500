"""What happens at a table without input: computer moves, reviews, the log in words."""

from __future__ import annotations

from engine.core.texts import Message
from ui.session.review import Review
from ui.shell import routes
from ui.table import engine_view, haptics, hints, mistakes, passing, premove, speech
from ui.table.home_preview import keep_sight
from ui.table.table import Table

WAKE_MS = 600  # lets the board be drawn first
REVIEW_SECONDS = 0.008  # time per frame for the review
REVIEW_PAUSE_MS = 16


def wake(table: Table) -> None:
    """Connect to the relays of a far table; start the worker if a computer plays.

    The worker starts early because that takes seconds, which a person spends on the first move.
    """
    if table.far is not None:
        table.far.wake()
    if any(table.session.levels) and not table.session.over:
        engine = table.controller.engine()
        engine.later(WAKE_MS, engine.wake)


def go_on(table: Table) -> None:
    """Let the agents and idle work react to a change of the table, after the paint.

    A premove whose turn has come is played first.
    """
    premove.due(table)
    if table.far is not None:
        _consider(table)  # letters are sent without delay
    else:
        table.app.afterwards(lambda: _consider(table))


def _consider(table: Table) -> None:
    table.agent()
    before = _doing(table)
    for agent in table.agents():
        agent.consider()
    if table.timer is not None:
        table.timer.consider()
    passing.consider(table)
    _review(table)
    mistakes.consider(table)
    engine_view.consider(table)
    write_log(table)
    _read_ahead(table)
    table.session.keep_bookmark()
    keep_sight(table)
    if _doing(table) != before:
        table.state.revision.bump()


def _doing(table: Table) -> list[Message]:
    return [one for agent in table.agents() for one in agent.doing("")]


def write_log(table: Table) -> None:
    """Turn further turns of the log into words, a little per frame; not behind the curtain."""
    if table.chronicle.waiting and not table.writing and table.session.curtain is None:
        table.writing = True
        table.app.page.after(REVIEW_PAUSE_MS, lambda: _write_on(table))


def _write_on(table: Table) -> None:
    table.writing = False
    if table.chronicle.step(REVIEW_SECONDS):
        write_log(table)
    else:
        table.app.later(lambda: _reviewed(table))


def _read_ahead(table: Table) -> None:
    """Read the newest turns for the next player while the device is passed on."""
    coming = table.session.curtain
    if coming is not None:
        history = table.session.history
        table.app.page.after(REVIEW_PAUSE_MS, lambda: history.ahead(coming))


def _come(table: Table) -> None:
    """Answer a move of another player: by the premove, or by telling it and calling."""
    if not premove.due(table):
        speech.after(table)
        haptics.turn(table)


def moved_elsewhere(table: Table) -> None:
    """Handle a move made at another device."""
    table.state.fresh()
    table.state.unplayed = None
    _come(table)
    table.go_on()


def moved(table: Table) -> None:
    """Handle a computer's move, or a draw that was agreed."""
    table.state.fresh()
    table.state.notice = table.opponent().reply  # an accepted draw; None after a move
    if table.app.settings.remarks == "on" and not table.task:
        routes.remarks.consider(table)
    _come(table)
    table.go_on()


def heard(table: Table) -> None:
    """Handle news from the computer without a move: progress, a hint, or the answer to an offer."""
    table.state.revision.bump()
    opponent = table.opponent()
    if opponent.hint is not None:
        hints.tell_hint(table)
    elif opponent.reply is not None:
        speech.answer_once(table, opponent.reply)


def _review(table: Table) -> None:
    """Start to work out the review of a finished game, a little per frame; drop an outdated one."""
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
