"""Cached values with their revision numbers, and the size of the page's protocols."""

from __future__ import annotations

from itertools import count

from tests.ui.test_app import Page
from ui.browser.page import BrowserPage
from ui.session.revision import Cached, Revision
from ui.shell import platform


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


def methods(role: type) -> set[str]:
    return {name for name in vars(role) if not name.startswith("_")}


def test_every_protocol_of_the_page_is_small_and_implemented() -> None:
    roles = [one for one in platform.Platform.__mro__ if one.__module__ == platform.__name__]
    assert len(roles) >= 10 and max(len(methods(role)) for role in roles) <= 5
    needed = {name for role in roles for name in methods(role)}
    assert needed <= {*dir(BrowserPage)}
    brought = {"far", "about", "engine", "hold", "millis", "tick"}  # methods that single tests add
    brought |= {"print_page", "seal", "unseal", "choose_backup"}
    brought |= {"known_folder", "choose_folder", "ask_folder", "save_in_folder"}
    assert needed - brought <= {*dir(Page)}
