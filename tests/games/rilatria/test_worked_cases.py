"""Cases T01 to T50 of the rules (worked.txt), run through the API and the commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.core.errors import ActionError, BadPosition, BadRecord
from engine.games.rilatria.game import Rilatria
from engine.match import record
from tests.games.rilatria.table import SAMPLE, after, refused

# Cases that play A from S and end with R, named after the clauses they show.
CASES = {
    "t01_3_2_r10": "T01", "t02_3_1": "T02", "t03_1_3": "T03", "t04_5_2": "T04",
    "t05_5_1_r12": "T05", "t06_5_3": "T06", "t07_5_6_r26": "T07", "t08_5_4": "T08",
    "t09_1_7_r3": "T09", "t10_6_2": "T10", "t11_8_2": "T11", "t12_12_2": "T12",
    "t13_7_9_r13": "T13", "t14_2_3_r6": "T14", "t15_2_5": "T15", "t16_2_9": "T16",
    "t17_2_9": "T17", "t18_2_4_r7": "T18", "t19_2_1": "T19", "t20_2_11": "T20", "t21_2_7": "T21",
    "t22_r34": "T22", "t23_2_7": "T23", "t24_7_3": "T24", "t25_7_4": "T25", "t26_7_8": "T26",
    "t27_7_8_r18": "T27", "t28_7_7_r17": "T28", "t29_7_10": "T29", "t30_7_10": "T30",
    "t31_7_10_r20": "T31", "t32_7_9_r19": "T32", "t33_10_2_r27": "T33", "t34_10_3": "T34",
    "t35_7_6": "T35", "t36_10_6": "T36", "t37_10_8": "T37", "t38_10_7": "T38", "t42_10_5": "T42",
    "t43_12_3": "T43", "t44_12_1_r30": "T44",
}  # fmt: skip

TEXT = (Path(__file__).parent / "worked.txt").read_text("utf-8")
BLOCKS = {block[:3]: block for block in re.split(r"^(?=T\d\d )", TEXT, flags=re.M) if block}


def fields(name: str) -> dict[str, str]:
    """Return S, A and R of a case, and its options as `key=value` text."""
    head, *lines = BLOCKS[name].strip().splitlines()
    found = {line.strip()[0]: line.strip()[2:].strip() for line in lines}
    options = re.search(r"\[options (.*?)\]", head)
    return {**found, "options": options[1] if options else ""}


SIMPLE = [name for name, block in BLOCKS.items() if re.search(r"^  S ", block, re.M)]
T09, T10, T11 = (fields(name)["S"] for name in ("T09", "T10", "T11"))
T04, T24 = (fields(name)["S"] for name in ("T04", "T24"))


def test_every_case_of_the_sheet_is_tested() -> None:
    assert sorted(BLOCKS) == [f"T{n:02}" for n in range(1, 51)]
    assert sorted(CASES.values()) == sorted(SIMPLE)
    others = set(BLOCKS) - set(SIMPLE)
    assert others == {"T39", "T40", "T41", "T45", "T46", "T47", "T48", "T49", "T50"}


def outcome(case: dict[str, str], game: Rilatria) -> str:
    """Return the R line that results from playing A from S."""
    begin = case["S"]
    state = game.initial_state() if begin == "(start)" else game.state_from_text(begin)
    try:
        for reading in game.read_actions(state, case["A"]):
            for action in reading.actions:
                state.apply(action)
    except ActionError as why:
        text = "as given" if state.to_text() == begin else state.to_text()
        return f"{why.code} at {why.token}; state then: {text}"
    return state.to_text()


@pytest.mark.parametrize("name", CASES)
def test_worked_case_gives_the_result_of_the_sheet(name: str) -> None:
    case = fields(CASES[name])
    options = dict(part.split("=") for part in case["options"].split())
    assert outcome(case, Rilatria(options)) == case["R"]


@pytest.mark.parametrize("name", SIMPLE)
def test_the_apply_command_prints_the_result_of_the_sheet(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = fields(name)
    start = Rilatria().initial_state().to_text()
    begin = start if case["S"] == "(start)" else case["S"]
    options = ",".join('"{}":"{}"'.format(*p.split("=")) for p in case["options"].split())
    code = main(
        ["apply", "rilatria", "--position", begin, "--actions", case["A"]]
        + (["--options", "{" + options + "}"] if options else [])
    )
    lines = capsys.readouterr().out.splitlines()
    refusal = re.fullmatch(r"(\w+) at (\S+); state then: (.*)", case["R"])
    if refusal:
        then = begin if refusal[3] == "as given" else refusal[3]
        assert (code, lines) == (2, [f"error {refusal[1]} {refusal[2]}", then])
    else:
        over = re.search(r" X:(\S+):(\w+) ", case["R"])
        assert (code, lines) == (0, [case["R"], *([f"result {over[1]} {over[2]}"] if over else [])])


def test_t39_11_5_the_sample_record_is_read_and_written() -> None:
    match = record.read(SAMPLE)
    assert match.state.to_text() == ("9/1ht6/9/9/3T5/9/6L2/6H2/9 2 N 4.4.4.3.1 6.6.0.0.0 - 0 3")
    assert record.write(match) == SAMPLE


T40_STATE = "9/1ht6/9/9/3t1T3/9/6L2/6H2/9 1 N 5.3.4.2.0 6.6.0.0.0 - 4 3"


def test_t40_11_16_wrong_values_are_check_errors() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(SAMPLE.replace("(5.3.4.2)", "(5.3.4.1)"))
    why = caught.value
    assert (why.code, why.token, why.where) == ("check", "(5.3.4.1)", "13:8")
    assert why.position == T40_STATE


def test_t41_a_record_may_end_after_the_coin() -> None:
    text = SAMPLE[: SAMPLE.index(" (5.3.4.2)")] + "\n*\n"
    match = record.read(text)
    assert match.state.to_text() == T40_STATE
    assert record.write(match) == text


@pytest.mark.parametrize(
    "text",
    [
        "9/1h5h1/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 0 1",
        "9/1h6/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 0.4.0.2.0 6.4.1.2.0 - 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.3 6.4.1.2.0 - 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 6.4.3.2.0 6.4.1.2.0 - 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 +g2 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 80 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 0 201",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 x 0 1",
        "9/1h7/9/9/9/9/9/7H1/9 2 D 6.4.1.2.0 6.4.1.2.0 - 0 1",
        "9/1h7/2t6/9/9/9/6T2/7H1/9 1 X:1-0:heroe 6.4.0.2.0 6.4.1.2.0 Ux 0 1",
    ],
)
def test_t45_11_17_impossible_states_are_refused(text: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Rilatria().state_from_text(text)
    assert caught.value.code == "state"


def test_t46_cards_may_be_written_one_by_one() -> None:
    state = after(T09, "?4d ?1h")
    assert " N:4d,1h " in state.to_text()
    assert refused(state.to_text(), "?4d") == ("chance", "?4d", state.to_text())
    assert refused(state.to_text(), "=4d") == ("phase", "=4d", state.to_text())
    assert " O:4d,1h,F " in after(state.to_text(), "?F").to_text()


def test_t47_11_2_a_joined_token_is_accepted_or_refused_as_a_whole() -> None:
    assert refused(T09, "?4d,1h,F=2s") == ("chance", "?4d,1h,F=2s", T09)
    code, token, then = refused(T09, "?4d,1h,F =2s")
    assert (code, token) == ("chance", "=2s")
    assert " O:4d,1h,F " in then


def test_t48_8_2_the_weights_match_the_cards_left_in_the_deck() -> None:
    def weights(text: str) -> list[int]:
        return [n for _, n in Rilatria().state_from_text(text).chance_outcomes()]

    numbers = [4, 3, 3, 1] * 3
    assert weights(T10) == [*numbers, 2]
    assert sum(weights(T10)) == 35
    assert weights(T11) == [*numbers, 1]
    assert sum(weights(T11)) == 34
    assert weights(after(T11, "?F").to_text()) == numbers


@pytest.mark.parametrize(
    ("text", "token", "code"),
    [
        (T24, "rHg1", "illegal"),
        (T24, "?1h", "phase"),
        (T24, "=1h", "phase"),
        (T24, "@c", "phase"),
        (T24, "rXg1", "syntax"),
        (T04, "@c", "phase"),
    ],
)
def test_t49_11_12_11_13_the_error_class_depends_on_the_phase(
    text: str, token: str, code: str
) -> None:
    assert refused(text, token) == (code, token, text)


T50 = """[Game "Rilatria"]
[Setup "9/1h7/9/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 1.3.1.2.0 - 5 6"]
[Result "1-0"]
[Cause "vitalidad"]

6. Te4xe5 #
1-0
"""


def test_t50_11_10_r39_a_record_may_start_in_the_middle_of_a_game() -> None:
    match = record.read(T50)
    assert match.state.to_text() == fields("T34")["R"]
    assert record.write(match) == T50


def test_t50_11_7_a_missing_sign_of_the_end_is_a_phase_error() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(T50.replace(" #", ""))
    assert (caught.value.code, caught.value.token) == ("phase", "1-0")
