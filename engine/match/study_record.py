"""Records with comments and variations, in each game's own notation, as in PGN.

The main line is the game's ordinary record; its plain reader (`engine.match.record`) skips what is
added here. After a turn follow its glyphs (`$1`), comments in braces, and variations in
parentheses, which replace that turn. A comment may begin with commands:

    [%at 12]                 of the position after 12 events of this line (the middle of a turn);
                             in the first comment of a variation: it begins there
    [%csl Ge4] [%cal Re2-e4] circles and arrows; G, R, B are the colours
    [%end resign 1]          a resignation, agreed draw or loss on time, in a variation
    [%one]                   what follows is one decision: nothing is supplied
    [%fold] [%title …]       variations are folded; title of the chapter, at the start

In a comment, `%7D`, `%0A`, `%25` and `%5B` stand for a brace, a line break, `%` and `[`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.core.contract import DRAW, RESIGN, TABLE_VERBS, TIME, Action, AnyGame, Event, State
from engine.core.errors import AsedioError, BadRecord
from engine.core.foreign import cleaned, unwrapped
from engine.core.steps import Steps, finish
from engine.core.texts import Message
from engine.match import record
from engine.match.match import Match
from engine.match.study import (
    MARK_COLOURS,
    ROOT,
    Chapter,
    Drawing,
    Note,
    chapter_of,
    joined,
)

COLOURS = "GRB"
ONE = "{[%one]}"
MAX_DEEP = 64  # variations inside each other that are read

_ESCAPE = {"}": "%7D", "\n": "%0A", "%": "%25", "[": "%5B"}
_ESCAPED = re.compile("%(7D|0A|25|5B)")
_COMMAND = re.compile(r"\s*\[%(\w+)(?: ([^\]}]*))?\]")
_ARROW = re.compile(r"([A-Z])(\w+)-(\w+)|([A-Z])(\w+)", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,5}\.+")
_GLYPH = re.compile(r"\$([0-9]{1,3})(?!\S)")
_WORDS = re.compile(r"\S+")


# -- writing -------------------------------------------------------------------------------------


def write(chapter: Chapter) -> str:
    """Return the record of a chapter. Raises BadRecord for one with one player's knowledge, or
    whose start the game's records cannot hold."""
    if chapter.viewer is not None:
        raise BadRecord(Message("study.no_record.view"))
    main = chapter.match(chapter.end())
    text = record.write(main)
    places = _Places(main, text)
    added: dict[int, list[str]] = {}
    first = _comment(chapter, ROOT, None if places.is_exact(0) else 0, title=chapter.title)
    for depth, parts in _main_parts(chapter, places):
        added.setdefault(places.offset(depth), []).extend(parts)
    return _inserted(text, places.body, first, added)


def _main_parts(chapter: Chapter, places: _Places) -> Iterator[tuple[int, list[str]]]:
    """Yield (events before them, comments and variations) along the main line."""
    for node in chapter.main_line():
        depth = chapter.nodes[node].depth
        at = places.turn_end(depth)
        exact = at == depth and places.is_exact(depth)
        parts = _node_parts(chapter, node, None if exact else depth)
        if parts:
            yield at, parts
        for other in chapter.variations(node)[1:]:
            begins = depth - 1 == places.turn_before(at)
            yield (
                at,
                [_variation(chapter, other, None if begins and places.is_exact(at) else depth - 1)],
            )


def _node_parts(chapter: Chapter, node: int, depth: int | None) -> list[str]:
    """Return glyphs and comment of a node; `depth` None: it is the node just written."""
    note = chapter.nodes[node].note
    glyphs = [f"${one}" for one in note.glyphs] if depth is None else []
    comment = _comment(chapter, node, depth)
    return [*glyphs, *([comment] if comment else [])]


def _comment(chapter: Chapter, node: int, depth: int | None, title: str = "") -> str:
    """Return the comment of a node in braces, empty if it has none."""
    note = chapter.nodes[node].note
    parts = []
    if title:
        parts.append(f"[%title {_escaped(title, ']')}]")
    if depth is not None or node == ROOT:
        parts += [f"[%nag {one}]" for one in note.glyphs]
    parts += _drawn(note.drawings)
    if chapter.nodes[node].folded:
        parts.append("[%fold]")
    if note.comment:
        parts.append(_escaped(note.comment))
    if parts and depth is not None:
        parts.insert(0, f"[%at {depth}]")
    return "{" + " ".join(parts) + "}" if parts else ""


def _drawn(drawings: Sequence[Drawing]) -> list[str]:
    found = []
    for one in drawings:
        colour = COLOURS[one.colour]
        circle = one.start == one.goal
        found.append(
            f"[%csl {colour}{one.start}]" if circle else f"[%cal {colour}{one.start}-{one.goal}]"
        )
    return found


