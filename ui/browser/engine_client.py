"""Client of the computer player's engine: in a PyScript worker, otherwise on the page.

The worker starts with the first question; questions wait meanwhile. Its script is a file of this
page's version, because the security policy forbids generated scripts. If it cannot start, fails or
does not answer, the page thinks itself, in slices of a few milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from engine.search.engine_server import EngineServer
from engine.search.news import Answer, Cancel, OnNews, Progress, read_news
from ui.browser.power import Spare

WORKER = "worker.txt"  # below static/
NAME = "asedio-engine"
START_SECONDS = 40.0
ANSWER_SECONDS = 10.0  # it answers between two slices; given up after three times this
SLICE_SECONDS = 0.012
PAUSE_SECONDS = 0.02


def worker_config() -> dict[str, Any]:
    """Return the page's configuration for the worker; only the sources list files."""
    from pyscript import config

    return {
        "name": NAME,
        "interpreter": config["interpreter"],
        "packages_cache": "never",
        "plugins": list(config.get("plugins", [])),
        "sync_main_only": True,
        "files": dict(config.get("files", {})),
    }


async def answered(call: Awaitable[Any]) -> Any:
    """Return the result of a call to the worker; raises TimeoutError without an answer.

    Waits in three parts: after a page was suspended, only one of them has run out.
    """
    work = asyncio.ensure_future(call)
    for _ in range(3):
        await asyncio.wait([work], timeout=ANSWER_SECONDS)
        if work.done():
            return work.result()
    raise TimeoutError


class OpenRequest(NamedTuple):
    """A question whose answer is awaited; its number is not used twice."""

    number: int
    text: str
    on_news: OnNews


class EngineClient:
    """Where computer players think; all tables share it."""

    def __init__(self) -> None:
        self._worker: Any = None
        self._page: EngineServer | None = None
        self._starting = False
        self._number = 0
        self._asked: OpenRequest | None = None  # whose answer is awaited
        self._spare: Any = None  # a `Spare`, made with the first pondering
        self._pondering = 0  # number of the question pondered on
        self._tasks: set[Any] = set()

    def ask(self, text: str, on_news: OnNews) -> Cancel:
        """Ask a question (`engine.search.engine_server`), which replaces the one before, and call
        `on_news` with what is found, the answer last. The result gives the question up, unless it
        is answered; `on_news` is not called after it."""
        self._number += 1
        self._pondering, self._asked = 0, OpenRequest(self._number, text, on_news)
        self._send(self._asked)
        number = self._number
        return lambda: self._cancel(number)

    def ponder(self, text: str) -> Cancel:
        """Ask a question in advance, while a person decides. Nothing is told.

        Only an existing worker thinks about it, and only while the page is visible and the device
        has power to spare.
        """
        self._number += 1
        number = self._number
        if self._worker is not None:
            self._pondering, self._asked = number, None
            self._run(self._ponder(text, number))
        return lambda: self._cancel(number)

    def wake(self) -> None:
        """Start the worker ahead of the first question; that takes seconds."""
        if not self._starting:
            self._starting = True
            self._run(self._start())

    def later(self, millis: int, then: Callable[[], None]) -> None:
        async def wait() -> None:
            await asyncio.sleep(millis / 1000)
            then()

        self._run(wait())

    def ready(self) -> bool:
        """Return whether the worker runs, so that an answer can be there within a moment."""
        return self._worker is not None

    def trouble(self) -> bool:
        """Return whether the computer players think in the page itself because the browser could
        not start a worker."""
        return self._page is not None

    def _send(self, asked: OpenRequest) -> None:
        """Pass a question on; before there is a worker, it waits for its start."""
        if self._page is not None:
            self._page.ask(asked.text, asked.number)
            self._run(self._think(self._page, asked))
        elif self._worker is not None:
            self._run(self._listen(asked))
        else:
            self.wake()

    def _cancel(self, number: int) -> None:
        """Give a question up, unless a later one has replaced it."""
        asked = self._asked.number if self._asked is not None else self._pondering
        if asked != number:
            return
        self._asked, self._pondering = None, 0
        if self._page is not None:
            self._page.cancel(number)
        elif self._worker is not None:
            self._run(self._idle(number))

    async def _start(self) -> None:
        """Start the worker; on any failure think on the page."""
        import js
        from pyscript import create_named_worker, fetch

        script = f"{js.asedioStatic}{WORKER}"
        try:
            found = await asyncio.wait_for(fetch(script), START_SECONDS)
            if not found.ok:  # a worker without its script never answers
                raise FileNotFoundError(script)
            made = create_named_worker(script, NAME, worker_config())
            self._worker = await asyncio.wait_for(made, START_SECONDS)
        except Exception as problem:
            print(f"Asedio: no worker, thinking on the page: {problem!r}")
            self._page = EngineServer()
            js.asedioFailed()
        if self._asked is not None:
            self._send(self._asked)

    async def _idle(self, number: int) -> None:
        """Cancel in the worker, which answers between two slices and is idle then."""
        _mark("asedio:cancel")
        await self._call("cancel", number)
        _mark("asedio:idle")

    async def _listen(self, asked: OpenRequest) -> None:
        """Ask the worker, and pass its news on until the answer."""
        await self._call("ask", asked.text, asked.number)
        while self._asked is asked and self._worker is not None:
            self._tell(asked, str(await self._call("news") or ""))

    async def _think(self, server: EngineServer, asked: OpenRequest) -> None:
        """Think on the page, and pass the news on until the answer."""
        while self._asked is asked:
            server.step(SLICE_SECONDS)
            self._tell(asked, server.news())
            await asyncio.sleep(PAUSE_SECONDS)

    def _tell(self, asked: OpenRequest, reply: str) -> None:
        """Pass news on to whoever asked, unless another question has replaced this one."""
        found = read_news(reply, asked.number) if reply and self._asked is asked else None
        if found is None:
            return
        if not isinstance(found, Progress):
            self._asked = None
        if isinstance(found, Answer):
            _mark("asedio:thought", reply)
        asked.on_news(found)

    async def _ponder(self, text: str, number: int) -> None:
        """Ponder if the device has power to spare and no other question has come."""
        if self._spare is None:
            self._spare = Spare(self._hidden)
        if await self._spare.power() and self._pondering == number:
            _mark("asedio:ponder")
            await self._call("ask", text, number)

    def _hidden(self) -> None:
        if self._pondering:
            self._cancel(self._pondering)

    async def _call(self, name: str, *values: Any) -> Any:
        """Call the worker; if it fails the page takes over."""
        try:
            return await answered(getattr(self._worker, name)(*values))
        except Exception as problem:
            self._take_over(problem)
            return None

    def _take_over(self, problem: Exception) -> None:
        """Switch once from the worker to the page and repeat the last question."""
        if self._page is not None:
            return
        print(f"Asedio: the worker failed, thinking on the page: {problem!r}")
        self._worker, self._page = None, EngineServer()
        if self._asked is not None:
            self._send(self._asked)

    def _run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _mark(name: str, detail: str = "") -> None:
    """Set a performance mark, for tests and measurements."""
    import js

    options = js.Object.new()
    options.detail = detail
    js.performance.mark(name, options)
