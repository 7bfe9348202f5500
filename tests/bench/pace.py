"""Measure how long a press takes by the page's clock, from the input to the frame that shows it.

Presses are timed alternately at rest and while a relay floods, so that both meet the same load of
the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median, quantiles
from typing import Any, NamedTuple

from playwright.sync_api import Page

from engine.far.crypto import SIGNATURE
from engine.far.letter import ID, Letter, Parent, Says
from engine.far.terms import open_invitation
from tests.e2e.harness import target
from tests.e2e.relays import HostileRelay
from ui.far.seat_store import to_text

FLOOD = 10_000  # messages
SUFFERED = 1 / 18  # seconds between messages: slow enough not to count as a flood
SEALED = 200  # events in a flood made by a player
ROUNDS = 8
BLOCK = 25  # presses
PAUSE_MS = 20
NOTE = """() => {
  if (window.asedioPaces) return;
  window.asedioPaces = [];
  addEventListener("click", event => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();  // its message comes once the frame is made
    port1.onmessage = () => window.asedioPaces.push(performance.now() - event.timeStamp);
    port2.postMessage(0);
  }), true);
}"""

SEAL = """async ({topic, key, words}) => {
  const far = await import(new URL("vendor/far/far.js", window.asedioStatic));
  const pool = new far.Pool([], topic, key, far.secret(), "", () => {});
  const date = Math.floor(Date.now() / 1000);
  const found = words.map(word => pool.event({word, date}, 0, [0, 2 ** 40]));
  pool.close();
  return found;
}"""


class Paces(NamedTuple):
    """Milliseconds of the presses of each round, before and during a flood."""

    before: list[list[float]]
    during: list[list[float]]

    def p95(self) -> tuple[float, float]:
        """Return the 95th percentiles before and during the floods, over all rounds."""
        before, during = (_p95([one for block in blocks for one in block]) for blocks in self)
        return before, during

    @property
    def ratio(self) -> float:
        """Median over the rounds of p95 during the flood divided by p95 before it.

        The median ignores the rounds that other programs of the machine disturb.
        """
        rounds = zip(self.before, self.during, strict=True)
        return median(_p95(during) / _p95(before) for before, during in rounds)


def _p95(found: list[float]) -> float:
    return quantiles(found, n=20)[-1]


def presses(page: Page, count: int = BLOCK) -> list[float]:
    """Return the ms of `count` clicks that select two pawns alternately.

    The clicks go to coordinates, so that Playwright does not query the page in between.
    """
    page.evaluate(NOTE)
    boxes = [target(page, name).bounding_box() for name in ("sq:d2", "sq:e2")]
    page.evaluate("window.asedioPaces.length = 0")
    for at in range(count):
        box = boxes[at % 2]
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(PAUSE_MS)
    page.wait_for_function("count => window.asedioPaces.length === count", arg=count)
    return [float(one) for one in page.evaluate("window.asedioPaces")]


def forged_by_a_player(page: Page, invitation: str) -> list[dict[str, Any]]:
    """Return events made by somebody with the table's key: letters forged in the guest's name."""
    terms = open_invitation(invitation.split("#join=")[1].split("&")[0])
    guest = 1 - terms.seat
    own, signature = Parent(guest, 1, bytes(ID)), bytes([1]) * SIGNATURE
    letters = (
        Letter(terms.id, guest, 1, 0, (own,), (Says(str(number)),), signature)
        for number in range(SEALED)
    )
    words = [to_text(letter.data) for letter in letters]
    asked = {"topic": terms.topic, "key": terms.content_key.hex(), "words": words}
    return list(page.evaluate(SEAL, asked))


def paces(
    opened: Callable[[], Page], hostile: HostileRelay, events: list[dict[str, Any]], every: float
) -> Paces:
    """Time presses before and during a flood of these events, in several rounds.

    `every`: seconds between events. `opened` returns the page of a round, which must be new because
    a page leaves a relay that floods fast.
    """
    found = Paces([], [])
    for _ in range(ROUNDS):
        page = opened()
        presses(page)  # warm up
        found.before.append(presses(page))
        hostile.flood(events, FLOOD, every)
        found.during.append(presses(page))
        hostile.calm()
    return found
