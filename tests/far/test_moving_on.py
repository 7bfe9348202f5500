"""A game moves: from one device to two, back, or on with a computer player."""

from __future__ import annotations

import pytest

from tests.far.test_table import same
from tests.far.world import Device, relays, two


def test_a_local_game_continues_between_two_devices() -> None:
    world = relays()
    ana = Device(world)
    ana.press("act:game:andarraya", "act:start")
    for move in ("e2e4", "e7e5", "g1f3"):
        ana.play(move)
    ana.press("act:share", "share:far", "far-side:1", "far:make")
    address = ana.settle().side.invitation
    assert len(ana.events) == 3
    eva = Device(world)
    eva.open(address)
    assert "has already begun" in eva.view.layouts["main"]
    blas = Device(world).sit(address)
    same(ana, blas)
    ana.play("b8c6")
    blas.play("b1c3")
    same(ana, blas)
    assert len(ana.events) == 5
    ana.press("act:far:back")
    blas.press("act:far:yes")
    same(ana, blas)
    assert len(ana.events) == 3 and not ana.side.may_offer("back")  # not into the local part
    again = ana.reopen()
    assert again.events == blas.events
    again.press("act:share")
    assert "share:far" not in again.view.layouts["dialog"]  # the game is far already
    assert len(again.app.store.games()) == 2


def test_a_far_game_becomes_local_when_both_agree() -> None:
    ana, blas = two()
    ana.play("e2e4").press("act:far:fold:more", "act:far:ask-home")
    assert "would like to continue on" in blas.panel
    blas.press("act:far:no")
    assert "prefers to continue online" in ana.panel
    ana.press("act:far:ask-home")
    blas.press("act:far:yes")
    blas.play("e7e5")
    assert (
        len(blas.events) == 1 and "act:far:home" not in blas.panel
    )  # the game has moved away from this device
    ana.press("act:far:home")
    assert ana.table.far is None and len(ana.events) == 1
    ana.play("e7e5").play("g1f3")  # both seats are on this device
    assert len(ana.events) == 3 and ana.table.session.config.names == ("Ana", "Blas")


def test_a_computer_takes_over_a_seat_and_both_are_told() -> None:
    ana, blas = two()
    ana.play("e2e4")
    blas.press("act:far:fold:more", "act:far:engine")
    assert all("computer is playing for Blas" in one.panel for one in (ana, blas))
    assert blas.table.session.levels == (0, 3) and blas.table.session.viewer == 1
    assert blas.table.computer is not None and blas.table.computer.waiting is not None
    action = blas.table.session.observation().legal_actions()[0]
    blas.table.session.play([action])  # as the computer would
    blas.press("act:turn")
    same(ana, blas)
    again = blas.reopen()
    assert again.table.session.levels == (0, 3)
    again.press("act:far:fold:more", "act:far:engine")
    assert "computer plays" not in ana.panel and again.table.session.levels == (0, 0)


def test_finished_games_and_games_with_secrets_cannot_move() -> None:
    ana = Device(relays())
    ana.press("act:game:cotadrez", "act:start", "act:share")
    assert "share:far" not in ana.view.layouts["dialog"]
    ana.app.close()
    ana.press("act:home", "act:game:andarraya", "act:start", "act:resign", "act:resign-yes")
    ana.press("act:share")
    assert "share:far" not in ana.view.layouts["dialog"]


def test_a_page_that_may_not_reach_the_relays_reloads_without_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The reloaded page finds everything, even if the old one is killed at that moment."""
    world = relays()
    ana = Device(world)
    monkeypatch.setattr(ana.tools, "allowed", lambda relays: False)
    monkeypatch.setattr(type(ana.app.store), "persistent", True)
    ana.press("act:game:andarraya", "act:invite", "far:make")
    assert ana.reloads == 1 and ana.app.screen is not None and ana.app.screen.name == "home"
    assert not ana.tools.pools and "#play=" in ana.now
    blas = Device(world).sit(ana.reopen().side.invitation)
    same(ana.reopen(), blas)