def _escaped(text: str, more: str = "") -> str:
    text = _ESCAPED.sub(r"%25\1", text).replace("}", "%7D").replace("\n", "%0A")
    if more:
        return text.replace("]", "%5D").replace("%5D", ")")
    return "%5B" + text[1:] if text.startswith("[") else text


def _variation(chapter: Chapter, node: int, begins: int | None) -> str:
    """Return a variation in parentheses, with those inside it. `begins`: events before it; None:
    it replaces the turn just written."""
    out: list[str] = []
    waiting: list[str | tuple[int, int | None]] = [(node, begins)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        parts: list[str | tuple[int, int | None]] = ["("]
        if item[1] is not None:
            parts.append(f"{{[%at {item[1]}]}}")
        parts += _branch(chapter, item[0])
        waiting += [*parts, ")"][::-1]
    return " ".join(out)


def _branch(chapter: Chapter, node: int) -> list[str | tuple[int, int | None]]:
    """Return the line from a variation's first node on: texts, and (node, events before it) of the
    variations in it."""
    out: list[str | tuple[int, int | None]] = []
    line = [node]
    while chapter.nodes[line[-1]].children:
        line.append(chapter.nodes[line[-1]].children[0])
    state = chapter.state(chapter.nodes[node].parent)
    last_group: _Group | None = None
    for group in _groups(chapter, state, line):
        if last_group is not None and not _follows(chapter, last_group, group):
            out.append("{}")
        last_group = group
        out.append(group.text)
        for one in group.nodes:
            last = one == group.nodes[-1]
            depth = chapter.nodes[one].depth
            out += _node_parts(chapter, one, None if last else depth)
            others = chapter.variations(one)[1:] if one != node else []
            begins = None if group.whole and last and one == group.nodes[0] else depth - 1
            out += [(other, begins) for other in others]
    return out


def _follows(chapter: Chapter, one: _Group, two: _Group) -> bool:
    """Return whether two turns in a row are read as they are meant."""
    if two.text.startswith("{"):
        return True
    if one.text.startswith(ONE):
        return False
    before = chapter.state(chapter.nodes[one.nodes[0]].parent)
    events = [chapter.nodes[node].event for node in (*one.nodes, *two.nodes)]
    actions = [event.action for event in events if event is not None]
    return _reads(chapter.game, before, f"{one.text} {two.text}", actions)


class _Group(NamedTuple):
    """Nodes of one turn, or of a part of it, and their text. `whole`: they begin a turn."""

    nodes: list[int]
    text: str
    whole: bool = False


def _groups(chapter: Chapter, state: State, line: Sequence[int]) -> Iterator[_Group]:
    """Yield the turns of a line from `state` on, with their notation."""
    nodes: list[int] = []
    before = state.clone()
    for node in line:
        event = chapter.nodes[node].event
        assert event is not None
        if event.action[0] in TABLE_VERBS:
            yield from _written(chapter, before, nodes)
            yield _Group([node], "{" + f"[%end {' '.join(map(str, event.action))}]" + "}")
            return
        nodes.append(node)
        state.apply(event.action)
        if state.turn_index() != before.turn_index():
            yield from _written(chapter, before, nodes)
            nodes, before = [], state.clone()
    yield from _written(chapter, before, nodes)


def _written(chapter: Chapter, before: State, nodes: list[int]) -> Iterator[_Group]:
    """Yield the nodes of a turn as one group, or one by one where its text could not be read."""
    actions = [event.action for node in nodes if (event := chapter.nodes[node].event) is not None]
    if not actions:
        return
    game = chapter.game
    forms = (game.log_text, game.turn_text, lambda *turn: _words(game, *turn))
    for form in forms:
        if _reads(game, before, text := form(before, actions), actions):
            yield _Group(nodes, text, True)
            return
    state = before.clone()
    for node, action in zip(nodes, actions, strict=True):
        yield _Group([node], f"{ONE} {game.action_text(state, action)}")
        state.apply(action)


def _words(game: AnyGame, state: State, actions: Sequence[Action]) -> str:
    """Return the notation of each action, one after the other."""
    state, words = state.clone(), list[str]()
    for action in actions:
        words.append(game.action_text(state, action))
        state.apply(action)
    return " ".join(words)


def _reads(game: AnyGame, state: State, text: str, actions: Sequence[Action]) -> bool:
    """Return whether the reader makes exactly these actions of a text."""
    if any(sign in text for sign in "{}") or not text.strip():
        return False
    try:
        return _read_moves(game, state, text) == list(actions)
    except AsedioError:
        return False


def _inserted(text: str, body: int, first: str, added: dict[int, list[str]]) -> str:
    """Return the text with the parts added at their offsets; `first` before the body."""
    out, at = [text[:body], first + "\n" if first else ""], body
    for offset in sorted(added):
        out += [text[at:offset], " ", " ".join(added[offset])]
        at = offset
        if not text[at : at + 1].isspace():
            out.append(" ")
    return "".join([*out, text[at:]])


# -- places in a record --------------------------------------------------------------------------


class _Places:
    """Where each turn of a match ends in its record.

    The record of the first turns begins with the same words as that of the whole match, so the
    place after a turn is where both texts part.
    """

    def __init__(self, match: Match, text: str) -> None:
        self._match = match
        self.body = _body(text)
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
        other = _WORDS.findall(text[_body(text) :])
        same = 0
        for one, two in zip(own, other, strict=False):
            if one != two:
                break
            same += 1
        return same


def _result(match: Match) -> str:
    outcome = match.outcome()
    return outcome.score if outcome else "*"


def _body(text: str) -> int:
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


# -- reading -------------------------------------------------------------------------------------


def read(text: str, game_id: str | None = None) -> Chapter:
    """Return the chapter of a record. Raises BadRecord; KeyError for an unknown game."""
    return finish(reading(text, game_id))


def reading(text: str, game_id: str | None = None) -> Steps[Chapter]:
    """Run `read` in steps of one event: the plain record first, then what was added."""
    match = yield from record.reading(text, game_id)
    text = unwrapped(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    chapter = chapter_of(match)
    with _guarded():
        _Reader(chapter, match, text).run()
    return chapter


class _guarded:
    """Turn every error of what was added into a BadRecord."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, why: BaseException | None, trace: object) -> None:
        if isinstance(why, BadRecord) or why is None or not isinstance(why, Exception):
            return
        message = why.message if isinstance(why, AsedioError) else Message("record.unreadable")
        raise BadRecord(message, code="bad_variation") from why


class _Part(NamedTuple):
    """A piece of a body: `moves`, `comment`, `(` or `)`."""

    kind: str
    text: str


@dataclass(slots=True)
class _Line:
    """A line being read: its nodes by depth, and the events before its last turn. `begun`: moves
    have been read. `one`: the next words are one decision."""

    nodes: list[int]
    before: int
    begun: bool = True
    one: bool = False


class _Reader:
    """Adds what stands in a record beside its main line."""

    def __init__(self, chapter: Chapter, match: Match, text: str) -> None:
        self._chapter, self._game = chapter, chapter.game
        self._text = text
        main = [ROOT, *chapter.main_line()]
        self._lines = [_Line(main, 0)]
        dialect = chapter.game.dialect
        self._kept = re.compile(dialect.kept)
        canonical = cleaned(text, dialect)
        self._places = _Places(match, canonical)
        self._known = len(self._places._words)
        self._here = 0  # words of the main line so far

    def run(self) -> None:
        for part in _parts(self._text[_body(self._text) :], self._kept):
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
        self._lines.append(_Line(line.nodes[: before + 1], before, begun=False))

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
            actions = _read_moves(self._game, state, text)
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

    def _whole(self, line: _Line) -> list[int]:
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


def _read_moves(game: AnyGame, state: State, text: str) -> list[Action]:
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


def _parts(text: str, kept: re.Pattern[str]) -> Iterator[_Part]:
    """Split a body into moves, comments and parentheses that open or close a variation."""
    at = begin = inner = depth = 0
    while at < len(text):
        sign = text[at]
        end = at + 1
        part: _Part | None = None
        if sign == "{":
            close = text.find("}", at)
            end = close + 1 if close >= 0 else len(text)
            part = _Part("comment", text[at + 1 : close if close >= 0 else len(text)])
        elif sign == "(":
            own = kept.match(text, at)
            if own is not None:
                end = own.end()
            elif at == 0 or text[at - 1].isspace() or text[at - 1] in "()}":
                part, depth = _Part("(", ""), depth + 1
            else:
                inner += 1
        elif sign == ")":
            if inner:
                inner -= 1
            elif depth:
                part, depth = _Part(")", ""), depth - 1
        if part is not None:
            if text[begin:at].strip():
                yield _Part("moves", text[begin:at])
            yield part
            begin = end
        at = end
    if text[begin:].strip():
        yield _Part("moves", text[begin:])


def _drawings(text: str) -> Iterator[Drawing]:
    for part in text.split(","):
        found = _ARROW.fullmatch(part.strip())
        if found is not None:
            colour = COLOURS.find(found[1] or found[4])
            start, goal = (found[2], found[3]) if found[1] else (found[5], found[5])
            yield Drawing(start[:8], goal[:8], min(max(colour, 0), MARK_COLOURS - 1))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


__all__ = ["Event", "read", "reading", "write"]
