"""Reasons of `explain` are what forbids: named cases, and every reason asked of the rules in random
positions (rulebook, 2 to 5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.core.contract import Path as Way
from engine.core.errors import BadOptions
from engine.core.options import Options
from engine.core.scene import TRIANGLE_SIDE
from engine.core.texts import Message
from engine.games.stratego import table
from engine.games.stratego.game import Stratego
from engine.games.stratego.info_options import OPTIONS
from engine.games.stratego.rules import movement
from engine.games.stratego.rules.boards import layout_of
from engine.games.stratego.rules.pieces import (
    FLAG,
    KINDS,
    RANKED,
    SCOUT,
    kind_of,
    owner_of,
    piece_of,
    rank,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.rules.tables import CompiledOptions
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.answers import game_of
from tests.games.claims import at_random, refusals, snapshots
from tests.games.stratego.helpers import begin, position, state_of

FREE: Options = {"charge": "off", "limited_scout": False}
SOAKED = 8  # seeds: more than 2,000 refused presses of each kind


def why(state: StrategoState, *names: str) -> tuple[str, str] | None:
    """Return key and clause of the reason against the last of some presses."""
    targets = tuple(name if ":" in name else f"sq:{name}" for name in names)
    found = game_of(state).explain(state, targets)
    return (found.key.removeprefix("explain."), found.clause) if found else None


# -- named cases ---------------------------------------------------------------------------------


def holding(rest: str, pieces: str, words: str = "", **options: Any) -> StrategoState:
    """Return the position with these last fields, after the words."""
    game, text = position(pieces, rest=f"- {rest}", **options)
    return begin(game.state_from_text(text), words)


def counted(quiet: int, plies: int, **options: Any) -> StrategoState:
    return holding(f"{quiet} {plies} - - -", "r5e5", **options)


def rescue(piece: str, words: str) -> StrategoState:
    options: Options = {"rescue_rear": 2, "promotion_courage": {"types": ["2"]}}
    return holding("0 0 - r:B8 vac.r=8", piece, words, **options)


def over() -> StrategoState:
    state = state_of("r5e5 b5e6")
    state.apply(("resign", 0))
    return state


DIAGONAL: Options = {"agile": {"2": "diagonal"}}
SHUT = "r5b2 rBb3 rBa2 rBc2"
LIMITS: Options = {"no_capture_limit": 4, "max_actions": 9}
CHASE = "e8-f8 f9-e9 f8-f9 e9-e8 f9-e9 e8-f8 e9-e8 f8-f9"
CHASED = play(state_of("r9e8 b2f9", chase_rule=True), CHASE)
SWAPS = "0 0 r:e5e6&e6e5,e5e6&e6e5,e5e6&e6e5 - -"
STRICT, ENVELOP = (state_of("r5b4 r2e4 b5e2 r5h4", charge=one) for one in ("strict", "envelop"))
SMALL = Stratego({"army": "barrage8"}).initial_state()

# A position, the presses of which the last one is refused, reason and clause.
REASONS: dict[str, tuple[StrategoState, str, str]] = {
    "3_5 a lake between": (state_of("r2c3"), "c3 c8", "lake_between 3.5"),
    "3_3 no straight line": (state_of("r2c3"), "c3 d7", "not_straight 3.3"),
    "3_5 two steps into a lake": (
        state_of("r5c4", agile={"5": "two"}), "c4 c6", "lake 3.5"
    ),
    "3_5 a lake on a diagonal": (state_of("r2a3"), "a3 c5", "lake 3.5"),
    "3_3 a scout does not run diagonally": (state_of("r2a3"), "a3 b4", "not_diagonal 3.3"),
    "3_2 its own cell": (state_of("r2a3", **DIAGONAL), "a3 a3", "same_cell 3.2"),
    "5_16 two cells diagonally": (state_of("r2e1", **DIAGONAL), "e1 g3", "too_far 5.16"),
    "3_4 shut in on all sides": (state_of(f"{SHUT} rBb1", charge="strict"), "b2", "stuck 3.4"),
    "5_19 it could only go back": (state_of(SHUT, charge="strict"), "b2", "stuck_charge 5.19"),
    "5_19 it could only attack back": (
        state_of(SHUT, charge="envelop"), "b2", "stuck_envelop 5.19"
    ),
    "5_19 no retreat": (STRICT, "b4 b3", "no_retreat 5.19"),
    "3_2 too far back": (STRICT, "b4 b2", "too_far 3.2"),
    "5_19 no retreat of a scout": (STRICT, "e4 e3", "no_retreat 5.19"),
    "3_3 back, but on no line": (STRICT, "e4 c1", "not_straight 3.3"),
    "5_19 an attack backwards on the next row": (ENVELOP, "e4 e2", "next_row 5.19"),
    "5_19 backwards only to attack": (ENVELOP, "h4 h3", "only_attack 5.19"),
    "4_5 a draw without captures": (counted(4, 9, **LIMITS), "e5", "quiet 4.5"),
    "4_6 a draw by the number of actions": (counted(3, 9, **LIMITS), "e5", "counted 4.6"),
    "4_5 no rescue after a draw": (
        counted(4, 9, no_capture_limit=4, rescue_points=2), "kind:miner", "quiet 4.5"
    ),
    "3_13 the two-square rule": (
        holding("0 0 r:e5e6,e6e5,e5e6 - -", "r5e6", two_square="pair"), "e6 e5", "two_square 3.13"
    ),
    "5_29 the rule of the span": (
        holding("0 0 r:b2b6,b6b3,b3b5 - -", "r2b5", two_square="span"), "b5 b4", "span 5.29"
    ),
    "3_13 two pieces that could only swap again": (
        holding(SWAPS, "r5e6 r6e5 rBe7 rBf6", relay=True), "e6", "two_square 3.13"
    ),
    "5_30 a chase": (CHASED, "e8 f8", "chase 5.30"),
    "5_15 a flag does not attack": (
        state_of("b5a2", mobile_flag=True), "a1 a2", "flag_attack 5.15"
    ),
    "5_15 a flag far away": (state_of("b5a2", mobile_flag=True), "a1 a10", "too_far 5.15"),
    "5_15 a flag that could only attack": (
        state_of("b5a2 rBb1", mobile_flag=True), "a1", "flag_attack 5.15"
    ),
    "5_25 a scout rescues nobody": (
        rescue("r2f9", "f9-f10 ^-"), "kind:colonel", "no_rescuer 5.25"
    ),
    "5_25 a bomb has no rank": (rescue("r5f9", "f9-f10 ^-"), "kind:bomb", "no_rank 5.25"),
    "5_21 nobody of that type is lost": (
        rescue("r5f9", "f9-f10 ^-"), "kind:miner", "no_place 5.21"
    ),
    "2_3 a second kind in the set-up": (SMALL, "kind:scout kind:miner", "in_order 2.3"),
    "5_27 a relay has a button": (
        state_of("r6e4 r2e5", relay=True), "e4 e5 a1", "relay 5.27"
    ),
    "5_27 no relay with a bomb": (
        state_of("r6e4 rBe5", relay=True), "e4 e5", "relay_immobile 5.27"
    ),
    "5_19 no relay backwards": (
        state_of("r6e4 r2e5", relay=True, charge="strict"), "e4 e5", "relay_charge 5.19"
    ),
    "4_9 nothing after the end": (over(), "e5", "over 4.9"),
}  # fmt: skip


@pytest.mark.parametrize("name", REASONS)
def test_a_refused_press_is_told_of_the_rule_that_forbids_it(name: str) -> None:
    state, presses, told = REASONS[name]
    assert why(state, *presses.split()) == tuple(told.split())


def test_5_30_a_chase_is_not_also_the_two_square_rule() -> None:
    path = ("sq:e8", "sq:f8")
    assert CLAIMS["chase"][1](CHASED, path) and not CLAIMS["two_square"][1](CHASED, path)


TYPED = {
    "e5xf5": ("nobody_there", "3.7"),
    "e5xg5": ("lake", "3.5"),
    "e5xe8": ("too_far", "3.2"),
    "e5-e6": ("is_attack", "3.7"),
    "e5-e4": ("own_piece", "3.4"),
    "e5-k9": ("no_cell", "1.1"),
    "b2-b3": ("choose_piece", "3.1"),
}


@pytest.mark.parametrize("word", TYPED)
def test_3_7_a_typed_move_is_told_of_its_sign_only_if_nothing_else_forbids(word: str) -> None:
    state = state_of("r5e5 b4e6 r4e4", relay=True)
    found = state.game.why_not(state, word)
    assert found is not None
    assert (found.key.removeprefix("explain."), found.clause) == TYPED[word]


HOME = [file + row for row in "1234" for file in "abcdefghij"]
ARMY = (
    "F" + "B" * 6 + "S" + "2" * 8 + "3" * 5 + "4" * 4 + "5" * 4 + "6" * 3 + "7" * 3 + "8" * 2 + "9"
)


def holds(state: StrategoState, path: Way, reason: str, clause: str) -> None:
    """Check that this reason is given, and what it claims."""
    assert why(state, *path) == (reason, clause)
    found = game_of(state).explain(state, path)
    assert found is not None
    check(state, path, found)


def test_4_4_a_side_without_a_move_is_told_so() -> None:
    shut = state_of("", background="rFa1 rBa2 rBb1 b4j9 bFj10")
    holds(shut, ("sq:a2",), "blocked", "4.4")


def test_5_26_a_rescued_piece_returns_to_a_free_home_cell() -> None:
    game, text = position("", rest="- 0 0 - r:6;b:39 pts.r=12,vac.r=6", rescue_points=2)
    state = game.state_from_text(text)
    assert why(state, "kind:captain", "b1") is None
    holds(state, ("kind:captain", "sq:a1"), "home_cell", "5.26")
    holds(state, ("kind:captain", "sq:e5"), "home_cell", "5.26")


@pytest.mark.parametrize("free", [True, False])
def test_5_26_nobody_returns_to_a_full_home(free: bool) -> None:
    own = [f"r{code}{cell}" for code, cell in zip(ARMY, HOME, strict=False)]
    there = "rMa5 b4j4" if free else "rMi4 b4j4"
    game, text = position(
        f"{' '.join(own)} {there}",
        rest="- 0 0 - r:6;b:39 pts.r=12,vac.r=6",
        background="bFj10",
        rescue_points=2,
    )
    state = game.state_from_text(text)
    if free:
        assert why(state, "kind:captain") is None
    else:
        holds(state, ("kind:captain",), "home_full", "5.26")


def test_2_1_a_type_that_is_used_up_is_told_so() -> None:
    state = Stratego({"army": "barrage8"}).initial_state()
    state.apply(("put", FLAG))
    holds(state, ("kind:flag",), "none_left", "2.1")


def test_2_2_the_last_piece_that_could_step_out_is_not_kept_back() -> None:
    """Of 38 bombs, a flag and a sergeant, he must stand in the front row, not behind a lake."""
    state = Stratego({"army": {"F": 1, "B": 38, "4": 1}}).initial_state()
    while ("put", KINDS["bomb"]) in state.legal_actions():
        state.apply(("put", KINDS["bomb"]))
    holds(state, ("kind:bomb",), "first_move", "2.2")
    holds(state, ("kind:flag",), "first_move", "2.2")


# -- every reason is a question to the rules -----------------------------------------------------


def cell_of(state: StrategoState, target: str) -> int:
    return state.game.tables.grid.index.get(target.removeprefix("sq:"), -1)


def piece_at(state: StrategoState, target: str) -> int:
    cell = cell_of(state, target)
    return state.board[cell] if cell >= 0 else 0


def mine(state: StrategoState, target: str) -> bool:
    piece = piece_at(state, target)
    return bool(piece) and owner_of(piece) == state.turn


def kind_at(state: StrategoState, target: str) -> int:
    return kind_of(piece_at(state, target))


def changed(state: StrategoState, **options: Any) -> StrategoState:
    """Return the same position under other options, for questions to `movement`."""
    new = state.clone()
    new.game = Stratego({**state.game.options, **options})
    return new


@lru_cache(maxsize=64)
def compiled(options: str, lakes: bool) -> CompiledOptions:
    """Return the tables of some options, written as JSON; without `lakes` they are land."""
    known = json.loads(options)
    layout = layout_of(known["board"])
    return CompiledOptions(known, layout if lakes else replace(layout, lakes=frozenset()))


def steps(
    state: StrategoState,
    origin: str,
    kept: Callable[[int], bool] = lambda cell: True,
    lakes: bool = True,
    **options: Any,
) -> set[int]:
    """Return the goals that the rules of movement give the piece on a cell, without the rules
    against repetition. `kept`: which of the other pieces are on the board."""
    tables = compiled(json.dumps({**state.game.options, **options}), lakes)
    start = cell_of(state, origin)
    board = state.board[:]
    for cell in range(len(board)):
        if cell != start and not kept(cell):
            board[cell] = 0
    found = movement.steps(tables, board, state.turn)
    return {action[2] for action in found if action[1] == start}


def nobody(cell: int) -> bool:
    return False


def alone(state: StrategoState, origin: str, **options: Any) -> set[int]:
    """Return where the piece would go on an empty board and with no rule against going back."""
    return steps(state, origin, kept=nobody, **{**FREE, **options})


def allowed(state: StrategoState, path: Way) -> bool:
    """Tell whether these presses of cells begin an action, as the rules of movement have it."""
    cells = tuple(cell_of(state, target) for target in path)
    halves = [half for action in movement.legal(state) for half in movement.halves(action)]
    return any(half[: len(cells)] == cells for half in halves)


def touching(state: StrategoState, one: str, other: str) -> bool:
    """Tell whether two triangles have a corner in common, by their place in the picture."""
    at = {square.name: (square.x, square.y) for square in state.game.ground.squares}
    return dist(at[one[3:]], at[other[3:]]) < 1.3 * TRIANGLE_SIDE


def _stuck(state: StrategoState, path: Way) -> bool:
    start = path[0]
    enemies = {cell for cell, p in enumerate(state.board) if p and owner_of(p) != state.turn}
    shut = not steps(state, start, **FREE) and not allowed(state, path)
    return shut and bool(steps(state, start, kept=lambda cell: cell in enemies, **FREE))


def _flag(state: StrategoState, path: Way) -> bool:
    if kind_at(state, path[0]) != FLAG:
        return False
    own = {
        cell for cell, piece in enumerate(state.board) if piece and owner_of(piece) == state.turn
    }
    there = steps(state, path[0], kept=lambda cell: cell in own) - steps(state, path[0])
    return bool(there) if len(path) == 1 else cell_of(state, path[1]) in there


def _in_the_way(state: StrategoState, path: Way) -> bool:
    goal = cell_of(state, path[1])
    return goal in alone(state, path[0]) and goal not in steps(state, path[0], **FREE)


def _backward(state: StrategoState, path: Way) -> bool:
    goal = cell_of(state, path[1])
    forward = steps(state, path[0], kept=nobody, limited_scout=False)
    return goal in alone(state, path[0]) and goal not in forward


def _too_far(state: StrategoState, path: Way) -> bool:
    return cell_of(state, path[1]) not in alone(state, path[0], lakes=False)


def _crooked(state: StrategoState, path: Way) -> bool:
    """Tell whether a cell stays out of reach of a piece that runs, even with all diagonals."""
    if state.game.tables.layout.shape != "square":
        return _too_far(state, path)
    cross = alone(state, path[0], lakes=False, cross_country="all")
    return cell_of(state, path[1]) not in cross and _runs(state, path)


def _runs(state: StrategoState, path: Way) -> bool:
    return state.game.tables.gaits[kind_at(state, path[0])].straight > 2


def _diagonal(state: StrategoState, path: Way) -> bool:
    goal = cell_of(state, path[1])
    plain, cross = (alone(state, path[0], lakes=False, **o) for o in ({}, {"cross_country": "all"}))
    return goal in cross - plain


def _behind_lake(state: StrategoState, path: Way) -> bool:
    goal = cell_of(state, path[1])
    return goal in alone(state, path[0], lakes=False) and goal not in alone(state, path[0])


def _limited(state: StrategoState, path: Way) -> bool:
    goal = cell_of(state, path[1])
    ran = steps(state, path[0], limited_scout=False)
    return goal in ran and goal not in steps(state, path[0])


def _envelops(state: StrategoState, path: Way) -> bool:
    return state.game.options["charge"] == "envelop" and _backward(state, path)


def _repeats(state: StrategoState, path: Way) -> bool:
    """Tell whether the two-square rule alone forbids the press."""
    alone = changed(state, chase_rule=False)
    return not allowed(alone, path) and allowed(changed(alone, two_square="off"), path)


def _chase(state: StrategoState, path: Way) -> bool:
    """Tell whether the chase rule alone forbids the press."""
    alone = changed(state, two_square="off")
    return not allowed(alone, path) and allowed(changed(alone, chase_rule=False), path)


def _charged(state: StrategoState, path: Way) -> bool:
    kept = state.game.options["charge"]
    back = steps(state, path[0], charge="off") - steps(state, path[0])
    return kept != "off" and bool(back) and not allowed(state, path)


def _immobile(state: StrategoState, path: Way) -> bool:
    free: dict[str, Any] = {"mobile_flag": True, "grenades": True}
    return not alone(state, path[0]) and bool(alone(state, path[0], **free))


def _own_piece(state: StrategoState, path: Way) -> bool:
    """Tell whether an own piece stands there and no relay with it is in question."""
    start, goal = (cell_of(state, target) for target in path)
    beside = goal in state.game.tables.edges[start]
    return mine(state, path[1]) and not (state.game.options["relay"] and beside)


def _relay(state: StrategoState, path: Way, **options: Any) -> bool:
    ends = {cell_of(state, target) for target in path}
    return any(ends == set(a[1:]) for a in movement.relays(changed(state, **options)))


def _relay_immobile(state: StrategoState, path: Way) -> bool:
    moving = {"mobile_flag": True, "grenades": True, "charge": "off"}
    return _relay(state, path, **moving) and not _relay(state, path, charge="off")


def _free_home(state: StrategoState) -> list[int]:
    return [cell for cell in state.game.tables.homes[state.turn] if not state.board[cell]]


def _home_cell(state: StrategoState, path: Way) -> bool:
    return cell_of(state, path[1]) not in _free_home(state)


def _kind(path: Way) -> int:
    return KINDS[path[0].removeprefix("kind:")]


def _rescuer(state: StrategoState, path: Way) -> bool:
    kind = kind_of(state.board[state.act[1]]) - len(state.rises)
    return kind not in RANKED or kind == SCOUT


def _no_place(state: StrategoState, path: Way) -> bool:
    side, kind = state.turn, _kind(path)
    back = state.resc[side][kind] + state.buy[side][kind]
    return not state.vac[side][kind] or state.lost[side].captured(kind) <= back


def _points(state: StrategoState, path: Way) -> bool:
    return bool(rank(_kind(path)) * state.game.options["rescue_points"] > state.pts[state.turn])


def _uncounted(state: StrategoState, quiet: bool, plies: bool) -> StrategoState:
    words = state.to_text().split(" ")
    words[3:5] = ["0" if quiet else words[3], "0" if plies else words[4]]
    found: StrategoState = state.game.state_from_text(" ".join(words))
    return found


def _quiet(state: StrategoState, path: Way) -> bool:
    calm, both = _uncounted(state, True, False), _uncounted(state, True, True)
    limit = state.game.options["no_capture_limit"]
    return 0 < limit <= state.quiet and (not calm.announces() or not both.announces())


def _many(state: StrategoState, path: Way) -> bool:
    return state.announces() and not _uncounted(state, False, True).announces()


def _hand(state: StrategoState, path: Way) -> int:
    zone = state.game.zones[state.turn]
    return zone.hand(state.laid(state.turn))[KINDS[path[-1].removeprefix("kind:")]]


def _no_first_move(state: StrategoState, path: Way) -> bool:
    """Tell whether that type is left, and no piece could step away however the rest is placed."""
    zone, tables, laid = state.game.zones[state.turn], state.game.tables, state.laid(state.turn)
    hand = zone.hand(laid)
    kind, rng = KINDS[path[-1].removeprefix("kind:")], Random(1)
    hand[kind] -= 1
    closed = {
        cell for side, homes in enumerate(tables.homes) if side != state.turn for cell in homes
    }
    for _ in range(30):
        rest = [one for one, many in enumerate(hand) for _ in range(many)]
        rng.shuffle(rest)
        board = bytearray(len(state.board))
        kinds = [*laid[: state.placed], kind, *rest]
        for cell, one in zip(zone.home, kinds, strict=True):
            board[cell] = one and piece_of(state.turn, one)
        if any(goal not in closed for _, _, goal in movement.steps(tables, board, state.turn)):
            return False
    return hand[kind] >= 0


def _in_order(state: StrategoState, path: Way) -> bool:
    """Tell whether the press is not the next cell to fill, or no type has been chosen for it."""
    homes = state.game.tables.homes[state.turn]
    return len(path) == 1 or cell_of(state, path[-1]) != homes[state.placed]


Claim = Callable[[StrategoState, Way], bool]

# By reason: the clauses it may cite, and whether the rules say so.
CLAIMS: dict[str, tuple[str, Claim]] = {
    "only_button": ("2.4", lambda s, p: len(s.legal_actions()) == 1),
    "first_move": ("2.2", _no_first_move),
    "none_left": ("2.1", lambda s, p: _hand(s, p) == 0),
    "not_home": (
        "2.1",
        lambda s, p: cell_of(s, p[-1]) not in s.game.tables.homes[s.turn],
    ),
    "in_order": ("2.3", _in_order),
    "answer_first": ("3.14", lambda s, p: s.asked not in ("turn", "place", "open")),
    "home_cell": ("5.25 5.26", _home_cell),
    "no_rescuer": ("5.25", _rescuer),
    "no_rank": ("5.25 5.26", lambda s, p: _kind(p) not in RANKED),
    "no_place": ("5.21", _no_place),
    "no_rescues": ("5.26", lambda s, p: not s.game.options["rescue_points"]),
    "points": ("5.26", _points),
    "home_full": ("5.25 5.26", lambda s, p: not _free_home(s)),
    "blocked": ("4.4", lambda s, p: not movement.legal(s)),
    "quiet": ("4.5", _quiet),
    "counted": ("4.6", _many),
    "choose_piece": ("3.1", lambda s, p: not piece_at(s, p[0])),
    "not_yours": ("3.1", lambda s, p: bool(piece_at(s, p[0])) and not mine(s, p[0])),
    "lake": ("3.5", lambda s, p: cell_of(s, p[-1]) in s.game.tables.layout.lakes),
    "immobile": ("3.6", _immobile),
    "stuck": ("3.4", _stuck),
    "stuck_charge": (
        "5.19",
        lambda s, p: s.game.options["charge"] == "strict" and _charged(s, p),
    ),
    "stuck_envelop": (
        "5.19",
        lambda s, p: s.game.options["charge"] == "envelop" and _charged(s, p),
    ),
    "two_square": ("3.13", lambda s, p: s.game.options["two_square"] == "pair" and _repeats(s, p)),
    "span": ("5.29", lambda s, p: s.game.options["two_square"] == "span" and _repeats(s, p)),
    "chase": ("5.30", _chase),
    "choose_cell": ("3.2", lambda s, p: cell_of(s, p[1]) < 0),
    "same_cell": ("3.2", lambda s, p: p[0] == p[1]),
    "own_piece": ("3.4", _own_piece),
    "flag_attack": ("5.15", _flag),
    "relay_immobile": ("5.27", _relay_immobile),
    "relay_charge": (
        "5.19",
        lambda s, p: _relay(s, p, charge="off") and not _relay(s, p),
    ),
    "in_the_way": ("3.4", _in_the_way),
    "only_attack": ("5.19", lambda s, p: _envelops(s, p) and not piece_at(s, p[1])),
    "next_row": ("5.19", lambda s, p: _envelops(s, p) and bool(piece_at(s, p[1]))),
    "no_retreat": ("5.19", lambda s, p: s.game.options["charge"] != "off" and _backward(s, p)),
    "limited": ("5.12", _limited),
    "lake_between": ("3.5", _behind_lake),
    "not_straight": ("3.3 5.16 5.17", _crooked),
    "not_diagonal": ("3.2 3.3 5.13 5.15 5.16", _diagonal),
    "not_strip": ("5.32", lambda s, p: _too_far(s, p) and _runs(s, p)),
    "not_side": ("5.32", lambda s, p: _too_far(s, p) and touching(s, p[0], p[1])),
    "too_far": ("3.2 3.3 5.13 5.15 5.16 5.17 5.32", _too_far),
}
# Reasons of typed words, and of presses that no random path contains.
NAMED = {"over", "relay", "no_cell", "nobody_there", "is_attack", "points.one"}


def restless(state: StrategoState, rng: Random) -> Action:
    """Return an action at random, mostly one that takes the last step back, so that
    the rules against repetition matter."""
    legal = state.legal_actions()
    last = state.memory[state.turn][-1:] if state.asked == "turn" else ()
    back = {(goal, origin) for entry in last for origin, goal in entry}
    again = [action for action in legal if action[0] == "move" and action[1:3] in back]
    return rng.choice(again) if again and rng.random() < 0.8 else at_random(state, rng)


def check(state: StrategoState, path: Way, found: Message) -> None:
    reason = found.key.removeprefix("explain.")
    clauses, holds = CLAIMS[reason]
    told = (reason, found.clause, path, state.game.options, state.to_text())
    assert found.clause in clauses.split(), told
    assert holds(state, path), told


class Varied(Stratego):
    """Small armies, with most options drawn: rules that rarely matter have their turn."""

    @classmethod
    def random_options(cls, rng: Random) -> Options:
        while True:
            drawn = {o.name: o.sample(rng) if rng.random() < 0.6 else o.initial() for o in OPTIONS}
            drawn |= {"army": "barrage8", "no_capture_limit": rng.choice((12, 60, 200))}
            try:
                return dict(cls(drawn).options)
            except BadOptions:
                continue


@pytest.mark.parametrize("kind", [Stratego, Varied])
@pytest.mark.parametrize("seed", sampled(range(SOAKED)))
def test_3_every_reason_is_the_one_that_forbids(seed: int, kind: type[Stratego]) -> None:
    walk = snapshots(choose=restless)
    found = list(refusals(kind, walk, seed, 450, share=1, deepest=2))
    assert len({one.reason for one in found}) > 8
    for refusal in found:
        check(*refusal)


@pytest.mark.parametrize("seed", sampled(range(6)))
def test_2_every_reason_of_the_set_up_is_the_one_that_forbids(seed: int) -> None:
    walk = snapshots(ready=lambda state: True)
    found = list(refusals(Stratego, walk, seed, 120, share=1, deepest=2))
    assert len({one.reason for one in found}) > 1
    for refusal in found:
        check(*refusal)


def test_3_1_every_reason_of_the_catalogue_has_a_claim() -> None:
    texts = json.loads((Path(table.__file__).parent / "locale/en.json").read_text("utf-8"))
    keys = {key.removeprefix("explain.") for key in texts if key.startswith("explain.")}
    assert keys == {*CLAIMS, *NAMED}
