"""Dialogs of a far table: exchange letters by link or file, move a seat to another device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.far.evidence import branch_letters
from engine.far.tablefile import pack_table
from engine.far.terms import SeatLink
from ui.far.relays.addresses import write_via
from ui.far.table.panel import address_field
from ui.render.qr import code
from ui.shell.dialogs import SAID, Dialog
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.paste import PasteField
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.far.table.play import FarPlay
    from ui.shell.app import App


class _Address(Dialog):
    """Base of dialogs with an address to copy, share or scan as a QR code."""

    address = ""

    def __init__(self, app: App, side: FarPlay, page: BrowserPage) -> None:
        super().__init__(app)
        self.side, self.page = side, page
        self.game_id = side.session.game.info.id
        self.shows_code = False

    def slots(self) -> dict[str, Html]:
        said = self.answer()
        rows = self.side.tools.rows(self.address) if self.shows_code else ()
        return {"said": said, "code": code(rows, self.words.t("share.qr.label"))}

    def _address_part(self) -> Html:
        t = self.words.t
        shares = self.side.tools.can_share()
        return join(
            address_field(self.address, t("far.link.label"), "link"),
            el(
                "div",
                {"class": "buttons"},
                button("far:copy", t("share.copy"), "primary"),
                button("far:share", t("far.share")) if shares else None,
                button("far:code", t("far.qr"), "quiet"),
            ),
            el("div", {"data-slot": "code"}),
        )

    def press(self, target: Target) -> None:
        word = target.name if target.kind == "far" else ""
        if word == "copy":
            self.page.copy(self.address, self._copied)
        elif word == "share":
            self.side.tools.share(
                self.address, lambda: self.page.copy(self.address, self._copied_instead)
            )
        elif word == "code":
            self.shows_code = not self.shows_code

    def _copied(self, good: bool) -> None:
        self._say(Message("far.copied" if good else "share.not_copied"))

    def _copied_instead(self, good: bool) -> None:
        self._say(Message("share.copied.instead" if good else "share.not_copied"))

    def _say(self, message: Message) -> None:
        self.said = message
        self.app.announce(self.words.message(self.said))
        self.app.refresh()


class LinkDialog(_Address):
    """Exchange by hand: unseen letters as a link, all as a file, and a field for an answer."""

    name = "far-link"
    heading = "far.by_link"

    def __init__(
        self, app: App, side: FarPlay, page: BrowserPage, opens: Callable[[str], None]
    ) -> None:
        """`opens` is called with the pasted text."""
        super().__init__(app, side, page)
        self._paste, self._opens = PasteField("far-paste"), opens
        self._files = page
        self.nothing, self.held = not side.for_link(), side.held
        self.address = side.by_hand

    def layout(self) -> Html:
        t = self.words.t
        self._paste.renew()
        if self.address:
            link = join(el("p", None, t("far.link.about")), self._address_part())
        else:
            key = "far.link.nothing" if self.nothing else "far.link.long"
            key = "far.held" if self.held else key
            link = join(el("p", None, t(key)), el("div", {"data-slot": "code"}))
        return self.frame(
            el("section", {"class": "far-part"}, link),
            el("section", {"class": "far-part"}, el("div", {"data-slot": "answer"})),
            el(
                "section",
                {"class": "far-part"},
                el("p", None, t("far.file.about")),
                el("div", {"class": "buttons"}, button("far:file", t("far.file"), "quiet")),
            ),
            SAID,
        )

    def slots(self) -> dict[str, Html]:
        return {**super().slots(), "answer": self._answer_part()}

    def _answer_part(self) -> Html:
        t = self.words.t
        return join(
            el(
                "div",
                {"class": "field"},
                el("span", {"aria-hidden": "true"}, t("far.paste")),
                self._paste.draw(self.words, 2, aria_label=t("far.paste")),
            ),
            el("div", {"class": "buttons"}, button("far:open", t("far.paste.open"))),
        )

    def field(self, name: str, value: str) -> None:
        if name == "far-paste":
            self._paste.put(value)

    def press(self, target: Target) -> None:
        word = target.name if target.kind == "far" else ""
        if word == "open":
            self._opens(self._paste.text)
        elif word == "file":
            side = self.side
            letters = [*side.log.order(), *branch_letters(side.log)]
            text = pack_table(side.seat.terms.word, letters)
            self._files.download(f"asedio-{self.game_id}-far.json", text)
            self.said = Message("far.file.done")
        else:
            super().press(target)


class SeatDialog(_Address):
    """Link that moves a seat to another device, with a warning."""

    name = "far-seat"
    heading = "far.seat"

    def __init__(self, app: App, side: FarPlay, page: BrowserPage, address: str) -> None:
        super().__init__(app, side, page)
        self.address = address

    def layout(self) -> Html:
        t = self.words.t
        return self.frame(
            el("p", {"class": "problem"}, t("far.seat.about")),
            self._address_part(),
            SAID,
        )


def move_seat(app: App, side: FarPlay, page: BrowserPage) -> None:
    """Show the link that moves a seat to another device; nothing for a spectator."""
    if side.me < 0:
        return
    seat = side.seat
    closed = () if side.course.story.whole else tuple(side.course.own.values())
    link = SeatLink(seat.terms, side.me, seat.keys, seat.name, closed)
    via = write_via(seat.relays)
    address = f"{side.base}#seat={link.word}" + (f"&via={via}" if via else "")
    side.seat = replace(seat, linked=True)
    side.store.save(side.seat)
    app.open(SeatDialog(app, side, page, address))
