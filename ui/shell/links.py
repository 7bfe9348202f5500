"""Dialog that passes on the address of a study or an exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell.dialogs import Dialog, dialog
from ui.shell.share_buttons import AddressPart
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App


class AddressDialog(Dialog):
    """An address to copy, send or scan. `title` and `about`: catalogue keys."""

    name = "link"

    def __init__(self, app: App, address: str, title: str, about: str) -> None:
        super().__init__(app)
        self._title, self._about = title, about
        self.hand = AddressPart(app.page, app.refresh)
        self.hand.show(address)

    def title(self) -> str:
        return self.words.t(self._title)

    def layout(self) -> Html:
        words = self.words
        return dialog(
            words,
            words.t(self._title),
            el("p", None, words.t(self._about)),
            el("div", {"class": "dialog-part", "data-slot": "parts"}),
            el("p", {"class": "said", "role": "status", "data-slot": "said"}),
        )

    def slots(self) -> dict[str, Html]:
        said = self.hand.said
        return {
            "parts": self.hand.draw(self.words),
            "said": join(self.words.message(said)) if said else Html(""),
        }

    def press(self, target: Target) -> None:
        if target.kind == "share":
            self.hand.press(target.word)
