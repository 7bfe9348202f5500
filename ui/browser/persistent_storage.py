"""Persistent storage (StorageManager).

Without it the browser may clear a page's storage after some time or when space runs out. Some
browsers ask the user, others decide by themselves; insecure contexts and pages without storage get
no answer.
"""

from __future__ import annotations


async def lasting(ask: bool) -> bool | None:
    """Return whether storage is persistent; None if the browser does not say.

    `ask`: request it if it is not.
    """
    import js
    from pyscript.ffi import is_none

    try:
        storage = getattr(js.navigator, "storage", None)
        if storage is None or is_none(storage):
            return None
        kept = bool(await storage.persisted())
        return kept or (ask and bool(await storage.persist()))
    except Exception:  # browsers refuse in different ways
        return None
