"""Paths that enter an action, and marks for inspecting units and cards: reach, targets, sight."""

from __future__ import annotations

from engine.core.contract import Action, Path
from engine.core.scene import Mark
from engine.core.targets import name_of, square_of
from engine.core.texts import Message
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import (
    contacts,
    in_contact,
    may_shoot,
    range_of,
    reach,
    seen_from,
    targets,
)
from engine.games.twocities.rules.frames import CARD, SHOOT, UNIT
from engine.games.twocities.rules.pieces import BACK, CITY, INDEX, NAMES, distance, is_left
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.sentences import (
    card_for,
    pool,
    unit_facts,
    values_now,
    with_odds,
)
from engine.games.twocities.table.strikes import can_strike, card_prospect, strikes
from engine.games.twocities.text.notation import action_text


def sq(square: int) -> str:
    return f"sq:{NAMES[square]}"


def card_target(card: int) -> str:
    return f"card:{cards.ORDER[card]}"


def path(state: TwoCitiesState, action: Action) -> Path:
    """Implement `Game.path`. A card is selected first and then played by a button, so that it can
    be inspected on a touch screen. A unit stays on its square by a button."""
    verb = action[0]
    if verb in ("play", "discard"):
        return (card_target(action[1]), f"btn:{verb}")
    if verb == "move":
        origin, target = action[1:]
        return (sq(origin), sq(target) if origin != target else "btn:stay")
    if verb == "fall":
        here = state.t
        for _ in range(action[1]):
            here = BACK[1 - state.side][here]
        return (sq(here),)
    if verb in ("place", "remove", "melee", "shoot"):
        return (sq(action[1]),)
    return (f"btn:{action_text(action).replace(':', '-')}",)


def action_mark(state: TwoCitiesState, action: Action) -> str:
    """Return the style of the last target of an action."""
    if action[0] == "move" and strikes(state, action[1], action[2], state.card):
        return "aim"
    marks = {"melee": "capture", "shoot": "fire", "place": "place", "remove": "capture"}
    return marks.get(action[0], "move")


def card_of(target: str) -> int:
    return cards.NUMBER.get(name_of(target, "card"), -1)


def _mark(kind: str, squares: list[int], label: Message | None = None) -> list[Mark]:
    return [Mark(kind, tuple(NAMES[s] for s in squares), label=label)] if squares else []


def reach_marks(state: TwoCitiesState, target: str) -> tuple[Mark, ...]:
    """Implement `Game.reach`, for units and for cards of the hand that is chosen from."""
    card = card_of(target)
    if card >= 0:
        asked = state.ask == CARD and state.hands[state.side] >> card & 1
        return tuple(_card_marks(state, card)) if asked else ()
    square = square_of(target, INDEX)
    if square < 0 or not state.board[square] or state.board[square] & 7 == CITY:
        return ()
    marks = []
    if state.u < 0 and square not in state.done:
        found = reach(state.board, square, unit_facts(state, square))
        goals = [s for s in found if s != square]
        marks += _mark("reach", goals, _prospect(state, square))
        return tuple(marks + sight(state, square, card_for(state, square), False))
    moved = state.moved if square == state.u else False
    return tuple(sight(state, square, card_for(state, square), moved))


def _prospect(state: TwoCitiesState, square: int) -> Message | None:
    """Return what the card in play adds to the unit on a square, and whether the unit has nobody to
    attack; None if neither is worth a sentence."""
    values = values_now(state, square)
    if square not in state.left or can_strike(state, square, state.card):
        return values
    alone = Message("now.nobody", "4.5")
    return alone if values is None else Message("now.both", "2.3", values=values, more=alone)


def _card_marks(state: TwoCitiesState, card: int) -> list[Mark]:
    """Return marks of a card's sector and the units it activates, or of the squares for a bought
    unit."""
    if card in cards.REINFORCEMENTS:
        return _mark("zone", state.free_beside_city())
    found = state.eligible(card)
    units = _mark("note", found, card_prospect(state, card))
    if card in cards.ONES or card in cards.TWOS:
        left = cards.wants_left(card)
        sector = [s for s in range(64) if is_left(state.side, s) == left]
        return _mark("zone", sector) + units
    return units


def sight(state: TwoCitiesState, square: int, card: int, moved: bool) -> list[Mark]:
    """Return marks of the unit's targets with dice and lines of sight, and of what blocks its view.
    In contact only the enemies beside it are marked."""
    if in_contact(state.board, square):
        found = contacts(state.board, square)
        return _dice_marks(state, square, found, card, moved)
    field = state.field
    if not may_shoot(field, square, card, moved):
        return []
    limit = range_of(field, square, card)
    found = targets(field, square, card, moved)
    marks = _dice_marks(state, square, found, card, moved)
    if field.hills >> square & 1:
        return marks + [Mark("line", (NAMES[square], NAMES[t])) for t in found]
    seen = seen_from(field, square, limit)
    marks += [Mark("line", tuple(NAMES[s] for s in seen[t])) for t in found]
    closed = field.forests | field.hills
    near = [s for s in seen if distance(square, s) < limit or field.board[s]]
    walls = [s for s in near if s not in found and (field.board[s] or closed >> s & 1)]
    return marks + _mark("block", walls)


def _dice_marks(
    state: TwoCitiesState, square: int, found: list[int], card: int, moved: bool
) -> list[Mark]:
    """Return the targets as one mark, for the dice depend on the attacker alone."""
    if not found:
        return []
    dice = pool(state, square, found[0], card, moved)
    return _mark("attack", found, with_odds(dice, distance(square, found[0]) == 1))


def foresee(state: TwoCitiesState, path: Path) -> tuple[Mark, ...]:
    """Implement `Game.foresee`: what a unit could attack from the square of the second press."""
    if state.ask != UNIT or len(path) != 2:
        return ()
    origin, target = (square_of(target, INDEX) for target in path[:2])
    if path[1] == "btn:stay":
        target = origin
    if origin < 0 or target < 0:
        return ()
    after = state.clone()
    if origin != target:
        after.shift(origin, target)
    return tuple(sight(after, target, state.card, origin != target))


def pending_marks(state: TwoCitiesState) -> list[Mark]:
    """Return marks for the pending question: lines of sight in SHOOT, attacker and target of an
    attack, or the units still to be activated."""
    if state.ask == SHOOT:
        return sight_lines(state)
    if state.u >= 0 and state.t >= 0:
        return [Mark("line", (NAMES[state.u], NAMES[state.t])), Mark("note", (NAMES[state.t],))]
    if state.ask == UNIT and state.left:
        return [Mark("note", tuple(NAMES[s] for s in state.left))]
    return []


def sight_lines(state: TwoCitiesState) -> list[Mark]:
    """Return the marks of `sight` for the active unit without its targets, which are marked as
    legal presses."""
    marks = sight(state, state.u, state.card, state.moved)
    return [mark for mark in marks if mark.kind != "attack"]
