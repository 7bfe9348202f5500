"""Two tabs of one browser on the same game: one plays, the other follows and may take over."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalAction
from tests.fixtures.present import present
from tests.ui.fakes import Opened, link, match_of
from tests.ui.pages import Page
from ui.saves.saved import Saved
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.tab_table import TabPlayer


class Locks:
    """Fake locks of a browser: each name has one holder, and the others wait in line. In a
    takeover the old holder stops and hands its game over before the new one begins."""

    def __init__(self) -> None:
        self.lines: dict[str, list[tuple[Page, TabPlayer]]] = {}

    def hold(self, tab: Page, key: str, player: TabPlayer, take: bool) -> None:
        line = self.lines.setdefault(key, [])
        if take and line and line[0][0] is not tab:
            self.enter(line, next(one for one in line if one[0] is tab))
            return
        self.release(tab)
        line.append((tab, player))
        player.set_mine(line[0][0] is tab)

    def enter(self, line: list[tuple[Page, TabPlayer]], new: tuple[Page, TabPlayer]) -> None:
        old = line[0][1]
        old.set_mine(False)
        given = old.give()
        line.remove(new)
        line.insert(0, new)
        if not new[1].shows(given):
            new[1].adopt(given)
        new[1].set_mine(True)

    def release(self, tab: Page) -> None:
        for line in self.lines.values():
            first = line[0][0] if line else None
            line[:] = [one for one in line if one[0] is not tab]
            if first is tab and line:
                line[0][1].set_mine(True)


class Tab(Page):
    """Fake page of one tab, with locks and storage events."""

    def __init__(self, fragment: str, locks: Locks, tabs: list[Tab], store: MemoryStorage) -> None:
        super().__init__(fragment)
        self.queue = locks
        self.app = Opened(self, Shared(store, self, tabs), "en")
        self.controller = self.app.controller
        tabs.append(self)
        self.app.start()

    def hold(self, key: str, player: TabPlayer, take: bool = False) -> None:
        self.queue.hold(self, key, player, take)

    def release(self) -> None:
        self.queue.release(self)

    @property
    def events(self) -> int:
        return len(match_of(self.app.session).events)


class Shared(MemoryStorage):
    """Storage shared by the tabs; a write of one tab is announced to the others."""

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
                other.controller.stored(key)


def two_tabs() -> tuple[Tab, Tab]:
    locks, tabs, store = Locks(), list[Tab](), MemoryStorage()
    first = Tab(f"#g={link()}", locks, tabs, store)
    return first, Tab(first.now, locks, tabs, store)


def test_the_second_tab_follows_and_cannot_play() -> None:
    first, second = two_tabs()
    assert not first.app.session.elsewhere and second.app.session.elsewhere
    assert "act:here" in second.app.view.slots["looking"]
    second.app.press("sq:d7", "sq:c7", "act:resign", "act:resign-yes", "act:undo")
    assert second.events == first.events == 0
    first.app.press("sq:d7", "sq:c7")
    assert first.events == second.events > 0
    both = [match_of(one.app.session).state.key() for one in (first, second)]
    assert both[0] == both[1]


def test_the_level_of_a_computer_cannot_be_changed_in_the_second_tab() -> None:
    locks, tabs, store = Locks(), list[Tab](), MemoryStorage()
    first = Tab(f"#g={link()}&seats=02", locks, tabs, store)
    second = Tab(first.now, locks, tabs, store)
    assert second.app.session.levels == (0, 2)
    second.app.field("level1", "4")
    words = second.app.words("cotadrez").t("table.elsewhere")
    assert words in second.app.view.slots["notice"]
    assert [one.app.session.levels for one in tabs] == [(0, 2), (0, 2)]


def test_a_takeover_loses_nothing() -> None:
    first, second = two_tabs()
    first.app.press("sq:d7", "sq:c7")
    second.app.press("act:here")
    assert first.app.session.elsewhere and not second.app.session.elsewhere
    second.app.press("act:undo")
    assert second.events == first.events == 0
    first.app.press("sq:d7", "sq:c7")
    assert first.events == 0


def test_a_tab_that_goes_home_lets_the_other_play() -> None:
    first, second = two_tabs()
    first.app.press("act:home")
    assert first.app.screen.name == "home"
    assert not second.app.session.elsewhere
    second.app.press("sq:d7", "sq:c7")
    assert second.events > 0


def test_returning_from_the_rulebook_shows_the_current_position() -> None:
    first, second = two_tabs()
    second.app.press("act:rules")
    assert second.app.screen.name == "rules"
    first.app.press("sq:d7", "sq:c7")
    assert second.app.screen.name == "rules"
    second.controller.back()
    assert second.events == first.events > 0


def test_a_tab_that_lost_the_game_without_being_told_writes_nothing() -> None:
    first, second = two_tabs()
    session = first.app.session
    second.app.press("act:here")
    session.writer.elsewhere = False  # asleep when it was taken away
    second.app.press("sq:d7", "sq:c7")
    before = dict(second.app.disk.entries)
    with pytest.raises(IllegalAction):
        session.resign(0)
    assert second.app.disk.entries == before and session.elsewhere


def test_a_takeover_of_a_cleared_store_has_the_whole_game() -> None:
    first, second = two_tabs()
    first.app.press("sq:d7", "sq:c7")
    first.app.disk.entries.clear()
    second.app.press("act:here")
    assert second.events > 0 and not second.app.session.elsewhere
    saved = present(second.app.store.load(second.app.session.key))
    assert len(saved.events) == second.events


def test_a_following_tab_applies_each_event_once_and_never_reloads_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = two_tabs()
    session = second.app.session
    loads: list[str] = []
    load = Store.load

    def counted(store: Store, key: str) -> Saved | None:
        loads.append(key)
        return load(store, key)

    monkeypatch.setattr(Store, "load", counted)
    mine = first.app.session
    for number in range(1, 7):
        match_of(mine).play(sorted(match_of(mine).state.legal_actions())[0])
        first.app.store.append(mine.key, number - 1, match_of(mine).events[-1])
        assert second.events == number
    assert match_of(session).state.key() == match_of(mine).state.key()
    assert loads == [] and second.app.session is session
    second.app.press("act:here")
    assert loads == [] and not session.elsewhere and mine.elsewhere
    first.app.press("act:here")
    assert loads == [] and session.elsewhere and not mine.elsewhere


def test_a_following_tab_sets_nothing_aside() -> None:
    first, second = two_tabs()
    key = first.app.session.key
    entries = first.app.disk.entries
    entries[f"asedio:event:{key}:00001"] = '[1,["step",1],5]'
    before = dict(entries)
    second.controller.stored(f"asedio:event:{key}:00001")
    second.controller._again(second.app.table, mine=False)
    assert second.app.session.elsewhere and entries == before


def test_a_stored_game_is_not_written_before_the_tab_may_play_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, _ = two_tabs()
    first.app.press("sq:d7", "sq:c7")

    class Asking(Tab):
        def hold(self, key: str, player: TabPlayer, take: bool = False) -> None:
            self.player = player

    third = Asking(first.now, first.queue, [], first.app.disk)
    session, entries = third.app.session, dict(first.app.disk.entries)
    legal = sorted(match_of(session).state.legal_actions())
    with pytest.raises(IllegalAction):
        session.play(legal[:1])
    assert first.app.disk.entries == entries
    monkeypatch.setattr(third, "sure", lambda: True)
    third.player.set_mine(True)
    session.play(legal[:1])
    assert len(match_of(session).events) == first.events + 1


def test_an_event_number_is_written_only_once() -> None:
    first, _ = two_tabs()
    store, session = first.app.store, first.app.session
    first.app.press("sq:d7", "sq:c7")
    entries = dict(first.app.disk.entries)
    other = match_of(session).events[0]._replace(actor=1)
    assert store.append(session.key, 0, match_of(session).events[0])
    assert store.append(session.key, 0, other) is False
    assert sorted(first.app.disk.entries) == sorted(entries)
    assert present(store.load(session.key)).events[0] == match_of(session).events[0]
