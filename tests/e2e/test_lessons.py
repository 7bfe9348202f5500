"""The first lesson of every game in a real browser: by mouse, by finger, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from engine.core.lessons import decisions
from engine.games import REGISTRY, game_info
from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot, press, screenshot, target
from tests.e2e.test_home import not_wider_than_the_screen, violations
from tests.ui.test_app import opened
from ui.lessons.book import Place, lessons_of
from ui.lessons.screen import LessonScreen

TAUGHT = [game for game in REGISTRY if game_info(game).lessons]
KEYS = 60  # presses of Tab after which something cannot be reached
Use = Callable[[Page, str], None]


def steps(game: str) -> Iterator[tuple[Place, list[str]]]:
    """The steps of the first lesson, and the presses that pass each, tried in plain Python."""
    app = opened(f"#learn={game}&lesson=1")
    for number in range(1, len(lessons_of(game).steps[0]) + 1):
        screen, presses = app.screen, list[str]()
        assert isinstance(screen, LessonScreen)
        session = screen.session
        solution = screen.place.step.solutions[0]
        for action in decisions(session.game, session.observation(), solution):
            for name in session.game.path(session.observation(), action):
                presses.append(name)
                app.press(name)
        yield Place(game, 1, number), presses
        app.press("act:lesson:next")


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
    """Tab to it, and on the board the arrows; Enter."""
    for _ in range(KEYS):
        focused = page.evaluate(FOCUSED)
        if focused == name:
            page.keyboard.press("Enter")
            return
        on_board = focused.startswith("sq:") and name.startswith("sq:")
        page.keyboard.press(page.evaluate(ARROWS, [name]) if on_board else "Tab")
    raise AssertionError(f"{name} is out of reach of the keyboard")


def pass_first_lessons(page: Page, use: Use, look: Callable[[Page, Place], None]) -> None:
    boot(page)
    for game in TAUGHT:
        page.evaluate("game => { location.hash = `#learn=${game}&lesson=1` }", game)
        for place, presses in steps(game):
            sentence = page.get_by_role("heading", level=1)
            expect(sentence).to_have_text(place.says("es"))
            look(page, place)
            for name in presses:
                use(page, name)
            expect(page.locator(".decision.passed")).to_be_visible()
            expect(target(page, "act:lesson:next")).to_be_focused()
            if not place.last:
                use(page, "act:lesson:next")


def test_by_mouse_and_without_barriers(page: Page) -> None:
    """The first thing tried is always a wrong one: it is answered with the reason of the game."""

    def look(page: Page, place: Place) -> None:
        if place.number == 1:
            expect(page.locator("#live")).to_contain_text(place.says("es"))
            press(page, "sq:h8")
            expect(page.locator(".table-notice .notice")).to_be_visible()
            assert violations(page) == []

    pass_first_lessons(page, click, look)


def test_by_finger_on_a_phone(new_context: NewContext) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def look(page: Page, place: Place) -> None:
        assert not_wider_than_the_screen(page)
        expect(page.locator(".decision")).to_be_in_viewport(ratio=1)
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.9)
        if place.number == 1:
            screenshot(page, f"lesson-{place.game_id}-phone")

    pass_first_lessons(new_context(**phone).new_page(), tap, look)


def test_by_keyboard_alone(page: Page) -> None:
    pass_first_lessons(page, keyboard, lambda page, place: None)
