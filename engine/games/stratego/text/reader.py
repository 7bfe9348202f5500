"""Reader of decisions, whole turns as records write them, and set-ups.

Forced words may be left out: they are supplied, and still accepted when they follow. The rules
alone decide what is legal. Errors have the code InvalidAction (fits no form of the notation) or
IllegalAction; records classify them by the key of their message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.contract import DRAW, RESIGN, TIME, Action, Reading
from engine.core.errors import ActionError, IllegalAction, InvalidAction
from engine.games.stratego.rules import flow
from engine.games.stratego.rules.pieces import (
    CODES,
    NUMBER,
    SIDES,
    kind_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.notation import FORCED_WORDS, action_text
from engine.games.stratego.text.rounds import numbered
from engine.games.stratego.text.tokens import BACK, BUY, RELAY, RISE, STEP, TABLE, TYPE, fight_of

_WORDS = ("desert", "=", "^", ".", "--", *FORCED_WORDS)
_SHAPES = (STEP, RELAY, BUY, BACK, TABLE)
_READABLE = re.compile("|".join((TYPE, *(shape.pattern for shape in _SHAPES))))
QUESTIONS = ("answer", "show1", "show2", "merit", "courage", "rear")
BROKEN_OFF = "..."


def invalid(token: str) -> InvalidAction:
    return InvalidAction.at("error.unreadable", token, "7.8", "InvalidAction")


def illegal(token: str, key: str = "illegal", clause: str = "7.8") -> IllegalAction:
    return IllegalAction.at(f"error.{key}", token, clause, "IllegalAction")


def readable(token: str) -> bool:
    """Tell whether a word has a form of the notation."""
    return token in _WORDS or _READABLE.fullmatch(token) is not None


def forced(state: StrategoState) -> Action | None:
    """Return the only legal action of a question, or of `ready`, `open`, `show`, `out`, `end`; None
    elsewhere."""
    if state.result is not None:
        return None
    legal = state.legal_actions()
    if len(legal) != 1 or (state.asked == "turn" and legal[0][0] not in ("out", "end")):
        return None
    return legal[0]


def read_tokens(state: StrategoState, text: str) -> Iterator[Reading]:
    """Yield the reading of each word (Game.read_actions)."""
    reader = Reader(state)
    for word in numbered(text):
        if word.text:
            yield Reading(tuple(reader.take(word.text)), word.end)


def read_decision(state: StrategoState, text: str) -> Action:
    """Return the action of a word (Game.parse_action). Raises InvalidAction or IllegalAction."""
    token = text.strip()
    if not readable(token):
        raise invalid(text)
    for action in state.legal_actions():
        if action_text(state, action) == token:
            return action
    if (match := RELAY.fullmatch(token)) and (swap := _relay(state, match)):
        return swap
    if (match := STEP.fullmatch(token)) and any(match.group(4, 7, 10)):
        raise illegal(text, "several_decisions")
    raise refusal(state, token)


def refusal(state: StrategoState, token: str) -> IllegalAction:
    """Return the error for a readable word that is not possible now, with the clause that forbids
    it."""
    found = illegal(token)
    found.message = state.game.why_not(state, token) or found.message
    return found


def _relay(state: StrategoState, match: re.Match[str]) -> Action | None:
    index = state.game.tables.grid.index
    cells = [index.get(name, -1) for name in match.group(1, 2)]
    action = ("relay", min(cells), max(cells))
    return action if action in state.legal_actions() else None


class Reader:
    """A position on which words are played. `strict`: turns must be written as in records, complete
    and with their outcomes, and nothing is supplied."""

    def __init__(self, start: StrategoState, strict: bool = False) -> None:
        self.state = start.clone()
        self.strict = strict
        self.supplied: list[str] = []  # forced words already played that may still follow
        self.skips = 0  # skipped turns that `--` may stand for
        self.played: list[Action] = []

    def take(self, token: str) -> list[Action]:
        """Play a word and the forced actions after it; return the actions. Raises ActionError and
        leaves the state unchanged then."""
        before, self.played = self.state.clone(), []
        if not readable(token):
            raise invalid(token)
        if self.supplied and token == self.supplied[0]:
            del self.supplied[0]
            return []
        try:
            self._read(token)
        except ActionError:
            self.state = before
            raise
        if not self.strict:
            self.supplied = []
            while (action := forced(self.state)) is not None:
                self.supplied.append(action_text(self.state, action))
                self._play(action)
        return self.played

    def _play(self, action: Action) -> None:
        turns = self.state.turns
        self.state.apply(action)
        self.played.append(action)
        if self.state.turns != turns:
            self.skips = len(self.state.skipped)

    def _read(self, token: str) -> None:
        if self.state.result is not None:
            raise illegal(token, "after_end")
        if token == "--":
            if not self.skips:
                raise illegal(token, "no_skip", "5.27")
            self.skips -= 1
        elif match := TABLE.fullmatch(token):
            self._settle(token)
            self._play(self._table(match, token))
        elif match := STEP.fullmatch(token):
            self._settle(token)
            self._turn(token, match)
        elif token[0] == "*" or "<>" in token:
            self._settle(token)
            self._play(read_decision(self.state, token))
        else:
            self._word(token)

    def _settle(self, token: str) -> None:
        """Decline the pending questions before a new action. Raises IllegalAction when the game is
        over."""
        while self.state.asked in QUESTIONS and self.state.result is None and not self.strict:
            legal = self.state.legal_actions()
            declining = [a for a in legal if a[0] in ("stand", "show", "decline")]
            self._play(declining[0])
        if self.state.result is not None:
            raise illegal(token, "after_end")

    def _word(self, token: str) -> None:
        """Play a single decision, a cell of a set-up or a forced word, and the forced actions
        before it."""
        while True:
            for action in self.state.legal_actions():
                if action_text(self.state, action) == token:
                    self._play(action)
                    return
            due = None if self.strict else forced(self.state)
            if due is None:
                raise refusal(self.state, token)
            self._play(due)

    def _table(self, match: re.Match[str], token: str) -> Action:
        verb, side, draw = match.groups()
        action: Action = (DRAW,)
        if not draw:
            action = (RESIGN, SIDES.index(side) if side else self.state.turn)
        if action not in self.state.table_actions():
            raise illegal(token, "table_action", "4.8")
        return (TIME, action[1]) if verb == TIME else action

    # -- whole turns -------------------------------------------------------------------------

    def _turn(self, token: str, match: re.Match[str]) -> None:
        index = self.state.game.tables.grid.index
        cells = [index.get(match[n], -1) for n in (1, 3)]
        action = ("attack" if match[2] == "x" else "move", *cells)
        told = bool(match[4] or match[7])
        if self.strict and match[2] == "x" and not told:
            raise invalid(token)
        if match[2] == "-" and told:
            raise invalid(token)
        if action not in self.state.legal_actions():
            why = refusal(self.state, f"{match[1]}{match[2]}{match[3]}").message
            raise IllegalAction(why, token=token, code="IllegalAction")
        before = self.state.clone()
        self._play(action)
        if self.strict or told or match[8] or match[9] or match[11]:
            self._answers(token, match)
            self._check_marks(token, before, match[11])

    def _answers(self, token: str, match: re.Match[str]) -> None:
        """Answer the questions of the turn as the token says; what it leaves out is declined."""
        rises = [(sign, NUMBER[code]) for sign, code in RISE.findall(match[8])]
        if [sign for sign, _ in rises] not in ([], ["="], ["^"], ["=", "^"]):
            raise invalid(token)
        deserted, back = bool(match[7]), match[9]
        while self.state.asked in QUESTIONS:
            asked = self.state.asked
            if asked == "answer":
                self._choose(token, ("desert",) if deserted else ("stand",))
                deserted = False
            elif asked == "rear":
                self._rear(token, match)
                back = None
            elif asked in ("merit", "courage"):
                sign = "=" if asked == "merit" else "^"
                rises = self._rise(token, sign, rises)
            else:
                self._fight(token, match)
        if rises or deserted or back:
            raise illegal(token, "wrong_mark")

    def _choose(self, token: str, action: Action) -> None:
        if action not in self.state.legal_actions():
            raise illegal(token, f"no_{action[0]}", "5.28")
        self._play(action)

    def _fight(self, token: str, match: re.Match[str]) -> None:
        if self.state.asked == "show2" and match[4]:
            claimed = fight_of(match[4], match[5], match[6])
            if claimed != flow.outcome_of(self.state)[:3]:
                raise illegal(token, "wrong_mark")
        elif match[7]:
            raise illegal(token, "wrong_mark")
        self._play(("show",))

    def _rise(self, token: str, sign: str, rises: list[tuple[str, int]]) -> list[tuple[str, int]]:
        if not rises or rises[0][0] != sign:
            self._play(("decline",))
            return rises
        if ("accept",) not in self.state.legal_actions():
            raise illegal(token, "no_promotion", "5.22")
        if kind_of(self.state.board[self.state.act[1]]) + 1 != rises[0][1]:
            raise illegal(token, "wrong_mark")
        self._play(("accept",))
        return rises[1:]

    def _rear(self, token: str, match: re.Match[str]) -> None:
        if not match[9]:
            self._play(("decline",))
            return
        if match[9] == "?":
            raise illegal(token, "wrong_mark")
        cell = self.state.game.tables.grid.index.get(match[10], -1)
        action = ("back", CODES.index(match[9]), cell)
        if action not in self.state.legal_actions():
            raise illegal(token, "no_rescue", "5.25")
        self._play(action)

    def _check_marks(self, token: str, before: StrategoState, marks: str) -> None:
        """Check the marks of sides that are out (`#b`): if they are written, and always in a record
        while the game goes on."""
        gone = sorted(set(before.alive()) - set(self.state.alive()))
        if self.state.result is not None:
            if marks:
                raise illegal(token, "wrong_mark")
            return
        true = "".join(f"#{SIDES[side]}" for side in gone)
        if marks != true and (marks or self.strict):
            raise illegal(token, "wrong_mark")
