"""What a player may keep of a game with secrets: his record, for every game that has any, and what
is read from it again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core.errors import BadRecord, IllegalAction
from engine.dev.common import play_on
from engine.dev.replay import open_source
from engine.games import list_games, load_game
from engine.match import record
from engine.match.dealer import seeded
from engine.match.match import Match, MatchConfig
from engine.match.view import NotTold, View
from tests.engine.test_commands import Capture, out

SECRET = [info.id for info in list_games() if info.has_secrets]


def played(game_id: str, length: int, seed: int) -> Match:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), dealer=seeded(seed))
    match.begin()
    return play_on(match, Random(seed), length)


@pytest.mark.parametrize("game_id", SECRET)
@pytest.mark.parametrize("length", [0, 5, 60, 140])
def test_a_view_is_read_again_by_everybody_at_every_stage(game_id: str, length: int) -> None:
    match = played(game_id, length, 4)
    for viewer in (-1, 0, 1):
        text = record.write_view(match, viewer)
        assert text.endswith("\n") and "UNKNOWN" not in text
        view = record.read_view(text)
        seen = match.state.observation(viewer)
        assert view.state.key() == seen.key() and view.state.to_text() == seen.to_text()
        assert view.config.names == match.config.names
        assert record.write_view(view, viewer) == text


@pytest.mark.parametrize("game_id", [info.id for info in list_games()])
def test_a_view_of_a_whole_game_holds_what_was_told(game_id: str) -> None:
    """Also where there is nothing to hide, so that nobody has to know which games have secrets."""
    match = played(game_id, 120, 7)
    if game_id == "cotadrez":  # a deployment is one position, without the way there
        match = play_on(match, Random(7), 120)
    for viewer in (0, 1):
        view = record.read_view(record.write_view(match, viewer))
        assert view.events == [event for _, event in match.observed_events(viewer)]
        for count in (0, len(view.events) // 2, len(view.events)):
            assert view.state_at(count).observation(viewer).key() == view.state_at(count).key()


def test_a_view_is_no_game_and_a_game_no_view() -> None:
    match = played("stratego", 90, 2)
    text = record.write_view(match, 0)
    with pytest.raises(BadRecord) as why:
        record.read(text)
    assert (why.value.code, why.value.message.key) == ("bad_header", "record.view")
    with pytest.raises(BadRecord) as why:
        record.read_view(record.write(match))
    assert (why.value.code, why.value.message.key) == ("bad_header", "record.no_view")
    assert isinstance(record.read_any(text), View)
    assert not isinstance(record.read_any(record.write(match)), View)


@pytest.mark.parametrize("line", ["stratego green", "stratego pink", "go red", "stratego", ""])
def test_whose_view_it_is_must_be_somebody(line: str) -> None:
    text = record.write_view(played("stratego", 90, 2), 0)
    with pytest.raises(BadRecord) as why:
        record.read_view(text.replace("stratego red", line, 1))
    assert why.value.code == "bad_header"


def test_nothing_is_played_in_a_view_and_only_its_owner_looks() -> None:
    view = record.read_view(record.write_view(played("stratego", 90, 2), 1))
    with pytest.raises(IllegalAction):
        view.play(("resign", 1))
    with pytest.raises(IllegalAction):
        view.take(("move", 30, 40))
    assert not view.can_undo(1) and view.begin() == []
    for ask in (lambda: view.observed_events(0), lambda: record.write_view(view, 0)):
        with pytest.raises(NotTold):
            ask()


def test_replay_shows_a_view_to_its_owner(capsys: Capture, tmp_path: Path) -> None:
    match = played("stratego", 110, 2)
    path = tmp_path / "view.txt"
    path.write_text(record.write_view(match, 1), "utf-8")
    assert isinstance(open_source(str(path)), View)
    seen = match.state.observation(1)
    for more in ([], ["--as", "1"]):
        assert out(capsys, "replay", str(path), *more)[0] == seen.to_text()
    refusal = out(capsys, "replay", str(path), "--as", "0", code=2)[0]
    assert refusal.startswith("error other_view") and "knew" in refusal
    start = out(capsys, "replay", str(path), "--to", "0")[0]
    assert start == match.start.observation(1).to_text()


def test_the_view_of_a_deployment_is_the_own_deployment() -> None:
    match = played("cotadrez", 5, 1)
    lines = record.write_view(match, 1).splitlines()
    assert lines[-1] == match.state.observation(1).to_text()
    game = load_game("cotadrez")({})
    assert game.state_from_text(lines[-1]).to_text() == lines[-1]
