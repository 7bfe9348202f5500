"""Search hints of Cotadrez (`SearchHints`): move ordering, quiescence, null move, and the
computer's deployment."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from engine.core.contract import UNKNOWN, Action
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.attacks import heavy_open
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.movement import Safety, captures, sieges, units_of
from engine.games.cotadrez.rules.pieces import (
    ANCHORS,
    ARCHER,
    ARMY,
    DRAGON,
    ELEPHANT,
    HEAVY,
    KING,
    LANCER,
    LIGHT,
    MOUNTAIN,
    MOUNTAINS,
    RABBLE,
    SCORPION,
    TREBUCHET,
    UNITS,
)
from engine.games.cotadrez.rules.shelter import sheltered
from engine.games.cotadrez.rules.state import (
    BESIEGERS,
    DEPLOY,
    EXCHANGE,
    MARCH,
    TURN,
    CotadrezState,
)
from engine.games.cotadrez.rules.terrain import Rays, Terrain
from engine.games.cotadrez.search.evaluate import JUDGE, SCALE, CotadrezEvaluator, trapped
from engine.games.cotadrez.search.exchanges import exchange
from engine.games.cotadrez.search.weights import WEIGHTS
from engine.games.cotadrez.text.notation import siege_counts

# Names of engine.search.hints.SearchHints.
__all__ = [
    "LEVELS",
    "LOST",
    "MARGIN",
    "SLACK",
    "WEIGHTS",
    "aims",
    "in_check",
    "judge",
    "null_move",
    "ordering",
    "passed",
    "pending",
    "quiescence",
    "repeated",
    "setup",
    "static_value",
    "stock",
    "taking",
]

MARGIN = 3.0 / SCALE  # futility margin: a quiet action changes the value by less
SLACK = 0.045  # usual change by a quiet action beyond its ordering score
FIRST = 1e-4  # share of the taker's worth that is subtracted: least valuable attacker first
CHEAP = 0.5 / SCALE  # tolerance: a losing capture always loses more than this
QUIET, NOTHING = 0.05, -1e-4  # offset and upper bound that keep quiet actions below 0
CHECK, RING = 0.02, 0.015  # ordering bonus of a check, of a step onto a ring under siege
# Games are long, and a little more depth already decides them.
LEVELS: dict[int, dict[str, float]] = {
    1: {"nodes": 480, "attention": 0.92},
    2: {"depth": 3, "nodes": 700, "attention": 0.97},
    3: {"nodes": 1100},
    4: {"nodes": 3000},
    5: {"nodes": 6000},
}
HIDDEN_KING = 0.6  # probability that the King stays in the Reserve
TRIES = 5  # deployments compared before one is chosen
LOST = 0.8
FEW = 3  # with fewer units on the board, no null move
WORTH, judge, static_value = JUDGE.worth, CotadrezEvaluator, JUDGE.evaluate


def stock(state: CotadrezState) -> object:
    """Return the number of the turn that last made progress."""
    return state.turns - state.quiet


def in_check(state: CotadrezState) -> bool:
    """Return whether the side to move is in check or `trapped` by a siege."""
    return state.stack[-1][0] == TURN and (state.checked() or trapped(state))


def pending(state: CotadrezState) -> bool:
    """Return whether the decision continues a turn: the second step of a march, or the answer to an
    execution."""
    return state.stack[-1][0] in (MARCH, EXCHANGE)


def repeated(state: CotadrezState) -> bool:
    """Return whether this start of a turn has occurred before, since the last progress."""
    if state.stack[-1][0] != TURN or state.seen is None:
        return False
    position, before = state.seen
    for _ in range(state.quiet):
        if before is None:
            return False
        if before[0] == position:
            return True
        before = before[1]
    return False


def null_move(state: CotadrezState) -> CotadrezState | None:
    """Return the position with the turn passed; None in check, in the middle of a turn, and with
    few units (zugzwang)."""
    if state.stack[-1][0] != TURN or len(units_of(state.board, state.side)) < FEW:
        return None
    return passed(state)


def passed(state: CotadrezState) -> CotadrezState | None:
    """Return the position with the turn passed; None in check and in the middle of a turn."""
    return None if state.stack[-1][0] != TURN or in_check(state) else state.skipped()


def quiescence(state: CotadrezState) -> list[Action]:
    """Return captures that lose no material, and executions of sieges."""
    return [action for _, action in taking(state)]


def taking(state: CotadrezState, least: float = 0.0) -> list[tuple[float, Action]]:
    """Return (gain, action) for captures that lose no material and executions; for the second step
    of a march, for all captures. `least` is ignored."""
    if not state.battle or state.result is not None:
        return []
    board, side = state.board, state.side
    if state.stack[-1][0] == TURN:
        safety = Safety(state.t, board, side, state.checked())
        found = captures(state.t, board, side, state.dungeons[1 - side], safety)
        won = [(winning(state, action), action) for action in found]
        return [one for one in won if one[0] > -CHEAP]  # `FIRST` may put a fair exchange below 0
    steps = [a for a in state.legal_actions() if a[0] == "step" and board[a[2]]]
    return [(winning(state, action), action) for action in steps]


def winning(state: CotadrezState, action: Action) -> float:
    """Return the gain of a capture or an execution in units of `evaluate`; a capture by a step is
    valued by `exchange`, with cheap takers first."""
    verb, board = action[0], state.board
    if verb == "step":
        return exchange(state, action) / SCALE - WORTH[board[action[1]] & 15] * FIRST
    if verb == "fire":
        return sum(WORTH[board[square] & 15] for square in action[2:]) / SCALE
    lost = state.reserves[1 - state.side]
    return (8 + sum(WORTH[k] * lost[k] for k in UNITS) + WORTH[action[1]]) / SCALE


# -- order ---------------------------------------------------------------------------------------


def ordering(state: CotadrezState, actions: Sequence[Action]) -> list[float]:
    """Return move-ordering scores: gains of captures, executions, checks and steps onto a besieged
    ring; quiet actions are below 0, by piece-square values."""
    if not state.battle:
        return [0.0] * len(actions)
    half = state.decider()
    checks = checking_squares(state, half)
    ring = state.t.ring_set[1 - half] if sieges(state.t, state.board, half) else frozenset()
    tables = JUDGE.square_values(state.t)
    sign = -1 if half else 1
    board = state.board
    out = []
    last, unit, here, table = -1, 0, 0.0, tables[0]
    threats: Collection[int] = ()
    for action in actions:
        verb = action[0]
        if verb == "step":
            _, origin, target = action
            if origin != last:
                last, unit = origin, board[origin]
                table = tables[unit]
                here, threats = table[origin], checks[unit & 15]
            if board[target] or target in threats or target in ring:
                gain = winning(state, action) if board[target] else 0.0
                gain += CHECK * (target in threats) + RING * (target in ring and unit & 15 != KING)
            else:
                gain = 0.0
            if not gain:
                gain = min(NOTHING, sign * (table[target] - here) / SCALE - QUIET)
        elif verb in ("fire", "siege"):
            gain = winning(state, action)
        elif verb == "reinforce":
            gain = CHECK if action[2] in checks[action[1]] else WORTH[action[1]] * 1e-3 - QUIET
        else:
            gain = -0.06
        out.append(gain)
    return out


def checking_squares(state: CotadrezState, half: int) -> list[frozenset[int] | set[int]]:
    """Return, by kind, the squares from which a unit of `half` would attack the enemy King on the
    present board; empty sets if he is in the Reserve."""
    found: list[frozenset[int] | set[int]] = [frozenset()] * 11
    board, t = state.board, state.t
    king = board.find((1 - half) << 4 | KING)
    if king < 0:
        return found
    found[RABBLE] = found[LANCER] = set(t.orth1[king])
    found[ARCHER] = {*t.diag1[king], *(s for middle, s in t.archer2[king] if not board[middle])}
    found[LIGHT] = set(t.light[king])
    found[HEAVY] = {s for s, paths in t.heavy[king] if heavy_open(board, paths, half)}
    found[TREBUCHET] = set(t.volley[king])
    found[ELEPHANT] = _seen(board, t.rook[king])
    found[DRAGON] = _seen(board, t.dragon[king])
    found[SCORPION] = _seen(board, t.bolt[king])
    return found


def _seen(board: bytearray, rays: Rays) -> set[int]:
    out = set()
    for ray in rays:
        for square in ray:
            out.add(square)
            if board[square]:
                break
    return out


# -- reasons of hints ----------------------------------------------------------------------------


def aims(state: CotadrezState, action: Action) -> list[tuple[str, str]]:
    """Return what an action means for the sieges, for hints: the side to move besieges, executes,
    or breaks the siege of its own fortress."""
    if not state.battle or state.result is not None:
        return []
    if action[0] == "siege":
        return [("executes", "")]
    after = state.clone()
    after.apply(action)
    mine = state.decider()
    was, now = siege_counts(state), siege_counts(after)
    found = []
    if was[mine] < BESIEGERS <= now[mine]:
        found.append(("siege", ""))
    if now[1 - mine] < BESIEGERS <= was[1 - mine]:
        found.append(("breaks_siege", ""))
    return found


# -- deployment ----------------------------------------------------------------------------------


def setup(state: CotadrezState, rng: Random) -> list[Action]:
    """Return the deployment actions of the player to decide: the best of `TRIES` sensible
    deployments. Empty unless he has placed nothing yet."""
    if state.result is not None or state.frame() != DEPLOY:
        return []
    player = state.current_player()
    mine = state.deploys[player]
    if not mine.seen or mine.anchor != UNKNOWN:
        return []
    half = 1 - state.deploys[0].half if player else rng.randrange(2)
    # Decided before the tries: `_promise` would always prefer deployments without a King.
    hidden = rng.random() < HIDDEN_KING
    made = [_made(half, state.game.water, hidden, rng) for _ in range(TRIES)]
    ranked = sorted(made, key=lambda d: _promise(state, d) + rng.random() * 3, reverse=True)
    return [*dep.actions_of(ranked[0]), ("ready",)]


def _made(half: int, water: frozenset[int], hidden: bool, rng: Random) -> Deployment:
    """Return a random sensible deployment: strong units in front, the ring nearly full, the King
    hidden or safe from attack at the start (C25)."""
    anchor = rng.choice(ANCHORS[half])
    forward = 1 if half == 0 else -1
    ring = sorted(
        dep.ring_land(anchor, water),
        key=lambda s: forward * (s // 10) + rng.random() * 1.5,
    )
    army = sorted(
        (kind for kind in UNITS for _ in range(ARMY[kind]) if kind != KING),
        key=lambda kind: WORTH[kind] + rng.random() * 5,
    )
    count = min(len(ring) - 1, rng.randint(9, 11))
    puts = []
    if not hidden:
        puts.append((KING, ring.pop(0)))
        count -= 1
    for square, kind in zip(reversed(ring), reversed(army[-count:]), strict=False):
        puts.append((kind, square))
    taken = {square for _, square in puts}
    free = sorted(dep.territory(half, anchor, water) - taken)
    outside = [s for s in free if s not in ring] or free
    puts += [(MOUNTAIN, s) for s in rng.sample(outside, MOUNTAINS)]
    made = Deployment(half, anchor, tuple(sorted(puts, key=dep.canonical)), ready=True)
    return sheltered(made, water, rng)


def _promise(state: CotadrezState, d: Deployment) -> float:
    """Return the points of a deployment's units against an enemy fortress mirrored from its own."""
    facing = (8 - d.anchor // 10) * 10 + d.anchor % 10
    forts = (facing, d.anchor) if d.half else (d.anchor, facing)
    t: Terrain = state.game.terrain(forts, d.mountains())
    tables = JUDGE.square_values(t)
    return sum(
        abs(tables[d.half << 4 | kind][square]) - 0.8 * WORTH[kind] for kind, square in d.units()
    )
