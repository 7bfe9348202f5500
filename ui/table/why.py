"""Why the computer played its last move: asked by a press, from what the seated player knows."""

from __future__ import annotations

from engine.core.texts import Message
from engine.search.played_reasons import PlayedReason, played_reasons
from ui.session.turns import Turn
from ui.table import hints, speech
from ui.table.table import Table


def told(table: Table, _: str = "") -> None:
    """Say what the rules can say for the computer's last move."""
    if (turn := hints.explicable(table)) is not None:
        speech.answer(table, _words(table, _claims(table, turn)))


def _claims(table: Table, turn: Turn) -> list[PlayedReason]:
    history = table.session.history
    stages = history.stages(turn)
    before, after = stages[0].before, stages[-1].after
    telling = history.telling_of(turn)
    return played_reasons(table.game, before, after, telling, table.session.viewer)


def _words(table: Table, claims: list[PlayedReason]) -> Message:
    """Return the claims as one message; pieces with the same claim share a sentence."""
    if not claims:
        return Message("played.none")
    meant: dict[str, list[Message | str]] = {}
    for name, piece in claims:
        meant.setdefault(name, []).extend([] if piece is None else [hints.named(table, piece)])
    said: list[Message | str] = [
        Message(f"played.{name}", what=hints.pair("computer.why.things", things) if things else "")
        for name, things in meant.items()
    ]
    return Message("played.told", why=hints.pair("computer.why.both", said))
