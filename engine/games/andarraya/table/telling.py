"""Happenings of an event of Andarraya, in order: the move or capture, a pawn on the last rank, the
marks lost by a king's first move, and check."""

from __future__ import annotations

from engine.core.contract import Action, Event
from engine.core.telling import Change, Difference, Face, Happening, Telling
from engine.core.texts import Message, player_name
from engine.games.andarraya.rules.pieces import GLYPHS, KING, NAMES, PAWN
from engine.games.andarraya.rules.state import CASTLES, AndarrayaState
from engine.games.andarraya.rules.tables import BITS, KINGS, LAST_RANKS


def the(kind: int) -> Message:
    """Return the name of a kind with its definite article, for use inside a sentence."""
    return Message(f"the.{GLYPHS[kind]}")


def happenings(
    difference: Difference, before: AndarrayaState, event: Event, after: AndarrayaState
) -> Telling:
    """Return what happens in an event, and take the changes it tells out of `difference`."""
    castles = event.action[0] != "move"
    told = (_castles if castles else _moves)(difference, before, event.action, after)
    king = before.board[0] & before.board[KING + 1]
    if not castles and before.unmoved & king & ~after.unmoved:
        told += (_king_moved(difference, before),)
    if after.checkers() and after.outcome() is None:
        told += (_check(after),)
    return told


def _castles(
    difference: Difference, before: AndarrayaState, action: Action, after: AndarrayaState
) -> Telling:
    """Return the king's move, then the rook's. The king's also takes the other rook's mark."""
    king, king_goal, rook, rook_goal = (NAMES[s] for s in CASTLES[action[0], before.side])
    who, side = player_name(before.side), before.side
    words = Message("tell.castles", who=who, start=king, goal=king_goal)
    second = Message("tell.castles.rook", start=rook, goal=rook_goal)
    corner = difference.at(rook_goal)
    changes = difference.take(lambda change: change.key[0] == "piece")
    return (
        Happening("move", words, changes, (king, king_goal), side=side),
        Happening("move", second, corner, (rook, rook_goal), side=side),
    )


def _moves(
    difference: Difference, before: AndarrayaState, action: Action, after: AndarrayaState
) -> Telling:
    _, start, target, _ = action
    kind = before.kind_at(start)
    first = _step(difference, before, start, target, kind)
    if kind != PAWN or not BITS[target] & LAST_RANKS:
        return (first,)
    return _arrives(difference, before.side, after.kind_at(target), first)


def _step(
    difference: Difference, before: AndarrayaState, start: int, target: int, kind: int
) -> Happening:
    """Return the happening of a move or leap, or of a capture (en passant included)."""
    passing = kind == PAWN and bool(before.ep & BITS[target])
    victim = (target - 8 if before.side == 0 else target + 8) if passing else target
    who, unit = player_name(before.side), the(kind)
    origin, goal_ = NAMES[start], NAMES[target]
    if not before.board[1] & BITS[victim]:
        leaps = kind == KING and not KINGS[start] & BITS[target]
        key = "tell.leaps" if leaps else "tell.moves"
        words = Message(key, who=who, unit=unit, start=origin, goal=goal_)
        changes = difference.at(origin, goal_)
        return Happening("move", words, changes, (origin, goal_), side=before.side)
    words = Message(
        "tell.passing" if passing else "tell.takes",
        who=who,
        unit=unit,
        start=origin,
        goal=goal_,
        victim=the(before.kind_at(victim)),
        where=NAMES[victim],
    )
    changes = difference.at(origin, goal_, NAMES[victim])
    changes += difference.numbers(f"lost{1 - before.side}")
    return Happening("take", words, changes, (origin, goal_), side=before.side)


def _arrives(difference: Difference, side: int, kind: int, step: Happening) -> Telling:
    """Split a pawn's move onto the last rank in two: the step, then the promotion or, without one,
    that it can never move again (4.3, 4.4)."""
    square = step.squares[1]
    (whole,) = (c for c in step.changes if isinstance(c.after, Face) and c.after.square == square)
    assert isinstance(whole.before, Face)
    there = whole.before._replace(square=square)
    changes = tuple(Change(c.key, c.before, there) if c == whole else c for c in step.changes)
    key = "tell.dead" if kind == PAWN else "tell.crowned"
    words = Message(key, who=player_name(side), unit=Message(f"a.{GLYPHS[kind]}"), goal=square)
    turned = (Change(whole.key, there, whole.after), *difference.numbers(f"lost{side}"))
    return (
        Happening(step.kind, step.words, changes, step.squares, side=side),
        Happening("turn", words, turned, (square,), side=side),
    )


def _king_moved(difference: Difference, before: AndarrayaState) -> Happening:
    """Return the happening of a king's first move: king and rooks lose their marks (3.1)."""
    key = "tell.king_moved" if before.game.leaps[before.side] else "tell.king_moved.castling"
    words = Message(key, who=player_name(before.side))
    marks = difference.take(lambda change: change.key[0] == "piece")
    squares = tuple(c.after.square for c in marks if isinstance(c.after, Face))
    return Happening("turn", words, marks, squares, side=before.side)


def _check(after: AndarrayaState) -> Happening:
    king = NAMES[(after.board[0] & after.board[KING + 1]).bit_length() - 1]
    words = Message("tell.check", foe=player_name(after.side), goal=king)
    return Happening("turn", words, squares=(king,), side=1 - after.side)
