"""Search hints of Rilatria (`SearchHints`): candidate actions of a turn and their order, typical
cards and coins, and the computer's set-up.

A turn is several actions in any order. The search tries only one order: unit, hero, end. It buys
nothing, since money is worth nearly as much as what it buys. At the root every order is open,
because a person may have begun the turn. There purchases and sacrifice are decided by rule while
no piece is attacked, for their use lies beyond the search depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import Any

from engine.core.contract import Action
from engine.games.rilatria.rules.horoscope import CODES, PURSE, TOKEN, characteristic, value
from engine.games.rilatria.rules.pieces import (
    ASSASSIN,
    BARBARIAN,
    HERO,
    MOVES,
    PRICES,
    RAM,
    UNITS,
    free_moves,
)
from engine.games.rilatria.rules.reserve import (
    HIGH,
    HONOUR,
    LUCK,
    MONEY,
    TOKENS,
    TOP,
    VITALITY,
    carded,
    may_sacrifice,
)
from engine.games.rilatria.rules.state import (
    CALL,
    CHOOSE,
    COIN,
    DEAL,
    FREE,
    HERO_DONE,
    SACRIFICED,
    SETUP,
    UNIT_DONE,
    RilatriaState,
)
from engine.games.rilatria.search.evaluate import (
    JUDGE,
    SCALE,
    SURELY,
    RilatriaEvaluator,
    distance,
    healing,
    mode_of,
    static_value,
)
from engine.games.rilatria.search.hint_reasons import aims
from engine.games.rilatria.search.threats import (
    AROUND,
    BIT,
    EMPTY,
    AttackMap,
    field_of,
    squares,
    strikes,
)
from engine.games.rilatria.search.weights import WEIGHTS
from engine.games.rilatria.table.arrange import FRONT, REAR

Scored = tuple[float, Action]
BY_WORTH = itemgetter(0)

# Names of engine.search.hints.SearchHints.
__all__ = [
    "LEVELS",
    "LOST",
    "WEIGHTS",
    "aims",
    "forced",
    "generate",
    "generate_plain",
    "idle",
    "judge",
    "outcomes",
    "passed",
    "pending",
    "setup",
    "static_value",
    "stock",
]

# A ply is a whole turn; captures after the last one are estimated.
LEVELS: dict[int, dict[str, Any]] = {
    1: {"depth": 1, "margin": 0.05, "nodes": 400, "attention": 0.92},
    2: {"depth": 1, "margin": 0.022, "nodes": 400},
    3: {"depth": 2, "margin": 0.028, "nodes": 600},
    4: {"depth": 3, "margin": 0.029, "nodes": 1500},
    5: {"nodes": 2000},
}
STEPS = 5  # quiet moves of units searched below the root
HERO_STEPS = 3  # moves of a hero in danger searched below the root
ROOT_STEPS, ROOT_HERO_STEPS, ROOT_OFFERS = 20, 5, 4
NEAR_HERO = 3  # with an enemy unit this near, hero moves are searched at the root
TYPICAL = (CODES["2h"], CODES["2d"], CODES["2s"])  # the draw that replaces all others
FORK, CHASE = 0.5, 0.8  # ordering bonus of a threat to a unit, to the hero
QUIET = 2.0  # upper bound of a quiet move's ordering gain
HERO_RISK = 8.0  # points for a hero on an attacked square
ALIKE = 0.02  # purchases within this of the best count as equally good
DOUBT = 0.07  # cards worth less than the best by more than this are dropped
STAY = 0.15  # cost of a hero's quiet move
LOST = 0.75
judge = RilatriaEvaluator


def passed(state: RilatriaState) -> RilatriaState | None:
    """Return the position in which the opponent may act at once, without treaties, coin or cards;
    None in the set-up and after the end."""
    if state.phase not in (CALL, CHOOSE, FREE):
        return None
    new = state.clone()
    new.round += new.side
    new.side, new.phase = 1 - new.side, FREE
    new.call, new.cards, new.marks, new.recruits, new.story = -1, (), 0, (), ()
    new.hurt &= ~(1 << new.side)
    return new


def stock(state: RilatriaState) -> object:
    """Return the turn in which a piece was last destroyed."""
    return 2 * state.round + state.side - state.quiet


def pending(state: RilatriaState) -> bool:
    """Return whether the decision continues a turn: a call, and everything in the free phase."""
    return state.phase in (CALL, FREE)


def idle(state: RilatriaState, action: Action) -> bool:
    """Return whether an action takes a recent move of its side back, or is a card after which the
    reserve is worth no more than before."""
    if action[0] == "move":
        return (state.side, action[2], action[1]) in state.trail
    if state.phase != CHOOSE:
        return False
    before, blow, mode = state.reserves[state.side], state.game.blow, mode_of(state, state.side)
    after, _ = carded(bytes(before), state.side, action[1])
    return JUDGE.reserve(bytearray(after), blow, mode) <= JUDGE.reserve(before, blow, mode)


def outcomes(state: RilatriaState, last: bool) -> Sequence[tuple[Action, int]]:
    """Return both sides of a coin or the next card of the typical draw; empty if no ply follows
    (`last`)."""
    if last:
        return ()
    if state.phase == COIN:
        return state.chance_outcomes()
    return [(("deal", TYPICAL[len(state.cards)]), 1)]


def forced(state: RilatriaState) -> Action | None:
    """Return the typical draw, the best card, a call, or the end of the turn once a unit has acted
    and the hero has acted or need not; None for anything else."""
    if state.phase == FREE:
        if state.marks & UNIT_DONE and (state.marks & HERO_DONE or _hero_rests(state)):
            return ("end",)
        return None
    if state.phase == DEAL:
        return ("deal", TYPICAL[len(state.cards)])
    if state.phase in (CHOOSE, CALL):
        return generate(state, False)[0][1]
    return None


def generate(state: RilatriaState, root: bool) -> list[Scored]:
    """Return the candidates as (score, action); at the root nearly every action."""
    if state.phase == FREE:
        return _free(state, root)
    if state.phase == CHOOSE:
        drawn = frozenset((*state.cards, PURSE) if state.game.purse else state.cards)
        cards = _cards(bytes(state.reserves[state.side]), drawn, mode_of(state, state.side))
        # Below the root only the best card: the typical draw offers every suit again, so a deeper
        # search would see no harm in postponing.
        return [card for card in cards if card[0] >= cards[0][0] - DOUBT] if root else [cards[0]]
    if state.phase == CALL:
        return [(0.0, ("call", state.round & 1))]  # the coin is fair
    return [(0.0, action) for action in state.legal_actions()]


def generate_plain(state: RilatriaState, root: bool) -> list[Scored]:
    """Return the candidates of a weak level, which sacrifices only to buy what it could not buy
    without: at full vitality the money costs nothing, but the same sacrifice every turn is dull."""
    if state.phase == FREE and not _pays(state):
        return _free(state, root, sacrifices=False)
    return generate(state, root)


def _pays(state: RilatriaState) -> bool:
    """Return whether one more money pays for the mover's first purchase."""
    prices = [PRICES[kind] for kind in UNITS if state.below_limit(kind)]
    room = any(not state.board[square] for square in state.game.zones[state.side])
    return room and bool(prices) and state.reserves[state.side][MONEY] + 1 == min(prices)


