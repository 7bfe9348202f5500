"""Game records as text, both ways (rulebook, section 7: tags, moves, result)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from engine.core.contract import RESIGN, TABLE_VERBS, TIME, Action, Event, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.options import Options, non_default, normalize
from engine.core.texts import Message
from engine.games.andarraya.info import INFO
from engine.games.andarraya.notation import RESULTS, read_move, san, without_number
from engine.games.andarraya.position import START
from engine.games.andarraya.state import AndarrayaState, Title

RULESET = "Ludii 3"
NO_DATE = "????.??.??"
WIDTH = 80
UNDECIDED = "*"
TAGS = (
    "Game",
    "Ruleset",
    "Options",
    "White",
    "Black",
    "Date",
    "Result",
    "Termination",
    "FEN",
)
KEPT = ("White", "Black", "Date")

# What a table action is called, and what a bare result says of a game that could go on.
AGREED = {"1-0": "resignation", "0-1": "resignation", "1/2-1/2": "agreement", "*": "unterminated"}

_SPACE = re.compile(r"(?:\s+|\{[^}]*\})*")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\["\\])*)"\s*\]')
_COMMENT = re.compile(r"\{[^}]*\}")


# -- writing -------------------------------------------------------------------------------------


def write_record(game: Title, record: Record) -> str:
    """Canonical text."""
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    start = state.to_text()
    tokens: list[str] = []
    for event in record.events:
        if event.action[0] not in TABLE_VERBS:
            if not state.side:
                tokens.append(f"{state.move_number}.")
            elif not tokens:
                tokens.append(f"{state.move_number}...")
            tokens.append(san(state, event.action))
        state.apply(event.action)
    outcome = state.outcome()
    result = outcome.score if outcome else UNDECIDED
    ending = outcome.reason if outcome else AGREED[UNDECIDED]
    head = _tags(record, result, ending, "" if start == START else start)
    return "\n".join([*head, "", *filled([*tokens, result])]) + "\n"


def _tags(record: Record, result: str, ending: str, start: str) -> list[str]:
    changed = non_default(INFO.options, normalize(INFO.options, record.options))
    values = {
        "Game": INFO.title,
        "Ruleset": RULESET,
        "Options": ";".join(f"{name}={value}" for name, value in changed.items()) or "-",
        "White": record.tags.get("White", ""),
        "Black": record.tags.get("Black", ""),
        "Date": record.tags.get("Date", NO_DATE),
        "Result": result,
        "Termination": ending,
    }
    if start:
        values["FEN"] = start
    return [f'[{tag} "{_quoted(value)}"]' for tag, value in values.items()]


def _quoted(value: str) -> str:
    """Line breaks have no form in a value: a blank stands for them."""
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def filled(tokens: list[str]) -> list[str]:
    """Lines of at most WIDTH characters, tokens separated by one blank."""
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > WIDTH:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return lines


# -- reading -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Reader:
    """A record being read: its tags, the game so far, the result token."""

    tags: dict[str, str]
    record: Record
    state: AndarrayaState
    plies: int = 0
    claimed: str = ""

    def refuse(self, where: str, token: str, key: str = "tag") -> NoReturn:
        raise BadRecord(
            Message(f"record.{key}", "7.18", where=where, token=token),
            code="BadRecord",
            where=where,
            token=token,
            position=self.state.to_text() if where.isdigit() else "",
        )

    def play(self, text: str) -> None:
        """The moves, up to and with the result token."""
        for token in _COMMENT.sub(" ", text).split():
            where = str(self.plies + 1)
            if self.claimed:
                self.refuse(where, token, "after_end")
            try:
                move = without_number(self.state, token)
                if move in RESULTS or move == UNDECIDED:
                    self.claimed = move
                elif move and self.state.outcome():
                    self.refuse(where, token, "after_end")
                elif move:
                    self._move(read_move(self.state, move))
            except ActionError:
                self.refuse(where, token, "move")
        if not self.claimed:
            self.refuse(str(self.plies + 1), "", "no_result")

    def _move(self, action: Action) -> None:
        self.record.events.append(Event(self.state.side, action))
        self.state.apply(action)
        self.plies += 1

    def settle(self) -> None:
        """Result, token, Termination and final position must say the same (7.17)."""
        outcome = self.state.outcome()
        if self.tags.get("Result", self.claimed) != self.claimed:
            self.refuse("Result", self.tags["Result"], "result")
        if (outcome.score if outcome else self.claimed) != self.claimed or (
            outcome and self.claimed == UNDECIDED
        ):
            self.refuse(str(self.plies + 1), self.claimed, "result")
        ending = outcome.reason if outcome else AGREED[self.claimed]
        action = RESULTS.get(self.claimed)
        if not outcome and action and action[0] == RESIGN and self.tags.get("Termination") == TIME:
            action, ending = (TIME, action[1]), TIME
        if self.tags.get("Termination", ending) != ending:
            self.refuse("Termination", self.tags["Termination"], "result")
        self.record.result = self.claimed
        if not outcome and action:
            actor = action[1] if len(action) > 1 else self.state.side
            self.record.events.append(Event(actor, action))


def read_record(make: Callable[[Options], Title], text: str) -> Record:
    """The game of a text; the resignation or agreement its result tells of is its last event.
    Raises BadRecord: `where` is a tag or the ply, counted from 1, `token` what was refused."""
    tags, body = _split(text)
    game = make(_options(tags))
    start = _start(game, tags)
    record = Record(options=game.options, events=[])
    record.tags = {tag: tags[tag] for tag in KEPT if tag in tags}
    record.start = start.to_text() if start.to_text() != START else None
    reader = Reader(tags, record, start)
    reader.play(body)
    reader.settle()
    return record


def _bad_tag(tag: str, value: str, why: Message | None = None) -> BadRecord:
    message = why or Message("record.tag", "7.18", where=tag, token=value)
    return BadRecord(message, code="BadRecord", where=tag, token=value)


def _split(text: str) -> tuple[dict[str, str], str]:
    """Tags and moves. Raises BadRecord for another game or a tag that cannot be read."""
    tags: dict[str, str] = {}
    at = _skipped(text, 0)
    while text.startswith("[", at):
        found = _TAG.match(text, at)
        if not found:
            raise _bad_tag(
                text[at + 1 :].split(maxsplit=1)[0] if text[at + 1 :].split() else "", ""
            )
        tag, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if tag in TAGS and tags.get(tag, value) != value:
            raise _bad_tag(tag, value)
        tags[tag] = value
        at = _skipped(text, found.end())
    for tag, only in (("Game", INFO.title), ("Ruleset", RULESET)):
        if tags.get(tag, "" if tag == "Game" else only) != only:
            raise _bad_tag(tag, tags.get(tag, ""))
    return tags, text[at:]


def _skipped(text: str, at: int) -> int:
    """Where the white space and the comments from `at` on end."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _options(tags: dict[str, str]) -> Options:
    """Options as the tag writes them. Raises BadRecord."""
    value = tags.get("Options", "-")
    given: Options = {}
    for part in value.split(";") if value != "-" else ():
        name, _, setting = part.partition("=")
        if name in given:
            raise _bad_tag("Options", value)
        given[name] = setting
    try:
        return normalize(INFO.options, given)
    except BadOptions as why:
        raise _bad_tag("Options", value, why.message) from None


def _start(game: Title, tags: dict[str, str]) -> AndarrayaState:
    """The position the record begins with. Raises BadRecord."""
    if "FEN" not in tags:
        return game.initial_state()
    try:
        return game.state_from_text(tags["FEN"])
    except BadPosition as why:
        raise _bad_tag("FEN", tags["FEN"], why.message) from None
