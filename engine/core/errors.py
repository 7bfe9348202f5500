"""Errors for bad input from outside, each with a code and a message for the player.

Readers of foreign text raise one of these and leave the state unchanged. No other exception reaches
a user.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Self

from engine.core.texts import Message


class AsedioError(Exception):
    """Base class of all refusals. `code` is the rulebook's name for the error; `game_id` the game
    whose catalogue words the message, if known."""

    default_code: ClassVar[str] = "error"
    game_id: str | None = None

    def __init__(self, message: Message | str, *, code: str | None = None) -> None:
        self.message = Message("error.text", text=message) if isinstance(message, str) else message
        self.code = code or self.default_code
        super().__init__(message if isinstance(message, str) else message.key)


@contextmanager
def about(game_id: str) -> Iterator[None]:
    """Mark errors raised inside as being about this game, unless they name a game already."""
    try:
        yield
    except AsedioError as refusal:
        refusal.game_id = refusal.game_id or game_id
        raise


class ActionError(AsedioError):
    """A typed action that cannot be played. `token` is the refused part of the text."""

    def __init__(self, message: Message | str, *, token: str = "", code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.token = token

    @classmethod
    def at(cls, key: str, token: str, clause: str = "", code: str | None = None) -> Self:
        """Return the error of a token; its message `key` has the parameter `token`."""
        return cls(Message(key, clause, token=token), token=token, code=code)


class InvalidAction(ActionError):
    """The text cannot be parsed."""

    default_code = "bad_token"


class IllegalAction(ActionError):
    """The text can be parsed, but no legal action matches; the message says why."""

    default_code = "illegal_action"


class AmbiguousAction(ActionError):
    """Several legal actions match."""

    default_code = "ambiguous_action"


class BadOptions(AsedioError):
    """An unknown option, or a value or combination that the rules refuse."""

    default_code = "bad_options"


class BadPosition(AsedioError):
    """A bad position text; `field` names the offending part, which begins in `column` of the text
    (0: unknown), and `squares` are those at fault."""

    default_code = "bad_position"

    def __init__(
        self,
        message: Message | str,
        *,
        field: str = "",
        code: str | None = None,
        column: int = 0,
        squares: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, code=code)
        self.field, self.column, self.squares = field, column, squares

    def __str__(self) -> str:
        words = super().__str__()
        where = f"{self.field}, column {self.column}" if self.column else self.field
        return f"{words} ({where})" if where else words


class BadRecord(AsedioError):
    """A bad game record: `code` from the rulebook, `where` (turn or line:column), the offending
    `token`, and `position`, the text of the last good position."""

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

    @classmethod
    def at(
        cls, key: str, token: str, clause: str = "", code: str | None = None, where: str = ""
    ) -> Self:
        """Return the error of a token; its message `key` has the parameter `token`."""
        return cls(Message(key, clause, token=token), code=code, where=where, token=token)


class BadLink(AsedioError):
    """A link or save file that is damaged, of another version or malicious."""

    default_code = "bad_link"
