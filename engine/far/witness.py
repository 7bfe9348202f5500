"""Fold of a table's letters as a spectator sees it, for the certificate."""

from __future__ import annotations

from engine.core.contract import SPECTATOR
from engine.far.fold import Incident, LetterFold
from engine.far.group import Group
from engine.far.letter import Letter
from engine.far.terms import Terms


class Witness(LetterFold):
    """Fold that knows whose refused letters were made good."""

    def __init__(self, terms: Terms, group: Group | None = None) -> None:
        super().__init__(terms, SPECTATOR, group=group)

    def _reset(self) -> None:
        self._moved: dict[int, int] = {}  # by seat: its last letter that has changed anything
        super()._reset()

    def _take(self, letter: Letter) -> None:
        before = self._standing()
        super()._take(letter)
        if self._standing() != before and letter.digest not in self.refused:
            self._moved[letter.seat] = letter.n

    def _standing(self) -> tuple[int, ...]:
        """Return counts that change with every decision, contribution, accepted opening and step of
        a deck."""
        opened = sum(one.opener is not None for one in self.story.secrets.values())
        given = sum(map(len, self.given.values())) + self.dealing.steps
        return self.event_count, given, opened, self.rewound

    @property
    def authors(self) -> list[int]:
        """The seat of each letter."""
        return [one.seat for one in self._done]

    @property
    def rash(self) -> set[int]:
        """The seats that ever had a letter refused."""
        return {one.letter.seat for one in self.incidents if one.kind == "refused"}

    @property
    def broken(self) -> dict[int, Incident]:
        """By seat, its first refused letter that none of its later letters made good."""
        late = [
            one
            for one in self.incidents
            if one.kind == "refused" and one.letter.n > self._moved.get(one.letter.seat, -1)
        ]
        return {one.letter.seat: one for one in reversed(late)}
