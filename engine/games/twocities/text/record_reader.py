"""Reader of game records (rulebook, section 9).

Every input is checked and played; results written in the text are compared with the computed ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import accumulate

from engine.core.contract import TIME, Record
from engine.core.errors import ActionError, BadOptions, BadRecord
from engine.core.options import Options
from engine.core.records import RESULTS, UNDECIDED, log, read_options, settlement
from engine.core.steps import Step, Steps
from engine.core.tags import Brackets, TagFault, new_of, read_tags
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import (
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
from engine.games.twocities.rules.pieces import LETTERS, NAMES
from engine.games.twocities.rules.position import TwoCitiesRules
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.text.notation import read_input
from engine.games.twocities.text.record import (
    FREE_TAGS,
    QUOTING,
    RULES,
    TAGS,
    effect,
    turn_number,
)

SETTING = "(four|siege|city)=(nothing|any|no|yes|[345])"
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
_BRACKETS = Brackets(r"\[", " ", r"\](?=\n|\Z)")


def _bad(why: str, token: str, column: int, code: str = "bad_record") -> BadRecord:
    """Return the refusal of a token at a column of the line, counted from 1."""
    return BadRecord.at(f"error.record.{why}", token, "9.6", code, str(column))


class _Lines(list[str]):
    """Lines of a record without empty ones at the end; `at`: index of the current line, `column`:
    of its input, 0 if not known; `ends`: where each line ends in the text."""

    def __init__(self, text: str) -> None:
        super().__init__(text.split("\n"))
        begins = accumulate((len(line) + 1 for line in self), initial=0)
        self.ends = [begin + len(line.rstrip()) for begin, line in zip(begins, self, strict=False)]
        while self and not self[-1].strip():
            self.pop()
        self.at = self.column = 0

    def find(self, token: str) -> int:
        """Return the column of an input, or of its argument in the current line; 1 if it is not
        there."""
        if self.column:
            return self.column
        line = self[self.at] if self.at < len(self) else ""
        bare = token.partition(":")[2]
        return max(line.find(bare) if bare else -1, 0) + 1


def record_reading(make: Callable[[Options], TwoCitiesRules], text: str) -> Steps[Record]:
    """Read a record line by line, in steps. Raises BadRecord with line:column, token and the last
    good position."""
    lines = _Lines(text)
    state: TwoCitiesState | None = None
    try:
        tags = _tags(lines)
        game, drawn = _game(make, tags)
        state = game.initial_state()
        kept = {key: tags[key] for key in FREE_TAGS if key in tags}
        reader = _Reader(lines, tags, Record(dict(game.options), [], kept), state)
        yield from reader.read(drawn)
        return reader.record
    except BadRecord as why:
        refused = why
    except ActionError as why:
        where = str(lines.find(why.token))
        refused = BadRecord(why.message, code=why.code, where=where, token=why.token)
    refused.where = f"{lines.at + 1}:{refused.where}"
    refused.position = state.to_text() if state is not None else ""
    raise refused


# -- tags ----------------------------------------------------------------------------------------


def _tags(lines: _Lines) -> dict[str, str]:
    """Read the tags, one per line; empty lines may come before and one after. Raises BadRecord."""
    while lines.at < len(lines) and not lines[lines.at].strip():
        lines.at += 1
    text = "\n".join(lines[lines.at :])
    try:
        tags, end = read_tags(text, QUOTING, "[A-Za-z0-9]+", r"\n?", new_of(TAGS), _BRACKETS)
    except TagFault as why:
        lines.at += why.line - 1
        raise _bad("tag", why.name or why.text, 2 if why.name else 1) from None
    lines.at = lines.at + text.count("\n", 0, end) if end < len(text) else len(lines)
    if tags and lines.at < len(lines) and not lines[lines.at].strip():
        lines.at += 1
    return {name: tag.value for name, tag in tags.items()}


def _game(
    make: Callable[[Options], TwoCitiesRules], tags: Mapping[str, str]
) -> tuple[TwoCitiesRules, str]:
    """Return the game of the tag Setup and, for `random`, the row drawn. Raises BadRecord."""
    if tags.get("Rules", RULES) != RULES:
        raise _bad("rules", tags["Rules"], 1)
    setup, _, drawn = tags.get("Setup", "line").partition(" ")
    if drawn and setup != "random":
        raise _bad("tag", tags["Setup"], 1)
    words = tags.get("Options", "")
    try:
        others = read_options(words, None, SETTING)
    except ValueError:
        raise _bad("tag", words, 1) from None
    try:
        return make({"setup": setup, **others}), drawn
    except BadOptions:
        raise _bad("tag", setup, 1) from None


# -- lines ---------------------------------------------------------------------------------------


class _Reader:
    """Reader of the lines after the tags; `record` and `state` are updated input by input."""

    def __init__(
        self, lines: _Lines, tags: Mapping[str, str], record: Record, state: TwoCitiesState
    ) -> None:
        self.lines, self.tags, self.record, self.state = lines, tags, record, state

    def read(self, drawn: str) -> Steps[None]:
        """Read all lines in steps. `drawn`: the row drawn by chance or empty. Raises BadRecord or
        ActionError."""
        lines, state = self.lines, self.state
        if drawn:
            log(self.record, self.state, [read_input(self.state, f"line:{drawn}")])
        if lines.at >= len(lines) or lines[-1] not in RESULTS:
            lines.at = max(len(lines) - 1, 0)
            raise _bad("no_result", lines[lines.at] if lines else "", 1)
        while lines.at < len(lines) - 1:
            line, lines.column = lines[lines.at], 0
            if not line.strip():  # left by a removed comment
                lines.at += 1
                continue
            if state.ask in SETUP and not line.startswith("0. : "):
                self._setup(line)
            else:
                self._line(line)
            lines.at += 1
            yield Step(len(self.record.events))
        self._end(lines[-1])
        self.record.result = lines[-1]

    def play(self, token: str) -> None:
        """Play one input. Raises ActionError."""
        place = self.lines.ends[self.lines.at]
        log(self.record, self.state, [read_input(self.state, token)], place)

    def _setup(self, line: str) -> None:
        match = _SETUP.fullmatch(line)
        if not match:
            raise _bad("setup", line.split(" ")[0], 1, "bad-syntax")
        words = match.groups()
        self.play(f"forests:{words[0]},{words[1]}")
        self.play(f"hills:{words[2]},{words[3]}")
        for card in words[4:]:
            self.play(f"deal:{card}")

    def _line(self, line: str) -> None:
        """Read a completed turn, or the inputs of an unfinished one. Raises BadRecord."""
        state = self.state
        match = _NUMBER.match(line)
        if not match:
            raise _bad("line", line.split(" ")[0], 1, "bad-syntax")
        if state.ask == OVER:
            raise _bad("over", match[0].strip(), 1, "over")
        at = match.end()
        if line.startswith(": ", at):
            self._part(line, match[0], at + 2)
            return
        if match[0].strip() != turn_number(state):
            raise _bad("number", match[0].strip(), 1)
        if state.ask != CARD:
            raise _bad("line", match[0].strip(), 1, "wrong-state")
        _Turn(self, line, at).read()

    def _part(self, line: str, number: str, at: int) -> None:
        expected = "0." if self.state.ask in SETUP else turn_number(self.state)
        if number.strip() != expected:
            raise _bad("number", number.strip(), 1)
        after = self.lines[self.lines.at + 1 : -1]
        open_end = self.lines[-1] == UNDECIDED or self.tags.get("Termination") == "time"
        if any(map(str.strip, after)) or not open_end:
            raise _bad("part", ":", at)
        for token in line[at:].split(" "):
            self.play(token)
        if self.state.ask in (CARD, OVER):
            raise _bad("part", line[at:].split(" ")[-1], at)

    # -- the end ---------------------------------------------------------------------------------

    def _end(self, result: str) -> None:
        """Check that Result and Termination agree with the replayed game; a resignation, agreement
        or loss on time that they imply is appended. Raises BadRecord."""
        state, reason = self.state, self.tags.get("Termination", "")
        if state.ask != OVER and result != UNDECIDED:
            action = settlement(result, reason == "time")
            if action is None or not (action[0] == TIME or action in state.table_actions()):
                raise _bad("result", result, 1)
            log(self.record, state, [action])
        outcome = state.outcome()
        if result != (outcome.score if outcome else UNDECIDED):
            raise _bad("result", result, 1)
        if self.tags.get("Result", result) != result:
            raise _bad("result", self.tags["Result"], 1)
        if "Termination" in self.tags and reason != (outcome.reason if outcome else ""):
            raise _bad("termination", reason, 1)


class _Turn:
    """Reader of the line of a completed turn, from left to right."""

    def __init__(self, reader: _Reader, line: str, at: int) -> None:
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
            raise self._bad("quota", self.line[self.at :].strip() or match[2])
        self._tail()

    def _bad(self, why: str, token: str, code: str = "bad_record", at: int = -1) -> BadRecord:
        return _bad(why, token, (self.at if at < 0 else at) + 1, code)

    def _take(self, shape: re.Pattern[str], why: str) -> re.Match[str]:
        match = shape.match(self.line, self.at)
        if not match:
            raise self._bad(why, self.line[self.at :].strip().split(" ")[0], "bad-syntax")
        self.at = match.end()
        return match

    def _input(self, token: str, at: int) -> None:
        """Play the input at an index of the line. Raises ActionError."""
        self.reader.lines.column = at + 1
        self.reader.play(token)

    def _letter(self, letter: str, square: str, at: int) -> None:
        """Check that a letter is that of the own unit on the square. Raises BadRecord."""
        number = NAMES.index(square) if square in NAMES else -1
        piece = self.state.board[number] if number >= 0 else 0
        if piece and piece >> 3 == self.state.side and LETTERS[piece & 7] != letter:
            raise self._bad("letter", letter + square, at=at)

    def _buy(self) -> None:
        match = self._take(_BUY, "turn")
        if match[1] != LETTERS[cards.BOUGHT[self.state.card]]:
            raise self._bad("letter", match[1] + match[2], at=match.start(1))
        self._input(f"place:{match[2]}", match.start(2))
        if match[4]:
            self._letter(match[3], match[4], match.start(3))
            self._input(f"remove:{match[4]}", match.start(4))
        elif self.state.ask == "remove":
            raise self._bad("removal", match[0].strip())

    def _act(self, match: re.Match[str]) -> None:
        self._letter(match[1], match[2], match.start(1))
        self._input(f"move:{match[2]}-{match[3] or match[2]}", match.start(2))
        self.at = match.end()
        if match[3] == match[2]:
            raise self._bad("stand", match[0].strip(), at=match.start(1))
        while found := _ATTACK.match(self.line, self.at):
            self._attack(found)
        if self.line[self.at : self.at + 1] not in ("", " "):
            raise self._bad("turn", self.line[self.at :].split(" ")[0], "bad-syntax")
        if self.state.ask == SHOOT:
            self._input("hold", self.at)
        elif self.state.ask == "melee":
            raise self._bad("melee", match[0].strip(), at=match.start(1))

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
            raise self._bad("guard", match[0], at=match.start())
        if self.state.ask == "fall":
            steps = re.search(r"v([12])", match[6])
            self._input(f"fall:{steps[1] if steps else 1}", match.start(6))
        self.at = match.end()
        assert self.state.ask not in PENDING
        told = f"/{match[5]}{match[6]}" if match[5] else match[6]
        if told != effect(self.state):
            raise self._bad("effect", match[6], at=match.start(6))

    def _tail(self) -> None:
        match = _TAIL.match(self.line, self.at)
        if not match:
            raise self._bad("turn", self.line[self.at :].strip().split(" ")[0], "bad-syntax")
        if self.state.ask == OVER:
            if match[0]:
                raise self._bad("tail", match[0].strip(), "over")
            return
        if bool(match[1]) != (self.state.ask == OUTDIE):
            raise self._bad("outdie", match[0].strip())
        if match[1]:
            self._input(f"die:{match[1]}", match.start(1))
        if not match[3]:
            raise self._bad("tail", match[0].strip() or self.line)
        if bool(match[2]) != (not self.state.deck_count()):
            raise self._bad("reshuffle", match[0].strip().split(" ")[-1])
        self._input(f"card:{match[3]}", match.start(3))
