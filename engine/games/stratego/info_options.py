"""The options of section 5 as data: values, checks, groups and what the home page offers.

The home page reads this, so it imports no rules.

Lists and objects may also be given as JSON text, which is what a typed field yields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.grid import Grid
from engine.core.options import Option, whole_number

COLOURS = ("red", "blue", "green", "yellow")
ARMIES = ("standard40", "short32", "army24", "barrage8")
BOARDS = ("classic", "small8", "large12", "octagon", "hex10", "four_armies")
AGILITY = ("scout", "two", "diagonal")
LIMIT_MOST, ACTIONS_MOST, RESCUES_MOST = 1000, 5000, 8

_ORDER = "FBS23456789M"
_ANY = frozenset(_ORDER)
_RANKED = frozenset("S23456789M")
_CAPTURERS = _RANKED - {"2", "3"}
_RISING = frozenset("S23456789")


def _parsed(value: Any) -> Any:
    """JSON text of a list or an object as what it stands for; anything else as it is."""
    if isinstance(value, str) and value[:1] in "[{" and value:
        try:
            return json.loads(value.replace("'", '"'))
        except ValueError:
            raise ValueError("JSON") from None
    return value


def _in_order(codes: Iterable[str]) -> list[str]:
    return sorted(codes, key=_ORDER.index)


def type_list(allowed: frozenset[str], all_word: bool) -> Callable[[Any], Any]:
    """A check for a list of type codes, in the order of ranks; `"all"` where it is allowed."""

    def check(value: Any) -> Any:
        value = _parsed(value)
        if value == "all" and all_word:
            return value
        if not isinstance(value, (list, tuple)) or not all(isinstance(c, str) for c in value):
            raise ValueError(" ".join(_in_order(allowed)))
        if not set(value) <= allowed or len(set(value)) != len(value):
            raise ValueError(" ".join(_in_order(allowed)))
        return _in_order(value)

    return check


def check_agile(value: Any) -> dict[str, str]:
    value = _parsed(value)
    if not isinstance(value, dict) or not set(value) <= _ANY:
        raise ValueError('{"7": "two"}')
    if not all(how in AGILITY for how in value.values()):
        raise ValueError(" ".join(AGILITY))
    return {code: value[code] for code in _in_order(value)}


def check_promotion(ranks: bool) -> Callable[[Any], Any]:
    """`{types, next_rank_only}` (by merit) or `{types}`, or null."""

    def check(value: Any) -> Any:
        value = _parsed(value)
        if value is None or value == "None":
            return None
        known = {"types", "next_rank_only"} if ranks else {"types"}
        if not isinstance(value, dict) or not {"types"} <= set(value) <= known:
            raise ValueError('{"types": "all"}')
        out: dict[str, Any] = {"types": type_list(_RISING, True)(value["types"])}
        if ranks:
            only = value.get("next_rank_only", False)
            if not isinstance(only, bool):
                raise ValueError("next_rank_only")
            out["next_rank_only"] = only
        return out

    return check


def check_army(value: Any) -> Any:
    """A preset name, or counts by code: one flag, at least one ranked piece."""
    value = _parsed(value)
    if isinstance(value, str) and value in ARMIES:
        return value
    if not isinstance(value, dict) or not set(value) <= _ANY:
        raise ValueError(" ".join(ARMIES))
    if not all(type(n) is int and 0 <= n <= 120 for n in value.values()):
        raise ValueError("0…120")
    counts = {code: value[code] for code in _in_order(value) if value[code]}
    if counts.get("F") != 1 or not set(counts) & _RANKED:
        raise ValueError("F: 1")
    return counts


def check_hills(value: Any) -> Any:
    value = _parsed(value)
    if value == "hills4":
        return value
    if not isinstance(value, (list, tuple)) or not all(isinstance(c, str) for c in value):
        raise ValueError("hills4")
    if len(set(value)) != len(value):
        raise ValueError("twice")
    return sorted(value, key=_cell_order)


def _cell_order(name: str) -> tuple[int, str]:
    number = name[1:]
    return (int(number) if number.isdigit() else 0, name)


def check_board(value: Any) -> Any:
    """A preset name or a custom board: symmetric under a half-turn and connected (S8)."""
    value = _parsed(value)
    if isinstance(value, str) and value in BOARDS:
        return value
    keys = {"cols", "rows", "home", "lakes", "void"}
    if not isinstance(value, dict) or not {"cols", "rows", "home"} <= set(value) <= keys:
        raise ValueError(" ".join(BOARDS))
    sizes = {name: value[name] for name in ("cols", "rows", "home")}
    if not all(type(n) is int for n in sizes.values()):
        raise ValueError("6…16")
    if not (6 <= sizes["cols"] <= 16 and 6 <= sizes["rows"] <= 16):
        raise ValueError("6…16")
    if sizes["home"] < 1 or sizes["rows"] - 2 * sizes["home"] < 2:
        raise ValueError("home")
    grid = Grid(sizes["cols"], sizes["rows"])
    lakes = _cells(grid, value.get("lakes", []))
    void = _cells(grid, value.get("void", []))
    depth = sizes["home"] * grid.cols
    if lakes & void or any(not depth <= c < grid.size - depth for c in lakes):
        raise ValueError("lakes")
    if any(grid.size - 1 - c not in group for group in (lakes, void) for c in group):
        raise ValueError("half-turn")
    if not _connected(grid, set(range(grid.size)) - lakes - void):
        raise ValueError("connected")
    names = {"lakes": lakes, "void": void}
    return {**sizes, **{k: [grid.names[c] for c in sorted(v)] for k, v in names.items()}}


def _cells(grid: Grid, names: Any) -> set[int]:
    if not isinstance(names, (list, tuple)) or not all(n in grid.index for n in names):
        raise ValueError("cells")
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
    """Also the text of a truth value, as a form yields it."""
    if isinstance(value, str) and value in ("True", "False", "true", "false"):
        return value in ("True", "true")
    if not isinstance(value, bool):
        raise ValueError("true false")
    return value


def check_factor(value: Any) -> int:
    """0, or the price of a rescue in points per rank."""
    factor = whole_number(0, 5)(value)
    if factor == 1:
        raise ValueError("0, 2…5")
    return factor


def named(*values: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise ValueError(" ".join(values))
        return value

    return check


def flag(name: str, group: str) -> Option:
    return Option(name, (False, True), check=check_flag, group=group)


CHARGE, REPEAT = ("off", "strict", "envelop"), ("pair", "span", "off")

# Groups follow the source: board, army, combat, rescue, pieces, movement; then how a game ends.
OPTIONS = (
    Option("p1_side", COLOURS, check=named(*COLOURS), group="table"),
    Option("players", (2, 3, 4), check=whole_number(2, 4), group="board"),
    Option("board", BOARDS, check=check_board, group="board"),
    Option("hills", ([], "hills4"), check=check_hills, group="board"),
    Option("army", ARMIES, check=check_army, group="army"),
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
    ),
    Option(
        "cross_country",
        ([], ["2"], ["S", "3"], "all"),
        check=type_list(_ANY, True),
        group="movement",
    ),
    Option("marines", ([], ["4"], ["2", "3"]), check=type_list(_RANKED, False), group="movement"),
    Option("charge", CHARGE, check=named(*CHARGE), group="movement"),
    Option(
        "miner_by_capture",
        ([], ["4", "5"], "all"),
        check=type_list(_CAPTURERS, True),
        group="pieces",
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
    ),
    Option(
        "promotion_courage",
        (None, {"types": "all"}, {"types": ["2", "4"]}),
        check=check_promotion(False),
        group="pieces",
    ),
    Option("rescue_rear", (0, 2, 1), check=whole_number(0, RESCUES_MOST), group="rescue"),
    Option("rescue_points", (0, 2, 3, 5), check=check_factor, group="rescue"),
    Option("two_square", REPEAT, check=named(*REPEAT), group="end"),
    flag("chase_rule", "end"),
    Option("no_capture_limit", (200, 40, 8, 0), check=whole_number(0, LIMIT_MOST), group="end"),
    Option("max_actions", (2000, 300, 60, 0), check=whole_number(0, ACTIONS_MOST), group="end"),
)
