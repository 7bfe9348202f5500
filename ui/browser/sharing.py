"""Passing an address or the board on: the system's share sheet, QR codes, the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui.shell import routes


def can_share() -> bool:
    """Return whether the browser has a share sheet."""
    import js

    return hasattr(js.navigator, "share")


def can_share_files() -> bool:
    """Return whether the share sheet takes pictures."""
    import js
    from pyodide.ffi import to_js

    if not can_share() or not hasattr(js.navigator, "canShare"):
        return False
    kind = to_js({"type": "image/png"}, dict_converter=js.Object.fromEntries)
    try:
        file = js.File.new(to_js([""]), "board.png", kind)
        wanted = to_js({"files": [file]}, dict_converter=js.Object.fromEntries)
        return bool(js.navigator.canShare(wanted))
    except Exception:
        return False


def share(address: str, failed: Callable[[], None]) -> None:
    """Open the share sheet with an address and nothing else.

    Must be called while the press is handled: browsers ask for a gesture of the user. `failed` is
    called if there is no sheet or it refuses; closing it is no failure.
    """
    import js

    if not can_share():
        failed()
        return
    data = js.Object.new()
    data.url = address
    js.navigator.share(data).catch(lambda trouble: None if _closed(trouble) else failed())


def _closed(trouble: object) -> bool:
    """Return whether the person has closed the share sheet; any other trouble is logged."""
    import js

    closed = "AbortError" in str(trouble)
    if not closed:
        js.console.warn(f"Asedio: not passed on: {trouble}")
    return closed


async def code(text: str) -> tuple[str, ...] | None:
    """Return the rows of a QR code; empty if the text is too long, None without the script."""
    import js

    try:
        found = str((await routes.scripts.script("vendor/show/qr.js")).qr(text))
    except Exception as trouble:
        js.console.warn(f"Asedio: no QR code: {trouble}")
        return None
    return tuple(found.split("\n")) if found else ()


async def pass_picture(how: str, name: str) -> bool:
    """Copy the board as a picture ("copy") or open the share sheet with it ("share").

    Return whether that worked; a share sheet closed by the person counts as that.
    """
    try:
        keep: Any = await routes.scripts.script("keep.js")
        await (keep.copy() if how == "copy" else keep.share(name))
    except Exception as trouble:
        return _closed(trouble)
    return True