@lru_cache(maxsize=4096)
def _cards(values: bytes, drawn: frozenset[int], mode: int) -> tuple[Scored, ...]:
    """Return the choices as (score, action), the best for the reserve first."""
    found = [(card_worth(values, card, mode), ("choose", card)) for card in sorted(drawn)]
    return tuple(sorted(found, key=BY_WORTH, reverse=True))


def card_worth(values: bytes, card: int, mode: int = SURELY) -> float:
    """Return what a card is worth to the reserve, in units of `evaluate`. `mode`: when its honour
    heals."""
    if card == TOKEN:
        return JUDGE.token / SCALE
    index = characteristic(card)
    table = {HONOUR: JUDGE.honours[mode], LUCK: JUDGE.lucks, MONEY: JUDGE.monies}[index]
    before = values[index]
    gain = table[min(TOP, before + value(card))] - table[before]
    if index == MONEY:
        gain *= 1.5  # money spent at once is worth more than money kept
    return gain / SCALE


# -- the free phase ------------------------------------------------------------------------------


def _free(state: RilatriaState, root: bool, sacrifices: bool = True) -> list[Scored]:
    field = field_of(state.board)
    trade: list[Scored] = [(0.0, ("end",))]
    if root:
        trade = _trade(state, field, sacrifices)
        if trade[-1][1][0] != "end":
            return trade  # buy or sacrifice first; the rest of the turn is searched afterwards
    hero_open = not state.marks & HERO_DONE
    scored: list[Scored] = []
    if not state.marks & UNIT_DONE and (root or hero_open):
        scored += _unit_actions(state, field, ROOT_STEPS if root else STEPS)
    if hero_open:
        scored += _hero_actions(state, field, root)
    return scored + trade


