"""Themes of an exercise, from the happenings of its solution and the squares involved."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action, AnyGame, Event, State
from engine.core.scene import Piece
from engine.core.targets import name_of
from engine.core.telling import Happening
from engine.search.exercises.exercise import SAVE, WIN
from engine.search.hints import Hints

# Themes with a name in the page's catalogue; a game names more in its own.
COMMON = (
    "finish", "guard", "strike-back", "siege-in", "siege", "fork", "shoot", "fight", "place",
    "turn", "take", "quiet",
)  # fmt: skip
UNKNOWN = "unknown"  # a hidden piece
STRIKES = frozenset({"take", "shoot", "fight", "siege"})
TOLD = ("siege", "shoot", "fight", "place", "turn")


def candidates(game: AnyGame, seen: State, actions: Sequence[Action], goal: str) -> list[str]:
    """Return fitting themes, the most specific first. `actions`: the solution and its line."""
    me = seen.current_player()
    told = happenings(game, seen, actions[:1], me)
    kinds = {one.kind for one in told if one.changes}
    found = [*asked(game, seen, actions[0]), f"ask-{seen.frame()}-{goal}", f"ask-{seen.frame()}"]
    if goal == WIN:
        found.append("siege-in" if "siege" in ending(seen, actions) else "finish")
    if goal == SAVE:
        found.append("strike-back" if kinds & STRIKES else "guard")
    if len(forked(Hints(game), seen, actions[0])) > 1:
        found.append("fork")
    found += [kind for kind in TOLD if kind in kinds]
    found += placed(game, seen, actions[0], met=not kinds & STRIKES)
    return [*found, *(["take"] if "take" in kinds else []), "quiet"]


def asked(game: AnyGame, seen: State, action: Action) -> list[str]:
    """Return themes of the button or item that the action presses."""
    path = game.path(seen, action)
    areas = game.scene(seen, seen.current_player()).areas
    items = {item.target: item.glyph for area in areas for item in area.items}
    found = [f"button-{button}"] if (button := name_of(path[-1], "btn")) else []
    return [*(f"item-{items[name]}" for name in path if items.get(name)), *found]


def happenings(
    game: AnyGame, seen: State, actions: Sequence[Action], viewer: int
) -> list[Happening]:
    """Return all happenings while `actions` are played from an observation of `viewer`."""
    found: list[Happening] = []
    before = seen
    for action in actions:
        after = before.clone()
        after.apply(action)
        event = Event(before.current_player(), action)
        found += game.tell(before, event, after, viewer)
        before = after
    return found


def ending(seen: State, actions: Sequence[Action]) -> str:
    """Return why the game ends after these actions; empty if it goes on."""
    state = seen.clone()
    for action in actions:
        state.apply(action)
    outcome = state.outcome()
    return "" if outcome is None else outcome.reason


def forked(hints: Hints, seen: State, action: Action) -> set[str]:
    """Return the targets the moved piece could capture after a null move."""
    after = seen.clone()
    after.apply(action)
    path = hints.game.path(seen, action)
    if hints.null_move is None or after.current_player() < 0 or len(path) < 2:
        return set()
    again = hints.null_move(after)
    if again is None or again.current_player() != seen.current_player():
        return set()
    paths = (hints.game.path(again, one) for one in hints.quiescence(again))
    return {prey[1] for prey in paths if len(prey) > 1 and prey[0] == path[1]}


def placed(game: AnyGame, seen: State, action: Action, met: bool) -> list[str]:
    """Return themes of a moved piece: which own pieces it joins, whether it approaches an enemy or
    flees, its kind and, if `met`, the kind of piece it goes against."""
    path = [name for target in game.path(seen, action) if (name := name_of(target, "sq"))]
    if len(path) < 2:
        return []
    me, scene = seen.current_player(), game.scene(seen, seen.current_player())
    side = scene.seats[me] if scene.seats else me
    mover = next((piece for piece in scene.pieces if piece.square == path[0]), None)
    others = [piece for piece in scene.pieces if piece is not mover]
    near = [_beside(others, square) for square in (path[0], path[-1])]
    there = [other for other in others if met and other.square == path[-1] and other.side != side]
    found = [name for one in there for name in (f"against-{one.glyph or UNKNOWN}", "fight")]
    found += [f"beside-{one.glyph}" for one in near[1] if one.side == side]
    danger = [any(one.side != side for one in there) for there in near]
    if danger[0] != danger[1]:
        found.append("approach" if danger[1] else "flee")
    return [*found, *([f"with-{mover.glyph}"] if mover is not None else [])]


def _beside(pieces: Sequence[Piece], square: str) -> list[Piece]:
    """Return the pieces next to a square, diagonals included."""
    return [piece for piece in pieces if 0 < _steps(piece.square, square) < 2]


def _steps(one: str, other: str) -> int:
    if not (one[1:].isdigit() and other[1:].isdigit()):
        return 99
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))
