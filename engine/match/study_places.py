"""Places in a record, and its moves: shared by the writer and the reader of studies' records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.core.contract import TABLE_VERBS, Action, AnyGame, State
from engine.core.errors import AsedioError
from engine.match import record
from engine.match.match import Match

COLOURS = "GRB"  # of arrows and circles
_NUMBER = re.compile(r"[0-9]{1,5}\.+")
_WORDS = re.compile(r"\S+")


class RecordPlaces:
    """Where each turn of a match ends in its record.

    The record of the first turns begins with the same words as that of the whole match, so the
    place after a turn is where both texts part.
    """

    def __init__(self, match: Match, text: str) -> None:
        self._match = match
        self.body = body_of(text)
        self._words = list(_WORDS.finditer(text, self.body))
        self._ends = list(_turn_ends(match))
        self._after = cache(self._find)

    def turn_end(self, depth: int) -> int:
        """Return the number of events at the end of the turn that holds event `depth`."""
        return next((end for end in self._ends if end >= depth), self._ends[-1])

    def turn_before(self, end: int) -> int:
        """Return the number of events before the turn that ends after `end` events."""
        return max((one for one in self._ends if one < end), default=0)

    def words(self, end: int) -> int:
        """Return the number of words of the body up to the end of a turn."""
        return self._after(end)

    def is_exact(self, end: int) -> bool:
        """Return whether a comment in the place of this turn's end can only mean this turn."""
        return self.meant(self.words(end)) == end

    def meant(self, words: int) -> int:
        """Return the events before a place: the last turn that ends within so many words."""
        low, high = 0, len(self._ends) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.words(self._ends[middle]) <= words:
                low = middle
            else:
                high = middle - 1
        return self._ends[low]

    def offset(self, end: int) -> int:
        """Return the place in the text after a turn."""
        words = self.words(end)
        return self._words[words - 1].end() if words else self.body

    def _find(self, end: int) -> int:
        if not end:
            return 0
        own = [word[0] for word in self._words]
        if end >= self._ends[-1]:
            return len(own) - (1 if own and own[-1] == _result(self._match) else 0)
        text = record.write(self._match.until(end))
        other = _WORDS.findall(text[body_of(text) :])
        same = 0
        for one, two in zip(own, other, strict=False):
            if one != two:
                break
            same += 1
        return same


def _result(match: Match) -> str:
    outcome = match.outcome()
    return outcome.score if outcome else "*"


def body_of(text: str) -> int:
    """Return where the body of a record begins: after the tags and blank lines."""
    at = 0
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("["):
            break
        at += len(line)
    return min(at, len(text))


def _turn_ends(match: Match) -> Iterator[int]:
    """Yield the number of events before the first turn and at the end of each."""
    yield 0
    state, last = match.start.clone(), 0
    index = state.turn_index()
    for number, event in enumerate(match.events, 1):
        if event.action[0] in TABLE_VERBS and number > 1 and last != number - 1:
            last = number - 1
            yield last
        state.apply(event.action)
        if state.turn_index() != index or state.outcome() is not None:
            index, last = state.turn_index(), number
            yield number
    if last != len(match.events):
        yield len(match.events)


def read_moves(game: AnyGame, state: State, text: str) -> list[Action]:
    """Return the actions of a text, with or without move numbers. Raises ActionError."""
    try:
        return _all_actions(game, state, text)
    except AsedioError:
        plain = " ".join(word for word in text.split() if not _NUMBER.fullmatch(word))
        if plain == text:
            raise
        return _all_actions(game, state, plain)


def _all_actions(game: AnyGame, state: State, text: str) -> list[Action]:
    readings = game.read_actions(state.clone(), text)
    return [action for one in readings for action in one.actions]
