"""Scene of Andarraya, the paths that enter an action, and the prompt and goal sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.core.contract import TABLE_VERBS, Action, Event, Path
from engine.core.scene import Area, Badge, Choice, Item, Mark, Piece, Scene, square_board
from engine.core.targets import name_of, square_of
from engine.core.texts import Message, over_prompt, player_name
from engine.games.andarraya.rules.movement import LONG, SHORT
from engine.games.andarraya.rules.pieces import (
    BISHOP,
    GLYPHS,
    INDEX,
    KING,
    KNIGHT,
    LETTERS,
    NAMES,
    PAWN,
    QUEEN,
    ROOK,
)
from engine.games.andarraya.rules.state import CASTLES, AndarrayaState
from engine.games.andarraya.rules.tables import BITS, LAST_RANKS, MOVE, squares_of
from engine.games.andarraya.table.reach import owner, reach_of

BOARD = square_board(8, 8, {})
NEAR_THE_END = 20  # from this many plies left on, the status line shows them
FULL_ARMY = ((QUEEN, 1), (ROOK, 2), (BISHOP, 2), (KNIGHT, 2), (PAWN, 8))


def sq(square: int) -> str:
    return f"sq:{NAMES[square]}"


def piece_name(kind: int) -> Message:
    return Message(f"piece.{GLYPHS[kind]}")


@cache
def piece_label(kind: int, side: int) -> Message:
    return Message("piece.label", piece=piece_name(kind), army=Message(f"army.{side}"))


# -- presses -------------------------------------------------------------------------------------


def ends(state: AndarrayaState, action: Action) -> tuple[int, int]:
    """Return the squares an action starts and ends on; for castling, the king's."""
    if action[0] == "move":
        return action[1], action[2]
    return CASTLES[action[0], state.side][:2]


def rivals(state: AndarrayaState, action: Action) -> list[Action]:
    """Return the legal actions with the same two squares, `action` included. If there are several,
    the path needs a third press."""
    start, goal = ends(state, action)
    if action[0] == "move" and state.board[2] & BITS[start]:
        if not BITS[goal] & LAST_RANKS:
            return [action]
        return [a for a in state.moves() if a[1:3] == (start, goal)]
    if action[0] == "move" and not state.unmoved & BITS[start]:
        return [action]
    both = (MOVE[start][goal], SHORT, LONG)
    return [a for a in both if a in state.moves() and ends(state, a) == (start, goal)]


def option_target(state: AndarrayaState, action: Action) -> str:
    """Return the third press, which tells apart actions with the same two squares."""
    if action[0] != "move":
        return "opt:castle"
    return f"opt:{GLYPHS[action[3]]}" if action[3] else "opt:leap"


def path(state: AndarrayaState, action: Action) -> Path:
    """Implement `Game.path`. Leap and castling to the same square, and a choice of promotion, need
    a third press (3.6, 6.3)."""
    start, goal = ends(state, action)
    presses = (sq(start), sq(goal))
    if len(rivals(state, action)) == 1:
        return presses
    return (*presses, option_target(state, action))


def action_mark(state: AndarrayaState, action: Action) -> str:
    """Return the style of the last target of an action."""
    start, goal = ends(state, action)
    if len(rivals(state, action)) > 1 or action[0] != "move" or action[3]:
        return "special"
    taken = state.board[1] | (state.ep if state.board[2] & BITS[start] else 0)
    return "capture" if taken & BITS[goal] else "move"


def reach(state: AndarrayaState, target: str) -> tuple[Mark, ...]:
    """Implement `Game.reach`. For the side to move only legal goals are marked, for the other side
    pseudo-legal ones; a queen that may not be taken is marked with the reason (2.4)."""
    square = square_of(target, INDEX)
    if square < 0 or owner(state, square) < 0:
        return ()
    found = reach_of(state, square)
    free, prey, leaps = found.free, found.prey, found.leaps
    if owner(state, square) == state.side and state.outcome() is None:
        legal = 0
        for action in state.moves():
            start, goal = ends(state, action)
            legal |= BITS[goal] if start == square else 0
        free, prey = legal & ~state.board[1], legal & state.board[1]
    marks = (
        ("reach", free & ~leaps, None),
        ("reach", free & leaps, Message("mark.leap", "3.2")),
        ("attack", prey, None),
        ("guard", found.friends, None),
        ("cannot", found.immune, Message("mark.immune", "2.4")),
    )
    return tuple(
        Mark(kind, tuple(NAMES[s] for s in squares_of(bits)), label=label)
        for kind, bits, label in marks
        if bits
    )


# -- the picture ---------------------------------------------------------------------------------


def build(state: AndarrayaState, last: Sequence[Event]) -> Scene:
    """Return the table, which all viewers see alike; `last` are the events to highlight."""
    return Scene(
        board=BOARD,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(state, last)),
        areas=tuple(_lost(state, side) for side in (0, 1)),
        choices=_choices(state),
        status=tuple(_status(state)),
    )


def first_squares(state: AndarrayaState) -> dict[int, int]:
    """Return, by present square, where each piece stood when this state was set up. The scene
    makes the stable piece id from it."""
    where = {square: square for square in squares_of(state.board[0] | state.board[1])}
    now = {square: square for square in where}  # square at the current trail step -> present square
    trail = state.trail
    while trail is not None:
        start, goal, trail = trail
        if goal in now:
            now[start] = now.pop(goal)
    for first, present in now.items():
        where[present] = first
    return where


