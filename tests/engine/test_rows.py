"""Boards as text: what every position reader relies on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.rows import BadRows, cells_of, read_rows, write_rows


@given(st.integers(1, 12), st.integers(1, 12), st.randoms(use_true_random=False))
def test_every_board_is_read_back(cols: int, rows: int, rng: object) -> None:
    words = [rng.choice(["", "", "A", "b'", "C+"]) for _ in range(cols * rows)]  # type: ignore[attr-defined]
    text = write_rows(words, cols)
    assert read_rows(text, cols, rows, r"[ABCabc]['+]?") == words
    assert text.count("/") == rows - 1


def test_the_first_rank_written_is_the_top_one() -> None:
    assert write_rows(["a", "", "", "", "", "B"], 3) == "2B/a2"
    assert read_rows("2B/a2", 3, 2, "[aB]") == ["a", "", "", "", "", "B"]


@pytest.mark.parametrize(
    "text", ["", "3", "3/2", "3/4", "3/12", "3/0a2", "3/a2b", "3/x2", "3/3/3", "3/11a", "3/03"]
)
def test_what_is_no_board_of_this_size_is_refused(text: str) -> None:
    with pytest.raises(BadRows):
        read_rows(text, 3, 2, "[ab]")


def test_what_stands_before_the_fault_is_told_in_the_order_of_the_text() -> None:
    seen = []
    with pytest.raises(BadRows) as why:
        for cell in cells_of("a1b/2x/4", 3, 3, "[ab]"):
            seen.append(cell)
    assert seen == [(6, "a"), (8, "b")] and why.value.text == "2x"


def test_cells_come_in_the_order_of_the_text_up_to_what_is_none() -> None:
    found = cells_of("b2/1ax", 3, 2, "[ab]")
    assert [next(found), next(found)] == [(3, "b"), (1, "a")]
    with pytest.raises(BadRows) as why:
        next(found)
    assert why.value.text == "1ax"


def test_a_dialect_may_take_two_runs_side_by_side() -> None:
    assert list(cells_of("12/a11", 3, 2, "[ab]", "[1-9]")) == [(0, "a")]
    with pytest.raises(BadRows):
        list(cells_of("12/a11", 3, 2, "[ab]"))
