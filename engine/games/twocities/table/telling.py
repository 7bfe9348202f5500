"""Happenings of an event of A Tale of Two Cities: cards, moves, purchases, and the card's end.
The results of attacks are in `struck.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.contract import UNKNOWN, Action, Event
from engine.core.scene import Item
from engine.core.telling import Change, Difference, Face, Happening, Short, Telling, item_key
from engine.core.texts import Message, player_name
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import melee_dice, ranged_dice
from engine.games.twocities.rules.frames import (
    EVADE,
    EVADEDIE,
    MELEE,
    OVER,
    REMOVE,
    SHOOT,
)
from engine.games.twocities.rules.pieces import ARCHERS, CAVALRY, CITY, NAMES, WHITE
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table import struck
from engine.games.twocities.table.phrases import phrased
from engine.games.twocities.table.scene import deck_item
from engine.games.twocities.table.sentences import (
    card_brief,
    card_code,
    card_effect,
    card_glyph,
    card_name,
    card_title,
    card_word,
    dice_parts,
    sector,
    the,
)

HAND = 3  # cards dealt to each side

S = TwoCitiesState
Teller = Callable[[Difference, S, Action, S], Telling]


def happenings(difference: Difference, before: S, event: Event, after: S) -> Telling:
    """Return what happens in an event, and take the changes it tells out of `difference`."""
    told = _TELLERS[event.action[0]](difference, before, event.action, after)
    verb = event.action[0]
    card = event.action[1] if verb in ("play", "discard") else before.card
    if card >= 0 and after.card < 0 and after.ask != OVER and verb != "die":
        told += _disposed(difference, card, before.side, after)
    faded = difference.take(_only_fades)
    if not told:
        return ()
    told = (*told[:-1], replace(told[-1], changes=told[-1].changes + faded))
    return tuple(phrased(one) for one in told)


def _only_fades(change: Change) -> bool:
    """Return whether a change is only that a piece becomes faded (activated) or no longer faded."""
    old, new = change.before, change.after
    return isinstance(old, Face) and isinstance(new, Face) and old == new._replace(faded=old.faded)


# -- the set-up ----------------------------------------------------------------------------------


def _line(difference: Difference, before: S, action: Action, after: S) -> Telling:
    changes = difference.take(lambda change: True)
    where = tuple(NAMES[s] for s, piece in enumerate(after.board) if piece)
    return (Happening("place", Message("tell.line"), changes, where),)


def _terrain(difference: Difference, before: S, action: Action, after: S) -> Telling:
    where = tuple(NAMES[s] for s in action[1:])
    words = Message(f"tell.{action[0]}", a=where[0], b=where[1])
    return (Happening("place", words, squares=where),)


# -- cards ---------------------------------------------------------------------------------------


def _shown(state: S, card: int, side: int, how: str = "new") -> Item:
    """Return the item of a card with its effect for a side."""
    four = state.game.any_four
    name, code, effect = _title(state, card, side), card_code(card), card_effect(card, side, four)
    return Item(card_glyph(card, four), name, letter=code, note=effect, state=how)


def _title(state: S, card: int, side: int) -> Message:
    return card_title(card, side, state.game.any_four)


def _comes(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happenings of a dealt or drawn card; if the deck is empty, the reshuffle comes
    first."""
    card, dealt = action[1], action[0] == "deal"
    side = before.side if not dealt else 0 if before.dealt()[WHITE] < HAND else 1
    told: Telling = ()
    drawn: tuple[Change, ...] = ()
    if not dealt and not before.deck_count():
        count = before.discards.bit_count()
        key = item_key("deck", deck_item(0))
        difference.take(lambda change: change.key == key)
        changes = (*difference.numbers("discards"), Change(key, 0, count))
        told = (Happening("card", Message("tell.shuffle"), changes, side=side),)
        drawn = (Change(key, count, count - 1),)
    way = "dealt" if dealt else "drawn"
    aside = card == UNKNOWN and dealt and before.dealt()[side] < HAND - 1  # one sentence per hand
    if card == UNKNOWN:
        words = Message(f"tell.{way}.hidden", who=player_name(side))
    else:
        words = Message(f"tell.{way}", who=player_name(side), card=_title(before, card, side))
    siege = _siege(difference, before, after)
    changes = drawn + difference.numbers()
    seen = (_shown(before, card, side),) if card != UNKNOWN else ()  # a card's back is not shown
    return (*told, Happening("card", words, changes, shown=seen, side=side, aside=aside), *siege)


