"""Corrupted stored entries of far tables: the table opens or explains why not, and losing its
status entry does not lose the game."""

from __future__ import annotations

from random import Random

import pytest

from tests.far.test_table import turn
from tests.far.world import Device, relays, two
from tests.fixtures.sampled import sampled
from tests.ui.test_wild_store import spoiled

OF_EACH = 6
NO_JSON = ("", "x", "²", "AAAA", "\ud800", "A" * 5_000, "[]")


def left(game: str) -> tuple[str, dict[str, str]]:
    """Return the key of a table that Ana has left, and her device's entries."""
    ana, blas = two(game_id=game)
    if game == "andarraya":
        for move in ("e2e4", "e7e5", "g1f3"):
            turn(ana, blas)[0].play(move)
    key = str(ana.table.session.key)
    entries = dict(ana.leave().entries)
    entries |= {"asedio:hidden": '["ab"]'}
    return key, {**entries, f"asedio:closed:{key}:0": '[["place",1,2]]'}


def shown(entries: dict[str, str], key: str) -> Device:
    """Open home, table and offers in turn, and check that nothing is reported."""
    device = Device(relays(), "", entries)
    for fragment in ("", f"#play={key}", "#open"):
        device.app.route(fragment)
        device.settle()
        assert device.reports == []
    return device


@pytest.mark.parametrize("game", sampled(["andarraya", "cotadrez"]))
def test_no_corrupted_entry_crashes_a_far_table(game: str) -> None:
    key, entries = left(game)
    rng = Random(game)
    for name in entries:
        if name.split(":")[1] in ("far", "closed", "turn", "letter", "relays", "hidden", "table"):
            cases = NO_JSON if ":letter:" in name else spoiled(entries[name])
            for raw in rng.sample(cases, min(OF_EACH, len(cases))):
                shown({**entries, name: raw}, key)
    for number in ("9" * 5_000, "٠١", "x", "-1"):
        shown({**entries, f"asedio:closed:{key}:{number}": '[["a"]]'}, key)


@pytest.mark.parametrize("game", ["andarraya", "cotadrez"])
@pytest.mark.parametrize("raw", [None, "[" * 9_000, "{}", '{"far":1,"turn":"me","letters":9}'])
def test_losing_a_far_tables_status_keeps_the_game(game: str, raw: str | None) -> None:
    key, entries = left(game)
    seat, table = 0, f"asedio:table:{key}"
    del entries[table]
    device = Device(relays(), f"#play={key}", entries | ({table: raw} if raw else {})).settle()
    assert device.reports == [] and device.table.session.agreed.mine == seat
    assert len(device.events) == 3 * (game == "andarraya")


def test_an_invalid_key_is_explained() -> None:
    key, entries = left("andarraya")
    secret = entries[f"asedio:far:{key}"].split('"secret":"')[1][:64]
    bad = {**entries, f"asedio:far:{key}": entries[f"asedio:far:{key}"].replace(secret, "0" * 64)}
    device = Device(relays(), f"#play={key}", bad).settle()
    assert device.reports == []
    assert device.app.t("far.unreadable") in device.view.noticed
