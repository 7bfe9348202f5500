"""Limits of what a relay may send and when it is processed: ui/browser/far_pace.mjs, run
by Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BEGIN = """import { Allowance, Slices } from "./ui/browser/far_pace.mjs";
const say = (found) => console.log(JSON.stringify(found));
"""
# Messages of a relay in order: count, characters each, phase, whether the event is new. Then the
# number of messages that are accepted.
CASES: tuple[tuple[list[tuple[int, int, str, bool]], int], ...] = (
    ([(3000, 900, "opening", True)], 3000),  # a long table, kept for weeks
    ([(1000, 900, "open", True)], 1000),  # the other's whole game at once
    ([(600, 900, "open", True), (600, 900, "open", False)], 1200),  # everything twice
    ([(10_000, 900, "opening", True)], 4000),
    ([(10_000, 900, "open", True)], 1200),
    ([(10_000, 900, "open", False)], 100),  # not requested
    ([(10_000, 40_000, "opening", True)], 150),
)


def run(script: str) -> Any:
    command = ["node", "--input-type=module", "-e", BEGIN + script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_letters_are_accepted_and_floods_are_not() -> None:
    found = run(f"""say({json.dumps([sent for sent, _ in CASES])}.map((sent) => {{
      const one = new Allowance();
      let taken = 0;
      for (const [count, ...what] of sent)
        for (let number = 0; number < count; number++) taken += one.takes(...what);
      return taken;
    }}));""")
    assert found == [taken for _, taken in CASES]


def test_messages_wait_for_the_page_and_none_is_lost() -> None:
    """After a slice of work no message is processed until the page has been idle."""
    found = run("""
        const slices = new Slices(), done = [];
        const work = (name) => () => {
          const until = performance.now() + 9;
          while (performance.now() < until);
          done.push(name);
        };
        for (const name of "abc") slices.later(work(name), "open");
        const before = [...done];
        setTimeout(() => done.push("a press"));
        slices.later(() => say([before, done]), "open");
    """)
    assert found == [["a"], ["a", "a press", "b", "c"]]
