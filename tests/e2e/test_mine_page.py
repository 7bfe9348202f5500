"""My games in a real browser: the pictures of kept set-ups."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.e2e.harness import stored
from tests.ui.test_setup_results import drafts, texts

KEPT = [["setup", one] for one in texts("stratego", drafts("stratego"))]


def test_kept_set_ups_are_drawn_in_my_games(page: Page) -> None:
    stored(page, {"asedio:draft:own-stratego:0": json.dumps(KEPT)})
    page.goto("./#games")
    rows = page.locator('[data-slot="setups"] .save')
    expect(rows).to_have_count(len(KEPT))
    expect(rows.locator("svg.thumbnail text")).to_have_count(40 * len(KEPT))
