"""Agreements of the two seats: a draw, a takeback, to go on at one device.

An agreement is an offer, its acceptance, and the confirmation that the offerer's device sends by
itself. Only with that it counts, and only then is anything opened or played anew. An offer lapses
with the next decision of either seat. A decision of the offerer before his confirmation voids the
acceptance. Who has accepted is bound: no decision of his counts before the confirmation; if the
acceptance was voided, his next one has to name the decision that did so, as every decision has to.
Who has accepted a draw cannot lose by a word of his own either: the other may have read "draw".
"""

from __future__ import annotations

from typing import NamedTuple

from engine.far.letter import Letter, WordLetter
from engine.far.timing import names


class Offer(NamedTuple):
    """Open request of a seat. `what`: `draw`, `back` (takeback to `number` events) or `home`: to
    continue the game on its device alone."""

    what: str
    seat: int
    number: int


class Agreements:
    """`offer`: the open one; `accepted`: its acceptance, while the confirmation is due; `declined`:
    the last declined offer, until the next decision."""

    def __init__(self) -> None:
        self.offer: Offer | None = None
        self.accepted: Letter | None = None
        self.declined: Offer | None = None
        self._asked: Letter | None = None  # the letter of the offer

    def ask(self, letter: Letter, offer: Offer) -> None:
        """Note an offer; it replaces an open one that nobody has accepted."""
        if self.accepted is None:
            self.offer, self._asked, self.declined = offer, letter, None

    def answer(self, letter: Letter, part: WordLetter) -> None:
        """Note the acceptance or refusal of the other seat's offer; ignored if it fits none."""
        offer, asked = self.offer, self._asked
        what = part.word.removesuffix("-no")
        if offer is None or asked is None or self.accepted is not None:
            return
        fits = (offer.what, offer.number) == (what, part.number) and offer.seat != letter.seat
        if not fits or not names(letter, asked):
            return
        if part.word.endswith("-no"):
            self.offer, self.declined = None, offer
        else:
            self.accepted = letter

    def due(self, seat: int) -> Offer | None:
        """Return the accepted offer that this seat has to confirm; None: there is none."""
        offer = self.offer
        return offer if self.accepted is not None and offer and offer.seat == seat else None

    def confirm(self, letter: Letter, part: WordLetter) -> Offer | None:
        """Return the offer that this letter confirms and so closes; None if it fits none."""
        offer, accepted = self.due(letter.seat), self.accepted
        if offer is None or accepted is None or not names(letter, accepted):
            return None
        if (f"{offer.what}!", offer.number) != (part.word, part.number):
            return None
        self.close()
        return offer

    def drawn_by(self, seat: int) -> bool:
        """Return whether this seat has accepted a draw that the other has not confirmed."""
        accepted, offer = self.accepted, self.offer
        waits = accepted is not None and accepted.seat == seat
        return waits and offer is not None and offer.what == "draw"

    def binds(self, letter: Letter) -> bool:
        """Return whether a decision in this letter does not count because of an acceptance."""
        return self.accepted is not None and letter.seat == self.accepted.seat

    def close(self) -> None:
        self.offer = self.accepted = self.declined = self._asked = None
