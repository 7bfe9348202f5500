"""What a device writes by itself, from its letters and its clock: answers to claims, confirmations,
openings, and that it goes on from what the other seat has ended."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import TIME, Event
from engine.far.fold import LetterFold
from engine.far.letter import (
    ASKED,
    CONFIRMED,
    MAX_PARTS,
    EventsLetter,
    Letter,
    LetterPart,
    Parent,
    WordLetter,
)
from engine.far.log import Log
from engine.far.timing import MAX_FIGURE

PRESSED = {*(f"{one}{end}" for one in ASKED for end in ("?", "", "-no")), "off", "again"}
PRESSED -= {"time", "time-no"}  # which a device says by itself


def out_of_time(course: LetterFold, seat: int, used: int) -> bool:
    """Return whether a seat has to decide and has no time left. `used`: milliseconds of its running
    turn, as its device measures."""
    turn = course.turn
    mine = turn is not None and turn.seat == seat and not turn.owes
    return mine and turn is not None and not course.times.endless and used >= turn.left


def overdue(course: LetterFold, seat: int, now: int) -> bool:
    """Return whether the claim of a seat has waited long enough."""
    claim = course.claim
    mine = claim is not None and claim.seat == seat
    return mine and claim is not None and now >= claim.letter.at + course.times.patience


def ending(course: LetterFold, seat: int) -> EventsLetter:
    """Return the part by which a seat ends the game after its claim."""
    return EventsLetter(course.event_count, ((TIME, 1 - seat),))


def time_reply(
    course: LetterFold, seat: int, now: int, used: int, reads: bool
) -> LetterPart | None:
    """Return that the own time is over, the end after an own claim that nobody has answered, or the
    denial of the other's. `used`: see `out_of_time`; `reads`: whether no mail may be unread, since
    another device of this seat may have moved."""
    times, claim = course.times, course.claim
    if out_of_time(course, seat, used):
        return WordLetter("time", course.event_count) if reads else None
    if claim is None or claim.turn is None:
        return None
    if claim.seat == seat:
        ends = not times.endless and reads and overdue(course, seat, now)
        return ending(course, seat) if ends else None
    answered = not times.endless and times.denial(claim.turn) is not None
    if claim.letter.at > now or claim.turn.owes or answered:
        return None
    return WordLetter("time-no", min(used, MAX_FIGURE))


def confirmation(course: LetterFold, seat: int) -> LetterPart | None:
    """Return the confirmation of an accepted offer of this seat, if one is due."""
    offer = course.agreements.due(seat)
    return None if offer is None else WordLetter(f"{offer.what}!", offer.number)


def sees_end(course: LetterFold, seat: int) -> bool:
    """Return whether this device alone can see that the game is over, and has not said so."""
    mine = course.story.singly and course.match.viewer == seat
    if course.over or not mine or course.agreements.drawn_by(seat):  # then the word is not read
        return False
    return course.match.game.ended(course.match.state, seat)


def openings(course: LetterFold, seat: int) -> list[LetterPart]:
    """Return the openings that this device has to send now. None is read once the game `stands`."""
    if course.lost or course.stands or (course.over and not course.opens):
        return []
    return [course.own[n] for n in course.story.to_open(seat)[:MAX_PARTS]]


def pressed(letter: Letter) -> bool:
    """Return whether a player has pressed something for this letter."""
    return any(
        part.talk
        or (isinstance(part, EventsLetter) and all(one[0] != TIME for one in part.actions))
        or (isinstance(part, WordLetter) and part.word in PRESSED)
        for part in letter.parts
    )


def last_pressed(log: Log, seat: int) -> Letter | None:
    """Return the letter by which a seat was last played on some device; None: there is none."""
    return next(filter(pressed, reversed(log.chain(seat))), None)


def going_on(log: Log, course: LetterFold, seat: int) -> LetterPart | None:
    """Return the word that names what the other seat has ended, confirmed, or sent in two versions,
    if no letter of this seat does: no other letter can then take its place. Its parents are those
    of `going_on_from`."""
    chain, own = log.chain(1 - seat), log.chain(seat)
    new = chain[own[-1].seen if own else 0 :]
    finish = course.finish if course.ruling is None else None
    settles = any(
        letter is finish
        or any(isinstance(part, WordLetter) and part.word in CONFIRMED for part in letter.parts)
        for letter in new
    )
    forked = any(fork.one.seat != seat for fork in log.open_forks)
    return WordLetter("stands", course.event_count) if settles or forked else None


def going_on_from(log: Log, course: LetterFold, seat: int) -> tuple[Parent, ...]:
    """Return the parents of that word: the end of the game if there is one, else of two versions
    the one that came here first."""
    return log.heads() if course.over else log.heads_first(1 - seat)


def only_answers(course: LetterFold, events: Sequence[Event]) -> bool:
    """Return whether these decisions are no choice: they only answer the other's turn."""
    state = course.match.state.clone()
    for event in events:
        if state.automatic() != event.action:
            return False
        state.apply(event.action)
    return bool(events)
