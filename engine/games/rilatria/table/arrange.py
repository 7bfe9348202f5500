"""Arrangement of the set-up: hero and ram are dragged onto the zone in any order."""

from __future__ import annotations

from random import Random

from engine.core.contract import Arrangement, Draft
from engine.core.texts import Message
from engine.games.rilatria.rules.pieces import GLYPHS, HERO, INDEX, NAMES, RAM, SIZE, ZONES
from engine.games.rilatria.rules.state import SETUP, RilatriaState
from engine.games.rilatria.table.areas import kind_target, tray
from engine.games.rilatria.table.scene import build

ARMY = (HERO, RAM)  # in the order in which section 3 places them


def _for_both(names: str) -> tuple[tuple[int, ...], ...]:
    """Return the squares named for the South, and their images under a half turn for the North."""
    south = tuple(INDEX[name] for name in names.split())
    return south, tuple(SIZE - 1 - square for square in south)


REAR = _for_both("i1 h1 i2 h2")  # by side: far from the rival, for the hero
FRONT = _for_both("g3 g2 h3")  # for the ram


def arrangement(state: RilatriaState, draft: Draft = ()) -> Arrangement | None:
    """Implement `Game.arrangement`. Pieces of the draft that do not fit are ignored."""
    if state.result is not None or state.phase != SETUP or state.to_place() != HERO:
        return None
    placed = read_draft(draft, state.side)
    shown = state.clone()
    for kind, square in placed.items():
        shown.put(kind, square)
    free = frozenset(NAMES[s] for s in ZONES[state.side] if s not in placed.values())
    missing = tuple(kind for kind in ARMY if kind not in placed)
    return Arrangement(
        side=state.side,
        scene=build(shown, state.side, ()),
        tray=tray(shown).items,
        allowed={kind_target(kind): free for kind in ARMY},
        ready="",
        problems=_missing(missing),
        actions=() if missing else tuple(("place", kind, placed[kind]) for kind in ARMY),
        shown=shown,
        due=kind_target(missing[0]) if missing else "",
    )


def _missing(kinds: tuple[int, ...]) -> tuple[Message, ...]:
    """Return one sentence on what is not placed yet, so that the buttons below it keep their
    place; empty if nothing is missing."""
    if not kinds:
        return ()
    return (Message("arrange.both" if kinds == ARMY else f"arrange.{GLYPHS[kinds[0]]}", "3.1"),)


def read_draft(draft: Draft, side: int) -> dict[int, int]:
    """Return the squares by kind of a draft's pieces; those that do not fit are left out."""
    placed: dict[int, int] = {}
    for glyph, name in draft:
        kind, square = GLYPHS.index(glyph) if glyph in GLYPHS else 0, INDEX.get(name, -1)
        fits = square in ZONES[side] and square not in placed.values()
        if kind in ARMY and kind not in placed and fits:
            placed[kind] = square
    return placed


def write_draft(placed: dict[int, int]) -> Draft:
    return tuple((GLYPHS[kind], NAMES[placed[kind]]) for kind in ARMY if kind in placed)


def random_draft(state: RilatriaState, rng: Random, draft: Draft = ()) -> Draft:
    """Implement `Game.random_draft`. Placed pieces stay; the hero goes far from the opponent, as
    the page advises (`guide.setup`)."""
    placed = read_draft(draft, state.side)
    for kind, places in ((HERO, REAR[state.side]), (RAM, ZONES[state.side])):
        if kind not in placed:
            placed[kind] = rng.choice([s for s in places if s not in placed.values()])
    return write_draft(placed)


def mirror_draft(state: RilatriaState, draft: Draft) -> Draft:
    """Implement `Game.mirror_draft`: reflect in the diagonal through both zones, after a half turn
    if the draft was made for the other zone."""
    turned = []
    for glyph, name in draft:
        square = INDEX.get(name, -1)
        if square < 0:
            continue
        if square not in ZONES[state.side]:
            square = SIZE - 1 - square
        file, rank = square % 9, square // 9
        turned.append((glyph, NAMES[(8 - file) * 9 + (8 - rank)]))
    return write_draft(read_draft(tuple(turned), state.side))
