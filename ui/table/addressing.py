"""Sentences said to the only person at a device: “your ring” instead of the player's name."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.texts import Message, Param, player_name
from ui.session.seats import people
from ui.table.table import Table
from ui.words.names import typed

# The parameter that names the reader, and the form of the sentence that is said to him.
_FORMS = {"who": "you", "rival": "rival"}


def to_reader(table: Table, message: Message) -> Message:
    """Return a sentence, with the phrases in it, as said to the only person at this device.

    A sentence about `who` has the form `.you` for him, one about a `rival` the form `.rival`; one
    without that form names him, as do all sentences at a device that people share.
    """
    reader = table.session.viewer
    if reader < 0 or people(table.session.seating.seats) != [reader]:
        return message
    return _said_to(table, message, player_name(reader))


def _said_to(table: Table, message: Message, reader: Message) -> Message:
    params: Mapping[str, Param] = {
        name: _said_to(table, one, reader) if isinstance(one, Message) else one
        for name, one in message.params.items()
    }
    forms = (f"{message.key}.{form}" for name, form in _FORMS.items() if params.get(name) == reader)
    key = next((form for form in forms if table.voice.has(form)), message.key)
    return Message(key, message.clause, **params)


def is_you(table: Table, player: int) -> bool:
    """Return whether a player is the only person at this device and has typed no name."""
    session = table.session
    own = typed(table.game_id, session.config.names)
    return people(session.seating.seats) == [player] and not any(own[player : player + 1])
