"""Turn numbers of a record (rulebook 7.7): a round begins with a side that acts no later than the
one before it. Missed turns count, written or not."""

from __future__ import annotations

import re

from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.games.stratego.rules.state import StrategoState

_NUMBER = re.compile(r"(?<!\d)\d+\.(?=\s|$|[a-p*]|--)")
MISSED = "--"

Word = tuple[str, str]  # turn number or nothing, and the word it stands before


def numbered(text: str) -> list[Word]:
    """Return the words of a text, each with the turn number before it; a number without a word has
    an empty one."""
    out: list[Word] = []
    number = ""
    for word in _NUMBER.sub(r" \g<0> ", " ".join(text.split())).split():
        if not _NUMBER.fullmatch(word):
            out.append((number, word))
            number = ""
            continue
        if number:
            out.append((number, ""))
        number = word[:-1]
    return [*out, (number, "")] if number else out


def words(text: str) -> list[str]:
    """Return the words of a text without numbers."""
    return [word for _, word in numbered(text) if word]


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
            message = Message("error.turn_number", "7.10", token=token)
            raise IllegalAction(message, token=token, code="IllegalAction")

    def played(self, word: str, before: StrategoState, after: StrategoState) -> None:
        """Count the turn after its word has been played."""
        if word == MISSED:
            if self._due:
                self.opens(self._due.pop(0))
        elif after.turns != before.turns and not before.setting_up:
            self.opens(before.turn)
            self._due = list(after.skipped) if after.result is None else []
