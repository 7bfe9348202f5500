"""What must be true in Cotadrez's rules wherever a reason is given (rulebook 2.1 to 4.17)."""

from __future__ import annotations

from engine.core.contract import TERMINAL
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    ELEPHANT,
    FORTRESS,
    GLYPHS,
    GRID,
    INDEX,
    KING,
    LANCER,
    MOUNTAIN,
    NAMES,
    RABBLE,
    code,
    fortress_squares,
    half_of_row,
    ring_of,
)
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, CotadrezState
from engine.games.cotadrez.rules.terrain import terrain
from tests.games.claims import Claim, Refusal

# Places for fortresses that stand in nobody's way; these need not be legal.
ASIDE = tuple([r * 10 + f for r in rows for f in range(1, 8)] for rows in ((1, 2, 3, 4), (5, 6, 7)))

# -- positions that differ in one thing ----------------------------------------------------------


def fresh(state: CotadrezState) -> CotadrezState:
    """Return a copy whose board may be changed: the same side to move, nothing remembered."""
    return state.skipped().skipped()


def leads(state: CotadrezState, one: Refusal, presses: int = 2) -> bool:
    return state.game.explain(state, one.path[:presses]) is None


def square(target: str) -> int:
    return INDEX.get(target[3:], -1) if target.startswith("sq:") else -1


def kind(target: str) -> int:
    return GLYPHS.index(target[5:])


def fearless(state: CotadrezState) -> CotadrezState:
    """Return the position where no action can leave the own king attacked: he is another unit. An
    Elephant that the king helps to attack can be taken by the others all the same (3.10)."""
    new, half = fresh(state), state.decider()
    for at, unit in enumerate(new.board):
        if unit == code(1 - half, ELEPHANT) and attackers(state.t, state.board, at, half, 2) >= 2:
            new.board[at] = code(1 - half, RABBLE)
    king = new.board.find(code(half, KING))
    if king >= 0:
        new.board[king] = code(half, ARCHER)
    return new


def alone(state: CotadrezState, one: Refusal) -> CotadrezState:
    """Return the board with only the pressed unit and its target, which anybody may capture."""
    new = fresh(state)
    origin, target = (square(press) for press in one.path[:2])
    found, own = new.board[target], new.board[origin]
    new.board[:] = bytes(100)
    new.board[origin] = own
    if found:
        new.board[target] = code(1 - new.decider(), RABBLE)
    return new


