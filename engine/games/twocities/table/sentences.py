"""Names and sentences of A Tale of Two Cities: cards, units, dice, goal and prompt."""

from __future__ import annotations

from engine.core.texts import Message, over_prompt, player_name
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import Dice, melee_dice, move_of, range_of, ranged_dice
from engine.games.twocities.rules.frames import CARD, CHANCES, DEAL, DRAWING, OVER, PLACE, SETUP
from engine.games.twocities.rules.pieces import (
    CITY,
    MELEE,
    MOVE,
    RANGE,
    WORDS,
    distance,
    is_left,
)
from engine.games.twocities.rules.position import AttackResult
from engine.games.twocities.rules.state import TwoCitiesState

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RECRUITS = {f"mercenary_{unit}": unit for unit in ("light", "cavalry", "archers")}
CARD_GLYPHS = RECRUITS | {"either": "both"}
# Cards whose short text is the same, by the word of the card.
_BRIEF = dict.fromkeys(RECRUITS, "mercenary") | {
    "left1": "wing1", "right1": "wing1", "left2": "wing2", "right2": "wing2",
}  # fmt: skip


def card_code(card: int) -> str:
    """Return rank and suit as printed in the corner of a card, such as `10♠`."""
    rank, suit = cards.ORDER[card][0], cards.ORDER[card][1]
    return ("10" if rank == "T" else rank) + _SUITS[suit]


def card_word(card: int, any_four: bool = False) -> str:
    """Return the word of a card in catalogue keys. `any_four`: a 4 activates a unit."""
    return "either" if any_four and card in cards.NOTHING else cards.KIND_WORDS[card]


def card_glyph(card: int, any_four: bool = False) -> str:
    """Return the drawing of a card: who acts, or the wing that does."""
    word = card_word(card, any_four)
    return CARD_GLYPHS.get(word, word)


def card_title(card: int, side: int = -1, any_four: bool = False) -> Message:
    """Return the name of a card. For a side the sector is named by its files, because left and
    right depend on the seat."""
    files = sector(card, side) if side >= 0 else ""
    word = card_word(card, any_four)
    if files:
        return Message(f"card.{_BRIEF[word]}", files=files)
    return Message(f"card.{word}")


def card_name(card: int, side: int = -1, any_four: bool = False) -> Message:
    return Message("card.label", code=card_code(card), name=card_title(card, side, any_four))


def card_effect(card: int, side: int = -1, any_four: bool = False) -> Message:
    """Return what a card does for `side`, or in general for −1. For a side the sector is named by
    its files, because left and right depend on the seat."""
    files = sector(card, side)
    if side < 0 or not files:
        word = card_word(card, any_four)
        return Message(f"effect.{word}", "7.7" if word == "either" else "2.3")
    return Message(f"effect.{cards.KIND_WORDS[card]}.files", "2.3", files=files)


def card_brief(card: int, side: int, costly: bool = False, any_four: bool = False) -> Message:
    """Return what a card does for `side`, short enough for its face. `costly`: a reinforcement for
    which another unit must leave."""
    if costly:
        return Message("brief.mercenary.again", "6.3")
    word = card_word(card, any_four)
    clause = "7.7" if word == "either" else "2.3"
    return Message(f"brief.{_BRIEF.get(word, word)}", clause, files=sector(card, side))


def costs_unit(state: TwoCitiesState, card: int, side: int) -> bool:
    """Return whether another unit of `side` must leave if it plays this card now."""
    again = card in cards.REINFORCEMENTS and state.bought[side] > 0
    return again and bool(state.units(side))


def sector(card: int, side: int) -> str:
    """Return the files of the sector a card names for `side`; empty if it names none."""
    if card not in cards.ONES and card not in cards.TWOS:
        return ""
    return "a–d" if cards.wants_left(card) == is_left(side, 0) else "e–h"


def why_unplayable(card: int, any_four: bool = False) -> Message:
    """Return why a card cannot be played now (section 5, "playable when")."""
    if card_word(card, any_four) == "either":
        return Message("unplayable.both", "7.7")
    if card in cards.REINFORCEMENTS:
        return Message("unplayable.city", "2.5")
    if card in cards.ONES or card in cards.TWOS:
        return Message("unplayable.left" if cards.wants_left(card) else "unplayable.right", "2.5")
    return Message(f"unplayable.{cards.KIND_WORDS[card]}", "2.5")


