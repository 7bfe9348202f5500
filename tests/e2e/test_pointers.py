"""Imperfect fingers and mice: trembling taps, a second finger, releases that get lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page

from tests.e2e.harness import boot, middle_of, patient, press, press_all, target, written

pytestmark = [pytest.mark.shared, pytest.mark.moving]

Point = tuple[float, float]

LIFTED = "document.documentElement.classList.contains('dragging')"
PLACES = """() => [...document.querySelectorAll("[data-parts=pieces] [data-square]")]
  .map(piece => piece.dataset.square).sort().join(" ")"""

DRAWN = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-parts=pieces] [data-square]")]
    .map(piece => [piece.dataset.square, piece.querySelector("use").getAttribute("href")]))"""


class Fingers:
    """Touch points of a page by number, sent as real touch events."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def _send(self, kind: str, fingers: dict[int, Point]) -> None:
        points = [{"id": one, "x": x, "y": y} for one, (x, y) in fingers.items()]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, finger: int, at: Point) -> None:
        self._down[finger] = at
        self._send("touchStart", self._down)

    def move(self, finger: int, at: Point) -> None:
        self._down[finger] = at
        self._send("touchMove", self._down)

    def up(self, finger: int) -> None:
        self._send("touchEnd", {finger: self._down.pop(finger)})
        written(self._page)

    def tremble(self, at: Point) -> None:
        """Tap while the finger moves by 8 pixels."""
        self.down(1, at)
        for step in (3, 6, 8):
            self.move(1, (at[0] + step, at[1]))
        self.up(1)


def chosen(page: Page, name: str) -> bool:
    return target(page, name).get_attribute("aria-selected") == "true"


def shaken(page: Page, name: str) -> None:
    """Click while the mouse moves by 10 pixels."""
    x, y = middle_of(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y, steps=4)
    page.mouse.up()
    written(page)


def begin_drag(page: Page, start: str, over: str) -> None:
    page.mouse.move(*middle_of(page, start))
    page.mouse.down()
    page.mouse.move(*middle_of(page, over), steps=4)
    assert page.evaluate(LIFTED) and page.locator("#ghost").is_visible()


def nothing_is_dragged(page: Page) -> bool:
    return not (page.evaluate(LIFTED) or page.locator("#ghost").is_visible())


# -- two fingers ---------------------------------------------------------------------------------


def test_only_the_finger_that_began_a_drag_can_end_it(phone: Page) -> None:
    patient(boot(phone, "new=andarraya"))
    before, fingers = phone.evaluate(PLACES), Fingers(phone)
    fingers.down(1, middle_of(phone, "sq:e2"))
    fingers.move(1, middle_of(phone, "sq:e3"))
    assert phone.evaluate(LIFTED)
    fingers.down(2, middle_of(phone, "sq:e4"))
    fingers.up(2)
    assert phone.evaluate(PLACES) == before and phone.evaluate(LIFTED)
    fingers.move(1, middle_of(phone, "sq:d4"))
    fingers.move(1, middle_of(phone, "sq:e4"))
    fingers.up(1)
    assert "e4" in phone.evaluate(PLACES).split() and nothing_is_dragged(phone)


def test_second_finger_neither_ends_nor_begins_a_stroke(phone: Page) -> None:
    """Two trembling taps with the drawing tool draw an arrow as well."""
    patient(boot(phone, "new=andarraya"))
    press_all(phone, ("act:more", "act:sketch"))
    fingers = Fingers(phone)
    fingers.down(1, middle_of(phone, "sq:b1"))
    fingers.move(1, middle_of(phone, "sq:c3"))
    arrow = phone.locator(".stroke polyline")
    before = arrow.get_attribute("points")
    fingers.down(2, middle_of(phone, "sq:g5"))
    fingers.up(2)
    fingers.move(1, middle_of(phone, "sq:d5"))
    fingers.up(1)
    assert arrow.count() == 1 and arrow.get_attribute("points") != before
    assert phone.locator(".stroke circle, .stroke.begun").count() == 0
    fingers.tremble(middle_of(phone, "sq:b1"))
    assert phone.locator(".stroke.begun").count() == 1
    fingers.tremble(middle_of(phone, "sq:c3"))
    assert arrow.count() == 2


# -- trembling taps ------------------------------------------------------------------------------


def test_trembling_mouse_clicks_its_square_and_a_drag_back_puts_the_piece_down(page: Page) -> None:
    patient(boot(page, "new=andarraya"))
    shaken(page, "sq:e2")
    assert chosen(page, "sq:e2") and nothing_is_dragged(page)
    shaken(page, "sq:e2")
    assert not chosen(page, "sq:e2")
    press(page, "sq:e2")  # a steady click also counts once, not twice
    assert chosen(page, "sq:e2")
    press(page, "sq:e2")
    begin_drag(page, "sq:e2", "sq:e3")
    page.mouse.move(*middle_of(page, "sq:e2"), steps=3)
    page.mouse.up()
    written(page)
    assert not chosen(page, "sq:e2") and nothing_is_dragged(page)


def trembling(page: Page) -> Callable[[str], None]:
    fingers = Fingers(page)

    def tap(name: str) -> None:
        fingers.tremble(middle_of(page, name))

    return tap


def test_trembling_finger_selects_deselects_and_swaps(phone: Page) -> None:
    """A tap after a trembling one moves a piece."""
    patient(boot(phone, "new=andarraya"))
    tap = trembling(phone)
    tap("sq:e2")
    assert chosen(phone, "sq:e2") and nothing_is_dragged(phone)
    phone.touchscreen.tap(*middle_of(phone, "sq:e4"))
    written(phone)
    assert "e4" in phone.evaluate(PLACES).split()
    patient(boot(phone, "new=stratego&army=barrage8"))
    press(phone, "act:random")
    before = phone.evaluate(DRAWN)
    first, drawn = next(iter(before.items()))
    second = next(square for square, one in before.items() if one != drawn)
    tap(f"sq:{first}")
    assert chosen(phone, f"sq:{first}")
    tap(f"sq:{first}")
    assert not chosen(phone, f"sq:{first}")
    tap(f"sq:{first}")
    tap(f"sq:{second}")
    assert phone.evaluate(DRAWN) == {**before, first: before[second], second: drawn}
    press(phone, "act:clear")
    tray = phone.locator("button[data-drag]:visible").first
    kind = tray.get_attribute("data-target") or ""
    tap(kind)
    assert target(phone, kind).get_attribute("aria-pressed") == "true"


# -- lost releases -------------------------------------------------------------------------------


def released_elsewhere(page: Page) -> None:
    """Move the mouse back after its button was released over another window."""
    x, y = middle_of(page, "sq:e5")
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y, "buttons": 0})


def left_for_another_window(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('blur'))")


def escaped(page: Page) -> None:
    page.keyboard.press("Escape")


INTERRUPTIONS = (released_elsewhere, left_for_another_window, escaped)


def test_interrupted_drag_changes_nothing(page: Page) -> None:
    patient(boot(page, "new=andarraya"))
    before = page.evaluate(PLACES)
    for interrupt in INTERRUPTIONS:
        begin_drag(page, "sq:e2", "sq:e4")
        interrupt(page)
        written(page)
        assert nothing_is_dragged(page) and page.locator(".piece.lifted").count() == 0
        assert not chosen(page, "sq:e2") and page.evaluate(PLACES) == before, interrupt.__name__
        page.mouse.up()
        written(page)
        assert page.evaluate(PLACES) == before
        press(page, "sq:e2")  # the next press counts
        assert chosen(page, "sq:e2")
        press(page, "sq:e2")
    press(page, "sq:d2")
    begin_drag(page, "sq:e2", "sq:e4")
    escaped(page)
    written(page)
    assert chosen(page, "sq:d2"), "what was chosen before is chosen again"
    page.mouse.up()


def test_interrupted_drag_in_a_set_up_keeps_the_piece_on_the_board(page: Page) -> None:
    patient(boot(page, "new=rilatria"))
    press(page, "act:random")
    before = page.evaluate(PLACES)
    lying = page.locator(".cell[data-drag]").first.get_attribute("data-target") or ""
    for interrupt in INTERRUPTIONS:
        begin_drag(page, lying, "act:settings")  # off the board, where a drop would remove it
        interrupt(page)
        assert nothing_is_dragged(page), interrupt.__name__
        page.mouse.up()
        written(page)
        assert page.evaluate(PLACES) == before


def test_press_without_a_release_starts_no_drag_later(page: Page) -> None:
    patient(boot(page, "new=andarraya"))
    page.mouse.move(*middle_of(page, "sq:e2"))
    page.mouse.down()
    released_elsewhere(page)
    page.mouse.move(*middle_of(page, "sq:e3"))
    assert nothing_is_dragged(page)


def test_interrupted_stroke_is_not_drawn(page: Page) -> None:
    patient(boot(page, "new=andarraya"))
    for interrupt in INTERRUPTIONS:
        page.mouse.move(*middle_of(page, "sq:b1"))
        page.mouse.down(button="right")
        page.mouse.move(*middle_of(page, "sq:c3"), steps=4)
        assert page.locator(".stroke").count() == 1
        interrupt(page)
        written(page)
        assert page.locator(".stroke").count() == 0, interrupt.__name__
        page.mouse.up(button="right")
        written(page)
        assert page.locator(".stroke").count() == 0
