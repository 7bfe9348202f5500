"""HTML and SVG as strings that cannot be confused with text.

`Html` is markup; any other string is a person's or a foreign record's text and is escaped. There
is no other way into the page, so a name can never become markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

_VOID = frozenset({"br", "hr", "img", "input", "meta", "link"})


class Html(str):
    """Markup that was made here."""

    __slots__ = ()


@lru_cache(maxsize=8192)
def _escaped(value: str) -> str:
    """The same words come with every drawing; escaping them again would be a tenth of it."""
    return escape(value, quote=True)


def text(value: object) -> Html:
    """Any value as escaped text."""
    return value if isinstance(value, Html) else Html(_escaped(str(value)))


def join(*children: object) -> Html:
    """Children one after the other; None and False vanish, lists and generators are flattened."""
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
    """One element. Attribute values None and False are left out, True writes the bare name."""
    words = []
    for name, value in (attributes or {}).items():
        if value is None or value is False:
            continue
        words.append(f" {name}" if value is True else f' {name}="{_escaped(str(value))}"')
    opening = f"<{tag}{''.join(words)}>"
    if tag in _VOID:
        return Html(opening)
    return Html(f"{opening}{join(*children)}</{tag}>")
