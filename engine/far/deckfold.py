"""Shared decks in the fold of a table's letters: steps that arrive, draws that wait for them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from engine.core.hidden import CardDraw
from engine.far.dealing import Dealing
from engine.far.deck import BadStep, Deck, computed
from engine.far.deckproof import Guilt, deck_guilt, draw_guilt, play_guilt, proof_work
from engine.far.group import Product
from engine.far.letter import SEATS, SEED, Chance, DeckStep
from engine.far.story import DeviceMatch, Refused
from engine.far.terms import Terms
from engine.match.match import Match


class DeckFold:
    """LetterPart of `engine.far.fold.LetterFold`, which has the letters and all else.

    `convicted`: what an opened seed has proved while the game went on, which ends it; `guilt`: the
    same, or what both seeds prove after the end, once `judge` has been called.
    """

    terms: Terms
    seat: int
    story: DeviceMatch
    dealing: Dealing
    riding: list[Chance | DeckStep]  # own steps and contributions to send with the next letter
    draws: int
    guilt: Guilt | None
    convicted: Guilt | None
    forfeit: int | None
    _judged: dict[int, int]  # by deck, with how many opened seeds it was judged
    _place: int
    _least: int  # public events that no takeback may cross: a card was shown or drawn

    @property
    @abstractmethod
    def match(self) -> Match: ...

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def opens(self) -> bool: ...

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
                self._open_seed(seat, part.items[0])
            elif self.over:
                return  # the game ended meanwhile
            else:
                for _ in self.dealing.take(seat, part, lambda: self.drawn):
                    self._settle()
        except BadStep as why:
            raise Refused(str(why)) from None

    # -- what is opened and proved ---------------------------------------------------------------

    def _open_seed(self, seat: int, seed: bytes) -> None:
        self.dealing.take_seed(seat, seed)
        if not self.over:
            self.guilt = self.convicted = draw_guilt(self.dealing, seat)

    @property
    def unjudged(self) -> Deck | None:
        """The next deck to judge; None: all are judged, or none can be."""
        if not self.over or self.guilt is not None:
            return None
        seeds = len(self.dealing.seeds)
        decks = (one for one in self.dealing.decks if self._judged.get(one.number, 0) < seeds)
        return next(decks, None)

    def proof_work(self) -> list[Product]:
        """Return the products that `judge` needs next."""
        deck = self.unjudged
        return [] if deck is None else proof_work(self.dealing, deck)

    def judge(self) -> bool:
        """Compute the next deck again from the opened seeds, and return True; when all are done,
        play the game again with the true hands. Return False if there was nothing to do."""
        deck, dealing = self.unjudged, self.dealing
        if deck is None:
            return False
        self.guilt = deck_guilt(dealing, deck)
        self._judged[deck.number] = len(dealing.seeds)
        if self.unjudged is None and self.guilt is None and not dealing.closed:
            self.guilt = play_guilt(dealing, self.match, self.terms.match())
        return True

    def judging(self) -> Iterator[None]:
        """Judge all decks, yielding after each product."""
        while (deck := self.unjudged) is not None:
            for one in proof_work(self.dealing, deck):
                computed(deck.group, [one])
                yield
            self.judge()

    @property
    def unopened(self) -> list[int]:
        """The seats that have not opened the seeds of their cards after the end of the game."""
        return self.dealing.closed if self.over else []

    @property
    def failed(self) -> int | None:
        """The seat that has not proved its board or cards, and so has lost: what it opened does not
        fit what it had committed to, shuffled or played."""
        unproved = self.story.unproved or self.guilt
        return None if unproved is None else unproved.seat

    @property
    def loser(self) -> int | None:
        """The seat that has lost, by the board, by time or by its own word; None: nobody yet."""
        outcome = self.match.outcome()
        if outcome is not None:
            return None if outcome.winner is None else 1 - outcome.winner
        return self.story.ended_by if self.forfeit is None else self.forfeit

    @property
    def closed(self) -> list[int]:
        """The seats that must open their board or cards before the result is proved: all but the
        loser's, whose board changes nothing."""
        ended = self.match.over or self.loser is not None
        if not ended or self.failed is not None:
            return []
        boards = range(SEATS) if self.story.singly else ()
        owing = {*self.unopened, *(seat for seat in boards if self.story.to_open(seat))}
        return sorted(owing - {self.loser})

    # -- steps ---------------------------------------------------------------------------------

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
            return self.dealing.opening() if self.opens else []
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
