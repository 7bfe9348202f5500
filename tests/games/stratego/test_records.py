"""Records of the whole game and of each view, and refused ones."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import BadRecord
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from engine.match import codec, record
from engine.match.match import Match, MatchConfig
from tests.ui.fakes import FakeApp
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

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


def test_7_6_a_record_with_unknown_pieces_is_no_game() -> None:
    with pytest.raises(BadRecord) as why:
        record.read(HEAD.replace("S3M9", "S3?9") + "1. a4-a6 e7-e6\n")
    assert why.value.code == "bad_header"


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
def test_7_10_every_bad_record_has_an_error_class(body: str, code: str) -> None:
    with pytest.raises(BadRecord) as why:
        record.read(HEAD + body)
    assert why.value.code == code


@pytest.mark.parametrize(
    ("body", "token"),
    [
        ("2. a4-a5 e7-e6", "2."),
        ("1. a4-a5 e7-e6 3. b4-b5", "3."),
        ("1. a4-a5 2. e7-e6", "2."),
        ("1. a4-a5 e7-e6 2. b4-b5 e6-e5 2. b5-b6", "2."),
        ("1. a4-a5 e7-e6 02. b4-b5", "02."),
        ("1. a4-a5 1. 1. e7-e6", "1."),
        ("1. a4-a5 e7-e6 2.", "2."),
        ("1. a4-a5 e7-e6 2. red+resign", "2."),
        (f"{'9' * 5000}. a4-a5", f"{'9' * 20}."),
    ],
)
def test_7_10_wrong_turn_numbers_are_refused_not_renumbered(body: str, token: str) -> None:
    with pytest.raises(BadRecord) as why:
        record.read(HEAD + body)
    assert (why.value.code, why.value.token) == ("turn_number", token)


def test_7_7_turn_numbers_may_be_left_out() -> None:
    texts = ["1. a4-a5 e7-e6 2. b4-b5", "a4-a5 e7-e6 b4-b5", "1. a4-a5 1. e7-e6 b4-b5"]
    written = {record.write(record.read(HEAD + text)) for text in texts}
    assert written == {HEAD + "1. a4-a5 e7-e6 2. b4-b5\n"}


def test_7_4_7_7_missed_turns_count_whether_they_are_written_or_not() -> None:
    """After its relay in round 1 Red misses round 2."""
    head = HEAD.replace("{", '{"relay":true,')
    whole = "1. a4<>b4 e7-e6 2. -- e6-e5 3. a4-a5 e5-e6\n"
    short = "1. a4<>b4 e7-e6 e6-e5 3. a4-a5 e5-e6\n"
    assert record.write(record.read(head + short)).endswith(whole)
    assert record.write(record.read(head + whole)).endswith(whole)
    for wrong in (short.replace("3.", "2."), whole.replace("2. --", "3. --")):
        with pytest.raises(BadRecord) as why:
            record.read(head + wrong)
        assert why.value.code == "turn_number"


def test_7_10_a_refused_turn_number_is_said_in_both_languages() -> None:
    with pytest.raises(BadRecord) as why:
        record.read(HEAD + "2. a4-a5")
    for language in ("es", "en"):
        app = FakeApp(language, Store(MemoryStorage()))
        said = str(app.words("stratego").message(why.value.message))
        assert "2." in said and "error." not in said


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
def test_7_10_bad_headers_are_refused(head: str) -> None:
    with pytest.raises(BadRecord) as why:
        record.read(head + "1. a4-a5" if "not" not in head else head)
    assert why.value.code in ("bad_header", "bad_token")


def test_link_of_a_long_game_is_short() -> None:
    game = Stratego({})
    match = Match(MatchConfig("stratego", dict(game.options)), game=game)
    play_on(match, Random(1), 84)
    assert isinstance(match.state, StrategoState)
    while not match.over and match.state.turns < 300:
        play_on(match, Random(len(match.events)), 1)
    assert len(codec.encode(match)) < 1800
