"""Studies: chapters with a tree of variations, comments, glyphs and drawings.

A chapter is a start (game, options, position) and a tree of events: decisions and chance outcomes.
Every node stands for the position after the events of its line. Nothing here is recursive: a line
may have thousands of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.core.contract import TABLE_VERBS, Action, AnyGame, Event, State
from engine.core.errors import AsedioError, IllegalAction
from engine.core.records import actor_of
from engine.core.texts import Message, whole
from engine.match.match import Match, MatchConfig, sorted_options, table_options
from engine.match.validation import MAX_TABLE_EVENTS
from engine.match.view import View

MAX_CHAPTERS = 64
MAX_NODES = 20_000  # of a study
MAX_TITLE = 100
MAX_COMMENT = 4_000
MAX_GLYPHS = 8
MAX_MARKS = 64
MARK_COLOURS = 3
COLOURS = "GRB"  # of arrows and circles, in records
ROOT = 0
_CACHED = 64  # states kept by a chapter
_CACHE_EVERY = 16  # events between two states kept on the way

# Numeric annotation glyphs (PGN standard, section 10) by number.
GLYPHS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□",
    10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
}  # fmt: skip
MOVE_GLYPHS = tuple(number for number in GLYPHS if number < 10)


class StudyFull(AsedioError):
    """The study has as many chapters or positions as it can have."""

    default_code = "study_full"


class Drawing(NamedTuple):
    """An arrow between two squares, or a circle if both are the same."""

    start: str
    goal: str
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """What the author added to a node: comment, glyphs (numbers of GLYPHS), drawings."""

    comment: str = ""
    glyphs: tuple[int, ...] = ()
    drawings: tuple[Drawing, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.comment or self.glyphs or self.drawings)

    def toggled(self, glyph: int) -> Note:
        """Return the note with a glyph added or removed; a move and a position have one each."""
        same = [one for one in self.glyphs if (one < 10) != (glyph < 10)]
        return replace(self, glyphs=tuple(sorted(same + [glyph] * (glyph not in self.glyphs))))


@dataclass(slots=True)
class StudyNode:
    """One position: the event that leads to it, its parent, and its continuations, main one first.

    `depth`: number of events since the start. `folded`: its variations are not shown.
    """

    id: int
    parent: int
    event: Event | None
    depth: int
    children: list[int] = field(default_factory=list)
    note: Note = field(default_factory=Note)
    folded: bool = False


class Chapter:
    """A start and its tree. `viewer`: the player whose knowledge the chapter holds; None: the
    truth. `played`: the last node of the game the chapter was made from."""

    def __init__(
        self, config: MatchConfig, title: str = "", viewer: int | None = None,
        game: AnyGame | None = None,
    ) -> None:  # fmt: skip
        """Raises BadOptions or BadPosition, or view.Unfit for a viewer who does not play."""
        begin = Match(config, game=game) if viewer is None else View(config, viewer, game=game)
        self.config, self.game, self.viewer = config, begin.game, viewer
        self.title = short_title(title)
        self.start: State = begin.start
        self.nodes: dict[int, StudyNode] = {ROOT: StudyNode(ROOT, -1, None, 0)}
        self.played = ROOT
        self._next = ROOT + 1
        self._states: dict[int, State] = {ROOT: self.start}

    # -- reading -----------------------------------------------------------------------------

    def line(self, node: int) -> list[int]:
        """Return the nodes from the first event to `node`; empty for the root."""
        found = []
        while node != ROOT:
            found.append(node)
            node = self.nodes[node].parent
        return found[::-1]

    def events(self, node: int) -> list[Event]:
        """Return the events that lead to `node`."""
        return [event for one in self.line(node) if (event := self.nodes[one].event) is not None]

    def end(self, node: int = ROOT) -> int:
        """Return the last node of the main continuation."""
        while children := self.nodes[node].children:
            node = children[0]
        return node

    def main_line(self) -> list[int]:
        return self.line(self.end())

    def preorder(self) -> Iterator[StudyNode]:
        """Yield all nodes but the root, each after its parent, main continuations first."""
        waiting = self.nodes[ROOT].children[::-1]
        while waiting:
            node = self.nodes[waiting.pop()]
            yield node
            waiting += node.children[::-1]

    def state(self, node: int) -> State:
        """Return a copy of the position of a node."""
        way: list[int] = []
        at = node
        while at not in self._states:
            way.append(at)
            at = self.nodes[at].parent
        state = self._states[at].clone()
        for one in reversed(way):
            event = self.nodes[one].event
            assert event is not None
            state.apply(event.action)
            if one == node or self.nodes[one].depth % _CACHE_EVERY == 0:
                self._cache(one, state)
        return state

    def _cache(self, node: int, state: State) -> None:
        if len(self._states) > _CACHED:
            del self._states[next(one for one in self._states if one != ROOT)]
        self._states[node] = state.clone()

    def ends_turn(self, node: int) -> bool:
        """Return whether a turn ends with the event of this node."""
        parent = self.nodes[node].parent
        if parent < 0:
            return True
        after = self.state(node)
        return after.turn_index() != self.state(parent).turn_index() or after.outcome() is not None

    def match(self, node: int) -> Match:
        """Return the line up to `node` as a match. Only for a chapter that holds the truth."""
        match = Match(replace(self.config, options=dict(self.config.options)))
        for event in self.events(node):
            match.play(event.action)
        return match

    # -- changing ----------------------------------------------------------------------------

    def child(self, parent: int, action: Action) -> int | None:
        """Return the continuation with this action; None if there is none."""
        for one in self.nodes[parent].children:
            event = self.nodes[one].event
            if event is not None and event.action == action:
                return one
        return None

    def play(self, parent: int, action: Action) -> int:
        """Return the node after `action`, a new variation if there is none. Raises IllegalAction,
        StudyFull."""
        if (known := self.child(parent, action)) is not None:
            return known
        if self.viewer is not None:
            raise IllegalAction(Message("view.read_only"), token=str(action[0]))
        state = self.state(parent)
        options = table_options(state) if action[0] in TABLE_VERBS else sorted_options(state)
        if state.outcome() is not None or action not in options:
            raise IllegalAction(Message("error.illegal", token=repr(action)), token=repr(action))
        return self.append(parent, Event(actor_of(state, action), action))

    def append(self, parent: int, event: Event) -> int:
        """Add a checked event to a node and return the new one. Raises StudyFull."""
        depth = self.nodes[parent].depth + 1
        if len(self.nodes) > MAX_NODES or depth > self.game.info.max_events + MAX_TABLE_EVENTS:
            raise StudyFull(Message("study.full.nodes", most=MAX_NODES))
        node = StudyNode(self._next, parent, event, depth)
        self._next += 1
        self.nodes[node.id] = node
        self.nodes[parent].children.append(node.id)
        return node.id

    def promote(self, node: int, to_main: bool = False) -> bool:
        """Move the variation that holds `node` one place up; `to_main`: make the whole line the
        main one. Return whether anything changed."""
        changed = False
        while node != ROOT and (to_main or not changed):
            siblings = self.nodes[self.nodes[node].parent].children
            at = siblings.index(node)
            if at:
                siblings.insert(0 if to_main else at - 1, siblings.pop(at))
                changed = True
            node = self.nodes[node].parent
        return changed

    def delete(self, node: int) -> int:
        """Remove a node and what follows it; return its parent. The root stays."""
        if node == ROOT:
            return ROOT
        parent = self.nodes[node].parent
        self.nodes[parent].children.remove(node)
        waiting = [node]
        while waiting:
            one = waiting.pop()
            waiting += self.nodes[one].children
            if one == self.played:
                self.played = parent
            del self.nodes[one]
            self._states.pop(one, None)
        return parent

    def variations(self, node: int) -> list[int]:
        """Return the node and its siblings, main one first."""
        return self.nodes[self.nodes[node].parent].children if node != ROOT else [ROOT]

    def annotate(self, node: int, note: Note) -> None:
        """Set the note of a node, cut to what a study may hold."""
        self.nodes[node].note = Note(
            short_comment(note.comment),
            tuple(one for one in note.glyphs if one in GLYPHS)[:MAX_GLYPHS],
            note.drawings[:MAX_MARKS],
        )

    # -- secrets -----------------------------------------------------------------------------

    def visible(self, viewer: int) -> set[int]:
        """Return the nodes that belong to the chapter as `viewer` knew the game.

        They are those of the game itself, and variations that tell nothing the player did not
        know.
        """
        if self.viewer is not None or not self.game.info.has_secrets:
            return set(self.nodes)
        known = {ROOT, *self.line(self.played)}
        for node in self.preorder():
            if node.id not in known and node.parent in known and node.event is not None:
                if tells_nothing(self.game, self.state(node.parent), node.event, viewer):
                    known.add(node.id)
        return known


class Study:
    """A title and up to MAX_CHAPTERS chapters."""

    def __init__(self, title: str = "", chapters: Sequence[Chapter] = ()) -> None:
        self.title = short_title(title)
        self.chapters: list[Chapter] = []
        for chapter in chapters:
            self.add(chapter)

    def add(self, chapter: Chapter) -> None:
        """Add a chapter. Raises StudyFull."""
        if len(self.chapters) >= MAX_CHAPTERS:
            raise StudyFull(Message("study.full.chapters", most=MAX_CHAPTERS))
        if self.count + len(chapter.nodes) - 1 > MAX_NODES:
            raise StudyFull(Message("study.full.nodes", most=MAX_NODES))
        self.chapters.append(chapter)

    @property
    def count(self) -> int:
        """Number of nodes of all chapters, without their roots."""
        return sum(len(chapter.nodes) - 1 for chapter in self.chapters)


def tells_nothing(game: AnyGame, state: State, event: Event, viewer: int) -> bool:
    """Return whether `viewer` learns nothing from an event that the student chose: nothing is
    hidden from that player, or it is the player's own and reveals nothing (contract rule 8)."""
    if state.observation(viewer).key() == state.key():
        return True
    return event.actor == viewer and game.redact(state, event, viewer) == event


