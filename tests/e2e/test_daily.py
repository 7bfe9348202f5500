"""Home of somebody who has played, and the challenge of the day, in a real browser."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from engine.games import REGISTRY
from tests.e2e.harness import boot, press, stored, target

# A finished game of Andarraya against the computer, and the note that home has its other shape.
PLAYED = {
    "asedio:home": "played",
    "asedio:settings": json.dumps({"motion": "none", "theme": "day", "lang": "en"}),
    "asedio:game:done": json.dumps(
        {"v": 1, "game": "andarraya", "options": {}, "names": [], "start": None,
         "created": 1, "result": ["1-0", "resigned"], "tags": {}}
    ),
    "asedio:event:done:00000": json.dumps([0, ["move", 12, 28, 0], 1]),
    "asedio:table:done": json.dumps({"flipped": False, "seats": [0, 2]}),
}  # fmt: skip


def test_who_has_played_finds_the_challenge_on_home_and_can_begin_it(page: Page) -> None:
    stored(page, PLAYED)
    boot(page)
    expect(page.locator(".home.played")).to_be_visible()
    for game in REGISTRY:
        expect(target(page, f"act:computer:{game}")).to_be_in_viewport(ratio=1)
        expect(target(page, f"act:game:{game}")).to_be_in_viewport(ratio=1)
    assert page.locator(".home-week li").count() == 7
    press(page, "act:day")
    page.wait_for_selector("main[data-screen=table][data-challenge=open]")
    assert target(page, "act:challenge:again").is_visible()
    assert page.locator(".challenge-days .button").count() >= 29
    press(page, "act:challenge:leave")
    page.wait_for_selector("main[data-screen=home]")
    assert page.evaluate("localStorage.getItem('asedio:daily')") is None
