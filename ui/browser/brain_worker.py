"""The script of the worker: a `Thinker` that lets messages through between two slices."""

from __future__ import annotations

import asyncio

from ui.thinking import Thinker

SLICE_SECONDS = 0.05

__export__ = ["ask", "cancel", "told"]

_thinker = Thinker()
_tasks: set[asyncio.Future[None]] = set()


async def _work() -> None:
    while _thinker.step(SLICE_SECONDS):
        await asyncio.sleep(0)


def ask(text: str) -> None:
    """Begins to think about a question (`ui.thinking.question`)."""
    running = _thinker.busy
    _thinker.ask(text)
    if not running:
        task = asyncio.ensure_future(_work())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


def cancel(number: int) -> None:
    """Gives the question up."""
    _thinker.cancel(number)


def told() -> str:
    """How far it is, as JSON."""
    return _thinker.told()
