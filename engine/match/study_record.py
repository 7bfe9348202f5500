"""Records with comments and variations, in each game's own notation, as in PGN.

The main line is the game's ordinary record. Its plain reader (`engine.match.record`) skips what is
added here; `engine.match.study_reader` reads it. After a turn follow its glyphs (`$1`), comments in
braces, and variations in parentheses, which replace that turn. A comment may begin with commands:

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
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.contract import TABLE_VERBS, Action, AnyGame, State
from engine.core.errors import AsedioError, BadRecord
from engine.core.foreign import tidied
from engine.core.records import bare_words
from engine.core.texts import Message
from engine.match import record
from engine.match.match import Match
from engine.match.study import COLOURS, ROOT, Chapter, Drawing, turn_ends

ONE = "{[%one]}"
_ESCAPED = re.compile("%(7D|0A|25|5B)")


def write(chapter: Chapter) -> str:
    """Return the record of a chapter. Raises BadRecord for one with one player's knowledge, or
    whose start the game's records cannot hold."""
    if chapter.viewer is not None:
        raise BadRecord(Message("study.no_record.view"))
    main = chapter.match(chapter.end())
    text = record.write(main)
    places = RecordPlaces(main, text)
    added: dict[int, list[str]] = {}
    first = _comment(chapter, ROOT, None if places.is_exact(0) else 0, title=chapter.title)
    for depth, parts in _main_parts(chapter, places):
        added.setdefault(places.after(depth), []).extend(parts)
    return _inserted(text, places.body, first, added)


class RecordPlaces:
    """Where each turn of a match ends in its record."""

    def __init__(self, match: Match, text: str) -> None:
        places = match.game.read_record(text).places
        self.body = body_of(text)
        self._ends = list(turn_ends(match))
        self._places = [max(places[end - 1] if end else 0, self.body) for end in self._ends]

    def turn(self, depth: int) -> int:
        """Return the index of the turn that holds event `depth`."""
        return min(bisect_left(self._ends, depth), len(self._ends) - 1)

    def is_exact(self, depth: int) -> bool:
        """Return whether a comment in the place of event `depth` can only mean its position."""
        turn = self.turn(depth)
        same = bisect_right(self._places, self._places[turn])
        return self._ends[turn] == depth and same == turn + 1

    def begins(self, depth: int) -> bool:
        """Return whether a variation in the place of event `depth` can only replace it."""
        turn = self.turn(depth)
        return depth - 1 == self._ends[max(turn - 1, 0)] and self.is_exact(self._ends[turn])

    def after(self, depth: int) -> int:
        """Return the place in the text after the turn that holds event `depth`."""
        return self._places[self.turn(depth)]


def body_of(text: str) -> int:
    """Return where the body of a record begins: after the tags and blank lines."""
    at = 0
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("["):
            break
        at += len(line)
    return min(at, len(text))


def _main_parts(chapter: Chapter, places: RecordPlaces) -> Iterator[tuple[int, list[str]]]:
    """Yield (event they follow, comments and variations) along the main line."""
    for node in chapter.main_line():
        depth = chapter.nodes[node].depth
        parts = _node_parts(chapter, node, None if places.is_exact(depth) else depth)
        begins = None if places.begins(depth) else depth - 1
        parts += [_variation(chapter, one, begins) for one in chapter.variations(node)[1:]]
        if parts:
            yield depth, parts


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
    last_group: TurnGroup | None = None
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


def _follows(chapter: Chapter, one: TurnGroup, two: TurnGroup) -> bool:
    """Return whether two turns in a row are read as they are meant."""
    if two.text.startswith("{"):
        return True
    if one.text.startswith(ONE):
        return False
    before = chapter.state(chapter.nodes[one.nodes[0]].parent)
    events = [chapter.nodes[node].event for node in (*one.nodes, *two.nodes)]
    actions = [event.action for event in events if event is not None]
    return _reads(chapter.game, before, f"{one.text} {two.text}", actions)


class TurnGroup(NamedTuple):
    """Nodes of one turn, or of a part of it, and their text. `whole`: they begin a turn."""

    nodes: list[int]
    text: str
    whole: bool = False


def _groups(chapter: Chapter, state: State, line: Sequence[int]) -> Iterator[TurnGroup]:
    """Yield the turns of a line from `state` on, with their notation."""
    nodes: list[int] = []
    before = state.clone()
    for node in line:
        event = chapter.nodes[node].event
        assert event is not None
        if event.action[0] in TABLE_VERBS:
            yield from _written(chapter, before, nodes)
            yield TurnGroup([node], "{" + f"[%end {' '.join(map(str, event.action))}]" + "}")
            return
        nodes.append(node)
        state.apply(event.action)
        if state.turn_index() != before.turn_index():
            yield from _written(chapter, before, nodes)
            nodes, before = [], state.clone()
    yield from _written(chapter, before, nodes)


def _written(chapter: Chapter, before: State, nodes: list[int]) -> Iterator[TurnGroup]:
    """Yield the nodes of a turn as one group, or one by one where its text could not be read."""
    actions = [event.action for node in nodes if (event := chapter.nodes[node].event) is not None]
    if not actions:
        return
    game = chapter.game
    forms = game.log_text(before, actions), game.turn_text(before, actions)
    for text in (*forms, _words(game, before, actions)):
        if _reads(game, before, text, actions):
            yield TurnGroup(nodes, text, True)
            return
    state = before.clone()
    for node, action in zip(nodes, actions, strict=True):
        yield TurnGroup([node], f"{ONE} {game.action_text(state, action)}")
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
        words = " ".join(filter(None, bare_words(tidied(text, game.dialect))))
        found = [one for part in game.read_actions(state, words) for one in part.actions]
        return found == list(actions)
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
