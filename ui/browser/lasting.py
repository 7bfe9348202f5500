"""Whether the browser keeps what is stored until somebody deletes it (StorageManager).

Otherwise it may clear the storage of a page that was not used for a while, or when room runs out.
Some browsers ask the person in front, others decide by themselves; a page that is no secure context
or has no storage gets no answer.
"""

from __future__ import annotations


async def lasting(ask: bool) -> bool | None:
    """None where the browser does not say. `ask`: asks for it where it is not so yet."""
    import js
    from pyscript.ffi import is_none

    try:
        storage = getattr(js.navigator, "storage", None)
        if storage is None or is_none(storage):
            return None
        kept = bool(await storage.persisted())
        return kept or (ask and bool(await storage.persist()))
    except Exception:  # a browser may refuse in any way
        return None
