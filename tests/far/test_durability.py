"""How long a browser keeps a seat: said before one sits down, with the ways out."""

from __future__ import annotations

import pytest

from tests.far.world import RELAYS, Device, relays
from ui.browser.relay import Surroundings
from ui.far.lobby.durability import APP, LASTS, PAGE, WEEK, durability
from ui.saves.storage import MemoryStorage

WEBKIT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
AGENTS = {
    WEBKIT + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": WEEK,
    WEBKIT + "(KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0": APP,
    "Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Chrome/140 Mobile": APP,
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36": LASTS,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36": LASTS,
    "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0": LASTS,
    "": LASTS,
}


@pytest.mark.parametrize("agent", AGENTS)
def test_browsers_that_forget_seats_are_known(agent: str) -> None:
    assert durability(True, Surroundings(agent, False, False)) == AGENTS[agent]
    assert durability(False, Surroundings(agent, False, False)) == PAGE


def test_an_installed_page_keeps_its_seats() -> None:
    safari = next(iter(AGENTS))
    assert durability(True, Surroundings(safari, False, True)) == LASTS


def dialog(device: Device) -> str:
    return str(device.view.layouts["dialog"])


def test_a_frame_without_storage_warns_before_inviting_and_before_joining() -> None:
    ana, blas = two_in_frames()
    ana.press("act:game:andarraya", "act:invite")
    assert 'data-risk="page"' in dialog(ana) and 'target="_blank"' in dialog(ana)
    ana.press("far-side:0", "far:make").settle()
    assert "act:far:seat" in ana.panel and 'data-risk="page"' in ana.panel
    blas.app.route("#" + ana.side.invitation.split("#", 1)[1])
    shown = str(blas.view.layouts["main"])
    assert 'data-risk="page"' in shown and "#join=" in shown


class Blocked(MemoryStorage):
    """Storage of a frame whose browser blocks it."""

    def set(self, key: str, value: str) -> None:
        raise OSError("SecurityError")


def two_in_frames() -> tuple[Device, Device]:
    world, found = relays(), []
    for _ in range(2):
        device = Device(world)
        device.app.store.storage._backing = Blocked()
        device.app.store.storage.probe("asedio:probe")
        device.around = Surroundings("", True, False)
        found.append(device)
    return found[0], found[1]


def test_the_offer_of_the_seat_link_ends_when_it_was_opened() -> None:
    device = Device(relays())
    device.around = Surroundings(next(iter(AGENTS)), False, False)
    device.invite()
    assert 'data-risk="week"' in device.panel
    device.press("act:far:seat")
    device.app.close()
    device.app.refresh()
    assert "data-risk" not in device.panel
    again = Device(device.world, device.now, device.entries, RELAYS)
    again.around = device.around
    again.settle()
    assert "data-risk" not in again.panel


def test_an_invitation_names_the_stable_address_of_the_host() -> None:
    ana = Device(relays())
    ana.address = "https://host.example/asedio/"
    assert ana.invite().startswith("https://host.example/asedio/#join=")
    assert ana.side.base == "https://host.example/asedio/"
