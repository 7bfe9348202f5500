"""Links that messengers, mail programs and people have damaged on the way are read all the same."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest

from tests.far.world import Device, by_hand, relays
from ui.far.lobby.joining import JoinScreen
from ui.session.address import mended, parse_fragment

WORDS = ("join", "l", "seat", "g")
DAMAGE: dict[str, Callable[[str], str]] = {
    "full stop": lambda text: text + ".",
    "bracket": lambda text: text + ")",
    "bracket and comma": lambda text: text + "),",
    "angle": lambda text: text + ">",
    "curly quote": lambda text: text + "”",
    "straight quote": lambda text: text + '"',
    "guillemet": lambda text: text + "»",
    "zero-width space": lambda text: text[:12] + "\u200b" + text[12:],
    "zero-width at the end": lambda text: text + "\u200b",
    "encoded zero-width": lambda text: text + "%E2%80%8B",
    "soft hyphen": lambda text: text[:9] + "\u00ad" + text[9:],
    "line break": lambda text: text[:20] + "\r\n" + text[20:],
    "html": lambda text: text.replace("&", "&amp;"),
    "percent": lambda text: "#" + quote(text[1:], safe=""),
    "percent and full stop": lambda text: "#" + quote(text[1:], safe="") + ".",
    "capital key": lambda text: text.replace("=", "%3D", 1),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("kind", WORDS)
def test_every_kind_of_link_is_read_as_it_was_sent(kind: str, damage: str) -> None:
    link = f"#{kind}=AQx-_9abcDEF0123456789xyz&via=relay.example,other.example:8080/x"
    assert parse_fragment(DAMAGE[damage](link)) == parse_fragment(link)


@pytest.mark.parametrize(
    "fragment",
    ["", "#", "#new=stratego&hills=%5B1%5D.", "#rules=cotadrez.", "#joining=a.", "#play=a%20b"],
)
def test_addresses_that_are_no_links_stay(fragment: str) -> None:
    assert mended(fragment) == fragment


@pytest.mark.parametrize(
    "rest", ["." * 200_000, "%2e" * 60_000, ".a" * 100_000 + "\u200b" * 9, "%" * 100_000, "\ud800"]
)
def test_hostile_links_are_refused_and_the_page_goes_on(rest: str) -> None:
    device = Device(relays())
    device.app.route(f"#join={rest}")
    assert device.app.screen is not None and not device.reports
    device.app.route("#new=andarraya")
    assert device.app.screen.name == "table"


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_invitation_leads_to_the_table(damage: str) -> None:
    world = relays()
    ana, blas = Device(world), Device(world)
    address, _, word = ana.invite().partition("#")
    blas.sit(f"{address}#{DAMAGE[damage]('#' + word).removeprefix('#')}")
    assert ana.table.session.config.names == blas.table.session.config.names == ("Ana", "Blas")


@pytest.mark.parametrize("around", ["({})", "<{}>", "“{}”", "Play here: {}.", "> {}"])
def test_invitation_is_found_in_a_pasted_message(around: str) -> None:
    world = relays()
    ana, blas = Device(world), Device(world)
    blas.app.field("paste", around.format(ana.invite()))
    blas.press("act:open")
    assert blas.screen == "join"
    assert "via=" in blas.shown(JoinScreen).fragment()


def test_answer_by_link_survives_a_full_stop() -> None:
    ana, blas = by_hand()
    ana.play("e2e4")
    blas.open(ana.link() + ".")
    assert blas.events == ana.events != []


def test_relay_of_an_invitation_that_is_no_address_is_named() -> None:
    world = relays()
    ana, blas = Device(world), Device(world)
    blas.app.route("#" + ana.invite().partition("#")[2] + ",not a relay!,ftp://x")
    shown = str(blas.view.layouts["main"])
    assert "ftp://x" in shown and "is not the address of a relay" in shown
