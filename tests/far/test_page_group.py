"""The page's group for shared decks (ui/browser/far_deck.mjs), run by Node: against the vectors of
RFC 9496 and the group in Python, and products apart from the page."""

from __future__ import annotations

import json
import subprocess
from random import Random
from typing import Any

import pytest

from engine.dev.common import ROOT
from engine.dev.verify import Ristretto
from engine.far.deck import computed
from engine.far.group import CachedGroup, Product, cached, point_of
from tests.far.groups import ToyGroup
from tests.far.test_groups import VECTORS
from ui.browser.deck import ORDER, BrowserGroup

BEGIN = """import * as deck from "./ui/browser/far_deck.mjs";
const data = JSON.parse(process.argv[1]), say = (found) => console.log(JSON.stringify(found));
"""
# A worker in Node that counts its messages, as the browser's would run the same script.
WORKER = """
globalThis.Worker = class {
  constructor() { this.told = 0; }
  postMessage(text) {
    setTimeout(() => {
      for (const data of [0, 6, 12]) this.onmessage({data});
      this.onmessage({data: `from the worker ${text.split("\\n").length}`});
    });
  }
  terminate() { globalThis.ended = true; }
};
"""


def run(script: str, data: Any = None) -> Any:
    command = ["node", "--input-type=module", "-e", BEGIN + script, json.dumps(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_published_vectors() -> None:
    script = """
say({multiples: data.multiples.slice(1).map((_, at) => deck.base((at + 1).toString(16))),
  good: data.multiples.map(deck.good), bad: data.bad.map(deck.good),
  uniform: data.uniform.map(([bytes]) => deck.hashed(bytes))});"""
    found = run(script, VECTORS)
    assert found["multiples"] == VECTORS["multiples"][1:]
    assert found["good"] == [False] + [True] * 15  # the first one is the identity
    assert found["bad"] == [False] * 29
    assert found["uniform"] == [text for _, text in VECTORS["uniform"]]


def lines(work: list[Product]) -> str:
    return "\n".join(f"{one.scalar:064x} {one.point.hex()}".rstrip() for one in work)


def test_products_are_those_of_the_group_in_python() -> None:
    group, rng = Ristretto(), Random(1)
    assert group.order == ORDER == BrowserGroup.order
    work = [Product(1, b""), Product(ORDER - 1, b"")]
    for number in range(6):
        point = point_of(group, "test", bytes([number])) if number % 3 else b""
        work.append(Product(rng.randrange(1, ORDER), point))
    script = """
const told = [];
say([await deck.compute(data, (count) => told.push(count)), told]);"""
    found, told = run(script, lines(work))
    assert [bytes.fromhex(one) for one in found.split("\n")] == [*computed(group, work)]
    assert told == sorted(told) and all(0 < one <= len(work) for one in told)


def test_products_are_computed_in_a_worker_where_there_is_one() -> None:
    script = (
        WORKER
        + """
const told = [];
say([await deck.compute(data, (count) => told.push(count)), told, globalThis.ended]);"""
    )
    assert run(script, "1\n2") == ["from the worker 2", [0, 6, 12], True]


def test_a_worker_that_fails_is_replaced_by_the_page() -> None:
    script = """
globalThis.Worker = class { postMessage() { setTimeout(() => this.onerror(new Error("no"))); }
  terminate() {} };
say(await deck.compute("1", () => {}));"""
    assert run(script) == VECTORS["multiples"][1]


# -- results from elsewhere ------------------------------------------------------------------------


def test_a_cached_group_computes_nothing_twice_and_nothing_it_has_learnt() -> None:
    toy = ToyGroup()
    group, point = cached(toy), toy.hashed(b"x")
    assert cached(group) is group
    work = [Product(5, point), Product(7, b"")]
    assert group.missing(work) == work
    assert group.multiply(5, point) == group.multiply(5, point) and toy.multiplied == 1
    assert group.missing(work) == work[1:]
    group.learn(work[1:], [b"learnt"])
    assert group.base(7) == b"learnt" and toy.based == 0 and group.missing(work) == []


def test_a_cached_group_forgets_the_oldest_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.far.group.MOST_KNOWN", 3)
    group = CachedGroup(ToyGroup())
    work = [Product(number, b"") for number in range(1, 6)]
    group.learn(work, [bytes([number]) for number in range(5)])
    assert group.missing(work) == work[:2]
