"""Rematch at a far table, also if both players offer one at the same time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.far.bytes import to_word
from engine.far.course import LetterFold
from engine.far.crypto import mail_secret
from engine.far.log import Log, sorted_letters
from engine.far.terms import Terms, open_invitation
from ui.far.mail import authors, dated
from ui.far.seat_store import FarSeat, SeatStore, from_text

if TYPE_CHECKING:
    from ui.shell.far_ports import FarTools


def offer(course: LetterFold, seat: int) -> Terms | None:
    """Return the terms a seat has offered for a rematch; None if there is no valid offer."""
    try:
        return open_invitation(to_word(course.again[seat])) if seat in course.again else None
    except AsedioError:
        return None


def counts(course: LetterFold) -> int | None:
    """Return the seat whose offer counts: the lower of two, so both join the same table."""
    return min(course.again, default=None)


class Before:
    """Listener on the previous table, used until the rematch has an opponent: the opponent may have
    offered a rematch at the same moment. `told` is called if that offer takes precedence."""

    def __init__(
        self, store: SeatStore, seat: FarSeat, tools: FarTools, told: Callable[[Terms], None]
    ) -> None:
        self._store, self._me, self._tell = store, seat.seat, told
        self._log = Log(seat.terms, tools.crypto, tools.crypto.public(seat.keys.secret))
        for data in sorted_letters(store.letters()):
            self._log.receive(data, trusted=True)
        terms = seat.terms
        secret = mail_secret(seat.keys.secret)
        self._pool = tools.pool(
            seat.relays, terms.topic, terms.content_key, secret, authors(self._log),
            self._on_report,
        )  # fmt: skip
        self._pool.offer(dated(self._log.chain(self._me)))

    def _on_report(self, kind: str, relay: str, text: str) -> None:
        if kind != "mail":
            return
        entered = self._log.receive(from_text(text.split(" ")[0])).entered
        for letter in entered:
            self._store.add(letter)
        if entered:
            course = LetterFold(self._log.terms, self._me)
            course.follow(self._log)
            terms = offer(course, 1 - self._me)
            if terms is not None and counts(course) == 1 - self._me:
                self._tell(terms)

    def close(self) -> None:
        self._pool.close()
