"""The tree of a chapter as indented lines of turns, as the feed of a study shows it.

A piece of a line is a turn, or the part of one up to a branch. All loops have their own stack: a
tree may be as deep as a game is long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.core.contract import CHANCE, TABLE_VERBS, Event, State
from engine.match.study import GLYPHS, ROOT, StudyNode
from ui.learn.study.cursor import StudyCursor
from ui.session.turns import LogPoint, beginning
from ui.words.html import Html, el, join

Translate = Callable[..., str]
DEEPEST = 8  # levels of indentation that are drawn


class TreePiece(NamedTuple):
    """Consecutive nodes drawn as one button. `text`: notation; `actor`: player or CHANCE; `whole`:
    they begin a turn; `setup`: they place pieces before the game."""

    nodes: tuple[int, ...]
    text: str
    actor: int
    whole: bool
    setup: bool


class TreeBlock(NamedTuple):
    """A line or a stretch of one. `level`: 0 for the main line. `starts`: first block of a
    variation."""

    level: int
    starts: bool
    pieces: list[tuple[TreePiece, LogPoint]]
    folded: int  # variations hidden after the last piece


class TreeReader:
    """Splits a chapter into pieces and blocks, and caches the notation."""

    def __init__(self, cursor: StudyCursor) -> None:
        self._cursor = cursor
        self._texts: dict[object, tuple[str, int, bool, bool]] = {}
        game, start = cursor.chapter.game, cursor.chapter.start
        self._setup_frame = start.frame() if game.arrangement(_seen(start, 0)) else None

    def blocks(self) -> Iterator[TreeBlock]:
        """Yield the blocks of the chapter, from top to bottom."""
        chapter, first = self._cursor.chapter, self._cursor.children(ROOT)[:1]
        begin = beginning(chapter.game, chapter.start)
        waiting = [(node, 0, True, begin) for node in first]
        while waiting:
            node, level, starts, point = waiting.pop()
            pieces: list[tuple[TreePiece, LogPoint]] = []
            at, hidden = node, 0
            while True:
                piece = self._piece(at)
                before = point
                point = _after(point, piece)
                pieces.append((piece, point))
                end = piece.nodes[-1]
                children = self._cursor.children(end)
                siblings = self._siblings(at)
                if siblings[:1] == [at] and len(siblings) > 1:
                    folded = self._cursor.chapter.nodes[at].folded
                    hidden = len(siblings) - 1 if folded else 0
                    if children:
                        waiting.append((children[0], level, False, point))
                    if not folded:
                        others = [(one, level + 1, True, before) for one in siblings[1:]]
                        waiting += others[::-1]
                    break
                if not children:
                    break
                at = children[0]
            yield TreeBlock(level, starts, pieces, hidden)

    def _siblings(self, node: int) -> list[int]:
        return self._cursor.children(self._cursor.chapter.nodes[node].parent)

    def _piece(self, first: int) -> TreePiece:
        """Return the piece that begins with a node."""
        chapter, cursor = self._cursor.chapter, self._cursor
        nodes = [first]
        while True:
            node = chapter.nodes[nodes[-1]]
            children = cursor.children(node.id)
            if len(children) != 1 or node.note or chapter.nodes[children[0]].folded:
                break
            if self._ends(node):
                break
            nodes.append(children[0])
        key = (cursor.number, cursor.eyes, first, nodes[-1])
        if key not in self._texts:
            self._texts[key] = self._write(nodes)
        return TreePiece(tuple(nodes), *self._texts[key])

    def _ends(self, node: StudyNode) -> bool:
        """Return whether a turn, or one player's set-up, ends with a node."""
        key = ("ends", self._cursor.number, node.id)
        if key not in self._texts:
            chapter = self._cursor.chapter
            before, after = chapter.state(node.parent), chapter.state(node.id)
            ended = chapter.ends_turn(node.id)
            if self._setup_frame is not None and before.frame() == self._setup_frame:
                ended = before.current_player() != after.current_player()
            self._texts[key] = ("", 0, ended, False)
        return self._texts[key][2]

    def _write(self, nodes: list[int]) -> tuple[str, int, bool, bool]:
        """Return notation, actor, whether a turn begins here, and whether it is a set-up."""
        chapter, eyes = self._cursor.chapter, self._cursor.eyes
        parent = chapter.nodes[nodes[0]].parent
        state = chapter.state(parent)
        whole = parent == ROOT or self._ends(chapter.nodes[parent])
        events = [event for one in nodes if (event := chapter.nodes[one].event) is not None]
        actor = next((one.actor for one in events if one.actor >= 0), CHANCE)
        setup = self._setup_frame is not None and state.frame() == self._setup_frame
        seen = self._seen_events(state, events)
        told = [one.action for one in seen if one.action[0] not in TABLE_VERBS]
        before = _seen(state, eyes) if chapter.viewer is None and eyes is not None else state
        text = "" if setup or not told else chapter.game.log_text(before, told)
        return text, actor, whole, setup

    def _seen_events(self, state: State, events: list[Event]) -> list[Event]:
        chapter, eyes = self._cursor.chapter, self._cursor.eyes
        if chapter.viewer is not None or eyes is None:
            return events
        found, state = [], state.clone()
        for event in events:
            seen = chapter.game.redact(state, event, eyes)
            if seen is not None:
                found.append(seen)
            state.apply(event.action)
        return found