def between(origin: int, target: int) -> set[int]:
    """Return the squares that a unit could need on its way: a line, or the box of a leap."""
    a, b = divmod(origin, 10), divmod(target, 10)
    rows, files = abs(a[0] - b[0]), abs(a[1] - b[1])
    if not rows or not files or rows == files:
        steps = max(rows, files)
        return {
            (a[0] + (b[0] - a[0]) * n // steps) * 10 + a[1] + (b[1] - a[1]) * n // steps
            for n in range(steps + 1)
        }
    if max(rows, files) > 2:
        return {origin, target}
    low, high = min(a[1], b[1]), max(a[1], b[1])
    return {
        r * 10 + f
        for r in range(min(a[0], b[0]), max(a[0], b[0]) + 1)
        for f in range(low, high + 1)
    }


def flat(state: CotadrezState, one: Refusal) -> CotadrezState:
    """Return the board of `alone` without water, mountain or fortress between the two squares."""
    new = alone(state, one)
    needed = between(*(square(press) for press in one.path[:2]))
    south, north = (
        next(a for a in places if not needed & set(fortress_squares(a))) for places in ASIDE
    )
    relay8 = new.game.options["relevo"] == "8"  # type: ignore[attr-defined]
    new.t = terrain((), (south, north), (), new.t.contiguous, relay8)
    return new


def reset(state: CotadrezState, at: int, unit: int) -> CotadrezState:
    """Return the fearless position with another unit (0: none) on a square."""
    new = fearless(state)
    new.board[at] = unit
    return new


def option(one: Refusal, **changes: str) -> bool:
    """Return whether under other options the press is legal, or another reason stands."""
    game = Cotadrez({**one.state.game.options, **changes})
    after = game.explain(game.state_from_text(one.state.to_text()), one.path)
    return after is None or after.key != one.found.key


# -- claims about single reasons -----------------------------------------------------------------


def target_of(one: Refusal) -> int:
    return square(one.path[-1])


def unit_at(one: Refusal, at: int) -> int:
    return int(one.state.board[at])


def owned(one: Refusal, at: int) -> bool:
    unit = unit_at(one, at)
    return unit > 0 and unit >> 4 == one.state.decider()


def theirs(one: Refusal, at: int) -> bool:
    return unit_at(one, at) > 0 and not owned(one, at)


def acts(state: CotadrezState, at: int) -> bool:
    return state.game.explain(state, (f"sq:{NAMES[at]}",)) is None


def besiegers(one: Refusal) -> list[int]:
    half = one.state.decider()
    ring = ring_of(one.state.t.forts[1 - half])
    return [s for s in ring if owned(one, s) and unit_at(one, s) & 15 != KING]


def lacks_besiegers(one: Refusal) -> bool:
    state, there = one.state, besiegers(one)
    half = state.decider()
    new = fresh(state)
    land = [s for s in ring_of(state.t.forts[1 - half]) if state.t.is_land(s) and s not in there]
    land = [s for s in land if unit_at(one, s) & 15 != KING]
    for at in land[: 2 - len(there)]:
        new.board[at] = code(half, RABBLE)
    after = new.game.explain(new, one.path)  # type: ignore[attr-defined]
    enough = after is None or after.key == "explain.bares_king"
    return one.found.params["n"] == len(there) < 2 and enough


def bares_king(one: Refusal) -> bool:
    new, there = fresh(one.state), besiegers(one)
    for at in there:
        new.board[at] = 0
    return len(there) >= 2 and new.in_check(new.decider())


def no_way(one: Refusal) -> bool:
    at = target_of(one)
    if unit_at(one, at) & 15 != KING:
        return owned(one, at) and not acts(fearless(one.state), at)
    around = [*one.state.t.orth1[at], *one.state.t.diag1[at]]
    return all(owned(one, s) or unit_at(one, s) & 15 in (ELEPHANT, KING) for s in around)


def unsafe(one: Refusal) -> bool:
    """Say whether the unit could act if nothing could attack the own king."""
    at = target_of(one)
    return owned(one, at) and acts(fearless(one.state), at) and not acts(one.state, at)


def king_nowhere(one: Refusal) -> bool:
    at, new = target_of(one), fresh(one.state)
    half = new.decider()
    for s, unit in enumerate(new.board):
        if unit and unit >> 4 != half:
            new.board[s] = 0
    return unit_at(one, at) == code(half, KING) and acts(new, at) and not acts(one.state, at)


def in_check(one: Refusal) -> bool:
    return bool(one.state.in_check(one.state.decider()))


def no_answer(one: Refusal) -> bool:
    if one.path[-1].startswith("kind:"):
        return in_check(one) and leads(fearless(one.state), one, 1)
    return in_check(one) and unsafe(one)


def placed_attacked(one: Refusal, at: int) -> bool:
    new = fresh(one.state)
    new.board[at] = code(new.decider(), KING)
    return new.in_check(new.decider())


def gives_check(one: Refusal, at: int) -> bool:
    new = fresh(one.state)
    new.board[at] = code(new.decider(), kind(one.path[0]))
    return new.in_check(1 - new.decider())


def free_ring(one: Refusal) -> list[int]:
    return [s for s in one.state.t.ring[one.state.decider()] if not one.state.board[s]]


def king_attacked(one: Refusal) -> bool:
    if one.path[0] == "kind:king":
        return target_of(one) in free_ring(one) and placed_attacked(one, target_of(one))
    if square(one.path[0]) >= 0 and unit_at(one, square(one.path[0])) & 15 == KING:
        at, new = target_of(one), alone(one.state, one)
        after = fresh(one.state)
        after.board[at], after.board[square(one.path[0])] = code(new.decider(), KING), 0
        return leads(new, one) and after.in_check(new.decider())
    return leads(fearless(one.state), one)


def exact_third(one: Refusal, button: str) -> bool:
    state = one.state
    thirds = {
        p[2] for a in state.legal_actions() if (p := state.game.path(state, a))[:2] == one.path[:2]
    }
    return button in thirds and one.path[2] not in thirds


def adjacent(one: Refusal) -> tuple[bool, bool]:
    """Return whether the two squares share a side, and whether they share a corner only."""
    a, b = (divmod(square(press), 10) for press in one.path[:2])
    far = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    return far == [0, 1], far == [1, 1]


def shot_at(one: Refusal) -> bool:
    """Say whether the unit could capture an enemy rabble on the empty square."""
    new = reset(one.state, target_of(one), code(1 - one.state.decider(), RABBLE))
    return (
        unit_at(one, target_of(one)) == 0
        and leads(new, one)
        and not leads(fearless(one.state), one)
    )


def thick(one: Refusal) -> bool:
    at, rabble = target_of(one), code(1 - one.state.decider(), RABBLE)
    new = reset(one.state, at, rabble)
    if unit_at(one, square(one.path[0])) & 15 == KING:
        new = fresh(one.state)
        new.board[at] = rabble
    after = new.game.explain(new, one.path)  # type: ignore[attr-defined]
    following = ("explain.pierce_first", "explain.king_attacked")
    return unit_at(one, at) & 15 == ELEPHANT and (after is None or after.key in following)


def pierce_first(one: Refusal) -> bool:
    origin, target = (square(press) for press in one.path[:2])
    new = fearless(one.state)
    way = sorted(between(origin, target) - {origin, target}, key=lambda s: abs(s - origin))
    first = next(s for s in way if new.board[s])
    new.board[first] = 0
    return leads(new, one)


def engine_capture(one: Refusal) -> bool:
    return leads(reset(one.state, target_of(one), 0), one) and not leads(fearless(one.state), one)


def in_way(one: Refusal) -> bool:
    return leads(alone(one.state, one), one) and not leads(fearless(one.state), one)


def ground_in_way(one: Refusal) -> bool:
    return leads(flat(one.state, one), one) and not leads(alone(one.state, one), one)


def too_far(one: Refusal) -> bool:
    return not leads(flat(one.state, one), one)


def king_target(one: Refusal) -> bool:
    at = target_of(one)
    foe = code(1 - one.state.decider(), KING)
    return unit_at(one, at) == foe and leads(reset(one.state, at, foe - KING + RABBLE), one)


def relay_lancers(one: Refusal) -> bool:
    at, half = target_of(one), one.state.decider()
    both = {unit_at(one, square(press)) for press in one.path[:2]}
    return both == {code(half, LANCER)} and leads(reset(one.state, at, code(half, ARCHER)), one)


# -- claims about the deployment -----------------------------------------------------------------


def mine(one: Refusal) -> dep.Deployment:
    found: dep.Deployment = one.state.deploys[one.state.current_player()]
    return found


def used(one: Refusal) -> set[int]:
    return {at for _, at in mine(one).placed}


def fortress_place(one: Refusal) -> bool:
    at, state = target_of(one), one.state
    south_west = GRID.step(at, -1, -1)
    if at % 10 > 7 or at // 10 > 7 or south_west < 0:
        return kind(one.path[0]) == FORTRESS
    halves = {half_of_row(s // 10) for s in ring_of(at)}
    theirs = state.deploys[0].half if state.current_player() else -1
    return kind(one.path[0]) == FORTRESS and (len(halves) > 1 or halves == {theirs})


def own_land(one: Refusal, at: int) -> bool:
    d = mine(one)
    own = half_of_row(at // 10) == d.half
    return own and at not in one.state.game.water and at not in fortress_squares(d.anchor)


def order(one: Refusal) -> bool:
    """Say whether the piece could be placed, had the later ones of the fixed order not come."""
    d, state = mine(one), one.state
    what = kind(one.path[0])
    places = [target_of(one)] if len(one.path) > 1 else range(100)
    for at in places:
        before = tuple(put for put in d.placed if dep.canonical(put) < dep.canonical((what, at)))
        earlier = d._replace(placed=before)
        action = ("mountain", at) if what == MOUNTAIN else ("unit", what, at)
        legal = dep.legal_placements(earlier, d.half, state.game.water)
        if action in legal or dep.too_soon(earlier, action, state.game.water):
            return True
    return False


def on_fortress(one: Refusal) -> bool:
    at = target_of(one)
    anchors = one.state.t.forts if one.state.battle else (mine(one).anchor,)
    return any(anchor >= 0 and at in fortress_squares(anchor) for anchor in anchors)


def off_land(one: Refusal) -> bool:
    at = target_of(one)
    if one.state.battle:
        said = one.found.params["ground"]
        return str(said.key) == f"ground.{one.state.t.describe(at)}" != "ground.land"  # type: ignore[union-attr]
    return at in one.state.game.water and kind(one.path[0]) != MOUNTAIN


def occupied(one: Refusal) -> bool:
    return target_of(one) in used(one) if not one.state.battle else unit_at(one, target_of(one)) > 0


def mountain_place(one: Refusal) -> bool:
    return kind(one.path[0]) == MOUNTAIN and not own_land(one, target_of(one))


def choose_square(one: Refusal) -> bool:
    """Say whether no square was pressed, and the clause is that of the piece to place."""
    what = kind(one.path[0])
    if not one.state.battle:
        clause = {FORTRESS: "2.3", MOUNTAIN: "2.5"}.get(what, "2.4")
    elif one.state.frame() == EXCHANGE:
        clause = "4.15" if what == KING else "4.17"
    else:
        clause = "4.7"
    return target_of(one) < 0 and one.found.clause == clause


def choose_tray(one: Refusal) -> bool:
    placed = mine(one).anchor >= 0
    return not on_fortress(one) and one.found.clause == ("2.4" if placed else "2.2")


CLAIMS = {
    "over": Claim("5.12", lambda one: one.state.current_player() == TERMINAL),
    "fog": Claim("2.13", lambda one: not mine(one).seen),
    # the first press
    "choose_first": Claim("4.5", lambda one: not one.path[0].startswith(("sq:", "kind:"))),
    "choose_unit": Claim("4.2", lambda one: not unit_at(one, target_of(one))),
    "not_yours": Claim(
        "4.2", lambda one: not owned(one, target_of(one)) and unit_at(one, target_of(one)) > 0
    ),
    "own_fortress": Claim(
        "2.10", lambda one: target_of(one) == one.state.t.forts[one.state.decider()]
    ),
    "besiegers": Claim("4.12", lacks_besiegers),
    "bares_king": Claim("4.14", bares_king),
    "no_way": Claim("3.20", no_way),
    "pinned": Claim("4.4", lambda one: unsafe(one) and not in_check(one)),
    "king_nowhere": Claim("4.4", king_nowhere),
    "answer_check": Claim("4.4", no_answer),
    "no_reinforcements": Claim("4.8", lambda one: option(one, refuerzos="si")),
    "ring_full": Claim("4.7", lambda one: not free_ring(one)),
    "king_shut_in": Claim("4.4", lambda one: all(placed_attacked(one, s) for s in free_ring(one))),
    # march and exchange
    "other_rabble": Claim(
        "4.6", lambda one: one.state.frame() == MARCH and ("stop",) in one.state.legal_actions()
    ),
    "march_check": Claim("4.6", lambda one: one.state.frame() == MARCH and in_check(one)),
    "king_must_come_out": Claim(
        "4.15",
        lambda one: {a[:2] for a in one.state.legal_actions()} == {("save", KING)},
    ),
    "choose_saved": Claim("4.17", lambda one: ("decline",) in one.state.legal_actions()),
    "saving_checks": Claim("4.17", lambda one: gives_check(one, target_of(one))),
    "saving_checks_all": Claim(
        "4.17", lambda one: all(gives_check(one, s) for s in free_ring(one))
    ),
    "exit_attacked": Claim("4.15", lambda one: placed_attacked(one, target_of(one))),
    # the second press
    "choose_prisoner": Claim("4.13", lambda one: square(one.path[0]) in one.state.t.forts),
    "finish_step": Claim("4.5", lambda one: target_of(one) < 0),
    "choose_square": Claim("2.3 2.4 2.5 4.7 4.15 4.17", choose_square),
    "same_square": Claim("3.19", lambda one: one.path[0] == one.path[1]),
    "own_ring": Claim(
        "4.7 4.15 4.17",
        lambda one: target_of(one) not in ring_of(one.state.t.forts[one.state.decider()]),
    ),
    "own_unit": Claim("3.18", lambda one: acts(one.state, target_of(one))),
    "relay_lancers": Claim("3.5", relay_lancers),
    "relay_far": Claim("3.5", lambda one: not any(adjacent(one))),
    "relay_straight": Claim("3.5", lambda one: adjacent(one)[1] and option(one, relevo="8")),
    "archer_far": Claim("3.6", shot_at),
    "only_shoots": Claim("3.17", shot_at),
    "engine_capture": Claim("3.17", engine_capture),
    "king_capture": Claim("3.21", king_target),
    "thick_skin": Claim("3.10", thick),
    "pierce_first": Claim("3.14", pierce_first),
    "king_attacked": Claim("4.4", king_attacked),
    "blocked_unit": Claim("3.20", in_way),
    "blocked_ground": Claim("3.20", ground_in_way),
    "too_far": Claim("3.19", too_far),
    "relay": Claim("3.5", lambda one: exact_third(one, "btn:relay")),
    "choose_shot": Claim("3.14", lambda one: exact_third(one, "opt:first")),
    # the deployment
    "not_ready": Claim("2.7", lambda one: not dep.complete(mine(one))),
    "choose_tray": Claim("2.2 2.4", choose_tray),
    "fortress_first": Claim("2.2", lambda one: mine(one).anchor < 0),
    "unit_before_mountain": Claim("2.12", lambda one: not mine(one).units()),
    "fixed_order": Claim("2.12", order),
    "fortress_place": Claim("2.3", fortress_place),
    "mountain_place": Claim("2.5", mountain_place),
    "enter_fortress": Claim("1.10", on_fortress),
    "not_land": Claim("1.8", off_land),
    "occupied": Claim("2.4 2.5 4.7 4.15 4.17", occupied),
    "unit_place": Claim("2.4", lambda one: target_of(one) not in ring_of(mine(one).anchor)),
}
