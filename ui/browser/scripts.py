"""Small scripts of the page that are loaded on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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


async def _extra(name: str) -> Any:
    """Import an optional script.

    If it fails, the user is told when the page is outdated. Raises what the import raises.
    """
    import js

    try:
        return await script(name)
    except Exception:
        js.asedioFailed()
        raise


async def play(sounds: Sequence[tuple[str, int]]) -> None:
    """Play the sound of each kind of happening after its delay in ms. Silent without Web Audio."""
    import js
    from pyodide.ffi import to_js

    try:
        await (await _extra("sounds.js")).play(to_js([list(sound) for sound in sounds]))
    except Exception as trouble:
        js.console.warn(f"Asedio: no sound: {trouble}")


async def clock() -> Any:
    """Return the script that counts running clocks on; None if it cannot be loaded."""
    import js

    try:
        return await _extra("clock.js")
    except Exception as trouble:
        js.console.warn(f"Asedio: the clocks are not counted on: {trouble}")
        return None


async def keep_picture(name: str) -> bool:
    """Save the board as a picture; return whether that was possible."""
    import js

    try:
        await (await _extra("keep.js")).keep(name)
    except Exception as trouble:
        js.console.warn(f"Asedio: no picture: {trouble}")
        return False
    return True


async def watch_names() -> None:
    """Show the name of the thing under the mouse from now on."""
    import js

    try:
        (await _extra("names.js")).watch()
    except Exception as trouble:
        js.console.warn(f"Asedio: no names under the mouse: {trouble}")


def can_folder() -> bool:
    """Return whether the browser can write to a folder that the player chooses."""
    import js

    return hasattr(js.window, "showDirectoryPicker")


async def folder(act: str, *given: str) -> Any:
    """Call a function of static/folder.js; None if it failed."""
    import js

    try:
        return await getattr(await _extra("folder.js"), act)(*given)
    except Exception as trouble:
        js.console.warn(f"Asedio: {act} of the folder failed: {trouble}")
        return None


async def seal(text: str, password: str) -> str:
    """Return a backup encrypted with a password; "" if the browser cannot do that."""
    return await _encryption("seal", text, password)


async def unseal(text: str, password: str) -> str:
    """Return the text of an encrypted backup; "" if the password or the file is wrong."""
    return await _encryption("unseal", text, password)


async def _encryption(name: str, text: str, password: str) -> str:
    import js

    try:
        return str(await getattr(await _extra("backup.js"), name)(text, password))
    except Exception as trouble:
        js.console.warn(f"Asedio: {name} failed: {trouble}")
        return ""
