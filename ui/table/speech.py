"""Messages at a table: notices below the board, and announcements for screen readers."""

from __future__ import annotations

from engine.core.telling import said
from engine.core.texts import Message
from ui.render.telling import HELD, audible, lengths
from ui.table.addressing import to_reader
from ui.table.guide import guide
from ui.table.table import Table
from ui.words.targets import NOTHING, Target


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


def prompt(table: Table) -> str:
    """Return the prompt with the guide and the status lines as one text."""
    told = (to_reader(table, one) for one in table.scene.status)
    status = (table.voice.message(one) for one in (*guide(table), *told))
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
    if not state.pinned:
        state.named = NOTHING  # the pointer described what was there before
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
    remark = [] if table.remark is None else [table.remark.words]
    table.app.announce(" ".join([*map(voice.message, told), *remark, prompt(table)]))
    if table.computer is not None:
        met = any(one.kind in HELD for one in state.telling)
        table.computer.tell(sum(lengths(state.telling)), met)
