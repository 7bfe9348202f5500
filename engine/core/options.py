"""Options of a game, declared as data: validation, parsing and random samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.core.errors import BadOptions
from engine.core.texts import Message, shortened

Options = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """A game option.

    `values` is the closed list, default first; an option without one has a `check` (returns the
    canonical value or raises ValueError) and `samples` for random tests. With both, `values` are
    offered and `check` decides which others are accepted. `examples` are texts of custom values: if
    there are any, the form offers an input field, and `show` turns a value into text. If the value
    is a row of letters, it is edited piece by piece: `letters` are the allowed ones, `row` the
    starting value (`option.<name>.letter.<letter>` in the catalogue). Labels come from the
    catalogue: `option.<name>`, `option.<name>.<value>`, `….hint`, `….custom`.
    """

    name: str
    values: tuple[Any, ...] = ()
    default: Any = None
    check: Callable[[Any], Any] | None = None
    samples: tuple[Any, ...] = ()
    group: str = ""
    letters: str = ""
    row: str = ""
    examples: tuple[str, ...] = ()
    show: Callable[[Any], str] | None = None

    def initial(self) -> Any:
        return self.values[0] if self.values else self.default

    def text(self, value: Any) -> str:
        """Return the text to type for a value."""
        return self.show(value) if self.show is not None else str(value)

    def accept(self, value: Any) -> Any:
        """Return the canonical form of `value`. Raises BadOptions; a `check` may raise its own for
        a better message."""
        if self.check is not None:
            try:
                return self.check(value)
            except (ValueError, TypeError, KeyError) as why:
                raise self._refusal(value, str(why)) from None
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise self._refusal(value)

    def _refusal(self, value: Any, why: str = "") -> BadOptions:
        shown = shortened(repr(value))
        return BadOptions(
            Message("error.option_value", option=self.name, value=shown, why=shortened(why))
        )

    def read(self, text: str) -> Any:
        """Parse a typed value, the inverse of `text`. Raises BadOptions."""
        for known in self.values:
            if self.text(known) == text:
                return known
        return self.accept(text)

    def sample(self, rng: Random) -> Any:
        pool = (*self.values, *self.samples)
        return rng.choice(pool) if pool else self.default


def whole_number(low: int, high: int) -> Callable[[Any], int]:
    """Return a check for an integer option. It also accepts decimal text, as records write it."""

    def check(value: Any) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{low}…{high}")
        return value

    return check


def normalize(declared: Sequence[Option], given: Mapping[str, Any] | None) -> Options:
    """Return every declared option with its canonical value, in declaration order. Raises
    BadOptions."""
    return _all(declared, given or {}, Option.accept)


def read_all(declared: Sequence[Option], given: Mapping[str, str]) -> Options:
    """Like `normalize`, for options given as typed text. Raises BadOptions."""
    return _all(declared, given, Option.read)


def _all(
    declared: Sequence[Option], given: Mapping[str, Any], take: Callable[[Option, Any], Any]
) -> Options:
    names = {option.name for option in declared}
    for name in given:
        if name not in names:
            raise BadOptions(Message("error.option_unknown", option=shortened(str(name))))
    return {
        option.name: take(option, given[option.name]) if option.name in given else option.initial()
        for option in declared
    }


def non_default(declared: Sequence[Option], options: Mapping[str, Any]) -> Options:
    """Return the options that differ from the defaults, in declaration order, for links and
    records."""
    return {
        option.name: options[option.name]
        for option in declared
        if options[option.name] != option.initial()
    }
