"""Certificate of a far table: what its letters prove, a line for each check, and what they do not.

Checked, in this order: the file; the invitation, whose hash is the table's id; keys and signatures;
numbers, parents and order of the letters; their dates; hidden decisions against their openings;
shuffles and hands of shared decks against the opened seeds; contributions to chance back to the
published ends of the chains, and each outcome; claims, takebacks and branches; every decision
through the rules; the file's summary. The first failure ends the checks.

What a device would have refused is shown as its author's and changes nothing. It makes the file
invalid only if the game cannot go on until it is made good, or if letters of both seats were
refused: then somebody built on what no device accepts. A board that does not fit its commitments is
not proved after the end, and loses. While a board or cards of a seat that has not lost are closed,
the file is valid so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.contract import CHANCE, SPECTATOR, Event, State
from engine.core.errors import BadLink
from engine.core.steps import Step, Steps
from engine.core.texts import Message, Param, plain_name
from engine.far.certificate_result import proved, result_lines, summary_of, unproved
from engine.far.certificate_secrets import board_lines, closed_lines, deck_lines
from engine.far.certificate_times import claim_lines, measure_lines
from engine.far.chance import outcome, step
from engine.far.crypto import Verifier
from engine.far.dates import date_of, span_of
from engine.far.evidence import (
    FAILED,
    Check,
    Evidence,
    Invalid,
    Lines,
    branch_letters,
    gather,
    legal,
    note,
    ok,
    said,
    seated,
    wrong,
)
from engine.far.forks import settled
from engine.far.group import Group
from engine.far.letter import SEATS, Accept, Letter
from engine.far.log import Log
from engine.far.tablefile import TableFile, pack_table, read_table
from engine.far.terms import Terms, open_invitation
from engine.far.witness import Witness
from engine.match.clock import NO_CLOCK

VALID, SO_FAR, INVALID = "valid", "valid so far", "invalid"
_BATCH = 16  # letters folded between two steps


@dataclass
class Certificate:
    """Result of the checks. `unproved`: what the letters cannot show; `game_id`: "" if unknown;
    `accepted`: both seats are taken."""

    checks: list[Check] = field(default_factory=list)
    unproved: list[Message] = field(default_factory=list)
    status: str = INVALID
    game_id: str = ""
    terms: Terms | None = None
    accepted: bool = False

    @property
    def failure(self) -> Check | None:
        return next((one for one in self.checks if one.result == FAILED), None)


@dataclass
class Findings:
    """Input of the checks: the letters, their fold, the file, and the reader's clock."""

    evidence: Evidence
    witness: Witness
    file: TableFile
    now: int | None = None


def examine(
    text: str, crypto: Verifier, group: Group | None = None, now: int | None = None
) -> Steps[Certificate]:
    """Check the text of a file step by step. Never raises for a bad file. `group`: for games with a
    shared deck; `now`: the reader's clock, milliseconds since 1970, ahead of which claims do not
    count; None: all count."""
    found = Certificate()
    try:
        yield from _examine(text, crypto, group, now, found)
    except Invalid as why:
        found.checks.append(Check(why.group, why.message, FAILED))
        found.status, found.unproved = INVALID, []
    except Exception:  # rules may fail in any way on forged data
        found.checks.append(Check("rules", said("certificate.bad.rules"), FAILED))
        found.status, found.unproved = INVALID, []
    return found


def certify(
    log: Log, measures: Any = None, group: Group | None = None, now: int | None = None
) -> Steps[str]:
    """Return the file of a table with its summary, from a device's log. `measures`: of devices
    (`certificate_times`); `now`: as in `examine`."""
    witness = Witness(log.terms, group)
    yield from _fold(witness, log.order(), 0, now)
    letters = [*log.order(), *branch_letters(log)]
    return pack_table(log.terms.word, letters, summary_of(witness), measures)


def certified(
    log: Log,
    crypto: Verifier,
    measures: Any = None,
    group: Group | None = None,
    now: int | None = None,
) -> Steps[tuple[str, Certificate]]:
    """Return the file of a device's table and its checks."""
    text = yield from certify(log, measures, group, now)
    return text, (yield from examine(text, crypto, group, now))


def read_certificate(
    text: str, crypto: Verifier, group: Group | None = None, now: int | None = None
) -> Steps[tuple[str, Certificate]]:
    """Return the text of a foreign file and its checks."""
    return text, (yield from examine(text, crypto, group, now))


def _fold(witness: Witness, letters: list[Letter], done: int, now: int | None) -> Iterator[Step]:
    for end in range(_BATCH, len(letters) + _BATCH, _BATCH):
        witness.fold(letters[:end], now)
        yield Step(done + min(end, len(letters)))
    for number, _ in enumerate(witness.judging()):
        yield Step(done + len(letters) + number)


