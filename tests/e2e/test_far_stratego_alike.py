"""What two pages send to a relay does not depend on their secrets: the same game with two armies
leaves the same events, in kind, author, size, tags and order."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import press_all
from tests.e2e.relays import HostileRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import hostile as hostile
from tests.e2e.test_far_stratego import BLUE, RED, left, place, seated

OTHER = "flag:b1 bomb:a1 spy:c4 general:b4 marshal:e4 miner:f4 scout:a4 scout:j4"
KNOWN = left(7, 0)  # the scout of a4 has fallen

QUIET_MS = 1500  # a page sends its automatic letters sooner


def kept(relay: HostileRelay) -> list[tuple[Any, ...]]:
    """Return the stored events as the relay sees them: author by order of appearance, kind, length,
    tags without their values."""
    authors = list(dict.fromkeys(one["pubkey"] for one in relay.events))
    return [
        (
            authors.index(one["pubkey"]),
            one["kind"],
            len(one["content"]),
            [(tag[0], [len(value) for value in tag[1:]]) for tag in one["tags"]],
        )
        for one in relay.events
    ]


def game(new_context: NewContext, server: Servers, relay: HostileRelay, red: str) -> list[Any]:
    """Play some moves and a fight; return what the relay has kept before boards are opened."""
    relay.events.clear()
    ana, blas = (Player(new_context, server, relay.url) for _ in range(2))
    seated(ana, blas)
    for seat, (me, army) in enumerate(((ana, red), (blas, BLUE))):
        place(me.turn(seat), army)
    for seat, step in ((0, "e4e5"), (1, "e7e6"), (0, "b4b5"), (1, "i7i6"), (0, "a4a7")):
        (ana, blas)[seat].turn(seat).move(step)
        (ana, blas)[1 - seat].turn(1 - seat)
    expect(blas.page.locator("body")).to_contain_text(KNOWN, timeout=PATIENCE_MS)
    ana.page.locator(".far-receipt.seen").wait_for(timeout=PATIENCE_MS)
    found: list[Any] = []
    while len(found) < len(relay.events):  # until nothing more arrives
        found = kept(relay)
        ana.page.wait_for_timeout(QUIET_MS)
    press_all(blas.page, ("act:resign", "act:resign-yes"))
    for player in (ana, blas):
        assert player.watch.problems == []
        player.context.close()
    return found


@pytest.mark.soak  # tests/far/test_stratego_alike.py proves it of pages without a browser
def test_two_armies_leave_the_same_events_on_the_relay(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    one, other = (game(new_context, server, hostile, red) for red in (RED, OTHER))
    assert len(one) > 10 and one == other
