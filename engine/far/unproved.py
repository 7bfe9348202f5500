"""What a certificate cannot prove, in words, and wins that rest on silence.

Whoever writes a file may leave out the last letters of the other player. So a loss on time that the
loser has not stated himself shows only that these letters have no answer of his.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import RESIGN
from engine.core.texts import Message, Param
from engine.far.certificate_decks import closed_decks
from engine.far.evidence import Evidence, said
from engine.far.letter import WordLetter
from engine.far.witness import Witness
from engine.match.clock import NO_CLOCK


def silent(evidence: Evidence, fold: Witness) -> int | None:
    """Return the seat that has lost on time while no letter of its own says so."""
    over, loser = fold.match.outcome(), fold.forfeit
    if over is not None and over.reason == "time" and over.winner is not None:
        loser = 1 - over.winner
    if loser is None or fold.failed is not None:
        return None
    own = (one for one in evidence.order if one.seat == loser)
    stated = any(
        isinstance(part, WordLetter) and part.word == "time" for one in own for part in one.parts
    )
    return None if stated else loser


def unproved(evidence: Evidence, fold: Witness) -> Iterator[Message]:
    """Yield a sentence for each thing that the letters cannot show."""
    if (loser := silent(evidence, fold)) is not None:
        yield said("certificate.unproved.silence", side=evidence.side(loser))
    yield said("certificate.unproved.people")
    yield said("certificate.unproved.both")
    yield said("certificate.unproved.help")
    yield said("certificate.unproved.dates")
    for one in fold.story.secrets():
        if not one.opener:
            about: dict[str, Param] = {"side": evidence.side(one.seat), "letter": one.n + 1}
            yield said("certificate.unproved.closed", about)
    yield from closed_decks(evidence, fold)
    if evidence.terms.past:
        yield said("certificate.unproved.past")
    if not fold.over:
        yield said("certificate.unproved.open")
    if any(event.action[0] == RESIGN for event in fold.events[-1:]):
        yield said("certificate.unproved.resign")
    if evidence.terms.clock != NO_CLOCK:
        yield said("certificate.unproved.measures")
