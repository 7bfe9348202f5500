"""Controller of a far table: sends and receives letters and derives the match from them.

Own decisions are stored as events, then as a letter, then sent; what could not be stored is not
sent. Received letters are stored before they are processed. So nothing is lost if page, network or
relay fail at any moment: the next start continues from the stored letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core.contract import Event
from engine.core.texts import Message
from engine.far import replies
from engine.far.crypto import mail_secret
from engine.far.decision import decision
from engine.far.letter import Letter, LetterPart, Parent, WordLetter
from engine.far.log import FORK, NEW, Received
from engine.far.order import sorted_letters
from engine.far.terms import Terms
from engine.far.timing import named
from ui.far.clock.clocks import Clocks
from ui.far.far_table import FarTable
from ui.far.lobby.blocked import blocked, welcome
from ui.far.relays.addresses import Relays
from ui.far.relays.mail import Arrivals, authors, dated
from ui.far.relays.manual_mail import pack_link
from ui.far.relays.presence import HERE, Attendance
from ui.far.relays.upkeep import Upkeep
from ui.far.seat_store import FarSeat, SeatStore, to_text
from ui.far.table import rematch
from ui.far.table.chat import Chat
from ui.far.table.free_seat import FreeSeat
from ui.far.table.luck import Luck
from ui.far.table.talk import Talk
from ui.far.table.turn_alerts import Calls
from ui.saves.results import Results

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools, Pool
    from ui.session.session import Session

__all__ = ["FarPlay"]
NOTHING = Parent(0, 0, b"")
BATCH = 100  # milliseconds after a letter in which more are gathered


@dataclass
class PanelState:
    """What the player of a far table has unfolded, typed and put away."""

    open_part: str = ""  # part of the panel that is unfolded
    said: str = ""  # text in the chat field
    written: int = 0  # messages written in the chat field since the table opened
    muted: bool = False
    notice: Message | None = None
    sure: object = None  # offer or table that a first press was for
    forks_read: int = 0  # settled forks the player has read about
    set_aside: set[str] = field(default_factory=set)  # keys of questions that are put away
    risk: str = ""  # how the seat can be lost (ui/far/lobby/durability.py)
    series: Results = field(default_factory=Results)  # of earlier games with the same person
    framed: bool = False  # the page is inside another site's
    turns_unsaid: Callable[[], bool] = lambda: False  # the setting `turns` was not chosen yet


class FarPlay(FarTable):
    """Communication of one far table; `ui.far.table.side.FarSide` adds the user interface."""

    kind = "far"
    pace = "normal"

    def __init__(
        self, session: Session, store: SeatStore, seat: FarSeat, tools: FarTools, page: BrowserPage
    ) -> None:
        super().__init__(session, store, seat, tools, page)
        self.shown = PanelState()
        self.luck = Luck(self)
        self._offered: tuple[Pool | None, int] = None, 0  # the pool that has so many own letters
        self._resting = False  # letters that come now are read together, a little later
        self.attendance = Attendance(self)
        self.chat = Chat(self)
        self.talk = Talk(self, self.chat.part)
        self.upkeep = Upkeep(self, self.attendance.here)
        self.calls = Calls(store.storage, tools)
        self.clocks = Clocks(self)
        self.free_seat = FreeSeat(self)
        self._load()

    def _load(self) -> None:
        """Build log and course from the stored letters, which other tabs write too."""
        self.log = self.store.log(self.seat, self.tools.crypto)
        self._mail = Arrivals(filter(self.log.sits, self.log.kept()))
        self.course = self.store.course(self.seat, self.luck.group)
        self._follow()

    def _follow(self) -> None:
        """Fold the new letters into the course, with the luck that this seat's decision follows."""
        self.course.follow(self.log, self.now())
        self.luck.foresee()

    # -- status ------------------------------------------------------------------------------

    def urgent(self) -> bool:
        """Return whether the panel goes above the board on a small screen."""
        return self.inviting or self.stopped

    def unseen(self) -> list[Letter]:
        """Return this seat's letters that the opponent is not known to have."""
        told = {one.seat: one for one in self.attendance.seen_by(self.other)}
        heads = self.log.seen_by(self.other)
        told.update({one.seat: one for one in heads if one.seen > told.get(one.seat, NOTHING).seen})
        return [one for one in self.log.lacks((*told.values(),)) if one.seat == self.me]

    def for_link(self) -> list[Letter]:
        """Return the letters for a link to the opponent, with those of his own that his other
        device may lack."""
        theirs = self.log.rivals(self.other) if self.me >= 0 else []
        return [*theirs, *(one for one in self.unseen() if self.store.may_send(one))]

    @property
    def by_hand(self) -> str:
        """Address with the letters that the opponent lacks; "" if there are none, or too many."""
        word = pack_link(self.seat.terms.id, self.for_link())
        return f"{self.base}#l={word}" if word else ""

    @property
    def answers(self) -> bool:
        """Whether this device has to send its player's answer to the invitation by hand."""
        apart = self.inviting or self.met or self.seat.relays
        return self.me >= 0 and not apart and self.receipt() == "here"

    def receipt(self) -> str:
        """Return the state of this seat's last letter: `seen`, `stored`, `waits` (relays are
        retried), `here` (to be sent by hand), `held` (not stored, so not sent); "" without one."""
        own = self.log.chain(self.me) if self.me >= 0 else []
        if not own:
            return ""
        if not self.store.may_send(own[-1]):
            return "held"
        if own[-1] not in self.unseen():
            return "seen"
        if self.lines.stored(to_text(own[-1].data)):
            return "stored"
        return "waits" if self.lines.hopeful else "here"

    @property
    def hushed(self) -> bool:
        """Whether the other's words are not shown."""
        return self.shown.muted or self.blocked

    def game_before(self) -> tuple[Terms, int] | None:
        """Return the terms of the game before an offered rematch, and this device's seat there."""
        if not self.inviting:
            return (self.seat.terms, self.me) if self.me >= 0 else None
        seat = SeatStore(self.store.storage, self.seat.after).load()
        return None if seat is None else (seat.terms, seat.seat)

    def offered(self) -> Terms | None:
        """Return the terms of the opponent's rematch offer, if it takes precedence and its player
        has not declined it, else None."""
        counts = rematch.counts(self.course) == self.other
        terms = rematch.offer(self.course, self.other) if counts else None
        declined = terms is not None and terms.public.hex() in blocked(self.store.storage)
        return None if declined else terms

    # -- SeatPlayer --------------------------------------------------------------------------

    def consider(self) -> None:
        """React to any change: write own decisions as letters, apply received letters to the match
        and send. Disconnects if the table is not displayed or not played in this tab."""
        if self.absent or not self.working:
            self._close()
            return
        self._open()
        self._follow()
        before = (-1, 0)
        # an automatic answer may need another one, and what has come an automatic decision
        while before != (now := self._progress()) or self._play_prepared():
            before = now
            if not (self.stopped or self.fetching or self.seat.terms.old):
                self._answer_by_itself()
                self._seal()
                self.talk.catch_up()
            self._agree()
        self.send()

    def _progress(self) -> tuple[int, int]:
        """Return counts of the letters folded and of own decisions that are in no letter yet."""
        return self.course.letters, len(self._pending()) if self.me >= 0 else 0

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

    # -- letters -----------------------------------------------------------------------------

    def receive(self, letter: Letter | bytes, live: bool | None = None) -> Received:
        """Add a received letter to the log and store it, and what it made readable. `live`: see
        `Measures.take`."""
        taken = self.log.taken
        found = self.log.receive(letter)
        self.clocks.measures.take(found.entered, live)
        self._store(found.entered, self.log.taken != taken)
        if found.entered:
            self.shown.sure = None
        return found

    def _store(self, letters: Sequence[Letter], whole: bool) -> None:
        """Store new letters of the two seats, not those of mere candidates, or all if `whole`."""
        for letter in self.log.kept() if whole else letters:
            if self.log.sits(letter):
                self.store.add(letter)
                self._mail.know(letter)

    def arrive(self, letters: list[bytes]) -> list[Received]:
        """Process letters that came by hand. Return the result for each."""
        found = [self.receive(one) for one in sorted_letters(letters)]
        self._news([one for one in found if one.what in (NEW, FORK)])
        return found

    def reload(self) -> None:
        """Read the letters again: another tab has written some."""
        self._load()
        self.consider()
        self.changed(True)

    def write(self, *parts: LetterPart) -> None:
        """Write a letter of this seat and fold it, with the contributions waiting for one."""
        parts = (*self.course.riding, *parts)
        if not self.stopped:
            counts = named(self.log, self.me, self.course.times, self.now(), parts)
            heads = self.log.heads(counts)
            self._post(self.log.next_letter(self.me, parts, self.now(), heads))

    def now(self) -> int:
        """Return milliseconds since 1970 as this device dates letters."""
        return self.clocks.now()

    def _post(self, plain: Letter) -> None:
        letter, taken = plain.write(self.tools.crypto, self.seat.keys.secret), self.log.taken
        self.store.add(letter)
        self._mail.know(letter)
        if replies.pressed(letter):
            self.store.set_here(letter.digest.hex())
        found = self.log.receive(letter, trusted=True)
        assert found.what in (NEW, FORK), found
        if self.log.taken != taken:
            self._store((), True)
        self._follow()
        self.attendance.active()

    def _answer_by_itself(self) -> None:
        """Write the automatic letters: accept the first player to join, send what luck needs of
        this device, open hidden decisions when due, answer claims on time."""
        found = self.log.candidates() if self.inviting and self.lines.complete else []
        if found := welcome(self.store.storage, found, self.now()):
            self._post(self.log.acceptance(found[0], self.now()))
        self._follow()
        if not self.may_decide or not self.met or not self.speaks:
            return
        self.clocks.answer()
        if self.log.open_forks:
            self._go_on()
        if self.log.open_forks:
            return  # nothing is given away before one version counts
        if (part := replies.confirmation(self.course, self.me)) is not None:
            self.write(part)
        while not self.stopped and (owed := self.luck.owed()):
            self.write(*owed)
        if replies.sees_end(self.course, self.me):
            self.write(WordLetter("over", self.course.event_count))
        if opened := replies.openings(self.course, self.me):
            self.write(*opened)
        self._go_on()

    def _go_on(self) -> None:
        """Name what the other has ended, confirmed or sent in two versions, if that is due."""
        part = None if self.stopped else replies.going_on(self.log, self.course, self.me)
        if part is not None:
            heads = replies.going_on_from(self.log, self.course, self.me)
            self._post(self.log.next_letter(self.me, (part,), self.now(), heads))

    @property
    def speaks(self) -> bool:
        """Whether this device answers by itself: the seat was not played on another one since."""
        last = replies.last_pressed(self.log, self.me) if self.me >= 0 else None
        if last is None or self.store.here() == last.digest.hex():
            return True
        if self.store.here() or self.fetching:
            return False
        self.play_here()  # as on a device that the seat was moved to
        return True

    def play_here(self) -> None:
        """Let this device answer by itself from now on."""
        if (last := replies.last_pressed(self.log, self.me)) is not None:
            self.store.set_here(last.digest.hex())

    def _seal(self) -> None:
        """Write the decisions that are in no letter yet, once this seat has no more to make."""
        self._follow()
        pending = self._pending() if self.me >= 0 else []
        sends = self.pool is not None and self.lines.open  # by link answers ride on the next move
        now = sends and replies.only_answers(self.course, pending)
        if self.session.decider == self.me and not now:
            return
        actions = tuple(event.action for event in pending)
        behind = self.luck.behind(actions) if actions else None
        if behind is not None:
            seed, n = self.seat.keys.seed, len(self.log.chain(self.me))
            used = self.clocks.spent()
            found = decision(self.course.story, seed, self.me, n, actions, used)
            if found.opening is not None:  # stored before anything is sent
                self.store.close(n, actions)
                self.course.own[n] = found.opening
            self.write(*self.course.dealing.before(actions), *found.parts, *behind)

    def _play_prepared(self) -> bool:
        """Play the set-up that was prepared before the turn (`Game.setup_ahead`) if it is this
        seat's turn, and tell the player; nothing about it was sent before. Return whether it was
        played.

        Not while the mail is being fetched, nor while a fork is open: that is for the player to
        decide."""
        session = self.session
        ready = session.decider == self.me == session.viewer and self.may_decide
        held = self.fetching or self.log.open_forks or self.course.over
        if not ready or held or session.awaited is not None:  # a computer may have the seat
            return False
        played = session.drafting.play_prepared()
        if played is not None:
            self.greet(Message("far.setup.sent" if played else "far.setup.unfit"))
        return played is True

    def _pending(self) -> list[Event]:
        """Return this seat's events that are in no letter yet.

        Empty if the match differs from the letters, or the letters contain a takeback it has not
        followed yet."""
        mine, told = self.session.agreed.events(), self.course.events
        found = mine[len(told) :]
        if mine[: len(told)] != told or any(one.actor != self.me for one in found):
            return []
        return [] if self.course.rewound > self.session.agreed.letters else found

    def _agree(self) -> None:
        """Bring the session's match in line with the letters, keeping decisions not yet sent. Of a
        table of an earlier version no letter can be read: the stored match stays."""
        if self.seat.terms.old:
            return
        self._follow()
        session, names = self.session, tuple(self.course.names)
        unsent = self.fetching or self.luck.progress is not None or session.decider == self.me
        pending = self._pending() if unsent else []
        if session.agreed.events() != [*self.course.events, *pending]:
            session.agree(self.course.events, self.course.story.whole)
        if names != tuple(session.config.names) and any(names):
            session.rename(names)
            self.renamed()
        session.note_far(self._turn(), self.course.letters)
        if self.luck.judge():
            session.note_unproved(self.course.failed)
        self.clocks.note()

    def _turn(self) -> str:
        """Return whose turn home shows: `me`, `other` or ""; after the end `over`, or `proof` while
        the result is not proved."""
        if self.course.closed:
            return "proof"
        if self.course.over:
            return "over"
        if self.stopped or self.session.decider < 0 or not self.met:
            return ""
        if self.luck.cheated:
            return ""
        return "me" if self.session.decider == self.me else "other"

    # -- relays ------------------------------------------------------------------------------

    def _open(self) -> None:
        if self.seat.untried:
            self.free_seat.try_relays()
            return
        if self.pool is None and self.seat.relays and not self.seat.terms.old:
            self._connect()
        if self.pool is not None and self.inviting:
            self.free_seat.opened()

    def _connect(self) -> None:
        if not self.tools.allowed(self.seat.relays):
            return
        if not all(map(self._mail.knows, self.store.letters())):
            self._load()  # another tab has written some
        self._mail.forget()
        terms = self.seat.terms
        self.lines.begin()
        secret = mail_secret(self.seat.keys.secret) if self.me >= 0 else b""
        self.pool = self.tools.pool(
            self.seat.relays, terms.topic, terms.content_key, secret, authors(self.log),
            self._on_report,
        )  # fmt: skip
        self.tools.on_visible(self.upkeep.seen)

    def welcome(self) -> None:
        """Let a table in that came from a backup; the page may have to be loaded again, because it
        knows only at its start which relays it may contact."""
        self.guest = False
        self.store.welcome()
        if self.tools.allowed(self.seat.relays):
            self.consider()
            self.changed(False)
        else:
            Relays(self.store.storage).know(self.seat.relays)
            self.page.reload()

    def fetch(self) -> None:
        """Connect anew, which fetches the mail before anything is sent."""
        if self.pool is not None:
            self._close()
            self.consider()

    def _close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()
            self.lines.closed()
        self.free_seat.close()

    def send(self) -> None:
        """Offer the stored letters of this seat to every relay, fork letters included."""
        if self.held:
            self.upkeep.retry_storage()
        if self.pool is not None:
            self.pool.follow(authors(self.log))
        if self.pool is None or self.me < 0:
            return
        if self._offered == (self.pool, self.log.count(self.me)):
            return  # nothing new
        own = [one for one in self.log.kept() if one.seat == self.me]
        if letters := dated([one for one in own if self.store.may_send(one)]):
            self.pool.offer(letters)
        self._offered = self.pool, len(letters)

    def _on_report(self, kind: str, relay: str, text: str) -> None:
        if self.pool is None:
            return
        if kind == "mail":
            self._mail.add(relay, text)
            if self.lines.reads(relay) and not self._resting:
                self._read(relay, True)
                self._resting = True
                self.page.after(BATCH, self._rested)
        elif kind == "whisper":
            self.attendance.hear(text)
        else:
            self.lines.note_report(kind, relay, text)
            if kind in ("open", "stuck"):
                self._read(relay, False)
                self.attendance.here()
            if kind in ("open", "stuck", "lost", "left", "complete"):  # `fetching` may have ended
                self.consider()
            self.changed(False)

    def _rested(self) -> None:
        """Read what has come since the last letter, all at once: a page that draws after each
        letter falls behind."""
        self._resting = False
        for relay in self.lines.relays:
            if self.pool is not None and self._mail.waits(relay) and self.lines.reads(relay):
                self._read(relay, True)
                self._resting = True
        if self._resting:
            self.page.after(BATCH, self._rested)

    def _read(self, relay: str, live: bool) -> None:
        """Process all letters a relay has sent so far, in order. `live`: they are new there."""
        words, letters = self._mail.take(relay)
        for word in words:
            self.lines.seen(relay, word)
        found = [self.receive(one, live) for one in letters]
        self.clocks.measures.heard()
        self._news([one for one in found if one.what in (NEW, FORK)])

    def _news(self, found: list[Received]) -> None:
        if not found:
            return
        self.attendance.active()
        before = self.session.count
        self.consider()
        self.attendance.whisper(HERE)
        self.changed(self.session.count != before)
