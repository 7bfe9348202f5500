"""Values of options as people type them in a form: read for the checks, and written.

board   10x8/3 ~c4 ~h5 #a1 #j8    columns x rows / rows of a home zone, ~ lakes, # void cells
army    F Bx3 S 2x4 3x2 9 M       types, with how many of each
types   2 3 S                     or `all`
agile   7:two 4:scout 3:diagonal
merit   4 5 6 next                `next`: only for capturing the rank just below
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.errors import BadOptions
from engine.core.jsontext import BadJson, read_json
from engine.core.texts import Message

_BOARD = re.compile(
    r"(\d{1,2})\s*[x\u00d7*]\s*(\d{1,2})\s*/\s*(\d{1,2})((?:[\s,]+[~#][a-p]\d{1,2})*)"
)
_UNIT = re.compile(r"([FBS2-9M])(?:[x\u00d7*](\d{1,3}))?")
_PACE = re.compile(r"([FBS2-9M])[:=](scout|two|diagonal)")
_NEXT = "next"


def refused(key: str, **params: str | int) -> BadOptions:
    """Return the error `error.value.<key>`, which says what is wrong and how the value is
    written."""
    return BadOptions(Message(f"error.value.{key}", "", **params))


def parsed(value: Any) -> Any:
    """Return the value of a JSON text of a list or an object; anything else unchanged."""
    if isinstance(value, str) and value[:1] in "[{" and value:
        try:
            return read_json(value.replace("'", '"'))
        except BadJson:
            raise ValueError("JSON") from None
    return value


def words(text: str) -> list[str]:
    return text.replace(",", " ").split()


# -- reading: None for a text of another form ----------------------------------------------------


def read_board(text: str) -> dict[str, Any] | None:
    match = _BOARD.fullmatch(text.strip())
    if not match:
        return None
    cells = words(match[4])
    named = {"lakes": "~", "void": "#"}
    found = {key: [c[1:] for c in cells if c[0] == sign] for key, sign in named.items()}
    sizes = {key: int(match[n]) for n, key in enumerate(("cols", "rows", "home"), 1)}
    return {**sizes, **found}


def read_army(text: str) -> dict[str, int] | None:
    found: dict[str, int] = {}
    for word in words(text):
        match = _UNIT.fullmatch(word)
        if not match or match[1] in found:
            return None
        found[match[1]] = int(match[2] or 1)
    return found or None


def read_types(text: str) -> list[str] | str | None:
    found = words(text)
    if found in (["all"], ["todas"]):
        return "all"
    return found if found and all(len(word) == 1 for word in found) else None


def read_agile(text: str) -> dict[str, str] | None:
    matches = [_PACE.fullmatch(word) for word in words(text)]
    if not matches or None in matches:
        return None
    return {match[1]: match[2] for match in matches if match}


def read_rising(text: str) -> dict[str, Any] | None:
    found = words(text)
    only = found[-1:] == [_NEXT]
    types = read_types(" ".join(found[:-1] if only else found))
    if types is None:
        return None
    return {"types": types, "next_rank_only": True} if only else {"types": types}


# -- showing -------------------------------------------------------------------------------------


def show_board(value: Any) -> str:
    if isinstance(value, str):
        return value
    signs = [f"~{c}" for c in value["lakes"]] + [f"#{c}" for c in value["void"]]
    return " ".join([f"{value['cols']}x{value['rows']}/{value['home']}", *signs])


def show_army(value: Any) -> str:
    if isinstance(value, str):
        return value
    return " ".join(code if n == 1 else f"{code}x{n}" for code, n in value.items())


def show_types(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(value)


def show_agile(value: Mapping[str, str]) -> str:
    return " ".join(f"{code}:{how}" for code, how in value.items())


def show_rising(value: Any) -> str:
    if not isinstance(value, Mapping):
        return ""
    only = [_NEXT] if value.get("next_rank_only") else []
    return " ".join([show_types(value["types"]), *only])


def typed(read: Callable[[str], Any], key: str, known: Sequence[str] = ()) -> Callable[[Any], Any]:
    """Return a function that reads a text with `read`. It leaves `known` words and values that are
    no text unchanged, and raises BadOptions `error.value.<key>` where `read` returns None."""

    def understand(value: Any) -> Any:
        if not isinstance(value, str) or value in known:
            return value
        if value[:1] in ("[", "{"):
            return parsed(value)
        found = read(value)
        if found is None:
            raise refused(key, text=value[:60])
        return found

    return understand
