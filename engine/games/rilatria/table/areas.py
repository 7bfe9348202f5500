"""Areas beside the board: reserves, cards, shop, and the actions left this turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.core.scene import Area, Item, Series
from engine.core.texts import Message, player_name
from engine.games.rilatria.rules import horoscope
from engine.games.rilatria.rules.horoscope import CHOICES, PURSE, TOKEN
from engine.games.rilatria.rules.pieces import (
    ASSASSIN,
    GLYPHS,
    HERO,
    LETTERS,
    LIMITS,
    PRICES,
    UNITS,
)
from engine.games.rilatria.rules.reserve import (
    HIGH,
    HONOUR,
    MAX_TOKENS,
    MENDS,
    MONEY,
    NUMBERS,
    TOKENS,
    TOP,
    VITALITY,
    WORDS,
)
from engine.games.rilatria.rules.state import (
    CHOOSE,
    DEAL,
    FREE,
    HERO_DONE,
    SACRIFICED,
    SETUP,
    UNIT_DONE,
    RilatriaState,
)
from engine.games.rilatria.table.rewards import card_reward

GOODS = tuple(reversed(UNITS))  # cheapest first
PICTURES = ("heart", "medal", "clover", "coins", "token")
FACES = ("heads", "tails")
LOW = 2  # vitality that is nearly lost
STOPS = ("", "rest", "dusk")  # names of the reasons why honour restores nothing, by their number


def kind_target(kind: int) -> str:
    return f"kind:{GLYPHS[kind]}"


def unit_name(kind: int) -> Message:
    return Message(f"unit.{GLYPHS[kind]}")


def areas(state: RilatriaState) -> list[Area]:
    """Return the areas of the scene that fit the phase."""
    found = [_reserve(state, side) for side in (0, 1)]
    if state.phase == SETUP:
        return [*found, tray(state)]
    if state.phase in (DEAL, CHOOSE) and state.cards:
        found.append(_cards(state))
    if state.phase == FREE:
        found += [_shop(state), _turn(state)]
    return found


# -- the reserves --------------------------------------------------------------------------------


def _reserve(state: RilatriaState, side: int) -> Area:
    values = state.reserves[side]
    moved = {c.what for step in state.story if step.side == side for c in step.changes if c.by}
    items = [_track(values, index, side, index in moved) for index in NUMBERS]
    if (note := _unmended(state, side)) is not None:
        items[HONOUR] = replace(items[HONOUR], note=note)
    cost = Message("treaty.vitality", cost=state.game.blow)
    items[0] = replace(items[0], note=cost)
    items.append(
        Item(
            PICTURES[TOKENS],
            Message("reserve.tokens"),
            side=side,
            value=values[TOKENS],
            maximum=MAX_TOKENS,
            state="new" if TOKENS in moved else "",
        )
    )
    title = Message("area.reserve", who=player_name(side))
    return Area(f"reserve{side}", "track", title, side, tuple(items))


def _unmended(state: RilatriaState, side: int) -> Message | None:
    """Return why honour will restore no vitality when the side's next turn begins; None if it
    will."""
    why = state.mending(side, state.round + (side <= state.side))
    return None if why == MENDS else Message(f"treaty.honour.{STOPS[why]}")


def _track(values: bytearray, index: int, side: int, moved: bool) -> Item:
    """Return the item of one value. Its note is the value's treaty; the state is `active` while the
    treaty applies, `low` while little vitality is left, else `new` if the value changed this
    turn."""
    value = values[index]
    low = index == VITALITY and value <= LOW
    active = index != VITALITY and value >= HIGH
    full = ".full" if active and value == TOP and index != MONEY else ""
    return Item(
        PICTURES[index],
        Message(f"reserve.{WORDS[index]}"),
        side=side,
        value=value,
        maximum=TOP,
        note=Message(f"treaty.{WORDS[index]}{full}"),
        state="low" if low else "active" if active else "new" if moved else "",
    )


def graph(observations: Sequence[RilatriaState]) -> tuple[Series, ...]:
    """Implement `Game.graph` with the values of both reserves turn by turn."""
    return tuple(
        Series(
            Message(f"reserve.{WORDS[index]}"),
            side,
            tuple(state.reserves[side][index] for state in observations),
            TOP,
        )
        for index in NUMBERS
        for side in (0, 1)
    )


# -- the horoscope -------------------------------------------------------------------------------


def card_picture(card: int) -> str:
    return PICTURES[TOKENS if card == TOKEN else horoscope.characteristic(card)]


def card_name(card: int) -> Message:
    if card in (TOKEN, PURSE):
        return Message("card.token" if card == TOKEN else "card.purse")
    what = Message(f"reserve.{WORDS[horoscope.characteristic(card)]}")
    return Message("card.number", value=horoscope.value(card), what=what)


def _drawn(effect: Message, copies: int) -> Message:
    """Return the effect of a card, with the number of copies among the three drawn."""
    return Message("effect.several", effect=effect, n=copies) if copies > 1 else effect


def _cards(state: RilatriaState) -> Area:
    """Return the drawn cards; equal ones are one choice and share one item."""
    items = tuple(
        Item(
            card_picture(card),
            card_name(card),
            f"card:{CHOICES[card]}" if state.phase == CHOOSE else "",
            letter=CHOICES[card],
            count=state.cards.count(card) or 1,
            note=_drawn(card_reward(state, card), state.cards.count(card)),
            state="" if card == PURSE else "new",
        )
        for card in (*dict.fromkeys(state.cards), *_purse(state))
    )
    return Area("horoscope", "hand", Message("area.horoscope"), -1, items)


def _purse(state: RilatriaState) -> tuple[int, ...]:
    """Return the purse if it can be chosen now, beside the cards."""
    return (PURSE,) if state.game.purse and state.phase == CHOOSE else ()


# -- the free phase ------------------------------------------------------------------------------


def _turn(state: RilatriaState) -> Area:
    """Return the four kinds of action of a turn: `spent` ones are used up, `blocked` ones are not
    possible now."""
    side = state.side
    may = {action[0] for action in state.legal_actions()}
    movers = {state.board[a[1]] & 7 for a in state.legal_actions() if a[0] in ("move", "attack")}
    offers = (
        ("hero", HERO_DONE, HERO in movers),
        ("unit", UNIT_DONE, bool(movers - {HERO})),
        ("buy", 0, "buy" in may),
        ("sacrifice", SACRIFICED, "sacrifice" in may),
    )
    items = []
    for name, mark, possible in offers:
        spent = bool(state.marks & mark)
        how = "spent" if spent else "" if possible else "blocked"
        note = Message(f"offer.{how or 'open'}") if how != "blocked" else _blocked(state, name)
        glyph = {"hero": "hero", "unit": "rider", "buy": "coins", "sacrifice": "heart"}[name]
        items.append(Item(glyph, Message(f"offer.{name}"), side=side, note=note, state=how))
    title = Message("area.turn", who=player_name(side))
    return Area("turn", "budget", title, -1, tuple(items))


def sacrifice_fault(state: RilatriaState) -> str:
    """Return what forbids the sacrifice that has not been made this turn: too little `honour`, the
    `death` it would be, or money that is `full`; empty if it is allowed (7.10)."""
    own = state.reserves[state.side]
    if own[HONOUR] < HIGH:
        return "honour"
    if own[VITALITY] <= 1:
        return "death"
    return "full" if own[MONEY] == TOP else ""


def _blocked(state: RilatriaState, name: str) -> Message:
    """Return in a few words why a kind of action is not possible now."""
    if name == "sacrifice":
        return Message(f"offer.blocked.{sacrifice_fault(state)}", n=HIGH)
    if name == "buy" and not any(map(state.affordable, UNITS)):
        return Message("offer.blocked.money")
    return Message("offer.blocked")


def shop_refusal(state: RilatriaState, kind: int) -> Message | None:
    """Return why a unit cannot be bought now (section 7); None if it can."""
    own = state.reserves[state.side]
    name = unit_name(kind)
    if not state.below_limit(kind):
        return Message("explain.limit", "7.6", unit=name, n=LIMITS[kind])
    if kind == ASSASSIN and not state.affordable(kind):
        return Message("explain.assassin_price", "7.7", money=own[MONEY], tokens=own[TOKENS])
    if not state.affordable(kind):
        return Message("explain.price", "7.4", unit=name, price=PRICES[kind], money=own[MONEY])
    if all(state.board[square] for square in state.game.zones[state.side]):
        return Message("explain.zone_full", "7.5")
    return None


def _shop(state: RilatriaState) -> Area:
    """Return the shop: all units with a short note; pressing one explains in full."""
    return Area("shop", "shop", Message("area.shop"), -1, tuple(map(partial(_offer, state), GOODS)))


def _offer(state: RilatriaState, kind: int) -> Item:
    own = state.reserves[state.side]
    why = shop_refusal(state, kind)
    if kind == ASSASSIN and state.below_limit(kind):
        note = Message("shop.assassin")
    elif why is None:
        note = Message("shop.open")
    elif not state.below_limit(kind):
        note = Message("shop.limit", n=LIMITS[kind])
    elif not state.affordable(kind):
        note = Message("shop.short", n=PRICES[kind] - own[MONEY])
    else:
        note = Message("shop.zone")
    return Item(
        GLYPHS[kind],
        unit_name(kind),
        kind_target(kind),
        state.side,
        LETTERS[kind],
        value=PRICES[kind],
        note=note,
        state="blocked" if why else "",
    )


# -- the set-up ----------------------------------------------------------------------------------


def tray(state: RilatriaState) -> Area:
    """Return the pieces that the placing player still has to place."""
    side, missing = state.side, state.missing()
    items = tuple(
        Item(
            GLYPHS[kind],
            unit_name(kind),
            kind_target(kind),
            side,
            LETTERS[kind],
            count=missing.count(kind),
        )
        for kind in dict.fromkeys(missing)
    )
    return Area("tray", "tray", Message("area.tray"), side, items)
