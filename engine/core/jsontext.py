"""JSON that somebody else may have written: length and depth are checked before it is parsed.

A parser recurses once for each level. In WebAssembly the stack of the browser ends first, which no
`except RecursionError` sees and the interpreter does not survive. So every text that was stored,
typed, pasted or received is read here; `json.loads` is for files that ship with the program.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

MAX_DEPTH = 64  # nested lists and objects; nothing that Asedio writes comes near it
MAX_CHARS = 4_000_000

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_AS_LISTS = bytes.maketrans(b"{}", b"[]")


class BadJson(ValueError):
    """A text that is no JSON, or longer or deeper than anything Asedio writes."""


def read_json(text: str, max_chars: int = MAX_CHARS) -> Any:
    """The value of a JSON text, without NaN, infinities and half characters. Raises BadJson."""
    if len(text) > max_chars:
        raise BadJson("too long")
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deep(text):
        raise BadJson("too deep")
    try:
        text.encode()  # a half character, written as it is
        value = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # or behind a backslash
    except ValueError as why:
        raise BadJson(str(why)[:100]) from None
    return value


def _is_deep(text: str) -> bool:
    """Whether a parser could come deeper than MAX_DEPTH. Also true of brackets left open, which
    are no JSON either. Linear: each pass takes away the innermost pairs."""
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    outside = "".join(text.split('"')[::2])  # what stands in quotes nests nothing
    brackets = outside.encode(errors="replace").translate(_AS_LISTS, _NO_BRACKETS)
    for _ in range(MAX_DEPTH):
        fewer = brackets.replace(b"[]", b"")
        if len(fewer) == len(brackets):
            break
        brackets = fewer
    return b"[" in brackets


def _refused(name: str) -> NoReturn:
    raise BadJson(name)


_DECODER = json.JSONDecoder(parse_constant=_refused)
