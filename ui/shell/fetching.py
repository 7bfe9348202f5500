"""Fetching code on demand: the exception, the pending action, and how a fetch ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

FAR, DECK, ABOUT = "far", "deck", "about"  # of `ui.shell.routes.PACKS`: bring more than modules
PATIENCE_MS = 300  # after this a notice says what is being fetched


# How a fetch ends: "" for success, else the catalogue key of the message.
HERE, FAILED, OUTDATED = "", "fetch.failed", "fetch.outdated"


class NotYetHere(BaseException):
    """A module cannot be imported because its pack (a game or `PACKS`) has not been fetched yet.

    A BaseException, like asyncio.CancelledError, so that no `except Exception` takes it for an
    error. The caller that started the work (`App`, the computer's worker) fetches `pack` and starts
    the work again; therefore nothing may change before the first import.
    """

    def __init__(self, pack: str) -> None:
        super().__init__(pack)
        self.pack = pack


class About(NamedTuple):
    """Data of the page of credits.

    `credits`: the list that `engine.dev._credits` writes. `folder`: where it lies, with the
    licences. `build`: of the running page, empty for the sources. `contact`: of the host.
    """

    credits: str
    folder: str
    build: str
    contact: str


class PendingAction(NamedTuple):
    """An action that waits for a pack."""

    pack: str
    act: Callable[[], object]
