"""Lines of a certificate about time: claims, ends on time, and what one device has measured.

Measures are a part of the file: {"measures": {"seat": 0, "letters": [[number, without, arrived,
lag], …]}}, the letters being those of the other seat (engine/far/timing.py, `Measure`). A merged
file may have a list with one of these of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.texts import Message
from engine.far.dates import date_of, span_of
from engine.far.evidence import Evidence, said, wrong
from engine.far.letter import Letter
from engine.far.timing import LOST, Measure
from engine.far.witness import Witness

MEASURES = "measures"
_MOST = 1 << 48


def claim_lines(evidence: Evidence, fold: Witness) -> Iterator[Message]:
    """Yield a line for each claim, denial and end of the game on time."""
    for claim in fold.times.claims:
        about, date = evidence.about(claim.letter), date_of(claim.letter.at)
        yield said(f"certificate.claim.{claim.verdict}", about, date=date)
        if (used := fold.times.denied.get(claim.letter.digest)) is not None:
            other = evidence.side(1 - claim.seat)
            yield said("certificate.claim.denied", side=other, time=span_of(used))
    for end in fold.times.ends:
        about = evidence.about(end.letter)
        if end.move is not None:
            about |= {"other": evidence.side(end.move.seat), "move": end.move.n + 1}
        late = end.verdict == LOST and end.move is not None
        yield said(f"certificate.end.{'lost.late' if late else end.verdict}", about)


def measures_of(seat: int, found: Mapping[bytes, Measure], letters: Sequence[Letter]) -> Any:
    """Return the part of a file with what the device of `seat` has measured, by digest."""
    rows = [[one.n, *found[one.digest]] for one in letters if one.digest in found]
    return {"seat": seat, "letters": rows}


def measure_lines(evidence: Evidence, fold: Witness, value: object) -> Iterator[Message]:
    """Yield what was measured, and each turn whose date does not fit. Raises Invalid."""
    parts = [_read(evidence, one) for one in (value if isinstance(value, list) else [value])]
    if not 0 < len(parts) == len({seat for seat, _ in parts}):
        raise wrong("dates", "measures")
    for seat, rows in parts:
        yield from _device_lines(evidence, fold, seat, rows)


def _device_lines(
    evidence: Evidence, fold: Witness, seat: int, rows: Mapping[int, Measure]
) -> Iterator[Message]:
    """Yield what the device of a seat has measured of the other seat's letters, by number."""
    yield said("certificate.measures", side=evidence.side(seat), n=len(rows))
    for turn in fold.times.turns:
        last = turn.ended
        if last is None or last.seat == seat or last.seat != turn.seat or last.n not in rows:
            continue
        measure = rows[last.n]
        if measure.doubts(turn.began, last.at):
            came = max(0, measure.arrived - measure.lag - turn.began)
            says = span_of(last.at - turn.began)
            about = evidence.about(last)
            yield said("certificate.measures.doubt", about, says=says, came=span_of(came))


def _read(evidence: Evidence, value: object) -> tuple[int, dict[int, Measure]]:
    counts = {seat: sum(one.seat == seat for one in evidence.order) for seat in (0, 1)}
    match value:
        case {"seat": int() as seat, "letters": list() as rows, **rest} if not rest:
            if seat in (0, 1) and all(map(_good, rows)):
                found = {row[0]: Measure(*row[1:]) for row in rows}
                if len(found) == len(rows) and all(n < counts[1 - seat] for n in found):
                    return seat, found
    raise wrong("dates", "measures")


def _good(row: object) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 4
        and all(type(one) is int and abs(one) < _MOST for one in row)
        and min(row[:3]) >= 0
    )
