"""What is kept until something changes; and the roles of the page, each small."""

from __future__ import annotations

from itertools import count

from tests.ui.test_app import Page
from ui.browser.page import BrowserPage
from ui.session.revision import Cached, Revision
from ui.shell import platform


def test_a_value_is_made_anew_when_its_stamp_has_changed() -> None:
    revision, number = Revision(), count(1)
    kept = Cached(lambda: next(number))
    assert [kept.get(revision.number) for _ in range(2)] == [1, 1]
    revision.bump()
    assert kept.last == 1 and kept.get(revision.number) == 2
    kept.clear()
    assert kept.last is None and kept.get(revision.number) == 3


def test_what_cannot_be_made_leaves_what_was_there() -> None:
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


def test_every_role_of_the_page_is_small_and_played() -> None:
    roles = [one for one in platform.Platform.__mro__ if one.__module__ == platform.__name__]
    assert len(roles) >= 10 and max(len(methods(role)) for role in roles) <= 5
    needed = {name for role in roles for name in methods(role)}
    assert needed <= {*dir(BrowserPage)}
    brought = {"far", "about", "engine", "hold"}  # what single tests add
    assert needed - brought <= {*dir(Page)}
