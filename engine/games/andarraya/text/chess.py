"""Conversion of chess games and positions (PGN, FEN) into records of Andarraya. The record reader
checks afterwards whether their moves are legal here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.errors import BadRecord
from engine.core.foreign import (
    AT_ONCE,
    CLOSE,
    MOVES,
    OPEN,
    PAUSE,
    TAG,
    WORD_END,
    cleaned,
    pieces,
    removing_escapes,
    replaced,
    tidied,
)
from engine.core.records import RESULTS, UNDECIDED
from engine.core.steps import SORTING, Steps
from engine.core.tags import ESCAPED, tag_line
from engine.core.texts import Message
from engine.games.andarraya.info import INFO
from engine.games.andarraya.text.record import DIALECT, KEPT, QUOTING

_TAG = re.compile(r'\[[ \t]*(\w+)[ \t]+("(?:[^"\\\n]|\\[^\n])*")[ \t]*\]')
_EMPTY_TAG = re.compile(r"(?m)^(\[\w+)[ \t]*\]")
_HALF = re.compile(r"(?<!\S)(?:1/2|½)\s*\Z")
# Long notation and other signs, as they are read here: `Ng1-f3`, `e8Q`, `Qxf7++`.
_FORMS = (
    (re.compile(r"\b([KQRBN]?[a-h][1-8])[-\u2010-\u2015](?=[a-h][1-8])"), r"\1"),
    (re.compile(r"\b((?:[a-h]x)?[a-h][18])(?=[QRBN]\b)"), r"\1="),
    (re.compile(r"(?<=[1-8])\+\+"), "+"),
)
_UNREAD = ("error.unreadable", "error.number")
_FEN = re.compile(
    r"(\S+)\s+([wb])\s+(-|[KQkq]{1,4})\s+(-|[a-h][36])(?:\s+\d{1,4}\s+(\d{1,4}))?", re.ASCII
)
_LONGEST_FEN = 1_000
_NUMBER = re.compile(r"^[0-9]+\.+")
_STANDARD = ("", "standard", "chess", "from position", "normal")
_UNMOVED = (("Q", "A"), ("KQ", "E"), ("K", "H"), ("q", "a"), ("kq", "e"), ("k", "h"))


def adopted(text: str) -> Steps[str]:
    """Convert PGN or FEN text into a record of this game, with its comments and variations, in
    steps. Raises BadRecord for a chess variant."""
    text = yield from removing_escapes(text, DIALECT)
    text = yield from replaced(_EMPTY_TAG, r'\1 ""]', text)
    plain = cleaned(text, DIALECT).text.strip() if len(text) <= _LONGEST_FEN else ""
    if _FEN.fullmatch(plain):
        return _record({"FEN": plain}, [UNDECIDED])
    tags: dict[str, str] = {}
    body: list[str] = []
    depth, last = 0, -1  # `last`: index of the last moves that are not in a variation
    for number, one in enumerate(pieces(text, DIALECT)):
        if not number % AT_ONCE or one.kind == PAUSE:
            yield SORTING
        depth += (one.kind == OPEN) - (one.kind == CLOSE)
        tag = _TAG.fullmatch(one.text) if one.kind == TAG else None
        if tag is not None and last >= 0:
            raise BadRecord(Message("foreign.several"), code="BadRecord")
        if tag is not None:
            tags.setdefault(tag[1], ESCAPED.read(tag[2]))
            continue
        if one.kind == MOVES and not depth and one.text.strip():
            last = len(body)
        body.append((yield from _in_our_forms(one.text)) if one.kind == MOVES else one.text)
    if tags.get("Variant", "").lower() not in _STANDARD:
        raise BadRecord(Message("foreign.variant"), code="BadRecord", token=tags["Variant"])
    words = list[str]()
    if last >= 0:
        end = _HALF.sub("1/2-1/2", body[last][-_LONGEST_FEN:])
        body[last] = body[last][:-_LONGEST_FEN] + end
        words = tidied(end, DIALECT).split()
    if not words or words[-1] not in RESULTS:
        body.append(f"\n{UNDECIDED}")
    return _record(tags, body)


def _in_our_forms(moves: str) -> Steps[str]:
    """Return moves in the forms that the record's reader knows, in steps of some words."""
    for shape, form in _FORMS:
        moves = yield from replaced(shape, form, moves, WORD_END)
    return moves


def _record(tags: dict[str, str], body: Sequence[str]) -> str:
    head = [tag_line("Game", INFO.title, QUOTING)]
    head += [tag_line(name, tags[name], QUOTING) for name in KEPT if tags.get(name)]
    if tags.get("FEN"):
        head.append(tag_line("FEN", _position(tags["FEN"]), QUOTING))
    return "\n".join([*head, "", "".join(body)])


def _position(fen: str) -> str:
    """Convert a FEN into a position string (rulebook 7.1 to 7.5); an unreadable one is returned
    unchanged. Castling rights become unmoved marks; the counter is derived from the move number."""
    found = _FEN.fullmatch(fen.strip())
    if found is None:
        return fen
    board, side, castling, passant, number = found.groups()
    marks = "".join(mark for rights, mark in _UNMOVED if set(rights) & set(castling)) or "-"
    move = int(number or 1)
    plies = 2 * (max(move, 1) - 1) + (side == "b")
    return f"{board} {side} {marks} {passant} {plies} {move}"


def not_adopted(why: BadRecord) -> Message:
    """Return the message for a chess game that cannot be read as Andarraya: it names the first
    illegal move with its number, or says that the start or the result does not fit."""
    fields, move = why.position.split(), _NUMBER.sub("", why.token)
    inner = why.message.params.get("why")
    if isinstance(inner, Message) and inner.key in _UNREAD:
        return Message("foreign.start", why=Message("foreign.unread", move=move or why.token))
    if move in RESULTS:
        return Message("foreign.result")
    if len(fields) != 6 or not move:
        return Message("foreign.start", why=why.message)
    key = "over" if why.message.key == "record.after_end" else "move"
    dots = "." if fields[1] == "w" else "..."
    return Message(f"foreign.{key}", move=f"{fields[5]}{dots} {move}")
