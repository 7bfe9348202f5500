"""Happenings of an event of Cotadrez.

Before the reveal only the viewer's own deployment has changes. Sieges and executions are told in
sieges.py.
"""

from __future__ import annotations

from engine.core.contract import Event
from engine.core.telling import Difference, Happening, Telling
from engine.core.texts import Message
from engine.games.cotadrez.rules.attacks import attacked_squares
from engine.games.cotadrez.rules.movement import units_of
from engine.games.cotadrez.rules.pieces import (
    DRAGON,
    ELEPHANT,
    KING,
    MOUNTAIN,
    NAMES,
    code,
    fortress_squares,
    half_of_row,
)
from engine.games.cotadrez.rules.state import MARCH, CotadrezState
from engine.games.cotadrez.table import sieges
from engine.games.cotadrez.table.event_context import CotadrezTale, the, to


def happenings(
    difference: Difference, before: CotadrezState, event: Event, after: CotadrezState
) -> Telling:
    """Return what happens in an event, and take the changes it tells out of `difference`."""
    tale = CotadrezTale(difference, before, event, after)
    told = _TOLD[event.action[0]](tale)
    if before.battle and after.turns > before.turns:
        told += [*sieges.news(tale), *_check(tale)]
    elif after.battle and not before.battle:
        told += _check(tale)
    return tuple(told)


# -- deployment ----------------------------------------------------------------------------------


def _fortress(t: CotadrezTale) -> list[Happening]:
    squares = fortress_squares(t.event.action[1])
    words = Message("tell.fortress", who=t.who, start=NAMES[squares[0]], goal=NAMES[squares[-1]])
    return [t.say("place", words, *squares, changes=t.at(*squares))]


def _half(t: CotadrezTale) -> list[Happening]:
    """Return the happening of J1's hidden Fortress, of which only the half is known."""
    words = Message("tell.half", "2.13", who=t.who, half=Message(f"half.{t.event.action[1]}"))
    return [t.say("place", words)]


def _unit(t: CotadrezTale) -> list[Happening]:
    kind, square = t.event.action[1:]
    words = Message("tell.unit", who=t.who, what=the(kind), goal=NAMES[square])
    return [t.say("place", words, square, changes=t.at(square))]


def _mountain(t: CotadrezTale) -> list[Happening]:
    square = t.event.action[1]
    words = Message("tell.unit", who=t.who, what=the(MOUNTAIN), goal=NAMES[square])
    return [t.say("place", words, square, changes=t.at(square))]


def _ready(t: CotadrezTale) -> list[Happening]:
    return [t.say("pass", Message("tell.ready", who=t.who))]


def _reveal(t: CotadrezTale) -> list[Happening]:
    """Return the reveal, then for each half its Fortress, its units and the size of its Reserve."""
    told = [t.say("turn", Message("tell.reveal", "2.9"))]
    state = t.after
    for half in (state.j1, 1 - state.j1):
        units = units_of(state.board, half)
        fort = fortress_squares(state.t.forts[half])
        waiting = state.reserves[half]
        words = Message(
            "tell.revealed.hidden" if waiting[KING] else "tell.revealed",
            who=t.of(half),
            start=NAMES[fort[0]],
            goal=NAMES[fort[-1]],
            n=len(units),
            rest=sum(waiting),
        )
        land = t.at(*(square for square in range(100) if half_of_row(square // 10) == half))
        changes = (*land, *t.stock("reserve", half))
        told.append(t.say("place", words, *fort, *units, changes=changes, side=half))
    return told


# -- turns ---------------------------------------------------------------------------------------


def _step(t: CotadrezTale) -> list[Happening]:
    origin, target = t.event.action[1:3]
    kind, taken = t.kind(origin), t.kind(target)
    verb, clause = "captures" if taken else "goes", ""
    if _is_thick(taken, kind):
        verb, clause = "thick", "3.10"
    elif t.before.frame() == MARCH:
        verb, clause = "captures_too" if taken else "goes_too", "3.3"
    words = Message(
        f"tell.{verb}",
        clause,
        who=t.who,
        what=the(kind),
        whom=to(taken) if taken else "",
        start=NAMES[origin],
        goal=NAMES[target],
    )
    changes = (*t.at(origin, target), *t.stock("dungeon", t.side))
    return [t.say("take" if taken else "move", words, origin, target, changes=changes)]


def _is_thick(taken: int, taker: int) -> bool:
    """Return whether an elephant was taken by two attackers together, not by a dragon."""
    return taken == ELEPHANT and taker != DRAGON


def _fire(t: CotadrezTale) -> list[Happening]:
    """Return the happening of a shot; a scorpion's bolt may take a second unit by piercing."""
    origin, first, *second = t.event.action[1:]
    kind, taken = t.kind(origin), t.kind(first)
    verb, clause = "fire", ""
    if second:
        verb, clause = "pierce", "3.14"
    elif _is_thick(taken, kind):
        verb, clause = "fire_thick", "3.10"
    words = Message(
        f"tell.{verb}",
        clause,
        who=t.who,
        what=the(kind),
        start=NAMES[origin],
        whom=to(taken),
        goal=NAMES[first],
        then=to(t.kind(second[0])) if second else "",
        there=NAMES[second[0]] if second else "",
    )
    changes = (*t.at(first, *second), *t.stock("dungeon", t.side))
    return [t.say("shoot", words, origin, first, *second, changes=changes)]


def _relay(t: CotadrezTale) -> list[Happening]:
    lancer, partner = t.event.action[1:3]
    words = Message(
        "tell.relay",
        "3.5",
        who=t.who,
        whom=to(t.kind(partner)),
        start=NAMES[lancer],
        goal=NAMES[partner],
    )
    return [t.say("move", words, lancer, partner, changes=t.at(lancer, partner))]


def _reinforce(t: CotadrezTale) -> list[Happening]:
    kind, square = t.event.action[1:3]
    before, left = (sum(state.reserves[t.side]) for state in (t.before, t.after))
    words = Message(
        "tell.reinforce",
        "4.7",
        who=t.who,
        what=the(kind),
        goal=NAMES[square],
        before=before,
        left=left,
    )
    changes = (*t.at(square), *t.stock("reserve", t.side))
    return [t.say("place", words, square, changes=changes)]


def _stop(t: CotadrezTale) -> list[Happening]:
    return [t.say("pass", Message("tell.stop", "4.6", who=t.who))]


def _pass(t: CotadrezTale) -> list[Happening]:
    return [t.say("pass", Message("tell.pass", "4.3", who=t.who))]


def _check(t: CotadrezTale) -> list[Happening]:
    """Return the happening of a check on the side to move, with its attackers; else nothing."""
    state = t.after
    half = state.side
    if state.result is not None or not state.in_check(half):
        return []
    king = state.board.find(code(half, KING))
    enemies = units_of(state.board, 1 - half)
    sources = [s for s in enemies if king in attacked_squares(state.t, state.board, s)]
    words = Message(
        "tell.check",
        "5.1",
        who=t.of(half),
        what=the(state.board[sources[0]] & 15),
        start=NAMES[sources[0]],
        goal=NAMES[king],
        n=len(sources),
    )
    return [t.say("turn", words, *sources, king, side=1 - half)]


_TOLD = {
    "fortress": _fortress,
    "half": _half,
    "unit": _unit,
    "mountain": _mountain,
    "ready": _ready,
    "reveal": _reveal,
    "step": _step,
    "fire": _fire,
    "relay": _relay,
    "reinforce": _reinforce,
    "stop": _stop,
    "pass": _pass,
    "siege": sieges.execution,
    "save": sieges.exchange,
    "decline": sieges.exchange,
}
