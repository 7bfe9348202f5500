"""Small scripts of the page that are fetched when they are first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


async def _script(name: str) -> Any:
    import js
    from pyscript import js_import

    (script,) = await js_import(js.URL.new(f"./static/{name}", js.document.baseURI).href)
    return script


async def play(sounds: Sequence[tuple[str, int]]) -> None:
    """Kinds of happenings, each after so many ms. Without Web Audio it stays quiet."""
    import js
    from pyodide.ffi import to_js

    try:
        await (await _script("sounds.mjs")).play(to_js([list(one) for one in sounds]))
    except Exception as trouble:
        js.console.warn(f"Asedio: no sound: {trouble}")


async def keep_picture(name: str) -> bool:
    """Lets the board on the screen be saved; whether that was possible."""
    import js

    try:
        await (await _script("keep.mjs")).keep(name)
    except Exception as trouble:
        js.console.warn(f"Asedio: no picture: {trouble}")
        return False
    return True
