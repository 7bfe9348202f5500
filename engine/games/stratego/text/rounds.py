"""Turn numbers of a record (rulebook 7.7): a round begins with a side that acts no later than the
one before it. Missed turns count, written or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.core.errors import IllegalAction
from engine.games.stratego.rules.state import StrategoState

_NUMBER = r"(?<!\d)\d+\.(?=\s|$|[a-p*]|--)"
_WORD = re.compile(rf"{_NUMBER}|(?:(?!{_NUMBER})\S)+")
MISSED = "--"


class NumberedWord(NamedTuple):
    """A word, the turn number before it or nothing, and where it ends in the text."""

    number: str
    text: str
    end: int = 0


def numbered(text: str) -> Iterator[NumberedWord]:
    """Yield the words of a text, each with the turn number before it; a number without a word has
    an empty one."""
    number = ""
    for word in _WORD.finditer(text):
        is_number = re.fullmatch(r"\d+\.", word[0]) is not None
        if not is_number:
            yield NumberedWord(number, word[0], word.end())
        elif number:
            yield NumberedWord(number, "")
        number = word[0][:-1] if is_number else ""
    if number:
        yield NumberedWord(number, "")


def marking_last(words: Iterator[NumberedWord]) -> Iterator[tuple[NumberedWord, bool]]:
    """Yield each word, and whether it is the last one."""
    word = next(words, None)
    while word is not None:
        following = next(words, None)
        yield word, following is None
        word = following


class Rounds:
    """Counter of rounds while a record is written or read."""

    def __init__(self) -> None:
        self.number = 0
        self._last = 99  # side of the turn before
        self._due: list[int] = []  # missed turns whose `--` may still come

    def opens(self, side: int) -> bool:
        """Count a turn of `side` and tell whether it begins a round."""
        new = side <= self._last
        self.number += new
        self._last = side
        return new

    def check(self, state: StrategoState, number: str, word: str) -> None:
        """Check a turn number before its word is played. Raises IllegalAction
        `error.turn_number`."""
        if word != MISSED:
            for side in self._due:
                self.opens(side)
            self._due = []
        if not number or (word and state.result is not None):
            return  # the reader refuses what follows the end
        side = self._due[0] if self._due else state.turn
        right = self.number + (side <= self._last)
        if state.setting_up or not word or number != str(right):
            token = f"{number[:20]}."
            raise IllegalAction.at("error.turn_number", token, "7.10", "IllegalAction")

    def played(self, word: str, before: StrategoState, after: StrategoState) -> None:
        """Count the turn after its word has been played."""
        if word == MISSED:
            if self._due:
                self.opens(self._due.pop(0))
        elif after.turns != before.turns and not before.setting_up:
            self.opens(before.turn)
            self._due = list(after.skipped) if after.result is None else []
