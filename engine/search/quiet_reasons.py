"""Reasons for quiet actions: attacks made and escaped, new options, pieces brought nearer.

Compares the scenes and the reach of pieces before and after, so it uses only what the viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.contract import Action, AnyGame, State
from engine.core.scene import Piece, Scene
from engine.core.targets import name_of

QuietReason = tuple[str, str]  # name of the reason, square or target
ALTERNATIVES = 12  # alternative actions that are tried


class VisiblePosition:
    """A position as `me` observes it. `side`: his side in scenes."""

    def __init__(self, game: AnyGame, state: State, me: int, side: int) -> None:
        self.game, self.me, self.side = game, me, side
        self.observation = state.observation(me)
        self.scene: Scene = game.scene(self.observation, me)

    def attacked(self, own: bool) -> set[str]:
        """Return the ids of known pieces under attack, own ones or others, without those in
        check, which is a reason of its own."""
        attackers = [
            piece for piece in self.scene.pieces if piece.glyph and self._is_own(piece) != own
        ]
        squares = {
            square
            for attacker in attackers
            for mark in self.game.reach(self.observation, f"sq:{attacker.square}")
            for square in mark.squares
            if mark.kind == "attack"
        }
        checks = {n for mark in self.scene.marks if mark.kind == "check" for n in mark.squares}
        pieces = (
            piece for piece in self.scene.pieces if piece.glyph and self._is_own(piece) == own
        )
        return {
            piece.id for piece in pieces if piece.square in squares and piece.square not in checks
        }

    def distance(self, square: str) -> float:
        """Return the distance to the nearest piece of another side, in squares; 0: none."""
        at = {one.name: (one.x, one.y) for one in self.scene.board.squares}
        x, y = at[square]
        others = (at[piece.square] for piece in self.scene.pieces if not self._is_own(piece))
        return min((max(abs(a - x), abs(b - y)) for a, b in others), default=0.0)

    def selectable(self) -> set[str]:
        """Return the first targets of the legal actions, without buttons; empty if not to move."""
        if self.observation.current_player() != self.me:
            return set()
        paths = (
            self.game.path(self.observation, action) for action in self.observation.legal_actions()
        )
        return {path[0] for path in paths if not name_of(path[0], "btn")}

    def own_pieces(self) -> dict[str, Piece]:
        """Return the own pieces by id."""
        return {piece.id: piece for piece in self.scene.pieces if self._is_own(piece)}

    def _is_own(self, piece: Piece) -> bool:
        return piece.side == self.side


def quiet_reasons(
    before: VisiblePosition, after: VisiblePosition, state: State, action: Action
) -> Iterator[QuietReason]:
    """Yield the reasons of a quiet action; names as in `engine.search.reasons`."""
    stood, stands = before.own_pieces(), after.own_pieces()
    moved = [stand for stand in stands.values() if stand.id in stood and stood[stand.id] != stand]
    moved = [one for one in moved if stood[one.id].square != one.square]
    squares = {piece.id: piece.square for piece in after.scene.pieces}
    escaped = before.attacked(own=True) - after.attacked(own=True)
    for one in moved:
        if one.id in escaped:
            yield "evades", stood[one.id].square
    for name in sorted(after.attacked(own=False) - before.attacked(own=False)):
        yield "threatens", squares[name]
    yield from _newly_selectable(before, after, state, action)
    yield from _ways(before, after, [(stood[one.id].square, one.square) for one in moved])
    if not moved and _passes_early(before, after, action):
        yield "rests", ""


def _ways(
    before: VisiblePosition, after: VisiblePosition, moves: Iterable[tuple[str, str]]
) -> Iterator[QuietReason]:
    """Yield whether pieces come nearer to the others or leave them; nothing if some do this and
    some that. `moves`: from square to square."""
    ways = list[QuietReason]()
    for start, goal in moves:
        gone, come = before.distance(start), after.distance(goal)
        if gone != come and come:
            ways.append(("advances" if come < gone else "retreats", start))
    if len({name for name, _ in ways}) == 1:
        yield from ways


def _newly_selectable(
    before: VisiblePosition, after: VisiblePosition, state: State, action: Action
) -> Iterator[QuietReason]:
    """Yield what only this action makes selectable: the most valuable item beside the board, else
    own pieces."""
    only = after.selectable() - before.selectable()
    common = set(only)
    for one in [one for one in sorted(state.legal_actions()) if one != action][:ALTERNATIVES]:
        if not common:
            break
        other = state.clone()
        other.apply(one)
        common &= VisiblePosition(before.game, other, before.me, before.side).selectable()
    only -= common
    lying = (item for area in before.scene.areas for item in area.items)
    things = [item for item in lying if item.target in only]
    stood = before.own_pieces()
    own = [piece.square for name, piece in after.own_pieces().items() if name in stood]
    actors = [square for square in own if f"sq:{square}" in only]
    if things:
        yield "allows", max(things, key=lambda item: item.value).target
    elif actors:
        yield ("lets", actors[0]) if len(actors) == 1 else ("lets_some", "")


def _passes_early(before: VisiblePosition, after: VisiblePosition, action: Action) -> bool:
    """Return whether a button ends the turn although other actions are legal."""
    path = before.game.path(before.observation, action)
    ends = after.observation.turn_index() != before.observation.turn_index()
    return ends and bool(name_of(path[0], "btn")) and len(before.observation.legal_actions()) > 1
