"""Lines of a certificate about time: claims, ends on time, and what one device has measured.

Measures are a part of the file: {"measures": {"seat": 0, "letters": [[number, without, arrived,
lag], …]}}, the letters being those of the other seat (engine/far/timing.py, `Measure`). A merged
file may have a list with one of these of each seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.far.dates import date_of, span_of
from engine.far.evidence import Evidence, Lines, note, wrong
from engine.far.letter import Letter
from engine.far.timing import LOST, REFUSED, Measure
from engine.far.witness import Witness

_MOST = 1 << 48


def claim_lines(evidence: Evidence, fold: Witness) -> Lines:
    """Yield a line for each claim, denial and end of the game on time."""
    kind = "quiet" if fold.times.endless else "claim"
    for claim in fold.times.claims:
        about, date = evidence.about(claim.letter), date_of(claim.letter.at)
        yield note("dates", f"certificate.{kind}.{claim.verdict}", about, date=date)
    for denial in fold.times.denials:
        about = evidence.about(denial.letter)
        yield note("dates", f"certificate.{kind}.denied", about, time=span_of(denial.used))
    for end in fold.times.ends:
        about = evidence.about(end.letter)
        if end.answer is not None:
            about |= {"other": evidence.side(end.answer.seat), "answer": end.answer.n + 1}
        stands = end.verdict == REFUSED and end.answer is not None
        yield note("dates", f"certificate.end.{'answered' if stands else end.verdict}", about)
    if fold.ruling is not None and fold.ruling.verdict == LOST:
        accepted = "accepted" if fold.conceded else "silent"
        yield note("dates", f"certificate.end.{accepted}", side=evidence.side(fold.ruling.loser))


def measures_of(seat: int, found: Mapping[bytes, Measure], letters: Sequence[Letter]) -> Any:
    """Return the part of a file with what the device of `seat` has measured, by digest."""
    rows = [[one.n, *found[one.digest]] for one in letters if one.digest in found]
    return {"seat": seat, "letters": rows}


def measure_lines(evidence: Evidence, fold: Witness, value: object) -> Lines:
    """Yield what was measured, and each turn whose stated time does not fit. Raises Invalid."""
    parts = [_read(evidence, one) for one in (value if isinstance(value, list) else [value])]
    if not 0 < len(parts) == len({seat for seat, _ in parts}):
        raise wrong("dates", "measures")
    for seat, rows in parts:
        yield from _device_lines(evidence, fold, seat, rows)


def _device_lines(
    evidence: Evidence, fold: Witness, seat: int, rows: Mapping[int, Measure]
) -> Lines:
    """Yield what the device of a seat has measured of the other seat's letters, by number."""
    yield note("dates", "certificate.measures", side=evidence.side(seat), n=len(rows))
    for turn in fold.times.turns:
        last = turn.ended
        if last is None or last.seat == seat or last.seat != turn.seat or last.n not in rows:
            continue
        measure, used = rows[last.n], turn.used
        if used is not None and turn.giver.seat == seat and measure.doubts(turn.began, used):
            came = span_of(max(0, measure.arrived - turn.began))
            about = evidence.about(last)
            yield note("dates", "certificate.measures.doubt", about, says=span_of(used), came=came)


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
