"""Actions and events, and the parts of actions that come from outside: texts, integers and nested
lists of them.

In Python `False == 0` and `0 in (False, 1)`: an action with a boolean would pass for a legal one,
and the store, which accepts no booleans, would refuse it when the game is opened again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Action = tuple[Any, ...]
RESIGN, DRAW, TIME = "resign", "draw", "time"
TABLE_VERBS = (RESIGN, DRAW, TIME)  # decided at the table, not by the rules
MAX_NUMBER = 10_000_000  # largest integer in an action: rules may compute 1 << n


class Event(NamedTuple):
    """One entry of the log: `actor` is a player or CHANCE, `action` a game action or one of the
    table actions `("resign", side)`, `("draw",)`, `("time", side)`."""

    actor: int
    action: Action


def is_scalar(value: object) -> bool:
    """Return whether a value other than a list may be part of an action: a text, or an integer of
    at most MAX_NUMBER, but no boolean."""
    return type(value) is str or (type(value) is int and -MAX_NUMBER <= value <= MAX_NUMBER)


def plain(part: object) -> Any:
    """Return a part of an action with its lists as tuples. Raises ValueError."""
    if isinstance(part, list | tuple):
        return tuple(plain(inner) for inner in part)
    if not is_scalar(part):
        raise ValueError("no part of an action")
    return part
