"""Several files of one table, as both players and a spectator have saved them, merged into one.

Whoever saves a file decides what is in it. Letters that one file lacks and another has count like
those of a device that has received both (engine/far/log.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.steps import Steps
from engine.core.texts import Message
from engine.far.certificate import certify
from engine.far.crypto import Verifier
from engine.far.evidence import Evidence, said, wrong
from engine.far.group import Group
from engine.far.letter import SEATS
from engine.far.log import Log
from engine.far.order import sorted_letters
from engine.far.tablefile import TableFile, read_table
from engine.far.terms import open_invitation


def merged(
    texts: Sequence[str], crypto: Verifier, group: Group | None = None, now: int | None = None
) -> Steps[tuple[str, list[list[Message]]]]:
    """Return the text of the merged file, and what each file lacked of it.

    `texts`: at least one, each of which its own checks have found valid. Raises Invalid for files
    of different tables."""
    files = [read_table(text) for text in texts]
    terms = open_invitation(files[0].invitation)
    if any(file.invitation != terms.word for file in files):
        raise wrong("invitation", "tables")
    log = Log(terms, crypto)
    for letter in sorted_letters({data for file in files for data in file.letters}):
        log.receive(letter, trusted=True)  # the checks of each file have verified it
    text = yield from certify(log, _measures(files, log), group, now)
    return text, [_lacking(file, log) for file in files]


def _measures(files: Sequence[TableFile], log: Log) -> list[Any] | None:
    """Return what the device of each seat has measured, of letters that count: the first file of a
    seat that has any."""
    found: dict[int, Any] = {}
    for file in files:
        value = [] if file.measures is None else file.measures
        for one in value if isinstance(value, list) else [value]:
            chain = log.chain(1 - one["seat"])
            known = [n < len(chain) and chain[n].data in file.letters for n, *_ in one["letters"]]
            rows = [row for row, good in zip(one["letters"], known, strict=True) if good]
            found.setdefault(one["seat"], {"seat": one["seat"], "letters": rows})
    return [found[seat] for seat in sorted(found)] if found else None


def _lacking(file: TableFile, log: Log) -> list[Message]:
    """Return a message for each seat of which a file lacks letters."""
    here, evidence, found = set(file.letters), Evidence(log.terms), []
    for seat in range(SEATS):
        missing = [one.n for one in log.kept() if one.seat == seat and one.data not in here]
        if missing:
            about = {"n": len(missing), "letter": min(missing) + 1}
            found.append(said("certificate.lacked", about, side=evidence.side(seat)))
    return found
