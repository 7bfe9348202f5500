"""Scene of A Tale of Two Cities."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.contract import Event
from engine.core.scene import Area, Badge, Board, Choice, Item, Mark, Piece, Scene, square_board
from engine.core.targets import name_of
from engine.core.texts import Message, Param, player_name
from engine.games.twocities.rules.frames import (
    CALM_LIMIT,
    CARD,
    DEAL,
    EVADE,
    OVER,
    PLACE,
    PROTECT,
    REMOVE,
    SETUP,
)
from engine.games.twocities.rules.pieces import (
    BACK,
    CITY,
    LETTERS,
    NAMES,
    WORDS,
    members,
)
from engine.games.twocities.rules.position import AttackResult
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.foreseen import after_guard
from engine.games.twocities.table.look import card_target, path, pending_marks
from engine.games.twocities.table.sentences import (
    attack_dice,
    card_brief,
    card_code,
    card_effect,
    card_glyph,
    card_name,
    costs_unit,
    piece_label,
    throw_words,
    why_unplayable,
)
from engine.games.twocities.table.stakes import stakes

CALM_WARNING = 80


def build(state: TwoCitiesState, viewer: int, last: Sequence[Event] = ()) -> Scene:
    """Return the table as one viewer may see it; `last` are the events to highlight."""
    return Scene(
        board=ground_board(state.forests, state.hills),
        pieces=tuple(_pieces(state)),
        marks=tuple([*_last_marks(state, last), *pending_marks(state)]),
        areas=tuple(_areas(state, viewer)),
        choices=_choices(state),
        status=tuple(_status(state)),
    )


@lru_cache(maxsize=32)
def ground_board(forests: int, hills: int) -> Board:
    styles: dict[str, tuple[str, ...]] = {NAMES[s]: ("forest",) for s in members(forests)}
    styles |= {NAMES[s]: ("hill",) for s in members(hills)}
    return square_board(8, 8, styles)


PERIL = 2  # strength at which a city is about to fall


def _pieces(state: TwoCitiesState) -> list[Piece]:
    out = []
    for square, piece in sorted(enumerate(state.board), key=lambda sp: state.tags[sp[0]]):
        if not piece:
            continue
        side, kind = piece >> 3, piece & 7
        hits = state.hits[square]
        faded = square in state.done
        strength = state.strength(kind)
        label = piece_label(piece, hits, strength)
        out.append(
            Piece(
                f"{'wb'[side]}{state.tags[square]}",
                WORDS[kind],
                side,
                NAMES[square],
                LETTERS[kind],
                Message("piece.done", piece=label) if faded else label,
                strength_badges(kind, hits, strength),
                faded=faded,
                wounds=hits,
                peril=kind == CITY and strength - hits <= PERIL,
            )
        )
    return out


def strength_badges(kind: int, hits: int, strength: int) -> tuple[Badge, ...]:
    """Return the badge of the strength left: always for a city, for a unit once it has been hit."""
    if not hits and kind != CITY:
        return ()
    left = strength - hits
    return (Badge("city" if kind == CITY else "hits", str(left)),)  # the piece's label says it too


def _last_marks(state: TwoCitiesState, last: Sequence[Event]) -> list[Mark]:
    """Return marks of the squares of the last turn, with the retreat of its last attack's target
    and the square that blocked it."""
    squares: list[int] = []
    for event in last:
        if event.action[0] in ("move", "place", "remove", "melee", "shoot"):
            squares += event.action[1:]
    fight = state.shown
    if fight is not None and fight.end >= 0:
        squares.append(fight.end)
    names = tuple(dict.fromkeys(NAMES[s] for s in squares))
    marks = [Mark("last", names)] if names else []
    if fight is not None and fight.blocked:  # a retreat blocked by a piece or by the edge
        wall = BACK[fight.target >> 3][fight.end]
        marks.append(Mark("block", (NAMES[wall if wall >= 0 else fight.end],)))
    return marks


# -- beside the board ----------------------------------------------------------------------------


def _areas(state: TwoCitiesState, viewer: int) -> list[Area]:
    areas = []
    if viewer in (0, 1) and (state.ask == DEAL or state.ask not in SETUP):
        areas.append(_hand(state, viewer))
    if state.ask not in (*SETUP, OVER):
        areas.append(_faces())
    if state.shown is not None:
        areas += _throw(state.shown)
    for side in (0, 1):
        areas.append(_town(state, side, viewer))
    return [
        *areas,
        _deck(state),
        _pile("discards", state.discards, state.game.any_four),
        _pile("removed", state.removed, state.game.any_four),
    ]


def _hand(state: TwoCitiesState, viewer: int) -> Area:
    choosing = state.ask == CARD and state.side == viewer
    hand = state.hands[viewer]
    items = tuple(_card_item(state, card, viewer, choosing) for card in members(hand))
    title = Message("area.hand", who=player_name(viewer))
    return Area("hand", "hand", title, viewer, items, Message("area.hand.empty"))


def _card_item(state: TwoCitiesState, card: int, side: int, choosing: bool) -> Item:
    """Return a hand card with what it does or, while its owner chooses, why it cannot be played."""
    four = state.game.any_four
    note, dull = card_brief(card, side, costs_unit(state, card, side), four), ""
    if choosing and not state.playable(card):
        note, dull = Message("card.unplayable", "2.5", why=why_unplayable(card, four)), "blocked"
    target = card_target(card)
    return Item(
        card_glyph(card, four),
        card_name(card, side, four),
        target,
        letter=card_code(card),
        note=note,
        state=dull,
    )


def _throw(fight: AttackResult) -> list[Area]:
    """Return areas of the thrown dice with their meaning, and of the dice pool's parts."""
    items = []
    if fight.evasion:
        label = Message("die.evasion", value=fight.evasion)
        items.append(Item("", label, side=fight.target >> 3, value=fight.evasion, maximum=6))
    side = fight.attacker >> 3
    for die in sorted(fight.dice):
        word = die_word(fight, die)
        label = Message(f"die.{word}", value=die)
        dull = "spent" if word == "miss" else ""
        items.append(Item("", label, side=side, value=die, maximum=6, state=dull))
    dice = Area("dice", "dice", Message("area.dice"), -1, tuple(items))
    if not fight.dice:
        return [dice]
    why = Item("", throw_words(fight))
    return [dice, Area("fight", "note", Message("area.fight"), -1, (why,))]