def _siege(difference: Difference, before: S, after: S) -> Telling:
    """Return what the siege of a city did when its owner's turn began (7.8)."""
    side = 1 - before.side
    city = before.city(side)
    falls, square = after.city(side) < 0, NAMES[city]
    if city < 0 or (not falls and after.hits[city] == before.hits[city]):
        return ()
    most = before.strength(CITY)
    words = Message(
        "tell.siege.falls" if falls else "tell.siege",
        "7.8",
        foe=player_name(side),
        goal=square,
        left=0 if falls else most - after.hits[city],
        most=most,
    )
    changes = (*difference.at(square), *difference.numbers(f"town{side}"))
    kind = "take" if falls else "turn"
    return (Happening(kind, words, changes, (square,), side=1 - side, opens=True),)


def _plays(difference: Difference, before: S, action: Action, after: S) -> Telling:
    verb, card = action
    side = before.side
    changes = difference.numbers("hand", f"town{side}")
    shown, who, title = (_shown(before, card, side),), player_name(side), _title(before, card, side)
    if verb == "discard":
        words = Message("tell.discard", who=who, card=title)
        return (Happening("card", words, changes, shown=shown, side=side),)
    four = before.game.any_four
    word = card_word(card, four)
    words, key = Message("tell.play.sector", who=who, card=title), "short.play"
    if not sector(card, side):
        again = card in cards.REINFORCEMENTS and before.bought[side]
        does = Message(f"does.{word}.again" if again else f"does.{word}")
        words = Message("tell.play", who=who, card=title, does=does)
        key = "short.play.special" if card in cards.SPECIALS else key
    brief = card_brief(card, side, any_four=four)
    phrase = Message(key, who=who, card=card_name(card, side, four), does=brief)
    short = Short((phrase,), always=True)
    return (Happening("card", words, changes, shown=shown, side=side, short=short),)


def _disposed(difference: Difference, card: int, side: int, after: S) -> Telling:
    """Return where the card in play goes; a discard is an aside, only a removal is worth a
    sentence."""
    gone = after.removed >> card & 1
    words = Message("tell.removed" if gone else "tell.discarded", card=_title(after, card, side))
    changes = difference.numbers("discards", "removed")
    spent = (_shown(after, card, side, "spent"),)
    return (Happening("card", words, changes, shown=spent, side=side, aside=not gone),)


# -- reinforcements ------------------------------------------------------------------------------


