"""Conversion of chess games and positions (PGN, FEN) into records of Andarraya. The record reader
checks afterwards whether their moves are legal here.
"""

from __future__ import annotations

import re

from engine.core.errors import BadRecord
from engine.core.foreign import cleaning
from engine.core.records import RESULTS, UNDECIDED
from engine.core.steps import Steps
from engine.core.tags import ESCAPED, tag_line
from engine.core.texts import Message
from engine.games.andarraya.info import INFO
from engine.games.andarraya.text.record import DIALECT, KEPT, QUOTING

_TAG = re.compile(r'\[[ \t]*(\w+)[ \t]+("(?:[^"\\\n]|\\[^\n])*")[ \t]*\]\s*')
_QUOTED_TAG = re.compile(r'(?m)^(\[\w+[ \t]+)[“”„«]([^"\\\n]*)[“”»][ \t]*\]')
_EMPTY_TAG = re.compile(r"(?m)^(\[\w+)[ \t]*\]")
_NEXT_GAME = re.compile(r'(?m)^[ \t]*\[[A-Za-z]\w*[ \t]+"')
_HALF = re.compile(r"(?<!\S)(?:1/2|½)\s*\Z")
_MOVE = re.compile(r"[KQRBNOo0a-h♔-♟][\w+#=\-]*")
_FEN = re.compile(
    r"(\S+)\s+([wb])\s+(-|[KQkq]{1,4})\s+(-|[a-h][36])(?:\s+\d{1,4}\s+(\d{1,4}))?", re.ASCII
)
_NUMBER = re.compile(r"^[0-9]+\.+")
_STANDARD = ("", "standard", "chess", "from position", "normal")
_UNMOVED = (("Q", "A"), ("KQ", "E"), ("K", "H"), ("q", "a"), ("kq", "e"), ("k", "h"))


def adopted(text: str) -> Steps[str]:
    """Convert PGN or FEN text into a record of this game, in steps. Raises BadRecord for a chess
    variant."""
    text = _EMPTY_TAG.sub(r'\1 ""]', _QUOTED_TAG.sub(r'\1"\2"]', text))
    text = (yield from cleaning(text, DIALECT)).strip()
    if _FEN.fullmatch(text):
        return _record({"FEN": text}, "")
    tags: dict[str, str] = {}
    at = 0
    while (found := _TAG.match(text, at)) is not None:
        tags.setdefault(found[1], ESCAPED.read(found[2]))
        at = found.end()
    if tags.get("Variant", "").lower() not in _STANDARD:
        raise BadRecord(Message("foreign.variant"), code="BadRecord", token=tags["Variant"])
    moves = text[at:]
    if _NEXT_GAME.search(moves):
        raise BadRecord(Message("foreign.several"), code="BadRecord")
    return _record(tags, _HALF.sub("1/2-1/2", moves))


def _record(tags: dict[str, str], moves: str) -> str:
    head = [tag_line("Game", INFO.title, QUOTING)]
    head += [tag_line(name, tags[name], QUOTING) for name in KEPT if tags.get(name)]
    if tags.get("FEN"):
        head.append(tag_line("FEN", _position(tags["FEN"]), QUOTING))
    ended = moves.split()[-1:] and moves.split()[-1] in RESULTS
    return "\n".join([*head, "", moves if ended else f"{moves} {UNDECIDED}"])


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
    if move in RESULTS:
        return Message("foreign.result")
    if len(fields) != 6 or not move:
        return Message("foreign.start", why=why.message)
    if not _MOVE.fullmatch(move):
        return Message("foreign.start", why=Message("foreign.unread", move=move))
    key = "over" if why.message.key == "record.after_end" else "move"
    dots = "." if fields[1] == "w" else "..."
    return Message(f"foreign.{key}", move=f"{fields[5]}{dots} {move}")
