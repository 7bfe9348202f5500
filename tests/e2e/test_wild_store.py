"""Stored and pasted texts that no code of ours would write.

Asedio must start, keep the rest and set aside what it cannot read. This is tested in a browser,
because its call stack has other limits than CPython's.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from engine.core.jsontext import MAX_DEPTH
from tests.e2e.harness import (
    BOARD,
    READY,
    boot,
    press,
    press_all,
    target,
    wait_for_mark,
    written,
)
from tests.e2e.screens import FILL, goto
from tests.fixtures.sampled import sampled

DEEP = "[" * 60_000
DEEPEST = "[" * MAX_DEPTH + "]" * MAX_DEPTH
ASIDE = "() => Object.keys(localStorage).filter(key => key.startsWith('asedio:aside:')).length"
HEAD = {
    "v": 1, "game": "andarraya", "options": {}, "names": ["Ana", "Blas"], "start": None,
    "tags": {}, "created": 1, "result": None,
}  # fmt: skip


def good(page: Page) -> str:
    """Play a game of two plies in this page and return its id."""
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4", "sq:e7", "sq:e5"))
    return page.url.rpartition("=")[2]


def reopened(page: Page, entries: dict[str, str], fragment: str = "") -> Page:
    """Store these entries and start the page again."""
    page.evaluate(FILL, entries)
    page.goto("about:blank")
    return boot(page, fragment)


def opens(page: Page, key: str) -> None:
    """Check that the game is listed at home and opens with its moves."""
    goto(page, "")
    press(page, f"act:continue:{key}")
    wait_for_mark(page, BOARD)
    expect(page.locator(".log")).to_contain_text("e5")


def head(**fields: object) -> str:
    return json.dumps({**HEAD, **fields})


DEEP_ONES = {"lists": DEEP, "objects": '{"a":' * 20_000, "most": DEEPEST}


@pytest.mark.parametrize("deep", sampled(DEEP_ONES.values()), ids=[*DEEP_ONES])
def test_deep_entries_are_set_aside_and_the_rest_remains(page: Page, deep: str) -> None:
    key = good(page)
    kinds = ["settings", "shelf", "game:deep", "relays", "learned:andarraya", "hidden"]
    kinds += ["exercises:andarraya", f"draft:{key}:0"]
    kinds += [f"{kind}:{key}" for kind in ("mistakes", "mark", "turn", "table")]
    reopened(page, {f"asedio:{kind}": deep for kind in kinds})
    opens(page, key)
    press_all(page, ("sq:d2", "sq:d4"))
    expect(page.locator(".log")).to_contain_text("d4")
    assert page.evaluate(ASIDE) >= 3
    for fragment in ("learn=andarraya", "puzzle=andarraya&day"):
        goto(page, fragment)
        wait_for_mark(page, BOARD)
    page.evaluate("localStorage.setItem('asedio:relays', '{\"chosen\":[]}')")  # no public ones
    goto(page, "open")
    expect(page.locator("[data-screen]").first).to_have_attribute("data-screen", "offers")
    press(page, "act:settings")
    press(page, "set:theme=night")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    goto(page, f"new=stratego&hills={DEEP[:15_000]}")
    expect(page.locator("#notice")).not_to_be_empty()
    goto(page, "new=andarraya")
    wait_for_mark(page, BOARD)


WILD = ('{"toString":1}', "[" * 6000 + "]" * 6000)
DEEP_TEXTS = (
    '{"format":"asedio","version":1,"a":' + DEEP,
    '{"asedio":"far","a":' + DEEP,
    f"[Rules {DEEP}]\n[Options {DEEP}]\n\n1. a4-a5",
    '[Rules "stratego 1"]\n[Options {"agile":' + DEEP + "}]\n\n1. a4-a5",
    f'[Game "Andarraya"]\n\n1. e4 {"(" * 100_000} e5',
    '{"format":"asedio-study","version":1,"chapters":' + DEEP,
)


def test_deep_pasted_text_is_refused_with_a_message(page: Page) -> None:
    """Deeper than any call stack of the page's Python."""
    boot(page)
    said = page.locator('[data-slot="problem"]:visible, #notice p:visible').first
    kept = page.locator('[data-target="clear:paste"]:visible')  # a long text stays beside its field
    for text in DEEP_TEXTS:
        page.locator('[data-field="paste"]:visible').fill(text)
        press(page, "act:open")
        expect(said).not_to_be_empty()
        goto(page, "new=andarraya")  # Python still runs
        wait_for_mark(page, BOARD)
        goto(page, "")
        expect(said).to_have_count(0)
        if kept.count():
            kept.click()


WILD_HEADS: list[dict[str, object]] = [
    {"created": 10**15},
    {"created": -(10**15)},
    {"created": 10**4000},
    {"names": ["x" * 30] * 10_000},
    {"v": 2, "names": ["x" * 30] * 10_000},
    {"names": ["x" * 500_000, "y"]},
    {"game": "x" * 500_000},
    {"game": "nothing", "options": {"a": [[[]]]}},
    {"start": "9" * 200_000},
]


def test_wild_heads_and_entries_read_before_python_harm_no_other_game(page: Page) -> None:
    key = good(page)
    names = [f"wild{number}" for number in range(len(WILD_HEADS))]
    heads = zip(names, WILD_HEADS, strict=True)
    reopened(page, {f"asedio:game:{name}": head(**one) for name, one in heads})
    expect(page.locator(".saved")).to_contain_text("Andarraya")
    expect(target(page, "act:computer:cotadrez")).to_be_visible()
    for name in names:
        goto(page, f"play={name}")
        written(page)
    opens(page, key)
    for wild in WILD:
        entries = {"asedio:settings": f'{{"lang":{wild},"theme":{wild}}}'}
        entries["asedio:game:wild"] = head().replace('"options": {}', f'"options":{{"a":{wild}}}')
        entries["asedio:relays"] = f'{{"chosen":{wild},"known":[{wild}]}}'
        reopened(page, entries)
        opens(page, key)
        page.goto("about:blank")
        page.goto("./#play=wild")
        wait_for_mark(page, READY)
