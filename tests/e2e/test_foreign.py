"""What comes from elsewhere: hostile links, long ones, and long names."""

from __future__ import annotations

import base64
from random import Random
from zlib import crc32

import pytest
from playwright.sync_api import Page, expect

from engine.core.texts import MAX_NAME
from engine.dev.common import play_on, random_match
from engine.games import REGISTRY
from engine.match import codec, savefile
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import BOARD, BOOT_TIMEOUT_MS, boot, press, target, wait_for_mark, written

NAMES = ("W" * MAX_NAME, "Ñ" * MAX_NAME)
# What is wider than the window, or spills out of its own box with one of the names in it.
OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push('the page');
  for (const one of document.querySelectorAll('body *')) {
    if (!/W{40}|Ñ{40}/.test(one.textContent) || one.closest('svg, .visually-hidden')) continue;
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(one);
    const spills = style.overflowX === 'visible' && style.display !== 'inline'
      && one.scrollWidth > one.clientWidth + 8;
    if (box.right > wide + 1 || spills) found.push(`${one.tagName}.${one.className}`);
  }
  return found;
}"""

# From the change of the address to the words about it, in milliseconds: until the page is told by
# the browser, which takes its time over a long address, and from then on.
REFUSED_AFTER = """fragment => new Promise(told => {
  const root = document.querySelector('#notice'), began = performance.now();
  let heard = 0;
  addEventListener('popstate', () => { heard = performance.now(); }, {once: true, capture: true});
  new MutationObserver((_, watch) => {
    if (!root.textContent) return;
    watch.disconnect();
    told([heard - began, performance.now() - heard]);
  }).observe(root, { childList: true, subtree: true, characterData: true });
  location.hash = fragment;
})"""


def goto(page: Page, fragment: str) -> None:
    """Another address in the page that is open."""
    page.evaluate("performance.clearMarks('asedio:board')")
    page.evaluate("fragment => { location.hash = fragment }", fragment)


def refused_after(page: Page, fragment: str) -> tuple[float, float]:
    """Milliseconds until the page hears of this address, and until it says why it does not open."""
    heard, told = page.evaluate(REFUSED_AFTER, fragment)
    return heard, told


def word(body: bytes) -> str:
    """The word of these bytes, with a checksum that holds."""
    body += crc32(body).to_bytes(4, "big")
    return base64.urlsafe_b64encode(body).rstrip(b"=").decode()


def bomb() -> str:
    """5,001 forced events in a word that is as long as a handful of moves."""
    options = b'{"max_actions":5000,"no_capture_limit":0}'
    return word(
        b"\1\x08stratego\1" + bytes([len(options)]) + options + b"\0\0" + b"\x89\x27" * 2 + b"\0"
    )


def test_a_hopeless_link_is_refused_with_the_way_that_works(
    page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    """How long that took is printed, not asserted: that nothing is played is a unit test. Every
    kind of such links: python -m tests.bench.refusals."""
    boot(page)
    _, took = refused_after(page, f"#g={bomb()}")
    notice = page.locator("#notice")
    expect(notice).to_contain_text(str(codec.MAX_CHARS))
    with capsys.disabled():
        print(f" refused in {took:.0f} ms", end="")
    goto(page, "#new=andarraya")
    wait_for_mark(page, BOARD)
    expect(notice).to_be_empty()


# Cancels as soon as the words of the progress are there: a driver may come when all is read.
CANCEL = """count => new MutationObserver((_, watch) => {
  const told = document.querySelector('dialog [data-slot="progress"]')?.textContent || '';
  if (!told.includes(count)) return;
  watch.disconnect();
  document.querySelector('dialog [data-target="dialog:close"]').click();
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""


def test_a_long_file_is_read_with_progress_and_can_be_stopped(page: Page) -> None:
    match = random_match("twocities", {}, 3)
    assert len(match.events) > 1_500
    boot(page)
    # A slow processor: on a quick one it may be read before a word of progress is due.
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.locator('[data-field="paste"]:visible').fill(savefile.dump(match))
    page.evaluate(CANCEL, str(len(match.events)))
    press(page, "act:open")
    progress = page.locator('dialog [data-slot="progress"]')
    expect(progress).to_have_count(0)
    expect(page.locator("[data-screen]").first).to_have_attribute("data-screen", "home")
    press(page, "act:open")
    wait_for_mark(page, BOARD)
    assert target(page, "act:share").is_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_name_of_forty_letters_overflows_nowhere(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 760})
    boot(page)
    for game in REGISTRY:
        match = play_on(Match(MatchConfig(game, {}, NAMES)), Random(2), 30)
        for finished in (False, True):
            if finished:
                while ("resign", 0) not in match.state.table_actions():
                    play_on(match, Random(3), 1)
                match.resign(0)
            goto(page, f"#g={codec.encode(match)}")
            wait_for_mark(page, BOARD, BOOT_TIMEOUT_MS)
            written(page)
            assert page.evaluate(OVERFLOWING) == [], f"{game}, finished: {finished}"
            assert NAMES[0] in str(page.locator("[data-screen]").first.text_content())
    page.evaluate("location.hash = ''")
    expect(page.locator(".saved")).to_contain_text(NAMES[0])
    assert page.evaluate(OVERFLOWING) == []
