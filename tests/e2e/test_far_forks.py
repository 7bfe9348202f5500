"""Two versions of one turn at a far table, from two devices of one seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import BOARD, wait_for_mark
from tests.e2e.test_far import PATIENCE_MS, Player, pictures


@pytest.mark.soak
def test_fork_shows_both_versions_and_the_answer_decides(
    new_context: NewContext, server: Servers
) -> None:
    """A copy of Ana's profile plays another move than she does."""
    ana, blas = (Player(new_context, server) for _ in range(2))
    blas.sit(ana.invite())
    ana.open(blas.link())
    old = ana.context.storage_state()
    twin = Player(new_context, server, storage_state=old)
    twin.page.goto(ana.page.url)
    wait_for_mark(twin.page, BOARD)
    blas.open(ana.move("e2e4").link())
    blas.open(twin.turn(0).move("d2d4").link())
    expect(blas.page.locator(".far-fork")).to_be_visible(timeout=PATIENCE_MS)
    pictures(blas.page, "far-fork")
    assert blas.page.locator(".far-versions .far-picture svg").count() == 2
    mine = [one.played() for one in (ana, twin)]
    blas.move("e7e5")
    assert len(blas.played()) == 2
    loser = ana if blas.played()[:1] == mine[1] else twin
    loser.open(blas.link())
    assert loser.played() == blas.played()
    expect(loser.page.locator(".far-fork")).to_be_visible(timeout=PATIENCE_MS)
