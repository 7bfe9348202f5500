"""Happenings of sieges: how they begin and end, and the steps of an execution in order (rulebook,
4.9–4.21)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.scene import Item
from engine.core.telling import Change, Happening, Value, through
from engine.core.texts import Message
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import FORTRESS, KINDS, KING, LETTERS, NAMES, UNITS, ring_of
from engine.games.cotadrez.rules.state import BESIEGERS, EXCHANGE
from engine.games.cotadrez.table.event_context import CotadrezTale, is_kind, listed, to
from engine.games.cotadrez.table.scene import unit_label
from engine.games.cotadrez.table.words import executable
from engine.games.cotadrez.text.notation import counts_before, siege_counts

ENDS = ("broken", "fewer", "left")  # changes that leave fewer besiegers


def news(t: CotadrezTale) -> list[Happening]:
    """Return what a complete turn changed in both sieges: every change of the number of besiegers.
    After an execution the end of the siege is not repeated."""
    told = []
    was, now = counts_before(t.before), siege_counts(t.after)
    for half in (0, 1):  # the besieging one
        key = _news_key(was[half], now[half], t.after.side == half)
        if key == "confirmed" and t.after.result is None and not executable(t.after):
            key = "barred"
        if key == "first" and not sum(t.after.reserves[1 - half]):
            key = "first_empty"
        if key and (key not in ENDS or t.event.action[0] != "siege"):
            told.append(_state(t, key, half, now[half]))
    return told


def _news_key(was: int, now: int, to_move: bool) -> str:
    if was < BESIEGERS <= now:
        return "alert"
    if now < BESIEGERS <= was:
        return "broken"
    if now >= BESIEGERS and to_move:
        return "confirmed"
    if now < was:
        return "fewer" if now else "left"
    return "first" if was < now < BESIEGERS else ""


def _state(t: CotadrezTale, key: str, half: int, count: int) -> Happening:
    """Return the happening of a siege's change, on the ring squares; its item shows the number of
    besiegers out of two."""
    clause = "4.9" if key in ("first", "first_empty", "left") else "4.10"
    words = Message(f"tell.siege.{key}", clause, who=t.of(half), rival=t.of(1 - half), n=count)
    doer = t.before.side if key in ENDS else half
    return t.say(
        "siege", words, *ring_of(t.after.t.forts[1 - half]), shown=(_count(half, count),), side=doer
    )


def _count(half: int, count: int) -> Item:
    return Item(
        "fortress",
        unit_label(1 - half, FORTRESS),
        side=1 - half,
        letter=LETTERS[FORTRESS],
        value=min(count, BESIEGERS),
        maximum=BESIEGERS,
        note=Message("note.besiegers", n=count),
    )


# -- the execution -------------------------------------------------------------------------------


def execution(t: CotadrezTale) -> list[Happening]:
    """Return the happenings of an execution: rescue, return of the besiegers and, if the besieged
    side has no choice, the loss of its Reserve."""
    mine, its = t.side, 1 - t.side
    rescued = t.event.action[1]
    who, rival = t.of(mine), t.of(its)
    squares = besiegers(t.before.t, t.before.board, mine)
    ring = ring_of(t.before.t.forts[its])
    told = [t.say("siege", Message("tell.execute", "4.12", who=who, rival=rival), *ring)]
    freed, back = _freed(t.stock("reserve", mine), rescued)
    stock = sum(t.before.reserves[mine])
    if rescued:
        count = {"before": stock, "left": stock + 1}
        words = Message("tell.rescue", "4.13", who=who, whom=to(rescued), rival=rival, **count)
        changes = (*t.stock("dungeon", its), *freed)
        told.append(t.say("meter", words, changes=changes, shown=_counted(freed)))
    told += _home(t, squares, back, stock + bool(rescued))
    if t.after.frame() == EXCHANGE:
        return told
    return told + _lost(t, its, sum(t.before.reserves[its]))


def _home(
    t: CotadrezTale, squares: Sequence[int], back: tuple[Change, ...], stock: int
) -> list[Happening]:
    """Return a move home for each besieger; all but the first are asides. `stock`: the units in
    the reserve before."""
    kinds = [t.kind(square) for square in squares]
    count = {"before": stock, "left": stock + len(kinds)}
    words = Message("tell.home", "4.14", who=t.of(t.side), units=listed(kinds), **count)
    fort = t.before.t.forts[t.side]
    last = len(squares) - 1
    return [
        t.say(
            "move",
            words,
            square,
            fort,
            changes=(*t.at(square), *(back if number == last else ())),
            aside=number > 0,
        )
        for number, square in enumerate(squares)
    ]


def _freed(
    changes: tuple[Change, ...], rescued: int
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Split the Reserve's changes in two: by the rescued unit, then by the returning besiegers."""
    freed: list[Change] = []
    back: list[Change] = []
    for change in changes:
        stage = change.before
        if rescued and is_kind(change, rescued):
            stage = _number(stage) + 1
        first, second = through(change, stage)
        freed += first
        back += second
    return tuple(freed), tuple(back)


