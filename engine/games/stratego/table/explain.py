"""Reasons why something cannot be chosen now, each with its clause of the rulebook.

Every answer comes from the tables and tests that also make the legal actions.
"""

from __future__ import annotations

from engine.core.contract import Path
from engine.core.targets import name_of, square_of
from engine.core.texts import Message
from engine.games.stratego.rules import movement, promotion
from engine.games.stratego.rules.boards import SQUARE, TRIANGLE, Layout
from engine.games.stratego.rules.pieces import (
    BOMB,
    CODES,
    FLAG,
    KINDS,
    RANKED,
    SCOUT,
    kind_of,
    owner_of,
    rank,
)
from engine.games.stratego.rules.position import Step, StrategoRules
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.rules.tables import Gait
from engine.games.stratego.table.scene import paths as paths_of
from engine.games.stratego.table.words import type_name
from engine.games.stratego.text.tokens import STEP


def explain(state: StrategoState, path: Path) -> Message | None:
    """Return why the last step of a path is not possible; None when it is (Game.explain)."""
    if state.result is not None:
        return Message("explain.over", "4.9")
    ways = (way for action in state.legal_actions() for way in paths_of(state, action))
    if any(way[: len(path)] == path for way in ways):
        return None
    if state.setting_up:
        return _placing(state, path)
    if state.asked != "turn":
        return _question(state, path)
    if state.announces():
        return _announced(state)
    if name_of(path[0], "kind"):
        return _rescue(state, path)
    if len(path) == 1:
        return _first(state, path[0])
    if len(path) > 2:
        return Message("explain.relay", "5.27")
    return _second(state, path[-2], path[-1])


def explain_words(state: StrategoState, token: str) -> Message | None:
    """Return why a typed word is refused; None where there is no particular reason."""
    if state.result is not None:
        return Message("explain.over", "4.9")
    match = STEP.fullmatch(token)
    if not match or state.setting_up:
        return None
    index, void = state.game.tables.grid.index, state.game.tables.layout.void
    if any(index.get(name, -1) < 0 or index[name] in void for name in match.group(1, 3)):
        return Message("explain.no_cell", "1.1")
    if state.asked != "turn":
        return Message("explain.answer_first", "3.14")
    origin, target = f"sq:{match[1]}", f"sq:{match[3]}"
    if why := explain(state, (origin,)) or explain(state, (origin, target)):
        return why
    there = state.board[index[match[3]]]
    if there and owner_of(there) == state.turn:  # a relay, which is written otherwise
        return Message("explain.own_piece", "3.4")
    if (match[2] == "x") == bool(there):
        return None
    return Message("explain.is_attack" if there else "explain.nobody_there", "3.7")


# -- set-up and questions ------------------------------------------------------------------------


def _placing(state: StrategoState, path: Path) -> Message:
    target, zone = path[-1], state.game.zones[state.turn]
    if state.asked == "open" or state.placed == zone.size:
        return Message("explain.only_button", "2.4")
    if (name := name_of(target, "kind")) in KINDS:
        if len(path) > 1:
            return Message("explain.in_order", "2.3")
        left = zone.hand(state.laid(state.turn))
        if left[KINDS[name]] > 0:
            return Message("explain.first_move", "2.2")
        return Message("explain.none_left", "2.1")
    cell = _cell(state, target)
    if cell >= 0 and cell not in state.game.tables.home_sets[state.turn]:
        return Message("explain.not_home", "2.1")
    return Message("explain.in_order", "2.3")


def _question(state: StrategoState, path: Path) -> Message:
    if state.asked == "rear":
        if len(path) > 1:
            return Message("explain.home_cell", "5.25")
        if name_of(path[0], "kind"):
            return _brought_back(state, path[0])
    return Message("explain.answer_first", "3.14")


def _brought_back(state: StrategoState, target: str) -> Message:
    """Return why no piece of that type can be brought back at the far line."""
    rescuer = promotion.before_rises(state)
    if rescuer not in RANKED or rescuer == SCOUT:
        return Message("explain.no_rescuer", "5.25", type=type_name(rescuer))
    return _no_return(state, target, "5.25") or Message("explain.home_full", "5.25")


def _rescue(state: StrategoState, path: Path) -> Message:
    if not state.game.price:
        return Message("explain.no_rescues", "5.26")
    if len(path) > 1:
        return Message("explain.home_cell", "5.26")
    if message := _no_return(state, path[0], "5.26"):
        return message
    price = rank(KINDS[name_of(path[0], "kind")]) * state.game.price
    if price > state.pts[state.turn]:
        return Message("explain.points", "5.26", n=price, have=state.pts[state.turn])
    return Message("explain.home_full", "5.26")


