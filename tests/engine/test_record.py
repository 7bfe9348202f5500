"""Text records: recognition of the game, names, and refusals."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import BadRecord
from engine.core.steps import finish
from engine.dev.walks import random_walk
from engine.games import REGISTRY
from engine.match import record
from tests.fixtures.matches import random_match
from tests.fixtures.model import MODEL, model_match

SHORT = '[Game "Lantern"]\n\nTa1 Tb4 d1 {} *\n'


@pytest.mark.parametrize("seed", range(10))
def test_round_trip(seed: int) -> None:
    names = ('Ana "la Torre"', "Luis")
    match = random_walk(model_match(seed, {"width": 7}, names=names), Random(seed))
    text = record.write(match)
    again = record.read(text)
    assert again.config.game_id == MODEL
    assert again.events == match.events
    assert again.config.names == names
    assert again.state.key() == match.state.key()
    assert record.write(again) == text


def test_a_single_name_and_other_tags_are_kept() -> None:
    match = model_match(names=("", "Luis"), tags={"Event": "Feria"})
    again = record.read(record.write(match))
    assert again.config.names == ("", "Luis")
    assert again.config.tags == {"Event": "Feria"}
    assert record.read(record.write(model_match())).config.names == ()


def test_windows_line_ends_and_byte_order_mark_are_read() -> None:
    text = "\ufeff" + SHORT.format("pass").replace("\n", "\r\n")
    assert len(record.read(text).events) == 4


def test_the_game_can_be_given_by_the_caller() -> None:
    assert record.read(SHORT.format("pass"), MODEL).config.game_id == MODEL
    with pytest.raises(KeyError):
        record.read(SHORT.format("pass"), "lantirn")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_game"),
        ("1. e4 e5 *", "unknown_game"),
        ('[Game "Lantern"]', "bad_tag"),
        ('[Game "Lantern"]\n[Options "width=6"]\n\n*', "bad_options"),
        ('[Game "Lantern"]\n[Options "width=x"]\n\n*', "bad_options"),
        ('[Game "Lantern"]\n[Start "abc"]\n\n*', "bad_position"),
        (SHORT.format("c1-c4"), "illegal_action"),
        (SHORT.format("pass resign:0"), "result_mismatch"),
        ("x" * (record.MAX_CHARS + 1), "too_long"),
    ],
)
def test_bad_records_are_refused_with_their_code(text: str, code: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(text)
    assert caught.value.code == code


def test_a_refusal_has_place_token_and_last_good_position() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(SHORT.format("c1-c4"))
    assert (caught.value.where, caught.value.token) == ("4", "c1-c4")
    assert caught.value.position == "2g2/5/5/2G2 south 0 - a1,b4 - turn:1 -"


def test_replay_refuses_illegal_events_of_a_reader() -> None:
    from engine.core.contract import Event, Record
    from engine.games import game_info

    bad = Record({}, [Event(0, ("hide", 99))])
    with pytest.raises(BadRecord) as caught:
        finish(record._replaying(game_info(MODEL), bad))
    assert caught.value.where == "1"


# -- several games in one text -------------------------------------------------------------------


BETWEEN = ["\n\n", "\n", "", '\n{Played\n[in "Rome"]\n}\n\n', "\r\n\r\n"]


@pytest.mark.parametrize("between", BETWEEN)
def test_a_text_with_several_games_is_split(between: str) -> None:
    games = [record.write(random_match(game, 3, 30)) for game in REGISTRY]
    found = record.split_games("\n> ".join(["", *between.join(games).split("\n")]))
    assert [record.read(one).events for one in found] == [record.read(one).events for one in games]


def test_games_of_other_programs_are_split_at_their_tags() -> None:
    one = '[Event "A {"]\n[White "B"]\n\n1. e4 {why\n[Not "a tag"]\n} e5\n2. Nf3 *'
    two = '{Before} [Event "C"]\n\n1. d4 {open *'
    found = record.split_games(f"\ufeff{one}\n\n\n{two}\n")
    assert [game.strip() for game in found] == [one, two]
    assert record.split_games(one) == [one]
    assert record.split_games("1. e4 e5\n\n2. Nf3") == ["1. e4 e5\n\n2. Nf3"]
    assert record.split_games("") == [""]


@pytest.mark.parametrize("sign", ["{x}", "{", "[A ", '[A "]\n', "] ", "\n", "[A ]] x"])
def test_a_hostile_text_is_split_in_few_passes(sign: str) -> None:
    """A text of this length would take minutes in quadratic time."""
    text = f"x\n{sign * (960_000 // len(sign))}x"
    assert "".join(record.split_games(text)) == text
