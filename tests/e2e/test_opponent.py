"""The computer player in a real browser: it searches in a worker, and the page stays usable."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from engine.search.pondering import PONDER_LEVELS
from tests.e2e.harness import Watch, boot, press, press_all, target

ANSWER_MS = 180_000  # a worker on a busy machine
EVENTS = "Object.keys(localStorage).filter(k => k.startsWith('asedio:event:')).length"
MARKS = "(name => performance.getEntriesByName(name).map(one => one.startTime))"


def state(page: Page, name: str) -> str:
    return page.locator(f"[data-{name}]").first.get_attribute(f"data-{name}") or ""


def events(page: Page) -> int:
    """Return the number of events that the browser has stored."""
    found = page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('asedio:event:'))")
    return len(found)


def stored_seats(page: Page) -> list[int]:
    table = page.evaluate(
        "localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith('asedio:table:')))"
    )
    return list(json.loads(table)["seats"])


def seats(page: Page, *levels: int) -> None:
    for player, level in enumerate(levels):
        page.select_option(f'main#app select[data-field="seat{player}"]', str(level))


def my_turn(page: Page, player: int = 0) -> None:
    page.wait_for_selector(f'main[data-player="{player}"]', timeout=ANSWER_MS)


def answered(page: Page, before: int, events: int = 2) -> None:
    """Wait until player 0 is to move and at least `events` more than `before` are stored."""
    page.wait_for_function(
        f"""least => document.querySelector("main").dataset.player === "0" && {EVENTS} >= least""",
        arg=before + events,
        timeout=ANSWER_MS,
    )


def any_move(page: Page) -> None:
    """Move the first piece that can move to the first square it can go to."""
    cells = page.locator("[data-parts=cells] .can")
    cells.first.wait_for()
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
    """Start a game against the computer; both are deployed and the person is to move."""
    boot(page)
    press(page, "act:game:cotadrez")
    seats(page, 0, level)
    press(page, "act:start")
    page.wait_for_selector('main[data-mode="setup"]')
    press(page, "act:random")
    press(page, "act:ready")
    page.wait_for_selector('main[data-mode="play"]', timeout=ANSWER_MS)
    assert page.locator("[data-curtain]").count() == 0
    my_turn(page)


def test_hint_and_takeback_work_against_the_computer(page: Page) -> None:
    begin(page, 1)
    page.wait_for_function("document.querySelectorAll('[data-parts=pieces] > *').length > 12")
    for _ in range(2):
        before = events(page)
        any_move(page)
        answered(page, before)
    press(page, "act:hint")
    notice = page.locator("[data-slot=notice] .notice")
    notice.filter(has_text="Pulsa otra vez").wait_for(timeout=ANSWER_MS)
    press(page, "act:hint")
    notice.filter(has_text="Prueba con").wait_for()
    assert page.locator(".mark-select").count() >= 1
    before = events(page)
    press(page, "act:undo")
    assert events(page) <= before - 2 and state(page, "player") == "0"
    assert stored_seats(page) == [0, 1]
    assert page.locator("script[worker]").count() == 1


HIDDEN = """() => {
  Object.defineProperty(document, "visibilityState", {value: "hidden"});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_computer_ponders_until_the_page_is_hidden(page: Page) -> None:
    """The worker reports that it is idle; a worker that searched on never would."""
    boot(page)
    press(page, "act:game:andarraya")
    seats(page, 0, min(PONDER_LEVELS))
    press(page, "act:start")
    before = events(page)
    press_all(page, ("sq:e2", "sq:e4"))
    answered(page, before)
    page.wait_for_function(f"{MARKS}('asedio:ponder').length > 0", timeout=ANSWER_MS)
    page.evaluate(HIDDEN)
    page.wait_for_function(f"{MARKS}('asedio:idle').length > 0", timeout=ANSWER_MS)
    assert page.evaluate(f"{MARKS}('asedio:thought').length") == 1


def test_page_searches_in_slices_without_a_worker_and_says_so(page: Page, watch: Watch) -> None:
    page.route("**/worker.txt", lambda route: route.abort())
    begin(page, 1)
    page.wait_for_selector(".status", timeout=ANSWER_MS)
    before = events(page)
    any_move(page)
    answered(page, before)
    assert "en segundo plano" in (page.locator("[data-slot=say]").text_content() or "")
    watch.problems.clear()
