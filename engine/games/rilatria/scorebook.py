"""Reading game records from left to right, up to the first bad token (rule sheet, section 11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.core.contract import Event, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.options import Options
from engine.core.texts import Message
from engine.games.rilatria.info import INFO
from engine.games.rilatria.notation import Form, form
from engine.games.rilatria.reader import checked
from engine.games.rilatria.state import CALL, DEAL, FREE, OVER, SETUP, RilatriaState, Title

Make = Callable[[Options], Title]
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:\\["\\]|[^"\\\r\n])*)"\]')
_BLANK = re.compile(r"[ \t\r\n]+")
_COMMENT = re.compile(r"\{[^}]*\}")
_WORD = re.compile(r"[^ \t\r\n{]+")
_LINE = re.compile(r"[^\r\n]*")
_DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")
_SETTING = re.compile(r"([a-z]+)=(draw|count|own|shared|[1-9][0-9]*)")


class Token(NamedTuple):
    """A stretch of the text and where it begins (line and column from 1). `tag`: its name and
    value. `bad`: it can be nothing at all."""

    text: str
    line: int
    column: int
    tag: tuple[str, str] | None = None
    bad: bool = False


def lex(text: str) -> Iterator[Token]:
    """Tokens in order; the last one is empty and stands behind the text."""
    at, line, start = 0, 1, 0
    while at < len(text):
        found = _BLANK.match(text, at) or _COMMENT.match(text, at)
        if found:
            line += found[0].count("\n")
            start = max(start, text.rfind("\n", at, found.end()) + 1)
            at = found.end()
            continue
        token = _token(text, at)._replace(line=line, column=at - start + 1)
        yield token
        at += len(token.text)
    yield Token("", line, at - start + 1)


def _token(text: str, at: int) -> Token:
    """What begins at `at`; its place is filled in by the caller."""
    if text[at] == "[":
        tag = _TAG.match(text, at)
        if tag and (tag.end() == len(text) or text[tag.end()] in " \t\r\n{"):
            return Token(tag[0], 0, 0, (tag[1], re.sub(r"\\(.)", r"\1", tag[2])))
    bad = text[at] in "[{"
    word = (_LINE if bad else _WORD).match(text, at)
    assert word is not None
    return Token(word[0], 0, 0, None, bad)


def stats_text(state: RilatriaState) -> str:
    """The mover's four values, as a record repeats them."""
    return f"({'.'.join(str(value) for value in state.reserves[state.side][:4])})"


def read_record(make: Make, text: str) -> Record:
    """Raises BadRecord with class, line:column, token and the last good state string."""
    tokens = lex(text)
    tags: dict[str, Token] = {}
    for token in tokens:
        if token.tag is None and not (token.bad and token.text.startswith("[")):
            break
        if token.tag is None or token.tag[0] in tags:
            raise _refused("syntax", token, "error.tag")
        tags[token.tag[0]] = token
    game, record = _judged(make, tags, token)
    book = _Book(game, record, {name: found.tag[1] for name, found in tags.items() if found.tag})
    while True:
        book.take(token)
        if not token.text:
            return record
        token = next(tokens)


def _refused(
    code: str, token: Token, key: str, position: str = "", why: Message | None = None
) -> BadRecord:
    return BadRecord(
        why or Message(key, token=token.text),
        code=code,
        where=f"{token.line}:{token.column}",
        token=token.text,
        position=position,
    )


# -- tags ----------------------------------------------------------------------------------------


def _judged(make: Make, tags: dict[str, Token], after: Token) -> tuple[Title, Record]:
    """Game and empty record of the tags, judged in the writer's order."""
    values = {name: token.tag[1] for name, token in tags.items() if token.tag}
    if "Game" not in tags:
        raise _refused("syntax", after, "error.no_game")
    if values["Game"] != INFO.title:
        raise _refused("syntax", tags["Game"], "error.tag")
    if "Date" in tags and not _DATE.fullmatch(values["Date"]):
        raise _refused("syntax", tags["Date"], "error.tag")
    try:
        game = make(_options(values.get("Options", "")))
    except BadOptions as why:
        raise _refused("state", tags["Options"], "", why=why.message) from None
    record = Record(game.options, [])
    if "Setup" in tags:
        record.start = values["Setup"]
        _check_setup(game, tags["Setup"], values["Setup"])
    own = ("Game", "Options", "Setup", "Result", "Cause")
    record.tags = {name: value for name, value in values.items() if name not in own}
    return game, record


