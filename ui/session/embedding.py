"""Words of `#view=`: a match as another page may show it.

A word is that of a link, or for a match with hidden things `v.` and the compressed file of what a
spectator knows. Foreign words are limited in length and in size unpacked, and by the limits of
links and files.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from engine.core.contract import SPECTATOR
from engine.core.errors import BadLink
from engine.core.steps import finish
from engine.core.texts import Message
from engine.match import codec, savefile
from engine.match.match import Match
from engine.match.validation import refuse

KEY = "view"
PACKED = "v."
MAX_CHARS = 12_000  # browsers allow far longer addresses in a frame
MAX_UNPACKED = 400_000
_PACKED = re.compile(r"v\.[A-Za-z0-9_-]+")


def view_word(match: Match, hidden: bool) -> str:
    """Return the word of a match; `hidden`: it holds something that a player does not know.

    Raises BadLink for a match that is too long, and NotTold for the view of one player.
    """
    if not hidden:
        try:
            return codec.encode(match)
        except BadLink:
            if match.viewer is not None:
                raise
    data = zlib.compress(savefile.dump_view(match, SPECTATOR).encode(), 9)
    word = PACKED + base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
    if len(word) > MAX_CHARS:
        raise refuse("link", "too_long", limit=MAX_CHARS)
    return word


def read_view(word: str) -> Match:
    """Return the match of a word. Raises BadLink, also for the view of one player."""
    if len(word) > MAX_CHARS:
        raise refuse("link", "too_long", limit=MAX_CHARS)
    if not word.startswith(PACKED):
        return finish(codec.reading(word))
    match = finish(savefile.reading(_unpacked(word)))
    if match.viewer != SPECTATOR:
        raise BadLink(Message("embed.view"))
    return match


def _unpacked(word: str) -> str:
    """Return the file in a word. Raises BadLink for damage and for a file that is too large."""
    try:
        if not _PACKED.fullmatch(word):
            raise ValueError("not base64url")
        body = word.removeprefix(PACKED)
        data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, MAX_UNPACKED)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError("too large or cut off")
        return text.decode("utf-8")
    except (ValueError, zlib.error, binascii.Error):
        raise refuse("link", "damaged") from None
