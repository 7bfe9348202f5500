"""When to request persistent storage from the browser.

    asedio:asked    time of the last request, in milliseconds

Some browsers show the request to the user, who may dismiss it, so it is repeated at most once a
month.
"""

from __future__ import annotations

import time

from ui.saves.entries import PREFIX, is_moment, parse
from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}asked"
MONTH = 30 * 86_400_000  # milliseconds


def ask_now(storage: SafeStorage, now: int | None = None) -> bool:
    """Return whether to request persistent storage now; if so, store the time of the request."""
    now = int(time.time() * 1000) if now is None else now
    asked = parse(storage.get(KEY) or "")
    if not storage.persistent or (is_moment(asked) and asked <= now < asked + MONTH):
        return False
    storage.set(KEY, str(now))
    return True
