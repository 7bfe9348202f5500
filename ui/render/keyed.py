"""Markup whose parts have names, so that a part can change without being drawn again.

A slot is rewritten whole, which is right for text. Pieces must stay the same element while they
move, or nothing animates; cells must stay while they are focused, or focus is lost.
"""

from __future__ import annotations

from typing import NamedTuple

from ui.words.html import Html, el


class Node(NamedTuple):
    """One named element: the attributes that may change and what is inside."""

    attributes: dict[str, str]
    inner: Html = Html("")


class Keyed(NamedTuple):
    """The content of one element with `data-parts="<name>"`.

    While `shape` stays equal only the nodes that differ are touched; a new shape is written whole
    with `frame`, where `{key}` stands for the node of that name. Without a frame the nodes stand
    one after the other, and may come and go. In a frame one node can be reached with Tab, arrows do
    the rest (the page sees to it).
    """

    shape: object
    tag: str
    nodes: dict[str, Node]
    frame: tuple[str, ...] = ()

    def markup(self) -> Html:
        """Everything as one string."""
        if not self.frame:
            return Html("".join(self.element(key) for key in self.nodes))
        return Html("".join(self.element(p[1:]) if p.startswith("\0") else p for p in self.frame))

    def element(self, key: str) -> Html:
        node = self.nodes[key]
        name: dict[str, str | int] = {"data-key": key}
        if self.frame:
            name["tabindex"] = -1
        return el(self.tag, {**name, **node.attributes}, node.inner)


def place(key: str) -> str:
    """What stands in a frame for the node `key`."""
    return "\0" + key
