"""When the browser is asked to keep what is stored here: once there is something worth keeping.

    asedio:asked    when it was asked, in milliseconds

Some browsers pass the question on to the person in front, who may put it off: nobody is asked again
for a month.
"""

from __future__ import annotations

import time

from ui.saves.entries import PREFIX, is_moment, parse
from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}asked"
MONTH = 30 * 86_400_000  # milliseconds


def ask_now(storage: SafeStorage, now: int | None = None) -> bool:
    """Whether to ask; notes that it is done."""
    now = int(time.time() * 1000) if now is None else now
    asked = parse(storage.get(KEY) or "")
    if not storage.persistent or (is_moment(asked) and asked <= now < asked + MONTH):
        return False
    storage.set(KEY, str(now))
    return True
