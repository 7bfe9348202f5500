"""Browser storage as players meet it.

The list of saved games, and what the page says when nothing can be saved.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.dev.common import play_on
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import BOARD, READY, boot, press, press_all, target, wait_for_mark
from tests.e2e.test_foreign import CANCEL, goto
from tests.ui.test_long_games import without_bookmark

FILL = "entries => Object.entries(entries).forEach(([key, raw]) => localStorage.setItem(key, raw))"
NEWER = '{"v":99,"game":"cotadrez","names":["Ana","Blas"],"clock":[60,0]}'
# Makes the browser report that storage is full, or stop reporting it.
FULL = """full => {
  const storage = Storage.prototype;
  window.roomy = window.roomy || storage.setItem;
  storage.setItem = full ? () => { throw new DOMException("full", "QuotaExceededError"); }
    : window.roomy;
}"""
HEADS = "Object.keys(localStorage).filter(key => key.startsWith('asedio:game:')).length"


@pytest.mark.shared
def test_game_of_a_newer_version_is_listed_and_can_be_downloaded(page: Page) -> None:
    boot(page)
    page.evaluate(FILL, {"asedio:game:later": NEWER})
    page.reload()
    wait_for_mark(page, READY)
    saved = page.locator(".saved")
    expect(saved).to_contain_text("versión más nueva")
    expect(saved).to_contain_text("Ana")
    with page.expect_download() as taken:
        press(page, "act:raw:later")
    assert "clock" in Path(taken.value.path()).read_text("utf-8")
    goto(page, "#play=later")
    expect(page.locator("#notice")).to_contain_text("versión más nueva")
    assert page.evaluate("localStorage.getItem('asedio:game:later')") == NEWER
    expect(saved).to_contain_text("Ana")


def test_not_saved_notice_stays_exactly_as_long_as_saving_fails(page: Page) -> None:
    boot(page, "new=andarraya")
    standing = page.locator("#notice .standing")
    expect(standing).to_have_count(0)
    page.evaluate(FULL, True)
    press_all(page, ("sq:e2", "sq:e4"))
    expect(standing).to_be_visible()
    expect(page.locator("#notice")).to_have_css("position", "sticky")  # covers nothing
    press_all(page, ("sq:e7", "sq:e5", "act:settings", "dialog:close"))
    expect(standing).to_be_visible()
    page.evaluate(FULL, False)
    press_all(page, ("sq:d2", "sq:d4"))
    expect(standing).to_have_count(0)
    page.reload()
    wait_for_mark(page, BOARD)
    expect(page.locator(".log")).to_contain_text("d4")


@pytest.mark.soak
def test_link_opened_three_times_is_one_game(page: Page) -> None:
    link = codec.encode(play_on(Match(MatchConfig("andarraya")), Random(3), 6))
    boot(page, f"g={link}")
    table = page.url
    press(page, "act:home")
    goto(page, f"#g={link}")
    wait_for_mark(page, BOARD)
    page.goto("about:blank")
    boot(page, f"g={link}")
    assert page.url == table and page.evaluate(HEADS) == 1


@pytest.mark.soak
def test_opening_a_long_game_without_a_bookmark_can_be_cancelled(page: Page) -> None:
    disk, key = without_bookmark(1_900)
    boot(page)
    page.evaluate(FILL, disk.entries)
    page.reload()
    page.evaluate(CANCEL, "1900")
    press(page, f"act:continue:{key}")
    expect(page.locator('dialog [data-slot="progress"]')).to_have_count(0)
    expect(page.locator("[data-screen]").first).to_have_attribute("data-screen", "home")
    press(page, f"act:continue:{key}")
    wait_for_mark(page, BOARD)
    assert target(page, "btn:reveal").is_visible()
