"""Part of a dialog with an address: copy it, send it with another app, scan it as a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.render.qr import code
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.shell.dialogs import Dialog

# How the making of a GIF ended (`ui.browser.gif`).
MADE_GIF, STOPPED_GIF, LARGE_GIF, FAILED_GIF = "made", "stopped", "large", "failed"


class AddressPart:
    """An address with its buttons, in a dialog that says how a press ended."""

    def __init__(self, dialog: Dialog, page: BrowserPage) -> None:
        self._dialog, self._page = dialog, page
        self.address = ""
        self._rows: tuple[str, ...] = ()  # of the QR code, while it is shown
        self._open = False

    def show(self, address: str) -> None:
        """Set the address; the code of another one disappears."""
        if address != self.address:
            self.address, self._rows, self._open = address, (), False

    def draw(self, words: I18n, *more: Html | None) -> Html:
        """Return field, buttons and QR code. `more`: further buttons."""
        t = words.t
        return join(
            el(
                "label",
                {"class": "field"},
                el("span", None, t("share.link")),
                el("input", {"type": "text", "readonly": True, "value": self.address}),
            ),
            el(
                "div",
                {"class": "buttons"},
                button("share:copy", t("share.copy"), "primary"),
                button("share:send", t("share.send")) if self._page.can_share() else None,
                button("share:qr", t("share.qr"), aria_expanded=str(self._open).lower()),
                more,
            ),
            code(self._rows, t("share.qr.label")),
        )

    def press(self, word: str) -> bool:
        """Do what a button of this part asks; return whether `word` names one."""
        if not self.address or word not in ("copy", "send", "qr"):
            return False
        self._dialog.said = None
        if word == "copy":
            self._page.copy(self.address, self._dialog.copied)
        elif word == "send":
            self._page.share(self.address, self._copy_instead)
        elif self._open:
            self._rows, self._open = (), False
        else:
            self._open, address = True, self.address
            self._page.qr(address, lambda rows: self._coded(address, rows))
        return True

    def _copy_instead(self) -> None:
        """Copy the address, because the share sheet did not open."""

        def copied(done: bool) -> None:
            self._say("share.copied.instead" if done else "share.not_copied")

        self._page.copy(self.address, copied)

    def _say(self, key: str) -> None:
        self._dialog.said = Message(key) if key else None
        self._dialog.app.refresh()

    def _coded(self, address: str, rows: tuple[str, ...] | None) -> None:
        """Show the code that was asked for, unless the address is another one by now."""
        if address != self.address or not self._open:
            return
        self._rows, self._open = rows or (), bool(rows)
        self._say("" if rows else "share.qr.failed" if rows is None else "share.qr.long")
