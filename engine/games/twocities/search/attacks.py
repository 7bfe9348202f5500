"""Expected gains of attacks, and the melee dice that threaten each square."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.twocities.rules.combat import flood, melee_dice, move_of, ranged_dice
from engine.games.twocities.rules.pieces import MELEE as MELEE_DICE
from engine.games.twocities.rules.pieces import MOVE, RANGE, members
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search.ground import NEAR, Ground
from engine.games.twocities.search.threats import JUDGE


def attack(state: TwoCitiesState, action: Action) -> float:
    """Return the expected points of choosing a target (MELEE or SHOOT); 0 for `hold`."""
    if action[0] == "hold":
        return 0.0
    square = action[1]
    pair = state.board[square] >> 3
    _, prey, left, shield, behind, _ = next(
        target for target in Ground(state).targets[pair] if target[0] == square
    )
    if action[0] == "melee":
        count = melee_dice(state.field, state.u, state.card).number
        fast = MOVE[prey] > MOVE[state.board[state.u] & 7]
        return JUDGE.odds.strike(count, prey, left, shield, behind, fast)
    count = ranged_dice(state.field, state.u, state.card, state.moved).number
    return JUDGE.odds.blow(count, False, prey, left, shield, behind)


def attacks(ground: Ground, origin: int, bonus: int) -> dict[int, float]:
    """Return, by square within reach of the unit, the expected points of its best attack from
    there: a melee if possible, else a shot."""
    state = ground.state
    board, card = state.board, state.card
    kind = board[origin] & 7
    reach = flood(ground.free, origin, move_of(kind, card))
    found: dict[int, float] = {}
    enemies = ground.targets[1 - (board[origin] >> 3)]
    for _, prey, left, shield, behind, near in enemies:
        for square in members(near & reach):
            count = ground.dice(kind, 1 << square, bonus)
            gain = JUDGE.odds.strike(count, prey, left, shield, behind, MOVE[prey] > MOVE[kind])
            if gain > found.get(square, 0.0):
                found[square] = gain
    if RANGE[kind]:
        for square in members(reach):
            if square not in found:
                found[square] = _best_shot(ground, kind, square, square != origin)
    return found


def _best_shot(ground: Ground, kind: int, square: int, moved: bool) -> float:
    best = 0.0
    for there, prey, left, shield, behind, _ in ground.targets[1 - ground.state.side]:
        count = ground.shots(square, kind, 0, there) - moved
        if count > 0:
            best = max(best, JUDGE.odds.blow(count, False, prey, left, shield, behind))
    return best


def exposure(ground: Ground, side: int) -> list[int]:
    """Return, by square, the melee dice that units of `side` can bring against it with an ordinary
    card."""
    board = ground.state.board
    dice = [0] * 64
    for square in ground.units[side]:
        kind = board[square] & 7
        near = 0
        for here in members(flood(ground.free, square, MOVE[kind])):
            near |= NEAR[here]
        for there in members(near):
            dice[there] += MELEE_DICE[kind]
    return dice
