"""Cached values with their revision numbers, and the stand-in for the page in its browser."""

from __future__ import annotations

from itertools import count

from tests.ui.pages import Page
from ui.browser.page import BrowserPage
from ui.session.revision import Cached, Revision


def test_a_cached_value_is_recomputed_when_its_stamp_changes() -> None:
    revision, number = Revision(), count(1)
    kept = Cached(lambda: next(number))
    assert [kept.get(revision.number) for _ in range(2)] == [1, 1]
    revision.bump()
    assert kept.last == 1 and kept.get(revision.number) == 2
    kept.clear()
    assert kept.last is None and kept.get(revision.number) == 3


def test_a_failed_computation_keeps_the_last_value() -> None:
    stamps: list[int] = []

    def make() -> int:
        stamps.append(0)
        if len(stamps) == 2:
            raise ValueError
        return len(stamps)

    kept = Cached(make)
    assert kept.get(0) == 1
    for _ in range(2):
        try:
            kept.get(1)
        except ValueError:
            assert kept.last == 1
    assert kept.get(1) == 3


def test_the_page_of_the_tests_has_what_the_page_in_the_browser_has() -> None:
    there = {name for name in vars(BrowserPage) if not name.startswith("_")}
    brought = {"far", "about", "engine", "millis", "tick"}  # methods that single tests add
    brought |= {"print_page", "seal", "unseal", "choose_backup"}
    brought |= {"known_folder", "choose_folder", "ask_folder", "save_in_folder"}
    started = {"sprites", "languages", "pending", "typed", "focus_state", "resume"}  # by `ui.main`
    started |= {"read_dropped", "listen_to_store", "bring_all"}
    assert there - brought - started <= {*dir(Page)}
