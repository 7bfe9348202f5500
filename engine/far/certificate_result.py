"""Result of a table in its certificate, and what the letters cannot prove, in words.

Whoever writes a file may leave out the last letters of the other player. So a loss on time that the
loser has not stated himself shows only that these letters have no answer of his.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import RESIGN
from engine.core.texts import Message
from engine.far.evidence import Evidence, Lines, note, ok, said
from engine.far.letter import SEATS, WordLetter
from engine.far.witness import Witness
from engine.match.clock import NO_CLOCK

LOST = ("0-1", "1-0")  # scores, by the seat that has lost


def proved(fold: Witness) -> bool:
    """Return whether the result no longer waits for a board or cards to be opened."""
    return fold.failed is not None or not fold.closed


def summary_of(fold: Witness) -> tuple[list[int], str]:
    """Return the summary of a table: letters that count by seat, and the result."""
    return [fold.authors.count(seat) for seat in range(SEATS)], _score(fold)


def _score(fold: Witness) -> str:
    over = fold.match.outcome()
    if fold.failed is not None:
        return f"{LOST[fold.failed]} board"
    if over is not None:
        return f"{over.score} {over.reason}"
    if fold.broken_off is not None:
        return "* broken off"
    if fold.abandoned is not None:
        return "* abandoned"
    if fold.forfeit is not None:
        return f"{LOST[fold.forfeit]} time"
    return "*" if fold.story.ended_by is None else f"{LOST[fold.story.ended_by]} over"


def result_lines(evidence: Evidence, fold: Witness) -> Lines:
    """Yield how the game ended, or what it waits for, and whose board or cards are not proved."""
    over, side = fold.match.outcome(), evidence.side
    if (loser := fold.failed) is not None:
        key = "certificate.won.cards" if evidence.terms.info.has_deck else "certificate.won.board"
        yield ok("rules", key, side=side(1 - loser), lost=side(loser))
    elif (loser := silent(evidence, fold)) is not None:
        sides = {"side": side(1 - loser), "lost": side(loser)}
        yield note("rules", "certificate.won.silence", sides, score=LOST[loser])
    elif over is not None and over.winner is None:
        why = Message(f"table.reason.{over.reason}")
        yield ok("rules", "certificate.drawn", score=over.score, why=why)
    elif over is not None and over.winner is not None:
        why = said(f"table.reason.{over.reason}", rival=side(1 - over.winner))
        yield ok("rules", "certificate.won", side=side(over.winner), score=over.score, why=why)
    elif fold.broken_off is not None:
        yield note("rules", "certificate.broken")
    elif fold.abandoned is not None:
        yield note("rules", "certificate.abandoned", lost=side(fold.abandoned))
    elif (loser := fold.forfeit) is not None:
        yield ok("rules", "certificate.won.time", side=side(1 - loser), lost=side(loser))
    elif (loser := fold.story.ended_by) is not None:
        yield ok("rules", "certificate.won.over", side=side(1 - loser), lost=side(loser))
    elif (player := fold.match.state.current_player()) >= 0:
        yield note("rules", "certificate.turn", side=side(player))
    else:
        yield note("rules", "certificate.waits")
    for seat in fold.closed:
        yield note("rules", "certificate.not_proved", side=side(seat))


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
    for about in ("people", "both", "help", "dates"):
        yield said(f"certificate.unproved.{about}")
    for one in fold.story.secrets.values():
        if one.opener is None:
            yield said("certificate.unproved.closed", evidence.about(one))
    for seat in fold.dealing.closed:
        yield said("certificate.unproved.deck", side=evidence.side(seat))
    if evidence.terms.past:
        yield said("certificate.unproved.past")
    if not fold.over:
        yield said("certificate.unproved.open")
    if any(event.action[0] == RESIGN for event in fold.events[-1:]):
        yield said("certificate.unproved.resign")
    if evidence.terms.clock != NO_CLOCK:
        yield said("certificate.unproved.measures")
