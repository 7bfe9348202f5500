"""What whoever has asked the engine is told: progress, the answer, or that the search failed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """What is found so far; keys as in `EngineServer.reply`."""

    found: Mapping[str, Any]


class Answer(NamedTuple):
    """All that was found; nothing follows."""

    found: Mapping[str, Any]


class Failed(NamedTuple):
    """The search has stopped on an error; nothing follows."""

    why: str


News = Progress | Answer | Failed
OnNews = Callable[[News], None]
Cancel = Callable[[], None]


def read_news(reply: str, number: int) -> News | None:
    """Return what a reply of the server tells; None if it is about another request."""
    found = json.loads(reply)
    if found.get("number") != number:
        return None
    if "error" in found:
        return Failed(str(found["error"]))
    return Answer(found) if "actions" in found else Progress(found)
