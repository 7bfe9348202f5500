"""Fold of a table's letters that records what happened in each, for the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from engine.core.contract import DRAW, SPECTATOR
from engine.far.fold import LetterFold
from engine.far.group import Group
from engine.far.letter import Letter
from engine.far.log import Log
from engine.far.terms import Terms


class Incident(NamedTuple):
    """What a letter did, as a key of the catalogue below `certificate.`, with a number if it has
    one: `back` (taken back to event
    `number`), `draw.agreed`, `home`, `engine` (level), `hint` (events before
    it), `forfeit` (seat that lost), `over`, `refused`."""

    kind: str
    letter: Letter
    number: int = 0
    why: str = ""


class _Prefix:
    """The first letters of a log, for `LetterFold.follow`."""

    def __init__(self, letters: Sequence[Letter]) -> None:
        self._letters = list(letters)

    def order(self) -> list[Letter]:
        return self._letters


class Witness(LetterFold):
    """Fold as a spectator sees it. `broken`: by seat, its first refused letter that none of its
    later letters made good; `rash`: seats that ever had a letter refused; `authors`: seat of each
    letter."""

    def __init__(self, terms: Terms, group: Group | None = None) -> None:
        super().__init__(terms, SPECTATOR, group=group)

    def _reset(self) -> None:
        self.incidents: list[Incident] = []
        self.broken: dict[int, Incident] = {}
        self.rash: set[int] = set()
        self.authors: list[int] = []
        self._letters: dict[bytes, Letter] = {}
        super()._reset()

    def read(self, letters: Sequence[Letter]) -> None:
        """Fold these letters, which begin with those folded before."""
        self.follow(cast(Log, _Prefix(letters)))

    def _take(self, letter: Letter) -> None:
        self._letters[letter.digest] = letter
        self.authors.append(letter.seat)
        known, before = set(self.refused), self._standing()
        rewound, engines = self.rewound, dict(self.engines)
        hints = {seat: set(found) for seat, found in self.hints.items()}
        home, forfeit, events = self.home, self.forfeit, self.event_count
        ended_by = self.story.ended_by
        super()._take(letter)
        for digest in self.refused.keys() - known:
            self._refuse(self._letters[digest], self.refused[digest])
        if self._standing() != before and letter.digest not in self.refused:
            self.broken.pop(letter.seat, None)
        if self.rewound != rewound:
            self._note("back", letter, self.event_count)
        elif self.event_count > events and self.events[-1].action == (DRAW,):
            self._note("draw.agreed", letter)
        if self.home is not None and home is None:
            self._note("home", letter)
        if self.engines != engines:
            self._note("engine", letter, self.engines[letter.seat])
        for number in self.hints.get(letter.seat, set()) - hints.get(letter.seat, set()):
            self._note("hint", letter, number)
        if self.forfeit is not None and forfeit is None:
            self._note("forfeit", letter, self.forfeit)
        if self.story.ended_by is not None and ended_by is None:
            self._note("over", letter)

    def _note(self, kind: str, letter: Letter, number: int = 0, why: str = "") -> None:
        self.incidents.append(Incident(kind, letter, number, why))

    def _refuse(self, letter: Letter, why: str) -> None:
        self._note("refused", letter, why=why)
        self.broken.setdefault(letter.seat, self.incidents[-1])
        self.rash.add(letter.seat)

    def _standing(self) -> tuple[int, ...]:
        """Return counts that change with every decision, contribution, accepted opening and step of
        a deck."""
        opened = sum(one.opener is not None for one in self.story.secrets()) + self.dealing.steps
        return self.event_count, sum(map(len, self.given.values())), opened, self.rewound
