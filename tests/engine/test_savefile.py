"""Save files: everything is restored, and foreign data is checked."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadLink
from engine.dev.walks import random_walk
from engine.match import savefile
from engine.match.match import Match
from tests.fixtures.model import model_match


def finished(seed: int = 3) -> Match:
    return random_walk(
        model_match(seed, {"turns": 60}, names=("Ana", "Luis"), tags={"Event": "Feria"}),
        Random(seed),
    )


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(savefile.dump(finished())), **fields})


def key_of(text: str) -> str:
    with pytest.raises(BadLink) as caught:
        savefile.load(text)
    return caught.value.message.key


def test_round_trip_with_comments_and_dates() -> None:
    match = finished()
    extra = {"comments": {"3": "why?"}, "created": "2026-01-02", "updated": "2026-01-03"}
    again, found = savefile.load_all(savefile.dump(match, extra))
    assert again.events == match.events
    assert again.config == match.config
    assert again.state.key() == match.state.key()
    assert found == extra


def test_only_options_that_differ_from_the_defaults_are_written() -> None:
    assert json.loads(savefile.dump(finished()))["options"] == {"turns": 60}


def test_a_start_position_is_kept() -> None:
    match = model_match(start="5/2G2/4g/5 south 4 - a1,a4 - turn:2 -")
    assert savefile.load(savefile.dump(match)).config.start == match.config.start


def test_unknown_fields_are_ignored() -> None:
    assert savefile.load(changed(later="x")).events == finished().events


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"format": "chess"}, "save.damaged"),
        ({"version": 2}, "save.version"),
        ({"game": "lantirn"}, "save.game"),
        ({"game": 7}, "save.damaged"),
        ({"rules": 2}, "save.rules"),
        ({"rules": True}, "save.damaged"),
        ({"options": {"width": 6}}, "save.options"),
        ({"options": []}, "save.damaged"),
        ({"names": "Ana"}, "save.damaged"),
        ({"names": ["x" * 1000]}, "save.damaged"),
        ({"tags": {"a": 1}}, "save.damaged"),
        ({"start": "abc"}, "save.start"),
        ({"start": 5}, "save.damaged"),
        ({"comments": []}, "save.damaged"),
        ({"created": 1}, "save.damaged"),
        ({"events": {}}, "save.damaged"),
        ({"events": [[0, "hide", 0]] * 5000}, "save.too_long"),
    ],
)
def test_wrong_fields_are_refused(fields: dict[str, Any], key: str) -> None:
    assert key_of(changed(**fields)) == key


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "{}", "[" * 100_000, "\ufeff{}"])
def test_other_texts_are_refused(text: str) -> None:
    assert key_of(text) == "save.damaged"


def test_the_size_is_limited() -> None:
    assert key_of(" " * (savefile.MAX_CHARS + 1)) == "save.too_long"


@pytest.mark.parametrize(
    "event",
    [
        [0, "hide", 99],
        [1, "hide", 1],
        [0, "hide", True],
        [0, "hide", 1.0],
        [0, "hide", None],
        [0, "hide", [1]],
        [0, {"a": 1}],
        [False, "hide", 1],
        [0],
        [],
        "hide",
        [0, "resign", 7],
        [0, "nonsense"],
    ],
)
def test_every_event_is_checked(event: Any) -> None:
    with pytest.raises(BadLink) as caught:
        savefile.load(changed(events=[event]))
    assert caught.value.message.key == "save.event"
    assert caught.value.message.params["event"] == 1


def test_table_actions_are_kept() -> None:
    match = model_match()
    match.resign(1)
    again = savefile.load(savefile.dump(match))
    assert again.events == match.events
    assert again.over
