"""Five tabs compete for one game; no event that a tab has acknowledged may be lost."""

from __future__ import annotations

import pytest

from tests.fixtures.storms import kept
from tests.ui.fakes import match_of
from tests.ui.many_tabs import Browser, Tab

SECONDS = 20.0


def storm(seed: int, clear_every: float = 0.0, stall: float = 0.0) -> Browser:
    """Let five tabs press several times a second, and return the browser afterwards.

    `clear_every`: seconds between two clearings of the store; `stall`: the longest sleep of a
    playing tab in seconds; 0 turns either off.
    """
    browser = Browser(seed)
    first = Tab(browser, "#new=andarraya")
    browser.run(2.0)
    for _ in range(4):
        Tab(browser, first.now)
    for tab in browser.tabs:
        when = 3.0 + browser.rng.random() / 5
        while when < 3.0 + SECONDS:
            browser.at(when, tab.pressed)
            when += 0.1 + browser.rng.random() / 5
    for number in range(1, int(SECONDS / clear_every) if clear_every else 0):
        browser.at(
            3.0 + number * clear_every, lambda: browser.rng.choice(browser.tabs).disk.clear()
        )
    for number in range(4 if stall else 0):
        browser.at(4.0 + number * SECONDS / 5, lambda: fall_asleep(browser, stall))
    browser.run(SECONDS + 30.0)
    return browser


def fall_asleep(browser: Browser, seconds: float) -> None:
    """Put the tab that plays to sleep for at most so many seconds."""
    for tab in browser.tabs:
        if not tab.app.session.elsewhere:
            tab.sleep(seconds * browser.rng.random())


def check(browser: Browser) -> int:
    assert all(tab.reports == [] for tab in browser.tabs)
    stores = [browser.entries, *(tab.disk.entries for tab in browser.tabs)]
    count = kept([tab.acknowledged for tab in browser.tabs], stores)
    playing = [tab for tab in browser.tabs if not tab.app.session.elsewhere]
    assert len(playing) == 1 and len(match_of(playing[0].app.session).events) == count
    assert sum(bool(tab.acknowledged) for tab in browser.tabs) > 1
    return count


@pytest.mark.parametrize("seed", range(4))
def test_five_competing_tabs_lose_no_event(seed: int) -> None:
    assert check(storm(seed)) > SECONDS


@pytest.mark.parametrize("seed", range(4))
def test_no_event_is_lost_when_the_store_is_cleared(seed: int) -> None:
    assert check(storm(seed, clear_every=3.0)) > SECONDS


@pytest.mark.parametrize("seed", range(4))
def test_a_tab_that_slept_overwrites_no_event(seed: int) -> None:
    browser = storm(seed, stall=20.0)
    check(browser)
    assert browser.steals > 0
