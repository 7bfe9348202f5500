"""Two tabs of one browser on the same game: one plays, the other follows and may take over."""

from __future__ import annotations

from collections.abc import Callable

from tests.ui.test_app import Page, View, link
from ui.app import App
from ui.desk import Desk
from ui.storage import MemoryStorage
from ui.store import Store

Told = Callable[[bool], None]


class Locks:
    """What the browser does: one holder for each name, others wait in line."""

    def __init__(self) -> None:
        self.lines: dict[str, list[tuple[Page, Told]]] = {}

    def hold(self, tab: Page, key: str, told: Told, take: bool) -> None:
        self.release(tab)
        line = self.lines.setdefault(key, [])
        line.insert(0 if take else len(line), (tab, told))
        told(line[0][0] is tab)
        if take and len(line) > 1:
            line[1][1](False)

    def release(self, tab: Page) -> None:
        for line in self.lines.values():
            first = line[0][0] if line else None
            line[:] = [one for one in line if one[0] is not tab]
            if first is tab and line:
                line[0][1](True)


class Tab(Page):
    """A page whose locks and storage events are real enough."""

    def __init__(self, fragment: str, locks: Locks, tabs: list[Tab], store: MemoryStorage) -> None:
        super().__init__(fragment)
        self.locks = locks
        self.app = App(View(), self, Store(Shared(store, self, tabs)), "en")
        self.desk = Desk(self.app, self)
        tabs.append(self)
        self.app.start()

    def hold(self, key: str, told: Told, take: bool = False) -> None:
        self.locks.hold(self, key, told, take)

    def release(self) -> None:
        self.locks.release(self)

    @property
    def events(self) -> int:
        return len(self.app.screen.session.match.events)


class Shared(MemoryStorage):
    """Shared entries; whatever one tab writes is told to the others."""

    def __init__(self, shared: MemoryStorage, tab: Tab, tabs: list[Tab]) -> None:
        super().__init__(shared.entries)
        self.tab, self.tabs = tab, tabs

    def set(self, key: str, value: str) -> None:
        super().set(key, value)
        self._tell(key)

    def remove(self, key: str) -> None:
        super().remove(key)
        self._tell(key)

    def _tell(self, key: str) -> None:
        for other in self.tabs:
            if other is not self.tab:
                other.desk.stored(key)


def two_tabs() -> tuple[Tab, Tab]:
    locks, tabs, store = Locks(), [], MemoryStorage()
    first = Tab(f"#g={link()}", locks, tabs, store)
    return first, Tab(first.now, locks, tabs, store)


def test_the_second_tab_follows_and_plays_nothing() -> None:
    first, second = two_tabs()
    assert not first.app.screen.session.elsewhere and second.app.screen.session.elsewhere
    assert "act:here" in second.app.view.slots["looking"]
    for target in ("sq:d7", "sq:c7", "act:resign", "act:resign-yes", "act:undo"):
        second.app.press(target)
    assert second.events == first.events == 0
    first.app.press("sq:d7")
    first.app.press("sq:c7")
    assert first.events == second.events > 0
    assert first.app.screen.session.match.state.key() == second.app.screen.session.match.state.key()


def test_it_takes_over_and_nothing_is_lost() -> None:
    first, second = two_tabs()
    first.app.press("sq:d7")
    first.app.press("sq:c7")
    second.app.press("act:here")
    assert first.app.screen.session.elsewhere and not second.app.screen.session.elsewhere
    second.app.press("act:undo")
    assert second.events == first.events == 0
    first.app.press("sq:d7")
    first.app.press("sq:c7")
    assert first.events == 0


def test_a_tab_that_goes_home_lets_the_other_play() -> None:
    first, second = two_tabs()
    first.app.press("act:home")
    assert first.app.screen.name == "home"
    assert not second.app.screen.session.elsewhere
    second.app.press("sq:d7")
    second.app.press("sq:c7")
    assert second.events > 0


def test_one_returns_from_the_rulebook_to_the_table_as_it_is_now() -> None:
    first, second = two_tabs()
    second.app.press("act:rules")
    assert second.app.screen.name == "rules"
    first.app.press("sq:d7")
    first.app.press("sq:c7")
    assert second.app.screen.name == "rules"
    second.desk.back()
    assert second.events == first.events > 0
