"""`clone` and `key` of a state made from its slots, as `dataclasses` makes `__init__` and `__eq__`.

One function without a loop is compiled for each class: a search clones a state at every node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def slots_of(cls: type) -> tuple[str, ...]:
    """The slots of a class and of what it derives from, in the order they were declared."""
    found: list[str] = []
    for base in reversed(cls.__mro__):
        declared = base.__dict__.get("__slots__", ())
        found += (declared,) if isinstance(declared, str) else declared
    return tuple(found)


def compiled_clone(slots: Sequence[str], copied: Sequence[str]) -> Callable[[Any], Any]:
    """A function that makes an instance of the same class with the same slots. `copied` names
    those that hold something mutable with a `[:]` (bytearray, list of immutables); the rest is
    shared. Every slot must have been filled."""
    lines = ["def clone(self):", "    new = make(self.__class__)"]
    lines += [f"    new.{s} = self.{s}{'[:]' if s in copied else ''}" for s in slots]
    return _compiled([*lines, "    return new"], "clone", make=object.__new__)


def compiled_key(slots: Sequence[str], copied: Sequence[str]) -> Callable[[Any], Any]:
    """A function that gives the slots as a hashable tuple, those of `copied` as tuples or bytes."""
    values = [f"frozen(self.{s})" if s in copied else f"self.{s}" for s in slots]
    return _compiled(
        ["def key(self):", f"    return ({', '.join(values)},)"], "key", frozen=_frozen
    )


def _frozen(value: Any) -> Any:
    return bytes(value) if isinstance(value, bytearray) else tuple(value)


def _compiled(lines: Sequence[str], name: str, **given: Any) -> Callable[[Any], Any]:
    exec("\n".join(lines), given)
    made: Callable[[Any], Any] = given[name]
    return made