def exchange(t: CotadrezTale) -> list[Happening]:
    """Return the happenings of the besieged side's answer and its losses."""
    half = t.side
    if t.event.action[0] == "decline":
        none = t.say("offer", Message("tell.saves_none", "4.17", who=t.who))
        return [none, *_lost(t, half, sum(t.before.reserves[half]))]
    kind, square = t.event.action[1:3]
    out: list[Change] = []
    rest: list[Change] = []
    for change in t.stock("reserve", half):
        stage = change.before
        if is_kind(change, kind) and isinstance(stage, int):
            stage = stage - 1 or None
        first, second = through(change, stage)
        out += first
        rest += second
    key = "tell.king_out" if kind == KING else "tell.saves"
    stock = sum(t.before.reserves[half])
    words = Message(
        key,
        "4.15" if kind == KING else "4.17",
        who=t.who,
        whom=to(kind),
        goal=NAMES[square],
        before=stock,
        left=stock - 1,
    )
    fort = t.before.t.forts[half]
    saved = t.say("move", words, fort, square, changes=(*t.at(square), *out))
    return [saved, *_lost(t, half, stock - 1, tuple(rest))]


def _lost(
    t: CotadrezTale, half: int, stock: int, changes: tuple[Change, ...] = ()
) -> list[Happening]:
    """Return the happenings of the besieged Reserve's loss; a King in it dies. `stock`: the units
    in it before."""
    left = (*changes, *t.stock("reserve", half))
    changes = (*left, *t.stock("dungeon", 1 - half))
    told = []
    if t.after.dungeons[1 - half][KING]:
        death = tuple(change for change in changes if is_kind(change, KING))
        changes = tuple(change for change in changes if change not in death)
        words = Message("tell.siege_death", "4.16", who=t.of(half))
        fort = t.after.t.forts[half]
        told.append(t.say("take", words, fort, changes=death, side=1 - half))
    kinds = [
        kind
        for kind in UNITS[KING:]
        for _ in range(t.after.dungeons[1 - half][kind] - t.before.dungeons[1 - half][kind])
    ]
    if kinds:
        words = Message(
            "tell.lost",
            "4.19",
            who=t.of(half),
            rival=t.of(1 - half),
            units=listed(kinds),
            before=stock,
            left=sum(t.after.reserves[half]),
        )
        shown = _counted(tuple(change for change in left if change in changes))
        told.append(t.say("meter", words, changes=changes, shown=shown, side=1 - half))
    return told


def _counted(changes: tuple[Change, ...]) -> tuple[Item, ...]:
    """Return an item for each changed count of a Reserve, with its old and new value."""
    out = []
    for change in changes:
        _, _, glyph, letter, side, _ = change.key
        steps = Message("note.steps", start=_number(change.before), goal=_number(change.after))
        label = unit_label(int(side), KINDS[letter])
        out.append(Item(glyph, label, side=int(side), letter=letter, note=steps))
    return tuple(out)


def _number(value: Value | None) -> int:
    return value if isinstance(value, int) else 0
