"""The options of section 5: values, checks, groups and what the home page offers.

The home page imports this module, so it imports no rules. Lists and objects are also accepted as
JSON text or in the typed form of `info_typed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.grid import Grid
from engine.core.options import Option, whole_number
from engine.games.stratego import info_typed

COLOURS = ("red", "blue", "green", "yellow")
ARMIES = ("standard40", "short32", "army24", "barrage8")
BOARDS = ("classic", "small8", "large12", "octagon", "hex10", "tri10", "four_armies")
AGILITY = ("scout", "two", "diagonal")
LIMIT_MOST, ACTIONS_MOST, RESCUES_MOST = 1000, 5000, 8

_ORDER = "FBS23456789M"
_ANY = frozenset(_ORDER)
_RANKED = frozenset("S23456789M")
_CAPTURERS = _RANKED - {"2", "3"}
_RISING = frozenset("S23456789")


def _in_order(codes: Iterable[str]) -> list[str]:
    return sorted(codes, key=_ORDER.index)


def type_list(allowed: frozenset[str], all_word: bool) -> Callable[[Any], Any]:
    """Return a check for a list of type codes; it sorts them by rank and accepts `"all"` if
    allowed."""
    understand = info_typed.typed(info_typed.read_types, "types")
    codes = " ".join(_in_order(allowed))

    def check(value: Any) -> Any:
        value = understand(value)
        if value == "all" and all_word:
            return value
        if not isinstance(value, (list, tuple)) or not all(isinstance(c, str) for c in value):
            raise info_typed.refused("types", text=str(value)[:60])
        if not set(value) <= allowed:
            wrong = " ".join(code for code in value if code not in allowed)
            raise info_typed.refused("types_allowed", wrong=wrong[:40], codes=codes)
        if len(set(value)) != len(value):
            raise info_typed.refused("twice")
        return _in_order(value)

    return check


_understand_agile = info_typed.typed(info_typed.read_agile, "agile")
_understand_rising = info_typed.typed(info_typed.read_rising, "rising", ("None",))
_understand_army = info_typed.typed(info_typed.read_army, "army", ARMIES)
_understand_board = info_typed.typed(info_typed.read_board, "board", BOARDS)
_understand_cells = info_typed.typed(info_typed.words, "cells", ("hills4",))


def check_agile(value: Any) -> dict[str, str]:
    value = _understand_agile(value)
    if not isinstance(value, dict) or not set(value) <= _ANY:
        raise info_typed.refused("agile", text=str(value)[:60])
    if not all(how in AGILITY for how in value.values()):
        raise info_typed.refused("agile", text=" ".join(map(str, value.values()))[:60])
    return {code: value[code] for code in _in_order(value)}


def check_promotion(ranks: bool) -> Callable[[Any], Any]:
    """Return the check of a promotion option: null, `{types}` or, by merit, `{types,
    next_rank_only}`."""

    def check(value: Any) -> Any:
        value = _understand_rising(value)
        if value is None or value == "None":
            return None
        known = {"types", "next_rank_only"} if ranks else {"types"}
        if not isinstance(value, dict) or not {"types"} <= set(value) <= known:
            raise info_typed.refused("rising", text=str(value)[:60])
        out: dict[str, Any] = {"types": type_list(_RISING, True)(value["types"])}
        if ranks:
            only = value.get("next_rank_only", False)
            if not isinstance(only, bool):
                raise ValueError("next_rank_only")
            out["next_rank_only"] = only
        return out

    return check


def check_army(value: Any) -> Any:
    """Accept a preset name, or counts by code with one flag and at least one ranked piece."""
    value = _understand_army(value)
    if isinstance(value, str) and value in ARMIES:
        return value
    if not isinstance(value, dict) or not set(value) <= _ANY:
        raise info_typed.refused("army", text=str(value)[:60])
    if not all(type(n) is int and 0 <= n <= 120 for n in value.values()):
        raise info_typed.refused("army_count")
    counts = {code: value[code] for code in _in_order(value) if value[code]}
    if counts.get("F") != 1:
        raise info_typed.refused("army_flag", n=counts.get("F", 0))
    if not set(counts) & _RANKED:
        raise info_typed.refused("army_ranked")
    return counts


def check_hills(value: Any) -> Any:
    value = _understand_cells(value)
    if value == "hills4":
        return value
    if not isinstance(value, (list, tuple)) or not all(isinstance(c, str) for c in value):
        raise info_typed.refused("cells", text=str(value)[:60])
    if len(set(value)) != len(value):
        raise info_typed.refused("twice")
    return sorted(value, key=_cell_order)


def _cell_order(name: str) -> tuple[int, str]:
    number = name[1:]
    return (int(number) if number.isascii() and number.isdigit() else 0, name)


def check_board(value: Any) -> Any:
    """Accept a preset name, or a custom board that is connected and symmetric under a half-turn
    (S8)."""
    value = _understand_board(value)
    if isinstance(value, str) and value in BOARDS:
        return value
    keys = {"cols", "rows", "home", "lakes", "void"}
    if not isinstance(value, dict) or not {"cols", "rows", "home"} <= set(value) <= keys:
        raise info_typed.refused("board", text=str(value)[:60])
    sizes = {name: value[name] for name in ("cols", "rows", "home")}
    if not all(type(n) is int for n in sizes.values()):
        raise info_typed.refused("board_size")
    if not (6 <= sizes["cols"] <= 16 and 6 <= sizes["rows"] <= 16):
        raise info_typed.refused("board_size")
    if sizes["home"] < 1 or sizes["rows"] - 2 * sizes["home"] < 2:
        raise info_typed.refused("board_home", rows=sizes["rows"], most=sizes["rows"] // 2 - 1)
    grid = Grid(sizes["cols"], sizes["rows"])
    closed = {key: _cells(grid, value.get(key, [])) for key in ("lakes", "void")}
    _check_ground(grid, sizes["home"] * grid.cols, closed["lakes"], closed["void"])
    return {**sizes, **{k: [grid.names[c] for c in sorted(v)] for k, v in closed.items()}}


def _check_ground(grid: Grid, depth: int, lakes: set[int], void: set[int]) -> None:
    """Raise BadOptions unless the lakes lie outside the homes and the open cells are connected and
    symmetric under a half-turn."""
    if both := lakes & void:
        raise info_typed.refused("board_both", cell=grid.names[min(both)])
    if inside := [c for c in lakes if not depth <= c < grid.size - depth]:
        raise info_typed.refused("board_lake", cell=grid.names[min(inside)])
    for group in (lakes, void):
        for cell in sorted(group):
            if grid.size - 1 - cell not in group:
                other = grid.names[grid.size - 1 - cell]
                raise info_typed.refused("board_turn", cell=grid.names[cell], other=other)
    if not _connected(grid, set(range(grid.size)) - lakes - void):
        raise info_typed.refused("board_parts")


def _cells(grid: Grid, names: Any) -> set[int]:
    if not isinstance(names, (list, tuple)):
        raise info_typed.refused("cells", text=str(names)[:60])
    for name in names:
        if not isinstance(name, str) or name not in grid.index:
            raise info_typed.refused("cells", text=str(name)[:60])
    return {grid.index[name] for name in names}


def _connected(grid: Grid, cells: set[int]) -> bool:
    todo = [next(iter(cells))] if cells else []
    seen = set(todo)
    while todo:
        cell = todo.pop()
        for df, dr in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            other = grid.step(cell, df, dr)
            if other in cells and other not in seen:
                seen.add(other)
                todo.append(other)
    return bool(cells) and seen == cells


def check_flag(value: Any) -> bool:
    """Accept a truth value, or its text as a form yields it."""
    if isinstance(value, str) and value in ("True", "False", "true", "false"):
        return value in ("True", "true")
    if not isinstance(value, bool):
        raise ValueError("true false")
    return value


def check_factor(value: Any) -> int:
    """Accept 0, or the price of a rescue in points per rank (2 to 5)."""
    factor = whole_number(0, 5)(value)
    if factor == 1:
        raise ValueError("0, 2…5")
    return factor


def named(*values: str) -> Callable[[Any], str]:
    """Return a check for one of these words."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise ValueError(" ".join(values))
        return value

    return check


