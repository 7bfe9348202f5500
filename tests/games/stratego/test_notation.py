"""Notation and positions: rulebook 7.1 to 7.11, written and read."""

from __future__ import annotations

from argparse import Namespace

import pytest

from engine.core.errors import ActionError, BadPosition
from engine.core.options import Options
from engine.dev.apply import run as apply_run
from engine.dev.walks import first_events
from engine.games.stratego.game import Stratego
from engine.match import record
from tests.fixtures.words import play, refusal
from tests.games.answers import game_of
from tests.games.stratego.helpers import (
    at,
    begin,
    choices,
    field,
    goals,
    lost,
    position,
    state_of,
    token,
    turns,
)

ALL = {"types": "all"}
MERIT = {"types": "all", "next_rank_only": False}
RELAY: Options = {"relay": True}


def test_7_1_pieces_are_written_with_side_and_type_or_as_unknown() -> None:
    codes = "F B S 2 3 4 5 6 7 8 9 M".split()
    cells = [f"{letter}1" for letter in "defghijk"] + [f"{letter}2" for letter in "defg"]
    pieces = " ".join(f"r{code}{cell}" for code, cell in zip(codes, cells, strict=True))
    others = "bFa8 b4a5 gFd14 g4e14 yFn5 y4n6"
    state = state_of(pieces, background=others, players=4)
    assert [at(state, cell) for cell in cells] == [f"r{code}" for code in codes]
    seen = [at(state.observation(0), cell) for cell in ("a8", "d14", "n6", "d1")]
    assert seen == ["b?", "g?", "y?", "rF"]
    assert goals(state, "f2") == "f3", "a sergeant; the colonel beside it is an own piece"


def test_7_2_moves_and_attacks_are_written_with_their_outcome() -> None:
    assert token(state_of("r5a4"), "a4-a5") == "a4-a5"
    for pieces, word in (("r2b4 b7b9", "2<7"), ("r9b4 b7b5", "9>7"), ("r7b4 b7b5", "7=7")):
        cell = pieces[-2:]
        assert token(state_of(pieces), f"b4x{cell}") == f"b4x{cell}:{word}"
    assert token(state_of("r9e5 b5e6", desertion=True), "e5xe6 desert") == "e5xe6:~"


def test_7_2_when_typing_what_follows_the_colon_is_left_out() -> None:
    state = state_of("r9e5 b7e6")
    assert play(state, "e5xe6").to_text() == play(state, "e5xe6:9>7").to_text()
    assert refusal(state, "e5xe6:9=7") == "IllegalAction"


def test_7_3_promotions_and_rescues_are_written_after_the_action() -> None:
    options: Options = {"promotion_courage": ALL, "promotion_merit": MERIT, "rescue_rear": 2}
    state = lost("r4f9 b2f10", "568", **options)
    for words in ("f9xf10 = ^ +8@c1", "f9xf10:4>2=5^6+8@c1"):
        assert token(state, words) == "f9xf10:4>2=5^6+8@c1"
    assert token(state, "f9xf10") == "f9xf10:4>2", "what is missing was declined"


def test_7_3_every_question_lists_its_answers() -> None:
    options: Options = {"promotion_courage": ALL, "promotion_merit": MERIT, "rescue_rear": 2}
    state = lost("r4f9 b2f10", "568", desertion=True, **options)
    asked = begin(state, "f9xf10")
    assert choices(asked) == ["desert", "stand"]
    asked = begin(asked, "stand show show")
    assert choices(asked) == ["=", "=-"]
    asked = begin(asked, "=-")
    assert choices(asked) == ["^", "^-"]
    asked = begin(asked, "^-")
    assert {"+8@c1", "+-"} <= set(choices(asked))


def test_7_4_relays_rescues_by_points_and_table_actions_are_written() -> None:
    state = state_of("r6e4 r2e5", **RELAY)
    assert token(state, "e5<>e4") == token(state, "e4<>e5") == "e4<>e5"
    game, text = position("", rest="- 0 0 - r:6;b:39 pts.r=12,vac.r=6", rescue_points=2)
    assert token(game.state_from_text(text), "*6@d2") == "*6@d2"
    words = [token(state_of(""), word) for word in ("resign", "resign.b", "draw")]
    assert words == ["resign", "resign.b", "draw"]


