"""Sounds of happenings: the script that makes them is fetched when the first one is to be heard."""

from __future__ import annotations

from collections.abc import Sequence


async def play(sounds: Sequence[tuple[str, int]]) -> None:
    """Kinds of happenings, each after so many ms. Without Web Audio it stays quiet."""
    import js
    from pyodide.ffi import to_js
    from pyscript import js_import

    try:
        (script,) = await js_import(js.URL.new("./static/sounds.mjs", js.document.baseURI).href)
        await script.play(to_js([list(one) for one in sounds]))
    except Exception as trouble:
        js.console.warn(f"Asedio: no sound: {trouble}")
