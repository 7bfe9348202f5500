"""Happenings of an event of Rilatria, in order: the action itself, then each change of a reserve
with its cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.core.contract import Action, Event
from engine.core.scene import Item
from engine.core.telling import Change, Difference, Happening, Telling, item_key
from engine.core.texts import Message, player_name
from engine.games.rilatria.rules.horoscope import PURSE, TOKEN
from engine.games.rilatria.rules.pieces import GLYPHS, HERO, NAMES
from engine.games.rilatria.rules.reserve import (
    TOKENS,
    TOP,
    VITALITY,
    WORDS,
    ReserveStep,
    Shift,
    coin_treaty,
)
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.table.areas import (
    FACES,
    PICTURES,
    STOPS,
    card_name,
    card_picture,
)
from engine.games.rilatria.table.briefs import briefly
from engine.games.rilatria.table.rewards import card_effect


def happenings(
    difference: Difference, before: RilatriaState, event: Event, after: RilatriaState
) -> Telling:
    """Return what happens in an event, and take the changes it tells out of `difference`."""
    first = _FIRST[event.action[0]](difference, before, event.action)
    new = before.turn_index() != after.turn_index()  # `story` starts again with each turn
    told = list(_steps(before, after.story if new else after.story[len(before.story) :]))
    if new:
        told = [replace(one, opens=True) for one in told]
    difference.numbers("reserve0", "reserve1")
    if event.action[0] == "buy":
        return briefly(_in_one(first[0], told)[::-1])
    if event.action[0] == "choose":
        return briefly(_in_one(first[0], told))
    return briefly((*first, *told))


def _in_one(first: Happening, told: list[Happening]) -> Telling:
    """Merge an action's sentence with its effect on the reserve; the effect becomes an aside."""
    words = Message(first.words.key)
    words.params = {**first.words.params, "changes": told[0].words.params["changes"]}
    return (replace(first, words=words), replace(told[0], aside=True), *told[1:])


def the(kind: int) -> Message:
    return Message(f"the.{GLYPHS[kind]}")


# -- what is done --------------------------------------------------------------------------------


