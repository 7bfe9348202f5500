"""Rematch at a far table, also if both players offer one at the same time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.far.bytes import to_word
from engine.far.crypto import mail_secret
from engine.far.fold import LetterFold
from engine.far.terms import Terms, open_invitation
from ui.far.far_table import deck_group
from ui.far.relays.mail import authors, dated
from ui.far.seat_store import FarSeat, SeatStore, from_text
from ui.table.voice import Voice
from ui.words.clocks import clock_words, rest_words
from ui.words.i18n import I18n
from ui.words.options import value_words

if TYPE_CHECKING:
    from ui.browser.relay import FarTools


def offer(course: LetterFold, seat: int) -> Terms | None:
    """Return the terms a seat has offered for a rematch; None if there is no valid offer."""
    try:
        return open_invitation(to_word(course.again[seat])) if seat in course.again else None
    except AsedioError:
        return None


def counts(course: LetterFold) -> int | None:
    """Return the seat whose offer counts: the lower of two, so both join the same table."""
    return min(course.again, default=None)


def differences(voice: Voice, old: Terms, me: int, new: Terms) -> list[str]:
    """Return in words what an offered rematch changes besides the sides.

    `old`: terms of the game just played, by this device in seat `me`."""
    t, found = voice.t, []
    if new.game_id != old.game_id:
        found.append(t("far.again.game", game=new.info.title, before=old.info.title))
    if new.seat != me:
        found.append(t("far.again.sides"))
    if new.rules != old.rules:
        found.append(t("far.again.rules"))
    words = I18n(voice.lang, new.game_id)
    now, before = new.options_now(), old.options_now() if new.game_id == old.game_id else {}
    for name in sorted({*now, *before}):
        if now.get(name) != before.get(name):
            one, other = (_value(words, name, of.get(name)) for of in (now, before))
            option = words.t(f"option.{name}")
            found.append(t("far.again.option", option=option, now=one, before=other))
    if new.clock != old.clock:
        clocks = clock_words(t, new.clock), clock_words(t, old.clock)
        found.append(t("far.again.clock", now=clocks[0], before=clocks[1]))
    if new.left:
        found.append(rest_words(t, new.info.sides, new.left))
    if new.past != old.past:
        count = len(new.match().events) if new.past else 0
        found.append(t("far.again.past", n=count) if new.past else t("far.again.start"))
    if new.friendly != old.friendly:
        found.append(t("far.again.friendly" if new.friendly else "far.friendly.not"))
    if new.open != old.open:
        found.append(t("far.chat.open" if new.open else "far.again.closed"))
    return found


def _value(words: I18n, name: str, value: object) -> str:
    """Return an option's value in words; None: the usual one."""
    if value is None:
        return words.t("far.again.usual")
    return value_words(words, name, value)


class Before:
    """Listener on the previous table, used until the rematch has an opponent: the opponent may have
    offered a rematch at the same moment. `told` is called if that offer takes precedence."""

    def __init__(
        self, store: SeatStore, seat: FarSeat, tools: FarTools, told: Callable[[Terms], None]
    ) -> None:
        self._store, self._me, self._tell = store, seat.seat, told
        self._group = deck_group(tools, seat.terms)
        self._log = store.log(seat, tools.crypto)
        terms = seat.terms
        secret = mail_secret(seat.keys.secret)
        self._pool = tools.pool(
            seat.relays, terms.topic, terms.content_key, secret, authors(self._log),
            self._on_report,
        )  # fmt: skip
        own = [one for one in self._log.chain(self._me) if store.may_send(one)]
        self._pool.offer(dated(own))

    def _on_report(self, kind: str, relay: str, text: str) -> None:
        if kind != "mail":
            return
        entered = self._log.receive(from_text(text.split(" ")[0])).entered
        for letter in entered:
            self._store.add(letter)
        if entered:
            course = LetterFold(self._log.terms, self._me, group=self._group)
            course.follow(self._log)
            terms = offer(course, 1 - self._me)
            if terms is not None and counts(course) == 1 - self._me:
                self._tell(terms)

    def close(self) -> None:
        self._pool.close()
