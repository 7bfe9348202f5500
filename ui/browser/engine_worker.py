"""Engine in the worker (static/worker.txt): an `EngineServer` that handles messages in between."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.search.engine_server import EngineServer
from ui.browser.code_packs import REST, bring
from ui.shell.fetching import NotYetHere

SLICE_SECONDS = 0.05
WAIT_SECONDS = 2.0  # for news; then the page asks again, and knows that the worker is alive

__export__ = ["ask", "cancel", "news"]

_server = EngineServer()
_tasks: set[asyncio.Future[None]] = set()
_trouble: list[Exception] = []  # errors of the search, raised by the next `news`
_worked = asyncio.Event()  # a slice has ended


def begin() -> None:
    """Load the remaining packs; called once, when the worker starts."""
    _run(bring(REST, calmly=True))


def _run(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _work() -> None:
    try:
        while _server.step(SLICE_SECONDS):
            _worked.set()
            await asyncio.sleep(0)
    except Exception as trouble:
        _trouble.append(trouble)
    _worked.set()


async def ask(text: str, number: int) -> None:
    """Start thinking about a question (`engine_server.question`), once its game is loaded.

    Raises what loading the game raises.
    """
    running = _server.busy
    try:
        _server.ask(text, number)
    except NotYetHere as missing:
        await bring(missing.pack)
        await ask(text, number)
        return
    if not running:
        _run(_work())


def cancel(number: int) -> None:
    """Give a question up."""
    _server.cancel(number)


async def news() -> str:
    """Wait until something is found and return it as JSON; "" if that takes long.

    Raises an error of the search, after which the page takes over.
    """
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            while not (found := _found()):
                _worked.clear()
                await _worked.wait()
            return found
    except TimeoutError:
        return ""


def _found() -> str:
    if _trouble:
        raise _trouble.pop()
    return _server.news()