def flag(name: str, group: str) -> Option:
    return Option(name, (False, True), check=check_flag, group=group)


def number(name: str, values: tuple[int, ...], most: int, group: str, example: str) -> Option:
    """Return an option for a whole number from 0 to `most`; the form offers `values`."""
    count = whole_number(0, most)

    def check(value: Any) -> int:
        try:
            return count(value)
        except ValueError:
            raise info_typed.refused("number", most=most) from None

    return Option(name, values, check=check, group=group, examples=(example,))


CHARGE, REPEAT = ("off", "strict", "envelop"), ("pair", "span", "off")

# Groups follow the source: board, army, combat, rescue, pieces, movement; then how a game ends.
OPTIONS = (
    Option("p1_side", COLOURS, check=named(*COLOURS), group="table"),
    Option("players", (2, 3, 4), check=whole_number(2, 4), group="board"),
    Option(
        "board",
        BOARDS,
        check=check_board,
        group="board",
        examples=("8x10/3 ~c5 ~f5 ~c6 ~f6", "9x9/3 ~b5 ~h5 #a1 #i1 #a9 #i9"),
        show=info_typed.show_board,
    ),
    Option(
        "hills",
        ([], "hills4"),
        check=check_hills,
        group="board",
        examples=("e5 f6", "a5 e6 f5 j6"),
        show=info_typed.show_types,
    ),
    Option(
        "army",
        ARMIES,
        check=check_army,
        group="army",
        examples=("F Bx2 S 2x4 3x3 4x2 5x2 6 7 8 9 M", "F B S 2x2 3x2 4 9 M"),
        show=info_typed.show_army,
    ),
    flag("blind_combat", "combat"),
    flag("hidden_captures", "combat"),
    flag("surprise_factor", "combat"),
    flag("attacker_bonus", "pieces"),
    flag("limited_scout", "pieces"),
    flag("grenades", "pieces"),
    flag("licensed_spy", "pieces"),
    flag("mobile_flag", "pieces"),
    flag("relay", "movement"),
    flag("desertion", "movement"),
    Option(
        "agile",
        ({}, {"7": "two"}, {"3": "diagonal", "8": "two"}, {"4": "scout"}),
        check=check_agile,
        group="pieces",
        examples=("7:two 4:scout 3:diagonal",),
        show=info_typed.show_agile,
    ),
    Option(
        "cross_country",
        ([], ["2"], ["S", "3"], "all"),
        check=type_list(_ANY, True),
        group="movement",
        examples=("2 3 S",),
        show=info_typed.show_types,
    ),
    Option(
        "marines",
        ([], ["4"], ["2", "3"]),
        check=type_list(_RANKED, False),
        group="movement",
        examples=("2 4",),
        show=info_typed.show_types,
    ),
    Option("charge", CHARGE, check=named(*CHARGE), group="movement"),
    Option(
        "miner_by_capture",
        ([], ["4", "5"], "all"),
        check=type_list(_CAPTURERS, True),
        group="pieces",
        examples=("4 5 6",),
        show=info_typed.show_types,
    ),
    Option(
        "promotion_merit",
        (
            None,
            {"types": "all", "next_rank_only": False},
            {"types": ["4", "5", "6"], "next_rank_only": True},
        ),
        check=check_promotion(True),
        group="pieces",
        examples=("4 5 6", "2 3 4 next"),
        show=info_typed.show_rising,
    ),
    Option(
        "promotion_courage",
        (None, {"types": "all"}, {"types": ["2", "4"]}),
        check=check_promotion(False),
        group="pieces",
        examples=("S 2 3",),
        show=info_typed.show_rising,
    ),
    number("rescue_rear", (0, 2, 1), RESCUES_MOST, "rescue", "3"),
    Option("rescue_points", (0, 2, 3, 4, 5), check=check_factor, group="rescue"),
    Option("two_square", REPEAT, check=named(*REPEAT), group="end"),
    flag("chase_rule", "end"),
    number("no_capture_limit", (200, 40, 8, 0), LIMIT_MOST, "end", "100"),
    number("max_actions", (2000, 300, 60, 0), ACTIONS_MOST, "end", "500"),
)
