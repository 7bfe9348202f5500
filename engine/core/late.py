"""Modules of a game that are imported only when they are needed: its telling and its search."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def late_module(game: object, name: str) -> Any:
    """Return the module `name` of the folder in which the class of `game` declares its `info`, such
    as `search.hints`; None if the folder has no such module."""
    title = next(kind for kind in type(game).__mro__ if "info" in vars(kind))
    wanted = f"{title.__module__.rpartition('.')[0]}.{name}"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as why:
        if why.name is None or not f"{wanted}.".startswith(f"{why.name}."):
            raise  # the module is there and imports something that is not
        return None
