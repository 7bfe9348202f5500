"""Messages at a table: notices below the board, and announcements for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.telling import said
from engine.core.texts import Message
from ui.render.telling import audible, lengths
from ui.table.guide import guide
from ui.table.table import Table
from ui.words.targets import Target


def say(table: Table, key: str, /, **params: str | int) -> None:
    """Announce a sentence of the catalogue without showing it."""
    table.app.announce(table.voice.t(key, **params))


def answer(table: Table, message: Message) -> None:
    """Show a message and announce it."""
    table.state.notice = message
    table.app.announce(table.voice.message(message))


def refuse(table: Table, message: Message) -> None:
    """Show and announce a message as a refusal."""
    table.state.refused = message
    answer(table, message)


def answer_once(table: Table, message: Message) -> None:
    """Show and announce a message unless it is shown already."""
    if table.state.notice != message:
        answer(table, message)


def what(table: Table, target: Target) -> str:
    """Return a target in words."""
    if target.square:
        return table.names().of(target.square)
    text = str(target)  # as scenes name it
    for area in table.scene.areas:
        for item in area.items:
            if item.target == text:
                return table.voice.message(item.label)
    for choice in table.scene.choices:
        if choice.target == text:
            return table.voice.message(choice.label)
    return target.name


def way(table: Table, path: Sequence[Target]) -> str:
    """Return a path in words: the piece, then its goals."""
    goals = (one.square or what(table, one) for one in path[1:])
    return " → ".join([what(table, path[0]), *goals])


def prompt(table: Table) -> str:
    """Return the prompt with the guide and the status lines as one text."""
    status = (table.voice.message(one) for one in (*guide(table), *table.scene.status))
    return " ".join([table.voice.message(table.prompt()), *status])


def say_prompt(table: Table) -> None:
    table.app.announce(prompt(table))


def after(table: Table) -> None:
    """Announce what has happened, as far as the seated player may know, or the curtain."""
    state, voice, player = table.state, table.voice, table.session.curtain
    if player is not None:
        state.typed = state.setup_typed = ""  # the next player must not see it
        state.telling = ()
        say(table, "table.curtain.title", who=voice.name(player))
        return
    state.rested = state.hovered
    table.app.afterwards(lambda: _tell(table))


def _tell(table: Table) -> None:
    """Tell the newest happenings in words, drawings and sounds.

    Called after the paint, because working them out takes time.
    """
    state, voice = table.state, table.voice
    state.telling = tuple(table.heard.fresh())
    if table.app.settings.sound == "on":
        table.app.page.sound(audible(state.telling))
    told = [*said(state.telling), *([state.notice] if state.notice is not None else [])]
    table.app.announce(" ".join([*map(voice.message, told), prompt(table)]))
    if table.computer is not None:
        table.computer.told_for = sum(lengths(state.telling))


def tell_hint(table: Table) -> None:
    """Show the hint: its piece first, then the whole move in words."""
    hint = table.opponent().hint
    if hint is None:
        return
    if hint.whole or len(hint.path) == 1:
        answer_once(table, _hinted(way(table, hint.path), hint.why))
    else:
        answer_once(table, Message("computer.hint.piece", what=what(table, hint.path[0])))


def _hinted(move: str, why: Sequence[Message]) -> Message:
    """Return the message of a hint with its reasons."""
    if not why:
        return Message("computer.hint.move", move=move)
    both = why[0] if len(why) == 1 else Message("computer.why.both", first=why[0], second=why[1])
    return Message("computer.hint.why", move=move, why=both)
