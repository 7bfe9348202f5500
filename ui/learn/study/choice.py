"""The choice of one game in a text that holds several."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.core.texts import plain_name
from ui.saves.entries import DATE_TAG
from ui.shell import text_kinds
from ui.shell.dialogs import Dialog
from ui.words.frame import button
from ui.words.html import Html, el
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App

MOST = 500  # games that are listed
_TAG = re.compile(r'\[[ \t]*(\w+)[ \t]+["“”„«]([^"“”»\n]*)["“”»]')


class GameChoice(Dialog):
    """List of the games in a text. `then`: called with the text of the chosen one."""

    name = "choose-game"
    heading = "games_in_text.title"

    def __init__(self, app: App, games: Sequence[str], then: Callable[[str], None]) -> None:
        super().__init__(app)
        self._games, self._then = games, then

    def layout(self) -> Html:
        t, n = self.words.t, len(self._games)
        lines = (
            el("li", None, button(f"act:game:{number}", self._label(number, one), "link"))
            for number, one in enumerate(self._games[:MOST], 1)
        )
        return self.frame(
            el("p", None, t("games_in_text.about", n=n)),
            el("p", None, t("games_in_text.first", n=MOST)) if n > MOST else None,
            el("ul", {"class": "study-list", "role": "list"}, lines),
        )

    def _label(self, number: int, game: str) -> str:
        """Return the number of a game with its players, date and result, as far as known."""
        tags = dict(reversed(_TAG.findall(game)))
        info = text_kinds.game_of(game)
        names = [tags.get(tag, "").strip("? ") for tag in (info.name_tags if info else ())]
        parts = [" – ".join(filter(None, map(plain_name, names)))]
        parts += [tags.get(DATE_TAG, "").strip("?."), tags.get("Result", "").strip("*")]
        return f"{number}. {' · '.join(filter(None, parts))}"

    def press(self, target: Target) -> None:
        number = target.subject
        if target.word == "game" and number.isdecimal() and 0 < int(number) <= len(self._games):
            self.app.close()
            self._then(self._games[int(number) - 1])
