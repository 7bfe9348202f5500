"""Reader of records with comments and variations (format: engine/match/study_record.py).

Also reads those of other programs: their comments and variations stand in the same places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.contract import DRAW, RESIGN, TIME
from engine.core.errors import AsedioError, BadRecord
from engine.core.foreign import cleaned, unwrapped
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.match import record
from engine.match.match import Match
from engine.match.study import MARK_COLOURS, ROOT, Chapter, Drawing, Note, chapter_of, joined
from engine.match.study_places import COLOURS, RecordPlaces, body_of, read_moves

MAX_DEEP = 64  # variations inside each other that are read

_ESCAPED = re.compile("%(7D|0A|25|5B)")
_COMMAND = re.compile(r"\s*\[%(\w+)(?: ([^\]}]*))?\]")
_ARROW = re.compile(r"([A-Z])(\w+)-(\w+)|([A-Z])(\w+)", re.ASCII)
_GLYPH = re.compile(r"\$([0-9]{1,3})(?!\S)")


def read(text: str, game_id: str | None = None) -> Chapter:
    """Return the chapter of a record. Raises BadRecord; KeyError for an unknown game."""
    return finish(reading(text, game_id))


def reading(text: str, game_id: str | None = None) -> Steps[Chapter]:
    """Run `read` in steps of one event: the plain record first, then what was added."""
    match = yield from record.reading(text, game_id)
    text = unwrapped(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    chapter = chapter_of(match)
    with _guarded():
        AddedReader(chapter, match, text).run()
    return chapter


@contextmanager
def _guarded() -> Iterator[None]:
    """Turn every error of what was added into a BadRecord."""
    try:
        yield
    except BadRecord:
        raise
    except Exception as why:  # foreign text
        known = why.message if isinstance(why, AsedioError) else Message("record.unreadable")
        raise BadRecord(known, code="bad_variation") from why


class RecordPart(NamedTuple):
    """A piece of a body: `moves`, `comment`, `(` or `)`."""

    kind: str
    text: str


@dataclass(slots=True)
class ReadLine:
    """A line being read: its nodes by depth, and the events before its last turn. `begun`: moves
    have been read. `one`: the next words are one decision."""

    nodes: list[int]
    before: int
    begun: bool = True
    one: bool = False


class AddedReader:
    """Adds what stands in a record beside its main line."""

    def __init__(self, chapter: Chapter, match: Match, text: str) -> None:
        self._chapter, self._game = chapter, chapter.game
        self._text = text
        main = [ROOT, *chapter.main_line()]
        self._lines = [ReadLine(main, 0)]
        dialect = chapter.game.dialect
        self._kept = re.compile(dialect.kept)
        canonical = cleaned(text, dialect)
        self._places = RecordPlaces(match, canonical)
        self._known = len(self._places._words)
        self._here = 0  # words of the main line so far

    def run(self) -> None:
        for part in _parts(self._text[body_of(self._text) :], self._kept):
            if part.kind == "(":
                self._open()
            elif part.kind == ")":
                self._close()
            elif part.kind == "comment":
                self._comment(part.text)
            elif len(self._lines) == 1:
                self._main(part.text)
            else:
                self._play(part.text)

    # -- lines --

    def _open(self) -> None:
        if len(self._lines) > MAX_DEEP:
            raise BadRecord(Message("record.unreadable"), code="bad_variation")
        line = self._lines[-1]
        if len(self._lines) == 1:
            end = self._places.meant(self._here)
            before = self._places.turn_before(end)
        else:
            before = line.before
        self._lines.append(ReadLine(line.nodes[: before + 1], before, begun=False))

    def _close(self) -> None:
        if len(self._lines) < 2:
            raise BadRecord(Message("record.unreadable"), code="bad_variation")
        self._lines.pop()

    def _main(self, text: str) -> None:
        """Count the words of the main line, which is played already."""
        for moves, glyph in _with_glyphs(text):
            self._here += len(moves.split())
            if glyph:
                self._annotate(self._node(), Note(glyphs=(glyph,)))

    def _node(self) -> int:
        """Return the node that a comment here belongs to."""
        line = self._lines[-1]
        if len(self._lines) > 1:
            return line.nodes[-1]
        return line.nodes[min(self._places.meant(self._here), len(line.nodes) - 1)]

    def _play(self, text: str) -> None:
        """Play the moves of a variation."""
        for moves, glyph in _with_glyphs(text):
            if moves.strip():
                self._extend(moves)
            if glyph:
                self._annotate(self._node(), Note(glyphs=(glyph,)))

    def _extend(self, text: str) -> None:
        line, chapter = self._lines[-1], self._chapter
        line.begun = True
        state = chapter.state(line.nodes[-1])
        line.before = len(line.nodes) - 1
        index = state.turn_index()
        if line.one:
            actions = [self._game.parse_action(state, text.strip())]
        else:
            actions = read_moves(self._game, state, text)
        line.one = False
        for action in actions:
            if state.turn_index() != index:
                line.before, index = len(line.nodes) - 1, state.turn_index()
            line.nodes.append(chapter.play(line.nodes[-1], action))
            state.apply(action)

    # -- comments --

    def _comment(self, text: str) -> None:
        line = self._lines[-1]
        node: int | None = None
        at, note, folded = 0, Note(), False
        while (found := _COMMAND.match(text, at)) is not None:
            at, name, value = found.end(), found[1], found[2] or ""
            if name == "at":
                depth = int(value) if value.isdigit() and len(value) < 7 else -1
                if not 0 <= depth < len(self._whole(line)):
                    raise BadRecord(Message("record.unreadable"), code="bad_variation")
                if not line.begun:
                    self._begin_at(depth)
                    continue
                node = line.nodes[depth]
            elif name == "end":
                self._end(value)
            elif name == "one":
                line.one = True
            elif name == "fold":
                folded = True
            elif name == "title":
                self._chapter.title = _unescaped(value)
            elif name == "nag" and value.isdigit() and len(value) < 4:
                note = joined(note, Note(glyphs=(int(value),)))
            elif name in ("cal", "csl"):
                note = joined(note, Note(drawings=tuple(_drawings(value))))
        note = joined(note, Note(_unescaped(text[at:].strip())))
        node = self._node() if node is None else node
        self._annotate(node, note)
        if folded:
            self._chapter.nodes[node].folded = True

    def _whole(self, line: ReadLine) -> list[int]:
        """Return the nodes that a depth may name: of the line a variation leaves, at its start."""
        return line.nodes if line.begun else self._lines[-2].nodes

    def _begin_at(self, depth: int) -> None:
        line = self._lines[-1]
        line.nodes, line.before = self._lines[-2].nodes[: depth + 1], depth

    def _end(self, value: str) -> None:
        words = value.split()
        players = [int(one) for one in words[1:] if one.isdigit() and len(one) < 3]
        known = {(RESIGN, 1), (TIME, 1), (DRAW, 0)}
        if len(self._lines) < 2 or not words or (words[0], len(players)) not in known:
            raise BadRecord(Message("record.unreadable"), code="bad_variation")
        line = self._lines[-1]
        line.before = len(line.nodes) - 1
        line.nodes.append(self._chapter.play(line.nodes[-1], (words[0], *players)))

    def _annotate(self, node: int, note: Note) -> None:
        if note:
            self._chapter.annotate(node, joined(self._chapter.nodes[node].note, note))


def _with_glyphs(text: str) -> Iterator[tuple[str, int]]:
    """Split moves at their glyphs: (moves, glyph after them), 0 after the last ones."""
    at = 0
    for found in _GLYPH.finditer(text):
        yield text[at : found.start()], int(found[1])
        at = found.end()
    yield text[at:], 0


def _parts(text: str, kept: re.Pattern[str]) -> Iterator[RecordPart]:
    """Split a body into moves, comments and parentheses that open or close a variation."""
    at = begin = inner = depth = 0
    while at < len(text):
        sign = text[at]
        end = at + 1
        part: RecordPart | None = None
        if sign == "{":
            close = text.find("}", at)
            end = close + 1 if close >= 0 else len(text)
            part = RecordPart("comment", text[at + 1 : close if close >= 0 else len(text)])
        elif sign == "(":
            own = kept.match(text, at)
            if own is not None:
                end = own.end()
            elif at == 0 or text[at - 1].isspace() or text[at - 1] in "()}":
                part, depth = RecordPart("(", ""), depth + 1
            else:
                inner += 1
        elif sign == ")":
            if inner:
                inner -= 1
            elif depth:
                part, depth = RecordPart(")", ""), depth - 1
        if part is not None:
            if text[begin:at].strip():
                yield RecordPart("moves", text[begin:at])
            yield part
            begin = end
        at = end
    if text[begin:].strip():
        yield RecordPart("moves", text[begin:])


def _drawings(text: str) -> Iterator[Drawing]:
    for part in text.split(","):
        found = _ARROW.fullmatch(part.strip())
        if found is not None:
            colour = COLOURS.find(found[1] or found[4])
            start, goal = (found[2], found[3]) if found[1] else (found[5], found[5])
            yield Drawing(start[:8], goal[:8], min(max(colour, 0), MARK_COLOURS - 1))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
