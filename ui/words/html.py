"""HTML and SVG as strings that cannot be confused with text.

`Html` is markup; any other string is text from a person or a foreign record and is escaped. All
markup of the page is built here, so a player's name can never become markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

_VOID = frozenset({"br", "hr", "img", "input", "meta", "link"})


class Html(str):
    """Markup that needs no escaping."""

    __slots__ = ()


@lru_cache(maxsize=8192)
def _escaped(value: str) -> str:
    """Escape text. Cached: most texts repeat in every render, and escaping took a tenth of it."""
    return escape(value, quote=True)


def text(value: object) -> Html:
    """Return any value as escaped text; `Html` is returned unchanged."""
    return value if isinstance(value, Html) else Html(_escaped(str(value)))


def join(*children: object) -> Html:
    """Concatenate children. None and booleans are skipped, iterables are flattened."""
    parts: list[str] = []
    for child in children:
        if isinstance(child, Html):
            parts.append(child)
        elif child is None or child is False or child is True:
            continue
        elif isinstance(child, str):
            parts.append(text(child))
        elif hasattr(child, "__iter__"):
            parts.append(join(*child))
        else:
            parts.append(text(child))
    return Html("".join(parts))


def el(tag: str, attributes: Mapping[str, object] | None = None, *children: object) -> Html:
    """Return one element. Attributes of None or False are left out; True writes the bare name."""
    words = []
    for name, value in (attributes or {}).items():
        if value is None or value is False:
            continue
        words.append(f" {name}" if value is True else f' {name}="{_escaped(str(value))}"')
    opening = f"<{tag}{''.join(words)}>"
    if tag in _VOID:
        return Html(opening)
    return Html(f"{opening}{join(*children)}</{tag}>")
