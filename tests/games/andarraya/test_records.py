"""Records, read and written: rulebook 7.13 to 7.18."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.core.errors import BadRecord
from engine.core.records import filled
from engine.dev.common import random_match, random_options
from engine.games.andarraya.game import Andarraya
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.games.andarraya.table import CHESS, START

SHORT_GAME = """[Game "Andarraya"]
[Ruleset "Ludii 3"]
[Options "-"]
[White "Ana \\"la Torre\\""]
[Black "Bru"]
[Date "2025.12.28"]
[Result "0-1"]
[Termination "checkmate"]

1. e4 e5 2. Ke3 Qh4 3. Ke2 Qxe4# 0-1
"""
FINAL = "rnb1kbnr/pppp1ppp/8/4p3/4q3/8/PPPPKPPP/RNBQ1BNR w aeh - 6 4"


def refusal(text: str) -> tuple[str, str]:
    """Return (tag or ply, token) of the error; fail if the record is accepted."""
    with pytest.raises(BadRecord) as caught:
        record.read(text, "andarraya")
    assert caught.value.code == "BadRecord"
    return caught.value.where, caught.value.token


def changed(old: str, new: str) -> str:
    assert old in SHORT_GAME
    return SHORT_GAME.replace(old, new)


def test_7_17_the_example_record_is_read_and_written_back() -> None:
    match = record.read(SHORT_GAME)
    assert match.config.game_id == "andarraya"
    assert match.config.names == ('Ana "la Torre"', "Bru")
    assert match.state.to_text() == FINAL
    assert record.write(match) == SHORT_GAME


def test_7_13_options_and_start_position_are_written() -> None:
    start = "4k3/8/8/8/8/8/4p3/4K3 b - - 99 1000"
    match = Match(MatchConfig("andarraya", dict(CHESS), start=start))
    match.play(("move", 60, 59, 0))
    text = record.write(match)
    assert text.splitlines()[2] == (
        '[Options "queen_takes_queen=yes;king_leap=none;promotion=free;move_counter=reset"]'
    )
    assert text.splitlines()[5:9] == [
        '[Date "????.??.??"]', '[Result "1/2-1/2"]', '[Termination "counter"]', f'[FEN "{start}"]',
    ]  # fmt: skip
    assert text.splitlines()[-1] == "1000... Kd8 1/2-1/2"
    assert record.write(record.read(text)) == text


def test_7_13_quotes_and_backslashes_in_values_are_escaped() -> None:
    match = Match(MatchConfig("andarraya", names=("a\\b", 'c"')))
    text = record.write(match)
    assert '[White "a\\\\b"]' in text and '[Black "c\\""]' in text
    assert record.read(text).config.names == ("a\\b", 'c"')


def test_7_14_lines_are_filled_up_to_80() -> None:
    lines = filled(["x" * 40, "y" * 39, "z" * 40, "w" * 40])
    assert [len(line) for line in lines] == [80, 40, 40]
    text = record.write(random_match("andarraya", {}, 5))
    body = text.split("\n\n")[1].splitlines()
    assert len(body) > 2 and text.endswith("\n")
    for line, after in pairwise(body):
        assert len(line) <= 80 < len(line) + 1 + len(after.split()[0])


@pytest.mark.parametrize("seed", range(12))
def test_7_17_random_games_survive_writing_and_reading(seed: int) -> None:
    options = random_options("andarraya", Random(seed)) if seed else {}
    match = random_match("andarraya", options, seed)
    text = record.write(match)
    again = record.read(text)
    assert again.events == match.events and again.state.key() == match.state.key()
    assert record.write(again) == text
    assert again.config.options == match.config.options


def test_7_15_resigned_drawn_and_unfinished_games_are_written_and_read() -> None:
    for action, ending in (
        (("resign", 0), '[Result "0-1"]\n[Termination "resignation"]'),
        (("resign", 1), '[Result "1-0"]\n[Termination "resignation"]'),
        (("draw",), '[Result "1/2-1/2"]\n[Termination "agreement"]'),
        (None, '[Result "*"]\n[Termination "unterminated"]'),
    ):
        match = Match(MatchConfig("andarraya"))
        match.play(("move", 12, 28, 0))
        if action:
            match.play(action)
        text = record.write(match)
        assert ending in text
        assert record.read(text).events == match.events


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        ('[Game "Andarraya"] e4 e5 *', 2, None),
        ('[Game "Andarraya"]\r\n\r\n1. e4\r\n1... e5\t1-0\r\n', 2, "resignation"),
        ('{hi} [Game "Andarraya"]\n[Mood "fine"]\n{a [b] 1.} e4 {good} 1/2-1/2', 1, "agreement"),
        ('[Game "Andarraya"]\n\n1.e2e4 e7e5 2.e1e3 d8h4 3.e3e2 h4e4 0-1', 6, "checkmate"),
        ('[Game "Andarraya"]\n[Termination "unterminated"]\n*', 0, None),
        ('[Game "Andarraya"]\n[FEN "7k/5Q2/8/8/8/8/8/K7 b - - 41 21"]\n1/2-1/2', 0, "stalemate"),
        (f'[Game "Andarraya"]\n[FEN "{START}"]\n1. 0-1', 0, "resignation"),
    ],
)
def test_7_16_the_reader_accepts_looser_records(text: str, plies: int, reason: str | None) -> None:
    match = record.read(text)
    assert sum(event.action[0] == "move" for event in match.events) == plies
    outcome = match.outcome()
    assert (outcome.reason if outcome else None) == reason
    again = record.write(match)
    assert record.write(record.read(again)) == again


@pytest.mark.parametrize(
    ("text", "where", "token"),
    [
        (changed('"Andarraya"', '"Chess"'), "Game", "Chess"),
        (changed('[Game "Andarraya"]\n', ""), "Game", ""),
        (changed("Ludii 3", "Ludii 4"), "Ruleset", "Ludii 4"),
        (changed('Options "-"', 'Options "speed=fast"'), "Options", "speed=fast"),
        (changed('Options "-"', 'Options "king_leap=five"'), "Options", "king_leap=five"),
        (changed('Options "-"', 'Options ""'), "Options", ""),
        (changed("\n\n", '\n[FEN "8/8 w - - 0 1"]\n\n'), "FEN", "8/8 w - - 0 1"),
        (changed("2. Ke3", "3. Ke3"), "3", "3."),
        (changed("2. Ke3", "2... Ke3"), "3", "2..."),
        (changed("Qh4", "Qh3"), "4", "Qh3"),
        (changed("Qh4", "qh4"), "4", "qh4"),
        (changed("Qxe4# 0-1", "Qxe4# 4. d3 0-1"), "7", "d3"),
        (changed("Qxe4# 0-1", "Qxe4# 0-1 d3"), "7", "d3"),
        (changed("Qxe4# 0-1", "Qxe4#"), "7", ""),
        (changed('Result "0-1"', 'Result "1-0"'), "Result", "1-0"),
        (changed('Result "0-1"', 'Result "*"'), "Result", "*"),
        (changed('"checkmate"', '"stalemate"'), "Termination", "stalemate"),
        (changed('"checkmate"', '"resignation"'), "Termination", "resignation"),
        (changed('"checkmate"', '"time"'), "Termination", "time"),
        ('[Game "Andarraya"]\n[Termination "checkmate"]\ne4 1-0', "Termination", "checkmate"),
        ('[Game "Andarraya"]\n[Termination "agreement"]\ne4 *', "Termination", "agreement"),
        ('[Game "Andarraya"]\n[White "x]\ne4 *', "White", ""),
    ],
)
def test_7_18_a_bad_record_names_place_and_token(text: str, where: str, token: str) -> None:
    assert refusal(text) == (where, token)


def test_7_18_the_result_must_fit_the_final_position() -> None:
    wrong = changed('Result "0-1"', 'Result "1-0"').replace("Qxe4# 0-1", "Qxe4# 1-0")
    assert refusal(wrong) == ("7", "1-0")
    with pytest.raises(BadRecord) as caught:
        Andarraya.read_record(changed("Qh4", "Qh3"))
    assert caught.value.position.endswith(" b aeh - 3 2")


def test_a29_a_loss_on_time_is_not_a_resignation() -> None:
    moves = '[Game "Andarraya"]\n{}\n1. e4 e5 {}\n'
    for line, reason in (("", "resignation"), ('[Termination "time"]\n', "time")):
        outcome = record.read(moves.format(line, "0-1"), "andarraya").outcome()
        assert outcome is not None and (outcome.winner, outcome.reason) == (1, reason)
    for result in ("1/2-1/2", "*"):
        text = moves.format('[Termination "time"]\n', result)
        assert refusal(text) == ("Termination", "time")
    mate = SHORT_GAME.replace('"checkmate"', '"time"')
    assert refusal(mate) == ("Termination", "time")
