"""Game records: reading (rule sheet, section 11).

Every input goes through the engine; whatever the text says about its result is recomputed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.core.contract import DRAW, RESIGN, TIME, Action, Event, Record
from engine.core.errors import ActionError, BadOptions, BadRecord
from engine.core.texts import Message
from engine.games.twocities import cards, record
from engine.games.twocities.frames import (
    CARD,
    EVADE,
    OUTDIE,
    OVER,
    PENDING,
    PROTECT,
    SETUP,
    SHOOT,
    UNIT,
)
from engine.games.twocities.notation import read_input
from engine.games.twocities.pieces import LETTERS, NAMES
from engine.games.twocities.state import TwoCitiesState

if TYPE_CHECKING:
    from engine.games.twocities.game import TwoCities

_TAG = re.compile(r'\[([A-Za-z0-9]+) "((?:[^"\\]|\\["\\])*)"\]')
_SQ = r"[a-z]\d+"
_CARD = r"[TJQKA2346][shdc]"
_ANY = rf"(?:{_CARD}|\?)"
_SETUP = re.compile(
    rf"tF ({_SQ}) ({_SQ}) tH ({_SQ}) ({_SQ}) // mB ({_ANY}) ({_ANY}) ({_ANY})"
    rf" mN ({_ANY}) ({_ANY}) ({_ANY}) >>>"
)
_NUMBER = re.compile(r"(\d+)(\.\.\.|\.) ")
_PLAY = re.compile(rf"(!?)({_CARD})(?= |$)")
_BUY = re.compile(rf" @([LPAC])({_SQ})(?: -([LPAC])({_SQ}))?(?= |$)")
_ACT = re.compile(rf" ([LPAC])({_SQ})(?:-({_SQ}))?(?=[ x*]|$)")
_ATTACK = re.compile(
    rf"([x*])({_SQ})\((?:e(\d):)?(\d+)\)(?:/([hrn]))?(=\d(?:[<v]\d)?#{{0,2}})(?=[ *]|$)"
)
_TAIL = re.compile(rf"(?: ~(\d))?(?: \+(%?)({_ANY}))?$")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class _Fault(Exception):
    """Something in a line: code, message, token, column from 1."""

    def __init__(self, why: str, token: str, column: int, code: str = "bad_record") -> None:
        self.code, self.token, self.column = code, token, column
        self.message = Message(f"error.record.{why}", "9.6", token=token)


class Reader:
    """Reads one record; `events` and `state` grow line by line."""

    def __init__(self, title: type[TwoCities], text: str) -> None:
        self.title = title
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        self.at = 0  # index of the line being read
        self.tags: dict[str, str] = {}
        self.events: list[Event] = []
        self.state: TwoCitiesState | None = None

    def read(self) -> Record:
        """Raises BadRecord with line:column, token, and the last good position."""
        try:
            return self._read()
        except _Fault as fault:
            raise self._refusal(fault.message, fault.code, fault.token, fault.column) from None
        except ActionError as why:
            line = self.lines[self.at] if self.at < len(self.lines) else ""
            bare = why.token.partition(":")[2]
            found = max(line.find(bare) if bare else -1, 0)
            raise self._refusal(why.message, why.code, why.token, found + 1) from None

    def _refusal(self, message: Message, code: str, token: str, column: int) -> BadRecord:
        position = self.state.to_text() if self.state is not None else ""
        where = f"{self.at + 1}:{column}"
        return BadRecord(message, code=code, where=where, token=token, position=position)

    def _read(self) -> Record:
        self._tags()
        game, drawn = self._game()
        self.state = state = game.initial_state()
        if drawn:
            self._play(f"line:{drawn}")
        lines = self.lines
        if self.at >= len(lines) or lines[-1] not in RESULTS:
            self.at = max(len(lines) - 1, 0)
            raise _Fault("result", lines[self.at] if lines else "", 1)
        while self.at < len(lines) - 1:
            line = lines[self.at]
            if state.ask in SETUP and not line.startswith("0. : "):
                self._setup(line)
            else:
                self._line(line)
            self.at += 1
        self._end(lines[-1])
        kept = {key: self.tags[key] for key in record.FREE_TAGS if key in self.tags}
        return Record(dict(game.options), self.events, kept, None, lines[-1])

    # -- tags ------------------------------------------------------------------------------------

    def _tags(self) -> None:
        for line in self.lines:
            if not line.strip():
                if self.tags:
                    self.at += 1
                    break
                self.at += 1
                continue
            match = _TAG.fullmatch(line)
            if not match:
                if line.startswith("["):
                    raise _Fault("tag", line, 1)
                break
            name = match[1]
            if name not in record.TAGS or name in self.tags:
                raise _Fault("tag", name, 2)
            self.tags[name] = re.sub(r"\\(.)", r"\1", match[2])
            self.at += 1

    def _game(self) -> tuple[TwoCities, str]:
        """The game of the tag Setup and, with `random`, the row that was drawn."""
        if self.tags.get("Rules", record.RULES) != record.RULES:
            raise _Fault("rules", self.tags["Rules"], 1)
        setup, _, drawn = self.tags.get("Setup", "line").partition(" ")
        if drawn and setup != "random":
            raise _Fault("tag", self.tags["Setup"], 1)
        try:
            return self.title({"setup": setup}), drawn
        except BadOptions:
            raise _Fault("tag", setup, 1) from None

    # -- inputs ----------------------------------------------------------------------------------

    def _play(self, token: str) -> Action:
        assert self.state is not None
        action = read_input(self.state, token)
        self.events.append(Event(self.state.current_player(), action))
        self.state.apply(action)
        return action

    def _setup(self, line: str) -> None:
        match = _SETUP.fullmatch(line)
        if not match:
            raise _Fault("setup", line.split(" ")[0], 1, "bad-syntax")
        words = match.groups()
        self._play(f"forests:{words[0]},{words[1]}")
        self._play(f"hills:{words[2]},{words[3]}")
        for card in words[4:]:
            self._play(f"deal:{card}")

    def _line(self, line: str) -> None:
        """A completed turn, or what there is of one."""
        assert self.state is not None
        state = self.state
        match = _NUMBER.match(line)
        if not match:
            raise _Fault("line", line.split(" ")[0], 1, "bad-syntax")
        if state.ask == OVER:
            raise _Fault("over", match[0].strip(), 1, "over")
        at = match.end()
        if line.startswith(": ", at):
            self._part(line, match[0], at + 2)
            return
        if match[0].strip() != record.turn_number(state):
            raise _Fault("number", match[0].strip(), 1)
        if state.ask != CARD:
            raise _Fault("line", match[0].strip(), 1, "wrong-state")
        _Turn(self, line, at).read()

    def _part(self, line: str, number: str, at: int) -> None:
        assert self.state is not None
        expected = "0." if self.state.ask in SETUP else record.turn_number(self.state)
        if number.strip() != expected:
            raise _Fault("number", number.strip(), 1)
        if self.at != len(self.lines) - 2 or self.lines[-1] != "*":
            raise _Fault("part", ":", at)
        for token in line[at:].split(" "):
            self._play(token)
        if self.state.ask in (CARD, OVER):
            raise _Fault("part", line[at:].split(" ")[-1], at)

    # -- the end ---------------------------------------------------------------------------------

    def _end(self, result: str) -> None:
        """Result and Termination must be what the replay comes to."""
        assert self.state is not None
        state, reason = self.state, self.tags.get("Termination", "")
        if state.ask != OVER and result != "*":
            action = self._table_end(result, reason)
            if action is None:
                raise _Fault("result", result, 1)
            self.events.append(Event(max(state.current_player(), 0), action))
            state.apply(action)
        outcome = state.outcome()
        if result != (outcome.score if outcome else "*"):
            raise _Fault("result", result, 1)
        if self.tags.get("Result", result) != result:
            raise _Fault("result", self.tags["Result"], 1)
        if "Termination" in self.tags and reason != (outcome.reason if outcome else ""):
            raise _Fault("termination", reason, 1)

    def _table_end(self, result: str, reason: str) -> Action | None:
        """The resignation, agreement or fallen flag that a result stands for."""
        assert self.state is not None
        loser = 0 if result == "0-1" else 1
        if result == "1/2-1/2":
            action: Action = (DRAW,)
        elif reason == "time":
            return (TIME, loser)
        else:
            action = (RESIGN, loser)
        return action if action in self.state.table_actions() else None


class _Turn:
    """One line of a completed turn, read from left to right."""

    def __init__(self, reader: Reader, line: str, at: int) -> None:
        assert reader.state is not None
        self.reader, self.state, self.line, self.at = reader, reader.state, line, at

    def read(self) -> None:
        match = self._take(_PLAY, "turn")
        self._input(f"{'discard' if match[1] else 'play'}:{match[2]}", match.start(2))
        if self.state.card in cards.REINFORCEMENTS and not match[1]:
            self._buy()
        while found := _ACT.match(self.line, self.at):
            self._act(found)
            if self.state.ask == OVER:
                break
        if self.state.ask == UNIT:
            raise self._fault("quota", self.line[self.at :].strip() or match[2])
        self._tail()

    def _fault(self, why: str, token: str, code: str = "bad_record", at: int = -1) -> _Fault:
        return _Fault(why, token, (self.at if at < 0 else at) + 1, code)

    def _take(self, shape: re.Pattern[str], why: str) -> re.Match[str]:
        match = shape.match(self.line, self.at)
        if not match:
            raise self._fault(why, self.line[self.at :].strip().split(" ")[0], "bad-syntax")
        self.at = match.end()
        return match

    def _input(self, token: str, at: int) -> None:
        """Plays one input; a refusal points at its place in the line."""
        try:
            self.reader._play(token)
        except ActionError as why:
            fault = _Fault("line", token, at + 1, why.code)
            fault.message = why.message
            raise fault from None

    def _letter(self, letter: str, square: str, at: int) -> None:
        """The letter of a unit must be that of the unit on the square."""
        number = NAMES.index(square) if square in NAMES else -1
        piece = self.state.board[number] if number >= 0 else 0
        if piece and piece >> 3 == self.state.side and LETTERS[piece & 7] != letter:
            raise self._fault("letter", letter + square, at=at)

    def _buy(self) -> None:
        match = self._take(_BUY, "turn")
        if match[1] != LETTERS[cards.BOUGHT[self.state.card]]:
            raise self._fault("letter", match[1] + match[2], at=match.start(1))
        self._input(f"place:{match[2]}", match.start(2))
        if match[4]:
            self._letter(match[3], match[4], match.start(3))
            self._input(f"remove:{match[4]}", match.start(4))
        elif self.state.ask == "remove":
            raise self._fault("removal", match[0].strip())

    def _act(self, match: re.Match[str]) -> None:
        self._letter(match[1], match[2], match.start(1))
        self._input(f"move:{match[2]}-{match[3] or match[2]}", match.start(2))
        self.at = match.end()
        if match[3] == match[2]:
            raise self._fault("stand", match[0].strip(), at=match.start(1))
        while found := _ATTACK.match(self.line, self.at):
            self._attack(found)
        if self.line[self.at : self.at + 1] not in ("", " "):
            raise self._fault("turn", self.line[self.at :].split(" ")[0], "bad-syntax")
        if self.state.ask == SHOOT:
            self._input("hold", self.at)
        elif self.state.ask == "melee":
            raise self._fault("melee", match[0].strip(), at=match.start(1))

    def _attack(self, match: re.Match[str]) -> None:
        verb = "melee" if match[1] == "x" else "shoot"
        self._input(f"{verb}:{match[2]}", match.start(2))
        if match[3]:
            self._input("evade:yes", match.start(3))
            self._input(f"die:{match[3]}", match.start(3))
        elif self.state.ask == EVADE:
            self._input("evade:no", match.start(2))
        self._input(f"dice:{match[4]}", match.start(4))
        if match[5]:
            self._input(f"protect:{match[5]}", match.start(5))
        elif self.state.ask == PROTECT:
            raise self._fault("guard", match[0], at=match.start())
        if self.state.ask == "fall":
            steps = re.search(r"v([12])", match[6])
            self._input(f"fall:{steps[1] if steps else 1}", match.start(6))
        self.at = match.end()
        assert self.state.ask not in PENDING
        told = f"/{match[5]}{match[6]}" if match[5] else match[6]
        if told != record.effect(self.state):
            raise self._fault("effect", match[6], at=match.start(6))

    def _tail(self) -> None:
        match = _TAIL.match(self.line, self.at)
        if not match:
            raise self._fault("turn", self.line[self.at :].strip().split(" ")[0], "bad-syntax")
        if self.state.ask == OVER:
            if match[0]:
                raise self._fault("tail", match[0].strip(), "over")
            return
        if bool(match[1]) != (self.state.ask == OUTDIE):
            raise self._fault("outdie", match[0].strip())
        if match[1]:
            self._input(f"die:{match[1]}", match.start(1))
        if not match[3]:
            raise self._fault("tail", match[0].strip() or self.line)
        if bool(match[2]) != (not self.state.deck_count()):
            raise self._fault("reshuffle", match[0].strip().split(" ")[-1])
        self._input(f"card:{match[3]}", match.start(3))


def read_record(title: type[TwoCities], text: str) -> Record:
    """The game of a text. Raises BadRecord."""
    return Reader(title, text).read()
