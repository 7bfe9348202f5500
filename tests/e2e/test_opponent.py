"""The computer at the table, in a real browser: it thinks in a worker and the page goes on."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from tests.e2e.harness import Watch, boot, press, screenshot, target

ANSWER_MS = 60_000  # a worker on a busy machine
GAPS = """async millis => {
  let last = performance.now(), worst = 0;
  const end = last + millis;
  while (last < end) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  }
  return worst;
}"""


def state(page: Page, name: str) -> str:
    return page.locator(f"[data-{name}]").first.get_attribute(f"data-{name}") or ""


def events(page: Page) -> int:
    """How many events the browser has stored."""
    found = page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('asedio:event:'))")
    return len(found)


def seats(page: Page, first: int, second: int) -> None:
    for player, level in enumerate((first, second)):
        page.select_option(f'main#app select[data-field="seat{player}"]', str(level))


def my_turn(page: Page, player: int = 0) -> None:
    page.wait_for_selector(f'main[data-player="{player}"]', timeout=ANSWER_MS)


def any_move(page: Page) -> None:
    """A piece that can move, and the first square it can go to."""
    cells = page.locator("[data-parts=cells] .can")
    for index in range(cells.count()):
        name = cells.nth(index).get_attribute("data-target") or ""
        press(page, name)
        goals = page.locator("[data-parts=cells] .to")
        before = events(page)
        if goals.count():
            press(page, goals.first.get_attribute("data-target") or "")
        if events(page) > before:
            stop = target(page, "btn:stop")
            if stop.count():
                stop.click()
            return
        page.keyboard.press("Escape")
    raise AssertionError("nothing can move")


def begin(page: Page, level: int) -> None:
    """A person against the computer, both deployed, the person to move."""
    boot(page)
    seats(page, 0, level)
    press(page, "act:start")
    page.wait_for_selector('main[data-mode="setup"]')
    press(page, "act:random")
    press(page, "act:ready")
    page.wait_for_selector('main[data-mode="play"]', timeout=ANSWER_MS)
    assert page.locator("[data-curtain]").count() == 0
    my_turn(page)


def test_some_turns_against_level_1_with_hint_and_takeback(page: Page) -> None:
    begin(page, 1)
    page.wait_for_function("document.querySelectorAll('[data-parts=pieces] > *').length > 12")
    for _ in range(2):
        before = events(page)
        any_move(page)
        page.wait_for_function(
            """before => document.querySelector("main").dataset.player === "0" &&
               Object.keys(localStorage).filter(k => k.startsWith("asedio:event:")).length
               > before + 1""",
            arg=before,
            timeout=ANSWER_MS,
        )
    press(page, "act:hint")
    notice = page.locator("[data-slot=notice]")
    notice.filter(has_text="Pulsa otra vez").wait_for(timeout=ANSWER_MS)
    press(page, "act:hint")
    notice.filter(has_text="Yo jugaría").wait_for()
    assert page.locator(".mark-select").count() >= 1
    screenshot(page, "opponent-hint")
    before = events(page)
    press(page, "act:undo")
    assert events(page) <= before - 2 and state(page, "player") == "0"
    table = page.evaluate(
        "localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith('asedio:table:')))"
    )
    assert json.loads(table)["seats"] == [0, 1]
    assert page.locator("script[worker]").count() == 1


def test_a_search_leaves_the_page_alone_and_can_be_given_up(page: Page) -> None:
    begin(page, 5)
    any_move(page)
    page.wait_for_selector('main[data-player="1"]')
    page.wait_for_timeout(300)
    worst = page.evaluate(GAPS, 800)
    print(f"longest frame gap {worst:.0f} ms")
    if state(page, "player") == "1":
        before = events(page)
        press(page, "act:undo")
        assert events(page) < before and state(page, "player") == "0"
        page.wait_for_timeout(2500)
        assert events(page) < before and state(page, "player") == "0"


def test_computer_against_computer_is_there_to_be_watched(page: Page) -> None:
    boot(page)
    seats(page, 1, 2)
    press(page, "act:start")
    page.wait_for_selector('main[data-mode="play"]', timeout=ANSWER_MS)
    page.wait_for_function(
        """() => document.querySelectorAll("[data-slot=log] [data-target^='look:']").length > 3""",
        timeout=ANSWER_MS,
    )
    assert page.locator("[data-curtain]").count() == 0
    page.select_option('select[data-field="level1"]', "1")
    screenshot(page, "opponent-watched")


def test_without_a_worker_the_page_thinks_in_slices_and_says_so(page: Page, watch: Watch) -> None:
    page.route("**/brain_worker.py", lambda route: route.abort())
    begin(page, 1)
    page.wait_for_selector(".status", timeout=ANSWER_MS)
    before = events(page)
    any_move(page)
    page.wait_for_function(
        """before => document.querySelector("main").dataset.player === "0" &&
           Object.keys(localStorage).filter(k => k.startsWith("asedio:event:")).length
           > before + 1""",
        arg=before,
        timeout=ANSWER_MS,
    )
    assert "piensa en la página" in (page.locator("[data-slot=say]").text_content() or "")
    watch.problems.clear()
