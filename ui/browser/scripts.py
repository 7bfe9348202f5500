"""Small scripts of the page that are fetched when they are first wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

SECONDS = 60.0  # a script that has not come by then will not come
_failed: dict[str, int] = {}


async def script(name: str) -> Any:
    """A module below `static/`, of this page's own version. Raises what its import raises; then
    it is asked for under another address next time, since a browser may remember the failure."""
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


async def _extra(name: str) -> Any:
    """One the page can do without; a person is told when it is missing in this version."""
    import js

    try:
        return await script(name)
    except Exception:
        js.asedioFailed()
        raise


async def play(sounds: Sequence[tuple[str, int]]) -> None:
    """Kinds of happenings, each after so many ms. Without Web Audio it stays quiet."""
    import js
    from pyodide.ffi import to_js

    try:
        await (await _extra("sounds.js")).play(to_js([list(one) for one in sounds]))
    except Exception as trouble:
        js.console.warn(f"Asedio: no sound: {trouble}")


async def keep_picture(name: str) -> bool:
    """Lets the board on the screen be saved; whether that was possible."""
    import js

    try:
        await (await _extra("keep.js")).keep(name)
    except Exception as trouble:
        js.console.warn(f"Asedio: no picture: {trouble}")
        return False
    return True
