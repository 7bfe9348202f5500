"""Dialog that passes on the address of a study or an exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell.dialogs import SAID, Dialog
from ui.shell.share_buttons import AddressPart
from ui.words.html import Html, el
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App


class AddressDialog(Dialog):
    """An address to copy, send or scan. `title` and `about`: catalogue keys."""

    name = "link"

    def __init__(self, app: App, address: str, title: str, about: str) -> None:
        super().__init__(app)
        self.heading, self._about = title, about
        self.hand = AddressPart(self, app.page)
        self.hand.show(address)

    def layout(self) -> Html:
        words = self.words
        return self.frame(
            el("p", None, words.t(self._about)),
            el("div", {"class": "dialog-part", "data-slot": "parts"}),
            SAID,
        )

    def slots(self) -> dict[str, Html]:
        return {"parts": self.hand.draw(self.words), "said": self.answer()}

    def press(self, target: Target) -> None:
        if target.kind == "share":
            self.hand.press(target.word)
