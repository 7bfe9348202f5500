"""What a letter costs on a table with many letters and forks: executed lines of the engine, counted
while it is received and folded."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import engine.far
from engine.far.letter import EventsLetter, Letter, LetterPart, Parent, Says
from engine.far.limits import MAX_LETTERS
from tests.far.devices import Device, met
from tests.far.world import two

FAR = str(Path(engine.far.__file__).parent)
MANY = MAX_LETTERS - 100


class Author:
    """Writer of letters of a seat, which may follow any of its earlier ones and name any of the
    other seat."""

    def __init__(self, device: Device, reader: Device) -> None:
        self.seat, self.at, self._reader = device.seat, device.at, reader
        self.last = device.log.chain(device.seat)[-1]

    def send(
        self, part: LetterPart, after: Letter | None = None, named: Letter | None = None
    ) -> str:
        """Write a letter, after the last one and naming the other's last unless told otherwise;
        return what the reader's log says."""
        before, seen = after or self.last, named or self._reader.log.chain(1 - self.seat)[-1]
        links = [
            Parent(one.seat, one.n + 1, one.digest) for one in sorted((before, seen), key=_seat)
        ]
        self.last = Letter(before.table, self.seat, before.n + 1, self.at, tuple(links), (part,))
        return self._reader.log.receive(self.last.data + bytes(64), trusted=True).what


def _seat(letter: Letter) -> int:
    return letter.seat


def lines(act: Callable[[], object]) -> int:
    """Return how many lines of engine/far are executed."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(FAR):
            return None
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(None)
    return count


def read(reader: Device) -> None:
    reader.course.follow(reader.log)
    assert reader.log.open_forks is not None and reader.log.forks is not None


@cache
def table(letters: int, forks: int) -> tuple[Device, Author]:
    """Return a reader and an author who has split his words `forks` times and written so many
    letters; nobody has answered any."""
    ana, blas = met()
    author = Author(ana, blas)
    for number in range(forks):
        last = author.last
        author.send(Says(f"one {number}"))
        first = author.last
        assert author.send(Says(f"other {number}"), after=last) == "fork"
        author.last = first
    while author.last.n < letters:
        assert author.send(Says("x" * 8)) == "new"
    read(blas)
    return blas, author


def word(author: Author) -> None:
    assert author.send(Says("one more")) == "new"


def move(author: Author) -> None:
    """A decision that the rules may refuse."""
    assert author.send(EventsLetter(0, (("move", 1, 2),))) == "new"


def received(what: Callable[[Author], None], author: Author, reader: Device) -> None:
    what(author)
    read(reader)


@pytest.mark.parametrize("what", [word, move])
@pytest.mark.parametrize("forks", [1, 30])
def test_a_letter_costs_the_same_with_many_letters_and_forks(
    forks: int, what: Callable[[Author], None]
) -> None:
    costs = []
    for reader, author in (table(40, 0), table(MANY, forks)):
        what(author)  # the first decision on a branch is weighed
        read(reader)
        costs.append(lines(partial(received, what, author, reader)))
    assert costs[1] <= 2 * costs[0]  # two dozen lines name each fork


def test_words_that_others_precede_are_not_folded_again() -> None:
    """The author of the lower seat writes words without naming what the other has said."""
    ana, blas = met()
    author, old = Author(ana, blas), blas.log.chain(1)[-1]
    while author.last.n < MANY:
        assert author.send(Says("x"), named=old) == "new"
    for number in range(5):
        blas.write(Says(f"{number}"))
    read(blas)

    def late() -> None:
        author.send(Says("y"), named=old)
        read(blas)

    cost, order = lines(late), blas.log.order()
    assert order[-6].parts == (Says("y"),)
    assert [one.part for one in blas.course.said[-6:]] == [one.parts[0] for one in order[-6:]]
    assert cost <= 1_500


def test_many_letters_at_once_are_drawn_together() -> None:
    """The first of them at once; and nothing is lost."""
    ana, blas = two()
    drawn: list[bool] = []
    blas.gathers, blas.side.changed = True, drawn.append
    for number in range(30):
        ana.side.talk.say(f"word {number}")
    assert len(drawn) <= 2 and len(blas.side.course.said) == 1
    for act in [*blas.due]:
        act()
    assert len(drawn) <= 4 and len(blas.side.course.said) == 30
