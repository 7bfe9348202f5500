"""Bounds of a table's log (engine/far/log.py), so that nobody can fill a device or slow it down.

Per seat MAX_LETTERS letters and MAX_BYTES, fork letters included, in at most MAX_BRANCHES branches;
before the acceptance MAX_CANDIDATES candidates, those with the earliest dates, with MAX_EARLY
letters and MAX_EARLY_BYTES each; letters whose signature nobody can check yet wait among
MAX_STRANGE.
"""

from __future__ import annotations

MAX_WAITING = 64  # of one author
MAX_STRANGE = 16
MAX_CANDIDATES = 8
MAX_EARLY, MAX_EARLY_BYTES = 16, 16_384
MAX_ASIDE = 32
MAX_LETTERS, MAX_BYTES = 1_000, 131_072  # of one seat: two take a tenth of a browser's storage
MAX_TALK, MAX_TALK_BYTES = 800, 98_304  # of one seat: beyond it no more words, only moves
MAX_BRANCHES = 32  # of one seat
MAX_RIVALS = 8  # latest letters since a fork
