"""The place in a study: chapter, node, and whose eyes see it; and the steps from there.

A step goes to the end of a turn, to a branch or to a question for chance, whichever comes first.
"""

from __future__ import annotations

from engine.core.contract import CHANCE
from engine.match.study import ROOT, Chapter, Study

OPEN = None  # eyes: everything is open


class StudyCursor:
    """The chapter and node shown. `eyes`: the player whose knowledge is shown, or OPEN."""

    def __init__(self, study: Study, chapter: int = 0, node: int = ROOT) -> None:
        self.study = study
        self.number = min(max(chapter, 0), len(study.chapters) - 1)
        self.node = node
        self.eyes: int | None = OPEN
        self.game = ""  # the stored game whose private study it is
        self._ahead: dict[int, int] = {}  # continuation last visited, by node
        self._visible: tuple[object, set[int]] | None = None

    @property
    def chapter(self) -> Chapter:
        return self.study.chapters[self.number]

    def open(self, number: int) -> None:
        """Go to the start of a chapter, with everything open."""
        self.number = min(max(number, 0), len(self.study.chapters) - 1)
        self.node, self.eyes = ROOT, OPEN
        self._ahead, self._visible = {}, None

    def on(self, study: Study) -> StudyCursor:
        """Return a cursor at the same place of another state of this study, as far as it is
        there."""
        other, node = StudyCursor(study, self.number), ROOT
        for event in self.chapter.events(self.node):
            child = other.chapter.child(node, event.action)
            if child is None:
                break
            node = child
        other.go(node)
        other.look_as(self.eyes)
        return other

    def look_as(self, eyes: int | None) -> None:
        """See with other eyes, at the nearest node that they know."""
        self.eyes, self._visible = eyes, None
        while self.node not in self.visible():
            self.node = self.chapter.nodes[self.node].parent

    def visible(self) -> set[int]:
        """Return the nodes that the eyes see."""
        chapter, eyes = self.chapter, self.eyes
        if eyes is None:
            return set(chapter.nodes)
        stamp = (chapter, eyes, len(chapter.nodes), max(chapter.nodes), chapter.played)
        if self._visible is None or self._visible[0] != stamp:
            self._visible = (stamp, chapter.visible(eyes))
        return self._visible[1]

    def children(self, node: int) -> list[int]:
        """Return the continuations that the eyes see, main one first."""
        found = self.chapter.nodes[node].children
        if self.eyes is None:
            return found
        known = self.visible()
        return [one for one in found if one in known]

    def go(self, node: int) -> bool:
        """Go to a node; return whether it is there."""
        if node not in self.chapter.nodes or node not in self.visible():
            return False
        line = self.chapter.line(node)
        for parent, child in zip([ROOT, *line], line, strict=False):
            self._ahead[parent] = child
        self.node = node
        return True

    # -- steps -------------------------------------------------------------------------------

    def can_go_back(self) -> bool:
        return self.node != ROOT

    def can_go_on(self) -> bool:
        return bool(self.children(self.node))

    def back(self) -> None:
        node = self.node
        while node != ROOT:
            node = self.chapter.nodes[node].parent
            if self._stops(node):
                break
        self.node = node

    def forward(self) -> None:
        """Step into the continuation visited last, or the main one."""
        node = self.node
        while children := self.children(node):
            ahead = self._ahead.get(node)
            node = ahead if ahead in children else children[0]
            if self._stops(node):
                break
        self.node = node

    def first(self) -> None:
        self.node = ROOT

    def last(self) -> None:
        """Go to the end of this line."""
        while children := self.children(self.node):
            ahead = self._ahead.get(self.node)
            self.node = ahead if ahead in children else children[0]

    def beside(self, step: int) -> bool:
        """Go to the variation `step` places below at the nearest branch before; return whether
        there is one."""
        node = self.node
        while node != ROOT:
            parent = self.chapter.nodes[node].parent
            siblings = self.children(parent)
            if len(siblings) > 1:
                at = siblings.index(node) + step
                if not 0 <= at < len(siblings):
                    return False
                self.go(siblings[at])
                return True
            node = parent
        return False

    def _stops(self, node: int) -> bool:
        """Return whether a step ends at a node."""
        if node == ROOT or len(self.children(node)) != 1:
            return True
        return self.chapter.ends_turn(node) or self.chapter.state(node).current_player() == CHANCE
