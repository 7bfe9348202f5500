"""Measure how soon the page refuses bad links, by kind of error: bundle in Chromium.

    .venv/bin/python -m tests.bench.refusals [RUNS]

Measures from the change of the address until the message is in the document; the browser's own
delay before it tells the page is printed separately. `first`: in a page that has just started and
still has to load the code for links, and for some links also that of their game.
"""

from __future__ import annotations

import base64
import statistics
import sys
from zlib import crc32

from playwright.sync_api import Page, sync_playwright

from engine.dev.site import build
from engine.games import game_info
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, launch, press, serving

RUNS = 9

# Returns the milliseconds from the change of address to its event, and from there to the notice.
# Before the event it is the browser that is slow, not the page.
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


def refused_after(page: Page, fragment: str) -> tuple[float, float]:
    """Return the ms until the page is told of the address, and from then to its refusal."""
    heard, told = page.evaluate(REFUSED_AFTER, fragment)
    return heard, told


def word(body: bytes) -> str:
    """Return the link word of these bytes, with a valid checksum."""
    body += crc32(body).to_bytes(4, "big")
    return base64.urlsafe_b64encode(body).rstrip(b"=").decode()


def bomb() -> str:
    """Return a short link word that stands for 5,001 forced events."""
    options = b'{"max_actions":5000,"no_capture_limit":0}'
    return word(
        b"\1\x08stratego\1" + bytes([len(options)]) + options + b"\0\0" + b"\x89\x27" * 2 + b"\0"
    )


def text(words: str) -> bytes:
    return bytes([len(words)]) + words.encode()


def number(value: int) -> bytes:
    """Return two bytes for a number below 16,384."""
    return bytes([value & 127 | 128, value >> 7])


def head(game: str = "andarraya", rules: int = 1, options: str = "", start: str = "") -> bytes:
    """Return a word up to its counts, without names."""
    return b"\1" + text(game) + bytes([rules]) + text(options) + b"\0" + text(start)


def hopeless() -> dict[str, str]:
    """Return a bad word by kind of error."""
    good, none = codec.encode(Match(MatchConfig("andarraya"))), b"\0\0\0"
    return {
        "no letters of a word": "%C3%B1%C3%B1",
        "four letters": "AAAA",
        "a letter changed": good[:-1] + ("A" if good[-1] != "A" else "B"),
        "cut in half": good[: len(good) // 2],
        "a later format": word(b"\2" + head()[1:] + none),
        "a game nobody knows": word(head("chess") + none),
        "later rules": word(head(rules=99) + none),
        "options that are none": word(head(options='{"no":1}') + none),
        "a position that is none": word(head(start="8/8/8") + none),
        "more events than a game has": word(
            head() + number(game_info("andarraya").max_events + 1) + b"\0\0"
        ),
        "more events than bits": word(head() + number(500) + b"\0\0" + bytes(8)),
        "too many forced events": bomb(),
        "one letter too long": "A" * (codec.MAX_CHARS + 1),
        "a million letters": "A" * 1_000_000,
    }


def measure(page: Page, kind: str, link: str, runs: int) -> None:
    boot(page)
    took = []
    for _ in range(runs + 1):
        took.append(refused_after(page, f"#g={link}"))
        words = page.locator("#notice p").text_content()
        press(page, "notice:close")
    heard, (first, *rest) = statistics.median(one for one, _ in took), [one for _, one in took]
    print(
        f"{kind:28} first {first:6.1f} ms, then {statistics.median(rest):5.1f}"
        f" (worst {max(rest):.1f}), before it {heard:4.0f}  {words}"
    )


def main(runs: int) -> None:
    site = ROOT / "dist" / "site"
    build(ROOT, site)
    with sync_playwright() as driver, serving(site) as port:
        browser = launch(driver)
        for kind, link in hopeless().items():
            context = browser.new_context(
                base_url=f"http://localhost:{port}/", service_workers="block", locale="en"
            )
            measure(context.new_page(), kind, link, runs)
            context.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else RUNS)
