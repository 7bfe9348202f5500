"""Protocol of `ui.far.play.FarPlay` for its parts, such as clocks and attendance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.far.fold import LetterFold
from engine.far.letter import LetterPart
from engine.far.log import Log
from ui.far.connection import Lines
from ui.far.seat_store import FarSeat, SeatStore

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.browser.relay import FarTools, Pool


class Sitting(Protocol):
    """One device at one far table. `absent`: the table is not on display."""

    tools: FarTools
    page: BrowserPage
    store: SeatStore
    seat: FarSeat
    lines: Lines
    log: Log
    course: LetterFold
    pool: Pool | None
    absent: bool
    changed: Callable[[bool], None]

    @property
    def me(self) -> int: ...

    @property
    def other(self) -> int: ...

    @property
    def met(self) -> bool: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def may_decide(self) -> bool: ...

    @property
    def held(self) -> bool: ...

    @property
    def fetching(self) -> bool: ...

    def write(self, *parts: LetterPart) -> None: ...

    def send(self) -> None: ...

    def fetch(self) -> None: ...

    def consider(self) -> None: ...
