"""An update never ends a far game: tables of version 3 are played on by every later version.

Those of version 2 were not (tests/far/test_earlier_version.py): no public page had served it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.games import game_info
from tests.far.world import RELAYS, Device, relays

FIXTURE = Path(__file__).parent.parent / "fixtures" / "far3.json"
STORED = json.loads(FIXTURE.read_text(encoding="utf-8"))
# Rules versions at the first release with letters of version 3. Add no newer ones.
FIRST_RULES = {"andarraya": 1, "cotadrez": 2, "rilatria": 1, "stratego": 1, "twocities": 1}


@pytest.mark.parametrize("game_id", sorted(STORED))
def test_a_stored_table_of_version_3_keeps_its_position_and_goes_on(game_id: str) -> None:
    stored = STORED[game_id]
    ana = Device(relays(), "", dict(stored["entries"]), RELAYS).settle().come_back()
    assert len(ana.events) == stored["events"]
    assert ana.table.session._match.state.to_text() == stored["position"]
    assert ana.side.may_decide and not ana.side.course.refused


@pytest.mark.parametrize("game_id", sorted(FIRST_RULES))
def test_every_rules_version_since_then_can_be_read(game_id: str) -> None:
    """Whoever changes rules must keep the earlier ones playable (`GameInfo.earlier`)."""
    info = game_info(game_id)
    for version in range(FIRST_RULES[game_id], info.rules_version + 1):
        assert info.reads(version)
