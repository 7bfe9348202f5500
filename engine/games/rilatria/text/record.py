"""Writer of game records (rulebook, section 11); `record_reader.py` reads them."""

from __future__ import annotations

import re

from engine.core.contract import Action, Record
from engine.core.errors import BadRecord
from engine.core.records import UNDECIDED, options_text
from engine.core.tags import escaped, tag_line
from engine.core.texts import Message
from engine.games.rilatria.info import INFO
from engine.games.rilatria.rules.state import (
    CALL,
    DEAL,
    FREE,
    OVER,
    SETUP,
    RilatriaRules,
    RilatriaState,
)
from engine.games.rilatria.text.notation import action_text, add_word, stats_text, turn_number

FIRST_TAGS = ("Event", "Date", "J1", "J2")
OWN_TAGS = frozenset({"Game", "Options", "Setup", "Result", "Cause"})
SETUP_PHASES = (CALL, DEAL, FREE)
TAG_NAME = "[A-Za-z][A-Za-z0-9_]*"
QUOTING = escaped(lambda text: re.sub(r"[\r\n]+", " ", text))
DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")


def write_record(game: RilatriaRules, record: Record) -> str:
    """Return the canonical text. Raises BadRecord for a game that starts in a phase which
    section 11 cannot write (R39)."""
    start = game.initial_state()
    setup = None
    if record.start is not None and record.start != start.to_text():
        start = game.state_from_text(record.start)
        if start.phase not in SETUP_PHASES or start.cards:
            raise BadRecord(Message("error.record_start"), code="state")
        setup = record.start
    writer = _RecordWriter(start)
    for event in record.events:
        writer.add(event.action)
    lines = _tag_lines(game, record, writer.state, setup)
    return "\n".join([*lines, "", *writer.lines(), _score(writer.state)]) + "\n"


def _score(state: RilatriaState) -> str:
    return state.result.score if state.result else UNDECIDED


def _tag_lines(
    game: RilatriaRules, record: Record, final: RilatriaState, setup: str | None
) -> list[str]:
    tags = dict(record.tags)
    if not DATE.fullmatch(tags.get("Date", "")):
        tags.pop("Date", None)
    written = {"Game": INFO.title}
    written |= {name: tags.pop(name) for name in FIRST_TAGS if name in tags}
    options = options_text(INFO.options, game.options, " ")
    if options:
        written["Options"] = " ".join(sorted(options.split(" ")))  # alphabetical (section 11)
    if setup is not None:
        written["Setup"] = setup
    for name, value in tags.items():
        if name not in OWN_TAGS and re.fullmatch(TAG_NAME, name):
            written[name] = value
    written["Result"] = _score(final)
    if final.result is not None:
        written["Cause"] = final.result.reason
    return [tag_line(name, value, QUOTING) for name, value in written.items()]


class _RecordWriter:
    """Replay of the events that collects the set-up line and one line per turn."""

    def __init__(self, start: RilatriaState) -> None:
        self.state = start
        self.deployment: list[str] = []
        self.turns: list[str] = []
        self.line: list[str] = []  # words of the current turn
        # True if the values of this turn are written or not needed.
        self.values_written = start.phase == FREE

    def add(self, action: Action) -> None:
        """Add an action with the move number, values and end sign that belong to it."""
        state = self.state
        if state.phase == SETUP:
            self._deploy(action)
            return
        if not self.line:
            self.line.append(turn_number(state))
        if state.phase == DEAL and not self.values_written:
            self.line.append(stats_text(state))
            self.values_written = True
        add_word(self.line, state, action)
        state.apply(action)
        if state.phase == OVER and action[0] != "end":
            self.line += [stats_text(state), "#"] if action[0] == "coin" else ["#"]
        if state.phase == OVER or action[0] == "end":
            self.turns.append(" ".join(self.line))
            self.line, self.values_written = [], False

    def _deploy(self, action: Action) -> None:
        side = self.state.side
        self.deployment.append(action_text(self.state, action))
        self.state.apply(action)
        if self.state.side != side:
            self.deployment.append(">>>" if side else "//")

    def lines(self) -> list[str]:
        found = [" ".join(self.deployment)] if self.deployment else []
        found += self.turns
        return [*found, " ".join(self.line)] if self.line else found
