"""Simulation of several tabs of one browser, in simulated time and with delayed messages.

A write is visible at once in the tab that made it, reaches the store later, and the other tabs
later still. Messages of one way (store, channel or lock) keep their order; no way waits for
another. A tab may sleep for seconds; a press may then be handled before what arrived meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from random import Random
from typing import Any

from tests.fixtures.present import present
from tests.ui.fakes import Opened, match_of
from tests.ui.pages import Page
from ui.browser.locks import BrowserLine
from ui.saves.storage import MemoryStorage
from ui.saves.tabs import AT_ONCE, STEAL, TabClaim
from ui.shell.tab_table import TabPlayer


class Browser:
    """Simulated browser: clock, shared store, lock and channel of one game."""

    def __init__(self, seed: int, latest: float = 0.4) -> None:
        self.rng = Random(seed)
        self.latest = latest  # longest delay between two tabs, in seconds
        self.time = 0.0
        self.tabs: list[Tab] = []
        self.entries: dict[str, str] = {}
        self.holder: Request | None = None
        self.line: list[Request] = []
        self.steals = 0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._ways: dict[object, float] = {}  # when the last message of each way arrives

    def at(self, when: float, act: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._due, (when, self._count, act))

    def late(self, way: object, act: Callable[[], None]) -> None:
        """Run `act` after a random delay, but not before earlier calls of the same way."""
        delay = self.rng.choice((0.001, 0.02, self.latest)) * self.rng.random()
        when = max(self.time + delay, self._ways.get(way, 0.0))
        self._ways[way] = when
        self.at(when, act)

    def run(self, until: float) -> None:
        while self._due and self._due[0][0] <= until:
            self.time, _, act = heappop(self._due)
            act()
        self.time = until

    # -- the store ---------------------------------------------------------------------------

    def stored(self, writer: Tab, key: str | None, value: str | None) -> None:
        """Apply a tab's write to the store and tell all tabs later; key None clears the store."""
        if key is None:
            self.entries.clear()
        elif value is None:
            self.entries.pop(key, None)
        else:
            self.entries[key] = value
        for tab in self.tabs:
            change = partial(tab.disk.changed, writer, key, value)
            self.late(("store", tab), partial(tab.task, "store", change))

    # -- the lock ----------------------------------------------------------------------------

    def ask(self, request: Request) -> None:
        if request.how == STEAL:
            self.steals += 1
            old, self.holder = self.holder, request
            if old is not None:
                self.late(("lock", old.tab), partial(old.tab.task, "lock", old.lost))
            self.grant()
        elif request.how == AT_ONCE and (self.holder or self.line):
            refused = partial(request.tab.task, "lock", partial(request.granted, None))
            self.late(("lock", request.tab), refused)
        else:
            self.line.append(request)
            self.next()

    def next(self) -> None:
        if self.holder is None and self.line:
            self.holder = self.line.pop(0)
            self.grant()

    def grant(self) -> None:
        one = present(self.holder)
        granted = partial(one.granted, one.release)
        self.late(("lock", one.tab), partial(one.tab.task, "lock", granted))


class Request:
    """One tab's request for the lock."""

    def __init__(self, tab: Tab, how: str, granted: Any, lost: Any) -> None:
        self.tab, self.how, self.granted, self.lost = tab, how, granted, lost

    def release(self) -> None:
        browser = self.tab.browser

        def arrives() -> None:
            if browser.holder is self:
                browser.holder = None
                browser.next()

        browser.late(("release", self.tab), arrives)