def _place(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    """Return the happening of a piece placed in the set-up or bought."""
    verb, kind, square = action
    bought = verb == "buy"
    unit = Message(f"a.{GLYPHS[kind]}") if bought else the(kind)
    key = "tell.recruit" if bought else "tell.places"
    words = Message(key, who=player_name(before.side), unit=unit, goal=NAMES[square])
    changes = difference.at(NAMES[square])
    return (Happening("place", words, changes, (NAMES[square],), side=before.side),)


def _move(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    _, origin, target = action
    start, goal = NAMES[origin], NAMES[target]
    victim = before.board[target]
    who, unit = player_name(before.side), the(before.board[origin] & 7)
    if victim:
        struck = the(victim & 7)
        key = "tell.strikes.hero" if victim & 7 == HERO else "tell.strikes"
        words = Message(key, who=who, unit=unit, start=start, goal=goal, victim=struck)
    else:
        words = Message("tell.moves", who=who, unit=unit, start=start, goal=goal)
    kind = "take" if victim else "move"
    return (Happening(kind, words, difference.at(start, goal), (start, goal), side=before.side),)


def _call(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    """Return the happening of a call; the sentence names what is at stake, be it the game."""
    values = before.reserves[before.side]
    won = coin_treaty(bytearray(values), before.side, 0, 0).changes[0]
    key = "tell.call.last" if values[VITALITY] == 1 else "tell.call"
    face = FACES[action[1]]
    words = Message(
        key if won.by else "tell.call.full",
        who=player_name(before.side),
        call=Message(f"face.{face}"),
        now=values[VITALITY],
        up=values[VITALITY] + won.by,
        down=values[VITALITY] - 1,
    )
    shown = Item(face, Message(f"face.{face}"), side=before.side, note=Message("tell.called"))
    return (Happening("offer", words, shown=(shown,), side=before.side),)


def _coin(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    names = [Message(f"face.{FACES[n]}") for n in (before.call, action[1])]
    good = before.call == action[1]
    who = player_name(before.side)
    key = "tell.coin.right" if good else "tell.coin.wrong"
    words = Message(key, who=who, call=names[0], face=names[1])
    called = Item(FACES[before.call], names[0], side=before.side, note=Message("tell.called"))
    fell = Item(
        FACES[action[1]], names[1], note=Message("tell.fell"), state="won" if good else "lost"
    )
    odds = Message("odds.coin", "5.4")
    return (Happening("coin", words, shown=(called, fell), side=before.side, odds=odds),)


def _deal(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    """Return the happening of a drawn card as an aside; the sentence comes with the choice."""
    card = action[1]
    name = Message("tell.token") if card == TOKEN else card_name(card)
    words = Message("tell.draws", who=player_name(before.side), card=name)
    shown = (_card(before, card, "new"),)
    changes = difference.numbers("horoscope")
    return (Happening("card", words, changes, shown=shown, side=before.side, aside=True),)


def _choose(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    card = action[1]
    words = Message("tell.chooses", who=player_name(before.side), card=card_name(card))
    left = list(before.cards)
    if card != PURSE:
        left.remove(card)
    shown = (_card(before, card, "chosen"), *(_card(before, other, "spent") for other in left))
    changes = difference.numbers("horoscope")
    return (Happening("card", words, changes, shown=shown, side=before.side),)


def _card(before: RilatriaState, card: int, how: str) -> Item:
    effect = card_effect(before.reserves[before.side], card)
    return Item(card_picture(card), card_name(card), side=before.side, note=effect, state=how)


def _end(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    """Return the end of a turn as an aside; it removes the badges of the recruits. The prompt says
    whose turn comes next."""
    changes = difference.take(lambda change: change.key[0] == "piece")
    key = "tell.end.recruits" if changes else "tell.end"
    words = Message(key, who=player_name(before.side))
    return (Happening("pass", words, changes, side=before.side, aside=True),)


def _nothing(difference: Difference, before: RilatriaState, action: Action) -> Telling:
    return ()


_FIRST: dict[str, Callable[[Difference, RilatriaState, Action], Telling]] = {
    "place": _place,
    "buy": _place,
    "move": _move,
    "attack": _move,
    "call": _call,
    "coin": _coin,
    "deal": _deal,
    "choose": _choose,
    "sacrifice": _nothing,
    "end": _end,
}


# -- what it does to the reserves ----------------------------------------------------------------


def _steps(before: RilatriaState, steps: tuple[ReserveStep, ...]) -> Iterator[Happening]:
    """Yield a happening for each step, counting the values on from those of `before`."""
    values = tuple(bytearray(own) for own in before.reserves)
    for step in steps:
        own = values[step.side]
        phrases, changes, shown = [], [], []
        for shift in step.changes:
            start = own[shift.what]
            own[shift.what] += shift.by
            if shift.by or shift.meant:
                phrases.append(_phrase(shift, start))
            if shift.by:
                item = _number(shift, start, step.side)
                key = item_key(f"reserve{step.side}", item)
                changes.append(Change(key, start, start + shift.by))
                shown.append(item)
        words = _reason(step, _list(phrases), own[VITALITY] == 0)
        yield Happening("meter", words, tuple(changes), shown=tuple(shown), side=step.side)


def _number(shift: Shift, start: int, side: int) -> Item:
    label = Message(f"reserve.{WORDS[shift.what]}")
    note = Message("tell.arrow", start=start, goal=start + shift.by)
    return Item(PICTURES[shift.what], label, side=side, note=note)


def _phrase(shift: Shift, start: int) -> Message:
    """Return the phrase of one change: `his vitality rises from 5 to 6 (it would be +2, …)`."""
    index, by, meant = shift
    way = "tokens" if index == TOKENS else "up" if meant > 0 else "down"
    how = "all" if by == meant else "less" if by else "none"
    what = Message(f"reserve.{WORDS[index]}")
    return Message(f"tell.{way}.{how}", what=what, start=start, goal=start + by, by=abs(meant))


def _list(phrases: list[Message]) -> Message:
    words = Message(f"tell.list{len(phrases)}")
    words.params = dict(zip("abc", phrases, strict=False))
    return words


def _reason(step: ReserveStep, changes: Message, last: bool) -> Message:
    """Return the sentence of a step. `last`: the side's vitality is now 0, which ends the game."""
    who = player_name(step.side)
    detail = step.detail
    if step.cause == "honour" and len(detail) > 1:
        stop = STOPS[detail[1]]
        return Message(f"tell.honour.{stop}", who=who, value=detail[0], changes=changes)
    if step.cause in ("honour", "luck", "money"):
        double = ".double" if step.cause != "money" and detail[0] == TOP else ""
        return Message(f"tell.{step.cause}{double}", who=who, value=detail[0], changes=changes)
    if step.cause == "coin":
        missed = "tell.coin.miss.last" if last else "tell.coin.miss"
        key = "tell.coin.hit" if detail[0] == detail[1] else missed
        return Message(key, who=who, changes=changes)
    if step.cause in ("buy", "kill", "loss"):
        unit = Message(f"a.{GLYPHS[detail[0]]}") if step.cause == "buy" else the(detail[0])
        key = f"tell.{step.cause}" + (".last" if last and step.cause == "loss" else "")
        words = Message(key, who=who, unit=unit, changes=changes)
        if step.cause == "loss":  # the first change is that of vitality
            words.params["cost"] = -step.changes[0].meant
        return words
    return Message(f"tell.{step.cause}", who=who, changes=changes)
