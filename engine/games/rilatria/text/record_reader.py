"""Reader of game records, from left to right up to the first bad token (rulebook, section 11)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from engine.core.contract import Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.options import Options
from engine.core.records import UNDECIDED, log, read_options
from engine.core.steps import Step, Steps
from engine.core.tags import Brackets, Tag, TagFault, place, read_tags, tag_shape
from engine.core.texts import Message
from engine.games.rilatria.info import INFO
from engine.games.rilatria.rules.state import DEAL, OVER, SETUP, RilatriaRules
from engine.games.rilatria.text.notation import Form, checked, form, stats_text, turn_number
from engine.games.rilatria.text.record import DATE, OWN_TAGS, QUOTING, SETUP_PHASES, TAG_NAME

Make = Callable[[Options], RilatriaRules]
BRACKETS = Brackets(r"\[", " ", r"\](?=[ \t\r\n{]|\Z)")
WORDS = "draw|count|own|shared|always|rest|dusk|no|yes|corner|near"
SETTING = f"([a-z]+)=({WORDS}|[1-9][0-9]*)"
_TAG = tag_shape(QUOTING, TAG_NAME, BRACKETS)
# A misplaced tag, a line that begins like a tag or comment but is none, or a word.
_TOKEN = re.compile(rf"{_TAG.pattern}|[\[{{][^\r\n]*|[^ \t\r\n{{]+")


def refuse(
    text: str, code: str, at: int, token: str, why: Message | str, position: str = ""
) -> NoReturn:
    """Raise BadRecord with the line and column of `at`. `why`: a message, or the key of one with
    the parameter `token`."""
    raise BadRecord(
        Message(why, token=token) if isinstance(why, str) else why,
        code=code,
        where="{}:{}".format(*place(text, at)),
        token=token,
        position=position,
    )


def record_reading(make: Make, text: str) -> Steps[Record]:
    """Read a record in steps. Raises BadRecord with error class, line:column, token and the last
    good state string."""
    try:
        tags, at = read_tags(text, QUOTING, TAG_NAME, r"[ \t\r\n]*", brackets=BRACKETS)
    except TagFault as why:
        refuse(text, "syntax", why.at, why.text.split("\r")[0], "error.tag")
    game, record = _judged(make, text, tags, at)
    book = _Book(game, record, text, {name: tag.value for name, tag in tags.items()})
    for token in _TOKEN.finditer(text, at):
        book.take(token)
        yield Step(len(record.events))
    if book.place != DONE:
        refuse(text, "syntax", len(text), "", "error.cut", book.state.to_text())
    return record


# -- tags ----------------------------------------------------------------------------------------


def _judged(make: Make, text: str, tags: dict[str, Tag], at: int) -> tuple[RilatriaRules, Record]:
    """Return the game and a record without events, from the tags, which end before `at`. Raises
    BadRecord for the first bad tag in the writer's order."""
    if "Game" not in tags:
        after = _TOKEN.search(text, at)
        here, token = (after.start(), after[0]) if after else (len(text), "")
        refuse(text, "syntax", here, token, "error.no_game")
    for name, shape in (("Game", re.escape(INFO.title)), ("Date", DATE)):
        if name in tags and not re.fullmatch(shape, tags[name].value):
            refuse(text, "syntax", tags[name].at, tags[name].text, "error.tag")
    try:
        game = make(_options(tags["Options"].value) if "Options" in tags else {})
    except BadOptions as why:
        refuse(text, "state", tags["Options"].at, tags["Options"].text, why.message)
    record = Record(game.options, [])
    if "Setup" in tags:
        record.start = tags["Setup"].value
        _check_setup(game, text, tags["Setup"])
    record.tags = {name: tag.value for name, tag in tags.items() if name not in OWN_TAGS}
    return game, record


def _options(text: str) -> Options:
    """Parse the tag Options. Raises BadOptions."""
    try:
        return dict(read_options(text, None, SETTING))
    except ValueError as why:
        raise BadOptions(Message("error.option_text", token=str(why))) from None


