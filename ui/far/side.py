"""User interface of a far table: panel, buttons and rematch ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.far.certificate import certified
from engine.far.certificate_times import measures_of
from engine.far.letter import WordLetter
from engine.far.terms import SeatLink, Terms
from engine.match import codec
from engine.match.match import Match
from ui.far import rematch
from ui.far.blocked import key_of, toggle
from ui.far.broken import may_play_on, verdict
from ui.far.certificate import CertificateDialog
from ui.far.connection import Lines
from ui.far.dialogs import LinkDialog, SeatDialog
from ui.far.durability import durability
from ui.far.new_seat import new_seat
from ui.far.offer_cards import goes_far
from ui.far.panel import panel
from ui.far.panel_state import ShownPlay
from ui.far.phrases import message_of
from ui.far.questions import cards, waiting
from ui.far.relay_trial import RelayTrial
from ui.far.relays import write_via
from ui.far.rematch import differences
from ui.far.seat_store import SeatStore, find
from ui.far.status import awaits
from ui.session.table_clock import ClockFace
from ui.words.html import Html
from ui.words.targets import cut

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.far.ports import Desk
    from ui.shell.app import App
    from ui.table.screen import TableScreen

ENGINE_LEVEL = 3  # of a computer that takes over a seat; can be changed at the table


class FarSide(ShownPlay):
    """`FarPlay` attached to a table screen."""

    def attach(self, app: App, page: BrowserPage, screen: TableScreen, visits: Desk) -> None:
        self.app, self._page, self._screen, self._visits = app, page, screen, visits
        self.open_part = "invite" if self.inviting else ""
        around = self.tools.surroundings()
        self.risk, self.framed = durability(app.store.persistent, around), around.framed
        self._before: rematch.Before | None = None
        self.set_aside = set()
        self.written = 0
        self._asked: set[str] = set()  # keys of the questions that have been announced
        self.changed = self._show
        self.renamed = screen.restyle
        self.turns_unsaid = lambda: app.settings.turns == "ask"
        self.greet = lambda words: app.later(lambda: screen.greet(words))
        screen.table.far = self
        screen.table.restyle()

    def _show(self, moved: bool) -> None:
        """Redraw the table. `moved`: the position has changed as well."""
        table = self._screen.table

        self._call()

        def draw() -> None:
            table.state.revision.bump()
            if moved:
                self._screen.moved_elsewhere()
            self.app.afterwards(self._tell)

        self.app.later(draw)

    def _tell(self) -> None:
        """Announce each question once, when it is new."""
        found = waiting(self, self._screen.table.voice)
        new = [one.words for one in found if one.key not in self._asked]
        self._asked = {one.key for one in found}
        if new and not self.absent:
            self.app.announce(" ".join(new))

    def consider(self) -> None:
        if self.log.refused and self.session.agreed.mine != -1:
            self.session.look_on()
        self.session.suspend(self._suspended)
        super().consider()
        if self.met and self.seat.offered:
            self._offer_seat(False)
        self.session.suspend(self._suspended)
        self._call()

    @property
    def _suspended(self) -> bool:
        course = self.course
        gone = course.home is not None or (course.over and not course.match.over)
        gone = gone or self.luck.cheated or self.guest or course.agreements.accepted is not None
        return self.stopped or self.inviting or gone or self.seat.terms.old

    def stop(self) -> None:
        super().stop()
        self.calls.leave()

    def _call(self) -> None:
        """Update the turn alert."""
        if self.absent or not self.working:
            return
        words = self._screen.table.voice
        who = words.name(self.other) if self.met else ""
        mine = self._turn() == "me" and self.may_decide
        self.calls.turn(mine, lambda: words.t("far.call", who=who))

    def restyle(self) -> None:
        """Do nothing: no translated text is cached."""

    # -- rendering ---------------------------------------------------------------------------

    def panel(self) -> Html:
        return panel(self, self._screen.table.voice)

    def asks(self) -> Html:
        return cards(self, self._screen.table.voice)

    def clock(self, player: int) -> ClockFace | None:
        return self.clocks.face(player, self._screen.table.voice.t)

    def verdict(self) -> Message | None:
        return verdict(self)

    def awaits(self) -> Message | None:
        return awaits(self)

    def badge(self) -> str:
        asked = [f"{one.title} · " for one in waiting(self, self._screen.table.voice)[:1]]
        turn = "● " if self._turn() == "me" and self.may_decide else ""
        unread = 0 if self.hushed else self.chat.unread
        return "".join([turn, f"({unread}) " if unread else "", *asked])

    def offering(self, what: str) -> str:
        """Return the label of a button that offers something: it names the other player."""
        voice = self._screen.table.voice
        if what == "again" and self.offered() is not None:
            return voice.t("far.again.yes")
        return voice.t(f"far.offering.{what}", who=voice.name(self.other))

    def may_hint(self) -> bool:
        return self.seat.terms.friendly

    def note_hint(self) -> None:
        self.talk.note_hint()

    def may_offer(self, what: str) -> bool:
        return self.talk.may_offer(what)

    # -- buttons -----------------------------------------------------------------------------

    def press(self, what: str) -> None:
        name, rest = cut(what)
        self.chat.mark_read()
        command = COMMANDS.get(name)
        if command is not None:
            command(self, rest)
        self._screen.table.state.revision.bump()

    def field(self, name: str, value: str) -> None:
        if name == "say":
            self.said = value

    def _copy(self, what: str = "", done: str = "far.copied") -> None:
        """Copy the invitation, or the link with own letters, and show the message `done`."""

        def copied(good: bool) -> None:
            self._say_later(Message(done if good else "share.not_copied"))

        self._page.copy(self.by_hand if what == "letters" else self.invitation, copied)

    def _say_later(self, message: Message) -> None:
        self.notice = message
        self.app.announce(self.app.words().message(message))
        self._show(False)

    def _share(self, _: str) -> None:
        self.tools.share(self.invitation, lambda: self._copy(done="share.copied.instead"))

    def _fold(self, part: str) -> None:
        self.open_part = "" if self.open_part == part else part

    def _by_link(self, _: str) -> None:
        self.app.open(LinkDialog(self.app, self, self._page, self.open_text))

    def _move_seat(self, _: str) -> None:
        if self.me >= 0:
            seat, own = self.seat, tuple(self.course.own.values())
            closed = () if self.course.story.whole else own
            link = SeatLink(seat.terms, self.me, seat.keys, seat.name, closed)
            via = write_via(self.seat.relays)
            address = f"{self.base}#seat={link.word}" + (f"&via={via}" if via else "")
            self.seat = replace(seat, linked=True)
            self.store.save(self.seat)
            self.app.open(SeatDialog(self.app, self, self._page, address))

    def _certificate(self, _: str) -> None:
        letters = self.log.order()
        measured = {one.digest: self.clocks.measures.of(one) for one in letters}
        found = {digest: one for digest, one in measured.items() if one is not None}
        more = {"measures": measures_of(self.me, found, letters)} if self.me >= 0 and found else {}
        work = certified(self.log, self.tools.crypto, more, self.course.group)
        game_id = self.seat.terms.game_id
        self.app.open(CertificateDialog(self.app, self._page, game_id, work, None))

    def _ask_back(self, _: str) -> None:
        self.offer("back")

    def _offer_seat(self, offered: bool) -> None:
        """Publish the invitation as an open offer on its relays, or withdraw it."""
        terms = self.seat.terms
        self.seat = replace(self.seat, offered=offered)
        self.store.save(self.seat)
        if self.pool is not None:
            word = terms.word if offered else ""
            self.pool.announce(word, self.seat.keys.secret, terms.topic)

    def _offer_toggle(self, _: str) -> None:
        if self.inviting:
            self.seat = replace(self.seat, stranger=not self.seat.offered)
            self._offer_seat(not self.seat.offered)

    def _ask_home(self, _: str) -> None:
        self.offer("home")

    def _home(self, _: str) -> None:
        """Continue the game as a local one, after the opponent has agreed to it."""
        config = self.seat.terms.config()
        config.names = tuple(self.course.names)
        match = Match(config)
        for event in self.course.events:
            match.play(event.action)
        self._visits.controller.open_match(match)

    def _engine(self, _: str) -> None:
        """Give this seat to a computer or back to the person, and tell the opponent."""
        if self.may_decide:
            level = 0 if self.session.levels[self.me] else ENGINE_LEVEL
            self.session.set_level(self.me, level)
            self.talk.soon(lambda: self.write(WordLetter("engine", level)))

    def _claim(self, _: str) -> None:
        self.talk.soon(self.clocks.claim)

    def _silence(self, word: str) -> None:
        """Accept a loss by silence (`time`), break the game off (`off`), or close a table that the
        other has left (`close`)."""
        self.talk.soon(lambda: self.clocks.answer_silence(word))

    def _prove(self, _: str) -> None:
        """Open this seat's seed, which proves that the other has shuffled falsely."""

        def write() -> None:
            if self.luck.cheated and (steps := self.course.dealing.opening()):
                self.write(*steps)

        self.talk.soon(write)

    def _yes(self, _: str) -> None:
        offer = self.talk.asked()
        if offer is not None and goes_far(self, offer) and self.sure != offer:
            self.sure = offer
            return
        self.talk.answer(True)
        self._agree()
        self._show(True)

    def _play_here(self, _: str) -> None:
        """Let this device answer by itself again, not another one of the seat."""
        self.play_here()
        self.consider()

    def _turns(self, value: str) -> None:
        self.app.set_setting("turns", value)

    def _put_aside(self, key: str) -> None:
        """Dismiss a question that needs no answer."""
        self.set_aside.add(key)

    def _forks_read(self, _: str) -> None:
        self.forks_read = len(self.log.forks)

    def _no(self, _: str) -> None:
        self.sure = None
        self.talk.answer(False)

    def _speak(self, _: str) -> None:
        if not self.said.strip():
            self._screen.answer(Message("far.say.empty"))
            return
        self.talk.say(self.said)
        self.said = ""
        self.written += 1

    def _phrase(self, key: str) -> None:
        self.talk.say(message_of(key))

    def _calls(self, _: str) -> None:
        self.calls.toggle(lambda: self._show(False))

    def _mute(self, _: str) -> None:
        self.muted = not self.muted

    def _block(self, _: str) -> None:
        """Block the other's key, or unblock it."""
        if self.me >= 0 and (key := key_of(self.log, self.other)):
            toggle(self.app.store.storage, key)

    def _retry(self, _: str) -> None:
        self.hurry()

    def open_text(self, text: str) -> None:
        """Open a text pasted in the link dialog."""
        self.app.close()
        self._visits.controller.read(text, lambda work: self._unread(text))

    def _unread(self, text: str) -> None:
        self._say_later(Message("far.paste.bad"))

    # -- rematch -----------------------------------------------------------------------------

    def rematch(self) -> None:
        """Accept the opponent's rematch offer, or offer one with sides swapped and open it."""
        self._again("")

    def _play_on(self, _: str) -> None:
        """Offer to play on from the position in which a game was broken off, or accept that."""
        if may_play_on(self):
            self._again(codec.encode(self.course.match))

    def _again(self, past: str) -> None:
        """Accept the opponent's offer of another game, or offer one. `past`: it goes on from there,
        with the same sides."""
        if self.me < 0 or not self.course.over:
            return
        theirs = self.offered()
        terms = theirs or rematch.offer(self.course, self.me)
        if terms is not None:  # the opponent's offer, or our own earlier one
            if theirs is not None and not self._is_sure(theirs):
                return
            self._sit(terms)
            return
        old, seat = self.seat.terms, self.me if past else 1 - self.me
        try:
            found = new_seat(
                old.game_id, old.options_now(), seat, self.seat.name, self.seat.relays,
                self.tools.crypto, old.clock, past, friendly=old.friendly, open=old.open,
            )  # fmt: skip
        except AsedioError as why:
            return self._say_later(why.message)
        self.write(WordLetter("again", 0, found.terms.data))
        self.send()
        relays, stranger = found.relays, self.seat.stranger
        found = replace(found, after=self.session.key, stranger=stranger, untried=len(relays))
        self._visits.open_new(found)

    def _sit(self, terms: Terms) -> None:
        seat = self.seat
        self._visits.sit(terms, seat.name, seat.relays, stranger=seat.stranger)

    def _is_sure(self, terms: Terms) -> bool:
        """Return whether to sit down at this table: it is like the game just played, or this is the
        second press."""
        before = self.game_before()
        changed = before is None or differences(self._screen.table.voice, *before, terms)
        if changed and self.sure != terms.id:
            self.sure = terms.id
            return False
        return True

    def game_before(self) -> tuple[Terms, int] | None:
        if not self.inviting:
            return super().game_before()
        seat = SeatStore(self.app.store.storage, self.seat.after).load()
        return None if seat is None else (seat.terms, seat.seat)

    def _sit_there(self, _: str) -> None:
        """Sit down at the opponent's rematch, which differs from the game just played."""
        terms = self.other_offer
        if terms is not None and self.inviting and self._is_sure(terms):
            self._move_to(terms)

    # -- trial of the relays -----------------------------------------------------------------

    def _try_relays(self) -> None:
        """Try the relays of a new table; then use those that work."""
        if self.trial is None:
            seat = self.seat
            self.trial = RelayTrial(seat.relays, seat.untried, self.tools, self._on_trial)
            self.trial.begin()

    def _on_trial(self, found: tuple[str, ...]) -> None:
        """Redraw the trial, or invite over the relays it has found; a rematch without any waits
        for those of the game before."""
        if found:
            self._use_relays(found)
        elif self.seat.after and self.trial is not None and self.trial.over:
            self._end_trial()
            self._use_relays(self.seat.relays)
        self._show(False)

    def _use_relays(self, relays: tuple[str, ...]) -> None:
        self.seat = replace(self.seat, relays=relays, untried=0)
        self.store.save(self.seat)
        self.lines = Lines(relays)
        self.consider()

    def _try_anew(self, _: str) -> None:
        self._end_trial()
        self.consider()

    def _without_relays(self, _: str) -> None:
        self._end_trial()
        self._use_relays(())

    def _end_trial(self) -> None:
        trial, self.trial = self.trial, None
        if trial is not None:
            trial.stop()

    def _open(self) -> None:
        if self.seat.untried:
            self._try_relays()
            return
        super()._open()
        if self.pool is not None and self.inviting and self.seat.offered:
            self._offer_seat(True)
        if self.pool is None or not self.inviting or self._before is not None:
            return
        store = SeatStore(self.app.store.storage, self.seat.after)
        if self.seat.after and (seat := store.load()) is not None and seat.seat >= 0:
            self._before = rematch.Before(store, seat, self.tools, self._other_table)

    def _close(self) -> None:
        super()._close()
        if self.seat.untried:
            self._end_trial()
        before, self._before = self._before, None
        if before is not None:
            before.close()

    def _other_table(self, terms: Terms) -> None:
        """Move to the opponent's rematch, whose offer takes precedence. If it differs from the game
        just played, ask first."""
        before = self.game_before()
        if before is None or differences(self._screen.table.voice, *before, terms):
            self.other_offer = terms
            self._show(False)
            return
        self._move_to(terms)

    def _move_to(self, terms: Terms) -> None:
        """Sit down at another table and delete this one."""
        key, storage = self.session.key, self.app.store.storage

        def go() -> None:
            if self.inviting and find(storage, self.seat.terms.id) == key:
                self._sit(terms)
                self.app.store.delete(key)

        self.app.later(go)


COMMANDS: dict[str, Callable[[FarSide, str], None]] = {
    "copy": FarSide._copy,
    "share": FarSide._share,
    "fold": FarSide._fold,
    "link": FarSide._by_link,
    "seat": FarSide._move_seat,
    "certificate": FarSide._certificate,
    "back": FarSide._ask_back,
    "time": FarSide._claim,
    "silence": FarSide._silence,
    "offer": FarSide._offer_toggle,
    "ask-home": FarSide._ask_home,
    "home": FarSide._home,
    "engine": FarSide._engine,
    "prove": FarSide._prove,
    "yes": FarSide._yes,
    "play-here": FarSide._play_here,
    "play-on": FarSide._play_on,
    "aside": FarSide._put_aside,
    "turns": FarSide._turns,
    "welcome": FarSide.welcome,
    "forks-read": FarSide._forks_read,
    "sit-there": FarSide._sit_there,
    "no": FarSide._no,
    "speak": FarSide._speak,
    "phrase": FarSide._phrase,
    "mute": FarSide._mute,
    "block": FarSide._block,
    "calls": FarSide._calls,
    "retry": FarSide._retry,
    "anew": FarSide._try_anew,
    "alone": FarSide._without_relays,
}
