"""Reader and writer of coordinate and SAN-like notation (rulebook, section 7).

The reader parses the shape of a token and looks for it among the legal moves; it holds no rules.
"""

from __future__ import annotations

import re

from engine.core.contract import TABLE_VERBS, Action
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
_SAN = re.compile("[KQRBN][a-h]?[1-8]?x?([a-h][1-8])|(?:[a-h][1-8]?x)?([a-h][1-8])(?:=[QRBN])?")
_NUMBER = re.compile(r"([0-9]+)(\.\.\.|\.)(.*)", re.DOTALL)

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
    _, start, goal, _ = action
    kind = state.kind_at(start)
    rivals = [
        one[1]
        for one in state.moves()
        if one[0] == "move" and one[2] == goal and one[1] != start and state.kind_at(one[1]) == kind
    ]
    return _form(state, kind, action, _origin(start, rivals) if rivals else "") + mark


def _origin(square: int, rivals: list[int]) -> str:
    """Return the shortest part of its square that no rival shares."""
    others = [_origins(rival) for rival in rivals]
    parts = enumerate(_origins(square))
    return next(part for at, part in parts if all(part != other[at] for other in others))


def _origins(square: int) -> tuple[str, ...]:
    """Return the parts of its square that may name a piece, the shortest first."""
    name = NAMES[square]
    return "", name[0], name[1], name


def captures(state: AndarrayaState, kind: int, goal: int) -> bool:
    """Return whether a legal move of this kind of piece to `goal` is a capture. A pawn on the
    en-passant square has always captured, for the enemy pawn that passed it blocks the file."""
    return bool(BITS[goal] & (state.board[1] | (state.ep if kind == PAWN else 0)))


def _form(state: AndarrayaState, kind: int, action: Action, origin: str) -> str:
    """Return the SAN-like form of a move of this kind of piece with a part of its origin; a
    capturing pawn always shows its file."""
    _, start, goal, promoted = action
    taken = "x" if captures(state, kind, goal) else ""
    if kind != PAWN:
        return LETTERS[kind] + origin + taken + NAMES[goal]
    ending = "=" + LETTERS[promoted] if promoted else ""
    return (origin or NAMES[start][0] if taken else "") + taken + NAMES[goal] + ending


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
    bare = text[:-1] if text.endswith(("+", "#")) else text
    legal = state.legal_actions()
    if bare in CASTLING:
        return [CASTLING[bare]] if CASTLING[bare] in legal else []
    if plain := _COORDINATE.fullmatch(text):
        promoted = LETTERS.index((plain[3] or " ").upper())
        wanted = ("move", INDEX[plain[1]], INDEX[plain[2]], promoted)
        return [wanted] if wanted in legal else []
    found = _SAN.fullmatch(bare)
    if found is None:
        raise _refused(InvalidAction, "unreadable", text)
    goal = INDEX[found[1] or found[2]]
    near = [(a, state.kind_at(a[1])) for a in legal if a[0] == "move" and a[2] == goal]
    return [a for a, kind in near if bare in (_form(state, kind, a, o) for o in _origins(a[1]))]


def _refused(error: type[ActionError], key: str, token: str) -> ActionError:
    return error(Message(f"error.{key}", "7.9", token=token), token=token, code=error.__name__)


def read_word(state: AndarrayaState, word: str) -> tuple[Action, ...]:
    """Implement `Game.read_word`. Besides moves it accepts the correct move number, and a result
    that ends the game or agrees with its outcome."""
    move = without_number(state, word)
    ended = state.outcome() if word in SETTLED else None
    if ended and ended.score != word:
        raise _refused(IllegalAction, "illegal", word)
    if ended or not move:
        return ()
    return (SETTLED.get(word) or read_move(state, move),)


def without_number(state: AndarrayaState, token: str) -> str:
    """Return the token without a leading move number (`1.`, `1...`, `1.e4`), possibly empty. Raises
    InvalidAction if it is not the number of the move to come."""
    found = _NUMBER.fullmatch(token)
    if not found:
        return token
    if found[1] != str(state.move_number) or found[2] != (".", "...")[state.side]:
        raise _refused(InvalidAction, "number", token)
    return found[3]
