"""The position being edited, stored so that it outlives a reload.

asedio:edited:<game>   {"options": {not default}, "cells": [words], "values": {name: text}}
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


def keep_draft(storage: Storage, draft: PositionDraft) -> None:
    """Store the sheet as it is; nothing for the usual start."""
    key, options = f"{EDITED}{draft.game_id}", _named(draft.game_id, draft.options)
    if draft.sheet == draft.editor.start() and not options:
        if storage.get(key) is not None:
            storage.remove(key)
        return
    sheet = {"cells": list(draft.sheet.cells), "values": dict(draft.sheet.values)}
    text = dump({"options": options, **sheet})
    if len(text) <= MOST and storage.get(key) != text:
        storage.set(key, text)


def stored_draft(
    storage: Storage, game_id: str, options: Mapping[str, Any]
) -> PositionDraft | None:
    """Return the stored draft of a game; None without a readable one, and for one with other
    options than those asked for."""
    try:
        value = read_json(storage.get(f"{EDITED}{game_id}") or "", MOST)
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
        isinstance(one, str) and (one == "" or re.fullmatch(editor.word, one)) for one in cells
    )
    plain = all(
        isinstance(one, str) and len(one) <= MOST_VALUE and not re.search(r"\s", one)
        for one in values.values()
    )
    return Sheet(tuple(cells), tuple(values.items())) if known and plain else None
