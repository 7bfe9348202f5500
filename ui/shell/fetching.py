"""Code that is not on the device yet: how it is asked for, and how long that is kept quiet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

FAR, ABOUT = "far", "about"  # packs (`ui.shell.routes.PACKS`) with which more than modules comes
PATIENCE_MS = 300  # beyond this a person is told what is being waited for


# How a fetch ends: with what was asked for, or with a key of the catalogue.
HERE, FAILED, OUTDATED = "", "fetch.failed", "fetch.outdated"


class NotYetHere(BaseException):
    """A game's code has to be fetched before it can be imported.

    No Exception, like asyncio.CancelledError: nothing is wrong with what was being done, so nobody
    who takes care of errors may take it for one. Whoever began the work (`App`, the computer's
    worker) fetches `pack` and begins it again; so nothing may have changed before a first import.
    """

    def __init__(self, pack: str) -> None:
        super().__init__(pack)
        self.pack = pack


class Wish(NamedTuple):
    """What somebody wants to do, and the pack it waits for."""

    pack: str
    act: Callable[[], object]
