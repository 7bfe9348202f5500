"""The secret deployment and its actions: Fortress, units and Mountains in canonical order, then
`ready` (rulebook, section 2)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.core.contract import UNKNOWN, Action
from engine.games.cotadrez.rules.pieces import (
    ANCHORS,
    ARMY,
    MOUNTAIN,
    MOUNTAINS,
    UNITS,
    by_column,
    fortress_squares,
    half_of_anchor,
    half_of_row,
    ring_of,
)


class Deployment(NamedTuple):
    """Placements of one player so far, as the viewer knows them.

    `half` is UNKNOWN before the Fortress is placed. `placed`: (kind, square) in canonical order,
    Mountains last. If `seen` is False, only `half` and `ready` are known: `anchor` is UNKNOWN and
    `placed` empty.
    """

    half: int = UNKNOWN
    anchor: int = UNKNOWN
    placed: tuple[tuple[int, int], ...] = ()
    ready: bool = False
    seen: bool = True

    def blanked(self) -> Deployment:
        return Deployment(self.half, UNKNOWN, (), self.ready, seen=False)

    def mountains(self) -> tuple[int, ...]:
        return tuple(square for kind, square in self.placed if kind == MOUNTAIN)

    def units(self) -> tuple[tuple[int, int], ...]:
        return tuple(put for put in self.placed if put[0] != MOUNTAIN)


def canonical(put: tuple[int, int]) -> tuple[int, int, int]:
    """Return the sort key of a placement: kind (Mountains last), then column, then row."""
    return (put[0], *by_column(put[1]))


def territory(half: int, anchor: int, water: frozenset[int]) -> frozenset[int]:
    """Return the land squares of a half that holds nothing but its Fortress."""
    taken = set(fortress_squares(anchor))
    return frozenset(
        s for s in range(100) if half_of_row(s // 10) == half and s not in water and s not in taken
    )


def ring_land(anchor: int, water: frozenset[int]) -> tuple[int, ...]:
    """Return the ring squares where a unit may be placed: those without water."""
    return tuple(s for s in ring_of(anchor) if s not in water)


def legal_placements(d: Deployment, half: int, water: frozenset[int]) -> list[Action]:
    """Return the deploying player's actions (2.2, 2.4, 2.6); `half` UNKNOWN: he may choose his."""
    if not d.seen or d.ready:
        return []
    if d.anchor == UNKNOWN:
        halves = (0, 1) if half == UNKNOWN else (half,)
        return [("fortress", anchor) for h in halves for anchor in ANCHORS[h]]
    last = canonical(d.placed[-1]) if d.placed else (0, 0, 0)
    used = {square for _, square in d.placed}
    land = territory(d.half, d.anchor, water) - used
    out: list[Action] = []
    left = MOUNTAINS - len(d.mountains())
    if left == MOUNTAINS:
        out.extend(_units(d, last, used, water))
    if d.units():
        order = sorted(land, key=by_column)
        later = [s for s in order if canonical((MOUNTAIN, s)) > last]
        if left:
            out.extend(("mountain", s) for s in later[: len(later) - left + 1])
        else:
            out.append(("ready",))
    return out


def too_soon(d: Deployment, action: Action, water: frozenset[int]) -> bool:
    """Return whether a Mountain is illegal only because of the order: a unit must come before it,
    or it leaves no room for the Mountains after it (2.6)."""
    if action[0] != "mountain" or d.anchor == UNKNOWN or len(d.mountains()) == MOUNTAINS:
        return False
    last = canonical(d.placed[-1]) if d.placed else (0, 0, 0)
    land = territory(d.half, d.anchor, water) - {square for _, square in d.placed}
    return action[1] in land and canonical((MOUNTAIN, action[1])) > last


