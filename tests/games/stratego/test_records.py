"""Records of the whole game and of each view, and what is refused in them."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import BadRecord
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.view_writer import write_view
from engine.match import codec, record
from engine.match.match import Match, MatchConfig

HEAD = """[Game "stratego"]
[Options {"army":"barrage8"}]
[Setup.red "2S3M9...../FB2......./........../.........."]
[Setup.blue "FB2S39M..2/........../........../.........."]

"""


def test_7_7_a_record_is_read_and_written_alike() -> None:
    text = HEAD + "1. a4-a6 f7-f6 2. a6xa7:2<2 blue+resign\n"
    with pytest.raises(BadRecord):
        record.read(text)
    text = HEAD + "1. a4-a6 e7-e6 2. resign blue+resign\n"
    match = record.read(text)
    assert match.outcome() is not None
    assert record.read(record.write(match)).state.key() == match.state.key()


def test_7_7_views_write_question_marks() -> None:
    match = record.read(HEAD + "1. a4-a6 e7-e6 2. b4-b5 e6-e5\n")
    game = match.game
    assert isinstance(game, Stratego)
    red = write_view(game, match.to_record(), 0)
    assert '[Setup.blue "???????..?/' in red and '[Setup.red "2S3M9' in red
    blue = write_view(game, match.to_record(), 1)
    assert '[Setup.red "?????...../???......./' in blue
    with pytest.raises(BadRecord) as why:
        record.read(red)
    assert why.value.code == "bad_header"


def test_7_6_random_views_leak_nothing() -> None:
    """A view's record is the same when hidden types are swapped."""
    game = Stratego({"army": "barrage8", "no_capture_limit": 8})
    match = Match(MatchConfig("stratego", dict(game.options)), game=game)
    play_on(match, Random(5), 90)
    view = write_view(game, match.to_record(), 0)
    assert "?" in view


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("1. hello", "bad_token"),
        ("1. a4xa5", "bad_token"),
        ("1. a4-b5", "illegal_action"),
        ("1. a4-a6 f7-f6 2. a6-b6 f6-f5 3. b6-c6", "illegal_action"),
        ("1. a4xa7:2=F", "wrong_mark"),
        ("1. a4-a6 f7-f6 2. a6xa7:2<2", "wrong_mark"),
        ("1. resign 2. a4-a5", "after_end"),
        ("1. a4-a5 red+flag", "result_mismatch"),
        ("1. resign red+resign", "result_mismatch"),
    ],
)
def test_7_10_error_classes(body: str, code: str) -> None:
    with pytest.raises(BadRecord) as why:
        record.read(HEAD + body)
    assert why.value.code == code


@pytest.mark.parametrize(
    "head",
    [
        '[Game "stratego"]\n[Options {"board":"x"}]\n',
        '[Game "stratego"]\n[Options {"players":3,"board":"classic"}]\n',
        '[Game "stratego"]\n[Setup.red "FF"]\n',
        '[Game "stratego"]\n[Setup.blue "FF"]\n',
        '[Game "stratego"]\nnot a tag]\n[x\n[Options 3]\n',
        '[Game "stratego"]\n[Position "x"]\n',
    ],
)
def test_7_10_bad_headers(head: str) -> None:
    with pytest.raises(BadRecord) as why:
        record.read(head + "1. a4-a5" if "not" not in head else head)
    assert why.value.code in ("bad_header", "bad_token")


def test_link_of_a_long_game_is_short() -> None:
    game = Stratego({})
    match = Match(MatchConfig("stratego", dict(game.options)), game=game)
    play_on(match, Random(1), 84)
    while not match.over and match.state.turns < 300:  # type: ignore[attr-defined]
        play_on(match, Random(len(match.events)), 1)
    assert len(codec.encode(match)) < 1800
