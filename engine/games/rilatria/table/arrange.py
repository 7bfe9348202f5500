"""Arrangement of the set-up: its pieces are dragged onto the zone in any order."""

from __future__ import annotations

from random import Random

from engine.core.contract import Arrangement, Draft
from engine.core.texts import Message
from engine.games.rilatria.rules.pieces import (
    FIELDS,
    GLYPHS,
    HERO,
    INDEX,
    NAMES,
    SIZE,
)
from engine.games.rilatria.rules.state import SETUP, RilatriaState
from engine.games.rilatria.table.areas import kind_target, tray
from engine.games.rilatria.table.scene import build

USUAL = FIELDS["corner"][1]


def _for_both(names: str) -> tuple[tuple[int, ...], ...]:
    """Return the squares named for the South, and their images under a half turn for the North."""
    south = tuple(INDEX[name] for name in names.split())
    return south, tuple(SIZE - 1 - square for square in south)


# By the option `field`, then side: squares far from the rival, for the hero, and squares in front,
# for the ram.
REAR = {"corner": _for_both("i1 h1 i2 h2"), "near": _for_both("h2 g2 h3 g3")}
FRONT = {"corner": _for_both("g3 g2 h3"), "near": _for_both("f4 f3 g4")}


def arrangement(state: RilatriaState, draft: Draft = ()) -> Arrangement | None:
    """Implement `Game.arrangement`. Pieces of the draft that do not fit are ignored."""
    if state.result is not None or state.phase != SETUP or state.to_place() != HERO:
        return None
    placed, army = read_draft(state, draft), state.game.army
    shown = state.clone()
    for square, kind in placed:
        shown.put(kind, square)
    free = frozenset(NAMES[s] for s in state.game.zones[state.side] if not shown.board[s])
    missing = shown.missing()
    return Arrangement(
        side=state.side,
        scene=build(shown, state.side, ()),
        tray=tray(shown).items,
        allowed={kind_target(kind): free for kind in army},
        ready="",
        problems=_missing(missing),
        actions=() if missing else tuple(("place", kind, square) for square, kind in placed),
        shown=shown,
        due=kind_target(missing[0]) if missing else "",
    )


def _missing(kinds: tuple[int, ...]) -> tuple[Message, ...]:
    """Return one sentence on what is not placed yet, so that the buttons below it keep their
    place; empty if nothing is missing."""
    if not kinds:
        return ()
    if kinds == USUAL:
        return (Message("arrange.both", "3.1"),)
    if len(kinds) > 1:
        return (Message("arrange.several", "3.1", n=len(kinds)),)
    return (Message(f"arrange.{GLYPHS[kinds[0]]}", "3.1"),)


Placed = list[tuple[int, int]]  # (square, kind)


def read_draft(state: RilatriaState, draft: Draft) -> Placed:
    """Return the pieces of a draft in the order in which section 3 places them; those that do not
    fit are left out."""
    army, zone = state.game.army, state.game.zones[state.side]
    placed: dict[int, int] = {}
    for glyph, name in draft:
        kind, square = GLYPHS.index(glyph) if glyph in GLYPHS else 0, INDEX.get(name, -1)
        short = list(placed.values()).count(kind) < army.count(kind)
        if short and square in zone and square not in placed:
            placed[square] = kind
    return sorted(placed.items(), key=lambda one: army.index(one[1]))


def write_draft(placed: Placed) -> Draft:
    return tuple((GLYPHS[kind], NAMES[square]) for square, kind in placed)


def random_draft(state: RilatriaState, rng: Random, draft: Draft = ()) -> Draft:
    """Implement `Game.random_draft`. Placed pieces stay; the hero goes far from the opponent, as
    the page advises (`guide.setup`)."""
    placed = read_draft(state, draft)
    zone, side = state.game.zones[state.side], state.side
    rear = REAR[state.game.options["field"]][side]
    left = list(state.game.army)
    for _, kind in placed:
        left.remove(kind)
    for kind in left:
        taken = [square for square, _ in placed]
        free = [s for s in (rear if kind == HERO else zone) if s not in taken]
        placed.append((rng.choice(free or [s for s in zone if s not in taken]), kind))
    return write_draft(read_draft(state, write_draft(placed)))


def mirror_draft(state: RilatriaState, draft: Draft) -> Draft:
    """Implement `Game.mirror_draft`: reflect in the diagonal through both zones, after a half turn
    if the draft was made for the other zone."""
    turned = []
    for glyph, name in draft:
        square = INDEX.get(name, -1)
        if square < 0:
            continue
        if square not in state.game.zones[state.side]:
            square = SIZE - 1 - square
        file, rank = square % 9, square // 9
        turned.append((glyph, NAMES[(8 - file) * 9 + (8 - rank)]))
    return write_draft(read_draft(state, tuple(turned)))
