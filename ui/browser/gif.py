"""Animated GIFs: positions drawn one after the other and compressed in a worker (static/gif.js)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ui.shell import routes
from ui.shell.share_buttons import FAILED_GIF, LARGE_GIF, MADE_GIF, STOPPED_GIF
from ui.words.html import Html

MOST_BYTES = 12_000_000  # what forums and messengers still take


async def record(
    frames: Iterable[tuple[Html, int]], count: int, name: str, step: Callable[[int], bool]
) -> str:
    """Save frames (markup, ms) as a GIF and return how that ended.

    `step` gets the number of frames done and returns False to stop.
    """
    import js

    reel = None
    try:
        reel = (await routes.scripts.script("gif.js")).Reel.new(count)
        for number, (markup, millis) in enumerate(frames):
            if not step(number):
                return STOPPED_GIF
            if int(await reel.add(markup, millis)) > MOST_BYTES:
                return LARGE_GIF
        if not step(count):
            return STOPPED_GIF
        await reel.finish(name)
    except Exception as trouble:
        js.console.warn(f"Asedio: no GIF: {trouble}")
        return FAILED_GIF
    finally:
        if reel is not None:
            reel.cancel()
    return MADE_GIF
