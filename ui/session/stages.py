"""The board in the middle of an event: the scene before it, with some of its changes made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.core.scene import Badge, Piece, Region, Scene
from engine.core.telling import Face, Happening, Key, Value, face


def between(before: Scene, after: Scene, telling: Iterable[Happening]) -> Scene:
    """Return the scene before an event with the changes of these happenings to its pieces and
    buildings. `after`: the scene after the whole event."""
    changed = {change.key: change.after for one in telling for change in one.changes}
    return replace(
        before,
        pieces=tuple(_pieces(before, after, changed)),
        regions=tuple(_regions(before, after, changed)),
    )


def _pieces(before: Scene, after: Scene, changed: dict[Key, Value | None]) -> Iterable[Piece]:
    old, new = ({piece.id: piece for piece in scene.pieces} for scene in (before, after))
    for ident in (*old, *(one for one in new if one not in old)):
        known = [scene[ident] for scene in (old, new) if ident in scene]
        now = changed.get(("piece", ident), face(old[ident]) if ident in old else None)
        if isinstance(now, Face):
            yield next((one for one in known if face(one) == now), None) or _as(known[-1], now)


def _as(piece: Piece, now: Face) -> Piece:
    """Return a piece in a state that neither scene shows."""
    badges = tuple(Badge(kind, text) for kind, text in now.badges)
    values = {**now._asdict(), "badges": badges}
    return replace(piece, **values)


def _regions(before: Scene, after: Scene, changed: dict[Key, Value | None]) -> Iterable[Region]:
    yield from (one for one in before.regions if changed.get(_key(one), 1) is not None)
    known = {_key(one) for one in before.regions}
    yield from (one for one in after.regions if _key(one) in changed and _key(one) not in known)


def _key(region: Region) -> Key:
    return ("building", region.kind, str(region.side), *region.squares) if region.glyph else ()