def _options(text: str) -> Options:
    """Raises BadOptions."""
    options: Options = {}
    for part in text.split():
        found = _SETTING.fullmatch(part)
        if not found or found[1] in options:
            raise BadOptions(Message("error.option_text", token=part))
        options[found[1]] = found[2]
    return options


def _check_setup(game: Title, token: Token, text: str) -> None:
    try:
        state = game.state_from_text(text)
    except BadPosition as why:
        raise _refused("state", token, "", why=why.message) from None
    if state.phase not in (CALL, DEAL, FREE) or state.cards:
        raise _refused("state", token, "error.setup_phase")


# -- the game ------------------------------------------------------------------------------------

BETWEEN, TURN, CLOSED, DONE = "between", "turn", "closed", "done"


class _Book:
    """Where in the grammar the reader stands.

    `place`: BETWEEN turns (or in the deployment), in a TURN, CLOSED by the end of the game, or
    DONE with the result token. `due`: the sign of the deployment that must come next. `fresh`: the
    turn has only its number. `told`: its stats are written and nothing follows them yet."""

    def __init__(self, game: Title, record: Record, tags: dict[str, str]) -> None:
        self.record, self.tags = record, tags
        self.state = game.state_from_text(record.start) if record.start else game.initial_state()
        self.place = BETWEEN
        self.due = ""
        self.fresh = self.told = False

    def take(self, token: Token) -> None:
        """One token. Raises BadRecord; the record holds the events up to it."""
        if not token.text:
            if self.place != DONE:
                raise self._bad("syntax", token, "error.cut")
            return
        found = None if token.bad else form(token.text, self.state)
        if found is None and token.tag is None:
            raise self._bad("syntax", token, "error.syntax")
        if found is None or not self._has_place(found):
            raise self._bad("phase", token, "error.no_place")
        if found.kind == "stats":
            if token.text != stats_text(self.state):
                raise self._bad("check", token, "error.stats")
            self.told, self.fresh = True, False
        elif found.kind == "result":
            self._compare(token)
        elif found.kind in ("slashes", "begin"):
            self.due = ""
        elif found.kind == "number":
            self.place, self.fresh, self.told = TURN, True, False
        elif found.kind == "hash":
            self.place = CLOSED
        else:
            self._play(token, found)

    def _bad(self, code: str, token: Token, key: str) -> BadRecord:
        return _refused(code, token, key, self.state.to_text())

    def _has_place(self, found: Form) -> bool:
        """The grammar of a record; what the phase takes is `checked` afterwards."""
        kind, state = found.kind, self.state
        if self.due or kind in ("slashes", "begin"):
            return found.detail == self.due
        if kind == "result":
            return self._may_end()
        if self.place in (CLOSED, DONE):
            return False
        if state.phase == SETUP:
            return kind == "place"
        if kind == "number":
            dots = "..." if state.side else "."
            return self.place == BETWEEN and found.detail == f"{state.round}{dots}"
        if self.place != TURN:
            return False
        killed = state.phase == OVER and state.result is not None
        wants_stats = not self.told and (
            (state.phase == DEAL and not state.cards) or (killed and self._by_coin())
        )
        if wants_stats or kind == "stats":
            return wants_stats and kind == "stats"
        return kind == "hash" if state.phase == OVER else kind != "hash"

    def _by_coin(self) -> bool:
        return self.state.result is not None and self.state.result.reason == "suerte"

    def _may_end(self) -> bool:
        """Whether the result token may stand here."""
        if self.place == TURN:
            waiting = self.told and self.state.phase == DEAL and not self.state.cards
            return not self.fresh and not waiting and self.state.phase != OVER
        return self.place != DONE

    def _play(self, token: Token, found: Form) -> None:
        try:
            actions = checked(self.state, token.text, found)
        except ActionError as why:
            raise _refused(why.code, token, "", self.state.to_text(), why.message) from None
        for action in actions:
            self.record.events.append(Event(self.state.current_player(), action))
            self.state.apply(action)
        self.fresh = False
        if found.kind == "end":
            self.place = CLOSED if self.state.phase == OVER else BETWEEN
        elif found.kind == "place" and actions[0][0] == "place":
            if self.state.phase != SETUP:
                self.due = ">>>"
            elif self.state.side and self.state.board.count(0) == len(self.state.board) - 2:
                self.due = "//"

    def _compare(self, token: Token) -> None:
        result = self.state.result
        score, cause = (result.score, result.reason) if result else ("*", "")
        given = (token.text, self.tags.get("Result", score), self.tags.get("Cause", cause))
        if given != (score, score, cause):
            raise self._bad("check", token, "error.result")
        self.record.result = score
        self.place = DONE