def _examine(
    text: str, crypto: Verifier, group: Group | None, now: int | None, found: Certificate
) -> Iterator[Step]:
    file, terms = _opened(text)
    found.game_id, found.terms = terms.game_id, terms
    found.checks.append(ok("file", "certificate.file", n=len(file.letters)))
    found.checks += _invitation(terms)
    evidence = Evidence(terms)
    for number, _ in enumerate(gather(evidence, file, crypto)):
        yield Step(number)
    found.accepted = len(evidence.keys) == SEATS
    found.checks += _seats(evidence)
    witness = Witness(terms, group)
    yield from _fold(witness, evidence.order, len(file.letters), now)
    findings = Findings(evidence, witness, file, now)
    for check in _lines(findings):
        if check is not None:
            found.checks.append(check)
        yield Step(2 * len(file.letters) + len(found.checks))
    found.status = VALID if witness.over and proved(witness) else SO_FAR
    found.unproved = list(unproved(evidence, witness))


def _opened(text: str) -> tuple[TableFile, Terms]:
    """Return the file and its terms. Raises Invalid."""
    try:
        file = read_table(text)
    except BadLink as why:
        raise Invalid("file", why.message) from None
    try:
        terms = open_invitation(file.invitation)
    except BadLink as why:
        raise wrong("invitation", "invitation", why=why.message) from None
    if terms.old:
        raise wrong("invitation", "old")
    return file, terms


def _lines(findings: Findings) -> Iterator[Check | None]:
    """Yield the checks of what the letters contain, and None for a step without a line. Raises
    Invalid."""
    evidence, witness = findings.evidence, findings.witness
    yield from _dates(findings)
    yield from claim_lines(evidence, witness)
    yield from closed_lines(evidence, witness)
    yield from deck_lines(evidence, witness)
    yield from board_lines(evidence, witness)
    yield from _chains(findings)
    yield from _incidents(findings)
    yield from _branches(findings)
    yield from _replay(findings)
    yield from result_lines(evidence, witness)
    if findings.file.measures is not None:
        yield from measure_lines(evidence, witness, findings.file.measures)
    yield from _summary(findings)


# -- table and seats -------------------------------------------------------------------------------


def _invitation(terms: Terms) -> Lines:
    info, id_ = terms.info, terms.id.hex()
    yield ok("invitation", "certificate.table", id=id_, game=info.title, rules=terms.rules)
    for name, value in terms.options_now().items():
        option = Message(f"option.{name}")
        shown = Message(f"option.{name}.{value}") if isinstance(value, str) else str(value)
        yield ok("invitation", "certificate.option", option=option, value=shown)
    days, minutes, seconds, _ = terms.clock
    if terms.clock.bank:
        hours, more, most = terms.clock.bank
        yield ok("invitation", "certificate.clock.bank", h=hours, more=more, most=24 * most)
    elif days:
        yield ok("invitation", "certificate.clock.days", n=days)
    elif minutes:
        yield ok("invitation", "certificate.clock", m=minutes, s=seconds)
    for seat, left in enumerate(terms.left):
        side = Message(f"side.{info.sides[seat]}")
        yield note("invitation", "certificate.begins", side=side, time=span_of(left))
    if terms.past:
        count = len(terms.match().events)
        yield note("invitation", "certificate.past", n=count)
    if terms.friendly:
        yield note("invitation", "certificate.friendly")


def _seats(evidence: Evidence) -> Lines:
    terms = evidence.terms
    names = {terms.seat: plain_name(terms.name)}
    for one in evidence.order:
        if one.join is not None:
            names[one.seat] = plain_name(one.join.name)
    for seat, key in sorted(evidence.keys.items()):
        how = "invited" if seat == terms.seat else "accepted"
        about: dict[str, Param] = {"side": evidence.side(seat), "name": names.get(seat) or "–"}
        yield ok("signatures", f"certificate.seat.{how}", about, key=key.hex())
        if signed := evidence.signed.get(seat, 0):
            yield ok("signatures", "certificate.signed", side=evidence.side(seat), n=signed)
    for one in evidence.candidates:
        if one.join is not None:
            yield note("signatures", "certificate.candidate", name=plain_name(one.join.name) or "–")
    if len(evidence.keys) < SEATS:
        yield note("signatures", "certificate.free")
    yield ok("order", "certificate.order", n=len(evidence.order))


# -- dates -----------------------------------------------------------------------------------------


def _dates(findings: Findings) -> Lines:
    evidence, witness = findings.evidence, findings.witness
    if not evidence.order:
        return
    at = [letter.at for letter in evidence.order]
    yield ok("dates", "certificate.dates", first=date_of(min(at)), last=date_of(max(at)))
    if findings.now is not None and witness.times.due is not None:
        yield note("dates", "certificate.ahead", date=date_of(findings.now))
    for seat, spent in sorted(witness.spent.items()):
        if evidence.terms.clock == NO_CLOCK:
            continue
        used: dict[str, Param] = {"time": span_of(sum(spent)), "most": span_of(max(spent))}
        yield ok("dates", "certificate.used", used, side=evidence.side(seat), n=len(spent))
        if evidence.terms.clock.minutes:
            left = span_of(witness.left(seat))
            yield ok("dates", "certificate.left", side=evidence.side(seat), time=left)


# -- chance ----------------------------------------------------------------------------------------


