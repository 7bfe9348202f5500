"""Position texts as declared fields: words with blanks between them.

A title declares the fields once, each with what may stand in it. `Position` reads and writes a text
with them, refuses it with the field, the clause and the column, and the position editor takes from
them what can be edited. How the values make a state, and what is impossible in it, the title says
itself; it raises `BadField`, as fields do.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.core.errors import BadPosition
from engine.core.rows import RUN, BadRows, cells_of, read_rows, write_rows
from engine.core.texts import Message, Param

NONE = "-"  # an empty list
T = TypeVar("T")


class BadField(Exception):
    """Why a position text is refused. `why`: end of the key `bad_position.…`, by default the name
    of the field; `detail`: the part at fault; `squares`: where; `clause`: that it breaks, by
    default the one of all positions; `params`: of the sentence."""

    def __init__(
        self,
        field: str,
        why: str = "",
        detail: str = "",
        squares: Iterable[str] = (),
        clause: str = "",
        **params: Param,
    ) -> None:
        super().__init__(field, why)
        self.field, self.why, self.detail = field, why or field, detail
        self.squares, self.clause, self.params = tuple(squares), clause, params


class TextField(ABC):
    """A word of a position text. `why`: why an unreadable one is refused. `kind`, `words` and
    `comma` say how the editor shows it (`EditField`)."""

    kind = "text"
    words: Sequence[str] = ()
    comma = ""
    optional = False

    def __init__(self, name: str, why: str = "") -> None:
        self.name, self.why = name, why or name

    def maybe(self) -> TextField:
        """Let this field be missing at the end."""
        self.optional = True
        return self

    @abstractmethod
    def read(self, word: str) -> Any:
        """Return the value of a word. Raises BadField."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """Return the word of a value."""

    def split(self, word: str) -> dict[str, str]:
        """Return a word by the names of the fields it consists of, readable or not."""
        return {self.name: word}

    def join(self, words: Mapping[str, str]) -> str:
        """Return the word of its fields; the inverse of `split`."""
        return words[self.name]

    def parts(self) -> tuple[TextField, ...]:
        """Return the fields that it consists of."""
        return (self,)

    def refused(self, word: str) -> BadField:
        return BadField(self.name, self.why, word)


class Special(TextField):
    """A field that its title reads and writes itself. `words`: what the editor offers for it."""

    def __init__(self, name: str, words: Sequence[str] = ()) -> None:
        super().__init__(name)
        self.words, self.kind = words, "choice" if words else "text"

    def read(self, word: str) -> str:
        return word

    def write(self, value: str) -> str:
        return value


class Rows(TextField):
    """The board; its value is a list of (cell, word) of what stands there, in the order of the
    text, and is written from the words of all cells, a1 first. `word`, `run`: patterns of a cell
    and of a run of empty ones."""

    def __init__(self, name: str, cols: int, rows: int, word: str, run: str = RUN) -> None:
        super().__init__(name)
        self.cols, self.rows, self.word, self.run = cols, rows, word, run

    def read(self, word: str) -> list[tuple[int, str]]:
        try:
            return list(cells_of(word, self.cols, self.rows, self.word, self.run))
        except BadRows as why:
            raise BadField(self.name, detail=why.text) from None

    def cells(self, word: str) -> list[str]:
        """Return the words of all cells of a board that can be read."""
        return read_rows(word, self.cols, self.rows, self.word)

    def write(self, value: Sequence[str]) -> str:
        return write_rows(value, self.cols)


class OneOf(TextField):
    """One of some words; its value is the index."""

    kind = "choice"

    def __init__(self, name: str, words: Sequence[str], why: str = "") -> None:
        super().__init__(name, why)
        self.words = tuple(words)
        self.index = {word: number for number, word in enumerate(words)}

    def read(self, word: str) -> int:
        if word not in self.index:
            raise self.refused(word)
        return self.index[word]

    def write(self, value: int) -> str:
        return self.words[value]


class Number(TextField):
    """A number without leading zeros, from `low` to `high`; each of `signs` is another value."""

    kind = "number"

    def __init__(
        self, name: str, low: int, high: int, signs: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(name)
        self.low, self.high = low, high
        self.known = {str(value): value for value in range(low, min(high, low + 20) + 1)}
        self.known |= signs or {}
        self.written = {value: word for word, value in self.known.items()}
        self.digits = len(str(high))

    def read(self, word: str) -> int:
        if word in self.known:
            return self.known[word]
        if not (word.isascii() and word.isdigit() and len(word) <= self.digits):
            raise self.refused(word)
        value = int(word)
        if not self.low <= value <= self.high or (word[0] == "0" and word != "0"):
            raise self.refused(word)
        return value

    def write(self, value: int) -> str:
        return self.written.get(value) or str(value)


class Joined(TextField):
    """Several fields with a mark between them; its value is a list of theirs."""

    def __init__(self, name: str, mark: str, *fields: TextField) -> None:
        super().__init__(name)
        self.mark, self.fields = mark, fields

    def read(self, word: str) -> list[Any]:
        return _all(self, self.fields, word, word.split(self.mark))

    def write(self, value: Iterable[Any]) -> str:
        pairs = zip(self.fields, value)  # noqa: B905
        return self.mark.join([field.write(one) for field, one in pairs])

    def split(self, word: str) -> dict[str, str]:
        found = dict.fromkeys((field.name for field in self.fields), "")
        return found | {f.name: one for f, one in zip(self.fields, word.split(self.mark))}  # noqa: B905

    def join(self, words: Mapping[str, str]) -> str:
        every = [(field, words[field.name]) for field in self.fields]
        return self.mark.join(word for field, word in every if word or not field.optional)

    def parts(self) -> tuple[TextField, ...]:
        return self.fields


class Pending(TextField):
    """A pending question with its arguments, `roll` or `move:2`; its value is a list of both.
    `frames`: the fields of the arguments by question; `words`: what the editor offers."""

    def __init__(
        self, name: str, frames: Mapping[str, Sequence[TextField]], words: Sequence[str] = ()
    ) -> None:
        super().__init__(name)
        self.frames, self.words, self.kind = frames, words, "choice" if words else "text"

    def read(self, word: str) -> list[Any]:
        frame, *words = word.split(":")
        if frame not in self.frames:
            raise self.refused(word)
        return [frame, *_all(self, self.frames[frame], word, words)]

    def write(self, value: Sequence[Any]) -> str:
        pairs = zip(self.frames[value[0]], value[1:])  # noqa: B905
        return ":".join([value[0], *(field.write(one) for field, one in pairs)])


def _all(
    whole: TextField, fields: Sequence[TextField], word: str, words: Sequence[str]
) -> list[Any]:
    """Return the values of the fields of a whole, whose name a refusal has."""
    missing = fields[len(words) :]
    if len(words) > len(fields) or any(not field.optional for field in missing):
        raise whole.refused(word)
    try:
        return [field.read(word) for field, word in zip(fields, words)]  # noqa: B905
    except BadField as why:
        own = why.why == why.field
        raise BadField(whole.name, whole.why if own else why.why, word) from None


class SomeOf(TextField):
    """Some of `words`, each at most once, or `-`; its value is a list of indexes in this order.
    `twice`: why a repeated word is refused. `ordered`: whether they must stand in this order."""

    kind = "set"

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        comma: str = "",
        why: str = "",
        twice: str = "",
        ordered: bool = False,
    ) -> None:
        super().__init__(name, why)
        self.words, self.comma, self.twice = words, comma, twice or self.why
        self.index = {word: number for number, word in enumerate(words)}
        self.ordered = ordered

    def read(self, word: str) -> list[int]:
        if word == NONE:
            return []
        found = [self.number(one, word) for one in self.taken_apart(word)]
        ordered = sorted(set(found))
        if len(ordered) < len(found) or (self.ordered and ordered != found):
            raise BadField(self.name, self.twice, word)
        return ordered

    def taken_apart(self, word: str) -> list[str]:
        return word.split(self.comma) if self.comma else list(word) or [word]

    def number(self, one: str, word: str) -> int:
        if one not in self.index:
            raise self.refused(word)
        return self.index[one]

    def write(self, value: Iterable[int]) -> str:
        return self.comma.join([self.words[one] for one in value]) or NONE


class Bag(SomeOf):
    """How many there are of each of `words`, in any order; its value is a list of counts."""

    kind = "bag"

    def read(self, word: str) -> list[int]:
        found = [0] * len(self.words)
        for one in [] if word == NONE else self.taken_apart(word):
            found[self.number(one, word)] += 1
        return found

    def write(self, value: Iterable[int]) -> str:
        return "".join(word * count for word, count in zip(self.words, value, strict=True)) or NONE


class Values:
    """The values of a text by the names of its fields. Each is read when it is asked for, so a
    title decides which of several faults is told."""

    def __init__(self, fields: Iterable[TextField], words: Iterable[str]) -> None:
        self._read = {field.name: (field, word) for field, word in zip(fields, words)}  # noqa: B905

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field. Raises BadField."""
        field, word = self._read[name]
        return field.read(word)

    def get(self, name: str, default: Any) -> Any:
        """Return the value of a field, or `default` if the text does not have it."""
        found = self._read.get(name)
        return default if found is None else found[0].read(found[1])


