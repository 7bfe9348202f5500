"""What fills a phone: exercises, and the end of a lesson."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import boot, press
from tests.e2e.test_home import settings
from tests.e2e.test_in_sight import _CUT
from tests.e2e.test_notices import UPRIGHT, sized

pytestmark = pytest.mark.shared(motion="none")

# Returns the height of what is left empty between the task with its list and the bar of tools.
_EMPTY = """() => {
  const end = document.querySelector('.table-goal').getBoundingClientRect().bottom;
  return document.querySelector('.table-tools').getBoundingClientRect().top - end;
}"""
# Lists the buttons of the bar whose names are cut off.
_CLIPPED = """() => [...document.querySelectorAll('.table-tools .button')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


def test_an_exercise_fills_a_phone_with_the_exercises_next_to_it(page: Page) -> None:
    """Regression test: a third of the screen was empty, and the names of the tools were cut off."""
    settings(page, motion="none", lang="es")
    sized(page, UPRIGHT)
    boot(page, "puzzle=andarraya&n=1")
    page.locator(".exercise-list .button").first.wait_for()
    assert page.evaluate(_CUT, ".exercise-list .button") == []
    assert page.evaluate(_CUT, ".lesson .decision") == []
    assert page.evaluate(_EMPTY) < 60
    assert page.evaluate(_CLIPPED) == []
    press(page, "act:exercise:open:2")
    page.wait_for_function("location.hash.endsWith('n=2')")
    page.evaluate("location.hash = 'puzzle=twocities&n=1'")
    page.locator(".lesson button.card").first.wait_for()
    assert page.evaluate(_CUT, "button.card") == []
    assert page.evaluate(_CLIPPED) == []


def test_the_lessons_are_in_sight_after_one_that_is_played_with_cards(page: Page) -> None:
    settings(page, motion="none", lang="es")
    sized(page, UPRIGHT)
    page.evaluate("localStorage.setItem('asedio:learned:twocities', '[1]')")
    boot(page, "learn=twocities&lesson=1")
    page.locator(".lesson .passed").wait_for()
    assert page.evaluate(_CUT, ".table-goal .button") == []
    assert page.locator(".table-goal .button").count() == 3
    assert not page.locator(".lesson .card").first.is_visible()
