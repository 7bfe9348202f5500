"""User interface of a far table: panel, buttons and rematch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.far.bytes import digest
from engine.far.letter import WordLetter
from engine.match.match import Match
from ui.far.clock.calendar import calendar_file
from ui.far.lobby.blocked import key_of, toggle
from ui.far.lobby.durability import durability
from ui.far.table.cards import goes_far
from ui.far.table.certificate import open_certificate
from ui.far.table.chat import message_of
from ui.far.table.dialogs import LinkDialog, move_seat
from ui.far.table.next_table import NextTable
from ui.far.table.panel import panel
from ui.far.table.play import FarPlay
from ui.far.table.questions import cards, waiting
from ui.far.table.status import awaits, series, status, verdict
from ui.saves.opponents import beaten_level, results
from ui.saves.series import results_before
from ui.session.table_clock import ClockFace
from ui.shell import routes
from ui.words.html import Html
from ui.words.targets import cut

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.far.lobby.seats import FarSeats
    from ui.shell.app import App
    from ui.table.screen import TableScreen

ENGINE_LEVEL = 3  # of a computer that takes over a seat; can be changed at the table


class FarSide(FarPlay):
    """`FarPlay` attached to a table screen."""

    def attach(self, app: App, page: BrowserPage, screen: TableScreen, seats: FarSeats) -> None:
        self.app, self._page, self._screen, self._seats = app, page, screen, seats
        around, shown = self.tools.surroundings(), self.shown
        shown.open_part = "invite" if self.inviting else ""
        shown.risk, shown.framed = durability(app.store.persistent, around), around.framed
        shown.turns_unsaid = lambda: app.settings.turns == "ask"
        shown.series = results_before(app.store, self.session.key)
        game_id = self.seat.terms.game_id
        self.free_seat.level = lambda: beaten_level(results(app.store.games(), game_id))
        self.free_seat.lang = lambda: app.settings.lang
        self.next_table = NextTable(self, app, screen, seats)
        self._driven = -1  # events of the match while the table is drawn after they were followed
        self._asked: set[str] = set()  # keys of the questions that have been announced
        self.changed = self._show
        self.renamed = screen.restyle
        self.greet = lambda words: app.later(lambda: screen.greet(words))
        screen.table.far = self
        screen.table.restyle()

    def _show(self, moved: bool) -> None:
        """Redraw the table. `moved`: the position has changed as well."""
        table = self._screen.table

        self._alert()

        def draw() -> None:
            table.state.revision.bump()
            if moved:
                self._driven = self.session.count
                self._screen.moved_elsewhere()
                self._driven = -1
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
        if self._driven == self.session.count:
            return  # the table reacts to what this has just done
        if self.log.refused and self.session.agreed.mine != -1:
            self.session.look_on()
        self.session.suspend(self._suspended)
        super().consider()
        if self.met and self.seat.offered:
            self.free_seat.offer(False)
        self.session.suspend(self._suspended)
        self._alert()

    @property
    def _suspended(self) -> bool:
        course = self.course
        gone = course.home is not None or (course.over and not course.match.over)
        gone = gone or self.luck.cheated or self.guest or course.agreements.accepted is not None
        return self.stopped or self.inviting or gone or self.seat.terms.old

    def stop(self) -> None:
        super().stop()
        self.calls.leave()

    def _alert(self) -> None:
        """Mark the tab and count the game on the app's icon while it is the player's turn; notify
        the player if the turn has just come and the page is hidden."""
        if self.absent or not self.working:
            return
        words = self._screen.table.voice
        who = words.name(self.other) if self.met else ""
        mine = self._turn() == "me" and self.may_decide
        self.calls.turn(mine, lambda: words.t("far.call", who=who))
        self.app.count_waiting()

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

    def series(self) -> Message | None:
        return series(self)

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

    def doing(self, who: str) -> list[Message]:
        """Return the status message, if any. `who` is not used: names come from the letters."""
        return status(self)

    def offer(self, what: str) -> None:
        self.talk.offer(what)

    def may_offer(self, what: str) -> bool:
        return self.talk.may_offer(what)

    # -- buttons -----------------------------------------------------------------------------

    def press(self, what: str) -> None:
        name, rest = cut(what)
        self.chat.mark_read()
        command = self._commands(rest).get(name)
        if command is not None:
            command()
        self._screen.table.state.revision.bump()

    def _commands(self, rest: str) -> Mapping[str, Callable[[], object]]:
        """Return what the buttons do, by name. `rest`: what follows the name in the target."""
        talk, shown, free = self.talk, self.shown, self.free_seat
        return {
            "copy": lambda: self._copy(rest),
            "share": lambda: self.tools.share(self.invitation, self._copy_instead),
            "fold": lambda: self._fold(rest),
            "link": lambda: self.app.open(LinkDialog(self.app, self, self._page, self.open_text)),
            "seat": lambda: move_seat(self.app, self, self._page),
            "watch": self._watch,
            "calendar": self._calendar,
            "certificate": lambda: open_certificate(self.app, self, self._page),
            "back": lambda: self.offer("back"),
            "time": lambda: talk.soon(self.clocks.claim),
            "silence": lambda: talk.soon(lambda: self.clocks.answer_silence(rest)),
            "offer": free.toggle_offer,
            "ask-home": lambda: self.offer("home"),
            "home": self._home,
            "engine": self._engine,
            "prove": lambda: talk.soon(self.luck.prove),
            "yes": self._yes,
            "no": self._no,
            "play-here": self._play_here,
            "play-on": lambda: self._report(self.next_table.play_on()),
            "sit-there": self.next_table.sit_there,
            "another": self.next_table.another,
            "decline": self.next_table.decline,
            "aside": lambda: shown.set_aside.add(rest),
            "turns": lambda: self.app.set_setting("turns", rest),
            "welcome": self.welcome,
            "forks-read": self._forks_read,
            "speak": self._speak,
            "phrase": lambda: talk.say(message_of(rest)),
            "mute": self._mute,
            "block": self._block,
            "calls": lambda: self.calls.toggle(lambda: self._show(False)),
            "retry": self.hurry,
            "anew": free.try_anew,
            "alone": free.without_relays,
        }

    def field(self, name: str, value: str) -> None:
        if name == "say":
            self.shown.said = value

    def _copy(self, what: str = "", done: str = "far.copied") -> None:
        """Copy the invitation, or the link with own letters, and show the message `done`."""

        def copied(good: bool) -> None:
            self._say_later(Message(done if good else "share.not_copied"))

        self._page.copy(self.by_hand if what == "letters" else self.invitation, copied)

    def _copy_instead(self) -> None:
        self._copy(done="share.copied.instead")

    def _report(self, problem: Message | None) -> None:
        if problem is not None:
            self._say_later(problem)

    def rematch(self) -> None:
        """Accept the opponent's rematch offer, or offer one with sides swapped and open it."""
        self._report(self.next_table.again())

    def _say_later(self, message: Message) -> None:
        self.shown.notice = message
        self.app.announce(self.app.words().message(message))
        self._show(False)

    def _fold(self, part: str) -> None:
        self.shown.open_part = "" if self.shown.open_part == part else part

    def _home(self) -> None:
        """Continue the game as a local one, after the opponent has agreed to it."""
        config = self.seat.terms.config()
        config.names = tuple(self.course.names)
        match = Match(config)
        for event in self.course.events:
            match.play(event.action)
        self._seats.controller.open_match(match)

    def _calendar(self) -> None:
        """Save the end of this player's time as a file for a calendar."""
        if (end := self.clocks.deadline()) is not None:
            info, t = self.session.game.info, self._screen.table.voice.t
            uid = f"{digest('calendar', self.seat.keys.secret).hex()[:32]}@asedio"
            title = t("far.calendar.entry", game=info.title)
            text = calendar_file(uid, title, self.base, end, self.clocks.now())
            self._page.download(f"asedio-{info.id}.ics", text)
            self._say_later(Message("far.file.done"))

    def _watch(self) -> None:
        """Offer the address at which others watch, such as on a television for all."""
        title, about = "far.watch.title", "far.watch.about"
        self.app.open(routes.link(self.app, self.invitation, title, about))

    def _engine(self) -> None:
        """Give this seat to a computer or back to the person, and tell the opponent."""
        if self.may_decide:
            level = 0 if self.session.levels[self.me] else ENGINE_LEVEL
            self.session.set_level(self.me, level)
            self.talk.soon(lambda: self.write(WordLetter("engine", level)))

    def _yes(self) -> None:
        offer = self.talk.asked()
        if offer is not None and goes_far(self, offer) and self.shown.sure != offer:
            self.shown.sure = offer
            return
        self.talk.answer(True)
        self._agree()
        self._show(True)

    def _play_here(self) -> None:
        """Let this device answer by itself again, not another one of the seat."""
        self.play_here()
        self.consider()

    def _forks_read(self) -> None:
        self.shown.forks_read = len(self.log.forks)

    def _no(self) -> None:
        self.shown.sure = None
        self.talk.answer(False)

    def _speak(self) -> None:
        if not self.shown.said.strip():
            self._screen.answer(Message("far.say.empty"))
            return
        self.talk.say(self.shown.said)
        self.shown.said = ""
        self.shown.written += 1

    def _mute(self) -> None:
        self.shown.muted = not self.shown.muted

    def _block(self) -> None:
        """Block the other's key, or unblock it."""
        if self.me >= 0 and (key := key_of(self.log, self.other)):
            toggle(self.app.store.storage, key)

    def open_text(self, text: str) -> None:
        """Open a text pasted in the link dialog."""
        self.app.close()
        self._seats.controller.read(text, lambda work: self._unread(text))

    def _unread(self, text: str) -> None:
        self._say_later(Message("far.paste.bad"))
