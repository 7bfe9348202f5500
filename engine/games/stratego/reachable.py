"""Why no game can reach a position that the reader accepts: for the editor (rulebook, 3.6 to 5.25).

The reader leaves these alone, so that texts from everywhere stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.editing import Fault
from engine.core.texts import Message
from engine.games.stratego.rules.pieces import (
    FLAG,
    HIDDEN,
    MINER,
    MOVED,
    RANKED,
    RESCUER,
    SCOUT,
    SIDES,
    SKILL,
    SPY,
    TYPES,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.rules.tables import CompiledOptions
from engine.games.stratego.table.words import army_name, type_name
from engine.games.stratego.text.position import army_clause


def unreachable(state: StrategoState) -> Fault | None:
    """Return the first reason why no game reaches a position; None if there is none, and during a
    set-up and after the end."""
    if state.result is not None or state.setting_up:
        return None
    found = [*_marks(state), *_counts(state), *_limits(state), *_unmoved(state)]
    if state.asked == "turn":  # within a turn a flag may just have fallen
        found = [*_armies(state), *found]
    return next(iter(found), None)


def _squares(state: StrategoState, cells: list[int]) -> tuple[str, ...]:
    return tuple(state.game.tables.grid.names[cell] for cell in cells)


def _of(state: StrategoState, side: int) -> list[int]:
    return [cell for cell, piece in enumerate(state.board) if piece and owner_of(piece) == side]


def _armies(state: StrategoState) -> Iterator[Fault]:
    """Yield what would have ended the game, or put a side out (4.1 to 4.3)."""
    sides = [side for side in range(state.game.players) if _of(state, side)]
    if len(sides) < 2:
        yield Fault(Message("editor.bad.alone", "4.3"), (), "board")
    for side in sides:
        cells = _of(state, side)
        kinds = {kind_of(state.board[cell]) for cell in cells}
        for allowed, key, clause in (
            ({FLAG}, "editor.bad.no_flag", "4.1"),
            (state.game.tables.mobile, "editor.bad.no_mobile", "4.2"),
        ):
            if not kinds & {HIDDEN, *allowed}:
                yield Fault(
                    Message(key, clause, army=army_name(side)), _squares(state, cells), "board"
                )


# -- marks of pieces ------------------------------------------------------------------------------


def _marks(state: StrategoState) -> Iterator[Fault]:
    tables, rising = state.game.tables, bool(state.game.tables.merit | state.game.tables.courage)
    rescuers = frozenset(RANKED if rising else set(RANKED) - {SCOUT})
    impossible = (
        (MOVED, frozenset(TYPES) - tables.movers, "editor.bad.moved", "3.6"),
        (SKILL, frozenset(TYPES) - learners(tables), "bad_position.skill", "5.20"),
        (
            RESCUER,
            frozenset(TYPES) - (rescuers if state.game.rear else frozenset()),
            "editor.bad.rescuer",
            "5.25",
        ),
    )
    for mark, kinds, key, clause in impossible:
        for kind in sorted(kinds):
            cells = [
                cell
                for cell, piece in enumerate(state.board)
                if kind_of(piece) == kind and state.flags[cell] & mark
            ]
            if cells:
                yield Fault(
                    Message(key, clause, type=type_name(kind)), _squares(state, cells), "board"
                )
    yield from _learned(state)


def _unmoved(state: StrategoState) -> Iterator[Fault]:
    """Yield the pieces that have not moved and yet stand outside their home zone."""
    for side in range(state.game.players):
        away = set(_of(state, side)) - state.game.tables.home_sets[side]
        cells = sorted(cell for cell in away if not state.flags[cell] & MOVED)
        if cells:
            message = Message("editor.bad.unmoved", "2.1", army=army_name(side))
            yield Fault(message, _squares(state, cells), "board")


def learners(tables: CompiledOptions) -> frozenset[int]:
    """Return the types that may have the miner's mark: those that learn, and what they are promoted
    to. A new scout loses it (5.20, 5.22)."""
    found = set(tables.capturers)
    for kind in range(SPY, HIDDEN - 1):
        if kind in found and kind in tables.merit | tables.courage and kind + 1 != SCOUT:
            found.add(kind + 1)
    return frozenset(found)


def _learned(state: StrategoState) -> Iterator[Fault]:
    """Yield the pieces that have learned to defuse although no enemy miner was captured (5.20)."""
    for side in range(state.game.players):
        others = [row for one, row in enumerate(state.lost) if one != side]
        cells = [cell for cell in _of(state, side) if state.flags[cell] & SKILL]
        if cells and not any(row.captured(MINER) or row.unknown() for row in others):
            message = Message("editor.bad.no_miner", "5.20", army=army_name(side))
            yield Fault(message, _squares(state, cells), "board")


# -- numbers --------------------------------------------------------------------------------------


def _counts(state: StrategoState) -> Iterator[Fault]:
    """Yield the types of which more are on the board and lost than an army has. A promotion only
    makes a piece one rank higher, so then all up to a rank are counted together."""
    tables = state.game.tables
    rising = bool(tables.merit | tables.courage)
    for side in range(state.game.players):
        seen = most = 0
        for kind in TYPES:
            together = rising and kind > SPY
            here, gone = state.board.count(piece_of(side, kind)), _gone(state, side, kind)
            seen = here + gone + (seen if together else 0)
            most = tables.army[kind] + (most if together else 0)
            if seen > most + state.resc[side][HIDDEN]:
                yield _too_many(state, side, kind, seen, most, together)


def _gone(state: StrategoState, side: int, kind: int) -> int:
    """Return how many of a type have left the board and not come back."""
    row = state.lost[side]
    back = state.resc[side][kind] + state.buy[side][kind]
    return row.captured(kind) + row.deserted(kind) - back


def _too_many(
    state: StrategoState, side: int, kind: int, seen: int, most: int, together: bool
) -> Fault:
    cells = [cell for cell in _of(state, side) if kind_of(state.board[cell]) == kind]
    key = "editor.bad.counted_up" if together else "editor.bad.counted"
    clause = army_clause(state.game.options["army"])
    name = army_name(side)
    message = Message(key, clause, type=type_name(kind), army=name, n=seen, most=most)
    return Fault(message, _squares(state, cells), f"lost{SIDES[side]}")


def _limits(state: StrategoState) -> Iterator[Fault]:
    """Yield counts of turns that contradict each other or a limit (4.5, 4.6)."""
    quiet, most = state.game.quiet_limit, state.game.most_actions
    if state.quiet > state.plies:
        yield Fault(Message("editor.bad.quiet", "4.5", n=state.plies), (), "quiet")
    elif state.plies and state.asked == "turn" and state.game.players == 2:
        lost = sum(map(sum, state.lost))  # a turn takes two pieces at most, and is not quiet
        least = state.quiet + (lost + 1) // 2
        if state.plies < least:
            yield Fault(Message("editor.bad.quiet_lost", "4.5", n=lost, least=least), (), "actions")
    if quiet and state.quiet > quiet:
        yield Fault(Message("editor.bad.quiet_most", "4.5", n=quiet), (), "quiet")
    if most and state.plies > most:
        yield Fault(Message("editor.bad.actions_most", "4.6", n=most), (), "actions")
