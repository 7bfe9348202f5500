"""Controller of a far table: sends and receives letters and derives the match from them.

Own decisions are stored as events, then as a letter, then sent. Received letters are stored before
they are processed. So nothing is lost if page, network or relay fail at any moment: the next start
continues from the stored letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.core.contract import CHANCE, TERMINAL, Action, Event
from engine.core.texts import Message
from engine.far.chance import Chain
from engine.far.clock import NO_CLOCK
from engine.far.closed import commitment, public, salt
from engine.far.course import LetterFold, Offer
from engine.far.letter import (
    MAX_PARTS,
    Chance,
    Closed,
    EventsLetter,
    Letter,
    Open,
    Parent,
    Part,
    Says,
    WordLetter,
)
from engine.far.log import FORK, NEW, Log, Received, sorted_letters
from engine.far.terms import Terms
from ui.far import again
from ui.far import words as _words
from ui.far.attendance import Attendance
from ui.far.calls import Calls
from ui.far.clocks import Clocks
from ui.far.line import Lines
from ui.far.presence import HERE
from ui.far.relays import write_via
from ui.far.seat_store import FarSeat, SeatStore, from_text, to_text

if TYPE_CHECKING:
    from ui.session.session import Session
    from ui.shell.far_ports import FarTools, Pool
    from ui.shell.platform import FarPage

__all__ = ["FarPlay"]
_ = _words


class FarPlay:
    """Communication of one far table; `ui.far.side.FarSide` adds the user interface.

    Callbacks: `changed(moved)` redraws the table, `renamed()` redraws it with other names.
    """

    kind = "far"
    pace = "normal"

    def __init__(
        self, session: Session, store: SeatStore, seat: FarSeat, tools: FarTools, page: FarPage
    ) -> None:
        self.session, self.store, self.seat = session, store, seat
        self.tools, self.page = tools, page
        self.changed: Callable[[bool], None] = lambda moved: None
        self.renamed: Callable[[], None] = lambda: None
        crypto, secret = tools.crypto, seat.keys.secret
        self.mine = crypto.public(secret) if seat.seat >= 0 else b""
        self._chain: Chain | None = None
        self.lines = Lines(seat.relays)
        self.pool: Pool | None = None
        self.absent = True  # the table is not on display
        self._mail: dict[str, list[str]] = {}  # by relay: letters of its first batch
        self.open_part = ""  # part of the panel that is unfolded
        self.said = ""  # text in the chat field
        self.muted = False
        self.notice: Message | None = None
        self.risk = ""  # how the seat can be lost (ui/far/durability.py)
        self.attendance = Attendance(self)
        self.calls = Calls(store.storage, tools)
        self._load()
        self.clocks = Clocks(self)

    def _load(self) -> None:
        """Build log and course from the stored letters, which other tabs write too."""
        self.log = Log(self.seat.terms, self.tools.crypto, self.mine)
        for data in sorted_letters(self.store.letters()):
            self.log.receive(data, trusted=True)
        terms, seed = self.seat.terms, self.seat.keys.seed
        kept = self.store.closed().items()
        own = {n: Open(n, salt(seed, terms.id, n), actions) for n, actions in kept}
        self.course = LetterFold(terms, self.seat.seat, own)
        self._follow()

    def _follow(self) -> None:
        """Fold the new letters into the course.

        Without a clock, a chance event that lacks only this seat's contribution and is followed by
        its decision is applied here already; both then go out in one letter. With a clock the
        contribution is sent at once, so that the opponent knows whose time runs."""
        self.course.follow(self.log)
        plain = self.seat.terms.clock == NO_CLOCK and self.may_decide and self.met
        while plain and self.course.owes(self.me):
            if not self.course.foresee(self._contribution(self.course.draws)):
                return

    # -- status ------------------------------------------------------------------------------

    @property
    def me(self) -> int:
        """This device's seat; −1 for a spectator, or if another device got the seat."""
        return -1 if self.log.refused else self.seat.seat

    @property
    def other(self) -> int:
        return 1 - self.me if self.me >= 0 else self.log.free

    @property
    def met(self) -> bool:
        """Whether both seats are known to be taken."""
        return self.log.accepted is not None

    @property
    def inviting(self) -> bool:
        return not self.met and self.seat.seat == self.seat.terms.seat

    def urgent(self) -> bool:
        """Return whether the panel goes above the board on a small screen."""
        return self.stopped or self.inviting

    @property
    def stopped(self) -> bool:
        """Whether the game is blocked: a seat has signed two contradictory letters (a fork)."""
        return self.log.fork is not None

    @property
    def working(self) -> bool:
        """Whether this tab is the one that plays the game."""
        return not (self.session.watching or self.session.asking)

    @property
    def may_decide(self) -> bool:
        playable = not self.stopped and not self.seat.terms.old and self.course.home is None
        return self.me >= 0 and playable

    def unseen(self) -> list[Letter]:
        """Return this seat's letters that the opponent is not known to have."""
        told = {one.seat: one for one in self.attendance.seen_by(self.other)}
        heads = self.log.seen_by(self.other)
        told.update({one.seat: one for one in heads if _more(one, told.get(one.seat))})
        heads = tuple(told.values())
        return [one for one in self.log.lacks(heads) if one.seat == self.me]

    def for_link(self) -> list[Letter]:
        """Return the letters for a link to the opponent."""
        return self.unseen()

    def receipt(self) -> str:
        """Return the delivery state of this seat's last letter: `seen`, `stored`, `waits` (relays
        will be retried), `here` (must be sent by hand), or "" without a letter."""
        own = self.log.chain(self.me) if self.me >= 0 else []
        if not own:
            return ""
        if own[-1] not in self.unseen():
            return "seen"
        if self.lines.stored(to_text(own[-1].data)):
            return "stored"
        return "waits" if self.lines.hopeful else "here"

    @property
    def base(self) -> str:
        """Address of the page, without a fragment, for links that leave this device."""
        return self.tools.address() or self.page.url().split("#", 1)[0]

    @property
    def invitation(self) -> str:
        """Address of the invitation."""
        base = self.base
        via = write_via(self.seat.relays)
        return f"{base}#join={self.seat.terms.word}" + (f"&via={via}" if via else "")

    def offered(self) -> Terms | None:
        """Return the terms of the opponent's rematch offer, if it takes precedence, else None."""
        counts = again.counts(self.course) == self.other
        return again.offer(self.course, self.other) if counts else None

    # -- SeatPlayer --------------------------------------------------------------------------

    def consider(self) -> None:
        """React to any change: write own decisions as letters, apply received letters to the match
        and send. Disconnects if the table is not displayed or not played in this tab."""
        if self.absent or not self.working:
            self._close()
            return
        self._open()
        before = -1
        while before != self.course.letters:  # an automatic answer may need another one
            before = self.course.letters
            if not (self.stopped or self._asking or self.seat.terms.old):
                self._answer_by_itself()
                self._seal()
            self._agree()
        self._send()

    def wake(self) -> None:
        """Connect: the table is displayed."""
        self.absent = False
        self.consider()

    def stop(self) -> None:
        """Announce leaving and disconnect: another screen is displayed."""
        self.absent = True
        self.attendance.away()
        self._close()

    def hurry(self) -> bool:
        if self.pool is not None:
            self.pool.wake()
        return True

    def doing(self, who: str) -> list[Message]:
        """Return the status message, if any. `who` is not used: names come from the letters."""
        if self.seat.terms.old:
            return [Message("far.status.old")]
        if self.stopped:
            return [Message("far.status.fork")]
        if self.course.lost and not self.course.story.whole:
            return [Message("far.lost")]
        if self.course.home is not None:
            return [Message("far.status.home", who=self.name(self.course.home))]
        if self.course.forfeit is not None:
            return [Message("far.status.forfeit", who=self.name(self.course.forfeit))]
        if not self.met:
            return [Message("far.status.invited" if self.inviting else "far.status.joining")]
        decider = self.session.decider
        if decider == TERMINAL:
            again = self.offered() is not None and self.may_decide
            return [Message("far.again", who=self.name(self.other))] if again else []
        if self.course.at_chance:
            what = "opening" if self.course.story.shows else "chance"
            return [Message(f"far.status.{what}", who=self.name(self.other))]
        if decider == self.me or decider < 0:
            return []
        return [Message(f"far.status.{self._waits_for(decider)}", who=self.name(decider))]

    def _waits_for(self, seat: int) -> str:
        if self.me >= 0 and self.receipt() in ("here", "waits"):
            return "unsent"
        if not self.lines.open:
            return "waits"
        return "there" if self.attendance.present(seat) else "away"

    def name(self, seat: int) -> Message | str:
        """Return a player's typed name, else the message with the seat's label."""
        return self.course.names[seat] or Message(f"player.name.{seat}")

    # -- letters -----------------------------------------------------------------------------

    def receive(self, data: bytes) -> Received:
        """Add a received letter to the log and store it, and what it made readable."""
        found = self.log.receive(data)
        for letter in found.entered:
            self.store.add(letter)
        if found.what == FORK and found.letter is not None:
            self.store.add(found.letter)
        return found

    def arrive(self, letters: list[bytes]) -> list[Received]:
        """Process letters that came by hand. Return the result for each."""
        found = [self.receive(data) for data in sorted_letters(letters)]
        self._news([one for one in found if one.what in (NEW, FORK)])
        return found

    def reload(self) -> None:
        """Read the letters again: another tab has written some."""
        self._load()
        self.consider()
        self.changed(True)

    def write(self, *parts: Part) -> None:
        """Write a letter of this seat and fold it, with the contributions waiting for one."""
        parts = (*self.course.riding, *parts)
        self._post(self.log.next_letter(self.me, parts, self.now()))

    def now(self) -> int:
        """Return milliseconds since 1970 by this device's clock."""
        return int(1000 * self.tools.date())

    def _post(self, plain: Letter) -> None:
        letter = plain.write(self.tools.crypto, self.seat.keys.secret)
        self.store.add(letter)
        found = self.log.receive(letter.data, trusted=True)
        assert found.what == NEW, found
        self._follow()
        self.attendance.active()

    def _answer_by_itself(self) -> None:
        """Write the automatic letters: accept the first player to join, send owed chance
        contributions, open hidden decisions when due, answer claims on time."""
        if self.inviting and (found := self.log.candidates()):
            self._post(self.log.acceptance(found[0], self.now()))
        self._follow()
        if not self.may_decide or not self.met:
            return
        while self.course.owes(self.me):
            self.write(self._contribution(self.course.draws))
        closed = [] if self.course.lost else self.course.story.to_open(self.me)
        if closed:
            self.write(*(self.course.own[n] for n in closed[:MAX_PARTS]))
        self.clocks.answer()

    def _contribution(self, draw: int) -> Chance:
        if self._chain is None:
            self._chain = Chain(self.seat.keys.seed)
        return Chance(draw, self._chain.contribution(draw))

    def _seal(self) -> None:
        """Write the decisions that are in no letter yet, once this seat has no more to make."""
        self._follow()
        if self.me < 0 or self.session.decider == self.me:
            return
        actions = tuple(event.action for event in self._pending())
        if actions:
            told = public(self.course.match, self.me, actions)
            events = EventsLetter(self.course.event_count, told)
            closed = self._close_up(actions) if told != actions else ()
            self.write(events, *closed, *self._given(actions))

    def _close_up(self, actions: tuple[Action, ...]) -> tuple[Closed]:
        """Return the commitment that replaces hidden actions in the next letter; the actions are
        stored first."""
        n, table = len(self.log.chain(self.me)), self.seat.terms.id
        opening = Open(n, salt(self.seat.keys.seed, table, n), actions)
        self.store.close(n, actions)
        self.course.own[n] = opening
        return (Closed(commitment(table, self.me, opening)),)

    def _pending(self) -> list[Event]:
        """Return this seat's events that are in no letter yet.

        Empty if the match differs from the letters, or the letters contain a takeback it has not
        followed yet."""
        mine, told = self.session.agreed.events(), self.course.events
        found = mine[len(told) :]
        if mine[: len(told)] != told or any(one.actor != self.me for one in found):
            return []
        return [] if self.course.rewound > self.session.agreed.letters else found

    def _given(self, actions: Sequence[Action]) -> list[Part]:
        """Return what the letter with these actions should add if chance follows: the contribution,
        or all openings if that chance event discloses everything."""
        match = self.course.match
        state = match.state.clone()
        for action in actions:
            state.apply(action)
        if state.current_player() != CHANCE:
            return []
        if match.game.shows(state, Event(CHANCE, state.chance_outcomes()[0][0])):
            return [*self.course.own.values()]
        return [self._contribution(self.course.draws)]

    def _agree(self) -> None:
        """Bring the session's match in line with the letters, keeping decisions not yet sent."""
        self._follow()
        session, names = self.session, tuple(self.course.names)
        pending = self._pending() if self._asking or session.decider == self.me else []
        if session.agreed.events() != [*self.course.events, *pending]:
            session.agree(self.course.events, self.course.story.whole)
        if names != tuple(session.config.names) and any(names):
            session.rename(names)
            self.renamed()
        session.note_far(self._turn(), self.course.letters)
        self.clocks.note()

    def _turn(self) -> str:
        """Return whose turn home shows: `me`, `other` or ""."""
        if self.stopped or self.session.decider < 0 or not self.met or self.course.over:
            return ""
        return "me" if self.session.decider == self.me else "other"

    # -- relays ------------------------------------------------------------------------------

    def _open(self) -> None:
        if self.pool is not None or not self.seat.relays or self.seat.terms.old:
            return
        if not self.tools.allowed(self.seat.relays):
            return
        self._load()
        terms = self.seat.terms
        self._mail = {}
        self.lines.begin()
        self.pool = self.tools.pool(
            self.seat.relays, terms.topic, terms.content_key, self._on_report
        )
        self.tools.on_visible(self.attendance.here)

    def _close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()
            self.lines.closed()

    def _send(self) -> None:
        """Offer all letters of this seat to every relay."""
        if self.pool is not None and self.me >= 0:
            own = self.log.chain(self.me)
            if own:
                self.pool.offer([to_text(letter.data) for letter in own])

    def _on_report(self, kind: str, relay: str, text: str) -> None:
        if self.pool is None:
            return
        if kind == "mail":
            self._mail.setdefault(relay, []).append(text)
            if self.lines.state.get(relay) == "open":
                self._read(relay)
        elif kind == "whisper":
            self.attendance.hear(text)
        else:
            self.lines.note_report(kind, relay, text)
            if kind == "open":
                self._read(relay)
                self.attendance.here()
            if kind in ("open", "lost", "left"):  # `_asking` may have ended
                self.consider()
            self.changed(False)

    def _read(self, relay: str) -> None:
        """Process all letters a relay has sent so far, in order."""
        words = self._mail.pop(relay, [])
        for word in words:
            self.lines.seen(relay, word)
        found = [self.receive(data) for data in sorted_letters(map(from_text, words))]
        self._news([one for one in found if one.what in (NEW, FORK)])

    @property
    def _asking(self) -> bool:
        """Whether no relay has sent its stored letters yet. Until then nothing is decided: this may
        be an old copy of a table that was played elsewhere."""
        return self.pool is not None and self.lines.summary() == "connecting"

    def _news(self, found: list[Received]) -> None:
        if not found:
            return
        self.attendance.active()
        before = self.session.count
        self.consider()
        self.attendance.whisper(HERE)
        self.changed(self.session.count != before)

    # -- offers and chat ---------------------------------------------------------------------

    def offer(self, what: str) -> None:
        """Offer a `draw`, a takeback of one's last turn (`back`) or to continue here (`home`)."""
        if self.may_decide and self.may_offer(what):
            self.write(WordLetter(f"{what}?", self._number(what)))
            self._send()

    def may_offer(self, what: str) -> bool:
        if not self.met or self.course.offer is not None or not self.may_decide:
            return False
        return not self.course.over and self.course.may_offer(what, self._number(what))

    def _number(self, what: str) -> int:
        """Return the event count an offer refers to, in public events: all, or for `back` those
        before this seat's last turn (−1 if it has had none)."""
        if what != "back":
            return self.course.event_count
        events = self.course.events
        last = max((n for n, one in enumerate(events) if one.actor == self.me), default=-1)
        while last > 0 and events[last - 1].actor == self.me:
            last -= 1
        return -1 if last < 0 else self.course.story.public_count(last)

    def asked(self) -> Offer | None:
        """Return the opponent's open offer that this seat can answer, else None."""
        offer = self.course.offer
        return offer if offer is not None and offer.seat != self.me and self.may_decide else None

    def answer(self, yes: bool) -> None:
        offer = self.asked()
        if offer is not None:
            self.write(WordLetter(offer.what if yes else f"{offer.what}-no", offer.number))
            self._agree()
            self._send()

    def say(self, text: str) -> None:
        text = " ".join(text.split())[:200]
        if text and self.may_decide and self.met:
            self.write(Says(text))
            self._send()


def _more(one: Parent, other: Parent | None) -> bool:
    return other is None or one.seen > other.seen