def _faces() -> Area:
    """Return an area that explains each face of a die in an attack (4.4)."""
    items = tuple(
        Item("", Message(f"faces.{word}"), value=low, maximum=high)
        for word, low, high in (("hit", 1, 1), ("melee", 2, 2), ("miss", 3, 5), ("retreat", 6, 6))
    )
    return Area("faces", "faces", Message("area.faces"), -1, items)


def die_word(fight: AttackResult, die: int) -> str:
    """Return the meaning of a die in an attack: `hit`, `retreat` or `miss`. Cities and units that
    have evaded do not retreat."""
    if die == 1 or (die == 2 and fight.melee):
        return "hit"
    back = die == 6 and not fight.evaded and fight.target & 7 != CITY
    return "retreat" if back else "miss"


def _town(state: TwoCitiesState, side: int, viewer: int) -> Area:
    """Return the area of a side: strength of its city, purchases and, for others, its hand size."""
    city = state.city(side)
    most = state.strength(CITY)
    left = most - state.hits[city] if city >= 0 else 0
    strength = Item(
        "city",
        Message("town.city"),
        side=side,
        letter="T",
        value=left,
        maximum=most,
        state="low" if left <= PERIL else "",
    )
    bought = Item(
        "mercenary", Message("town.bought"), side=side, value=state.bought[side], maximum=3
    )
    hidden = Item("held", Message("town.hand"), side=side, value=state.dealt()[side], maximum=3)
    items = (strength, bought) if side == viewer else (strength, bought, hidden)
    who = player_name(side)
    return Area(f"town{side}", "track", Message("area.town", who=who), side, items)


def _deck(state: TwoCitiesState) -> Area:
    item = deck_item(max(state.deck_count(), 0))
    return Area("deck", "deck", Message("area.deck"), -1, (item,))


def deck_item(count: int) -> Item:
    return Item("deck", Message("deck.count", n=count), count=count)


def _pile(name: str, mask: int, any_four: bool) -> Area:
    items = tuple(
        Item(
            "",
            card_name(card, any_four=any_four),
            letter=card_code(card),
            note=card_effect(card, any_four=any_four),
        )
        for card in members(mask)
    )
    return Area(name, "pile", Message(f"area.{name}"), -1, items, Message("area.empty"))


def _choices(state: TwoCitiesState) -> tuple[Choice, ...]:
    """Return a button for each `btn:` target of the legal paths."""
    choices: dict[str, Choice] = {}
    for action in state.legal_actions():
        for target in path(state, action):
            if word := name_of(target, "btn").replace("-", "_"):
                tone = "primary" if word in ("play", "discard") else "plain"
                facts: dict[str, Param] = {}
                if word == "evade_no":
                    facts["n"] = state.dice()
                elif state.ask == PROTECT:
                    facts["result"] = after_guard(state, action)
                choices[target] = Choice(target, Message(f"choice.{word}", "", **facts), tone)
    return tuple(choices.values())


# -- sentences -----------------------------------------------------------------------------------


def _status(state: TwoCitiesState) -> list[Message]:
    if state.ask in SETUP or state.ask == OVER:
        return []
    out = []
    if state.ask in ("melee", "shoot", EVADE):
        out.append(attack_dice(state))  # includes the card's bonus
    elif state.card >= 0 and state.ask != PROTECT:
        name = card_name(state.card, state.side, state.game.any_four)
        out.append(Message("status.card", "2.3", card=name))
    out += stakes(state)
    if state.ask == EVADE:
        out.append(Message("status.evade", "5.2", n=(state.dice() + 1) // 2))
    if state.ask == PROTECT:
        out.append(Message("status.protect", "5.4", hits=state.h, retreats=state.r))
        if state.shown is not None and len(state.shown.parts) > 1:
            out.append(Message("status.thrown", dice=throw_words(state.shown)))
    if state.ask == REMOVE or (state.ask == PLACE and costs_unit(state, state.card, state.side)):
        out = [Message("status.owes", "6.3")]
    if state.ask == CARD and state.calm >= CALM_WARNING:
        out.append(Message("status.calm", "7.3", n=CALM_LIMIT - state.calm))
    return out
