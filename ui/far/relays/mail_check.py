"""New mail of all far tables, asked for once when Asedio is opened, so that home shows whose turn
it is. It runs only if the player has allowed it (setting `turns`): a relay sees that the tables of
one question belong together.

Each relay gets one question, answered from what it stores. Nothing is posted, announced or stored
here; a table reads its mail itself when it is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.far.log import Log
from ui.browser.relay import TableMail
from ui.far.far_table import deck_group
from ui.far.lobby.blocked import blocked, key_of
from ui.far.relays.mail import Arrivals, authors
from ui.far.seat_store import FarSeat, SeatStore
from ui.far.table import rematch
from ui.saves.series import seat_and_game_before
from ui.shell.fetching import DECK

if TYPE_CHECKING:
    from engine.far.fold import LetterFold
    from ui.browser.relay import FarTools, Looking
    from ui.saves.store import Summary
    from ui.shell.app import App

MOST_TABLES = 10  # of one relay: relays take a limited number of filters
MOST_READ = 24  # tables, those last played
MOST_OVER = 6  # finished tables, whose opponents may invite to another game
MOST_WORDS = 60  # of one table
DAY = 86_400  # seconds; clocks differ, and relays take no dates far ahead


@dataclass
class Glimpse:
    """One table: its stored letters, and the words that have arrived."""

    key: str
    store: SeatStore
    seat: FarSeat
    log: Log
    mail: Arrivals = field(default_factory=Arrivals)
    words: int = 0

    def question(self, date: float) -> TableMail:
        """Return what to ask of this table. `date`: seconds since 1970."""
        other = self.log.chain(1 - self.seat.seat)
        last = min(other[-1].at / 1000, date) if other else 0
        terms = self.seat.terms
        since = max(int(last) - DAY, 0)
        return TableMail(terms.topic, terms.content_key, since, authors(self.log))

    def take(self, text: str) -> None:
        """Take a report without its topic: a word and its author."""
        self.words += 1
        if self.words <= MOST_WORDS:
            self.mail.add("", text)

    def read(self) -> set[int]:
        """Read what has arrived; return the seats of the letters that are new and valid."""
        _, letters = self.mail.take("")
        found = [self.log.receive(one) for one in letters]
        return {one.seat for result in found for one in result.entered}

    @property
    def letters(self) -> int:
        """Number of letters the table will have read, at least."""
        joins = [] if self.log.accepted is not None else self.log.candidates()
        return len(self.log.order()) + len(joins)

    def _invited(self, course: LetterFold) -> bool:
        """Return whether the other invites to a game that this player has not declined."""
        known = blocked(self.store.storage)
        terms = rematch.offer(course, 1 - self.seat.seat)
        keys = {key_of(self.log, 1 - self.seat.seat).hex(), terms and terms.public.hex()}
        return terms is not None and keys.isdisjoint(known)

    def turn(self, new: set[int], now: int, tools: FarTools) -> str:
        """Return whose turn it is after the new letters of these seats (`FarTurns.of`)."""
        me = self.seat.seat
        if self.log.refused or self.log.accepted is None:
            return "mail"
        course = self.store.course(self.seat, deck_group(tools, self.seat.terms))
        course.follow(self.log, now)
        if course.over and rematch.counts(course) == 1 - me and self._invited(course):
            return "again"
        if course.awaited == me:
            return "me"
        return "other" if new == {me} and course.awaited >= 0 else "mail"


class Glance:
    """The questions of one page, in small steps while the page is idle."""

    def __init__(self, app: App, tools: FarTools) -> None:
        self._app, self._tools = app, tools
        self._tables: dict[str, Glimpse] = {}  # by topic
        self._asked: dict[str, Looking] = {}  # by relay
        self._steps: Iterator[None] = iter(())

    def begin(self) -> None:
        self._go(self._ask())

    def _go(self, steps: Iterator[None]) -> None:
        self._steps = steps
        self._step()

    def _step(self) -> None:
        """Take the next step and schedule the one after it."""
        if next(self._steps, self) is not self:
            self._app.page.idle(lambda: self._app.later(self._step))

    def _ask(self) -> Iterator[None]:
        """Read the stored tables, then ask their relays."""
        by_relay: dict[str, list[TableMail]] = {}
        store = self._app.store
        far = [one for one in store.games() if self._app.turns.waits(one)]
        last = {seat_and_game_before(store.storage, one.id)[1] for one in far}
        over = [one for one in far if one.over and one.id not in last]  # no game followed
        going = [one for one in far if not one.over]
        for one in [*going[:MOST_READ], *over[:MOST_OVER]]:
            table = self._table(one)
            if table is None:
                continue
            question = table.question(self._tools.date())
            for relay in table.seat.relays:
                others = by_relay.setdefault(relay, [])
                if len(others) < MOST_TABLES and self._tools.allowed((relay,)):
                    others.append(question)
                    self._tables[question.topic] = table
            yield
        for relay, tables in by_relay.items():
            if tables:
                self._asked[relay] = self._tools.mail(relay, tables, self._on_report)

    def _table(self, one: Summary) -> Glimpse | None:
        """Return a game's table; None if there is nothing to ask."""
        store = SeatStore(self._app.store.storage, one.id)
        seat = store.load()
        if seat is None or seat.seat < 0 or seat.terms.old or seat.untried or store.guest():
            return None
        try:
            log = store.log(seat, self._tools.crypto)
        except Exception:  # a JavaScript library may throw anything here
            return None
        return Glimpse(one.id, store, seat, log)

    def _on_report(self, kind: str, relay: str, text: str) -> None:
        if kind == "mail":
            topic, _, rest = text.partition(" ")
            if (table := self._tables.get(topic)) is not None:
                table.take(rest)
        elif self._asked.pop(relay, None) is not None:
            self._app.later(lambda: self._go(self._read()))

    def _read(self) -> Iterator[None]:
        """Read the mail of each table, and note whose turn it is there."""
        for table in self._tables.values():
            new = table.read()
            if new:
                self._bring(table, new)
                yield

    def _bring(self, table: Glimpse, new: set[int]) -> None:
        """Fetch the rules of the game, which say whose turn it is, and the group of its deck."""
        info = table.seat.terms.info
        packs = [info.id, DECK] if info.has_deck else [info.id]

        def go_on(problem: str) -> None:
            if not problem and packs:
                self._app.page.bring(packs.pop(0), go_on)
            elif not problem:
                self._app.later(lambda: self._note(table, new))

        go_on("")

    def _note(self, table: Glimpse, new: set[int]) -> None:
        turn = table.turn(new, int(self._tools.date() * 1000), self._tools)
        self._app.turns.note(table.key, table.letters, turn)
