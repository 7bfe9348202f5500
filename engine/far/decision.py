"""A device's own decisions as the parts of its next letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import Action
from engine.far.closed import commitment, public, salt
from engine.far.leaves import SecretWalk, leaf_salt, leaves_of
from engine.far.letter import Closed, EventsLetter, Leaves, LetterPart, Open, Shown
from engine.far.own_copy import copied
from engine.far.story import DeviceMatch


class LetterDecision(NamedTuple):
    """Parts of a letter, and the opening of what it hides, to be stored before it is sent; None if
    it hides nothing."""

    parts: tuple[LetterPart, ...]
    opening: Open | None


def decision(
    story: DeviceMatch, seed: bytes, seat: int, n: int, actions: tuple[Action, ...], used: int = 0
) -> LetterDecision:
    """Return the parts of letter number `n` of this device's seat, with these decisions.

    `seed`: the seat's, from which all salts derive; `used`: its own time, in milliseconds."""
    match, table = story.match, story.table
    told = public(match, seat, actions)
    parts: list[LetterPart] = [EventsLetter(story.event_count, told, used)]
    if not match.game.opens_singly or story.whole:
        hidden: Sequence[object] = ()
        hides, openings = told != actions, []
    else:
        walk = SecretWalk(match.game, story.newest, seat, n).follow(match.state.clone(), actions)
        hidden, hides = walk.hidden, bool(walk.hidden)
        places = [place for place, _ in walk.shown if place is not None]
        openings = [
            Shown(one.n, one.number, leaf_salt(salt(seed, table, one.n), one.number))
            for one in places
        ]
    opening = Open(n, salt(seed, table, n), actions) if hides else None
    if opening is not None:
        parts.append(Closed(commitment(table, seat, opening)))
        if hidden:
            parts.append(Leaves(tuple(leaves_of(table, seat, n, opening.salt, hidden))))
        parts.append(copied(opening.salt, match.state, actions))
    return LetterDecision((*parts, *openings), opening)
