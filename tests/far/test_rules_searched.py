"""The rules of far tables as they are built, searched for what a lying seat can reach: a winner
without board, word or silence, an end that is undone, another's time, something opened too early.

Each scene is searched in breadth (tests/far/search); `make test` looks at its first states, `make
soak` for some seconds each. That the search finds holes is shown by taking rules away.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.far import forks
from engine.far.agreement import Agreements
from engine.far.fold import LetterFold
from tests.far.search import devices
from tests.far.search.deep import deep_scenes, go_on
from tests.far.search.scenes import SCENES, search
from tests.far.search.tables import play_tables
from tests.far.search.toy import registered

BY_NAME = {one.name: one for one in SCENES}
names = pytest.mark.parametrize("name", BY_NAME)


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    devices.view.cache_clear()
    with registered():
        yield


@names
def test_the_first_states_of_each_scene_break_nothing(name: str) -> None:
    found = search(BY_NAME[name], 60, states=12)
    assert found.states >= 10 and not found.breaks, found.breaks


@pytest.mark.soak
@names
def test_no_state_of_a_scene_breaks_a_sentence(name: str) -> None:
    found = search(BY_NAME[name], 20)
    assert found.states > 100 and not found.breaks, found.breaks


def test_a_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    scene = next(one for one in deep_scenes() if one.name == "two acceptances at the start")
    whole = go_on(scene, tmp_path / "whole", 2, 600)
    while (level := go_on(scene, tmp_path / "parts", 2, 0.01)).depth < 2:
        pass
    assert level.known == whole.known and len(whole.known) > 10
    assert level.states() == whole.states() and not (whole.folder / "breaks").read_text()


TAKEN = {
    "seen": (devices, "going_on", lambda *_: None, "resigned", "2:"),
    "ended pairs": (
        forks._Sorting, "_ended", lambda self, forks: False, "two devices, resignation", "2:",
    ),
    "bound": (Agreements, "binds", lambda self, letter: False, "draw", "2:"),
    "not opened at once": (
        LetterFold, "opens", property(lambda self: self.over), "a win by silence, secrets", "4:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", TAKEN)
def test_the_search_finds_what_a_missing_rule_lets_through(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, attribute, instead, scene, sentence = TAKEN[rule]
    monkeypatch.setattr(owner, attribute, instead)
    found = search(BY_NAME[scene], 90, sentence=sentence)
    assert any(one.startswith(sentence) for one in found.breaks)


def test_the_search_finds_that_an_end_nobody_names_can_be_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(devices, "going_on", lambda *_: None)
    found = search(BY_NAME["blunder that ends the game"], 60, sentence="2:")
    assert any(one.startswith("2:") for one in found.breaks)


def test_random_tables_break_nothing() -> None:
    """Honest play, and forged, held-back, dated and repeated letters of one seat."""
    assert_sound(play_tables(12, 1))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_20_000_random_tables_break_nothing(part: int, request: pytest.FixtureRequest) -> None:
    seed = int(request.config.getoption("hypothesis_seed") or 1)
    assert_sound(play_tables(1_000, seed * 100_000 + part * 1_000))


def assert_sound(found: Any) -> None:
    assert not found.broken, found.broken
    assert found.ends and found.letters > 8 * found.tables
    assert found.tables < 100 or found.slower() < 4, "late letters take longer than early ones"