def _place(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happenings of a purchase. If a unit must be removed for it, the second one says
    so."""
    side, square = before.side, action[1]
    unit, goal_ = the(cards.BOUGHT[before.card]), NAMES[square]
    words = Message("tell.reinforces", who=player_name(side), unit=unit, goal=goal_)
    count = after.bought[side]
    owes = after.ask == REMOVE
    return (
        Happening("place", words, difference.at(goal_), (goal_,), side=side),
        Happening(
            "meter",
            Message("tell.owes", "6.3", who=player_name(side), n=count)
            if owes
            else Message("tell.bought", who=player_name(side), n=count),
            difference.numbers(f"town{side}"),
            side=side,
        ),
    )


def _remove(difference: Difference, before: S, action: Action, after: S) -> Telling:
    square = NAMES[action[1]]
    unit = the(before.board[action[1]] & 7)
    words = Message("tell.removes", who=player_name(before.side), unit=unit, start=square)
    return (Happening("take", words, difference.at(square), (square,), side=before.side),)


# -- activations ---------------------------------------------------------------------------------


def _move(difference: Difference, before: S, action: Action, after: S) -> Telling:
    _, origin, target = action
    who, unit = player_name(before.side), the(before.board[origin] & 7)
    start, goal_ = NAMES[origin], NAMES[target]
    attacks = after.ask in (MELEE, SHOOT)
    idle = not attacks and before.board[origin] & 7 in (ARCHERS, CAVALRY)
    if origin == target:
        words = Message(
            "tell.stays.idle" if idle else "tell.stays", who=who, unit=unit, start=start
        )
        told = Happening("pass", words, squares=(start,), side=before.side)
        return (replace(told, aside=attacks),)  # the attack names the unit and its square
    key = "tell.moves.idle" if idle else "tell.moves"
    words = Message(key, who=who, unit=unit, start=start, goal=goal_)
    piece = f"{'wb'[before.side]}{before.tags[origin]}"
    changes = difference.piece(piece)
    return (Happening("move", words, changes, (start, goal_), side=before.side),)


def _attack(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happening of a declared melee or shot, with the dice it will throw."""
    verb, target = action
    if verb == "melee":
        dice = melee_dice(before.field, before.u, before.card)
    else:
        dice = ranged_dice(before.field, before.u, before.card, before.moved)
    evades = after.ask == EVADE
    words = Message(
        f"tell.{verb}.evades" if evades else f"tell.{verb}",
        who=player_name(before.side),
        foe=player_name(1 - before.side),
        unit=the(before.board[before.u] & 7),
        start=NAMES[before.u],
        victim=the(before.board[target] & 7),
        goal=NAMES[target],
        n=dice.number,
    )
    note = Message("tell.parts", parts=dice_parts(dice.parts), n=dice.number)
    attacker = replace(struck.fighter(before, before.u), note=note)
    told = Happening(
        "offer" if verb == "melee" else "shoot",
        words,
        squares=(NAMES[before.u], NAMES[target]),
        shown=(attacker, struck.fighter(before, target)),
        side=before.side,
    )
    alone = Message(
        f"short.{verb}.alone",
        unit=struck.kind(before, before.u),
        start=NAMES[before.u],
        target=the(before.board[target] & 7),
        goal=NAMES[target],
    )
    if not before.shots:
        return (replace(told, short=Short((), before.moved, alone)),)
    first = before.shown
    again = first is not None and target == (first.end if first.end >= 0 else first.square)
    phrases = (Message("short.again"),) if again else ()
    return (replace(told, short=Short(phrases, True, alone)),)


def _hold(difference: Difference, before: S, action: Action, after: S) -> Telling:
    unit = the(before.board[before.u] & 7)
    start = NAMES[before.u]
    words = Message("tell.hold", who=player_name(before.side), unit=unit, start=start)
    alone = Message("short.hold.alone", unit=struck.kind(before, before.u), start=start)
    short = Short((), before.moved or bool(before.shots), alone)
    return (Happening("pass", words, squares=(start,), side=before.side, short=short),)


def _evade(difference: Difference, before: S, action: Action, after: S) -> Telling:
    side, start = 1 - before.side, NAMES[before.t]
    key = "tell.evade" if action[1] else "tell.stands"
    unit = the(before.board[before.t] & 7)
    words = Message(key, who=player_name(side), unit=unit, start=start)
    alone_key = f"short.{key.removeprefix('tell.')}.alone"
    alone = Message(alone_key, unit=struck.kind(before, before.t), start=start)
    short = Short((), True, alone)
    return (Happening("offer", words, squares=(start,), side=side, short=short),)


def _die(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happening of a single die: an evasion, or whether a special card stays in play."""
    die = action[1]
    if before.ask == EVADEDIE:
        side = 1 - before.side
        unit = the(before.board[before.t] & 7)
        key = "tell.evaded" if after.evaded else "tell.not_evaded"
        words = Message(key, who=player_name(side), die=die, unit=unit, n=after.dice())
        note = Message("tell.die.evaded" if after.evaded else "tell.die.not_evaded")
        odds = Message("odds.evade")
    else:
        side = before.side
        stays = die > 2
        key = "tell.kept" if stays else "tell.lost"
        title = _title(before, before.card, side)
        words = Message(key, who=player_name(side), die=die, card=title)
        note = Message("tell.die.kept" if stays else "tell.die.lost")
        odds = Message("odds.kept")
    shown = Item("", Message("tell.die"), side=side, value=die, maximum=6, note=note)
    squares = (NAMES[before.t],) if before.t >= 0 else ()
    changes = difference.numbers("discards", "removed")
    return (Happening("dice", words, changes, squares, (shown,), side, odds=odds),)


_TELLERS: dict[str, Teller] = {
    "line": _line,
    "forests": _terrain,
    "hills": _terrain,
    "deal": _comes,
    "card": _comes,
    "play": _plays,
    "discard": _plays,
    "place": _place,
    "remove": _remove,
    "move": _move,
    "melee": _attack,
    "shoot": _attack,
    "hold": _hold,
    "evade": _evade,
    "die": _die,
    "dice": struck.dice,
    "protect": struck.protect,
    "fall": struck.fall,
}