def chapter_of(match: Match, title: str = "") -> Chapter:
    """Return a chapter with the game of a match as its main line; a View gives a chapter with the
    knowledge of its player."""
    config = replace(match.config, options=dict(match.config.options))
    chapter = Chapter(config, title, match.viewer)
    node = ROOT
    for event in match.events:
        node = chapter.append(node, event)
    chapter.played = node
    return chapter


def turn_ends(match: Match) -> Iterator[int]:
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


def as_seen(chapter: Chapter, viewer: int) -> Chapter:
    """Return the game of a chapter as `viewer` knew it, with its notes and without variations.

    A note to an event that the viewer does not learn of is added to the node before it.
    """
    match = chapter.match(chapter.played)
    line = chapter.line(chapter.played)
    start = match.start.observation(viewer).to_text() if chapter.config.start else None
    config = replace(chapter.config, options=dict(chapter.config.options), start=start)
    seen = Chapter(config, chapter.title, viewer, chapter.game)
    seen.annotate(ROOT, chapter.nodes[ROOT].note)
    events = dict(match.observed_events(viewer))
    node = ROOT
    for index, true_node in enumerate(line):
        if index in events:
            node = seen.append(node, events[index])
        seen.annotate(node, joined(seen.nodes[node].note, chapter.nodes[true_node].note))
    seen.played = node
    return seen


def joined(one: Note, other: Note) -> Note:
    """Return two notes as one."""
    comment = "\n".join(filter(None, (one.comment, other.comment)))
    glyphs = tuple(dict.fromkeys((*one.glyphs, *other.glyphs)))
    return Note(comment, glyphs, tuple(dict.fromkeys((*one.drawings, *other.drawings))))


def short_title(text: str) -> str:
    """Return a title on one line, cut to MAX_TITLE characters."""
    return whole(" ".join(_printable(text[: 4 * MAX_TITLE]).split())[:MAX_TITLE].strip())


def short_comment(text: str) -> str:
    """Return a comment without blanks at its ends, cut to MAX_COMMENT characters."""
    return whole(_printable(text.strip()[:MAX_COMMENT]).strip())


def _printable(text: str) -> str:
    """Return a text with one kind of line break and without other control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(one for one in text if one == "\n" or ord(one) >= 32)
