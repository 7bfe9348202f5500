"""Home knows whose turn it is at a far table, if it may ask."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.far_pair import PATIENCE_MS, Player, seated, wait_until
from tests.e2e.harness import NewContext, Servers, boot, press
from tests.e2e.relays import HostileRelay
from tests.fixtures.says import says

QUIET_MS = 6000  # longer than home waits before it looks for mail


def test_home_asks_whose_turn_it_is_only_with_permission(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    """Without it no connection is made and no script of far play is loaded; with it each relay gets
    one question."""
    ana, blas = (Player(new_context, server, hostile.url) for _ in range(2))
    seated(ana, blas)
    place = ana.page.url
    ana.move("e2e4")
    blas.turn(1)
    ana.page.close()
    blas.move("e7e5")
    wait_until(lambda: len(hostile.events) == 4)

    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    requests, sockets = len(hostile.requests), len(ana.watch.sockets)
    ana.page = ana.context.new_page()
    boot(ana.page)
    expect(ana.page.locator(".waiting")).to_contain_text(says("home.saved.turn.other"))
    ana.page.wait_for_timeout(QUIET_MS)
    assert (len(hostile.requests), len(ana.watch.sockets)) == (requests, sockets)
    assert not [url for url in asked if "far" in url.rsplit("/", 1)[-1]]

    press(ana.page, "act:settings")
    press(ana.page, "set:turns=on")
    press(ana.page, "dialog:close")
    limits = len(hostile.asked)
    ana.page.close()
    ana.page = ana.context.new_page()
    boot(ana.page)
    waits = ana.page.locator(".waiting")
    expect(waits).to_contain_text(says("home.saved.turn.me"), timeout=PATIENCE_MS)
    ana.page.wait_for_timeout(1000)
    (only,) = hostile.requests[requests:]
    assert len(only) == 1 and len(only[0]["#x"]) == 1 and len(only[0]["authors"]) == 2
    assert len(ana.watch.sockets) == sockets + 1 and len(hostile.asked) == limits
    assert len(hostile.events) == 4
    ana.page.close()
    ana.page = ana.context.new_page()
    ana.page.goto(place)
    ana.turn(0)
    for player in (ana, blas):
        assert player.watch.problems == []
