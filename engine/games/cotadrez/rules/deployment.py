"""The secret deployment as a log: Fortress, units and Mountains in canonical order, `ready`
(rule sheet, section 2)."""

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
    """What one player has put on the board so far, as far as the reader knows.

    `half` UNKNOWN: no Fortress yet. `seen` False: all but half and `ready` is hidden, `anchor` is
    UNKNOWN and `placed` empty. `placed`: (kind, square) in canonical order, Mountains last.
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
    """Order of placements: units in the order of the army, then Mountains; by column, then row."""
    return (put[0], *by_column(put[1]))


def territory(half: int, anchor: int, water: frozenset[int]) -> frozenset[int]:
    """Land of a half before anything but its Fortress stands there."""
    taken = set(fortress_squares(anchor))
    return frozenset(
        s for s in range(100) if half_of_row(s // 10) == half and s not in water and s not in taken
    )


def ring_land(anchor: int, water: frozenset[int]) -> tuple[int, ...]:
    """Squares of the own ring where a unit may be placed."""
    return tuple(s for s in ring_of(anchor) if s not in water)


def legal_placements(d: Deployment, half: int, water: frozenset[int]) -> list[Action]:
    """Decisions of the deploying player; `half` UNKNOWN: he may choose either (2.2, 2.4, 2.6)."""
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
    """Whether a Mountain is refused only because something is missing: a unit before it, or room
    for the Mountains after it (2.6)."""
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
    """The deployment after one of its actions (also the redacted `half`)."""
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
    """The log of a deployment, without `ready`."""
    out: list[Action] = [("fortress", d.anchor)] if d.anchor != UNKNOWN else []
    for kind, square in d.placed:
        out.append(("mountain", square) if kind == MOUNTAIN else ("unit", kind, square))
    return out


def flat(d: Deployment) -> tuple[int, ...]:
    """A complete deployment as plain numbers, for the reveal event."""
    return (d.anchor, len(d.placed), *(n for put in d.placed for n in put))


def unflat(numbers: tuple[int, ...]) -> tuple[Deployment, Deployment]:
    """Both deployments of a reveal event."""
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
    """A complete legal deployment: most of the ring manned, the King hidden half the time. What
    stands in `begun` stays."""
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
    """Any deployment on `half` that an onlooker cannot tell from the hidden one. UNKNOWN half:
    J1 has not placed his Fortress yet, which tells that nothing stands at all."""
    if d.seen:
        return d
    if half == UNKNOWN:
        return Deployment()
    full = random_deployment(half, water, rng)
    if d.ready:
        return full
    return full._replace(placed=full.placed[: rng.randint(0, len(full.placed))], ready=False)


def complete(d: Deployment) -> bool:
    """Rule 2.4: Fortress, all Mountains and at least one unit."""
    return d.anchor != UNKNOWN and len(d.mountains()) == MOUNTAINS and bool(d.units())
