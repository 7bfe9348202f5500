"""Records: the sample of the rules, the canonical form and every error class."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core.errors import BadPosition, BadRecord
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
from engine.match import record as match_record
from engine.match.match import Match, MatchConfig
from tests.games.answers import ended, inner

RECORDS = Path(__file__).parents[2] / "records" / "cotadrez"
# The complete record of the rules; it names no map.
SHEET = """\
[J1 "Ana (Rojo - Sur)"]
[J2 "Blas (Negro - Norte)"]

rFe2f3 rDg4 rCd4 rMa2 rMa3 rMa4
// rFe8f9 rHd10 rMj6 rMj7 rMj8
>>>
1. Dg7 Hc10
2. Ce6 Hc9
3. Cd8->ASEDIO Hc8
4. rRg10 <-ASEDIO (DCr DEEPPCCCTBAAALLLHHm) Rg9
5. rDg4+
*
"""
LAKES = '[Rules "water=lagos"]\n'
SAMPLE = SHEET.replace("\n\nrF", f"\n{LAKES}\nrF")  # as the game writes it
DEPLOYED = "rFe2f3 rDg4 rMa2 rMa3 rMa4\n// rFe8f9 rHd10 rMj6 rMj7 rMj8\n>>>\n"
HEAD, _, BODY = SHEET.partition("\n\n")


def code(text: str) -> str:
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record(text)
    return why.value.code


def written(text: str) -> str:
    record = Cotadrez.read_record(text)
    return Cotadrez(record.options).write_record(record)


def test_6_16_6_17_the_sample_is_written_byte_for_byte_as_it_was_read() -> None:
    assert written(SHEET) == written(SAMPLE) == SAMPLE
    match = match_record.read(SHEET)
    assert match.config.game_id == "cotadrez" and match.config.names[:2] == ("Ana", "Blas")
    assert match_record.write(match) == SAMPLE


@pytest.mark.parametrize(
    ("text", "water"),
    [
        (SHEET, "lagos"),
        ("*", "lagos"),
        ("rFe2f3 rDg4 rMa2 rMa3 rMc5 *", "estanques"),
        ("rFe2f3 rDg4 rMc3 rMc4 rMc5 *", "seco"),
        ('[Rules "relevo=4"]\n\nrFe2f3 rDg4 rMa2 rMa3 rMd5 *', "estanques"),
        (DEPLOYED + "1. Dg5 Hc10 2. Dc5 *", "estanques"),
    ],
)
def test_6_17_c4_a_record_without_a_map_is_read_on_the_first_map_that_fits(
    text: str, water: str
) -> None:
    match = match_record.read(text, "cotadrez")
    assert match.config.options["water"] == water
    (remark,) = match.remarks
    assert (remark.key, inner(remark, "map").key) == ("record.map", f"option.water.{water}")
    again = match_record.read(match_record.write(match), "cotadrez")
    assert (again.remarks, again.config.options) == ((), match.config.options)
    assert f"water={water}" in match_record.write(match)


def test_6_17_a_complete_game_without_a_map_gets_its_map_when_written() -> None:
    old = (RECORDS / "without_map.txt").read_text("utf-8")
    match = match_record.read(old)
    assert match.over and match.config.options["water"] == "lagos"
    assert match_record.write(match) == old.replace("[Result", f"{LAKES}[Result")


def test_6_17_a_record_that_names_a_map_is_read_only_on_that_map() -> None:
    text = '[Rules "water={}"]\n\nrFe2f3 rDg4 rMc3 rMa2 rMa3 *'
    assert code(text.format("estanques")) == "bad_deployment"
    assert match_record.read(text.format("lagos"), "cotadrez").remarks == ()


def test_6_27_without_a_map_the_error_comes_from_the_map_that_gets_farthest() -> None:
    """On the ponds the record fails in its last turn, on the lakes already in the second."""
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record(DEPLOYED + "1. Dg5 Hc10 2. Dc5 Hb10 3. Da1")
    assert (why.value.where, why.value.token) == ("3", "Da1")


def test_7_4_7_5_without_reinforcements_the_sample_needs_a_pass() -> None:
    text = SHEET.replace("\n\nrF", '\n[Rules "refuerzos=no"]\n\nrF')
    assert code(text) == "illegal_action"
    assert written(text.replace("5. rDg4+", "5. --")).count("5. --") == 1


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "rFe2f3 rDg4\n*",
        "rFe2f3 rDg4 rMa2 rMa3 rMa4\n//\n*",
        "rFe2f3 rDg4 rMa2 rMa3 rMa4\n// rFe8f9\n*",
        "rFe2f3 rDg4 rMa2 rMa3 rMa4\n// rFe8f9 rHd10 rMj6 rMj7 rMj8\n>>>\n*",
        "rFe2f3 rHd4 rHe4 rMa2 rMa3 rMa4\n// rFe8f9 rHd10 rMj6 rMj7 rMj8\n>>>\n1. Hd5 &\n*",
    ],
)
def test_6_18_unfinished_games_are_written_as_read_at_every_stage(text: str) -> None:
    text = text.replace("rHd4", "rHd1").replace("1. Hd5 &", "1. Hc1 &")
    assert written(text) == f"{LAKES}\n{text}\n"


def test_6_3_a_deployment_in_any_order_is_written_in_canonical_order() -> None:
    loose = SAMPLE.replace("rFe2f3 rDg4 rCd4 rMa2 rMa3 rMa4", "rFf3e2 rMa4 rCd4 rMa2 rDg4 rMa3")
    assert written(loose) == SAMPLE


def test_6_16_turn_numbers_marks_and_suffixes_are_optional() -> None:
    loose = SAMPLE.replace("5. rDg4+", "rDg4").replace(" (Rojo - Sur)", "").replace("3. ", "")
    assert written(loose) == SAMPLE


def test_6_16_double_quotes_in_names_become_single_quotes() -> None:
    record = Cotadrez.read_record(SAMPLE)
    record.tags["J1"] = 'Ana "la Torre"'
    assert "[J1 \"Ana 'la Torre' (Rojo - Sur)\"]" in Cotadrez().write_record(record)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_6_18_resignation_and_agreement_are_written_as_the_result(result: str) -> None:
    text = SAMPLE.replace("*\n", result + "\n").replace("\n\nrF", f'\n[Result "{result}"]\n\nrF')
    assert written(text) == text


ERRORS = {
    "6_28 unknown key": ('[Arbiter "X"]\n' + SAMPLE, "bad_header"),
    "6_28 repeated key": ('[J1 "Eva"]\n' + SAMPLE, "bad_header"),
    "6_28 unknown option": ('[Rules "niebla=no"]\n' + DEPLOYED + "*", "bad_header"),
    "6_28 unknown value": ('[Rules "water=mar"]\n' + DEPLOYED + "*", "bad_header"),
    "6_28 no closing bracket": ('[J1 "Eva"\n' + DEPLOYED + "*", "bad_header"),
    "6_29 lower case unit": (DEPLOYED + "1. dg7", "bad_token"),
    "6_29 column k": (DEPLOYED + "1. Dk4", "bad_token"),
    "6_29 row 11": (DEPLOYED + "1. Dg11", "bad_token"),
    "6_30 ring crosses the border": ("rFe4f5 *", "bad_deployment"),
    "6_30 unit off the ring": ("rFe2f3 rDa1 *", "bad_deployment"),
    "6_30 second dragon": ("rFe2f3 rDg4 rDg3 *", "bad_deployment"),
    "6_30 mountain in the enemy half": ("rFe2f3 rDg4 rMa6 *", "bad_deployment"),
    "6_30 fourth mountain": ("rFe2f3 rDg4 rMa1 rMa2 rMa3 rMa4 *", "bad_deployment"),
    "6_30 J2 in the same half": (
        "rFe2f3 rDg4 rMa1 rMa2 rMa3 // rFb2c3 *",
        "bad_deployment",
    ),
    "6_31 no mountains": ("rFe2f3 rDg4 // *", "unfinished_deployment"),
    "6_31 mountain without unit": ("rFe2f3 rMa2 *", "unfinished_deployment"),
    "6_31 no room": ("rFe2f3 rDg4 rMj5 *", "unfinished_deployment"),
    "6_31 battle too early": (
        "rFe2f3 rDg4 rMa1 rMa2 rMa3 // rFe8f9 >>> *",
        "unfinished_deployment",
    ),
    "6_32 not a dragon move": (DEPLOYED + "1. Dh6", "illegal_action"),
    "6_32 missing x": (DEPLOYED + "1. Dg7 Hd9 2. Dd10", "illegal_action"),
    "6_32 wrong rescue": (SAMPLE.replace("4. rRg10", "4. mE rRg10"), "illegal_action"),
    "6_32 wrong exit": (SAMPLE.replace("rRg10", "rRd9"), "illegal_action"),
    "6_32 missing exit": (SAMPLE.replace("rRg10 ", ""), "illegal_action"),
    "6_33 two rabble": (
        "rFe2f3 rHd1 rHf1 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 >>> 1. He1",
        "ambiguous_action",
    ),
    "6_34 no check": (SAMPLE.replace("1. Dg7", "1. Dg7+"), "wrong_mark"),
    "6_34 no mate": (SAMPLE.replace("rDg4+", "rDg4#"), "wrong_mark"),
    "6_35 alert missing": (SAMPLE.replace("->ASEDIO Hc8", " Hc8"), "siege_mismatch"),
    "6_35 alert too early": (SAMPLE.replace("Dg7", "Dg7->ASEDIO"), "siege_mismatch"),
    "6_35 closing too early": (SAMPLE.replace("Dg7 ", "Dg7 <-ASEDIO "), "siege_mismatch"),
    "6_36 returned": (SAMPLE.replace("(DCr", "(DCCr"), "balance_mismatch"),
    "6_36 lost": (SAMPLE.replace("HHm)", "HHHm)"), "balance_mismatch"),
    "6_37 6_38 result in the middle": (SAMPLE.replace("2. Ce6", "1-0 2. Ce6"), "after_end"),
    "6_38 header and token": ('[Result "1-0"]\n' + SAMPLE, "result_mismatch"),
    "6_39 illegal before a wrong mark": (DEPLOYED + "1. Dh6#", "illegal_action"),
    "6_39 unreadable before the end of the deployment": (DEPLOYED + "1. Dh66", "bad_token"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_6_39_each_kind_of_error_has_its_code(name: str) -> None:
    text, expected = ERRORS[name]
    assert code(text) == expected


def test_6_27_an_error_names_turn_token_and_last_good_position() -> None:
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record(SAMPLE.replace("2. Ce6", "2. Ce7"))
    assert (why.value.where, why.value.token) == ("2", "Ce7")
    assert why.value.position.split()[-1] == "2.2.0"


@pytest.mark.parametrize(
    "text",
    [
        "rFe2f3 // rFe8f9 *",
        "rFe2f3 rMa2 // *",
        "rFe2f3 rDg4 rMj4 rMj5 // *",
        "rFe2f3 rDg4 rMa1 rMa2 rMa3 // rFe8f9 rMa10 // *",
    ],
)
def test_6_31_an_early_ready_token_is_named_in_the_error(text: str) -> None:
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record(text)
    assert (why.value.code, why.value.token) == ("unfinished_deployment", "//")
    with pytest.raises(BadPosition) as refused:
        Cotadrez().state_from_text(text)
    assert inner(refused.value.message, "why").params["detail"] == "//"


def test_6_30_a_bad_mountain_is_named_rather_than_the_ready_token() -> None:
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record("rFe2f3 rDg4 rMa6 // *")
    assert (why.value.code, why.value.token) == ("bad_deployment", "rMa6")


def mated_game() -> Match:
    """Return a random game that ends in checkmate."""
    rng = Random(4)
    match = Match(MatchConfig("cotadrez", {"water": "lagos"}))
    while not match.over:
        match.play(rng.choice(match.options_now()))
    assert ended(match).reason == "checkmate"
    return match


@pytest.mark.parametrize(
    ("headers", "result", "code"),
    [
        ('[Termination "mate"]', "1-0", "bad_header"),
        ('[Termination "time"]\n[Termination "time"]', "1-0", "bad_header"),
        ('[Termination "time"]', "*", "result_mismatch"),
        ('[Termination "time"]', "1/2-1/2", "result_mismatch"),
    ],
)
def test_c40_the_only_termination_is_time_and_it_needs_a_loser(
    headers: str, result: str, code: str
) -> None:
    body = BODY.replace("*", result)
    with pytest.raises(BadRecord) as caught:
        match_record.read(f"{headers}\n\n{body}", "cotadrez")
    assert caught.value.code == code


def test_c40_a_loss_on_time_is_not_a_resignation() -> None:
    body = BODY.replace("*", "0-1")
    for headers, reason in (("", "resignation"), ('[Termination "time"]\n\n', "time")):
        outcome = match_record.read(headers + body, "cotadrez").outcome()
        assert outcome is not None and (outcome.winner, outcome.reason) == (1, reason)


def test_5_2_the_side_that_gives_mate_wins() -> None:
    match = mated_game()
    assert isinstance(match.state, CotadrezState)
    assert match.state.in_check(match.state.side) and match.state.legal_actions() == []
    text = match_record.write(match)
    moves, _, result = text.rstrip().rpartition("\n")
    assert result == ("1-0" if ended(match).winner == 0 else "0-1")
    assert moves.endswith("#") and written(text) == written(moves + "\n") == text


def test_6_37_no_tokens_are_accepted_after_mate() -> None:
    moves, _, result = match_record.write(mated_game()).rstrip().rpartition("\n")
    assert code(f"{moves} --\n{result}") == "after_end"


def test_6_38_a_mate_allows_no_other_result() -> None:
    moves, _, result = match_record.write(mated_game()).rstrip().rpartition("\n")
    for other in {"1-0", "0-1", "1/2-1/2", "*"} - {result}:
        assert code(f"{moves}\n{other}") == "result_mismatch"


def test_6_34_a_mate_is_not_marked_as_a_check() -> None:
    moves = match_record.write(mated_game()).rstrip().rpartition("\n")[0]
    assert code(moves[:-1] + "+\n") == "wrong_mark"


def test_6_29_a_balance_over_two_lines_is_unreadable() -> None:
    with pytest.raises(BadRecord) as why:
        Cotadrez.read_record(DEPLOYED + "1. (DCr Hc10\n2. Ce6)\n*\n")
    assert (why.value.code, why.value.where) == ("bad_token", "1")
    assert why.value.token == "(DCr Hc10\n2. Ce6)"
