"""Saving and opening of text files."""

from __future__ import annotations

import asyncio
from typing import Any

from engine.core.foreign import UnreadText, file_text

MAX_FILE = 2_000_000  # bytes; ten times the longest save file
MAX_BACKUP = 60_000_000  # bytes; several times what a browser stores for a page


def download_text(name: str, text: str, mime: str = "text/plain") -> None:
    """Offer `text` as a download."""
    import js
    from pyodide.ffi import to_js

    blob = js.Blob.new(to_js([text]), type=f"{mime};charset=utf-8")
    url = js.URL.createObjectURL(blob)
    link = js.document.createElement("a")
    link.href = url
    link.download = name
    link.hidden = True
    js.document.body.appendChild(link)
    link.click()
    link.remove()
    js.setTimeout(js.URL.revokeObjectURL, 10_000, url)


async def read_file(file: Any, most: int = MAX_FILE) -> str | None:
    """Return the text of a chosen `File`, GuessedText if its encoding had to be guessed, UnreadText
    if the browser cannot read it; None if it is larger than `most` bytes."""
    from pyodide.ffi import JsException

    if int(file.size) > most:
        return None
    try:
        data = (await file.arrayBuffer()).to_bytes()
    except JsException:
        return UnreadText()
    return file_text(data)


async def choose_file(accept: str = ".asedio,.json,.txt,.pgn", most: int = MAX_FILE) -> str | None:
    """Let the user choose a file and return its text; None if cancelled or too large."""
    import js
    from pyodide.ffi import create_proxy

    chosen: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(event: Any) -> None:
        if not chosen.done():
            chosen.set_result(event.type == "change")

    listener = create_proxy(settle)
    field = js.document.createElement("input")
    field.type = "file"
    field.accept = accept
    field.hidden = True
    js.document.body.appendChild(field)
    field.addEventListener("change", listener)
    field.addEventListener("cancel", listener)
    field.click()
    try:
        if not await chosen or not field.files.length:
            return None
        return await read_file(field.files.item(0), most)
    finally:
        field.remove()
        listener.destroy()