def _trade(state: RilatriaState, field: AttackMap, sacrifices: bool) -> list[Scored]:
    """Return scored purchases, the sacrifice or the end of the turn. While no own piece is
    attacked, only one of the three is returned. `sacrifices`: whether one may be made."""
    side = state.side
    values = state.reserves[side]
    calm = not field.reach[1 - side] & field.occupied[side]
    fresh = not state.marks and not state.recruits
    if fresh and field.reach[side] & BIT[field.hero[1 - side]]:
        return [(0.0, ("end",))]  # the hero can be taken: nothing to buy first
    good = [offer for offer in _offers(state, field) if offer[0] > 0]
    may = sacrifices and calm and not state.marks & SACRIFICED and may_sacrifice(values)
    if may and mode_of(state, side) != SURELY:
        if _buys_more(state, field, good):
            return [(0.0, ("sacrifice",))]
    elif may:
        spare = values[VITALITY] + healing(values[HONOUR]) > TOP
        if spare and values[MONEY] < HIGH - 1:
            return [(0.0, ("sacrifice",))]
    if calm:
        alike = [one for one in good[:ROOT_OFFERS] if one[0] > good[0][0] - ALIKE]
        return alike or [(0.0, ("end",))]
    return [*good[:ROOT_OFFERS], (0.0, ("end",))]


def _buys_more(state: RilatriaState, field: AttackMap, good: Sequence[Scored]) -> bool:
    """Return whether the best purchase after a sacrifice is worth more than the best one without
    (`good`), its price in vitality and healing included."""
    after = state.clone()
    after.apply(("sacrifice",))
    own, blow = state.side, state.game.blow
    loss = JUDGE.reserve(state.reserves[own], blow, mode_of(state, own)) - JUDGE.reserve(
        after.reserves[own], blow, mode_of(after, own)
    )
    best = max((offer[0] for offer in _offers(after, field)), default=0.0)
    return best - loss / SCALE > max((one[0] for one in good), default=0.0) + ALIKE


def _unit_actions(state: RilatriaState, field: AttackMap, most: int) -> list[Scored]:
    """Return the scored attacks of all units and their `most` best quiet moves."""
    side, board = state.side, state.board
    prey, danger = field.occupied[1 - side], field.reach[1 - side]
    guarded = field.reach[side]
    foe = field.hero[1 - side]
    taken = field.occupied[0] | field.occupied[1]
    losses, pressure = JUDGE.prizes(state, 1 - side), JUDGE.pressure[foe]
    attacks: list[Scored] = []
    moves: list[tuple[float, int, int]] = []
    for square, kind, bits in field.men[side]:
        if kind == HERO:
            continue
        if bits & prey and square not in state.recruits:
            for target in squares(bits & prey):
                gain = JUDGE.net(state, field, side, kind, target)
                attacks.append((gain / SCALE, ("attack", square, target)))
        if not AROUND[square] & ~taken:
            continue
        loss, near, struck = losses[kind], pressure[kind], EMPTY[kind]
        here = near[square] - (loss if danger & BIT[square] else 0.0)
        for target, between in MOVES[kind][square]:
            if board[target] or (between >= 0 and board[between]):
                continue
            gain = near[target] - here
            if danger & BIT[target]:
                gain -= loss * (0.5 if guarded & BIT[target] else 1.0)
            if struck[target] & prey and (hits := strikes(kind, target, taken) & prey):
                gain += CHASE if hits & BIT[foe] else FORK
                if hits & (hits - 1):
                    gain += FORK
            moves.append((gain if gain < QUIET else QUIET, square, target))
    moves.sort(key=BY_WORTH, reverse=True)
    quiet = [
        (gain / SCALE - QUIET / SCALE, ("move", square, target))
        for gain, square, target in moves[:most]
    ]
    return attacks + quiet


