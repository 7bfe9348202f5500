"""Arrangement of the deployment: pieces are placed and taken back in any order until `ready`.

A draft is a tuple of (kind name, square name), the Fortress by its south-west square. Nothing is
logged before the player is ready (rulebook, 2.6).
"""

from __future__ import annotations

from random import Random

from engine.core.contract import UNKNOWN, Arrangement, Draft
from engine.core.scene import Item
from engine.core.texts import Message
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.pieces import (
    ANCHORS,
    ARMY,
    FORTRESS,
    GLYPHS,
    INDEX,
    MOUNTAIN,
    MOUNTAINS,
    NAMES,
    NORTH,
    UNITS,
    half_of_anchor,
)
from engine.games.cotadrez.rules.shelter import sheltered
from engine.games.cotadrez.rules.state import DEPLOY, CotadrezState
from engine.games.cotadrez.table.scene import deployment_scene, kind_target, tray_items
from engine.games.cotadrez.text.position import deployment_tokens, read_placement

END = "*"  # of a deployment text
MOST_SETUP = 400  # characters


def arrangement(state: CotadrezState, draft: Draft = ()) -> Arrangement | None:
    """Implement `Game.arrangement`. Pieces of the draft that no longer fit are ignored."""
    if state.result is not None or state.frame() != DEPLOY:
        return None
    player = state.current_player()
    if not state.deploys[player].seen or state.deploys[player].anchor != UNKNOWN:
        return None
    half = _half(state)
    d = read_draft(draft, half, state.game.water)
    shown = state.clone()
    shown.deploys = (d, state.deploys[1]) if player == 0 else (state.deploys[0], d)
    problems = _problems(d, half)
    return Arrangement(
        side=d.half if d.half != UNKNOWN else max(half, 0),
        scene=deployment_scene(shown, player),
        tray=_tray(d, max(half, 0)),
        allowed=_allowed(d, half, state.game.water),
        ready=f"sq:{NAMES[d.anchor]}" if d.anchor != UNKNOWN else "",
        problems=problems,
        actions=() if problems else (*dep.actions_of(d), ("ready",)),
        shown=shown,
    )


def _half(state: CotadrezState) -> int:
    """Return the half the deploying player must use; UNKNOWN for J1, who chooses."""
    return 1 - state.deploys[0].half if state.current_player() else UNKNOWN


def read_draft(draft: Draft, half: int, water: frozenset[int]) -> Deployment:
    """Return the legal part of a draft as a deployment in canonical order."""
    d = Deployment()
    for kind, name in draft:
        if kind == "fortress" and d.anchor == UNKNOWN and name in INDEX:
            anchor = INDEX[name]
            side = half_of_anchor(anchor)
            if anchor in ANCHORS[side] and half in (UNKNOWN, side):
                d = d._replace(half=side, anchor=anchor)
    if d.anchor == UNKNOWN:
        return d
    places = _places(d, water)
    left = {**{k: ARMY[k] for k in UNITS}, MOUNTAIN: MOUNTAINS}
    puts: list[tuple[int, int]] = []
    for glyph, name in draft:
        number = GLYPHS.index(glyph) if glyph in GLYPHS else 0
        square = INDEX.get(name, -1)
        taken = any(square == s for _, s in puts)
        if left.get(number, 0) and square in places[number == MOUNTAIN] and not taken:
            left[number] -= 1
            puts.append((number, square))
    return d._replace(placed=tuple(sorted(puts, key=dep.canonical)))


