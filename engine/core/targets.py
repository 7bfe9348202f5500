"""Targets as texts: the kind of what is pressed and its name, `sq:e4`, `kind:king`, `btn:done`."""

from __future__ import annotations

from collections.abc import Mapping


def name_of(target: str, kind: str) -> str:
    """Return the name of a target of this kind (`e4` of `sq:e4`), "" of a target of another."""
    found, _, name = target.partition(":")
    return name if found == kind else ""


def square_of(target: str, index: Mapping[str, int]) -> int:
    """Return the index of the square that a target names; −1 for none."""
    return index.get(name_of(target, "sq"), -1)
