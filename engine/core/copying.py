"""Compile `clone` and `key` of a state class from its slots, as `dataclasses` does for `__init__`.

Each is one function without a loop, because a search clones a state at every node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def compile_copying(cls: Any) -> None:
    """Give a state class with slots `clone` and `key`, unless it defines them itself."""
    given, slots = cls.__dict__, slots_of(cls)
    if not given.get("__slots__") and "copied" not in given:
        return  # both methods are inherited
    if "clone" not in given:
        cls.clone = compiled_clone(slots, cls.copied)
    if "key" not in given:
        left_out = ("game", *cls.apart)
        known = [slot for slot in slots if slot not in left_out and slot[0] != "_"]
        cls.key = compiled_key(known, cls.copied)


def slots_of(cls: type) -> tuple[str, ...]:
    """Return the slots of a class and its bases, in declaration order."""
    found: list[str] = []
    for base in reversed(cls.__mro__):
        declared = base.__dict__.get("__slots__", ())
        found += (declared,) if isinstance(declared, str) else declared
    return tuple(found)


def compiled_clone(slots: Sequence[str], copied: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function that copies an instance slot by slot. Slots named in `copied` are copied
    with `[:]` (bytearray, list of immutables); the others are shared. Every slot must be filled."""
    lines = ["def clone(self):", "    new = make(self.__class__)"]
    lines += [f"    new.{s} = self.{s}{'[:]' if s in copied else ''}" for s in slots]
    return _compiled([*lines, "    return new"], "clone", make=object.__new__)


def compiled_key(slots: Sequence[str], copied: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function that returns the slots as a hashable tuple, those in `copied` as tuple or
    bytes."""
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
