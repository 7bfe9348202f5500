"""A new version of the page in the middle of a far game: the game goes on."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import serving
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_release import kept, look_for_update, renewed


@pytest.mark.soak
@pytest.mark.alone  # in parallel the whole bundle would arrive too late
def test_far_game_goes_on_after_an_update_in_the_middle(
    new_context: NewContext, copy: Path
) -> None:
    with serving(copy) as port:
        server = Servers(f"http://localhost:{port}/", "", copy)
        context = partial(new_context, base_url=server.url, service_workers="allow")
        ana, blas = Player(context, server), Player(context, server)
        blas.sit(ana.invite())
        ana.open(blas.link()).move("e2e4")
        blas.open(ana.link())
        kept(ana.page)
        renewed(copy)
        look_for_update(ana.page)
        ana.page.wait_for_selector("#new-version")
        ana.page.locator("#new-version button").first.click()
        ana.page.wait_for_selector("html[data-newer][data-boot=ready]", timeout=60_000)
        blas.turn(1).move("e7e5")
        ana.open(blas.link()).turn(0).move("g1f3")
        ana.page.wait_for_selector("html[data-newer]", timeout=PATIENCE_MS)
        assert len(ana.played()) == 3 and ana.watch.problems == []
        blas.open(ana.link()).turn(1)
