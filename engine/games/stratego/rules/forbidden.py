"""Options that exclude each other (rulebook, section 5), and defaults that depend on others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.core.errors import BadOptions
from engine.core.options import Options
from engine.core.texts import Message
from engine.games.stratego.info_options import OPTIONS, check_army
from engine.games.stratego.rules.boards import HILLS4, OWN_ARMY, SQUARE, Layout, layout_of
from engine.games.stratego.rules.placing import OPEN, Zone
from engine.games.stratego.rules.position import StrategoRules
from engine.games.stratego.rules.tables import army_of


def completed(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the options with defaults that depend on others: more than two players bring their
    board, a board brings its army (5, 5.1)."""
    options = dict(given or {})
    if "board" not in options and options.get("players") in (3, 4, "3", "4"):
        options["board"] = "four_armies"
    board = options.get("board")
    if "army" not in options and isinstance(board, str) and board in OWN_ARMY:
        options["army"] = OWN_ARMY[board]
    return options


def refuse(number: str, **params: str | int) -> BadOptions:
    """Return the error of a broken rule, with its X-number as code."""
    return BadOptions(Message(f"error.{number.lower()}", number, **params), code=number)


def refuse_forbidden(options: Options) -> tuple[Layout, frozenset[int]]:
    """Return layout and hills. Raises BadOptions for the first of X1–X10 and X12 that is broken."""
    layout = layout_of(options["board"])
    for number, broken in _RULES:
        if broken(options, layout):
            raise refuse(number)
    if options["p1_side"] not in ("red", "blue", "green", "yellow")[: options["players"]]:
        raise _value("p1_side", options["p1_side"])
    return layout, _hills(options["hills"], layout)


def refuse_unplaceable(zones: Sequence[Zone]) -> None:
    """Raise BadOptions unless every side can set up so that it has a first move (X11)."""
    if not all(zone.reachable([OPEN] * zone.size) for zone in zones):
        raise refuse("X11")


def broken_rules(options: Options) -> list[str]:
    """Return all of X1–X10 and X12 that a set of options breaks, for the set-up form."""
    layout = layout_of(options["board"])
    return [number for number, broken in _RULES if broken(options, layout)]


def clashes(options: Options) -> tuple[Message, ...]:
    """Return why options exclude each other."""
    return tuple(Message(f"error.{number.lower()}", number) for number in broken_rules(options))


def _value(name: str, value: object) -> BadOptions:
    return BadOptions(Message("error.option_value", option=name, value=repr(value), why=""))


def _hills(value: Any, layout: Layout) -> frozenset[int]:
    """Return the cells of the hills. Raises BadOptions unless they lie symmetrically on open
    ground."""
    names = HILLS4 if value == "hills4" else value
    index = layout.grid.index
    if not all(name in index for name in names):
        raise _value("hills", value)
    cells = frozenset(index[name] for name in names)
    closed = layout.lakes | layout.void
    homes = frozenset[int]().union(*layout.homes.values())
    turned = frozenset(layout.grid.size - 1 - cell for cell in cells)
    if cells & (closed | homes) or turned != cells:
        raise _value("hills", value)
    return cells


def _size(options: Options) -> int:
    return sum(army_of(options["army"]))


def _immobile(options: Options) -> set[str]:
    """Return the codes of the types that cannot move."""
    still = set() if options["mobile_flag"] else {"F"}
    return still if options["grenades"] else still | {"B"}


def _named(options: Options) -> set[str]:
    """Return the codes of the types that `agile` or `cross_country` name; `all` names none."""
    cross = options["cross_country"]
    return set(options["agile"]) | (set() if cross == "all" else set(cross))


def _x2(options: Options, layout: Layout) -> bool:
    many = options["players"] > 2
    wrong = options["board"] != "four_armies" or options["chase_rule"] or _size(options) > 24
    return bool(many and wrong)


def _x3(options: Options, layout: Layout) -> bool:
    return options["players"] == 3 and bool(options["rescue_rear"] or options["promotion_courage"])


def _x5(options: Options, layout: Layout) -> bool:
    merit = options["promotion_merit"]
    return bool(merit and merit["next_rank_only"] and options["hidden_captures"])


_RULES: tuple[tuple[str, Callable[[Options, Layout], bool]], ...] = (
    (
        "X1",
        lambda o, b: (
            b.shape != SQUARE and bool(o["cross_country"] or "diagonal" in o["agile"].values())
        ),
    ),
    ("X2", _x2),
    ("X3", _x3),
    ("X4", lambda o, b: bool(o["rescue_points"]) and o["hidden_captures"]),
    ("X5", _x5),
    ("X6", lambda o, b: bool(o["marines"]) and not b.lakes),
    ("X7", lambda o, b: bool(_named(o) & _immobile(o))),
    ("X8", lambda o, b: any(_size(o) > len(home) for home in b.homes.values())),
    ("X9", lambda o, b: o["hills"] == "hills4" and o["board"] not in ("classic", "hex10")),
    ("X10", lambda o, b: bool(o["miner_by_capture"]) and o["hidden_captures"]),
    ("X12", lambda o, b: o["no_capture_limit"] == 0 and o["max_actions"] == 0),
)

_CUSTOM = (
    {"cols": 7, "rows": 8, "home": 2, "lakes": ["c4", "e5"], "void": ["a4", "g5"]},
    {"cols": 6, "rows": 6, "home": 2, "lakes": [], "void": []},
)
_SMALL = {"F": 1, "B": 1, "S": 1, "2": 2, "3": 2, "4": 1, "9": 1, "M": 1}


def random_options(make: Callable[[Options], StrategoRules], rng: Random) -> Options:
    """Return a random legal combination: mostly defaults, armies that fit the board, games mostly
    short. Draws again while a rule is broken."""
    while True:
        options = {o.name: o.sample(rng) if rng.random() < 0.35 else o.initial() for o in OPTIONS}
        options["no_capture_limit"] = rng.choices((8, 40, 200, 0), (30, 55, 10, 5))[0]
        options["max_actions"] = rng.choices((60, 300, 2000, 0), (40, 45, 8, 7))[0]
        players = rng.choice((2, 2, 2, 3, 4))
        options["players"] = players
        options["p1_side"] = rng.choice(("red", "blue", "green", "yellow")[:players])
        if players > 2:
            options["board"] = "four_armies"
        elif rng.random() < 0.1:
            options["board"] = dict(rng.choice(_CUSTOM))
        if rng.random() < 0.5 or players > 2:
            options["army"] = rng.choice(("barrage8", "army24", check_army(_SMALL)))
        try:
            return dict(make(options).options)
        except BadOptions:
            continue
