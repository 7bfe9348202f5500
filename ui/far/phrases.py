"""Ready phrases of the chat. Their keys are sent, so that each player reads them in their own
language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.table.voice import Voice

PHRASES = ("hello", "well", "thanks", "wait")
MARK = "#phrase:"  # before the key, as the text of a message


def message_of(key: str) -> str:
    """Return the message that says a phrase; empty for a key that is none."""
    return MARK + key if key in PHRASES else ""


def worded(voice: Voice, text: str) -> str:
    """Return a message as the reader sees it."""
    if not text.startswith(MARK):
        return text
    key = text.removeprefix(MARK)
    return voice.t(f"far.phrase.{key}" if key in PHRASES else "far.phrase.unknown")
