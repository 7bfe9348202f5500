"""Keyed markup: named nodes that can be patched one by one, without rewriting their parent.

A slot is rewritten as a whole, which suits text. Pieces must stay the same element to be animated
while they move, and cells to keep the focus.
"""

from __future__ import annotations

from typing import NamedTuple

from ui.words.html import Html, el


class Node(NamedTuple):
    """One keyed element: its attributes and its inner markup."""

    attributes: dict[str, str]
    inner: Html = Html("")


class Keyed(NamedTuple):
    """Content of the element with `data-parts="<name>"`.

    While `shape` stays equal, only nodes that differ are patched. When it changes, everything is
    rewritten from `frame`: pieces of markup, with `place(key)` where a node goes. Without a frame
    the nodes follow each other and may be added or removed. With a frame, one node is reachable
    with Tab and arrow keys move between them (see ui.browser).
    """

    shape: object
    tag: str
    nodes: dict[str, Node]
    frame: tuple[str, ...] = ()

    def markup(self) -> Html:
        """Return everything as one string."""
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
    """Return the placeholder of the node `key` in a frame."""
    return "\0" + key
