"""Snapshots: a state as text, a cache that opens a long game without replaying it.

The position text holds what the rules need; other knowledge (history for repetitions, identity of
pieces, last event) lies in slots. A snapshot is the position text plus the public slots that differ
from a state read from that text. Slots that begin with `_` are caches and left out.
"""

from __future__ import annotations

import base64
import json
import sys
import zlib
from typing import Any

from engine.core.contract import AnyGame, State
from engine.core.jsontext import read_json
from engine.core.outcome import Outcome

MAX_CHARS = 2_000_000
_PLAIN = (bool, int, str, type(None))


class _Unfit(Exception):
    """Raised for a value that cannot be written, or a text that is no snapshot."""


def freeze(game: AnyGame, state: State) -> str | None:
    """Return the snapshot of `state`; None if some value cannot be written and read back."""
    try:
        text = state.to_text()
        plain = game.state_from_text(text)
        mine, read = _slots(state), _slots(plain)
        if mine.keys() != read.keys():
            return None
        more = {name: one for name, one in mine.items() if one != read[name]}
        for one in more.values():
            _read(one, type(state).__module__)  # raises for objects of the compiled game
    except Exception:  # no position text, or an unknown kind of value
        return None
    raw = json.dumps([_stamp(game, state), text, more], separators=(",", ":"))
    return base64.b85encode(zlib.compress(raw.encode())).decode()


def thaw(game: AnyGame, frozen: str) -> State | None:
    """Return the state of a snapshot; None if it is damaged or of other rules."""
    try:
        squeezed = zlib.decompressobj()
        raw = squeezed.decompress(base64.b85decode(frozen), MAX_CHARS)
        if not squeezed.eof or squeezed.unused_data:
            return None
        stamp, text, more = read_json(raw.decode())
        state = game.state_from_text(text)
        plain = _slots(state)
        known = [_stamp(game, state, rules) for rules in (None, *game.info.earlier)]
        if stamp not in known or not plain.keys() >= more.keys():
            return None
        for name, value in more.items():
            if not _alike(value, plain[name]):
                return None
            setattr(state, name, _read(value, type(state).__module__))
        state.check_invariants()
        return state if state.to_text() == text else None
    except Exception:  # a replay of the events still works
        return None


def _alike(value: Any, plain: Any) -> bool:
    """Return whether a slot's encoded value has the same shape as in a state read from the position
    text, as far as that one shows it."""
    if value is None or plain is None or type(value) is not type(plain):
        return value is None or plain is None
    if isinstance(plain, list):
        return not plain or {*map(type, value)} <= {*map(type, plain)}
    if isinstance(plain, dict):
        tuples = ({"t"}, {"c"})
        return value.keys() == plain.keys() or ({*value} in tuples and {*plain} in tuples)
    return True


def _stamp(game: AnyGame, state: State, rules: int | None = None) -> list[Any]:
    """Return the stamp of a snapshot: a change of game, rules version or slots makes it invalid."""
    return [game.info.id, rules or game.info.rules_version, *_names(state)]


def _names(state: State) -> list[str]:
    found = {name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())}
    return sorted(name for name in found if name != "game" and not name.startswith("_"))


def _slots(state: State) -> dict[str, Any]:
    """Return the public slots that are set, encoded for JSON."""
    return {name: _write(getattr(state, name)) for name in _names(state) if hasattr(state, name)}


def _write(value: Any) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is bytes:
        return {"b": value.hex()}
    if kind is bytearray:
        return {"a": value.hex()}
    if kind is list:
        return [_write(one) for one in value]
    if kind is tuple:
        return _write_tuple(value)
    if kind is frozenset:
        return {"s": [_write(one) for one in sorted(value)]}
    if kind is dict:
        return {"d": [[_write(name), _write(one)] for name, one in sorted(value.items())]}
    if kind is Outcome:
        return {"o": [list(value.returns), value.reason]}
    if isinstance(value, bytearray):
        return {"y": [kind.__name__, value.hex()]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"n": [kind.__name__, *map(_write, value)]}
    return {"?": [kind.__name__, id(value)]}  # cannot be read; equal if it is the same object


def _write_tuple(value: tuple[Any, ...]) -> Any:
    """Encode a tuple. Linked lists (a tuple as last element of a tuple) become flat, since deep
    nesting would exceed the recursion limit."""
    links = []
    while value and type(value[-1]) is tuple:
        links.append([_write(one) for one in value[:-1]])
        value = value[-1]
    last = [_write(one) for one in value]
    return {"c": [*links, last]} if links else {"t": last}


def _read(value: Any, module: str) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [_read(one, module) for one in value]
    ((kind, inner),) = value.items()
    if kind == "b":
        return bytes.fromhex(inner)
    if kind == "a":
        return bytearray.fromhex(inner)
    if kind == "s":
        return frozenset(_read(one, module) for one in inner)
    if kind == "d":
        return {_read(name, module): _read(one, module) for name, one in inner}
    if kind == "t":
        return tuple(_read(one, module) for one in inner)
    if kind == "c":
        links = [tuple(_read(one, module) for one in link) for link in inner]
        found = links.pop()
        while links:
            found = (*links.pop(), found)
        return found
    if kind == "o":
        return Outcome(tuple(map(float, inner[0])), str(inner[1]))
    if kind == "n":
        return _named(inner[0], module)(*(_read(one, module) for one in inner[1:]))
    if kind == "y":
        return _named(inner[0], module).fromhex(inner[1])
    raise _Unfit(kind)


def _named(name: str, module: str) -> Any:
    """Return a named tuple or bytearray class of the game's package; no other class is allowed."""
    package = module.rpartition(".")[0]
    for place, holder in list(sys.modules.items()):
        found = getattr(holder, name, None) if place.startswith(package + ".") else None
        if not isinstance(found, type):
            continue
        if issubclass(found, bytearray) or (issubclass(found, tuple) and hasattr(found, "_fields")):
            return found
    raise _Unfit(name)
