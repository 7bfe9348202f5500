"""Turn numbers of a record (rulebook 7.7): a round begins with a side that acts no later than the
one before it; turns that were missed count, written or not."""

from __future__ import annotations

import re

from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.games.stratego.rules.state import StrategoState

_NUMBER = re.compile(r"(?<!\d)\d+\.(?=\s|$|[a-p*]|--)")
MISSED = "--"

Word = tuple[str, str]  # turn number or nothing, and the word it stands before


def numbered(text: str) -> list[Word]:
    """The words of a text with their numbers; a number without a word has an empty one."""
    out: list[Word] = []
    number = ""
    for word in _NUMBER.sub(r" \g<0> ", text).split():
        if not _NUMBER.fullmatch(word):
            out.append((number, word))
            number = ""
            continue
        if number:
            out.append((number, ""))
        number = word[:-1]
    return [*out, (number, "")] if number else out


def words(text: str) -> list[str]:
    """The words of a text without their numbers."""
    return [word for _, word in numbered(text) if word]


class Rounds:
    """Counts along while a record is written or read."""

    def __init__(self) -> None:
        self.number = 0
        self._last = 99  # side of the turn before
        self._due: list[int] = []  # missed turns whose `--` may still come

    def opens(self, side: int) -> bool:
        """Counts a turn; whether it begins a round."""
        new = side <= self._last
        self.number += new
        self._last = side
        return new

    def check(self, state: StrategoState, number: str, word: str) -> None:
        """Before a word is played. Raises IllegalAction `error.turn_number`."""
        if word != MISSED:
            for side in self._due:
                self.opens(side)
            self._due = []
        if not number or (word and state.result is not None):
            return  # what comes after the end is refused as such
        side = self._due[0] if self._due else state.turn
        right = self.number + (side <= self._last)
        if state.setting_up or not word or number != str(right):
            token = f"{number[:20]}."
            message = Message("error.turn_number", "7.10", token=token)
            raise IllegalAction(message, token=token, code="IllegalAction")

    def played(self, word: str, before: StrategoState, after: StrategoState) -> None:
        """After a word has been played."""
        if word == MISSED:
            if self._due:
                self.opens(self._due.pop(0))
        elif after.turns != before.turns and not before.setting_up:
            self.opens(before.turn)
            self._due = list(after.skipped) if after.result is None else []
