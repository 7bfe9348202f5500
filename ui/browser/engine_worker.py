"""What the worker does (static/worker.txt): an `EngineServer` that lets messages through between
two slices."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.search.engine_server import EngineServer
from ui.browser.shelf import REST, bring
from ui.shell.fetching import NotYetHere

SLICE_SECONDS = 0.05

__export__ = ["ask", "cancel", "reply"]

_server = EngineServer()
_tasks: set[asyncio.Future[None]] = set()
_trouble: list[Exception] = []  # what the thinking stumbled over


def begin() -> None:
    """Called once, in the worker."""
    _run(bring(REST, calmly=True))


def _run(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _work() -> None:
    try:
        while _server.step(SLICE_SECONDS):
            await asyncio.sleep(0)
    except Exception as trouble:
        _trouble.append(trouble)


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
        _run(_work())


def cancel(number: int) -> None:
    """Gives the question up."""
    _server.cancel(number)


def reply() -> str:
    """How far it is, as JSON. Raises what the thinking stumbled over: the page takes over then."""
    if _trouble:
        raise _trouble.pop()
    return _server.reply()
