"""Reasons for a card, a sacrifice or a quiet move, shown with a hint of the computer: what a value
will do, what it can buy, why a piece stands better."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.rilatria.rules.pieces import GLYPHS, HERO, free_moves
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY, TOKENS, TOP
from engine.games.rilatria.rules.state import CHOOSE, RilatriaState
from engine.games.rilatria.search.evaluate import NEVER, distance, mode_of
from engine.games.rilatria.search.threats import BIT, field_of

Aim = tuple[str, str]
# Reasons by value: below HIGH, from HIGH on (its treaty applies), at TOP (its gain doubles).
AIMS = {
    HONOUR: ("honour", "honour_high", "honour_top"),
    LUCK: ("luck", "luck_high", "luck_top"),
}


def aims(state: RilatriaState, action: Action) -> list[Aim]:
    """Return the reasons for an action as (name of a sentence in the game's catalogue, target)."""
    if action[0] == "move":
        return [(name, "") for name in _step(state, action) or ["best"]]
    if action[0] == "call":
        return [("even", "")]
    if state.phase != CHOOSE and action[0] != "sacrifice":
        return []
    after = _after(state, action)
    return _bought(state, after) or [(_gained(state, after), "")]


def _after(state: RilatriaState, action: Action) -> RilatriaState:
    after = state.clone()
    after.apply(action)
    return after


def _bought(state: RilatriaState, after: RilatriaState) -> list[Aim]:
    """Return the most expensive unit that a sacrifice makes affordable. Empty for a card, for it is
    chosen before units can be bought."""
    if state.phase == CHOOSE:
        return []
    could, can = (
        {action[1] for action in n.legal_actions() if action[0] == "buy"} for n in (state, after)
    )
    return [("allows", f"kind:{GLYPHS[min(can - could)]}")] if can - could else []


def _gained(state: RilatriaState, after: RilatriaState) -> str:
    own, later = state.reserves[state.side], after.reserves[state.side]
    if later[TOKENS] > own[TOKENS]:
        return "token"
    for index, (low, high, top) in AIMS.items():
        if later[index] > own[index]:
            if index == HONOUR and mode_of(state, state.side) == NEVER:
                return "honour_dusk"
            return top if later[index] == TOP else high if later[index] >= HIGH else low
    return "money" if later[MONEY] > own[MONEY] else _spared(state)


def _spared(state: RilatriaState) -> str:
    """Return the reason for a card that changes nothing: the treaty other cards would cause."""
    own = state.reserves[state.side]
    others = [_after(state, action).reserves[state.side] for action in state.legal_actions()]
    if own[LUCK] < HIGH <= max(other[LUCK] for other in others):
        return "no_coin"
    if own[MONEY] < HIGH <= max(other[MONEY] for other in others):
        return "no_cost"
    return "no_use"


def _step(state: RilatriaState, action: Action) -> list[str]:
    """Return the reasons that hold for a quiet move."""
    _, origin, square = action
    board = _after(state, action).board
    after, own, rival = field_of(board), state.side, 1 - state.side
    hero, prey = after.hero[own], after.hero[rival]
    king = state.board[origin] & 7 == HERO
    zone = state.game.zones[own]
    found = {
        "to_hero": not king and prey >= 0 and distance(square, prey) < distance(origin, prey),
        "by_hero": not king and hero >= 0 and distance(square, hero) < distance(origin, hero),
        "room": origin in zone and square not in zone,
        "freer": len(free_moves(board, square)) > len(free_moves(state.board, origin)),
        "sheltered": not after.reach[rival] & BIT[square],
    }
    return [name for name, holds in found.items() if holds]