def _no_return(state: StrategoState, target: str, clause: str) -> Message | None:
    """Return why no piece of that type can return; None if one can."""
    kind = KINDS.get(name_of(target, "kind"), 0)
    if kind not in RANKED:
        return Message("explain.no_rank", clause)
    if kind not in movement.returnable(state, state.turn):
        return Message("explain.no_place", "5.21")
    return None


# -- the first press -----------------------------------------------------------------------------


def _cell(state: StrategoState, target: str) -> int:
    return square_of(target, state.game.tables.grid.index)


def _announced(state: StrategoState) -> Message:
    """Return what ends the game where the side to act can only announce it (4.7)."""
    if state.legal_actions()[0][0] == "out":
        return Message("explain.blocked", "4.4")
    limit = state.game.quiet_limit
    if limit and state.quiet >= limit:
        return Message("explain.quiet", "4.5")
    return Message("explain.counted", "4.6")


def _first(state: StrategoState, target: str) -> Message:
    cell = _cell(state, target)
    if cell < 0:
        return Message("explain.choose_piece", "3.1")
    if cell in state.game.tables.layout.lakes:
        return Message("explain.lake", "3.5")
    piece = state.board[cell]
    if not piece:
        return Message("explain.choose_piece", "3.1")
    if owner_of(piece) != state.turn:
        return Message("explain.not_yours", "3.1")
    return _stuck(state, cell)


def _stuck(state: StrategoState, cell: int) -> Message:
    """Return why an own piece has no legal action."""
    kind, charge = kind_of(state.board[cell]), state.game.tables.charge
    if kind not in state.game.tables.movers:
        return Message("explain.immobile", "3.6", type=type_name(kind))
    if banned := _own_steps(state, cell):
        return _repeats(state, banned)
    near = [state.board[line[0]] for _, line in _lines(state, cell) if line]
    enemies = any(piece and owner_of(piece) != state.turn for piece in near)
    if charge != "off" and (0 in near or (enemies and kind != FLAG)):
        key = "explain.stuck_charge" if charge == "strict" else "explain.stuck_envelop"
        return Message(key, "5.19", type=type_name(kind))
    if enemies:
        return Message("explain.flag_attack", "5.15")
    return Message("explain.stuck", "3.4", type=type_name(kind))


def _own_steps(state: StrategoState, cell: int) -> set[Step]:
    """Return the steps that the piece on a cell could make but for the rules against repetition, in
    a relay those of both pieces."""
    actions = movement.steps(state.game.tables, state.board, state.turn)
    if state.game.relay:
        actions += movement.relays(state)
    found = (movement.halves(action) for action in actions)
    return {step for halves in found if any(cell == half[0] for half in halves) for step in halves}


def _repeats(state: StrategoState, steps: set[Step]) -> Message:
    """Return which rule against repetition forbids these steps."""
    if not steps & movement.repeated(state):
        return Message("explain.chase", "5.30")
    if state.game.two_square == "pair":
        return Message("explain.two_square", "3.13")
    return Message("explain.span", "5.29")


# -- the second press ----------------------------------------------------------------------------


def _second(state: StrategoState, first: str, second: str) -> Message:
    origin, target = _cell(state, first), _cell(state, second)
    if target < 0 or origin < 0:
        return Message("explain.choose_cell", "3.2")
    if origin == target:
        return Message("explain.same_cell", "3.2")
    if target in state.game.tables.layout.lakes:
        return Message("explain.lake", "3.5")
    there = state.board[target]
    if there and owner_of(there) == state.turn:
        return _own(state, origin, target)
    if (origin, target) in _own_steps(state, origin):
        return _repeats(state, {(origin, target)})
    return _range(state, origin, target)


def _own(state: StrategoState, origin: int, target: int) -> Message:
    if not state.game.relay or target not in state.game.tables.edges[origin]:
        return Message("explain.own_piece", "3.4")
    kinds = {kind_of(state.board[c]) for c in (origin, target)}
    if not kinds <= state.game.tables.movers:
        return Message("explain.relay_immobile", "5.27")
    swap = {(origin, target), (target, origin)}
    if swap & movement.forbidden(state):
        return _repeats(state, swap)
    return Message("explain.relay_charge", "5.19")


