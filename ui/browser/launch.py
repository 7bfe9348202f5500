"""Files that the system opens with the installed page (`file_handlers` of the manifest)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


def opened_files(take: Callable[[Any], None]) -> Any:
    """Pass the first file of each launch to `take`; return what must stay referenced, None where
    the browser has no such thing."""
    import js
    from pyodide.ffi import create_proxy

    queue = getattr(js.window, "launchQueue", None)
    if queue is None:
        return None

    async def work(handle: Any) -> None:
        take(await handle.getFile())

    def launched(params: Any) -> None:
        files = params.files
        if files.length:
            tasks.append(asyncio.ensure_future(work(files[0])))

    tasks: list[Any] = []
    proxy = create_proxy(launched)
    queue.setConsumer(proxy)
    return proxy
