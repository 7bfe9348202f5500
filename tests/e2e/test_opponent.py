"""The computer player in a real browser: it searches in a worker, and the page stays usable."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.harness import Watch, boot, press, press_all, screenshot, target

ANSWER_MS = 60_000  # a worker on a busy machine
FRAMES = 30
EVENTS = "Object.keys(localStorage).filter(k => k.startsWith('asedio:event:')).length"
MARKS = "(name => performance.getEntriesByName(name).map(one => one.startTime))"
GAPS = """async frames => {
  let last = performance.now(), worst = 0;
  for (let drawn = 0; drawn < frames; drawn++) {
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
    screenshot(page, "opponent-hint")
    before = events(page)
    press(page, "act:undo")
    assert events(page) <= before - 2 and state(page, "player") == "0"
    assert stored_seats(page) == [0, 1]
    assert page.locator("script[worker]").count() == 1


def start(page: Page, game: str, preset: str, *levels: int) -> None:
    """Start a table from home; a level of 0 is a person."""
    boot(page)
    press(page, f"act:game:{game}")
    if preset:
        press(page, f"preset:{preset}")
    seats(page, *levels)
    press(page, "act:start")


# What ends a search of the strongest level: its budget, or an action that is clearly best.
ENDS = {
    "levels.py": (
        "return Budget(0 if level == max(LEVELS) else settings.nodes, settings.seconds)",
        "return Budget()",
    ),
    "time_management.py": (
        "return CLEAR_MARGINS.get(depth) if self._stable_depths >= STABLE_DEPTHS else None",
        "return None",
    ),
}


def endless(page: Page) -> None:
    """Let the strongest level search until it is cancelled, so that no test races its answer."""
    page.route("**/sources.zip", without_ends)


def without_ends(route: Route) -> None:
    """Answer with the archive of sources in which no search ends by itself."""
    sources, changed = ZipFile(io.BytesIO(route.fetch().body())), io.BytesIO()
    left = dict(ENDS)
    with ZipFile(changed, "w") as archive:
        for name in sources.namelist():
            data = sources.read(name)
            if name.startswith("engine/search/") and (end := left.pop(Path(name).name, None)):
                source = data.decode("utf-8")
                assert source.count(end[0]) == 1
                data = source.replace(*end).encode("utf-8")
            archive.writestr(name, data)
    assert left == {}
    route.fulfill(body=changed.getvalue(), content_type="application/zip")


def searching(page: Page) -> None:
    """Wait until the worker reports progress, and then for frames drawn during the search.

    A page that the search blocks would draw no frame before its end.
    """
    page.locator(".status").filter(has_text=re.compile(r"calcula\D*\d")).first.wait_for(
        timeout=ANSWER_MS
    )
    gap = page.evaluate(GAPS, FRAMES)
    print(f"longest of {FRAMES} frames: {gap:.0f} ms")
    assert state(page, "player") == "1"


def given_up(page: Page, thoughts: int = 0) -> None:
    """Wait until the worker reports that it is idle, and check how many searches gave an answer.

    A worker that searched on would never report it.
    """
    page.wait_for_function(f"{MARKS}('asedio:idle').length > 0", timeout=ANSWER_MS)
    idle = page.evaluate(f"{MARKS}('asedio:idle')[0] - {MARKS}('asedio:cancel')[0]")
    print(f"idle after {idle:.0f} ms")
    assert page.evaluate(f"{MARKS}('asedio:thought').length") == thoughts


@pytest.mark.sources
def test_full_strength_search_keeps_the_page_usable_and_is_cancelled_by_undo(
    page: Page,
) -> None:
    endless(page)
    start(page, "andarraya", "", 0, 5)
    press_all(page, ("sq:e2", "sq:e4"))
    searching(page)
    press(page, "act:undo")
    given_up(page)
    assert events(page) == 0 and state(page, "player") == "0"


@pytest.mark.soak
@pytest.mark.sources
def test_computer_ponders_until_the_page_is_hidden(page: Page) -> None:
    start(page, "andarraya", "", 0, 5)
    before = events(page)
    press_all(page, ("sq:e2", "sq:e4"))
    answered(page, before)
    assert page.evaluate(f"{MARKS}('asedio:cancel').length") == 0
    page.wait_for_function(f"{MARKS}('asedio:ponder').length > 0", timeout=ANSWER_MS)
    print(f"longest of {FRAMES} frames: {page.evaluate(GAPS, FRAMES):.0f} ms")
    page.evaluate(
        """() => {
          Object.defineProperty(document, "visibilityState", {value: "hidden"});
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    given_up(page, 1)


def test_page_searches_in_slices_without_a_worker_and_says_so(page: Page, watch: Watch) -> None:
    page.route("**/worker.txt", lambda route: route.abort())
    begin(page, 1)
    page.wait_for_selector(".status", timeout=ANSWER_MS)
    before = events(page)
    any_move(page)
    answered(page, before)
    assert "en segundo plano" in (page.locator("[data-slot=say]").text_content() or "")
    watch.problems.clear()
