"""The table's keyboard commands, in one list that handles the keys and fills the help dialog.

Letters depend on the language (`keys.<name>` in the catalogue; `keys.<name>.what` describes the
command). A setting turns them off for people whose screen reader needs the letters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.core.texts import Message
from ui.shell import routes
from ui.shell.dialogs import Dialog
from ui.table import about, screen_reader, sketches, speech
from ui.table.commands import zen
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el
from ui.words.targets import Target


class Key(NamedTuple):
    """A keyboard command; `name` is the key of its letter and description in the catalogue."""

    name: str
    act: Callable[[Table], None]


def _jump(*selectors: str) -> Callable[[Table], None]:
    """Return a command that focuses the first of these selectors with an element."""

    def to(table: Table) -> None:
        if not any(table.app.view.focus_first(one) for one in selectors):
            speech.answer(table, Message("keys.nothing"))

    return to


_ABLE = ':enabled:not([aria-disabled="true"])'
KEYS = (
    Key("board", _jump('.layer-cells [tabindex="0"]')),
    Key("choices", _jump(".table-choices [data-target]", f".table-tools {_ABLE}")),
    Key("hand", _jump(".table-tray [data-target]", ".near [data-target]", ".far [data-target]")),
    Key("log", _jump('.log [tabindex="0"]', f".log-nav {_ABLE}")),
    Key("field", _jump('[data-field="notation"]', '[data-field="setup"]')),
    Key("phase", screen_reader.phase),
    Key("last", screen_reader.last),
    Key("pieces", screen_reader.pieces),
    Key("reserve", screen_reader.reserve),
    Key("lines", screen_reader.lines),
    Key("attackers", screen_reader.attackers),
    Key("about", about.asked),
    Key("legend", about.legend),
    Key("sketch", sketches.tool),
    Key("notes", lambda table: routes.notes(table)),
    Key("zen", zen),
    Key("full", lambda table: table.app.page.fill()),
)
# Keys that the browser or the board handles; listed in the dialog only.
FIXED = ("arrows", "steps", "ends", "enter", "escape", "delete", "held", "drawn", "help")


def press(table: Table, key: str) -> bool:
    """Run the command of a letter, or show the help for `?`; return whether the key was used."""
    if table.app.settings.keys != "on":
        return False
    if key == "?":
        show(table)
        return True
    found = next((one for one in KEYS if table.voice.t(f"keys.{one.name}") == key.lower()), None)
    if found is not None:
        found.act(table)
    return found is not None


def show(table: Table, _: str = "") -> None:
    """Open the list of all keys."""
    table.app.open(KeysDialog(table))


class KeysDialog(Dialog):
    """Help dialog with every key; commands are buttons too, because telephones have no keys."""

    name = "keys"
    heading = "keys.title"

    def __init__(self, table: Table) -> None:
        super().__init__(table.app)
        self.game_id = table.game_id
        self._table = table

    def layout(self) -> Html:
        t = self.words.t
        on = self.app.settings.keys == "on"
        rows = [
            el(
                "li",
                None,
                button(f"key:{one.name}", t(f"keys.{one.name}.what"), "quiet"),
                el("kbd", None, t(f"keys.{one.name}")) if on else None,
            )
            for one in KEYS
        ]
        fixed = [
            el(
                "li",
                None,
                el("span", None, t(f"keys.{name}.what")),
                el("kbd", None, t(f"keys.{name}")),
            )
            for name in FIXED
        ]
        return self.frame(
            el("ul", {"class": "keys", "role": "list"}, rows, fixed),
        )

    def press(self, target: Target) -> None:
        if target.kind != "key":
            return
        found = next((one for one in KEYS if one.name == target.name), None)
        if found is not None:
            self.app.close()
            found.act(self._table)
