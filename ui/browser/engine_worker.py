"""The script of the worker: an `EngineServer` that lets messages through between two slices."""

from __future__ import annotations

import asyncio

from engine.search.engine_server import EngineServer
from ui.browser.shelf import REST, bring
from ui.fetching import NotYetHere

SLICE_SECONDS = 0.05

__export__ = ["ask", "cancel", "told"]

_server = EngineServer()
_tasks: set[asyncio.Future[None]] = set()
_tasks.add(asyncio.ensure_future(bring(REST, calmly=True)))


async def _work() -> None:
    while _server.step(SLICE_SECONDS):
        await asyncio.sleep(0)


async def ask(text: str) -> None:
    """Begins to think about a question (`engine_server.question`), as soon as its game is here.

    Raises what the fetching of the game stumbled over.
    """
    running = _server.busy
    try:
        _server.ask(text)
    except NotYetHere as missing:
        await bring(missing.pack)
        await ask(text)
        return
    if not running:
        task = asyncio.ensure_future(_work())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


def cancel(number: int) -> None:
    """Gives the question up."""
    _server.cancel(number)


def told() -> str:
    """How far it is, as JSON."""
    return _server.told()