def _seen(state: State, eyes: int | None) -> State:
    return state if eyes is None else state.observation(eyes)


def _after(point: LogPoint, piece: TreePiece) -> LogPoint:
    if piece.setup or piece.actor < 0 or not piece.text or not piece.whole:
        return point
    return point.written(piece.actor)


def piece_words(t: Translate, piece: TreePiece, last: StudyNode) -> str:
    """Return the words for a piece without notation."""
    event = last.event
    if piece.setup:
        return t("study.setup")
    if event is not None and event.action[0] in TABLE_VERBS:
        return t(f"study.{event.action[0]}")
    return "…"


class TreeView:
    """Draws the blocks of a chapter."""

    def __init__(self, cursor: StudyCursor, t: Translate, shown: Callable[[str], str]) -> None:
        self._cursor, self._t, self._shown = cursor, t, shown
        self._reader = TreeReader(cursor)

    def draw(self) -> Html:
        """Return the tree; the node of the cursor is current and the only tab stop."""
        chapter, here = self._cursor.chapter, self._cursor.node
        root = self._button((ROOT,), self._t("study.start"), here == ROOT)
        drawn = [el("p", {"class": "tree-line"}, root, self._comment(ROOT))]
        drawn += [self._block(block) for block in self._reader.blocks()]
        empty = el("p", {"class": "nothing"}, self._t("study.empty"))
        return el(
            "div",
            {"class": "tree", "role": "group", "aria-label": self._t("study.tree")},
            drawn,
            empty if not chapter.nodes[ROOT].children else None,
        )

    def _block(self, block: TreeBlock) -> Html:
        parts: list[object] = []
        number = 0
        for index, (piece, point) in enumerate(block.pieces):
            if piece.whole and piece.text and point.row and (point.row != number or not index):
                number = point.row
                dots = "." if point.column == 0 or index else "…"
                parts.append(el("span", {"class": "move-number"}, f"{number}{dots}"))
            parts += [self._piece(piece), self._comment(piece.nodes[-1]), " "]
        if block.folded:
            folded = self._t("study.folded", n=block.folded)
            first = block.pieces[-1][0].nodes[0]
            parts.append(_button(f"fold:{first}", folded, "tree-fold link"))
        level = min(block.level, DEEPEST)
        css = "tree-line variation" if level else "tree-line"
        label = self._t("study.variation", level=block.level) if block.starts and level else ""
        hidden = el("span", {"class": "visually-hidden"}, f"{label} ") if label else None
        return el("p", {"class": css, "style": f"--level:{level}"}, hidden, parts)

    def _piece(self, piece: TreePiece) -> Html:
        chapter = self._cursor.chapter
        last = chapter.nodes[piece.nodes[-1]]
        text = self._shown(piece.text) or piece_words(self._t, piece, last)
        glyphs = "".join(GLYPHS[one] for one in last.note.glyphs)
        marks = el("span", {"class": "tree-glyph"}, glyphs) if glyphs else None
        return self._button(piece.nodes, join(text, marks), self._cursor.node in piece.nodes)

    def _button(self, nodes: tuple[int, ...], label: object, current: bool) -> Html:
        attributes = {
            "type": "button",
            "class": "move",
            "data-target": f"act:study:go:{nodes[-1]}",
            "tabindex": "0" if current else "-1",
            "aria-current": "true" if current else None,
        }
        return el("button", attributes, label)

    def _comment(self, node: int) -> Html | None:
        comment = self._cursor.chapter.nodes[node].note.comment
        return el("span", {"class": "tree-comment"}, f" {comment}") if comment else None


class PaperTree(TreeView):
    """The tree on paper: nothing can be pressed and no node is current."""

    def _button(self, nodes: tuple[int, ...], label: object, current: bool) -> Html:
        return el("span", {"class": "move"}, label)


def _button(name: str, label: object, css: str) -> Html:
    return el("button", {"type": "button", "class": css, "data-target": f"act:study:{name}"}, label)