def test_7_4_a_missed_turn_and_a_side_that_goes_out_are_written() -> None:
    state = state_of("r6e4 r2e5", **RELAY)
    assert not refusal(state, "e4<>e5 a10-a9 -- a9-a8")
    assert refusal(state, "e4<>e5 -- a10-a9") == "IllegalAction"
    background = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    four = state_of("r9d8", background=background, players=4)
    assert token(four, "d8xc8") == "d8xc8:9>F#b"


def test_7_4_forced_words_may_be_left_out() -> None:
    bomb = state_of("r5e5 bBe6", desertion=True)
    assert play(bomb, "e5xe6").to_text() == play(bomb, "e5xe6 stand show show").to_text()
    state = state_of("", no_capture_limit=2)
    quiet = play(state, "j1-j2 a10-a9")
    assert quiet.to_text() == play(state, "j1-j2 a10-a9 end").to_text()


HEAD = """[Game "stratego"]
[Options {"army":"barrage8"}]
[Setup.red "2S3M9...../FB2......./........../.........."]
[Setup.blue "FB2S39M..2/........../........../.........."]

"""
LAID = 84  # events of both set-ups: forty cells and `ready` each, and both `open`


def test_7_7_a_record_has_round_numbers_and_the_result() -> None:
    text = HEAD + "1. a4-a6 e7-e6 2. b4-b5 e6-e5 3. resign blue+resign\n"
    assert record.write(record.read(text)) == text
    without = text.replace("2. ", "").replace("3. ", "").replace("1. ", "")
    assert record.write(record.read(without)) == text


@pytest.mark.parametrize(
    ("events", "end"),
    [
        (3, "\n\n2 S 3\n"),
        (45, '........"]\n\nF B 2 S\n'),
        (LAID + 1, "\n\n... a4xa7\n"),
        (LAID + 3, "\n\n1. a4xa7:2=2\n"),
    ],
)
def test_7_7_unfinished_set_ups_and_turns_are_written_word_by_word(events: int, end: str) -> None:
    match = first_events(record.read(HEAD + "1. a4xa7:2=2 e7-e6"), events)
    assert record.write(match).endswith(end)
    assert record.read(record.write(match)).events == match.events


@pytest.mark.parametrize(
    "word", ["a4", "hello", "e5-e6:5>4", "e5xe6xe7", "=9", "e5xe6:", "K", "e5-z9", "resign.q", "++"]
)
def test_7_8_a_word_of_no_form_is_an_invalid_action(word: str) -> None:
    assert refusal(state_of("r5e5 b5e6"), word) == "InvalidAction"


@pytest.mark.parametrize(
    "word", ["e5-e7", "e6-e7", "*6@d2", "+8@c1", "stand", "--", "out", "e5<>e4", "B"]
)
def test_7_8_a_readable_word_that_is_not_allowed_is_an_illegal_action(word: str) -> None:
    assert refusal(state_of("r5e5 b5e6"), word) == "IllegalAction"


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("e5-e7", "3.2"), ("e5-d5", "3.5"), ("a1-a2", "3.6"), ("e5-e6", "3.7"), ("j1-k1", "1.1"),
    ],
)  # fmt: skip
def test_7_8_a_refusal_names_the_clause(words: str, clause: str) -> None:
    with pytest.raises(ActionError) as why:
        play(state_of("r5e5 b5e6"), words)
    assert why.value.message.clause == clause


OPTIONS: Options = {
    "desertion": True,
    "promotion_courage": ALL,
    "promotion_merit": MERIT,
    "rescue_rear": 2,
}
RED_LOST = "568"
ASKED = {
    "f9xf10": "answer:f9xf10",
    "f9xf10 stand": "show1:f9xf10",
    "f9xf10 stand show": "show2:f9xf10",
    "f9xf10 stand show show": "merit:f9xf10:4>2",
    "f9xf10 stand show show =": "courage:f9xf10:4>2=5",
    "f9xf10 stand show show = ^": "rear:f9xf10:4>2=5^6",
}


