"""Lessons in a real browser: by mouse, by touch on a phone, by keyboard alone.

At every step something wrong is tried first and must be answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from engine.core.lessons import decisions
from engine.games import REGISTRY, game_info
from tests.e2e.harness import NewContext, boot, press, target
from tests.e2e.screens import not_wider_than_the_screen, violations
from tests.fixtures.sampled import sampled
from tests.ui.fakes import opened
from ui.learn.lessons.book import LessonPlace, lessons_of
from ui.learn.lessons.screen import LessonScreen

TAUGHT = [game for game in REGISTRY if game_info(game).lessons]
KEYS = 90  # Tab or arrow presses before a target counts as unreachable
Use = Callable[[Page, str], None]


class Part(NamedTuple):
    """Step of a lesson: a wrong press, the answer to it, and the presses that pass."""

    place: LessonPlace
    wrong: str
    answer: str
    right: list[str]


def parts(game: str, lesson: int) -> Iterator[Part]:
    """Yield the steps of a lesson, worked out in plain Python without a browser."""
    app = opened(f"#learn={game}&lesson={lesson}")
    for number in range(1, len(lessons_of(game).steps[lesson - 1]) + 1):
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        wrong, answer = refused(screen)
        session, right = screen.session, list[str]()
        for action in decisions(
            session.game, session.observation(), screen.place.step.solutions[0]
        ):
            for name in session.game.path(session.observation(), action):
                right.append(name)
                app.press(name)
        yield Part(LessonPlace(game, lesson, number), wrong, answer, right)
        app.press("act:lesson:next")


def refused(screen: LessonScreen) -> tuple[str, str]:
    """Return a press on a square that cannot be chosen, with the game's reason."""
    table, session = screen.table, screen.session
    names = (f"sq:{square.name}" for square in table.scene.board.squares)
    bad = next(name for name in names if name not in {*map(str, table.can()), *table.scene.aliases})
    why = session.game.explain(session.observation(), (bad,))
    assert why is not None
    return bad, table.voice.message(why)


def click(page: Page, name: str) -> None:
    press(page, name)


def tap(page: Page, name: str) -> None:
    target(page, name).tap()


FOCUSED = "() => document.activeElement.dataset.target || ''"
ARROWS = """([to]) => {
  const at = (name) => document.querySelector(`[data-target="${name}"]`).getBoundingClientRect();
  const here = at(document.activeElement.dataset.target), there = at(to);
  if (Math.abs(there.x - here.x) > 4) return there.x > here.x ? "ArrowRight" : "ArrowLeft";
  return there.y > here.y ? "ArrowDown" : "ArrowUp";
}"""


def keyboard(page: Page, name: str) -> None:
    """Reach a target by Tab, or on the board by arrow keys, and press Enter."""
    target(page, name).wait_for()
    for _ in range(KEYS):
        focused = page.evaluate(FOCUSED)
        if focused == name:
            page.keyboard.press("Enter")
            return
        on_board = focused.startswith("sq:") and name.startswith("sq:")
        page.keyboard.press(page.evaluate(ARROWS, [name]) if on_board else "Tab")
    raise AssertionError(f"{name} is out of reach of the keyboard")


def pass_lesson(
    page: Page, use: Use, game: str, lesson: int, look: Callable[[Page, LessonPlace], None]
) -> None:
    page.evaluate("where => { location.hash = where }", f"#learn={game}&lesson={lesson}")
    for place, wrong, answer, right in parts(game, lesson):
        expect(page.get_by_role("heading", level=1)).to_have_text(place.says("es"))
        look(page, place)
        use(page, wrong)
        notice = page.locator(".table-notice .notice")
        expect(notice).to_contain_text(answer)
        expect(notice).to_be_in_viewport(ratio=1)
        for name in right:
            use(page, name)
        expect(page.locator(".decision.passed")).to_be_visible()
        onward = "act:lesson:play" if place.final else "act:lesson:next"
        expect(target(page, onward)).to_be_focused()
        if place.final:
            use(page, onward)
            expect(page.locator(f'main[data-game="{game}"]:not([data-lesson])')).to_be_visible()
        elif not place.last:
            use(page, onward)


def by_mouse(page: Page, place: LessonPlace) -> None:
    if place.number == 1:
        expect(page.locator("#live")).to_contain_text(place.says("es"))
        assert violations(page) == []


def on_a_phone(page: Page, place: LessonPlace) -> None:
    assert not_wider_than_the_screen(page)
    expect(page.locator(".decision")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.9)


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
WAYS: dict[str, tuple[dict[str, Any], Use, Callable[[Page, LessonPlace], None]]] = {
    "mouse": (WIDE, click, by_mouse),
    "finger": (PHONE, tap, on_a_phone),
    "keyboard": (WIDE, keyboard, lambda page, place: None),
}


@pytest.mark.parametrize("way", sampled(WAYS))
def test_lessons_can_be_passed(new_context: NewContext, way: str) -> None:
    turn = list(WAYS).index(way)
    options, use, look = WAYS[way]
    page = boot(new_context(**options).new_page())
    for game in TAUGHT[turn :: len(WAYS)]:
        pass_lesson(page, use, game, 1 + turn, look)
