"""File of a far table, which is also its certificate: JSON without any secret of a seat.

    {"asedio": "far", "invitation": word, "letters": [base64url, …],
     "summary": {"letters": [number of letters by seat], "result": text}}

The letters stand in the order of the log (engine/far/log.py). After them come those of branches
that did not count, by the number of letters they follow, seat and digest. `summary` may
be missing. A certificate has it, so that a file that was cut short is noticed. It may also have
`measures` (engine/far/certificate_times.py). Other parts are refused.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import BadLink
from engine.core.jsontext import BadJson, read_json
from engine.core.texts import Message
from engine.far.letter import MAX_LETTER, Letter

MOST_LETTERS = 6_000  # what two seats may keep, branches included
_PARTS = {"asedio", "invitation", "letters", "summary", "measures"}
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_MOST_CHARS = MAX_LETTER * 4 // 3 + 4


@dataclass(frozen=True)
class TableFile:
    """Parsed file. `summary`: letters by seat and result; `measures`: what devices have measured,
    as `certificate_times` reads it. Both are None if missing."""

    invitation: str
    letters: tuple[bytes, ...]
    summary: tuple[tuple[int, ...], str] | None = None
    measures: Any = None


def pack_table(
    invitation: str,
    letters: Sequence[Letter],
    summary: tuple[Sequence[int], str] | None = None,
    measures: Any = None,
) -> str:
    """Return the text of a file. `letters`: in the file's order."""
    found: dict[str, Any] = {"asedio": "far", "invitation": invitation}
    found["letters"] = [to_text(letter.data) for letter in letters]
    if summary is not None:
        found["summary"] = {"letters": list(summary[0]), "result": summary[1]}
    if measures is not None:
        found["measures"] = measures
    return json.dumps(found, indent=1)


def read_table(text: str) -> TableFile:
    """Parse a file. Raises BadLink with a message `certificate.bad.file…`."""
    try:
        found = read_json(text)
    except BadJson:
        raise _bad("certificate.bad.file") from None
    if not isinstance(found, dict) or found.get("asedio") != "far":
        raise _bad("certificate.bad.file.kind")
    if not found.keys() <= _PARTS:
        raise _bad("certificate.bad.file.part")
    word, letters = found.get("invitation"), found.get("letters")
    if not isinstance(word, str) or not isinstance(letters, list):
        raise _bad("certificate.bad.file.kind")
    if len(letters) > MOST_LETTERS:
        raise _bad("certificate.bad.file.many", MOST_LETTERS)
    data = tuple(_strict(one, number) for number, one in enumerate(letters, 1))
    measures = found["measures"] or [] if "measures" in found else None
    return TableFile(word, data, _summary(found), measures)


def _strict(word: object, number: int) -> bytes:
    """Decode base64url without padding, in its canonical form only. Raises BadLink, which names
    the letter by its `number`."""
    if isinstance(word, str) and len(word) <= _MOST_CHARS and _WORD.fullmatch(word):
        try:
            data = urlsafe_b64decode(word + "=" * (-len(word) % 4))
        except ValueError:
            data = b""
        if to_text(data) == word:
            return data
    raise _bad("certificate.bad.word", number)


def _summary(found: Mapping[str, Any]) -> tuple[tuple[int, ...], str] | None:
    match found.get("summary"):
        case None if "summary" not in found:
            return None
        case {"letters": list() as counts, "result": str() as result, **rest} if not rest:
            if len(counts) <= 8 and all(type(one) is int for one in counts):
                return tuple(counts), result
    raise _bad("certificate.bad.file.summary")


def _bad(key: str, n: int = 0) -> BadLink:
    return BadLink(Message(key, n=n, number=n))


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
