"""Note about a page that came over plain http from another machine, given once on a device: then
the entry `asedio:plain` is "said"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.saves.entries import PREFIX

if TYPE_CHECKING:
    from ui.browser.relay import FarTools
    from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}plain"


def plain_note(tools: FarTools, storage: SafeStorage) -> str:
    """Return the key of the note; "" on a secure page, or if the note has been given before.

    Without a secure context there is no lock between tabs and no page without the network.
    """
    if tools.secure() or storage.get(KEY) is not None:
        return ""
    storage.set(KEY, "said")
    return "far.plain"
