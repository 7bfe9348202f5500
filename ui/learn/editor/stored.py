"""The position being edited, stored so that it outlives a reload.

asedio:edited:<game>      {"options": {not default}, "cells": [words], "values": {name: text}}
asedio:edited:<game>:<n>  the same, of another tab that edited at the same time
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.core.editing import PositionEditor, Sheet
from engine.core.jsontext import read_json
from engine.core.options import non_default
from engine.games import game_info
from ui.learn.editor.draft import MOST_VALUE, PositionDraft
from ui.saves.entries import dump
from ui.saves.storage import Storage

EDITED = "asedio:edited:"
MOST = 40_000  # characters


def draft_text(draft: PositionDraft) -> str | None:
    """Return the sheet as it is stored; None for the usual start."""
    options = _named(draft.game_id, draft.options)
    if draft.sheet == draft.editor.start() and not options:
        return None
    sheet = {"cells": list(draft.sheet.cells), "values": dict(draft.sheet.values)}
    return dump({"options": options, **sheet})


def keep_draft(storage: Storage, draft: PositionDraft) -> None:
    """Store the sheet as it is; nothing for the usual start."""
    key, text = f"{EDITED}{draft.game_id}", draft_text(draft)
    if text is None:
        storage.remove(key)
    elif len(text) <= MOST and storage.get(key) != text:
        storage.set(key, text)


class KeptDraft:
    """The stored text of the draft on a screen, which other tabs may change meanwhile."""

    def __init__(self, storage: Storage, draft: PositionDraft) -> None:
        self._storage, self._key = storage, f"{EDITED}{draft.game_id}"
        self._known = storage.get(self._key)  # as last read or written here
        self._number = draft.number

    def keep(self, draft: PositionDraft) -> None:
        """Store what was changed here. What another tab has stored is kept beside it."""
        if draft.number == self._number:
            return
        here = self._storage.get(self._key)
        if here is not None and here not in (self._known, draft_text(draft)):
            self._lay_beside(here)
        keep_draft(self._storage, draft)
        self._known, self._number = self._storage.get(self._key), draft.number

    def moved(self, draft: PositionDraft) -> bool:
        """Return whether another tab has stored another draft, while the one here is stored."""
        stored_here = draft_text(draft) == self._known
        return stored_here and self._storage.get(self._key) != self._known

    def beside(self) -> bool:
        """Return whether the draft of another tab is kept beside this one."""
        return bool(self._storage.keys(f"{self._key}:"))

    def take_other(self, draft: PositionDraft) -> None:
        """Change places with a draft that is kept beside this one."""
        for key in self._storage.keys(f"{self._key}:")[:1]:
            other = stored_draft(self._storage, draft.game_id, {}, key)
            here = self._known
            self._storage.remove(key)
            if other is not None and draft.take(other):
                if here is not None:
                    self._lay_beside(here)
                self.keep(draft)

    def _lay_beside(self, text: str) -> None:
        there = self._storage.keys(f"{self._key}:")
        if text not in map(self._storage.get, there):
            numbers = [one.removeprefix(f"{self._key}:") for one in there]
            last = max((int(one) for one in numbers if one.isdecimal()), default=0)
            self._storage.set(f"{self._key}:{last + 1}", text)


def stored_draft(
    storage: Storage, game_id: str, options: Mapping[str, Any], beside: str = ""
) -> PositionDraft | None:
    """Return the stored draft of a game; None without a readable one, and for one with other
    options than those asked for. `beside`: the key of one that is kept beside it."""
    try:
        value = read_json(storage.get(beside or f"{EDITED}{game_id}") or "", MOST)
        draft = PositionDraft(game_id, value["options"])
        sheet = _sheet(draft.editor, value)
        if sheet is None or not draft.restore(sheet):
            return None
        draft.scene(draft.fault())  # anything may be stored: what cannot be drawn is left out
    except Exception:
        return None
    asked = not options or _named(game_id, options) == _named(game_id, draft.options)
    return draft if asked else None


def _named(game_id: str, options: Mapping[str, Any]) -> dict[str, Any]:
    info = game_info(game_id).options
    full = {one.name: options.get(one.name, one.initial()) for one in info}
    return non_default(info, full)


def _sheet(editor: PositionEditor, value: Any) -> Sheet | None:
    """Return the sheet of a stored value if each of its words can stand where it does."""
    cells, values = value["cells"], value["values"]
    if not isinstance(cells, list) or not isinstance(values, dict):
        return None
    known = all(
        isinstance(one, str) and (one == "" or re.fullmatch(editor.position.board.word, one))
        for one in cells
    )
    plain = all(
        isinstance(one, str) and len(one) <= MOST_VALUE and not re.search(r"\s", one)
        for one in values.values()
    )
    names = [name for name, _ in editor.start().values]
    if not known or not plain or set(names) != set(values):
        return None
    return Sheet(tuple(cells), tuple((name, values[name]) for name in names))
