"""Boards as text, as all position readers use them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.rows import BadRows, cells_of, read_rows, write_rows


@given(st.integers(1, 12), st.integers(1, 12), st.randoms(use_true_random=False))
def test_every_written_board_is_read_back(cols: int, rows: int, rng: Random) -> None:
    words = [rng.choice(["", "", "A", "b'", "C+"]) for _ in range(cols * rows)]
    text = write_rows(words, cols)
    assert read_rows(text, cols, rows, r"[ABCabc]['+]?") == words
    assert text.count("/") == rows - 1


def test_the_top_rank_is_written_first() -> None:
    assert write_rows(["a", "", "", "", "", "B"], 3) == "2B/a2"
    assert read_rows("2B/a2", 3, 2, "[aB]") == ["a", "", "", "", "", "B"]


@pytest.mark.parametrize(
    "text", ["", "3", "3/2", "3/4", "3/12", "3/0a2", "3/a2b", "3/x2", "3/3/3", "3/11a", "3/03"]
)
def test_text_of_another_board_size_is_refused(text: str) -> None:
    with pytest.raises(BadRows):
        read_rows(text, 3, 2, "[ab]")


def test_cells_before_a_bad_rank_are_yielded() -> None:
    seen = []
    with pytest.raises(BadRows) as why:
        for cell in cells_of("a1b/2x/4", 3, 3, "[ab]"):
            seen.append(cell)
    assert seen == [(6, "a"), (8, "b")] and why.value.text == "2x"


def test_cells_are_yielded_in_text_order_up_to_the_first_error() -> None:
    found = cells_of("b2/1ax", 3, 2, "[ab]")
    assert [next(found), next(found)] == [(3, "b"), (1, "a")]
    with pytest.raises(BadRows) as why:
        next(found)
    assert why.value.text == "1ax"


def test_a_dialect_may_allow_adjacent_runs() -> None:
    assert list(cells_of("12/a11", 3, 2, "[ab]", "[1-9]")) == [(0, "a")]
    with pytest.raises(BadRows):
        list(cells_of("12/a11", 3, 2, "[ab]"))