def _range(state: StrategoState, origin: int, target: int) -> Message:
    """Return why the piece does not reach that cell, which is empty or an enemy's."""
    board, kind = state.board, kind_of(state.board[origin])
    rays = [
        cells for cells, *_ in state.game.tables.rays[state.turn][kind][origin] if target in cells
    ]
    if not rays:
        return _beyond(state, origin, target)
    if all(any(board[c] for c in cells[: cells.index(target)]) for cells in rays):
        return Message("explain.in_the_way", "3.4", type=type_name(kind))
    if not board[target]:
        return Message("explain.only_attack", "5.19")
    return Message(
        *("explain.flag_attack", "5.15") if kind == FLAG else ("explain.limited", "5.12")
    )


def _beyond(state: StrategoState, origin: int, target: int) -> Message:
    """Return why a cell lies on none of the lines along which the piece may go."""
    tables, layout = state.game.tables, state.game.tables.layout
    kind = kind_of(state.board[origin])
    name, clause, gait = type_name(kind), _clause(state.game, kind), tables.gaits[kind]
    for direction, line in _lines(state, origin):
        if target in line:
            return _backward(state, kind, target)
        length = gait.straight if direction < layout.straight else gait.diagonal
        if target in _across(layout, origin, direction, length):
            return Message("explain.lake_between", "3.5", type=name)
    if layout.shape == TRIANGLE:
        return _beside_strip(layout, origin, target, gait.straight, name)
    if any(target in _across(layout, origin, d, gait.straight) for d in _unused(layout, gait)):
        return Message("explain.not_diagonal", clause, type=name)
    if gait.straight > 2 and not _aligned(layout, origin, target):
        return Message("explain.not_straight", clause, type=name)
    return Message("explain.too_far", clause, type=name)


def _backward(state: StrategoState, kind: int, target: int) -> Message:
    """Return why a piece may not go back to a cell on one of its lines."""
    if state.game.tables.charge == "strict" or kind == FLAG:
        return Message("explain.no_retreat", "5.19")
    if state.board[target]:
        return Message("explain.next_row", "5.19")
    return Message("explain.only_attack", "5.19")


def _beside_strip(layout: Layout, origin: int, target: int, length: int, name: Message) -> Message:
    if length > 2:
        return Message("explain.not_strip", "5.32", type=name)
    if _corners(layout, origin) & _corners(layout, target):
        return Message("explain.not_side", "5.32", type=name)
    return Message("explain.too_far", "5.32", type=name)


def _clause(game: StrategoRules, kind: int) -> str:
    """Return the clause that says how far pieces of a type go."""
    agile, cross = game.options["agile"], game.options["cross_country"]
    if CODES[kind] in agile:
        return "5.16"
    if cross == "all" or CODES[kind] in cross:
        return "5.17"
    return {FLAG: "5.15", BOMB: "5.13", SCOUT: "3.3"}.get(kind, "3.2")


# -- lines ---------------------------------------------------------------------------------------


def _lines(state: StrategoState, cell: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the lines of the piece on a cell by direction, backward ones included."""
    tables = state.game.tables
    gait, straight = tables.gaits[kind_of(state.board[cell])], tables.layout.straight
    return [
        (d, tables.walk(cell, d, gait.straight if d < straight else gait.diagonal, gait.swims))
        for d in range(len(tables.layout.axes))
    ]


def _across(layout: Layout, cell: int, direction: int, length: int) -> list[int]:
    """Return the cells of a line, lakes included, at most `length`."""
    found: list[int] = []
    while len(found) < length and (cell := layout.step(cell, direction)) >= 0:
        found.append(cell)
    return found


def _unused(layout: Layout, gait: Gait) -> range:
    """Return the diagonal directions, if the piece has none."""
    return range(layout.straight, layout.straight if gait.diagonal else len(layout.axes))


def _aligned(layout: Layout, one: int, other: int) -> bool:
    """Tell whether a row, a column or a diagonal of squares joins two cells, across gaps of the
    board too. Lines of hexagons have no gaps."""
    (row, file), (row2, file2) = (divmod(cell, layout.grid.cols) for cell in (one, other))
    straight = row == row2 or file == file2
    return layout.shape == SQUARE and (straight or abs(row - row2) == abs(file - file2))


def _corners(layout: Layout, cell: int) -> set[tuple[int, int]]:
    """Return the corners of a triangle, in half sides and rows."""
    row, file = divmod(cell, layout.grid.cols)
    base, top = (row + 1, row) if layout.points_down(cell) else (row, row + 1)
    return {(file, base), (file + 2, base), (file + 1, top)}
