"""Position texts: the fields of section 9 and the texts that are refused."""

from __future__ import annotations

import pytest

from engine.core.errors import BadPosition
from tests.games.rilatria.table import PLAIN, START, after, at, texts


def not_a_state(text: str) -> str:
    """Return the error class of a refused position; fail if it is accepted."""
    with pytest.raises(BadPosition) as caught:
        at(text)
    return caught.value.code


def test_9_1_a_state_has_eight_fields_separated_by_single_blanks() -> None:
    assert at(PLAIN).to_text() == PLAIN and len(PLAIN.split(" ")) == 8
    for text in (PLAIN.replace(" ", "  ", 1), PLAIN + " ", PLAIN.rpartition(" ")[0], PLAIN + " 1"):
        assert not_a_state(text) == "state"


def test_9_2_board_and_side_are_read() -> None:
    assert at(PLAIN).side == 0 and "Hh2-h3" in texts(at(PLAIN))
    north = at(PLAIN.replace(" 1 L", " 2 L"))
    assert north.side == 1 and "Hb8-b7" in texts(north)
    for old, new in (("9/1h7", "45/1h7"), ("9/1h7", "0/1h7"), ("9/1h7", "9/1x7"), (" 1 L", " 3 L")):
        assert not_a_state(PLAIN.replace(old, new)) == "state"


@pytest.mark.parametrize(
    "text",
    [
        START,
        "9/9/9/9/9/9/9/7H1/9 1 D 6.4.1.2.0 6.4.1.2.0 - 0 1",
        "9/1h7/9/9/9/9/6T2/7H1/9 2 D 6.4.1.2.0 6.4.1.2.0 - 0 1",
        *(PLAIN.replace(" L ", f" {phase} ") for phase in ("N", "N:1h", "N:4d,1h", "O:1h,1s,1d")),
        *(PLAIN.replace(" L 6.3.0", f" {phase} 5.3.4") for phase in ("C", "P:c", "P:x")),
        "9/9/9/4T4/9/9/9/7H1/9 1 X:1-0:heroe 6.4.0.2.0 0.3.1.2.0 Ux 5 6",
    ],
)
def test_9_3_every_phase_is_written_as_it_was_read(text: str) -> None:
    assert at(text).to_text() == text


@pytest.mark.parametrize("phase", ["Q", "P:z", "N:1h,1s,1d", "O:1h,1s", "O:4h,4h,1s"])
def test_9_3_unknown_phases_are_refused(phase: str) -> None:
    assert not_a_state(PLAIN.replace(" L ", f" {phase} ")) == "state"


def test_9_4_a_reserve_has_five_values_in_order() -> None:
    state = at(PLAIN.replace("6.3.0.2.0", "5.4.3.2.1"))
    assert state.reserves[0] == bytes((5, 4, 3, 2, 1))
    for wrong in ("5.4.3.2", "5.4.3.2.1.0", "5,4,3,2,1", "5.4.3.2.01"):
        assert not_a_state(PLAIN.replace("6.3.0.2.0", wrong)) == "state"


def test_9_5_marks_record_the_actions_of_the_turn() -> None:
    for actions, marks in (
        ("", "-"), ("Hh2-h3", "H"), ("Tg3-g4", "U"), ("Hh2-h3 Tg3-g4 rBg1", "HU+g1"),
    ):  # fmt: skip
        state = after(PLAIN, actions)
        assert state.to_text().split()[5] == marks
        assert at(state.to_text()).to_text() == state.to_text()
    for wrong in ("UH", "+h2", "+g3,g3"):
        assert not_a_state(PLAIN.replace("- 5", f"{wrong} 5")) == "state"


def test_9_6_quiet_turns_and_rounds_are_counted() -> None:
    assert after(PLAIN, ";").to_text().split()[6:] == ["6", "6"]
    assert after(PLAIN.replace(" 1 L", " 2 L"), ";").to_text().split()[6:] == ["6", "7"]
    for wrong in ("05 6", "5 0", "٥ 6"):
        assert not_a_state(PLAIN.replace("5 6", wrong)) == "state"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("9/1h7", "8/1h7"),
        PLAIN.replace("2t6", "2ttt4"),
        PLAIN.replace("1h7", "9"),
        PLAIN.replace("6.3.0.2.0", "7.3.0.2.0"),
        PLAIN.replace("6.3.0.2.0", "6.3.0.2.3"),
        PLAIN.replace("6.3.0.2.0", "0.3.0.2.0"),
        PLAIN.replace(" L ", " N ").replace("- 5", "H 5"),
    ],
)
def test_9_7_impossible_positions_are_refused(text: str) -> None:
    assert not_a_state(text) == "state"


@pytest.mark.parametrize(
    "text",
    [
        "9/9/9/9/9/9/9/7H1/8T 1 D 6.4.1.2.0 6.4.1.2.0 - 0 1",
        "9/9/9/9/9/9/9/7H1/9 1 D 6.4.1.2.0 6.4.1.2.0 - 1 1",
        "9/1h7/9/9/9/9/9/7H1/9 2 D 6.4.1.2.0 6.4.1.2.0 - 0 1",
        START.replace("6.4.1.2.0", "6.4.1.3.0", 1),
    ],
)
def test_9_8_a_state_during_setup_must_have_starting_values(text: str) -> None:
    assert not_a_state(text) == "state"


@pytest.mark.parametrize(
    "over", ["1/2-1/2:heroe", "1-0:heroe", "0-1:vitalidad", "1-0:abandono", "1-0:time"]
)
def test_9_9_the_end_must_fit_its_cause(over: str) -> None:
    assert not_a_state(PLAIN.replace(" L ", f" X:{over} ")) == "state"


def test_9_7_a_shared_deck_has_two_tokens_in_total() -> None:
    text = PLAIN.replace("6.3.0.2.0", "6.3.0.2.2").replace("6.3.1.2.0", "6.3.1.2.1")
    assert at(text).to_text() == text
    with pytest.raises(BadPosition):
        at(text, deck="shared")


def test_9_5_a_recruit_keeps_its_mark_while_it_moves() -> None:
    assert after(PLAIN, "rBi3 Bi3-i4").to_text().split()[5] == "U+i4"
