"""Options of a game in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.options import Option
from ui.words.i18n import I18n


def value_words(own: I18n, name: str, value: object) -> str:
    """Return a value of an option in words, or as it is if it has none.

    `own`: with the game's catalogue."""
    key = f"option.{name}.{value}"
    if own.has(key):
        return own.t(key)
    if isinstance(value, bool):
        return own.t("home.yes" if value else "home.no")
    return str(value)


def option_lines(own: I18n, declared: Sequence[Option], options: Mapping[str, object]) -> list[str]:
    """Return `Option: value` for each of these options, in the order in which they are declared."""
    return [
        own.t("option.is", option=own.t(f"option.{one.name}"), value=text)
        for one in declared
        if one.name in options
        for text in [_typed(own, one, options[one.name])]
    ]


def _typed(own: I18n, option: Option, value: object) -> str:
    return value_words(own, option.name, value) if value in option.values else option.text(value)