def _places(d: Deployment, water: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Return (squares for units, squares for Mountains)."""
    return frozenset(dep.ring_land(d.anchor, water)), dep.territory(d.half, d.anchor, water)


def write_draft(d: Deployment) -> Draft:
    puts = tuple((GLYPHS[kind], NAMES[square]) for kind, square in d.placed)
    return (("fortress", NAMES[d.anchor]), *puts) if d.anchor != UNKNOWN else ()


def _tray(d: Deployment, half: int) -> tuple[Item, ...]:
    left = list(ARMY)
    for kind, _ in d.units():
        left[kind] -= 1
    side = d.half if d.half != UNKNOWN else half
    return tray_items(side, left, MOUNTAINS - len(d.mountains()), d.anchor == UNKNOWN)


def _allowed(d: Deployment, half: int, water: frozenset[int]) -> dict[str, frozenset[str]]:
    """Return the squares by kind target. The Fortress may be moved only while no unit is on the
    board (2.3)."""
    allowed: dict[str, frozenset[str]] = {}
    if not d.units():
        halves = (0, 1) if half == UNKNOWN else (half,)
        anchors = frozenset(NAMES[a] for h in halves for a in ANCHORS[h])
        allowed[kind_target(FORTRESS)] = anchors
    if d.anchor == UNKNOWN:
        return allowed
    used = {s for _, s in d.placed}
    units, mountains = _places(d, water)
    ring = frozenset(NAMES[s] for s in units - used)
    for kind in UNITS:
        allowed[kind_target(kind)] = ring
    allowed[kind_target(MOUNTAIN)] = frozenset(NAMES[s] for s in mountains - used)
    return allowed


def _problems(d: Deployment, half: int) -> tuple[Message, ...]:
    """Return what is missing as at most one message, short enough for a phone."""
    if d.anchor == UNKNOWN:
        free = half == UNKNOWN
        return (Message("arrange.fortress.any" if free else "arrange.fortress", "2.2"),)
    missing = MOUNTAINS - len(d.mountains())
    if not missing:
        return () if d.units() else (Message("arrange.unit", "2.7"),)
    return (Message("arrange.mountains" if d.units() else "arrange.army", "2.7", n=missing),)


def random_draft(state: CotadrezState, rng: Random, draft: Draft = ()) -> Draft:
    """Implement `Game.random_draft`. The draft's pieces stay; an added King is safe (C25)."""
    half = _half(state)
    d = read_draft(draft, half, state.game.water)
    side = d.half if d.half != UNKNOWN else half if half != UNKNOWN else rng.randrange(2)
    water = state.game.water
    drawn = dep.random_deployment(side, water, rng, d)
    return write_draft(sheltered(drawn, water, rng, frozenset(s for _, s in d.placed)))


def setup_ahead(state: CotadrezState, player: int) -> CotadrezState | None:
    """Implement `Game.setup_ahead`: J2 may prepare while J1 deploys. Of J1's deployment only the
    half is used; before it is known J2 prepares in the South."""
    first, second = state.deploys
    if player != 1 or state.result is not None or state.frame() != DEPLOY or first.ready:
        return None
    ahead = CotadrezState(state.game)
    half = NORTH if first.half == UNKNOWN else first.half
    ahead.deploys = (Deployment(half, ready=True, seen=False), second)
    return ahead


def fit_draft(state: CotadrezState, draft: Draft) -> Draft:
    """Implement `Game.fit_draft`: give a draft made for the other half a half turn, so that it
    looks the same from its owner's side."""
    half, made = _half(state), _made_for(draft)
    return draft if UNKNOWN in (half, made) or half == made else _flipped(draft, rows=True)


def mirror_draft(state: CotadrezState, draft: Draft) -> Draft:
    """Implement `Game.mirror_draft`: mirror the files, and also the rows if the draft was made for
    the other half."""
    half = _half(state)
    turned = _flipped(draft, rows=half not in (UNKNOWN, _made_for(draft)))
    return write_draft(read_draft(turned, half, state.game.water))


def setup_text(state: CotadrezState, draft: Draft) -> str:
    """Implement `Game.setup_text`: the deployment text of a draft, turned to the South so that both
    halves share their set-ups."""
    if _made_for(draft) == NORTH:
        draft = _flipped(draft, rows=True)
    return " ".join([*deployment_tokens(read_draft(draft, UNKNOWN, state.game.water)), END])


def is_setup_text(text: str) -> bool:
    """Implement `Game.is_setup_text`: placements and the sign of the end."""
    *words, end = text[:MOST_SETUP].split() or [""]
    return end == END and bool(words) and all(read_placement(word) is not None for word in words)


def read_setup(state: CotadrezState, text: str) -> Draft | None:
    """Implement `Game.read_setup`: a complete deployment text, of either half, turned to that of
    the player; J1, who chooses, gets the one it is written for."""
    *words, end = text[:MOST_SETUP].split() or [""]
    places = [place for word in words if (place := read_placement(word)) is not None]
    if end != END or len(places) < len(words) or ("fortress", -1) in places:
        return None
    puts = [
        (GLYPHS[place[1]] if place[0] == "unit" else place[0], NAMES[place[-1]]) for place in places
    ]
    draft, half = fit_draft(state, tuple(puts)), _half(state)
    d = read_draft(draft, half, state.game.water)
    known = d.anchor != UNKNOWN and len(d.placed) + 1 == len(puts)
    return write_draft(d) if known and not _problems(d, half) else None


def _made_for(draft: Draft) -> int:
    """Return the half of a draft's Fortress; UNKNOWN without one."""
    known = (INDEX[name] for kind, name in draft if kind == "fortress" and name in INDEX)
    return next((half_of_anchor(anchor) for anchor in known), UNKNOWN)


def _flipped(draft: Draft, rows: bool) -> Draft:
    """Return a draft with its files mirrored, and its rows as well if `rows`."""
    turned = []
    for kind, name in draft:
        if name not in INDEX:
            continue
        size = 1 if kind == "fortress" else 0  # the anchor is a corner of a 2×2 block
        file, row = INDEX[name] % 10, INDEX[name] // 10
        row = 9 - row - size if rows else row
        turned.append((kind, NAMES[row * 10 + 9 - file - size]))
    return tuple(turned)
