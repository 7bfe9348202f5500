"""Offers, answers and chat of a far table.

Whatever a player presses while the mail is still being fetched is written after that: this may be
an old copy of a table that was played on elsewhere, and a letter written now would be a fork.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.far.agreement import Offer
from engine.far.letter import MAX_SAID, LetterPart, WordLetter

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

MOST_LATER = 8


class Talk:
    """Writer of the offers, answers and chat messages of one seat."""

    def __init__(self, play: FarTable, said: Callable[[str], LetterPart]) -> None:
        """`said`: returns a chat message as a part of a letter."""
        self._play, self._said = play, said
        self._later: list[Callable[[], None]] = []

    def soon(self, act: Callable[[], None]) -> None:
        """Run `act` once the mail has been fetched, usually at once."""
        if not self._play.fetching:
            act()
            self._play.send()
        elif len(self._later) < MOST_LATER:
            self._later.append(act)
            self._play.changed(False)

    def catch_up(self) -> None:
        """Run the acts that waited for the mail."""
        later, self._later = self._later, []
        for act in later:
            act()

    @property
    def waits(self) -> bool:
        return bool(self._later)

    def offer(self, what: str) -> None:
        """Offer a `draw`, a takeback of one's last turn (`back`) or to continue here (`home`)."""

        def write() -> None:
            if self.may_offer(what):
                self._play.write(WordLetter(f"{what}?", self.number(what, self._play.me)))

        self.soon(write)

    def may_offer(self, what: str) -> bool:
        play = self._play
        if not play.met or play.course.agreements.offer is not None or not play.may_decide:
            return False
        return not play.course.over and play.course.may_offer(what, self.number(what, play.me))

    def number(self, what: str, seat: int) -> int:
        """Return the number that goes with an offer: the count of public events, or for `back` the
        count before this seat's last turn (−1 if it has had none)."""
        course = self._play.course
        if what != "back":
            return course.event_count
        events = course.events
        last = max((n for n, one in enumerate(events) if one.actor == seat), default=-1)
        while last > 0 and events[last - 1].actor == seat:
            last -= 1
        return -1 if last < 0 else course.story.public_count(last)

    def asked(self) -> Offer | None:
        """Return the opponent's open offer that this seat can answer, else None."""
        play, agreements = self._play, self._play.course.agreements
        offer = agreements.offer if agreements.accepted is None and play.may_decide else None
        return offer if offer is not None and offer.seat != play.me else None

    def answer(self, yes: bool) -> None:
        asked = self.asked()

        def write() -> None:
            offer = self.asked()
            if offer is not None and offer == asked:
                word = offer.what if yes else f"{offer.what}-no"
                self._play.write(WordLetter(word, offer.number))

        self.soon(write)

    def may_say(self) -> bool:
        """Return whether chat is allowed: the last letters of a table are reserved for moves."""
        play = self._play
        return play.may_decide and play.met and not play.log.crowded(play.me)

    def say(self, text: str) -> None:
        text = " ".join(text.split())[:MAX_SAID]

        def write() -> None:
            if text and self.may_say():
                self._play.write(self._said(text))

        self.soon(write)

    def note_hint(self) -> None:
        """Tell the other that this player uses a hint, once for each position."""
        play = self._play

        def write() -> None:
            number = play.course.event_count
            if play.may_decide and play.met and number not in play.course.hints.get(play.me, ()):
                play.write(WordLetter("hint", number))

        if play.seat.terms.friendly:
            self.soon(write)
