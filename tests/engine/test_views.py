"""View files (what one player knows of a game): every game, every stage, hostile changes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadLink, IllegalAction
from engine.dev.common import play_on, viewers
from engine.dev.replay import open_source
from engine.games import REGISTRY, list_games
from engine.match import savefile
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.match.view import NotTold, View
from tests.engine.test_commands import Capture, out

SECRET = [info.id for info in list_games() if info.has_secrets]


def played(game_id: str, length: int, seed: int) -> Match:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), sampler=seeded(seed))
    match.begin()
    return play_on(match, Random(seed), length)


def view_of(match: Match, viewer: int) -> View:
    view = savefile.load(savefile.dump_view(match, viewer))
    assert isinstance(view, View)
    return view


def changed(text: str, **fields: Any) -> str:
    return json.dumps({**json.loads(text), **fields})


def key_of(text: str) -> tuple[str, Any]:
    """Return (message key, number of the event) of the refusal."""
    with pytest.raises(BadLink) as why:
        savefile.load(text)
    return why.value.message.key, why.value.message.params.get("event")


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("length", [0, 5, 60, 140])
def test_views_are_read_back_at_every_stage(game_id: str, length: int) -> None:
    match = played(game_id, length, 4)
    for viewer in viewers(match.game):
        text = savefile.dump_view(match, viewer)
        view = savefile.load(text)
        seen = match.state.observation(viewer)
        assert view.viewer == viewer and view.config.names == match.config.names
        assert view.state.key() == seen.key() and view.state.to_text() == seen.to_text()
        assert view.events == [event for _, event in match.observed_events(viewer)]
        assert savefile.dump(view) == savefile.dump_view(view, viewer) == text
        assert savefile.reopen(text).state.key() == seen.key()


@pytest.mark.parametrize("game_id", SECRET)
def test_each_position_of_a_view_equals_the_observation_then(game_id: str) -> None:
    match = played(game_id, 130, 7)
    for viewer in viewers(match.game):
        view = view_of(match, viewer)
        for number, (index, _) in enumerate(match.observed_events(viewer), 1):
            seen = match.state_at(index + 1).observation(viewer)
            assert view.state_at(number).key() == seen.key()


@pytest.mark.parametrize("game_id", SECRET)
def test_a_view_from_a_middle_position_is_read_back(game_id: str) -> None:
    start = played(game_id, 110, 3).state.to_text()
    match = Match(MatchConfig(game_id, {}, start=start), sampler=seeded(5))
    play_on(match, Random(5), 12)
    for viewer in viewers(match.game):
        view = view_of(match, viewer)
        assert view.config.start == match.start.observation(viewer).to_text()
        assert view.state.key() == match.state.observation(viewer).key()


@pytest.mark.parametrize("game_id", SECRET)
def test_a_view_of_a_finished_game_has_its_outcome(game_id: str) -> None:
    match = played(game_id, 100, 2)
    while not match.over and not match.state.table_actions():
        play_on(match, Random(2), 1)
    if not match.over:
        match.play(match.state.table_actions()[0])
    for viewer in viewers(match.game):
        view = view_of(match, viewer)
        assert view.over and view.outcome() == match.outcome()


def test_a_view_is_a_save_file() -> None:
    match = played("stratego", 90, 2)
    document = json.loads(savefile.dump_view(match, 0))
    assert document["viewer"] == "red" and document["start"] is None
    assert "viewer" not in json.loads(savefile.dump(match))
    assert json.loads(savefile.dump_view(match, -1))["viewer"] == "spectator"


@pytest.mark.parametrize("side", ["pink", "", "Red", "\ud800"])
def test_an_unknown_viewer_is_refused(side: str) -> None:
    text = savefile.dump_view(played("stratego", 90, 2), 0)
    assert key_of(changed(text, viewer=side))[0] in ("save.viewer", "save.damaged")
    for other in ("green", 0, True, ["red"]):  # a side of larger games, and values that are no text
        assert key_of(changed(text, viewer=other))[0] == "save.damaged"


def test_a_view_allows_no_actions_and_serves_only_its_owner() -> None:
    view = view_of(played("stratego", 90, 2), 1)
    with pytest.raises(IllegalAction):
        view.play(("resign", 1))
    with pytest.raises(IllegalAction):
        view.take(("move", 30, 40))
    assert not view.can_undo(1) and view.begin() == []
    for ask in (lambda: view.observed_events(0), lambda: savefile.dump_view(view, 0)):
        with pytest.raises(NotTold):
            ask()


def test_replay_shows_a_view_to_its_owner(capsys: Capture, tmp_path: Path) -> None:
    match = played("stratego", 110, 2)
    path = tmp_path / "view.json"
    path.write_text(savefile.dump_view(match, 1), "utf-8")
    assert isinstance(open_source(str(path)), View)
    seen = match.state.observation(1)
    for more in ([], ["--as", "1"]):
        assert out(capsys, "replay", str(path), *more)[0] == seen.to_text()
    refusal = out(capsys, "replay", str(path), "--as", "0", code=2)[0]
    assert refusal.startswith("error other_view") and "knew" in refusal
    start = out(capsys, "replay", str(path), "--to", "0")[0]
    assert start == match.start.observation(1).to_text()


def with_event(text: str, number: int, entry: list[Any]) -> str:
    events = json.loads(text)["events"]
    events[number - 1] = entry
    return changed(text, events=events)


def test_only_the_decider_acts_in_a_view() -> None:
    text = savefile.dump_view(played("stratego", 90, 2), 0)
    events = json.loads(text)["events"]
    number = next(n for n, event in enumerate(events, 1) if event[1] == "move")
    assert events[number - 1][0] == 0
    for actor in (1, -1, -2, 7):
        assert key_of(with_event(text, number, [actor, *events[number - 1][1:]])) == (
            "save.event",
            number,
        )
    for entry in ([1, "resign", 0], [0, "resign", 5], [0, "resign"], [0, "time"], [1, "draw"]):
        assert key_of(with_event(text, number, entry)) == ("save.event", number)


def test_own_actions_in_a_view_must_be_legal() -> None:
    text = savefile.dump_view(played("stratego", 90, 2), 0)
    events = json.loads(text)["events"]
    number = next(n for n, event in enumerate(events, 1) if event[1] == "move")
    for action in (["move", 0, 99], ["attack", 0, 1], ["fly", 3], ["put", 5], [7], [["move"]]):
        assert key_of(with_event(text, number, [0, *action])) == ("save.event", number)


@pytest.mark.parametrize("number", [10**9, -(10**9), 10**12])
def test_an_out_of_range_number_is_refused(number: int) -> None:
    """Hidden placements of others may be any square, but not this."""
    text = savefile.dump_view(played("twocities", 12, 2), 0)
    events = json.loads(text)["events"]
    at = next(n for n, event in enumerate(events, 1) if event[1] == "forests")
    assert key_of(with_event(text, at, [-1, "forests", 1, number])) == ("save.event", at)


@pytest.mark.parametrize("game_id", [g for g in REGISTRY if g not in SECRET])
def test_a_view_without_secrets_accepts_only_legal_events(game_id: str) -> None:
    match = played(game_id, 40, 6)
    text = savefile.dump_view(match, 1)
    events = json.loads(text)["events"]
    other = next(e for e in events if e[1:] != events[20][1:])
    assert key_of(with_event(text, 21, [events[20][0], "fly", 3])) == ("save.event", 21)
    assert key_of(changed(text, events=[other, *events]))[0] == "save.event" or other == events[0]


def test_a_start_with_the_opponents_secrets_is_refused_or_blanked() -> None:
    match = played("stratego", 110, 3)
    text = savefile.dump_view(Match(MatchConfig("stratego", {}, start=match.state.to_text())), 0)
    start = json.loads(text)["start"]
    assert "?" in start
    for bad in ("x", start.replace("r", "q", 1), start + " turn"):
        assert key_of(changed(text, start=bad))[0] == "save.start"
    view = savefile.load(changed(text, start=match.state.to_text()))  # it reveals his own pieces:
    assert view.state.to_text() == start  # it is still shown as his view


def test_an_impossible_fight_is_refused() -> None:
    match = play_on(played("stratego", 0, 2), Random(8), 220)
    text = savefile.dump_view(match, 0)
    events = json.loads(text)["events"]
    number, fight = next(
        (n, e) for n, e in enumerate(events, 1) if e[1] == "show" and e[2:] and e[2][0] == "fight"
    )
    for told in (["fight", 9, 4, 5, 0], ["fight", 0, 99, 5, 0], ["fight"], ["type", 400], "fight"):
        key, at = key_of(with_event(text, number, [fight[0], "show", told]))
        assert key == "save.event" and at >= number