def _pieces(state: AndarrayaState) -> list[Piece]:
    names = first_squares(state)
    white = state.armies[0]
    pieces = []
    for square, first in names.items():
        kind, side = state.kind_at(square), 0 if white & BITS[square] else 1
        label = piece_label(kind, side)
        badges = _badges(state, square, kind)
        pieces.append(
            Piece(
                f"{'wb'[side]}{NAMES[first]}",
                GLYPHS[kind],
                side,
                NAMES[square],
                LETTERS[kind],
                label,
                badges,
                faded=any(badge.kind == "dead" for badge in badges),
            )
        )
    return pieces


def _badges(state: AndarrayaState, square: int, kind: int) -> tuple[Badge, ...]:
    """Return the badge of an unmoved king or rook, or of a pawn on the last rank (3.1, 4.4)."""
    if state.unmoved & BITS[square]:
        return (Badge("unmoved", "", Message("badge.unmoved", "3.1")),)
    if kind == PAWN and BITS[square] & LAST_RANKS:
        return (Badge("dead", "×", Message("badge.dead", "4.4")),)
    return ()


def _marks(state: AndarrayaState, last: Sequence[Event]) -> list[Mark]:
    marks = []
    squares: list[str] = []
    side = state.side
    for event in reversed(last):
        if event.action[0] not in TABLE_VERBS:
            side = 1 - side
            squares += [NAMES[square] for square in _touched(event.action, side)]
    if squares:
        marks.append(Mark("last", tuple(dict.fromkeys(squares))))
    if checkers := state.checkers():
        king = (state.board[0] & state.board[KING + 1]).bit_length() - 1
        marks.append(Mark("check", (NAMES[king],), state.side))
        label = Message("mark.checks", "2.10")
        marks += [Mark("line", (NAMES[s], NAMES[king]), label=label) for s in squares_of(checkers)]
    return marks


def _touched(action: Action, side: int) -> tuple[int, ...]:
    return action[1:3] if action[0] == "move" else CASTLES[action[0], side]


def _choices(state: AndarrayaState) -> tuple[Choice, ...]:
    """Return a button for each third press of a legal path."""
    choices: dict[str, Choice] = {}
    for action in state.legal_actions():
        last = path(state, action)[-1]
        word = name_of(last, "opt")
        if word and last not in choices:
            glyph = word if word in GLYPHS else "king" if word == "leap" else "rook"
            choices[last] = Choice(last, Message(f"choice.{word}"), glyph=glyph)
    return tuple(choices.values())


def _lost(state: AndarrayaState, side: int) -> Area:
    """Return the area of captured pieces: those missing from a side's sixteen, shown beside the
    opponent."""
    army = state.armies[side]
    items = []
    left = [whole - (army & state.board[kind + 1]).bit_count() for kind, whole in FULL_ARMY]
    left[-1] += sum(min(one, 0) for one in left[:-1])  # promoted pawns are not captured
    for (kind, _), missing in zip(FULL_ARMY, left, strict=True):
        if missing > 0:
            name = piece_name(kind)
            items.append(Item(GLYPHS[kind], name, side=side, letter=LETTERS[kind], count=missing))
    title = Message("area.lost", who=player_name(1 - side))
    nothing = Message("area.lost.none")
    words = (title, 1 - side, tuple(items), nothing)
    return Area(f"lost{side}", "captured", *words, brief=True, missing=True)


def _status(state: AndarrayaState) -> list[Message]:
    """Return the moves left before a draw when they are few (5.3, 5.4). Earlier only the goal shows
    them; beside the move numbers of the log they would be confusing."""
    if state.outcome() is not None or state.game.limit - state.counter > NEAR_THE_END:
        return []
    white, black = moves_left(state)
    if state.game.resets:
        return [Message("status.quiet", "5.4", white=white, black=black)]
    return [Message("status.plies", "5.3", white=white, black=black)]


def moves_left(state: AndarrayaState) -> tuple[int, int]:
    """Return how many moves White and Black have before the counter ends the game (5.3, 5.4)."""
    left = state.game.limit - state.counter
    mine, other = (left + 1) // 2, left // 2
    return (other, mine) if state.side else (mine, other)


def goal(state: AndarrayaState, viewer: int) -> Message:
    """Implement `Game.goal`: mate, and how many of the viewer's own moves are left for it."""
    left = moves_left(state)
    if state.game.resets or viewer < 0:
        key = "goal.quiet" if state.game.resets else "goal.both"
        return Message(key, white=left[0], black=left[1])
    return Message("goal.plies", n=left[viewer]) if left[viewer] else Message("goal.none")


def prompt(state: AndarrayaState, viewer: int) -> Message:
    """Return the sentence that says who decides, and what."""
    outcome = state.outcome()
    if outcome is not None:
        quiet = outcome.reason == "counter" and state.game.resets
        return over_prompt(outcome.winner, "quiet" if quiet else outcome.reason)
    question = "turn_check" if state.checkers() else "turn"
    return Message(f"prompt.{question}", who=player_name(state.side))
