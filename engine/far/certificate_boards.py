"""Result of a table, and lines of its certificate about secrets that are shown one by one and about
boards not proved."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import UNKNOWN
from engine.core.texts import Message, Param
from engine.far.evidence import Evidence, said
from engine.far.leaves import LeafPlace
from engine.far.letter import SEATS
from engine.far.story import LeafNote
from engine.far.witness import Witness


def proved(fold: Witness) -> bool:
    """Return whether the result no longer waits for a board or cards to be opened."""
    return fold.failed is not None or not fold.closed


def summary_of(fold: Witness) -> tuple[list[int], str]:
    """Return the summary of a table: letters that count by seat, and the result."""
    counts = [0] * len(fold.names)
    for seat in fold.authors:
        counts[seat] += 1
    over = fold.match.outcome()
    if fold.failed is not None:
        return counts, ("0-1", "1-0")[fold.failed] + " board"
    if over is not None:
        return counts, f"{over.score} {over.reason}"
    if fold.broken_off is not None:
        return counts, "* broken off"
    if fold.abandoned is not None:
        return counts, "* abandoned"
    if fold.forfeit is not None:
        return counts, ("0-1", "1-0")[fold.forfeit] + " time"
    if fold.story.ended_by is not None:
        return counts, ("0-1", "1-0")[fold.story.ended_by] + " over"
    return counts, "*"


def board_lines(evidence: Evidence, fold: Witness) -> Iterator[tuple[Message, bool]]:
    """Yield a line for each secret, from the letter that committed to it to the one that opened it,
    and whether it proves what it says."""
    for seat in range(SEATS):
        leaves = [one for one in sorted(fold.story.leaves.items()) if one[0].seat == seat]
        known = [one for one in leaves if one[1].value != UNKNOWN]
        for place, note in known:
            what = fold.match.game.secret_words(note.name, note.value)
            if what is not None:
                yield _line(evidence, place, note, what), True
        if hidden := len(leaves) - len(known):
            yield said("certificate.leaves", side=evidence.side(seat), n=hidden), False
    if (letter := fold.story.unproved) is not None:
        about: dict[str, Param] = {"side": evidence.side(letter.seat), "letter": letter.n + 1}
        yield said(f"certificate.board.{'over' if letter.n < 0 else 'false'}", about), False


def _line(evidence: Evidence, place: LeafPlace, note: LeafNote, what: Message) -> Message:
    about: dict[str, Param] = {
        "side": evidence.side(place.seat),
        "letter": place.n + 1,
        "leaf": place.number + 1,
        "what": what,
    }
    if note.opener < 0:
        return said("certificate.leaf", about)
    return said("certificate.leaf.shown", about, opener=note.opener + 1)
