"""The far side as the table has it: its panel and its buttons (`ui.table.seats.FarSide`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.far.chance import Chain
from engine.far.crypto import Keys
from engine.far.letter import Word
from engine.far.terms import SeatLink, set_terms
from engine.games import game_info
from ui.far.dialogs import LinkDialog, SeatDialog
from ui.far.keep import FarSeat
from ui.far.panel import panel
from ui.far.play import FarPlay
from ui.far.relays import write_via
from ui.html import Html

if TYPE_CHECKING:
    from ui.app import App
    from ui.far.desk import Desk
    from ui.page import Page
    from ui.table.screen import TableScreen


class FarSide(FarPlay):
    """`FarPlay` with a table in front of it."""

    def attach(self, app: App, page: Page, screen: TableScreen, visits: Desk) -> None:
        self.app, self._page, self._screen, self._visits = app, page, screen, visits
        self.open_part = "invite" if self.inviting else ""
        self.changed = self._show
        self.renamed = screen.restyle
        screen.table.far = self
        screen.table.restyle()

    def _show(self, moved: bool) -> None:
        """Something has come, or the relays have something to say."""
        from ui.table import by_itself, speech

        table = self._screen.table

        def draw() -> None:
            table.state.revision += 1
            if moved:
                table.state.fresh()
                speech.after(table)
                by_itself.go_on(table)

        self.app.later(draw)

    def consider(self) -> None:
        if self.log.refused and self.session.agreed.mine != -1:
            self.session.look_on()
        self.session.hold(self.stopped or self.inviting)
        super().consider()
        self.session.hold(self.stopped or self.inviting)

    def restyle(self) -> None:
        """Nothing is kept that is in a language."""

    # -- what is shown -----------------------------------------------------------------------

    def panel(self) -> Html:
        return panel(self, self._screen.table.voice)

    def badge(self) -> str:
        return "● " if self._turn() == "me" and self.may_decide else ""

    # -- buttons -----------------------------------------------------------------------------

    def press(self, what: str) -> None:
        name, _, rest = what.partition(":")
        command = COMMANDS.get(name)
        if command is not None:
            command(self, rest)
        self._screen.table.state.revision += 1

    def field(self, name: str, value: str) -> None:
        if name == "say":
            self.said = value

    def _copy(self, _: str) -> None:
        def copied(good: bool) -> None:
            key = "far.copied" if good else "share.copy.failed"
            self._say_later(Message(key))

        self._page.copy(self.invitation, copied)

    def _say_later(self, message: Message) -> None:
        self.notice = message
        self.app.announce(self.app.words().message(message))
        self._show(False)

    def _share(self, _: str) -> None:
        self.tools.share(self.invitation)

    def _fold(self, part: str) -> None:
        self.open_part = "" if self.open_part == part else part

    def _by_link(self, _: str) -> None:
        self.app.open(LinkDialog(self.app, self, self._page, self.open_text))

    def _move_seat(self, _: str) -> None:
        if self.me >= 0:
            link = SeatLink(self.seat.terms, self.me, self.seat.keys, self.seat.name)
            base, via = self._page.url().split("#", 1)[0], write_via(self.seat.relays)
            address = f"{base}#seat={link.word}" + (f"&via={via}" if via else "")
            self.app.open(SeatDialog(self.app, self, self._page, address))

    def _ask_back(self, _: str) -> None:
        self.offer("back")

    def _yes(self, _: str) -> None:
        self.answer(True)
        self._show(True)

    def _no(self, _: str) -> None:
        self.answer(False)

    def _speak(self, _: str) -> None:
        self.say(self.said)
        self.said = ""

    def _phrase(self, key: str) -> None:
        self.say(self.app.words().t(f"far.phrase.{key}"))

    def _mute(self, _: str) -> None:
        self.muted = not self.muted

    def _retry(self, _: str) -> None:
        self.hurry()

    def open_text(self, text: str) -> None:
        """A link somebody has pasted at the table."""
        self.app.close()
        self._visits.controller.read(text, lambda work: self._unread(text))

    def _unread(self, text: str) -> None:
        self._say_later(Message("far.paste.bad"))

    # -- another game ------------------------------------------------------------------------

    def rematch(self) -> None:
        """Sides are changed; who has not offered yet accepts what the other has."""
        if self.me < 0 or not self.session.over:
            return
        offered = self.again_terms()
        if offered is not None:
            self._visits.sit(offered, self.seat.name, self.seat.relays)
            return
        found = new_seat(
            self.seat.terms.game_id, self.seat.terms.options_now(), 1 - self.me, self.seat.name,
            self.seat.relays, self.tools.crypto.secret, self.tools.crypto.public,
        )  # fmt: skip
        self.write(Word("again", 0, found.terms.data))
        self._send()
        self._visits.open_new(found)


def new_seat(
    game_id: str, options: object, seat: int, name: str, relays: tuple[str, ...],
    secret: Callable[[], bytes], public: Callable[[bytes], bytes],
) -> FarSeat:  # fmt: skip
    """A table that nobody else sits at yet. Raises BadOptions or BadLink."""
    keys = Keys(secret(), secret())
    end = Chain(keys.seed).end if game_info(game_id).has_chance else b""
    chosen = dict(options) if isinstance(options, dict) else {}
    terms = set_terms(game_id, chosen, seat, public(keys.secret), end, name, secret())
    return FarSeat(terms, seat, keys, name, relays)


COMMANDS: dict[str, Callable[[FarSide, str], None]] = {
    "copy": FarSide._copy,
    "share": FarSide._share,
    "fold": FarSide._fold,
    "link": FarSide._by_link,
    "seat": FarSide._move_seat,
    "back": FarSide._ask_back,
    "yes": FarSide._yes,
    "no": FarSide._no,
    "speak": FarSide._speak,
    "phrase": FarSide._phrase,
    "mute": FarSide._mute,
    "retry": FarSide._retry,
}
