"""Checks whether a position text can arise by the rules (rulebook, section 9, `BadPosition`).

Each public function checks one field of a state that has been read; none changes it.
"""

from __future__ import annotations

from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import (
    free_behind,
    in_contact,
    may_evade,
    melee_dice,
    move_of,
    ranged_dice,
    reach,
    targets,
)
from engine.games.twocities.rules.frames import (
    CALM_LIMIT,
    CARD,
    DEAL,
    DRAWING,
    EVADE,
    EVADEDIE,
    FALL,
    FORESTS,
    HILLS,
    LINE,
    LOUD,
    MELEE,
    OUTDIE,
    OVER,
    PLACE,
    PROTECT,
    REMOVE,
    ROLL,
    SETUP,
    SHOOT,
    UNIT,
)
from engine.games.twocities.rules.pieces import CITY, MOVE, NEIGHBOURS, distance, is_left
from engine.games.twocities.rules.state import TwoCitiesState


def hand_sizes(state: TwoCitiesState) -> tuple[tuple[int, int], ...]:
    """Return the pairs of hand sizes (White's, Black's) that are possible in the frame."""
    full, empty = (3, 3), (0, 0)
    if state.ask == DEAL:
        return ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2))
    if state.ask in SETUP:
        return (empty,)
    if state.ask == CARD:
        return (full,)
    if state.ask == OVER:
        assert state.ending is not None
        if state.ending[0] == "time":
            return (full, (2, 3), (3, 2), empty)
        if state.ending[0] != "city":
            return (full,)
        if state.card < 0:  # in a text of the board alone, or after a siege
            return (empty, full) if state.game.siege else (empty,)
        return ((2, 3),) if state.ending[1] == 0 else ((3, 2),)
    return ((2, 3),) if state.side == 0 else ((3, 2),)


def counters(state: TwoCitiesState) -> bool:
    """Return whether calm count and purchases fit the frame and the removed cards."""
    if state.ask in SETUP:
        still = state.calm == 0 and state.bought == (0, 0) and state.number == 1
        return still and not state.discards and not state.removed
    spent = (state.removed & cards.REINFORCEMENT_MASK).bit_count() + (state.ask == REMOVE)
    if sum(state.bought) > spent:
        return False
    if state.ending is not None and state.ending[0] == "calm":
        return state.calm == CALM_LIMIT
    # END counts the turn before the card is disposed of (T38), so from there on calm is settled and
    # may already have reached the limit.
    counted = state.ask in (OUTDIE, DRAWING)
    if state.calm == LOUD:
        return not counted and state.ask != CARD
    return state.calm < CALM_LIMIT + counted


def question(state: TwoCitiesState) -> bool:
    """Return whether the frame is possible with its arguments."""
    ask = state.ask
    if ask in SETUP:
        ground = {LINE: (0, 0), FORESTS: (0, 0), HILLS: (state.forests, 0)}
        return state.side == 0 and ground.get(ask, (state.forests, state.hills)) == (
            state.forests,
            state.hills,
        )
    if ask in (CARD, DRAWING):
        return True
    if ask == OVER:
        return _end(state)
    if ask == OUTDIE:
        return state.card in cards.SPECIALS
    if ask == PLACE:
        return state.card in cards.REINFORCEMENTS and bool(state.free_beside_city())
    if ask == REMOVE:
        return _removal(state)
    return _activation(state) and _fight(state)


def _end(state: TwoCitiesState) -> bool:
    assert state.ending is not None
    reason, winner = state.ending
    if reason == "city" or reason == "resign":
        return winner == 1 - state.side
    if reason == "exhaustion":
        gone = state.removed & cards.REINFORCEMENT_MASK == cards.REINFORCEMENT_MASK
        return gone and not state.units(0) and not state.units(1)
    return True


def _removal(state: TwoCitiesState) -> bool:
    if state.card not in cards.REINFORCEMENTS or state.bought[state.side] < 2:
        return False
    piece = state.board[state.t]
    return (
        piece == state.side << 3 | cards.BOUGHT[state.card]
        and not state.hits[state.t]
        and state.t in NEIGHBOURS[state.city(state.side)]
        and len(state.units(state.side)) > 1
    )


# -- who is activated, who may still be ----------------------------------------------------------


def _activation(state: TwoCitiesState) -> bool:
    card, units = state.card, set(state.units(state.side))
    busy = [*state.done, state.u] if state.u >= 0 else list(state.done)
    named = [*busy, *state.left]
    idle = card in cards.NOTHING and not state.game.any_four
    if card in cards.REINFORCEMENTS or idle or not units.issuperset(named):
        return False
    if len(set(named)) != len(named) or len(busy) > cards.quota(card):
        return False
    if state.ask == UNIT and not state.left:
        return False
    kinds = cards.ACTIVATES.get(card)
    if kinds and any(state.board[s] & 7 not in kinds for s in named):
        return False
    rest = [s for s in state.eligible(card) if s not in busy]
    if card == cards.PHALANX:
        return bool(busy) or state.left == tuple(rest)
    if len(busy) >= cards.quota(card):
        return not state.left and _origins(state, rest)
    fits = state.left == tuple(rest) or (card in cards.THREES and bool(busy))
    return fits and _origins(state, rest)


def _origins(state: TwoCitiesState, rest: list[int]) -> bool:
    """Return whether the active unit (or with a 3 the one before it) can come from a sector that
    fits the card and the units left in `rest`."""
    card = state.card
    if card in cards.THREES and len(state.done) + (state.u >= 0) == 1:
        fits = ([s for s in rest if is_left(state.side, s) != one] for one in _sectors(state))
        return list(state.left) in fits
    if (card in cards.ONES or card in cards.TWOS) and state.u >= 0:
        return cards.wants_left(card) in _sectors(state)
    return True


def _sectors(state: TwoCitiesState) -> set[bool]:
    """Return the sectors (True: left) where the active unit may have stood when the card was
    played; both if the board may have changed since."""
    if state.u < 0 or state.ask == FALL:
        return {True, False}
    if not state.moved:
        return {is_left(state.side, state.u)}
    steps = move_of(state.board[state.u] & 7, state.card)
    squares = set(reach(state.board, state.u, steps)) - {state.u}
    return {is_left(state.side, s) for s in squares}


# -- the attack ----------------------------------------------------------------------------------


def _fight(state: TwoCitiesState) -> bool:
    ask, board, u, t = state.ask, state.board, state.u, state.t
    if ask == UNIT:
        return True
    if ask == MELEE:
        return in_contact(board, u)
    if state.shots and state.card != cards.RAIN:
        return False
    found = targets(state.field, u, state.card, state.moved)
    if ask == SHOOT:
        return bool(found)
    if not board[t] or board[t] >> 3 == state.side:
        return False
    if distance(u, t) > 1:
        return ask in (ROLL, PROTECT) and not state.evaded and t in found and _guard(state)
    if state.shots:
        return False
    if ask == FALL:
        unit = board[t] & 7
        return unit != CITY and MOVE[unit] > MOVE[board[u] & 7] and free_behind(board, t) == 2
    if ask in (EVADE, EVADEDIE) or state.evaded:
        return may_evade(board, u, t) and ask != PROTECT
    return _guard(state)


def _guard(state: TwoCitiesState) -> bool:
    if state.ask != PROTECT:
        return True
    melee = distance(state.u, state.t) == 1
    count = (
        melee_dice(state.field, state.u, state.card).number
        if melee
        else ranged_dice(state.field, state.u, state.card, state.moved).number
    )
    return len(state.guards()) > 1 and state.h + state.r <= count