@pytest.mark.parametrize("words", ASKED)
def test_s48_the_ninth_field_holds_the_question_or_the_result(words: str) -> None:
    state = begin(lost("r4f9 b2f10", RED_LOST, **OPTIONS), words)
    assert field(state, 9) == ASKED[words]
    assert state.game.state_from_text(state.to_text()).to_text() == state.to_text()


def test_s48_without_a_question_there_is_none_and_at_the_end_the_result() -> None:
    state = state_of("r5e5")
    assert field(state, 9) == "" and field(play(state, "resign"), 9) == "blue+resign"


def test_s48_in_the_set_up_the_ninth_field_counts_the_cells() -> None:
    state = begin(Stratego({}).initial_state(), "2 2 B")
    assert field(state, 9) == "place:3" and field(state.observation(1), 9) == "place:?"


def test_7_9_a_position_has_eight_fields() -> None:
    rest = "b1 3 7 r:e6e5,f4f5,f5f4;b:d6e6 r:28(2);b:7~5 pts.r=7,resc.r=8,vac.r=2"
    options: Options = {"rescue_points": 2, "relay": True, "rescue_rear": 2, "desertion": True}
    game, text = position("r5'e5 r9!e4 r4'*f4 b3+e6", rest=rest, miner_by_capture="all", **options)
    state = game.state_from_text(text)
    assert state.to_text() == text
    marks = [at(state, cell) for cell in ("e5", "e4", "f4", "e6")]
    assert marks == ["r5'", "r9!", "r4'*", "b3+"]
    after = field(play(state, "e5-f5"), 6)
    assert after == "r:f4f5,f5f4,e5f5;b:d6e6", "the last three of each side"


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (" red ", " green ", "side"),
        (" - 0 0 ", " - x 0 ", "quiet"),
        ("4bF", "4bX", "board"),
        (" - - -", " r:e5 - -", "memory"),
    ],
)
def test_7_9_a_bad_position_names_its_field(old: str, new: str, wrong: str) -> None:
    game, text = position("b4e10")
    with pytest.raises(BadPosition) as why:
        game.state_from_text(text.replace(old, new, 1))
    assert why.value.code == "BadPosition" and why.value.field == wrong


@pytest.mark.parametrize(
    ("pieces", "options"),
    [
        ("r2e4 r6e5 b5e6 r4f9", {"relay": True, "cross_country": ["2"]}),
        ("r2e5 r4f5", {"board": "tri10", "background": "rFk1 bFa10 b4a9"}),
        ("r2e5 r4f5", {"board": "hex10", "relay": True}),
    ],
)
def test_7_11_no_word_means_two_actions(pieces: str, options: Options) -> None:
    state = state_of(pieces, **options)
    words = choices(state)
    assert len(words) == len(set(words)) == len(state.legal_actions()) > 5
    for action in state.legal_actions():
        assert (
            game_of(state).parse_action(state, game_of(state).action_text(state, action)) == action
        )
    assert len(turns(state)) == len(words)


BAD = [
    "b48bF/10 red - 0 0 - - -",
    "11/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - -",
    "b48bF/10/10/10/2rM~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 green - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rFrF7r4 red - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - x 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 r:e5 - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - r:52 -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - pts.r=3",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - - show1:e5xe6",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - - red+flag",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 - - 0 0 - - -",
]


def test_s50_zero_points_are_not_written() -> None:
    game, text = position("", rest="- 0 0 - - pts.r=0", rescue_points=2)
    assert field(game.state_from_text(text), 8) == "-"


@pytest.mark.parametrize("text", BAD)
def test_7_9_bad_positions_are_refused_with_a_field(text: str) -> None:
    with pytest.raises(BadPosition) as why:
        Stratego({}).state_from_text(text)
    assert why.value.code == "BadPosition" and why.value.field


def test_7_8_the_command_line_prints_the_position_or_the_error_class(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, text = position("r5e5 b5e6")
    for words, first in (
        ("e5xe6", "b48bF"),
        ("zz", "error InvalidAction zz"),
        ("e5-e6", "error IllegalAction e5-e6"),
        ("e5xe6:5>5", "error IllegalAction e5xe6:5>5"),
    ):
        args = Namespace(game="stratego", options=None, position=text, actions=words)
        assert apply_run(args) == (0 if words == "e5xe6" else 2)
        assert capsys.readouterr().out.startswith(first)