def _hero_rests(state: RilatriaState) -> bool:
    """Return whether the own hero neither is attacked nor has an enemy beside him."""
    field, side = field_of(state.board), state.side
    own = field.hero[side]
    near = AROUND[own] & field.occupied[1 - side]
    return not near and not field.reach[1 - side] & BIT[own]


def _hero_actions(state: RilatriaState, field: AttackMap, root: bool) -> list[Scored]:
    """Return the hero's scored attacks, and his moves when he is attacked or, at the root, when an
    enemy unit is near."""
    side, board = state.side, state.board
    own = field.hero[side]
    danger = field.reach[1 - side]
    scored: list[Scored] = []
    moves: list[Scored] = []
    prey = field.occupied[1 - side]
    threatened = bool(danger & BIT[own])
    for square, kind, bits in field.men[side]:
        if kind == HERO:
            for target in squares(bits & prey):
                gain = JUDGE.prizes(state, side)[board[target] & 7]
                if danger & BIT[target]:
                    gain -= HERO_RISK
                scored.append((gain / SCALE, ("attack", square, target)))
    units = [(square, kind) for square, kind, _ in field.men[1 - side] if kind != HERO]
    near = root and any(distance(square, own) <= NEAR_HERO for square, _ in units)
    for target in free_moves(board, own) if threatened or near else ():
        gain = -STAY
        if danger & BIT[target]:
            gain -= HERO_RISK
        elif threatened:
            gain += HERO_RISK
        for square, kind in units:
            gain -= JUDGE.pressure[target][kind][square] - JUDGE.pressure[own][kind][square]
        moves.append((gain / SCALE, ("move", own, target)))
    moves.sort(key=lambda move: -move[0])
    return scored + moves[: ROOT_HERO_STEPS if root else HERO_STEPS]


def _offers(state: RilatriaState, field: AttackMap) -> list[Scored]:
    """Return the scored purchases, best first."""
    side = state.side
    values, blow, mode = state.reserves[side], state.game.blow, mode_of(state, side)
    if values[MONEY] < PRICES[BARBARIAN]:
        return []
    before = JUDGE.reserve(values, blow, mode)
    foe, danger = field.hero[1 - side], field.reach[1 - side]
    prey = field.occupied[1 - side]
    taken = field.occupied[0] | field.occupied[1]
    free = [square for square in state.game.zones[side] if not state.board[square]]
    scored: list[Scored] = []
    for kind in UNITS:
        if not state.affordable(kind) or not state.below_limit(kind):
            continue
        left = bytearray(values)
        left[MONEY] -= PRICES[kind]
        if kind == ASSASSIN:
            left[TOKENS] -= 1
            left[HONOUR] = 0
        base = JUDGE.worth[kind] + JUDGE.reserve(left, blow, mode) - before
        for square in free:
            gain = base + JUDGE.pressure[foe][kind][square]
            if danger & BIT[square]:
                gain -= JUDGE.worth[kind] + 2
            hits = strikes(kind, square, taken) & prey
            if hits:
                gain += CHASE if hits & BIT[foe] else FORK
            scored.append((gain / SCALE, ("buy", kind, square)))
    scored.sort(key=lambda one: -one[0])
    return scored


# -- the set-up ----------------------------------------------------------------------------------


def setup(state: RilatriaState, rng: Random) -> list[Action]:
    """Return the rest of the mover's set-up: the hero near his corner, the ram in front, other
    units where there is room. Empty outside the set-up."""
    if state.result is not None or state.phase != SETUP:
        return []
    side, field = state.side, state.game.options["field"]
    free = [square for square in state.game.zones[side] if not state.board[square]]
    plan: list[Action] = []
    for kind in state.missing():
        wanted = {HERO: REAR[field][side], RAM: FRONT[field][side]}.get(kind, free)
        square = rng.choice([one for one in wanted if one in free] or free)
        free.remove(square)
        plan.append(("place", kind, square))
    return plan
