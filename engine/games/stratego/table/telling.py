"""Happenings of Stratego's events.

They name only types that the viewer's observations and the event as received contain; any other
piece is a hidden one. Fights are in `duel`.
"""

from __future__ import annotations

from engine.core.contract import RESIGN, TIME, UNKNOWN, Event
from engine.core.scene import Item
from engine.core.telling import Difference, Face, Happening, Telling
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.pieces import (
    GLYPHS,
    HIDDEN,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table import duel
from engine.games.stratego.table.event_context import StrategoTale, the, to_whose, whose
from engine.games.stratego.text.notation import notes_of


def happenings(
    difference: Difference, before: StrategoState, event: Event, after: StrategoState
) -> Telling:
    """Return the happenings of an event (Game.happenings)."""
    tale = StrategoTale(difference, before, event, after)
    return (*_TOLD[event.action[0]](tale), *_closing(tale))


def table_happenings(difference: Difference, event: Event, after: StrategoState) -> Telling:
    """Return the happenings of a resignation, a loss on time or a draw (Game.table_happenings): the
    army of the side vanishes, or the end uncovers everything."""
    verb = event.action[0]
    told = []
    if verb in (RESIGN, TIME):
        side = event.action[1]
        words = Message(f"tell.{verb}", who=player_name(side))
        told = [Happening("pass", words, side=side), *_gone(difference, side)]
    return (*told, *_uncovered(difference, after))


# -- set-up --------------------------------------------------------------------------------------


def _put(t: StrategoTale) -> list[Happening]:
    kind = t.event.action[1]
    cell = t.before.game.tables.homes[t.before.turn][t.before.placed]
    goal = t.name(cell)
    if not kind:
        return [t.say("pass", Message("tell.empty", who=t.who, goal=goal), cell)]
    words = Message("tell.put", who=t.who, what=the(kind), goal=goal)
    return [t.say("place", words, cell, changes=t.at(cell))]


def _ready(t: StrategoTale) -> list[Happening]:
    return [t.say("pass", Message("tell.ready", who=t.who))]


def _open(t: StrategoTale) -> list[Happening]:
    """Return the happening of an army that appears, face down."""
    cells = [
        c for c, piece in enumerate(t.after.board) if piece and owner_of(piece) == t.event.actor
    ]
    words = Message("tell.open", who=t.who, n=len(cells))
    return [t.say("place", words, *cells, changes=t.at(*cells))]


# -- actions -------------------------------------------------------------------------------------


def _move(t: StrategoTale) -> list[Happening]:
    origin, target = t.event.action[1:3]
    words = Message(
        "tell.goes",
        who=t.who,
        what=the(t.kind(origin)),
        start=t.name(origin),
        goal=t.name(target),
    )
    return [t.say("move", words, origin, target, changes=t.at(origin))]


def _attack(t: StrategoTale) -> list[Happening]:
    origin, target = t.event.action[1:3]
    words = Message(
        "tell.attack",
        who=t.who,
        what=the(t.kind(origin)),
        whom=to_whose(t.kind(target), t.owner(target)),
        start=t.name(origin),
        goal=t.name(target),
    )
    return [t.say("offer", words, origin, target)]


def _relay(t: StrategoTale) -> list[Happening]:
    a, b = t.event.action[1:3]
    words = Message(
        "tell.relay",
        "5.27",
        who=t.who,
        one=the(t.kind(a)),
        start=t.name(a),
        two=the(t.kind(b)),
        goal=t.name(b),
    )
    return [t.say("move", words, a, b, changes=t.at(a, b))]


def _buy(t: StrategoTale) -> list[Happening]:
    kind, cell = t.event.action[1:3]
    words = Message("tell.buy", "5.26", who=t.who, what=the(kind), goal=t.name(cell))
    return [*_points(t), t.say("place", words, cell, changes=t.at(cell))]


def _points(t: StrategoTale) -> list[Happening]:
    """Return the points that were won by a capture or paid for a rescue."""
    out = []
    for side, (old, new) in enumerate(zip(t.before.pts, t.after.pts, strict=True)):
        if old != new:
            key = "tell.points.won" if new > old else "tell.points.paid"
            words = Message(key, "5.26", who=player_name(side), n=abs(new - old), now=new)
            steps = Message("note.steps", start=old, goal=new)
            item = Item("", Message("tell.points"), side=side, value=new, note=steps)
            out.append(t.say("meter", words, shown=(item,), side=side))
    return out


# -- combat --------------------------------------------------------------------------------------


def _stand(t: StrategoTale) -> list[Happening]:
    return [t.say("offer", Message("tell.stand", who=t.who), t.before.act[1])]


def _desert(t: StrategoTale) -> list[Happening]:
    origin, target = t.before.act[:2]
    what = whose(t.kind(target), t.event.actor)
    words = Message("tell.desert", "5.28", what=what, goal=t.name(target))
    way = t.at(origin)
    changes = (*t.at(target), *t.difference.numbers(f"lost{t.event.actor}"))
    gone = t.say("take", words, target, changes=changes)
    return [gone, duel.advance(t, t.kind(origin), way)]


def _show(t: StrategoTale) -> list[Happening]:
    """Return what the attacker shows, then at the second `show` the fight and the points."""
    if t.before.asked == "show2":
        return [*duel.fight(t), *_points(t)]
    origin = t.before.act[0]
    kind = notes_of(t.event.action).get("type", (t.kind(origin),))[0]
    if t.before.game.shows_survivor and t.before.game.shows_removed:
        words = Message("tell.show", "6.3", who=t.who, what=the(kind))
        return [t.say("turn", words, origin, changes=t.at(origin), aside=True)]
    return [t.say("offer", Message("tell.covered", "6.3", who=t.who), origin, aside=True)]


# -- promotion and rescue ------------------------------------------------------------------------


def _accept(t: StrategoTale) -> list[Happening]:
    cell = t.before.act[1]
    old = t.kind(cell)
    new = notes_of(t.event.action).get("type", (old + 1,))[0]
    words = Message(
        f"tell.{t.before.asked}",
        "5.22",
        what=whose(old, t.event.actor),
        new=Message(f"a.{GLYPHS[new]}"),
        goal=t.name(cell),
    )
    return [t.say("turn", words, cell, changes=t.at(cell))]


def _decline(t: StrategoTale) -> list[Happening]:
    key = "tell.no_rescue" if t.before.asked == "rear" else "tell.no_rise"
    return [t.say("offer", Message(key, who=t.who), t.before.act[1])]


def _closed(t: StrategoTale) -> list[Happening]:
    """Return the happening of an answer that is hidden from the viewer."""
    return [t.say("offer", Message("tell.closed", "6.5", who=t.who), t.before.act[1])]


def _back(t: StrategoTale) -> list[Happening]:
    kind, cell = t.event.action[1:3]
    what = the(HIDDEN if kind == UNKNOWN else kind)
    words = Message("tell.back", "5.25", who=t.who, what=what, goal=t.name(cell))
    rescuer = t.before.act[1]
    return [t.say("place", words, cell, changes=t.at(cell, rescuer))]


# -- the end of a turn ---------------------------------------------------------------------------


def _out(t: StrategoTale) -> list[Happening]:
    words = Message("tell.out", "4.4", who=t.who)
    return [t.say("pass", words), *_gone(t.difference, t.event.actor)]


def _end(t: StrategoTale) -> list[Happening]:
    return []


def _closing(t: StrategoTale) -> list[Happening]:
    """Return who is out, who misses a turn, and what the end uncovers."""
    told = []
    for side in notes_of(t.event.action).get("gone", ()):
        told += _gone(t.difference, side)
    if t.after.turns > t.before.turns and t.after.result is None:
        for side in t.after.skipped:
            words = Message("tell.skipped", "5.27", who=player_name(side))
            told.append(t.say("pass", words, side=side))
    return [*told, *_uncovered(t.difference, t.after)]


def _gone(difference: Difference, side: int) -> list[Happening]:
    """Return the removal of the army of a side that is out."""
    changes = difference.take(
        lambda c: c.after is None and isinstance(c.before, Face) and c.before.side == side
    )
    squares = tuple(c.before.square for c in changes if isinstance(c.before, Face))
    words = Message("tell.gone", "4.3", who=player_name(side))
    return [Happening("take", words, changes, squares, side=side)] if changes else []


def _uncovered(difference: Difference, after: StrategoState) -> list[Happening]:
    """Return what the end of the game uncovers."""
    changes = difference.take(lambda change: True) if after.result is not None else ()
    return [Happening("turn", Message("tell.uncovered", "4.9"), changes)] if changes else []


_TOLD = {
    "put": _put,
    "ready": _ready,
    "open": _open,
    "move": _move,
    "attack": _attack,
    "relay": _relay,
    "buy": _buy,
    "stand": _stand,
    "desert": _desert,
    "show": _show,
    "accept": _accept,
    "decline": _decline,
    "closed": _closed,
    "back": _back,
    "out": _out,
    "end": _end,
}
