"""Tables of version 1, from before letters had dates: shown, saved and brought home, never played
on. The fixture holds what the page of that time stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.far.bytes import Damage
from engine.far.letter import Says, read
from engine.far.letter_v1 import read_any, read_v1
from engine.far.terms import open_invitation
from tests.far.devices import Device as Player
from tests.far.devices import table
from tests.far.world import RELAYS, Device, relays

FIXTURE = Path(__file__).parent.parent / "fixtures" / "far1.json"
STORED = json.loads(FIXTURE.read_text(encoding="utf-8"))
GAMES = sorted(STORED)
JOIN = bytes.fromhex(
    "016d2fbd514076cf6bf4d3c7c69ef4c84f01000001012604426c6173e20f68ec157fb689d133e4336e928749"
    "e451968971c4925ec29a13315f6459a3003260c5b79d173aa1b2355ab8729ffbf5ab8d1af9a7291390866a9f"
    "2214830398dda99fd63407448ef0ce79c842a0fab23e778b0975e1068621c8f63b62c9db8c"
)


def opened(game_id: str) -> Device:
    """Open the stored table on a device of today."""
    world = relays()
    entries = dict(STORED[game_id]["entries"])
    return Device(world, "", entries, RELAYS).settle().back()


@pytest.mark.parametrize("game_id", GAMES)
def test_a_stored_table_of_version_1_is_shown_and_sends_nothing(game_id: str) -> None:
    ana = opened(game_id)
    assert len(ana.events) == STORED[game_id]["events"]
    assert [one.key for one in ana.side.doing("")] == ["far.status.old"]
    assert ana.side.said == "" and [one.part for one in ana.side.course.said] == [Says("hello")]
    assert not ana.side.may_decide and ana.tools.pools == [] and ana.sent == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_of_version_1_goes_on_as_a_game_of_one_device(game_id: str) -> None:
    ana = opened(game_id)
    before = list(ana.events)
    ana.press("act:far:home")
    assert ana.table.far is None and ana.events == before
    assert ana.table.session.answering or ana.table.session.decider >= 0


def test_an_invitation_of_version_1_is_refused_in_words() -> None:
    address = STORED["andarraya"]["invitation"]
    word = address.split("#join=", 1)[1].split("&", 1)[0]
    assert open_invitation(word).old
    guest = Device(relays())
    guest.app.route("#" + address.split("#", 1)[1])
    assert "earlier version" in guest.app.view.noticed  # type: ignore[attr-defined]


def test_letters_of_the_other_version_are_refused() -> None:
    ana = Player(table(), 0, "Ana")
    assert read_v1(JOIN) == read_any(JOIN) and read_v1(JOIN).data == JOIN
    with pytest.raises(Damage):
        read(JOIN)
    assert ana.log.receive(JOIN).why == "damaged"


def test_damaged_letters_of_version_1_are_refused() -> None:
    for end in range(len(JOIN)):
        with pytest.raises(Damage):
            read_any(JOIN[:end])
