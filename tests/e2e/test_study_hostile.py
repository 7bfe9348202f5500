"""Forged studies, records and positions in the real page: Pyodide's stack is not CPython's."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.games import REGISTRY
from engine.match import record, study_file
from engine.match.study import Study
from tests.e2e.harness import boot, target, written
from tests.engine.test_study import _deflated, _forge
from tests.fixtures.matches import random_match
from tests.fixtures.studies import random_tree

FORGED = 40
DEEP, LONG = 100_000, 400_000
LIST = "main .study-list, main .nothing"
# Puts a text into the field and presses the button; tells whether the page still answers.
READ = """text => new Promise(done => {
  const field = document.querySelector('[data-field="studies-text"]');
  field.value = text;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  document.querySelector('[data-target="act:read"]').click();
  setTimeout(() => requestAnimationFrame(() => done(
    document.querySelector('[data-slot=said]')?.textContent ?? "opened")), 30);
})"""


def forged() -> list[str]:
    """Return study files with one part replaced, and links and records made by hand."""
    rng = Random("page")
    texts = [study_file.dump(Study("t", [random_tree(game, 1, 14)])) for game in REGISTRY]
    found = [json.dumps(_forge(json.loads(texts[n % 5]), rng)) for n in range(FORGED)]
    head = '{"format":"asedio-study","version":1,"chapters":'
    big = "9" * 6000
    found += [
        head + "[" * DEEP + "]" * DEEP + "}",
        head + '{"a":' * DEEP + "1" + "}" * (DEEP + 1),
        head + f"[{big}]" + "}",
        texts[0].replace('"version":1', f'"version":{big}'),
        texts[0].replace('"version":1', '"version":1e999'),
        texts[0].replace('"version":1', '"version":NaN'),
        texts[0][: len(texts[0]) // 2],
        texts[0] + "\x00" * 1000,
        head + '"' + "\\ud800" * 1000 + '"}',
        "#s=" + _deflated(head + " " * 1_200_000 + "[]}"),
        "#s=" + "A" * LONG,
    ]
    for game in REGISTRY:
        match = random_match(game, 1, 12)
        text, start = record.write(match), match.state.to_text()
        body = text.rstrip().rpartition("\n")[0]
        for added in ("(" * DEEP, "( " * DEEP + ") " * DEEP, "{" * DEEP, "1." * DEEP):
            found.append(f"{body} {added} *\n")
        found += [start + big, start.replace("1", big, 1), start + " " * LONG + "x"]
    return found


@pytest.mark.soak
def test_forged_texts_are_refused_or_opened_and_the_page_lives(page: Page) -> None:
    boot(page)
    page.evaluate("location.hash = '#study='")
    page.locator(LIST).first.wait_for()
    refused = opened = 0
    for text in forged():
        told = page.evaluate(READ, text)
        assert told, text[:200]
        if told != "opened":
            refused += 1
            continue
        opened += 1
        page.evaluate("location.hash = '#study='")
        page.locator('[data-target="act:read"]').wait_for()
    assert refused > FORGED // 2
    target(page, "act:new:andarraya").click()
    written(page)
    expect(page.locator(".tree")).to_be_visible()