class Position:
    """The fields of a title's position text in their order. `clause`: of the rulebook that lists
    what a position may be; `clauses`: others by field; `code`: of refusals. `count`: why another
    number of words is refused; `gap`: what is between them, None for any blanks."""

    def __init__(
        self,
        *fields: TextField,
        clause: str = "",
        clauses: Mapping[str, str] | None = None,
        code: str | None = None,
        count: str = "fields",
        gap: str | None = None,
        longest: int = 4000,
    ) -> None:
        self.fields, self.clause, self.clauses = fields, clause, clauses or {}
        self.code, self.count, self.gap = code, count, gap
        self.names = tuple(field.name for field in fields)
        self.fewest = sum(not field.optional for field in fields)
        self.longest = longest

    def text(self, *values: Any) -> str:
        """Return the text of the values of all fields, or of the first ones."""
        pairs = zip(self.fields, values)  # noqa: B905
        return " ".join([field.write(value) for field, value in pairs])

    def read(self, text: str, build: Callable[[Values], T]) -> T:
        """Return what `build` makes of the values of a text; it must ask for all of them. Raises
        BadPosition with the first field that is refused, here or by `build`."""
        return self.read_other(text, lambda: build(self.values(text)))

    def values(self, text: str) -> Values:
        """Return the values of a text. Raises BadField for another number of words."""
        words = text[: self.longest + 1].split(self.gap)
        fits = self.fewest <= len(words) <= len(self.fields) and all(words)
        if len(text) > self.longest or not fits:
            raise BadField(self.count, detail=str(len(words)))
        return Values(self.fields, words)

    def read_other(self, text: str, build: Callable[[], T]) -> T:
        """Return what `build` makes of a text of another form. Raises BadPosition when it refuses
        it."""
        try:
            return build()
        except BadField as why:
            raise self.refusal(why, text) from None

    def refusal(self, why: BadField, text: str) -> BadPosition:
        """Return the error of a refusal, with the column of its field in the text."""
        starts = [found.start() + 1 for found in re.finditer(r"\S+", text[: self.longest])]
        columns = dict(zip(self.names, starts))  # noqa: B905
        detail = why.detail[:60]
        clause = why.clause or self.clauses.get(why.field, self.clause)
        said = Message(f"bad_position.{why.why}", clause, detail=detail, **why.params)
        if detail:
            message = Message("error.position.at", clause, why=said, detail=detail)
        else:
            message = Message("error.position", clause, why=said)
        column, squares = columns.get(why.field, 0), why.squares
        return BadPosition(message, field=why.field, code=self.code, column=column, squares=squares)

    # -- the editor --------------------------------------------------------------------------

    @property
    def board(self) -> Rows:
        """The first field of a position with a board."""
        board = self.fields[0]
        assert isinstance(board, Rows)
        return board

    def parts(self) -> dict[str, TextField]:
        """Return the fields beside the board by name, joined ones as those they consist of."""
        return {part.name: part for field in self.fields[1:] for part in field.parts()}

    def split(self, text: str) -> tuple[str, dict[str, str]]:
        """Return the word of the board, and the others by the names of `parts`."""
        words = text.split(" ")
        words += [NONE] * (len(self.fields) - len(words))
        found: dict[str, str] = {}
        for field, word in zip(self.fields[1:], words[1:], strict=True):
            found |= field.split(word)
        return words[0], found

    def join(self, words: Mapping[str, str]) -> list[str]:
        """Return the words after the board; the inverse of `split`."""
        found = [field.join(words) for field in self.fields[1:]]
        while len(found) >= self.fewest and found[-1] == NONE:
            del found[-1]
        return found
