"""Tokens of a record's body: words, move numbers, glyphs, comments, parentheses.

The writer and the reader of studies' records count words with this one scanner, so that a foreign
spelling (`1.e4`, `1. e4`, `e4!?`, `e4 $5`) counts like our own. One pass, no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.core.foreign import Dialect, tidied
from engine.core.records import RESULTS

WORD, NUMBER, GLYPH, COMMENT, OPEN, CLOSE = "word", "number", "glyph", "comment", "(", ")"

_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁈": 6, "⁉": 5}
_NUMBERED = re.compile(r"([0-9]{1,5})\.+", re.ASCII)
_NAG = re.compile(r"\$([0-9]{1,3})\Z", re.ASCII)
_JUDGED = re.compile("[!?‼⁇⁈⁉]{1,2}\\Z")


class RecordToken(NamedTuple):
    """A token and its place in the text. `text`: of a word as the game reads it; of a number and a
    glyph the digits; of a comment what stands inside."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str, dialect: Dialect, at: int = 0) -> Iterator[RecordToken]:
    """Yield the tokens from `at` on. Results are left out; a `)` too many belongs to its word."""
    stops, kept = _shapes(dialect)
    depth, begin, numbered = 0, at, False
    while at < len(text):
        found = stops.search(text, at)
        sign, here = (found[0], found.start()) if found else ("", len(text))
        if sign == "(" and (own := kept.match(text, here)) is not None:
            at = own.end()
            continue
        if sign == ")" and not depth:
            at = here + 1
            continue
        for one in _in_word(text[begin:here], begin, dialect, numbered):
            numbered = one.kind == NUMBER
            yield one
        begin = at = found.end() if found else here + 1
        if sign in ("{", ";"):
            end = text.find("}" if sign == "{" else "\n", here)
            begin = at = len(text) if end < 0 else end + 1
            yield RecordToken(COMMENT, text[here + 1 : len(text) if end < 0 else end], here, at)
        elif sign in ("(", ")"):
            depth += 1 if sign == "(" else -1
            yield RecordToken(sign, "", here, at)
    yield from _in_word(text[begin:], begin, dialect, numbered)


def _shapes(dialect: Dialect) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what ends a word, and of parentheses that belong to one."""
    lines = ";" if dialect.lines else ""
    return re.compile(rf"\s+|[{{(){lines}]"), re.compile(dialect.kept)


def _in_word(text: str, start: int, dialect: Dialect, numbered: bool) -> Iterator[RecordToken]:
    """Yield the tokens of a text without blanks: `12...e4!?$5` is four. `numbered`: a move number
    stands before it."""
    if not text:
        return
    end = start + len(text)
    plain, glyphs = _without_glyphs(text, dialect)
    if not plain.isascii() or plain in dialect.skipped:
        plain = tidied(plain, dialect).strip()
    if (found := _NUMBERED.match(plain)) is not None:
        yield RecordToken(NUMBER, found[1], start, end)
        plain, numbered = plain[found.end() :], True
    if plain and plain not in RESULTS and not (numbered and not plain.strip(".")):
        yield RecordToken(WORD, plain, start, end)
    for one in glyphs:
        yield RecordToken(GLYPH, str(one), start, end)


def _without_glyphs(text: str, dialect: Dialect) -> tuple[str, list[int]]:
    """Split the annotations off the end of a word."""
    glyphs: list[int] = []
    end = len(text)
    while (nag := _NAG.search(text, max(end - 4, 0), end)) is not None:
        glyphs.append(int(nag[1]))
        end = nag.start()
    glyphs.reverse()
    text = text[:end]
    if dialect.judged and (found := _JUDGED.search(text)) is not None:
        word = text[: found.start()]
        glyph = _SUFFIXES.get(found[0])
        own = word and re.fullmatch(f"[{dialect.judged}]", word[-1])
        if glyph and (own or (not word and dialect.alone)):
            return word, [glyph, *glyphs]
    return text, glyphs
