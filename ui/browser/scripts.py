"""Small scripts of the page that are loaded on first use."""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS = 60.0  # timeout of an import
_failed: dict[str, int] = {}


async def script(name: str) -> Any:
    """Import a module below `static/`, of this page's version.

    Raises what the import raises. The next attempt uses another address, since browsers may
    remember the failure.
    """
    import js
    from pyscript import js_import

    again = f"?again={_failed[name]}" if name in _failed else ""
    try:
        address = f"{js.asedioStatic}{name}{again}"
        (found,) = await asyncio.wait_for(js_import(address), SECONDS)
    except Exception:
        _failed[name] = _failed.get(name, 0) + 1
        raise
    return found


async def optional(name: str) -> Any:
    """Import a script that the page can do without; None if it fails.

    The console says why, and the user is told if the page is outdated.
    """
    import js

    try:
        return await script(name)
    except Exception as trouble:
        js.asedioFailed()
        js.console.warn(f"Asedio: {name} is missing: {trouble}")
        return None


async def use(name: str, act: str, *given: Any, failed: Any = None) -> Any:
    """Call an async function of an optional script; `failed` if that does not work."""
    import js

    found = await optional(name)
    if found is None:
        return failed
    try:
        return await getattr(found, act)(*given)
    except Exception as trouble:
        js.console.warn(f"Asedio: {act} of {name} failed: {trouble}")
        return failed