def _units(
    d: Deployment, last: tuple[int, int, int], used: set[int], water: frozenset[int]
) -> list[Action]:
    free = [s for s in ring_land(d.anchor, water) if s not in used]
    out: list[Action] = []
    for kind in UNITS:
        if sum(1 for k, _ in d.placed if k == kind) < ARMY[kind]:
            out.extend(("unit", kind, s) for s in free if canonical((kind, s)) > last)
    return out


def placed(d: Deployment, action: Action) -> Deployment:
    """Return the deployment after one of its actions, the redacted `half` included."""
    verb = action[0]
    if verb == "fortress":
        return d._replace(half=half_of_anchor(action[1]), anchor=action[1])
    if verb == "half":
        return d._replace(half=action[1], seen=False)
    if verb == "unit":
        return d._replace(placed=(*d.placed, (action[1], action[2])))
    if verb == "mountain":
        return d._replace(placed=(*d.placed, (MOUNTAIN, action[1])))
    return d._replace(ready=True)


def actions_of(d: Deployment) -> list[Action]:
    """Return the actions that make a deployment, without `ready`."""
    out: list[Action] = [("fortress", d.anchor)] if d.anchor != UNKNOWN else []
    for kind, square in d.placed:
        out.append(("mountain", square) if kind == MOUNTAIN else ("unit", kind, square))
    return out


def flat(d: Deployment) -> tuple[int, ...]:
    """Return a complete deployment as plain numbers, for the reveal event."""
    return (d.anchor, len(d.placed), *(n for put in d.placed for n in put))


def unflat(numbers: tuple[int, ...]) -> tuple[Deployment, Deployment]:
    """Return the deployments of J1 and J2 from the numbers of a reveal event."""
    out = []
    at = 0
    for _ in range(2):
        anchor, count = numbers[at : at + 2]
        pairs = numbers[at + 2 : at + 2 + 2 * count]
        puts = tuple(zip(pairs[::2], pairs[1::2], strict=True))
        out.append(Deployment(half_of_anchor(anchor), anchor, puts, ready=True))
        at += 2 + 2 * count
    return out[0], out[1]


def random_deployment(
    half: int, water: frozenset[int], rng: Random, begun: Deployment | None = None
) -> Deployment:
    """Return a random complete deployment that extends `begun`: most of the ring is manned, and the
    King is hidden half the time."""
    begun = begun or Deployment()
    anchor = begun.anchor if begun.anchor != UNKNOWN else rng.choice(ANCHORS[half])
    taken = {square for _, square in begun.placed}
    ring = ring_land(anchor, water)
    army = [kind for kind in UNITS for _ in range(ARMY[kind])]
    for kind, _ in begun.units():
        army.remove(kind)
    if rng.random() < 0.5 and 1 in army:
        army.remove(1)
    most = min(len(ring) - 1, rng.randint(8, 12)) - len(begun.units())
    free = [square for square in ring if square not in taken]
    units = rng.sample(army, max(0, min(most, len(free), len(army))))
    puts = [*begun.placed, *zip(units, rng.sample(free, len(units)), strict=True)]
    land = sorted(territory(half, anchor, water) - {s for _, s in puts})
    puts += [(MOUNTAIN, s) for s in rng.sample(land, MOUNTAINS - len(begun.mountains()))]
    return Deployment(half, anchor, tuple(sorted(puts, key=canonical)), ready=True)


def determinized(d: Deployment, half: int, water: frozenset[int], rng: Random) -> Deployment:
    """Return a random deployment on `half` that fits what is known of a hidden one; a seen one is
    returned as it is. `half` UNKNOWN: J1 has placed nothing yet."""
    if d.seen:
        return d
    if half == UNKNOWN:
        return Deployment()
    full = random_deployment(half, water, rng)
    if d.ready:
        return full
    return full._replace(placed=full.placed[: rng.randint(0, len(full.placed))], ready=False)


def complete(d: Deployment) -> bool:
    """Return whether the Fortress, all Mountains and at least one unit are placed (2.4)."""
    return d.anchor != UNKNOWN and len(d.mountains()) == MOUNTAINS and bool(d.units())
