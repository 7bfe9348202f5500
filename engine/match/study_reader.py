"""Reader of records with comments and variations (format: engine/match/study_record.py).

Also reads those of other programs: their comments and variations stand in the same places. What
cannot be played of a variation is kept as a comment where it leaves the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from engine.core.contract import DRAW, RESIGN, TIME, Action
from engine.core.errors import ActionError, AsedioError, BadRecord
from engine.core.foreign import unwrapped, without_escapes
from engine.core.steps import Step, Steps, finish
from engine.core.texts import Message
from engine.match import record
from engine.match.match import Match
from engine.match.study import (
    GLYPHS,
    MARK_COLOURS,
    MAX_COMMENT,
    ROOT,
    Chapter,
    Drawing,
    Note,
    chapter_of,
    short_comment,
)
from engine.match.study_places import COLOURS, RecordPlaces, aligned, body_of
from engine.match.study_tokens import (
    CLOSE,
    COMMENT,
    GLYPH,
    NUMBER,
    OPEN,
    WORD,
    RecordToken,
    tokens,
)

MAX_DEEP = 64  # variations inside each other that are read
AT_ONCE = 50  # words or comments read in one step
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
    return (yield from annotating(match, text))


def annotating(match: Match, text: str) -> Steps[Chapter]:
    """Return the chapter of a match with what its record adds: a text of the game, or of another
    game that was converted move by move. Runs in steps of a few words; raises BadRecord."""
    text = unwrapped(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    chapter = chapter_of(match)
    text = without_escapes(text, chapter.game.dialect)
    with _guarded():
        found: list[RecordToken] = []
        for one in tokens(text, chapter.game.dialect, body_of(text)):
            found.append(one)
            if not len(found) % AT_ONCE:
                yield Step(len(found))
        reader = AddedReader(chapter, match, text, found)
        for number in range(0, len(found), AT_ONCE):
            yield Step(number, len(found))
            reader.read(found[number : number + AT_ONCE])
        reader.finish()
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


@dataclass(slots=True)
class ReadLine:
    """A line being read: its nodes by depth, and the events before its last turn. `begun`: moves
    have been read. `one`: the next words are one decision. `lost`: place in the text from which on
    nothing of it can be played, and the variations opened since; -1: none."""

    nodes: list[int]
    before: int
    begun: bool = True
    one: bool = False
    lost: int = -1
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
    """Adds what stands in a record beside its main line. `found`: all tokens of the record, which
    are then given to `read` in parts; `finish` follows the last."""

    def __init__(
        self, chapter: Chapter, match: Match, text: str, found: Sequence[RecordToken]
    ) -> None:
        self._chapter, self._game = chapter, chapter.game
        self._text = text
        main = [ROOT, *chapter.main_line()]
        self._lines = [ReadLine(main, 0)]
        self._places = RecordPlaces(match, record.write(match))
        self._own = aligned(self._places.tokens, _main_line(found))
        self._here = 0  # words of the main line so far
        self._moves: list[RecordToken] = []  # of a variation, not played yet
        self._notes: dict[int, GatheredNote] = {}  # by node

    def read(self, found: Sequence[RecordToken]) -> None:
        for one in found:
            line = self._lines[-1]
            if line.lost >= 0:
                self._skip(line, one)
            elif one.kind in (WORD, NUMBER):
                if len(self._lines) > 1:
                    self._moves.append(one)
                else:
                    self._here += one.kind == WORD
            elif self._play() or one.kind == CLOSE:
                self._add(one)
            else:
                self._skip(line, one)

    def finish(self) -> None:
        """Write the notes into the chapter."""
        for node, gathered in self._notes.items():
            self._chapter.annotate(node, gathered.whole())

    def _add(self, one: RecordToken) -> None:
        if one.kind == OPEN:
            self._open()
        elif one.kind == CLOSE:
            self._close(one)
        elif one.kind == COMMENT:
            self._comment(one.text)
        elif one.kind == GLYPH:
            self._annotate(self._node(), Note(glyphs=(int(one.text),)))

    # -- lines --

    def _open(self) -> None:
        if len(self._lines) > MAX_DEEP:
            raise BadRecord(Message("record.unreadable"), code="bad_variation")
        line = self._lines[-1]
        before = line.before
        if len(self._lines) == 1:
            before = self._places.turn_before(self._meant())
        self._lines.append(ReadLine(line.nodes[: before + 1], before, begun=False))

    def _close(self, one: RecordToken) -> None:
        line = self._lines.pop()
        if line.lost >= 0:
            rest = " ".join(self._text[line.lost : one.start].split())
            self._annotate(line.nodes[-1], Note(f"({rest})"))

    def _skip(self, line: ReadLine, one: RecordToken) -> None:
        """Pass over a token after moves that cannot be played."""
        if one.kind == OPEN:
            line.inside += 1
        elif one.kind == CLOSE and line.inside:
            line.inside -= 1
        elif one.kind == CLOSE:
            self._close(one)

    def _meant(self) -> int:
        """Return the events of the main line so far."""
        return self._places.meant(self._own[self._here])

    def _node(self) -> int:
        """Return the node that a comment here belongs to."""
        line = self._lines[-1]
        if len(self._lines) > 1:
            return line.nodes[-1]
        return line.nodes[min(self._meant(), len(line.nodes) - 1)]

    def _play(self) -> bool:
        """Play the moves of a variation since its last comment; return whether all are legal."""
        moves, self._moves = self._moves, []
        words = [one for one in moves if one.kind == WORD]
        if not words:
            return True
        line, game = self._lines[-1], self._game
        line.begun = True
        line.before = len(line.nodes) - 1
        state = self._chapter.state(line.nodes[-1])
        done = 0
        try:
            if line.one:
                text = self._text[words[0].start : words[-1].end]
                self._extend(line, [game.parse_action(state, text)])
            else:
                for reading in game.read_actions(state.clone(), " ".join(o.text for o in words)):
                    self._extend(line, reading.actions)
                    done += len(reading.token.split())
        except ActionError:
            first = moves.index(words[min(done, len(words) - 1)])
            numbered = first > 0 and moves[first - 1].kind == NUMBER
            line.lost = moves[first - numbered].start
        line.one = False
        return line.lost < 0

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


def _main_line(found: Iterable[RecordToken]) -> Iterator[RecordToken]:
    """Yield the tokens outside variations."""
    depth = 0
    for one in found:
        depth += (one.kind == OPEN) - (one.kind == CLOSE)
        if not depth:
            yield one


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
