"""Writing game records (rule sheet, section 11). Reading them: `scorebook.py`."""

from __future__ import annotations

import re

from engine.core.contract import Action, Record
from engine.core.errors import BadRecord
from engine.core.options import non_default
from engine.core.texts import Message
from engine.games.rilatria.info import INFO
from engine.games.rilatria.notation import action_text
from engine.games.rilatria.reader import is_table
from engine.games.rilatria.scorebook import TAG_NAME, read_record, stats_text
from engine.games.rilatria.state import (
    CALL,
    CHOOSE,
    COIN,
    DEAL,
    FREE,
    OVER,
    SETUP,
    RilatriaState,
    Title,
)

__all__ = ["read_record", "write_record"]

FIRST_TAGS = ("Event", "Date", "J1", "J2")
OWN_TAGS = frozenset({"Game", *FIRST_TAGS, "Options", "Setup", "Result", "Cause"})
SETUP_PHASES = (CALL, DEAL, FREE)
_DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")


def write_record(game: Title, record: Record) -> str:
    """The canonical text. Raises BadRecord for a game that begins in the middle of a choice,
    which section 11 cannot write (R39)."""
    start = game.initial_state()
    setup = None
    if record.start is not None and record.start != start.to_text():
        start = game.state_from_text(record.start)
        if start.phase not in SETUP_PHASES or start.cards:
            raise BadRecord(Message("error.record_start"), code="state")
        setup = record.start
    writer = _Writer(start)
    for event in record.events:
        writer.add(event.action)
    lines = _tag_lines(game, record, writer.state, setup)
    return "\n".join([*lines, "", *writer.lines(), _score(writer.state)]) + "\n"


def _score(state: RilatriaState) -> str:
    return state.result.score if state.result else "*"


def _tag_lines(game: Title, record: Record, final: RilatriaState, setup: str | None) -> list[str]:
    tags = dict(record.tags)
    if not _DATE.fullmatch(tags.get("Date", "")):
        tags.pop("Date", None)
    found = [("Game", INFO.title)]
    found += [(name, tags[name]) for name in FIRST_TAGS if name in tags]
    changed = non_default(INFO.options, game.options)
    if changed:
        found.append(("Options", " ".join(f"{k}={changed[k]}" for k in sorted(changed))))
    if setup is not None:
        found.append(("Setup", setup))
    found += [(k, v) for k, v in tags.items() if k not in OWN_TAGS and TAG_NAME.fullmatch(k)]
    found.append(("Result", _score(final)))
    if final.result is not None:
        found.append(("Cause", final.result.reason))
    return [f'[{name} "{_escaped(value)}"]' for name, value in found]


def _escaped(value: str) -> str:
    value = re.sub(r"[\r\n]+", " ", value)
    return value.replace("\\", "\\\\").replace('"', '\\"')


class _Writer:
    """Collects the deployment and one line per turn while the events are played again."""

    def __init__(self, start: RilatriaState) -> None:
        self.state = start
        self.deployment: list[str] = []
        self.turns: list[str] = []
        self.line: list[str] = []  # of the turn under way
        self.draw = ""  # of the draw under way
        self.told = start.phase == FREE  # whether stats are written, or not wanted

    def add(self, action: Action) -> None:
        state = self.state
        text = action_text(state, action)
        if state.phase == SETUP:
            self.deployment.append(text)
            state.apply(action)
            if len(self.deployment) == 2:
                self.deployment.append("//")
            elif len(self.deployment) == 5:
                self.deployment.append(">>>")
            return
        if not self.line:
            dots = "..." if state.side else "."
            self.line.append(f"{state.round}{dots}")
        if action[0] == "end":
            self.line.append(text)
            state.apply(action)
            self._close()
            return
        self._write(state.phase, action, text)
        state.apply(action)
        if state.phase == OVER:
            self._finish(action)

    def _write(self, phase: str, action: Action, text: str) -> None:
        """One event: glued to the token it belongs to."""
        if phase == COIN:
            self.line[-1] += text
        elif phase == DEAL:
            if not self.told:
                self.line.append(stats_text(self.state))
                self.told = True
            if self.draw:
                self.line[-1] += "," + text[1:]
            else:
                self.line.append(text)
            self.draw += text
        elif phase == CHOOSE and not is_table(action):
            self.line[-1] += text
        else:
            self.line.append(text)

    def _finish(self, action: Action) -> None:
        if action[0] == "coin":
            self.line.append(stats_text(self.state))
        self.line.append("#")
        self._close()

    def _close(self) -> None:
        self.turns.append(" ".join(self.line))
        self.line, self.draw, self.told = [], "", False

    def lines(self) -> list[str]:
        found = [" ".join(self.deployment)] if self.deployment else []
        found += self.turns
        return [*found, " ".join(self.line)] if self.line else found
