"""Tables of the version before: shown and saved, never played on. The fixture holds what the page
of that time stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.far.bytes import Damage
from engine.far.letter import read
from engine.far.terms import open_invitation
from engine.match.view import View
from tests.far.devices import Device as Player
from tests.far.devices import table
from tests.far.world import RELAYS, Device, relays
from tests.fixtures.says import says
from ui.far.seat_store import SeatStore
from ui.session import share

FIXTURE = Path(__file__).parent.parent / "fixtures" / "far2.json"
STORED = json.loads(FIXTURE.read_text(encoding="utf-8"))
GAMES = sorted(STORED)


def opened(game_id: str) -> Device:
    """Open the stored table on a device of today."""
    entries = dict(STORED[game_id]["entries"])
    return Device(relays(), "", entries, RELAYS).settle().come_back()


@pytest.mark.parametrize("game_id", GAMES)
def test_a_stored_table_is_shown_and_sends_nothing(game_id: str) -> None:
    for ana in (opened(game_id), opened(game_id).reopen()):
        assert len(ana.table.session.agreed.events()) == STORED[game_id]["events"]
        assert [one.key for one in ana.side.doing("")] == ["far.status.old"]
        assert says("far.status.old") in str(ana.view.slots)
        assert not ana.side.may_decide and ana.tools.pools == [] and ana.sent == []
        assert not ana.table.session.answering and not ana.side.inviting
        assert "act:far:home" not in ana.panel


@pytest.mark.parametrize("game_id", GAMES)
def test_a_stored_table_can_be_saved_as_a_file(game_id: str) -> None:
    exports = opened(game_id).table.session.exports()
    secret = exports.hides_secrets()
    found = share.read_text(exports.view_text() if secret else exports.save_text())
    assert isinstance(found, View) == secret
    assert len(found.events) == STORED[game_id]["events"]


def test_an_invitation_is_refused_in_words() -> None:
    entries = STORED["andarraya"]["entries"]
    (seat,) = (json.loads(one) for key, one in entries.items() if key.startswith("asedio:far:"))
    assert open_invitation(seat["terms"]).old
    guest = Device(relays())
    guest.app.route("#join=" + seat["terms"])
    assert says("link.older") in guest.view.noticed


def test_letters_of_the_version_before_are_refused() -> None:
    ana = opened("andarraya")
    letters = SeatStore(ana.app.store.storage, ana.app.store.games()[0].id).letters()
    assert letters and ana.side.log.order() == []
    player = Player(table(), 0, "Ana")
    for data in letters:
        assert player.log.receive(data).why == "damaged"
        with pytest.raises(Damage):
            read(data)
