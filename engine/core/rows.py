"""Boards as text, like the board field of a FEN: ranks from the top, `/` between them, numbers for
runs of empty cells. Each game has its own words for what stands on a cell.

Cells are counted as in `engine.core.grid`: index = rank · cols + file, a1 first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

RUN = "[1-9][0-9]?(?![0-9])"  # not next to another run


class BadRows(ValueError):
    """A text that is no board of this size; `text` is the bad rank, or the whole text."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def write_rows(words: Sequence[str], cols: int) -> str:
    """Return the text of a board from its cells' words; an empty word is an empty cell."""
    ranks = []
    for start in range(len(words) - cols, -1, -cols):
        text, empty = "", 0
        for word in words[start : start + cols]:
            if not word:
                empty += 1
                continue
            text += f"{empty or ''}{word}"
            empty = 0
        ranks.append(f"{text}{empty or ''}")
    return "/".join(ranks)


def read_rows(text: str, cols: int, rows: int, word: str) -> list[str]:
    """Parse a board of cols × rows cells into its words; `word` is the pattern of one. Raises
    BadRows, also for an empty run and for two adjacent runs."""
    words = [""] * (cols * rows)
    for cell, found in cells_of(text, cols, rows, word):
        words[cell] = found
    return words


def cells_of(
    text: str, cols: int, rows: int, word: str, run: str = RUN
) -> Iterator[tuple[int, str]]:
    """Yield (cell, word) for each occupied cell in text order, for games that check each word
    themselves. `run` is the pattern of a run of empty cells. Raises BadRows at the first bad rank.
    """
    ranks = text.split("/")
    if len(ranks) != rows:
        raise BadRows(text)
    pattern = re.compile(f"(?P<run>{run})|{word}")
    for start, rank in zip(range(cols * (rows - 1), -1, -cols), ranks, strict=True):
        at = file = 0
        while at < len(rank):
            found = pattern.match(rank, at)
            if found is None or not found[0] or file >= cols:
                raise BadRows(rank)
            if not found["run"]:
                yield start + file, found[0]
            file += int(found["run"] or 1)
            at = found.end()
        if file != cols:
            raise BadRows(rank)
