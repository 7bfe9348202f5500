"""Reasons why a square, piece or button cannot be chosen now, with their clauses."""

from __future__ import annotations

CLAUSES = {
    "position": "1.1", "over": "4.1",
    "empty": "3.1", "theirs": "3.1", "stuck": "3.1", "reach": "3.1", "walk": "3.1",
    "hide": "2.1", "roll": "2.2", "dig": "3.2",
}  # fmt: skip