def unit_name(kind: int) -> Message:
    return Message(f"unit.{WORDS[kind]}")


def the(kind: int) -> Message:
    """Return the name of a kind with its definite article, for use inside a sentence."""
    return Message(f"the.{WORDS[kind]}")


def piece_label(piece: int, hits: int, strength: int) -> Message:
    kind = piece & 7
    left = strength - hits
    army = Message(f"army.{piece >> 3}")
    key = "piece.city" if kind == CITY else "piece.label"
    return Message(key, unit=unit_name(kind), army=army, n=left, most=strength)


# -- dice ------------------------------------------------------------------------------------


def dice_parts(parts: tuple[tuple[str, int], ...]) -> Message:
    """Return the parts of a dice pool, such as `2 without moving, +1 hill, −1 forest`."""
    (word, base), *rest = parts
    said = Message("dice.base", amount=base, what=Message(f"dice.{word}"))
    for word, amount in rest:
        what = Message(f"dice.{word}")
        if word in ("most", "least"):
            said = Message("dice.bound", before=said, what=what)
            continue
        sign = f"+{amount}" if amount >= 0 else f"−{-amount}"
        said = Message("dice.more", before=said, amount=sign, what=what)
    return said


def dice_sum(parts: tuple[tuple[str, int], ...], count: int) -> Message:
    """Return a dice pool with its parts, such as `2 dice (2 without moving, +1 hill, −1 forest)`.
    A melee pool without modifiers is just `2 dice`."""
    if len(parts) > 1:
        return Message("dice.sum", parts=dice_parts(parts), n=count)
    if parts[0][0] == "melee":
        return Message("dice.count", n=count)
    return Message("dice.single", what=Message(f"dice.{parts[0][0]}"), n=count)


def with_odds(dice: Dice, melee: bool) -> Message:
    """Return a dice pool with the chance, in percent, that at least one die is a hit."""
    said = dice_sum(dice.parts, dice.number)
    return Message("dice.odds", dice=said, percent=_hit_percent(dice.number, melee))


def hit_odds(dice: int, melee: bool) -> Message:
    """Return the chance that at least one of some dice is a hit."""
    return Message("odds.hit", percent=_hit_percent(dice, melee))


def _hit_percent(dice: int, melee: bool) -> int:
    return round(100 * (1 - (2 / 3 if melee else 5 / 6) ** dice))


def card_for(state: TwoCitiesState, square: int) -> int:
    """Return the card in play if it counts for the unit on a square, else −1: it counts only for
    the units of its owner that it activates."""
    return state.card if square == state.u or square in state.left else -1


def pool(state: TwoCitiesState, square: int, target: int, card: int, moved: bool) -> Dice:
    """Return the dice pool of an attack from one square on another: melee for neighbours."""
    if distance(square, target) == 1:
        return melee_dice(state.field, square, card)
    return ranged_dice(state.field, square, card, moved)


def attack_dice(state: TwoCitiesState) -> Message:
    """Return the status line of the active unit's dice, before or after its target is chosen."""
    if state.ask == "shoot" or (state.t >= 0 and not state.is_melee()):
        dice = ranged_dice(state.field, state.u, state.card, state.moved)
        far = range_of(state.field, state.u, state.card)
        return Message("status.shot", "4.8", dice=with_odds(dice, melee=False), far=far)
    dice = melee_dice(state.field, state.u, state.card)
    return Message("status.melee", "4.6", dice=with_odds(dice, melee=True))


def unit_facts(state: TwoCitiesState, square: int) -> int:
    """Return how many steps the unit on a square may move, with the card in play if it counts."""
    return move_of(state.board[square] & 7, card_for(state, square))


