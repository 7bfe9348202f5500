"""Reader of records with comments and variations (format: engine/match/study_record.py).

Also reads those of other programs: their comments and variations stand in the same places. What
cannot be played of a variation is kept as a comment where it leaves the board. The plain reader has
found where everything stands (`Match.added`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.core.contract import DRAW, RESIGN, TIME, Action
from engine.core.errors import ActionError, AsedioError, BadRecord
from engine.core.foreign import CLOSE, COMMENT, GLYPH, MOVES, OPEN, Added
from engine.core.records import bare_words
from engine.core.steps import Step, Steps, finish
from engine.core.texts import Message
from engine.match import record
from engine.match.match import Match
from engine.match.study import (
    COLOURS,
    GLYPHS,
    MARK_COLOURS,
    MAX_COMMENT,
    ROOT,
    Chapter,
    Drawing,
    Note,
    chapter_of,
    short_comment,
    turn_ends,
)

MAX_DEEP = 64  # variations inside each other that are read
AT_ONCE = 50  # comments read in one step
_LONGEST = 4 * MAX_COMMENT  # characters of a comment or a list of drawings that are read

_ESCAPED = re.compile("%(7D|0A|25|5B)")
_COMMAND = re.compile(r"\s*\[%(\w+)(?: ([^\]}]*))?\]")
_ARROW = re.compile(r"([A-Z])(\w+)-(\w+)|([A-Z])([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII)
_CIRCLE = re.compile(r"([A-Z])(\w+)", re.ASCII)


def read(text: str, game_id: str | None = None) -> Chapter:
    """Return the chapter of a record. Raises BadRecord; KeyError for an unknown game."""
    return finish(reading(text, game_id))


def reading(text: str, game_id: str | None = None) -> Steps[Chapter]:
    """Run `read` in steps of one event: the plain record first, then what was added."""
    match = yield from record.reading(text, game_id)
    return (yield from annotating(match))


def annotating(match: Match) -> Steps[Chapter]:
    """Return the chapter of a match with what its record added to the game. Runs in steps of a few
    comments; raises BadRecord."""
    chapter = chapter_of(match)
    with _guarded():
        reader = AddedReader(chapter, (yield from _ends(match)) if match.added else [0])
        for number, one in enumerate(match.added):
            if not number % AT_ONCE:
                yield Step(number, len(match.added))
            reader.read(one)
        reader.finish()
    return chapter


def _ends(match: Match) -> Steps[list[int]]:
    """Count the events before the end of each turn; a task in steps."""
    found = list[int]()
    for end in turn_ends(match):
        found.append(end)
        yield Step(end, len(match.events))
    return found


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


@dataclass(slots=True)
class ReadLine:
    """A line being read: its nodes by depth, and the events before its last turn. `begun`: moves
    have been read. `one`: the next words are one decision. `lost`: what follows and cannot be
    played, in parts; `inside`: the variations opened since."""

    nodes: list[int]
    before: int
    begun: bool = True
    one: bool = False
    lost: list[str] = field(default_factory=list)
    inside: int = 0


class GatheredNote:
    """The parts of a node's note, put together once: joining each with all before it would take
    quadratic time."""

    def __init__(self) -> None:
        self._comments: list[str] = []
        self._glyphs: dict[int, None] = {}
        self._drawings: dict[Drawing, None] = {}
        self._room = MAX_COMMENT

    def add(self, note: Note) -> None:
        if self._room > 0 and (comment := short_comment(note.comment)):
            self._comments.append(comment)
            self._room -= len(comment) + 1
        self._glyphs |= dict.fromkeys(one for one in note.glyphs if one in GLYPHS)
        self._drawings |= dict.fromkeys(note.drawings)

    def whole(self) -> Note:
        return Note("\n".join(self._comments), tuple(self._glyphs), tuple(self._drawings))


class AddedReader:
    """Adds what stands in a record beside its main line: give each part to `read`, then call
    `finish`. `ends`: the number of events at the end of each turn of the main line."""

    def __init__(self, chapter: Chapter, ends: list[int]) -> None:
        self._chapter, self._game = chapter, chapter.game
        self._lines = [ReadLine([ROOT, *chapter.main_line()], 0)]
        self._ends = ends
        self._turn = 0  # of the main line so far: its last turn's index in `ends`
        self._notes: dict[int, GatheredNote] = {}  # by node

    def read(self, one: Added) -> None:
        line = self._lines[-1]
        if line.lost:
            self._skip(line, one)
        elif one.kind == MOVES:
            self._play(line, one.text)
        elif one.kind == CLOSE:
            self._lines.pop()
        else:
            if len(self._lines) == 1:
                self._turn = max(bisect_right(self._ends, one.at) - 1, 0)
            if one.kind == OPEN:
                self._open(line)
            elif one.kind == COMMENT:
                self._comment(one.text)
            elif one.kind == GLYPH:
                self._annotate(self._node(), Note(glyphs=(int(one.text),)))

    def finish(self) -> None:
        """Write the notes into the chapter."""
        for node, gathered in self._notes.items():
            self._chapter.annotate(node, gathered.whole())

    # -- lines --

    def _open(self, line: ReadLine) -> None:
        if len(self._lines) > MAX_DEEP:
            raise BadRecord(Message("record.unreadable"), code="bad_variation")
        before = line.before
        if len(self._lines) == 1:
            before = self._ends[max(self._turn - 1, 0)]
        self._lines.append(ReadLine(line.nodes[: before + 1], before, begun=False))

    def _skip(self, line: ReadLine, one: Added) -> None:
        """Keep a part after moves that cannot be played."""
        if one.kind == CLOSE and not line.inside:
            rest = " ".join(" ".join(line.lost).split()).replace("( ", "(").replace(" )", ")")
            self._annotate(line.nodes[-1], Note(f"({rest})"))
            self._lines.pop()
            return
        line.inside += (one.kind == OPEN) - (one.kind == CLOSE)
        line.lost.append({COMMENT: "{%s}", GLYPH: "$%s"}.get(one.kind, "%s") % one.text)

    def _node(self) -> int:
        """Return the node that a comment here belongs to."""
        nodes = self._lines[-1].nodes
        return nodes[-1 if len(self._lines) > 1 else min(self._ends[self._turn], len(nodes) - 1)]

    def _play(self, line: ReadLine, text: str) -> None:
        """Play moves of a variation up to the first illegal one."""
        written, bare = text.split(), bare_words(text)
        if not any(bare):
            return
        line.begun = True
        line.before = len(line.nodes) - 1
        state, moves = self._chapter.state(line.nodes[-1]), " ".join(filter(None, bare))
        done = 0
        try:
            if line.one:
                self._extend(line, [self._game.parse_action(state, text.strip())])
            else:
                for reading in self._game.read_actions(state, moves):
                    self._extend(line, reading.actions)
                    done = len(moves[: reading.end].split())
        except ActionError:
            words = [number for number, word in enumerate(bare) if word]
            first = words[min(done, len(words) - 1)]
            line.lost = written[first - (first > 0 and not bare[first - 1]) :]
        line.one = False

    def _extend(self, line: ReadLine, actions: Iterable[Action]) -> None:
        chapter = self._chapter
        for action in actions:
            node = chapter.play(line.nodes[-1], action)
            if line.nodes[-1] != ROOT and chapter.ends_turn(line.nodes[-1]):
                line.before = len(line.nodes) - 1
            line.nodes.append(node)

    # -- comments --

    def _comment(self, text: str) -> None:
        line = self._lines[-1]
        node: int | None = None
        at, notes, folded = 0, list[Note](), False
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
                notes.append(Note(glyphs=(int(value),)))
            elif name in ("cal", "csl"):
                notes.append(Note(drawings=tuple(_drawings(name, value[:_LONGEST]))))
        notes.append(Note(_unescaped(text[at:].strip()[:_LONGEST])))
        node = self._node() if node is None else node
        for note in notes:
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
            self._notes.setdefault(node, GatheredNote()).add(note)


def _drawings(name: str, text: str) -> Iterator[Drawing]:
    shape = _ARROW if name == "cal" else _CIRCLE
    for part in text.split(","):
        found = shape.fullmatch(part.strip())
        if found is not None:
            colour, start, *goal = filter(None, found.groups())
            known = min(max(COLOURS.find(colour), 0), MARK_COLOURS - 1)
            yield Drawing(start[:8], (goal or [start])[0][:8], known)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