def _check_setup(game: RilatriaRules, text: str, tag: Tag) -> None:
    try:
        state = game.state_from_text(tag.value)
    except BadPosition as why:
        refuse(text, "state", tag.at, tag.text, why.message)
    if state.phase not in SETUP_PHASES or state.cards:
        refuse(text, "state", tag.at, tag.text, "error.setup_phase")


# -- the game ------------------------------------------------------------------------------------

BETWEEN, TURN, CLOSED, DONE = "between", "turn", "closed", "done"


class _Book:
    """Parser state of a record.

    `place`: BETWEEN turns (or in the set-up), in a TURN, CLOSED by the end of the game, or DONE
    after the result token. `due`: the set-up sign that must come next, `//` or `>>>`. `fresh`: only
    the number of the turn has been read. `values_read`: the values of the turn have been read."""

    def __init__(
        self, game: RilatriaRules, record: Record, text: str, tags: dict[str, str]
    ) -> None:
        self.record, self.text, self.tags = record, text, tags
        self.state = game.state_from_text(record.start) if record.start else game.initial_state()
        self.place = BETWEEN
        self.due = ""
        self.fresh = self.values_read = False

    def take(self, token: re.Match[str]) -> None:
        """Take one token. Raises BadRecord; the record then holds the events before it."""
        found = form(token[0], self.state)
        if found is None and not _TAG.fullmatch(token[0]):
            self._refuse("syntax", token, "error.syntax")
        if found is None or not self._has_place(found):
            self._refuse("phase", token, "error.no_place")
        if found.kind == "stats":
            if token[0] != stats_text(self.state):
                self._refuse("check", token, "error.stats")
            self.values_read, self.fresh = True, False
        elif found.kind == "result":
            self._compare(token)
        elif found.kind in ("slashes", "begin"):
            self.due = ""
            self.record.places[-1] = token.end()
        elif found.kind == "number":
            self.place, self.fresh, self.values_read = TURN, True, False
        elif found.kind == "hash":
            self.place = CLOSED
            self.record.places[-1] = token.end()
        else:
            self._play(token, found)

    def _refuse(self, code: str, token: re.Match[str], why: Message | str) -> NoReturn:
        refuse(self.text, code, token.start(), token[0], why, self.state.to_text())

    def _has_place(self, found: Form) -> bool:
        """Return whether the record grammar allows the token here; `checked` tests the phase."""
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
            return self.place == BETWEEN and found.detail == turn_number(state)
        if self.place != TURN:
            return False
        killed = state.phase == OVER and state.result is not None
        wants_stats = not self.values_read and (
            (state.phase == DEAL and not state.cards) or (killed and self._by_coin())
        )
        if wants_stats or kind == "stats":
            return wants_stats and kind == "stats"
        return kind == "hash" if state.phase == OVER else kind != "hash"

    def _by_coin(self) -> bool:
        return self.state.result is not None and self.state.result.reason == "suerte"

    def _may_end(self) -> bool:
        """Return whether the result token may stand here."""
        if self.place == TURN:
            waiting = self.values_read and self.state.phase == DEAL and not self.state.cards
            return not self.fresh and not waiting and self.state.phase != OVER
        return self.place != DONE

    def _play(self, token: re.Match[str], found: Form) -> None:
        side = self.state.side
        try:
            actions = checked(self.state, token[0], found)
        except ActionError as why:
            self._refuse(why.code, token, why.message)
        log(self.record, self.state, actions, token.end())
        self.fresh = False
        if found.kind == "end":
            self.place = CLOSED if self.state.phase == OVER else BETWEEN
        elif actions[0][0] == "place" and self.state.side != side:
            self.due = ">>>" if side else "//"

    def _compare(self, token: re.Match[str]) -> None:
        result = self.state.result
        score, cause = (result.score, result.reason) if result else (UNDECIDED, "")
        given = (token[0], self.tags.get("Result", score), self.tags.get("Cause", cause))
        if given != (score, score, cause):
            self._refuse("check", token, "error.result")
        self.record.result = score
        self.place = DONE