def values_now(state: TwoCitiesState, square: int) -> Message | None:
    """Return what the card in play adds to the unit on a square; None if it adds nothing."""
    kind, card = state.board[square] & 7, card_for(state, square)
    parts = []
    if more := move_of(kind, card) - MOVE[kind]:
        parts.append(Message("now.move", base=MOVE[kind], more=more))
    if more := cards.MELEE_BONUS.get(card, 0):
        parts.append(Message("now.melee", base=MELEE[kind], n=more))
    if RANGE[kind] and (more := cards.RANGE_BONUS.get(card, 0)):
        parts.append(Message("now.range", base=RANGE[kind], more=more))
        parts.append(Message("now.shot", n=cards.RANGED_BONUS[card]))
    if not parts:
        return None
    said = parts[0]
    for part in parts[1:]:
        said = Message("now.more", before=said, part=part)
    return Message("now", "2.3", card=card_title(card, state.side), values=said)


def throw_words(fight: AttackResult) -> Message:
    """Return how many dice the last attack threw and what they were made of."""
    key = "fight.halved" if fight.evaded else "fight.dice"
    total = min(max(sum(amount for _, amount in fight.parts), 0), 6)
    dice = dice_sum(fight.parts, total)
    return Message(key, "4.6" if fight.melee else "4.8", dice=dice, n=len(fight.dice))


def short_dice(fight: AttackResult) -> list[Message]:
    """Return of a shot its dice and what they are made of, such as `4 dice (2 without moving, +1
    hill, +1 Wrath)`; of a melee what the ground adds or takes, such as `+1 from the hill`: what the
    card adds to it is in the line that tells of the card."""
    if not fight.melee and len(fight.parts) > 1:
        return [dice_sum(fight.parts, len(fight.dice))]
    found = []
    for word, amount in fight.parts:
        if word in ("forest", "hill"):
            sign = f"+{amount}" if amount >= 0 else f"−{-amount}"
            found.append(Message(f"short.part.{word}", amount=sign))
    return found


# -- whose decision ----------------------------------------------------------------------------


def goal(state: TwoCitiesState, viewer: int) -> Message:
    """Return the aim of a player and how near it is, in one line."""
    left = [_city_left(state, side) for side in (0, 1)]
    most = state.strength(CITY)
    if viewer < 0:
        message = Message("goal.all", a=left[0], b=left[1], most=most)
    else:
        message = Message("goal.mine", enemy=left[1 - viewer], own=left[viewer], most=most)
    house = house_rules(state)
    return message if house is None else Message("goal.house", goal=message, rules=house)


def house_rules(state: TwoCitiesState) -> Message | None:
    """Return the names of the house rules that are on (7.7 to 7.9); None if there are none."""
    options = state.game.options
    usual = {"four": "nothing", "siege": "no", "city": 5}
    found = None
    for name in usual:
        if options[name] != usual[name]:
            rule = Message(f"house.{name}", n=state.game.city)
            found = rule if found is None else Message("house.more", before=found, rule=rule)
    return found


def _city_left(state: TwoCitiesState, side: int) -> int:
    city = state.city(side)
    return state.strength(CITY) - state.hits[city] if city >= 0 else 0


def prompt(state: TwoCitiesState, viewer: int) -> Message:
    """Return the sentence that says who decides, and what."""
    if state.ask == OVER:
        assert state.ending is not None
        reason, winner = state.ending
        return over_prompt(winner if winner >= 0 else None, reason)
    if state.ask in CHANCES:
        asked = {DEAL: "deal", DRAWING: "drawing"}
        word = "setup" if state.ask in SETUP else "roll"
        return Message(f"prompt.{asked.get(state.ask, word)}")
    who = player_name(state.current_player())
    if state.ask == CARD:
        return Message("prompt.card", who=who)
    if state.ask in ("melee", "shoot"):
        word = "shoot.second" if state.shots else state.ask
        return Message(f"prompt.{word}", who=who, unit=the(state.board[state.u] & 7))
    if state.ask == PLACE and costs_unit(state, state.card, state.side):
        return Message("prompt.place.again", who=who)
    if state.ask in ("evade", "protect", "fall"):
        return Message(f"prompt.{state.ask}", who=who, unit=the(state.board[state.t] & 7))
    return Message(f"prompt.{state.ask}", who=who)
