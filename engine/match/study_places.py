"""Places in a record, and its moves: shared by the writer and the reader of studies' records."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.core.contract import TABLE_VERBS, Action, AnyGame, State
from engine.match import record
from engine.match.match import Match
from engine.match.study_tokens import NUMBER, WORD, RecordToken, tokens

COLOURS = "GRB"  # of arrows and circles


class RecordPlaces:
    """Where each turn of a match ends in its record as our writer writes it.

    The record of the first turns begins with the same words as that of the whole match, so the
    place after a turn is where both texts part. Turns whose own notation has as many words as they
    take up in the record are not written again, which keeps long records linear.
    """

    def __init__(self, match: Match, text: str) -> None:
        self._match = match
        self.body = body_of(text)
        self.tokens = list(tokens(text, match.game.dialect, self.body))
        self._words = [one for one in self.tokens if one.kind == WORD]
        self._ends = list(_turn_ends(match))
        counts = _predicted(match, self._ends)
        known = {0: 0, len(self._ends) - 1: len(self._words)}
        spans = [(0, len(self._ends) - 1)]
        while spans:
            low, high = spans.pop()
            if high - low < 2:
                continue
            if sum(counts[low + 1 : high + 1]) == known[high] - known[low]:
                for turn in range(low + 1, high):
                    known[turn] = known[turn - 1] + counts[turn]
                continue
            middle = (low + high) // 2
            known[middle] = self._written(self._ends[middle])
            spans += [(low, middle), (middle, high)]
        self._after = {end: known[turn] for turn, end in enumerate(self._ends)}

    def turn_end(self, depth: int) -> int:
        """Return the number of events at the end of the turn that holds event `depth`."""
        at = bisect_left(self._ends, depth)
        return self._ends[min(at, len(self._ends) - 1)]

    def turn_before(self, end: int) -> int:
        """Return the number of events before the turn that ends after `end` events."""
        return self._ends[max(bisect_left(self._ends, end) - 1, 0)]

    def is_exact(self, end: int) -> bool:
        """Return whether a comment in the place of this turn's end can only mean this turn."""
        return self.meant(self._after[end]) == end

    def meant(self, words: int) -> int:
        """Return the events before a place: the last turn that ends within so many words."""
        at = bisect_right(self._ends, words, key=self._after.__getitem__)
        return self._ends[max(at - 1, 0)]

    def offset(self, end: int) -> int:
        """Return the place in the text after a turn."""
        words = self._after[end]
        return self._words[words - 1].end if words else self.body

    def _written(self, end: int) -> int:
        """Return the number of words up to the end of a turn."""
        text = record.write(self._match.until(end))
        other = (one for one in tokens(text, self._match.game.dialect, body_of(text)))
        same = 0
        for one, two in zip(self._words, (t for t in other if t.kind == WORD), strict=False):
            if one.text != two.text:
                break
            same += 1
        return same


def _predicted(match: Match, ends: Sequence[int]) -> list[int]:
    """Return the number of words of each turn's own notation; 0 before the first."""
    state, counts = match.start.clone(), [0]
    for begin, end in pairwise(ends):
        actions = [event.action for event in match.events[begin:end]]
        played = [one for one in actions if one[0] not in TABLE_VERBS]
        text = match.game.log_text(state, played) if played else ""
        counts.append(sum(one.kind == WORD for one in tokens(text, match.game.dialect)))
        for action in actions:
            state.apply(action)
    return counts


def aligned(own: Iterable[RecordToken], other: Iterable[RecordToken]) -> list[int]:
    """Return, for each number of words read of another spelling, how many of our own they are.

    Both are the same game. Between two move numbers words are compared by their letters if those
    are the same, else word by word."""
    parts = [_numbered(one) for one in (own, other)]
    if [number for number, _ in parts[0]] != [number for number, _ in parts[1]]:
        parts = [[("", [word for _, words in part for word in words])] for part in parts]
    found, before = [0], 0
    for (_, mine), (_, theirs) in zip(*parts, strict=True):
        found += [before + count for count in _matched(mine, theirs)]
        before += len(mine)
        if theirs:
            found[-1] = before
    return found


def _numbered(found: Iterable[RecordToken]) -> list[tuple[str, list[str]]]:
    """Split words at their move numbers; equal numbers in a row (`1.`, `1...`) are one."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for one in found:
        if one.kind == NUMBER and one.text != parts[-1][0]:
            parts.append((one.text, []))
        elif one.kind == WORD:
            parts[-1][1].append(one.text)
    return parts


def _matched(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[int]:
    """Yield how many of our words are in the first 1, 2, … of theirs."""
    if len(mine) == len(theirs) or "".join(mine) != "".join(theirs):
        yield from (min(count, len(mine)) for count in range(1, len(theirs) + 1))
        return
    count = letters = read = 0
    for word in theirs:
        read += len(word)
        while count < len(mine) and letters + len(mine[count]) <= read:
            letters += len(mine[count])
            count += 1
        yield count


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


def plain_words(game: AnyGame, text: str) -> str:
    """Return the words of a text, without move numbers and annotations."""
    return " ".join(one.text for one in tokens(text, game.dialect) if one.kind == WORD)


def read_moves(game: AnyGame, state: State, text: str) -> list[Action]:
    """Return the actions of a text, with or without move numbers. Raises ActionError."""
    readings = game.read_actions(state.clone(), plain_words(game, text))
    return [action for one in readings for action in one.actions]
