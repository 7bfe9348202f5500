"""Address fragments: their parts, and links that messengers and mail programs have damaged."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote

# Links that travel between people; other fragments name places of this page.
_LINK = re.compile(r"#?(?:g|join|l|seat)(?:=|%3d)", re.IGNORECASE)
_ENCODED = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)
# White space, soft hyphen, zero-width and directional characters.
_INVISIBLE = re.compile("[\\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+")
_LAST = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-/~")


def parse_fragment(fragment: str) -> tuple[str, str, dict[str, str]]:
    """Split an address fragment into route, value and parameters.

    `#new=cotadrez&water=seco` → ("new", "cotadrez", {"water": "seco"}). A link is mended first.
    """
    body = mended(fragment).strip().lstrip("#")
    head, _, rest = body.partition("&")
    key, _, value = head.partition("=")
    return key, value, dict(parse_qsl(rest, keep_blank_values=True))


def mended(fragment: str) -> str:
    """Return the fragment of a link without what was added on its way; others unchanged.

    Undone are percent-encoding, `&amp;`, invisible characters and line breaks, and punctuation,
    quotes and brackets at the end. The time taken is linear in the length.
    """
    if _LINK.match(fragment) is None:
        return fragment
    text = fragment
    if _ENCODED.search(text):
        text = unquote(text)
    text = _INVISIBLE.sub("", text).replace("&amp;", "&")
    end = len(text)
    while end and text[end - 1] not in _LAST:
        end -= 1
    return text[:end]
