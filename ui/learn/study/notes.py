"""Private notes on a game, each player's own; a study of the game begins with them.

    asedio:note:<game>:<player>   text; player −1 where nothing is hidden

Notes are all that a running game has of a study: no variations and no engine.
"""

from __future__ import annotations

from engine.core.contract import SPECTATOR
from engine.core.texts import Message
from engine.match.study import MAX_COMMENT, short_comment
from ui.saves.storage import Storage
from ui.session.session import Session
from ui.shell.dialogs import Dialog
from ui.table import speech
from ui.table.table import Table
from ui.words.html import Html, el

NOTE = "asedio:note:"


def writer_of(session: Session) -> int:
    """Return whose notes the person in front may read: the seated player's if there are secrets."""
    return session.viewer if session.game.info.has_secrets else SPECTATOR


def note_on(storage: Storage, key: str, player: int) -> str:
    """Return a player's notes on a game."""
    return short_comment(storage.get(f"{NOTE}{key}:{player}") or "")


def keep_note(storage: Storage, key: str, player: int, text: str) -> None:
    """Store a player's notes on a game."""
    if short_comment(text):
        storage.set(f"{NOTE}{key}:{player}", text[:MAX_COMMENT])
    else:
        storage.remove(f"{NOTE}{key}:{player}")


def open_notes(table: Table) -> None:
    """Open the notes of the seated player; not while the device changes hands, nor in tasks."""
    if table.task or table.mode == "curtain":
        speech.answer(table, Message("keys.nothing"))
    else:
        table.app.open(NotesDialog(table))


class NotesDialog(Dialog):
    """The field for a player's notes; what is typed is stored at once."""

    name = "notes"
    heading = "notes.title"
    sheets = (("ui.learn.study", "study.css"),)

    def __init__(self, table: Table) -> None:
        super().__init__(table.app)
        self.game_id = table.game_id
        self._key, self._player = table.session.key, writer_of(table.session)
        self._known = self._stored()  # as last read or written here
        self._redrawn = 0

    def _stored(self) -> str:
        return note_on(self.app.store.storage, self._key, self._player)

    def shape(self) -> tuple[object, int]:
        return super().shape(), self._redrawn

    def layout(self) -> Html:
        t = self.words.t
        area = {
            "data-field": "notes",
            "aria-label": t("notes.label"),
            "maxlength": MAX_COMMENT,
            "rows": 8,
        }
        return self.frame(
            el("p", {"class": "soft"}, t("notes.about")),
            el("div", {"class": "study-note"}, el("textarea", area, self._known)),
        )

    def field(self, name: str, value: str) -> None:
        if name == "notes":
            here = self._stored()
            if here != self._known:  # another tab has written: keep both
                value, self._redrawn = f"{here}\n\n{value}", self._redrawn + 1
            keep_note(self.app.store.storage, self._key, self._player, value)
            self._known = self._stored()

    def stored(self, key: str) -> None:
        if self._stored() != self._known:
            self._known, self._redrawn = self._stored(), self._redrawn + 1
