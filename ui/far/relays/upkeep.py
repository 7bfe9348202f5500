"""Upkeep of a far table: storage that is full, and pages that were hidden for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

PAUSE = 60  # seconds of a hidden page after which the mail is fetched before anything is sent
RETRY = 5_000  # milliseconds until letters that could not be stored are stored again


class Upkeep:
    """Upkeep of one table. `here` announces presence."""

    def __init__(self, play: FarTable, here: Callable[[], None]) -> None:
        self._play, self._here = play, here
        self._hidden: float | None = None  # when the page was hidden
        self._retrying = False

    def retry_storage(self) -> None:
        """Try again to store letters, now and every few seconds."""
        self._play.store.retry()
        if self._play.held and not self._retrying and not self._play.absent:
            self._retrying = True
            self._play.page.after(RETRY, self._try_again)

    def _try_again(self) -> None:
        self._retrying = False
        if not self._play.absent:
            self._play.send()
            self._play.changed(False)

    def seen(self) -> None:
        """Note that the page was hidden, or is visible again; after a pause fetch the mail: the
        seat may have been played on another device."""
        play, now = self._play, self._play.tools.now()
        if not play.tools.visible():
            self._hidden = now
        elif self._hidden is not None:
            pause, self._hidden = now - self._hidden, None
            if pause > PAUSE:
                play.fetch()
        self._here()
