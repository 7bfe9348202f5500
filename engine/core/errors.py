"""What may go wrong with input from outside, each with a code and a message for the player.

Nothing else escapes to a user: whoever reads foreign text raises one of these and leaves the
state untouched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from engine.core.texts import Message


class AsedioError(Exception):
    """Base of every refusal. `code` is the error class a rule sheet names; `game_id` the game in
    whose words the message is put, where the refusal knows it."""

    default_code: ClassVar[str] = "error"
    game_id: str | None = None

    def __init__(self, message: Message | str, *, code: str | None = None) -> None:
        self.message = Message("error.text", text=message) if isinstance(message, str) else message
        self.code = code or self.default_code
        super().__init__(message if isinstance(message, str) else message.key)


@contextmanager
def about(game_id: str) -> Iterator[None]:
    """Whatever is refused inside is said in the words of this game."""
    try:
        yield
    except AsedioError as refusal:
        refusal.game_id = refusal.game_id or game_id
        raise


class ActionError(AsedioError):
    """A typed action that is not played. `token` is the part of the text that was refused."""

    def __init__(self, message: Message | str, *, token: str = "", code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.token = token


class InvalidAction(ActionError):
    """The text cannot be read at all."""

    default_code = "bad_token"


class IllegalAction(ActionError):
    """It can be read, but no legal action fits; the message says why."""

    default_code = "illegal_action"


class AmbiguousAction(ActionError):
    """Several legal actions fit."""

    default_code = "ambiguous_action"


class BadOptions(AsedioError):
    """An unknown option, or a value or combination that the rules refuse."""

    default_code = "bad_options"


class BadPosition(AsedioError):
    """A position text that is refused whole; `field` names the offending part."""

    default_code = "bad_position"

    def __init__(self, message: Message | str, *, field: str = "", code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.field = field


class BadRecord(AsedioError):
    """A game record that is refused: `code` from the rule sheet, `where` (turn or line:column),
    the offending `token`, and `position`, the text of the last good position."""

    default_code = "bad_record"

    def __init__(
        self,
        message: Message | str,
        *,
        code: str | None = None,
        where: str = "",
        token: str = "",
        position: str = "",
    ) -> None:
        super().__init__(message, code=code)
        self.where, self.token, self.position = where, token, position


class BadLink(AsedioError):
    """A link or save file that is damaged, of another version, or made by a hostile hand."""

    default_code = "bad_link"
