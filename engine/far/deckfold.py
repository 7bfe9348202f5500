"""Shared decks in the fold of a table's letters: steps that arrive, draws that wait for them."""

from __future__ import annotations

from abc import abstractmethod

from engine.core.hidden import CardDraw
from engine.far.dealing import Dealing
from engine.far.deck import BadStep
from engine.far.group import Product
from engine.far.letter import SEED, Chance, DeckStep
from engine.far.story import DeviceMatch, Refused


class DeckFold:
    """Part of `engine.far.course.LetterFold`, which has the letters and all else."""

    seat: int
    story: DeviceMatch
    dealing: Dealing
    riding: list[Chance | DeckStep]  # own steps and contributions to send with the next letter
    draws: int
    _place: int
    _least: int  # public events that no takeback may cross: a card was shown or drawn

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def stands(self) -> bool: ...

    @property
    @abstractmethod
    def at_chance(self) -> bool: ...

    @abstractmethod
    def _settle(self) -> None: ...

    @property
    def drawn(self) -> CardDraw | None:
        """The draw from a shared deck that is due now."""
        at_draw = self.at_chance and not self.stands
        return self.story.match.game.draws(self.story.match.state) if at_draw else None

    def _deck(self, seat: int, part: DeckStep) -> None:
        """Accept a step of a shared deck. Raises Refused."""
        if seat == self.seat and part in self.riding:
            self.riding.remove(part)
            return
        try:
            if part.what == SEED:
                self.dealing.take_seed(seat, part.items[0])
            elif self.over:
                return  # the game ended meanwhile
            else:
                for _ in self.dealing.take(seat, part, lambda: self.drawn):
                    self._settle()
        except BadStep as why:
            raise Refused(str(why)) from None

    def foresee_keys(self) -> bool:
        """Release this seat's keys of the draws that are due before they are sent, and return True,
        if this seat decides after them: one letter then carries both."""
        drawn, state = self.drawn, self.story.match.state
        if drawn is None or not self.dealing.comes_next(state, drawn):
            return False
        for part in self.dealing.due(state, drawn):
            self._deck(self.seat, part)
            self.riding.append(part)
        return True

    def deck_work(self) -> list[Product]:
        """Return the products that `deck_steps` needs, if they are many."""
        drawn = None if self.over else self.drawn
        return [] if drawn is None else self.dealing.work(drawn)

    def deck_steps(self) -> list[DeckStep]:
        """Return the steps of a shared deck that this device has to send now: passes and keys, or
        its seed when the game is over."""
        if self.over:
            return self.dealing.opening()
        return [] if self.drawn is None else self.dealing.due(self.story.match.state, self.drawn)

    def _deal(self, drawn: CardDraw) -> bool:
        """Settle the draw that is due; return False if it waits."""
        self.draws += self._place > 0
        self._place = 0
        self._least = self.story.event_count
        found = self.dealing.settle(self.story.match.state, drawn)
        if found is None:
            return False
        self.story.dealt = True
        self.story.settle(found)
        return True
