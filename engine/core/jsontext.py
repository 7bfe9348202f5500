"""Safe JSON parsing of foreign text: length and depth are checked before parsing.

A JSON parser recurses once per level. In WebAssembly the browser's stack overflows first, which no
`except RecursionError` catches and the interpreter does not survive. So everything stored, typed,
pasted or received is parsed here; `json.loads` is for files that ship with the program.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

MAX_DEPTH = 64  # nested lists and objects; Asedio writes far fewer
MAX_CHARS = 4_000_000

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_AS_LISTS = bytes.maketrans(b"{}", b"[]")


class BadJson(ValueError):
    """A text that is not JSON, or longer or deeper than anything Asedio writes."""


def read_json(text: str, max_chars: int = MAX_CHARS) -> Any:
    """Parse a JSON text. NaN, infinities and lone surrogates are refused. Raises BadJson."""
    if len(text) > max_chars:
        raise BadJson("too long")
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deep(text):
        raise BadJson("too deep")
    try:
        text.encode()  # refuses lone surrogates
        value = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # and escaped ones
    except ValueError as why:
        raise BadJson(str(why)[:100]) from None
    return value


def _is_deep(text: str) -> bool:
    """Say whether parsing could go deeper than MAX_DEPTH. Also true for unclosed brackets, which
    are no JSON either. Linear: each pass removes the innermost pairs."""
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    outside = "".join(text.split('"')[::2])  # strings nest nothing
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
