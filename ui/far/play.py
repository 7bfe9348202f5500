"""The far side of a table: letters in, letters out, and the match that follows from them.

What the person in front decides is stored as events first, then as a letter, then
sent; what arrives is stored as a letter before anything is made of it. So nothing is lost when
page, network or relay end at any moment: whatever comes next begins from the stored letters.
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
    """`ui.session.seats.FarSide` of one table. `changed` draws the table anew, `renamed` with other
    names, `news` says what has come."""

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
        self.absent = True  # nobody is at the table yet
        self._mail: dict[str, list[str]] = {}  # by relay: what came before it had sent all
        self.open_part = ""  # what is unfolded in the panel
        self.said = ""  # in the field for a short text
        self.muted = False
        self.notice: Message | None = None
        self.attendance = Attendance(self)
        self.calls = Calls(store.storage, tools)
        self._load()
        self.clocks = Clocks(self)

    def _load(self) -> None:
        """The log as it is stored: another tab may have written."""
        self.log = Log(self.seat.terms, self.tools.crypto, self.mine)
        for data in sorted_letters(self.store.letters()):
            self.log.receive(data, trusted=True)
        terms, seed = self.seat.terms, self.seat.keys.seed
        kept = self.store.closed().items()
        own = {n: Open(n, salt(seed, terms.id, n), actions) for n, actions in kept}
        self.course = LetterFold(terms, self.seat.seat, own)
        self._follow()

    def _follow(self) -> None:
        """Takes in what is new. Luck that this seat decides after is known here before a letter
        tells it, but where there is a clock: whose time runs is told at once."""
        self.course.follow(self.log)
        plain = self.seat.terms.clock == NO_CLOCK and self.may_decide and self.met
        while plain and self.course.owes(self.me):
            if not self.course.foresee(self._contribution(self.course.draws)):
                return

    # -- how it stands -----------------------------------------------------------------------

    @property
    def me(self) -> int:
        """This device's seat; −1 for one that looks on."""
        return -1 if self.log.refused else self.seat.seat

    @property
    def other(self) -> int:
        return 1 - self.me if self.me >= 0 else self.log.free

    @property
    def met(self) -> bool:
        """Whether both seats are taken, as far as this device knows."""
        return self.log.accepted is not None

    @property
    def inviting(self) -> bool:
        return not self.met and self.seat.seat == self.seat.terms.seat

    def urgent(self) -> bool:
        """Whether the panel comes before the board where there is little room."""
        return self.stopped or self.inviting

    @property
    def stopped(self) -> bool:
        """Whether nobody can go on: there are two stories."""
        return self.log.fork is not None

    @property
    def working(self) -> bool:
        """Whether this tab is the one that plays."""
        return not (self.session.watching or self.session.asking)

    @property
    def may_decide(self) -> bool:
        return self.me >= 0 and not self.stopped and self.course.home is None

    def unseen(self) -> list[Letter]:
        """Letters of this seat the other is not known to have."""
        told = {one.seat: one for one in self.attendance.seen_by(self.other)}
        heads = self.log.seen_by(self.other)
        told.update({one.seat: one for one in heads if _more(one, told.get(one.seat))})
        heads = tuple(told.values())
        return [one for one in self.log.lacks(heads) if one.seat == self.me]

    def for_link(self) -> list[Letter]:
        """What a link to the other carries."""
        return self.unseen()

    def receipt(self) -> str:
        """How far the last letter of this seat has come: `seen`, `stored`, `waits` (relays will
        be tried again), `here` (it goes by hand), or nothing where there is none."""
        own = self.log.chain(self.me) if self.me >= 0 else []
        if not own:
            return ""
        if own[-1] not in self.unseen():
            return "seen"
        if self.lines.stored(to_text(own[-1].data)):
            return "stored"
        return "waits" if self.lines.hopeful else "here"

    @property
    def invitation(self) -> str:
        """The address that invites."""
        base = self.page.url().split("#", 1)[0]
        via = write_via(self.seat.relays)
        return f"{base}#join={self.seat.terms.word}" + (f"&via={via}" if via else "")

    def offered(self) -> Terms | None:
        """The other's offer of another game, when it counts."""
        counts = again.counts(self.course) == self.other
        return again.offer(self.course, self.other) if counts else None

    # -- Agent -------------------------------------------------------------------------------

    def consider(self) -> None:
        """Something has happened at the table: what is decided becomes letters, what has come
        becomes moves."""
        if self.absent or not self.working:
            self._close()
            return
        self._open()
        before = -1
        while before != self.course.letters:  # what is answered by itself may ask for more
            before = self.course.letters
            if not self.stopped and not self._asking:
                self._answer_by_itself()
                self._seal()
            self._agree()
        self._send()

    def wake(self) -> None:
        """The table is in front of somebody."""
        self.absent = False
        self.consider()

    def stop(self) -> None:
        """Another screen takes the table's place."""
        self.absent = True
        self.attendance.away()
        self._close()

    def hurry(self) -> bool:
        if self.pool is not None:
            self.pool.wake()
        return True

    def doing(self, who: str) -> list[Message]:
        """What the people at the table are told about it."""
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
        """A player's name as typed, or what the game calls the seat."""
        return self.course.names[seat] or Message(f"player.name.{seat}")

    # -- letters -----------------------------------------------------------------------------

    def receive(self, data: bytes) -> Received:
        """A letter from anywhere; kept before anything is made of it."""
        found = self.log.receive(data)
        for letter in found.entered:
            self.store.add(letter)
        if found.what == FORK and found.letter is not None:
            self.store.add(found.letter)
        return found

    def arrive(self, letters: list[bytes]) -> list[Received]:
        """Letters that came by hand, all at once."""
        found = [self.receive(data) for data in sorted_letters(letters)]
        self._news([one for one in found if one.what in (NEW, FORK)])
        return found

    def reload(self) -> None:
        """Another tab has written letters."""
        self._load()
        self.consider()
        self.changed(True)

    def write(self, *parts: Part) -> None:
        """A letter of this seat: stored, then taken, then sent. What chance owes rides along."""
        self._post(self.log.next_letter(self.me, (*self.course.riding, *parts)))

    def _post(self, plain: Letter) -> None:
        letter = plain.write(self.tools.crypto, self.seat.keys.secret)
        self.store.add(letter)
        found = self.log.receive(letter.data, trusted=True)
        assert found.what == NEW, found
        self._follow()
        self.attendance.active()

    def _answer_by_itself(self) -> None:
        """Who comes first is taken; contributions to chance are given, or ride on the next letter;
        what was closed is opened; claims on time are answered."""
        if self.inviting and (found := self.log.candidates()):
            self._post(self.log.acceptance(found[0]))
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
        """What was decided here and is in no letter yet, as soon as somebody else is to decide."""
        self._follow()
        if self.me < 0 or self.session.decider == self.me:
            return
        actions = tuple(event.action for event in self._pending())
        if actions:
            told = public(self.course.match, self.me, actions)
            events = EventsLetter(self.course.event_count, self.clocks.spent(), told)
            closed = self._close_up(actions) if told != actions else ()
            self.write(events, *closed, *self._given(actions))

    def _close_up(self, actions: tuple[Action, ...]) -> tuple[Closed]:
        """What the next letter commits itself to instead of telling it: kept before anything goes
        out."""
        n, table = len(self.log.chain(self.me)), self.seat.terms.id
        opening = Open(n, salt(self.seat.keys.seed, table, n), actions)
        self.store.close(n, actions)
        self.course.own[n] = opening
        return (Closed(commitment(table, self.me, opening)),)

    def _pending(self) -> list[Event]:
        """What this seat has decided since all that the letters tell. Nothing, when they tell
        another story, or have gone back since the match here agreed with them."""
        mine, told = self.session.agreed.events(), self.course.events
        found = mine[len(told) :]
        if mine[: len(told)] != told or any(one.actor != self.me for one in found):
            return []
        return [] if self.course.rewound > self.session.agreed.letters else found

    def _given(self, actions: Sequence[Action]) -> list[Part]:
        """The contribution rides along when chance comes next; or the openings do, when what comes
        shows everything."""
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
        """The table's match is the one the letters tell, and what was decided since."""
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
        """For the shelf: `me`, `other`, or nothing."""
        if self.stopped or self.session.decider < 0 or not self.met or self.course.over:
            return ""
        return "me" if self.session.decider == self.me else "other"

    # -- relays ------------------------------------------------------------------------------

    def _open(self) -> None:
        if self.pool is not None or not self.seat.relays:
            return
        if not self.tools.allowed(self.seat.relays):
            return
        self._load()
        terms = self.seat.terms
        self._mail = {}
        self.lines.begin()
        self.pool = self.tools.pool(self.seat.relays, terms.topic, terms.mail_key, self._on_report)
        self.tools.on_visible(self.attendance.here)

    def _close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()
            self.lines.closed()

    def _send(self) -> None:
        """Every relay is to have every letter of this seat."""
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
            if kind in ("open", "lost", "left"):  # nobody is waited for any longer
                self.consider()
            self.changed(False)

    def _read(self, relay: str) -> None:
        """What a relay has sent, all of it at once."""
        words = self._mail.pop(relay, [])
        for word in words:
            self.lines.seen(relay, word)
        found = [self.receive(data) for data in sorted_letters(map(from_text, words))]
        self._news([one for one in found if one.what in (NEW, FORK)])

    @property
    def _asking(self) -> bool:
        """Whether the relays have yet to say what they keep: of an old copy of this table, perhaps,
        that was played on."""
        return self.pool is not None and self.lines.summary() == "connecting"

    def _news(self, found: list[Received]) -> None:
        if not found:
            return
        self.attendance.active()
        before = self.session.count
        self.consider()
        self.attendance.whisper(HERE)
        self.changed(self.session.count != before)

    # -- what people say to each other -------------------------------------------------------

    def offer(self, what: str) -> None:
        """A draw, going back to before this seat's last move, or going on at this device."""
        if self.may_decide and self.may_offer(what):
            self.write(WordLetter(f"{what}?", self._number(what)))
            self._send()

    def may_offer(self, what: str) -> bool:
        if not self.met or self.course.offer is not None or not self.may_decide:
            return False
        return not self.course.over and self.course.may_offer(what, self._number(what))

    def _number(self, what: str) -> int:
        """Of the events as letters count them: all, or those before this seat's last turn (−1 where
        it has had none)."""
        if what != "back":
            return self.course.event_count
        events = self.course.events
        last = max((n for n, one in enumerate(events) if one.actor == self.me), default=-1)
        while last > 0 and events[last - 1].actor == self.me:
            last -= 1
        return -1 if last < 0 else self.course.story.public_count(last)

    def asked(self) -> Offer | None:
        """What the other has offered and waits for."""
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
