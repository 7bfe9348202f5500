"""Suggested moves in words: a hint and its reasons, and the example of a lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.contract import CHANCE
from engine.core.scene import Piece
from engine.core.texts import Message
from ui.session.turns import Turn
from ui.table.speech import answer_once, what
from ui.table.table import Table
from ui.words.targets import Target


def tell_hint(table: Table) -> None:
    """Show the hint: its piece first, then the whole move with its reasons."""
    hint = table.opponent().hint
    if hint is None:
        return
    first = hint.path[0]
    if not hint.whole and len(hint.path) > 1:
        answer_once(table, Message("computer.hint.piece", what=_thing(table, first, True)))
        return
    move, why = suggestion(table, hint.path), reasons(table, hint.why)
    answer_once(table, Message("computer.hint.why", move=move, why=why) if why else move)


def suggestion(table: Table, path: Sequence[Target]) -> Message:
    """Return the sentence that proposes a path: its piece, and the way it goes."""
    first = path[0]
    if len(path) == 1:
        key = "computer.hint.square" if first.square else "computer.hint.only"
        return Message(key, what=_thing(table, first, True))
    return Message("computer.hint.move", what=_thing(table, first, False), way=_way(table, path))


def way(table: Table, path: Sequence[Target]) -> str:
    """Return a path in words inside a sentence: "the pawn: e2 → e4"."""
    thing = _thing(table, path[0], len(path) == 1)
    words = table.voice.message(thing) if isinstance(thing, Message) else thing
    return f"{words}: {_way(table, path)}" if len(path) > 1 else words


def _way(table: Table, path: Sequence[Target]) -> str:
    """Return the squares or things that a path leads over."""
    first, *goals = path
    names = [one.square or what(table, one) for one in goals]
    return " → ".join([first.square, *names] if first.square else names)


def reasons(table: Table, why: Sequence[Sequence[str]]) -> Message | None:
    """Return the reasons of a hint as one message; two things with the same reason share one.

    `why`: (reason, square or target) as the engine gives them.
    """
    names: dict[str, Message] = {}
    for piece in table.scene.pieces:
        names[piece.square] = named(table, piece)
    for area in table.scene.areas:
        names.update((item.target, _noun(table, item.label) or item.label) for item in area.items)
    meant: dict[str, list[Message | str]] = {}
    for name, about in why:
        meant.setdefault(name, []).append(names.get(about) or about)
    told = [
        Message(f"computer.why.{name}", what=pair("computer.why.things", things))
        for name, things in meant.items()
    ]
    found = pair("computer.why.both", told) if told else None
    return found if isinstance(found, Message) else None


def named(table: Table, piece: Piece) -> Message:
    """Return a piece inside a sentence, with its article and its square."""
    noun = _noun(table, piece.label) or piece.label
    return Message("computer.why.at", what=noun, square=piece.square)


def pair(key: str, parts: Sequence[Message | str]) -> Message | str:
    """Return one or two parts of a sentence as one."""
    return parts[0] if len(parts) == 1 else Message(key, first=parts[0], second=parts[1])


def _thing(table: Table, target: Target, placed: bool) -> Message | str:
    """Return a target inside a sentence: a piece with its article, anything else in quotes.

    `placed`: with the square of the piece.
    """
    if target.square:
        for piece in table.scene.pieces:
            noun = _noun(table, piece.label) if piece.square == target.square else None
            if noun is not None:
                where = Message("computer.why.at", what=noun, square=piece.square)
                return where if placed else noun
        return what(table, target)
    for area in table.scene.areas:
        for item in area.items:
            if item.target == str(target) and (noun := _noun(table, item.label)):
                return noun
    return Message("computer.hint.quoted", what=what(table, target))


def _noun(table: Table, label: Message) -> Message | None:
    """Return the name of a piece with its article, `the.<kind>` of the game's catalogue."""
    names = (f"the.{key.rpartition('.')[2]}" for key in _keys(label))
    return next((Message(name) for name in names if table.voice.has(name)), None)


def _keys(message: Message) -> Iterator[str]:
    yield message.key
    for value in message.params.values():
        if isinstance(value, Message):
            yield from _keys(value)


def explicable(table: Table) -> Turn | None:
    """Return the computer's last move, until the seated player acts; None without one."""
    session = table.session
    if table.mode != "play" or table.task or not session.answering:
        return None
    turns = (turn for turn in reversed(session.log()) if turn.actor != CHANCE)
    last = next(turns, None)
    if last is None or not last.row or last.actor == session.viewer:
        return None
    return last if session.levels[last.actor] else None
