"""Letters of keys on keyboards of other alphabets."""

from __future__ import annotations


def letter_of(key: str, code: str) -> str:
    """Return the letter of a shortcut.

    `key`, `code`: those of the browser's event. A letter that is not Latin, as on a Greek or
    Cyrillic keyboard, becomes the Latin one printed on the same key.
    """
    foreign = len(key) == 1 and key.isalpha() and not key.isascii()
    place = code.removeprefix("Key")
    return place.lower() if foreign and code == f"Key{place}" and len(place) == 1 else key
