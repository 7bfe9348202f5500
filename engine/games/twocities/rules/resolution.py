"""Resolution of one attack, in the order of section 7.5. The functions change the state."""

from __future__ import annotations

from engine.games.twocities.rules.combat import (
    free_behind,
    in_contact,
    melee_dice,
    protect_choices,
    protection,
    ranged_dice,
)
from engine.games.twocities.rules.frames import FALL, LOUD, PROTECT
from engine.games.twocities.rules.pieces import BACK, CITY
from engine.games.twocities.rules.position import AttackResult, TwoCitiesPosition


def evasion(state: TwoCitiesPosition, die: int) -> None:
    """Apply the defender's evasion die (step 2)."""
    state.evaded = die >= 4
    state.shown = _fight(state)._replace(evasion=die)


def _fight(state: TwoCitiesPosition) -> AttackResult:
    melee = state.is_melee()
    return AttackResult(
        melee,
        state.board[state.u],
        state.board[state.t],
        state.u,
        state.t,
        0,
        state.evaded,
        end=state.t,
    )


def throw(state: TwoCitiesPosition, dice: tuple[int, ...]) -> None:
    """Count hits and retreats (steps 3 to 6). Ask the defender if he has a choice of protection,
    else resolve the attack."""
    melee, field = state.is_melee(), state.field
    pool = (
        melee_dice(field, state.u, state.card)
        if melee
        else ranged_dice(field, state.u, state.card, state.moved)
    )
    before = state.shown
    declared = before.evasion if before is not None and not before.dice else 0
    state.shown = _fight(state)._replace(evasion=declared, parts=pool.parts, dice=dice)
    state.h = dice.count(1) + (dice.count(2) if melee else 0)
    no_retreat = state.evaded or state.board[state.t] & 7 == CITY
    state.r = 0 if no_retreat else dice.count(6)
    choices = protect_choices(protection(field, state.t), state.h, state.r)
    if len(choices) > 1:
        state.ask = PROTECT
    else:
        resolve(state, choices, False)


def resolve(state: TwoCitiesPosition, guard: str, asked: bool) -> None:
    """Resolve the attack after protection: hits, fall or retreats. `guard`: the letter of what is
    ignored; `asked`: the defender chose it."""
    target, melee, evaded = state.t, state.is_melee(), state.evaded
    hits, retreats = state.h - (guard == "h"), state.r - (guard == "r")
    state.h = state.r = 0
    city = state.board[target] & 7 == CITY
    _note(state, guard=guard, asked=asked)
    if _wound(state, target, hits):
        if city:
            state.city_falls()
            return
        if melee:
            _advance(state, target)
    elif evaded:
        state.evaded = False
        if free_behind(state.board, target) == 2:
            state.ask = FALL
        else:
            fall(state, 1)
        return
    elif retreats:
        _retreat(state, target, retreats, melee)
    state.next_shot(melee)


def fall(state: TwoCitiesPosition, steps: int) -> None:
    """Move a unit that has evaded `steps` squares back (step 8)."""
    here = state.t
    for _ in range(steps):
        behind = BACK[1 - state.side][here]
        state.shift(here, behind)
        here = behind
    _note(state, back=steps, end=here)
    state.next_unit()


def _note(state: TwoCitiesPosition, **changes: object) -> None:
    if state.shown is not None:
        state.shown = state.shown._replace(**changes)  # type: ignore[arg-type]


def _wound(state: TwoCitiesPosition, square: int, count: int) -> bool:
    """Add hits to a piece; remove it and return True if they destroy it."""
    if not count:
        return False
    state.calm = LOUD
    strength, had = state.strength(state.board[square] & 7), state.hits[square]
    lost = min(count, strength - had)
    dead = had + count >= strength
    if state.shown is not None:
        _note(state, lost=state.shown.lost + lost, dead=dead)
    if dead:
        state.clear(square)
    else:
        state.hits[square] = had + count
    return dead


def besiege(state: TwoCitiesPosition) -> None:
    """Take 1 strength from the city of the side to move if an enemy is beside it and the option
    `siege` is on; without strength the city falls (7.8)."""
    side = state.side
    city = state.city(side)
    if not state.game.siege or city < 0 or not in_contact(state.board, city):
        return
    state.calm = 0
    state.hits[city] += 1
    if state.hits[city] >= state.game.city:
        state.clear(city)
        state.finish("city", 1 - side)


def _advance(state: TwoCitiesPosition, target: int) -> None:
    """Move the attacker to the square of the unit it has destroyed."""
    state.shift(state.u, target)
    state.u = target


def _retreat(state: TwoCitiesPosition, square: int, count: int, melee: bool) -> None:
    """Move a unit one square back for each retreat (step 9); a blocked retreat is a hit that
    nothing can ignore."""
    back = BACK[state.board[square] >> 3]
    here, moved, blocked = square, 0, 0
    for _ in range(count):
        behind = back[here]
        if behind >= 0 and not state.board[behind]:
            state.shift(here, behind)
            here = behind
            moved += 1
            continue
        blocked += 1
        if _wound(state, here, 1):
            if melee and here == square:
                _advance(state, square)
            break
    _note(state, back=moved, blocked=blocked, end=here)
