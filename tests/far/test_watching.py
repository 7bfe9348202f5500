"""The address at which others watch a table, such as on a television."""

from __future__ import annotations

import html
import re

import pytest

from engine.core.contract import SPECTATOR
from tests.far.test_stratego_page import BARRAGE, seated
from tests.far.world import Device, by_hand, two
from tests.fixtures.says import says


def address(device: Device) -> str:
    """Press the button in the folded part; return the address of the dialog."""
    device.press("act:far:fold:more", "act:far:watch")
    slots = device.view.slots
    found = re.search(r'value="([^"]*#join=[^"]*)"', slots["parts"])
    assert found is not None
    device.app.close()
    return html.unescape(found[1])


def television(player: Device) -> Device:
    """Open the address of a player's dialog on a third device and choose to watch."""
    third = Device(player.world)
    third.open(address(player)).press("act:look").settle()
    assert third.table.session.agreed.mine == SPECTATOR
    return third


def test_a_third_device_watches_and_offers_the_address_too() -> None:
    ana, blas = two()
    third = television(ana)
    ana.play("e2e4").settle()
    third.settle()
    assert third.events == ana.events
    assert address(third) == address(blas)


def test_what_it_stores_does_not_tell_what_is_hidden() -> None:
    ana, blas = seated(BARRAGE)
    third = television(ana)
    for device in (ana, blas):
        device.press("act:random", "act:ready").settle()
    for device in (ana, third):
        device.settle()
    known = third.table.session.observation()
    assert known.to_text() == ana.table.session.observation().observation(SPECTATOR).to_text()
    assert [one for one in third.table.scene.pieces if one.side == 0]
    assert all(one.hidden for one in third.table.scene.pieces)
    keys = ana.side.seat.keys
    for secret in (keys.secret, keys.seed):
        assert secret.hex() not in third.stored()


def drawn(game_id: str, random: int) -> tuple[object, object]:
    """Return what a television draws after Ana has placed her pieces, the n-th time at random; and
    what her own page draws."""
    ana, _ = two(game_id=game_id)
    third = television(ana)
    ana.press(*["act:random"] * random, "act:ready").settle()
    third.settle()
    public, own = (
        {
            **one.view.layouts,
            **one.view.slots,
            **{k: part.nodes for k, part in one.view.parts.items()},
        }
        for one in (third, ana)
    )
    return public, own["pieces"]


@pytest.mark.parametrize("game_id", ["stratego", "cotadrez"])
def test_what_it_draws_does_not_tell_what_is_hidden(game_id: str) -> None:
    (one, own), (other, another) = drawn(game_id, 1), drawn(game_id, 3)
    assert one == other and own != another


def test_who_watches_is_offered_no_other_game() -> None:
    ana, blas = two()
    third = television(ana)
    ana.press("act:resign", "act:resign-yes").settle()
    for device in (blas, third):
        device.settle()
    assert "act:rematch" in blas.view.slots["result"]
    assert "act:share" in third.view.slots["result"]
    assert "act:rematch" not in third.view.slots["result"]


def test_a_table_without_relays_or_without_a_second_player_is_not_shown() -> None:
    ana, _ = by_hand()
    ana.press("act:far:fold:more")
    assert says("far.watch") not in ana.panel


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_dialog_names_the_button_to_press(lang: str) -> None:
    assert says("far.look", lang=lang) in says("far.watch.about", lang=lang)
