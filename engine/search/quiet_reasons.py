"""What an action prepares: what can be done, attacked or reached after it, and could not before.

Read off two pictures of the table and the reach of the pieces, so off what their viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Action, AnyGame, State
from engine.core.scene import Piece, Scene

QuietReason = tuple[str, str]  # name of a reason, and the square or target that is meant
ALTERNATIVES = 12  # other actions that are tried beside it


class VisiblePosition:
    """A position as `me` sees it. `side`: his own in pictures of the table."""

    def __init__(self, game: AnyGame, state: State, me: int, side: int) -> None:
        self.game, self.me, self.side = game, me, side
        self.observation = state.observation(me)
        self.scene: Scene = game.scene(self.observation, me)

    def attacked(self, own: bool) -> set[str]:
        """The pieces that are in reach of an attack, one's own or those of others that have shown
        their face: ids. A check is told as such."""
        attackers = [one for one in self.scene.pieces if one.glyph and self._is_own(one) != own]
        squares = {
            square
            for one in attackers
            for mark in self.game.reach(self.observation, f"sq:{one.square}")
            for square in mark.squares
            if mark.kind == "attack"
        }
        checks = {n for mark in self.scene.marks if mark.kind == "check" for n in mark.squares}
        pieces = (one for one in self.scene.pieces if one.glyph and self._is_own(one) == own)
        return {one.id for one in pieces if one.square in squares and one.square not in checks}

    def distance(self, square: str) -> float:
        """How far it is to the nearest piece of others, in cells; 0 when there is none."""
        at = {one.name: (one.x, one.y) for one in self.scene.board.squares}
        x, y = at[square]
        others = (at[one.square] for one in self.scene.pieces if not self._is_own(one))
        return min((max(abs(a - x), abs(b - y)) for a, b in others), default=0.0)

    def selectable(self) -> set[str]:
        """What can be taken up now, buttons apart; nothing while others decide."""
        if self.observation.current_player() != self.me:
            return set()
        paths = (self.game.path(self.observation, one) for one in self.observation.legal_actions())
        return {path[0] for path in paths if not path[0].startswith("btn:")}

    def own_pieces(self) -> dict[str, Piece]:
        """One's own pieces."""
        return {one.id: one for one in self.scene.pieces if self._is_own(one)}

    def _is_own(self, piece: Piece) -> bool:
        return piece.side == self.side


def quiet_reasons(
    before: VisiblePosition, after: VisiblePosition, state: State, action: Action
) -> Iterator[QuietReason]:
    """The names are those of `engine.search.reasons`."""
    stood, stands = before.own_pieces(), after.own_pieces()
    moved = [one for one in stands.values() if one.id in stood and stood[one.id] != one]
    moved = [one for one in moved if stood[one.id].square != one.square]
    squares = {one.id: one.square for one in after.scene.pieces}
    escaped = before.attacked(own=True) - after.attacked(own=True)
    for one in moved:
        if one.id in escaped:
            yield "evades", stood[one.id].square
    for name in sorted(after.attacked(own=False) - before.attacked(own=False)):
        yield "threatens", squares[name]
    yield from _newly_selectable(before, after, state, action)
    for one in moved:
        gone, come = before.distance(stood[one.id].square), after.distance(one.square)
        if gone != come and come:
            yield "advances" if come < gone else "retreats", stood[one.id].square
    if not moved and _passes_early(before, after, action):
        yield "rests", ""


def _newly_selectable(
    before: VisiblePosition, after: VisiblePosition, state: State, action: Action
) -> Iterator[QuietReason]:
    """What can only be taken up then: the most precious thing that lies beside the board already,
    or a piece."""
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
    """Whether a button ends the own turn while more could be done."""
    path = before.game.path(before.observation, action)
    ends = after.observation.turn_index() != before.observation.turn_index()
    return ends and path[0].startswith("btn:") and len(before.observation.legal_actions()) > 1
