"""Reader and writer of coordinate and SAN-like notation (rulebook, section 7).

The reader parses the shape of a token and looks for it among the legal moves; it holds no rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.contract import TABLE_VERBS, Action, Reading
from engine.core.errors import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from engine.core.records import SETTLED, settled_text, state_after
from engine.core.texts import Message
from engine.games.andarraya.rules.movement import LONG, SHORT
from engine.games.andarraya.rules.pieces import INDEX, LETTERS, NAMES, PAWN
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.rules.tables import BITS

CASTLING = {"O-O": SHORT, "O-O-O": LONG, "0-0": SHORT, "0-0-0": LONG}
CASTLING_TEXT = {SHORT: "O-O", LONG: "O-O-O"}
_COORDINATE = re.compile("([a-h][1-8])([a-h][1-8])([qrbn])?")
_OFFICER = re.compile("([KQRBN])([a-h])?([1-8])?(x)?([a-h][1-8])")
_PAWN = re.compile("(?:([a-h])([1-8])?(x))?([a-h][1-8])(?:=([QRBN]))?")
_NUMBER = re.compile(r"([0-9]+)(\.\.\.|\.)(.*)", re.DOTALL)

Wanted = tuple[int, str, str, bool, int, int]  # kind, file, rank, capture, goal, promotion


# -- writing -------------------------------------------------------------------------------------


def coordinate(action: Action) -> str:
    """Return the coordinate form of an action: `e2e4`, `a7a8q`, `O-O` (7.7)."""
    verb = action[0]
    if verb == "move":
        _, start, goal, promoted = action
        return NAMES[start] + NAMES[goal] + LETTERS[promoted].lower().strip()
    if verb in ("short", "long"):
        return CASTLING_TEXT[action]
    return settled_text(action)


def san(state: AndarrayaState, action: Action) -> str:
    """Return the SAN-like form of an action: `Nbd2`, `exd6`, `a8=Q+`, `Kg1`, `O-O` (7.8)."""
    if action[0] in TABLE_VERBS:
        return coordinate(action)
    after = state_after(state, action)
    mark = ""
    if after.checkers():
        mark = "+" if after.moves() else "#"
    if action[0] != "move":
        return CASTLING_TEXT[action] + mark
    _, start, goal, promoted = action
    kind = state.kind_at(start)
    taken = "x" if captures(state, kind, goal) else ""
    if kind == PAWN:
        origin = NAMES[start][0] if taken else ""
        ending = "=" + LETTERS[promoted] if promoted else ""
        return origin + taken + NAMES[goal] + ending + mark
    return LETTERS[kind] + _origin(state, kind, start, goal) + taken + NAMES[goal] + mark


def captures(state: AndarrayaState, kind: int, goal: int) -> bool:
    """Return whether a legal move of this kind of piece to `goal` is a capture. A pawn on the
    en-passant square has always captured, for the enemy pawn that passed it blocks the file."""
    return bool(BITS[goal] & (state.board[1] | (state.ep if kind == PAWN else 0)))


def _origin(state: AndarrayaState, kind: int, start: int, goal: int) -> str:
    """Return the disambiguation of a SAN move: empty, the file, the rank or the whole square."""
    rivals = [
        action[1]
        for action in state.moves()
        if action[0] == "move"
        and action[2] == goal
        and action[1] != start
        and state.kind_at(action[1]) == kind
    ]
    name = NAMES[start]
    if not rivals:
        return ""
    if all(NAMES[rival][0] != name[0] for rival in rivals):
        return name[0]
    if all(NAMES[rival][1] != name[1] for rival in rivals):
        return name[1]
    return name


# -- reading -------------------------------------------------------------------------------------


def read_move(state: AndarrayaState, text: str) -> Action:
    """Return the legal action that a text of either form names. Raises InvalidAction,
    IllegalAction or AmbiguousAction, the first that applies (7.9)."""
    found = _fitting(state, text)
    if not found:
        raise _refused(IllegalAction, "illegal", text)
    if len(found) > 1:
        raise _refused(AmbiguousAction, "ambiguous", text)
    return found[0]


def _fitting(state: AndarrayaState, text: str) -> list[Action]:
    """Return the legal actions that a text may mean. Raises InvalidAction for an unknown form."""
    legal = state.legal_actions()
    if plain := _COORDINATE.fullmatch(text):
        start, goal, letter = plain.groups()
        promoted = LETTERS.index(letter.upper()) if letter else 0
        wanted = ("move", INDEX[start], INDEX[goal], promoted)
        return [wanted] if wanted in legal else []
    bare = text[:-1] if text.endswith(("+", "#")) else text
    if bare in CASTLING:
        return [CASTLING[bare]] if CASTLING[bare] in legal else []
    pattern = _san_pattern(bare)
    if pattern is None:
        raise _refused(InvalidAction, "unreadable", text)
    return [a for a in legal if a[0] == "move" and _fits(state, a, pattern)]


def _san_pattern(text: str) -> Wanted | None:
    if officer := _OFFICER.fullmatch(text):
        letter, file, rank, taken, goal = officer.groups("")
        return LETTERS.index(letter), file, rank, bool(taken), INDEX[goal], 0
    if pawn := _PAWN.fullmatch(text):
        file, rank, taken, goal, letter = pawn.groups("")
        promoted = LETTERS.index(letter) if letter else 0
        return PAWN, file, rank, bool(taken), INDEX[goal], promoted
    return None


def _fits(state: AndarrayaState, action: Action, wanted: Wanted) -> bool:
    _, start, goal, promoted = action
    kind, file, rank, taken, target, piece = wanted
    return (
        goal == target
        and promoted == piece
        and file in ("", NAMES[start][0])
        and rank in ("", NAMES[start][1])
        and state.kind_at(start) == kind
        and captures(state, kind, goal) == taken
    )


def _refused(error: type[ActionError], key: str, token: str) -> ActionError:
    return error(Message(f"error.{key}", "7.9", token=token), token=token, code=error.__name__)


def read_tokens(state: AndarrayaState, text: str) -> Iterator[Reading]:
    """Implement `Game.read_actions`. Besides moves it accepts the correct move number, and a result
    that ends the game or agrees with its outcome."""
    state = state.clone()
    for word in re.finditer(r"\S+", text):
        token, end = word[0], word.end()
        move = without_number(state, token)
        if not move:
            yield Reading((), end)
            continue
        if token in SETTLED and (ended := state.outcome()):
            if ended.score != token:
                raise _refused(IllegalAction, "illegal", token)
            yield Reading((), end)
            continue
        action = SETTLED.get(token) or read_move(state, move)
        state.apply(action)
        yield Reading((action,), end)


def without_number(state: AndarrayaState, token: str) -> str:
    """Return the token without a leading move number (`1.`, `1...`, `1.e4`), possibly empty. Raises
    InvalidAction if it is not the number of the move to come."""
    found = _NUMBER.fullmatch(token)
    if not found:
        return token
    if found[1] != str(state.move_number) or found[2] != (".", "...")[state.side]:
        raise _refused(InvalidAction, "number", token)
    return found[3]
