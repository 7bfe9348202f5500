"""The dialog of a pause: the clocks stand still until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell.dialogs import Dialog
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.table.clocks import TableTimer


class PauseDialog(Dialog):
    """Says why the clocks stand still; closing it continues."""

    name = "pause"
    heading = "clock.paused"

    def __init__(self, table: Table, timer: TableTimer) -> None:
        super().__init__(table.app)
        self._timer = timer
        self.game_id = table.game_id

    def layout(self) -> Html:
        t, why = self.words.t, self._timer.paused
        return self.frame(
            why != "asked" and el("p", None, t(f"clock.paused.{why}")),
            el("p", None, t("clock.paused.asked")),
            el(
                "div",
                {"class": "buttons"},
                button("dialog:close", t("clock.resume"), "primary", data_autofocus=True),
            ),
        )

    def leave(self) -> None:
        self._timer.go_on()