def _chains(findings: Findings) -> Lines:
    """Verify each chain from its published end, then every outcome. Raises Invalid."""
    evidence, witness = findings.evidence, findings.witness
    for seat, given in sorted(witness.given.items()):
        link = witness.ends.get(seat, b"")
        for number, one in enumerate(given, 1):
            if step(one) != link:
                raise wrong("chance", "chain", side=evidence.side(seat), number=number)
            link = one
        if given:
            side, end = evidence.side(seat), witness.ends[seat].hex()
            yield ok("chance", "certificate.chain", side=side, hash=end, n=len(given))
    yield from _draws(findings)


def _draws(findings: Findings) -> Lines:
    """Yield a line for each die, coin and card, drawn again from the contributions."""
    witness = findings.witness
    match, game = witness.match, witness.match.game
    state, draw, place = match.start.clone(), 0, 0
    given = [witness.given.get(seat, []) for seat in range(len(witness.names))]
    begun = len(findings.evidence.terms.match().events)
    for number, event in enumerate(match.events):
        before, drawn = state.clone(), False
        if event.actor != CHANCE or number < begun:
            draw, place = draw + (place > 0), 0
        elif game.draws(state) is not None:
            draw, place = draw + (place > 0), 0
        elif not game.shows(state, event):
            links = [one[draw] for one in given if draw < len(one)]
            if len(links) < len(given) or outcome(state, links, place) != event.action:
                raise wrong("chance", "draw", number=draw + 1)
            place, drawn = place + 1, True
        state.apply(event.action)
        if drawn:
            what = _told(findings, before, event, state)
            yield ok("chance", "certificate.draw", number=draw + 1, event=number + 1, what=what)


def _told(findings: Findings, before: State, event: Event, after: State) -> Message:
    """Return what an event does, in the game's words, with sides instead of players' names."""
    game, viewer = findings.witness.match.game, SPECTATOR
    if findings.witness.story.whole:
        before, after = before.observation(viewer), after.observation(viewer)
    return seated(findings.evidence, game.tell(before, event, after, viewer)[0].words)


# -- offers, claims, branches ----------------------------------------------------------------------


def _incidents(findings: Findings) -> Lines:
    evidence = findings.evidence
    for one in findings.witness.incidents:
        about = evidence.about(one.letter)
        if one.kind == "refused":
            why = said(f"certificate.why.{one.why}")
            yield note("course", "certificate.refused", about, why=why)
        elif one.kind == "engine" and not one.number:
            yield note("course", "certificate.person", about)
        elif one.kind == "forfeit":
            lost = evidence.side(one.number)
            yield ok("course", "certificate.forfeit", about, lost=lost)
        else:
            line = ok if one.kind in ("back", "draw.agreed") else note
            yield line("course", f"certificate.{one.kind}", about, number=one.number)
    broken, rash = findings.witness.broken, findings.witness.rash
    if rash and (len(rash) > 1 or (broken and not findings.witness.over)):
        first = next(one for one in findings.witness.incidents if one.kind == "refused")
        if len(rash) == 1:
            (first,) = broken.values()
        why = said(f"certificate.why.{first.why}")
        group = {"opening": "secrets", "chance": "chance", "closed": "secrets"}.get(first.why)
        raise wrong(group or "rules", "refused", evidence.about(first.letter), why=why)


def _branches(findings: Findings) -> Lines:
    """Yield a line for each fork: which branch counts, and why."""
    evidence = findings.evidence
    others = {letter.digest for letter in evidence.branches}
    for letter in evidence.branches:
        if letter.own not in others:
            why = settled(evidence.order, evidence.branches, letter)
            why = why if letter.part(Accept) is None else "seated"
            yield note("course", f"certificate.fork.{why}", evidence.about(letter))


# -- rules and result ------------------------------------------------------------------------------


def _replay(findings: Findings) -> Lines:
    """Play every event through the rules again, by its author. Raises Invalid."""
    witness = findings.witness
    match = witness.match
    state = match.start.clone()
    for number, event in enumerate(match.events, 1):
        if witness.story.whole and not legal(state, event):
            raise wrong("rules", "illegal", number=number)
        state.apply(event.action)
    if state.key() != match.state.key():
        raise wrong("rules", "position")
    key = "certificate.replay" if witness.story.whole else "certificate.replay.partly"
    yield ok("rules", key, n=len(match.events))


def _summary(findings: Findings) -> Lines:
    stated = findings.file.summary
    if stated is None:
        yield note("summary", "certificate.summary.none")
        return
    counts, result = summary_of(findings.witness)
    if stated[0] != tuple(counts):
        raise wrong("summary", "summary.letters")
    if stated[1] != result and stated[1] not in _otherwise(findings):
        raise wrong("summary", "summary.result", stated=stated[1], found=result)
    yield ok("summary", "certificate.summary", result=result)


def _otherwise(findings: Findings) -> set[str]:
    """Return the results by clocks at which no claim, or every claim, has come."""
    found, one = set[str](), findings.witness
    for now in (0, None) if one.times.noted else ():
        witness = Witness(one.terms, one.group)
        witness.fold(findings.evidence.order, now)
        found.add(summary_of(witness)[1])
    return found