class Disk(MemoryStorage):
    """Storage of one tab: own writes are visible at once, those of others when they arrive."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(dict(tab.browser.entries))
        self.tab = tab
        self.waiting: dict[str, int] = {}  # own writes not yet confirmed, by key

    def _write(self, key: str, value: str | None) -> None:
        self.waiting[key] = self.waiting.get(key, 0) + 1
        browser = self.tab.browser
        browser.late(("disk", self.tab), lambda: browser.stored(self.tab, key, value))

    def set(self, key: str, value: str) -> None:
        if self.entries.get(key) != value:
            super().set(key, value)
            self._write(key, value)
            if ":event:" in key:
                self.tab.acknowledged.append((key, value))

    def remove(self, key: str) -> None:
        if key in self.entries:
            super().remove(key)
            self._write(key, None)

    def clear(self) -> None:
        self.entries.clear()
        browser = self.tab.browser
        browser.late(("disk", self.tab), lambda: browser.stored(self.tab, None, None))

    def changed(self, writer: Tab, key: str | None, value: str | None) -> None:
        if writer is self.tab:
            if key is not None:
                self.waiting[key] -= 1
            return
        if key is None:
            self.entries = {one: raw for one, raw in self.entries.items() if self.waiting.get(one)}
        elif self.waiting.get(key):
            return  # an own, newer write is still on its way
        elif value is None:
            self.entries.pop(key, None)
        else:
            self.entries[key] = value
        self.tab.controller.stored(key or "")


class Line(BrowserLine):
    """Simulated `ui.browser.locks.BrowserLine` of one tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.open = tab, True

    def request(self, how: str, granted: Any, lost: Any) -> None:
        one = Request(self.tab, how, granted, lost)
        self.tab.browser.late(("ask", self.tab), lambda: self.tab.browser.ask(one))

    def say(self, text: str) -> None:
        for other in self.tab.browser.tabs:
            if other is not self.tab:
                heard = partial(other.hears, text)
                way = ("channel", self.tab, other)
                self.tab.browser.late(way, partial(other.task, "channel", heard))

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        when = self.tab.browser.time + seconds
        self.tab.browser.at(when, partial(self.tab.task, "timer", act))

    def now(self) -> float:
        return self.tab.browser.time

    def close(self) -> None:
        self.open = False


class Undrawn(Opened):
    """App that is not drawn."""

    def refresh(self) -> None: ...


class Tab(Page):
    """Simulated tab that shows the game."""

    def __init__(self, browser: Browser, fragment: str) -> None:
        super().__init__(fragment)
        self.browser = browser
        self.awake = 0.0  # asleep until this time
        self.acknowledged: list[tuple[str, str]] = []
        self.line: Line = Line(self)
        self.disk = Disk(self)
        self.app = Undrawn(self, self.disk, "en")
        self.controller = self.app.controller
        self.claim: TabClaim
        self.app.start()
        browser.tabs.append(self)

    def hold(self, key: str, player: TabPlayer, take: bool = False) -> None:
        if not take:
            self.claim = TabClaim(self.line, player)
        self.claim.player = player
        if take:
            self.claim.want()

    def sure(self) -> bool:
        return self.claim.sure()

    def held(self, done: Callable[[frozenset[str]], None]) -> None: ...

    def doubt(self) -> None:
        self.claim.doubt()

    def sleep(self, seconds: float) -> None:
        """Sleep; on waking, the tasks that arrived run kind by kind, in random order."""
        self.awake = self.browser.time + seconds
        kinds = ["store", "lock", "channel", "timer"]
        self.browser.rng.shuffle(kinds)
        self.turns = {kind: 0.001 * number for number, kind in enumerate(kinds, 1)}

    def task(self, kind: str, act: Callable[[], Any]) -> None:
        """Run a task now, or when the tab wakes up."""
        if self.browser.time < self.awake:
            self.browser.at(self.awake + self.turns[kind], partial(self.task, kind, act))
        else:
            act()

    def hears(self, text: str) -> None:
        if self.line.open:
            self.claim.heard(text)

    def pressed(self) -> None:
        """Play a random action; a tab that only follows asks half the time to take over."""
        if self.browser.time < self.awake:
            self.browser.at(self.awake, self.pressed)  # before the waiting tasks
            return
        session = self.app.session
        if session.elsewhere:
            if self.browser.rng.random() < 0.5:
                self.controller.take_over()
            return
        legal = match_of(session).state.legal_actions()
        if legal:
            self.app.later(lambda: session.play([self.browser.rng.choice(legal)]))
