"""Reader of tokens: decisions, whole turns, executions and deployments.

The reader parses the shapes of tokens and looks for them among the legal actions; it holds no
rules. The tokens of one turn take effect together or not at all. Errors carry the class of the
rulebook and the token at fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core.contract import Action, Reading
from engine.core.errors import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from engine.core.records import RESULTS, SETTLED, state_after
from engine.core.texts import Message
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import ARMY, INDEX, KINDS, MOUNTAIN, RABBLE, half_of_anchor
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, REVEAL, TURN, CotadrezState
from engine.games.cotadrez.text.notation import (
    Turn,
    balance,
    counts_before,
    effects,
    mark_of,
    rabble_turns,
)
from engine.games.cotadrez.text.position import SQUARE, read_placement

_LEX = re.compile(r"<-ASEDIO|\([^()]*\)[+#]?|&|[^\s&(]+|\(")
_UNIT = "ABCDEHLPRT"
_STEP = re.compile(f"([{_UNIT}])({SQUARE})?(x)?({SQUARE})")
_FIRE = re.compile(f"([TB])({SQUARE})?x({SQUARE})(?:x({SQUARE}))?")
_RELAY = re.compile(f"L({SQUARE})?=([ABCDEHPRT])({SQUARE})")
_FROM_RESERVE = re.compile(f"r([{_UNIT}])({SQUARE})")
_RESCUE = re.compile(f"m([{_UNIT}]|-)")
_TAIL = re.compile(r"(.*?)([+#])?(->ASEDIO)?", re.DOTALL)
_BALANCE = re.compile(rf"\(\s*([{_UNIT}]+)r(?:\s+([{_UNIT}]+)m)?\s*\)([+#]?)")
_NUMBER = re.compile(r"\d+\.")
CLOSE = "<-ASEDIO"
_CLAUSES = {
    "wrong_mark": "6.34",
    "siege_mismatch": "6.35",
    "balance_mismatch": "6.36",
    "after_end": "6.37",
}


def illegal(token: str, key: str = "illegal", clause: str = "6.32") -> IllegalAction:
    return IllegalAction(Message(f"error.{key}", clause, token=token), token=token)


def unreadable(token: str) -> InvalidAction:
    return InvalidAction(Message("error.unreadable", "6.29", token=token), token=token)


def mismatch(code: str, token: str) -> ActionError:
    return ActionError(
        Message(f"error.{code}", _CLAUSES[code], token=token), token=token, code=code
    )


@dataclass(slots=True)
class Cursor:
    """Position in a list of tokens; beyond the end it reads empty tokens."""

    tokens: list[re.Match[str]]
    at: int = 0

    def peek(self, ahead: int = 0) -> str:
        index = self.at + ahead
        return self.tokens[index][0] if index < len(self.tokens) else ""

    def end(self) -> int:
        """Return where the last token taken ends in the text."""
        return self.tokens[min(self.at, len(self.tokens)) - 1].end()

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def closing(self) -> bool:
        """Return whether `<-ASEDIO (` comes next, the end of an executed siege."""
        return self.peek() == CLOSE and self.peek(1).startswith("(")


def lex(text: str, at: int = 0) -> list[re.Match[str]]:
    """Return the tokens of a text from `at` on, without turn numbers."""
    return [token for token in _LEX.finditer(text, at) if not _NUMBER.fullmatch(token[0])]


def read_tokens(state: CotadrezState, text: str) -> Iterator[Reading]:
    """Read a list of tokens, whole turns included, and yield the actions of each."""
    return read_lexed(state, lex(text))


def read_lexed(state: CotadrezState, tokens: list[re.Match[str]]) -> Iterator[Reading]:
    """Yield the readings of tokens from `state` on. Raises ActionError."""
    cursor, state = Cursor(tokens), state.clone()
    while cursor.peek():
        for reading in _group(state, cursor):
            for action in reading.actions:
                state.apply(action)
            yield reading if reading.end else replace(reading, end=cursor.end())


def read_decision(state: CotadrezState, text: str) -> Action:
    """Implement `Game.parse_action`. A text of several decisions raises IllegalAction."""
    cursor = Cursor(lex(text))
    readings = list(_group(state, cursor)) if cursor.peek() else []
    actions = [action for reading in readings for action in reading.actions]
    if not actions:
        raise unreadable(text)
    if len(actions) > 1 or cursor.peek():
        raise illegal(text, "several_decisions")
    return actions[0]


def _group(state: CotadrezState, cursor: Cursor) -> Iterator[Reading]:
    """Yield the readings of the next tokens that belong together. Raises ActionError."""
    token = cursor.peek()
    if state.result is not None:
        raise ActionError(
            Message("error.after_end", "6.37", token=token), token=token, code="after_end"
        )
    if token in SETTLED:
        cursor.take()
        yield Reading((SETTLED[token],))
    elif not state.battle:
        yield from _deployment(state, cursor)
    elif state.frame() == EXCHANGE:
        yield Reading(_exchange(state, cursor, ""))
    elif state.frame() == TURN and _begins_siege(state, cursor):
        yield Reading(_siege(state, cursor))
    else:
        yield Reading(_turn(state, cursor))


# -- turns ---------------------------------------------------------------------------------------


def _half_matches(state: CotadrezState, token: str) -> list[Action] | None:
    """Return the legal decisions that a token of a step, shot, relay, reinforcement, pass or stop
    may mean; None if it has none of these shapes. Rabble steps are not expanded to marches."""
    legal, board = state.legal_actions(), state.board
    if token == "--":
        return [a for a in legal if a[0] == "pass"]
    if token == "." and state.frame() == MARCH:
        return [a for a in legal if a[0] == "stop"]
    if match := _FROM_RESERVE.fullmatch(token):
        entering = ("reinforce", KINDS[match.group(1)], INDEX[match.group(2)])
        return [a for a in legal if a == entering]
    if match := _FIRE.fullmatch(token):
        letter, origin, *names = match.groups()
        targets = tuple(INDEX[name] for name in names if name)
        return [
            a
            for a in legal
            if a[0] == "fire" and a[2:] == targets and _from(board, a, KINDS[letter], origin)
        ]
    if match := _RELAY.fullmatch(token):
        origin, partner, square = match.groups()
        return [
            a
            for a in legal
            if a[0] == "relay"
            and a[2] == INDEX[square]
            and board[a[2]] & 15 == KINDS.get(partner, 0)
            and (not origin or a[1] == INDEX[origin])
        ]
    if match := _STEP.fullmatch(token):
        letter, origin, capture, target = match.groups()
        return [
            a
            for a in legal
            if a[0] == "step"
            and a[2] == INDEX[target]
            and bool(board[a[2]]) == bool(capture)
            and _from(board, a, KINDS[letter], origin)
        ]
    return None


def _from(board: bytearray, action: Action, kind: int, origin: str | None) -> bool:
    return board[action[1]] & 15 == kind and (not origin or action[1] == INDEX[origin])


def _split(token: str) -> tuple[str, str, bool]:
    """Return a token's action part, its mark, and whether it ends with `->ASEDIO`."""
    match = _TAIL.fullmatch(token)
    assert match is not None
    return match.group(1), match.group(2) or "", bool(match.group(3))


def _turn(state: CotadrezState, cursor: Cursor) -> Turn:
    """Read an ordinary turn with its marks and siege tokens, or an open march `Hb6 &`."""
    token = cursor.take()
    words, mark, raised = _split(token)
    first = _half_matches(state, words)
    if first is None:
        raise mismatch("siege_mismatch", token) if token == CLOSE else unreadable(token)
    if cursor.peek() == "&":
        cursor.take()
        second_token = cursor.peek()
        if state.frame() != TURN or mark or raised:
            raise unreadable(token)
        if not second_token or second_token in RESULTS:
            return (_open_march(state, token, first),)
        cursor.take()
        words, mark, raised = _split(second_token)
        turn = _march(state, token, first, second_token, words)
        token = second_token
    else:
        turn = _single(state, token, first)
    _finish(state, cursor, turn, token, mark, raised)
    return turn


def _open_march(state: CotadrezState, token: str, first: list[Action]) -> Action:
    found = []
    for action in first:
        after = state_after(state, action)
        if after.frame() == MARCH:
            found.append(action)
    return _only([(a,) for a in found], token)[0]


def _single(state: CotadrezState, token: str, first: list[Action]) -> Turn:
    """Return the complete turn of a single action token; after a Rabble step the march stops."""
    if state.frame() == MARCH:
        return _only([(a,) for a in first], token)
    if any(a[0] == "step" and state.board[a[1]] & 15 == RABBLE for a in first):
        stopped = [t for t in rabble_turns(state) if t[0] in first and t[1:] in ((), (("stop",),))]
        return _only(stopped, token)
    return _only([(a,) for a in first], token)


def _march(
    state: CotadrezState, first_token: str, first: list[Action], token: str, words: str
) -> Turn:
    found: list[Turn] = []
    readable = _STEP.fullmatch(words)
    if not readable:
        raise unreadable(token)
    for action in first:
        after = state_after(state, action)
        if after.frame() == MARCH:
            found.extend((action, second) for second in _half_matches(after, words) or ())
    if not first:
        raise illegal(first_token)
    return _only(found, token)


def _only(found: list[Turn], token: str) -> Turn:
    if not found:
        raise illegal(token)
    if len(found) > 1:
        raise AmbiguousAction(Message("error.ambiguous", "6.33", token=token), token=token)
    return found[0]


def _finish(
    state: CotadrezState, cursor: Cursor, turn: Turn, token: str, mark: str, raised: bool
) -> None:
    """Check the suffixes of a turn against its effects and read the `<-ASEDIO` tokens it needs.
    Raises ActionError on a mismatch."""
    after = state_after(state, *turn)
    did = effects(counts_before(state), state.side, after)
    if mark and mark != did.mark:
        raise mismatch("wrong_mark", token)
    if raised != did.raised:
        raise mismatch("siege_mismatch", token)
    for _ in range(did.closed):
        if cursor.peek() != CLOSE or cursor.closing():
            raise mismatch("siege_mismatch", token)
        cursor.take()
    if cursor.peek() == CLOSE and not cursor.closing():
        raise mismatch("siege_mismatch", CLOSE)


# -- executions ----------------------------------------------------------------------------------


def _begins_siege(state: CotadrezState, cursor: Cursor) -> bool:
    """Return whether an execution comes next: `mE`, `<-ASEDIO (…)`, or a Reserve token for the
    enemy's ring (section 6, owner of `r`)."""
    token = cursor.peek()
    if _RESCUE.fullmatch(token) or cursor.closing():
        return True
    match = _FROM_RESERVE.fullmatch(token)
    return bool(match) and INDEX[match.group(2)] in state.t.ring_set[1 - state.side]  # type: ignore[union-attr]


def _siege(state: CotadrezState, cursor: Cursor) -> Turn:
    """Read a whole execution, or only its first decision if the text ends before the answer."""
    legal = [a for a in state.legal_actions() if a[0] == "siege"]
    token = cursor.peek()
    rescued = 0
    if match := _RESCUE.fullmatch(token):
        cursor.take()
        rescued = KINDS.get(match.group(1), 0)
    action: Action = ("siege", rescued)
    if action not in legal:
        raise illegal(token, "illegal", "4.12")
    after = state_after(state, action)
    if after.frame() == EXCHANGE:
        if match and (not cursor.peek() or cursor.peek() in RESULTS):
            return (action,)
        return (action, *_exchange(after, cursor, token if match else ""))
    if match and match.group(1) == "-" and not cursor.closing():
        raise mismatch("siege_mismatch", token)
    if not cursor.closing():
        wrong = cursor.peek()
        if _FROM_RESERVE.fullmatch(wrong):
            raise illegal(wrong, "illegal", "4.17")
        raise mismatch("siege_mismatch", token)
    home = [state.board[s] & 15 for s in besiegers(state.t, state.board, state.side)]
    _close(cursor, balance(state, after, rescued, home), after)
    return (action,)


def _exchange(state: CotadrezState, cursor: Cursor, before: str) -> Turn:
    """Read the besieged side's answer and the end of the siege. `before`: the rescue token, which
    is named in the error if the siege does not end here."""
    _, rescued, home = state.stack[-1]
    action: Action = ("decline",)
    token = cursor.peek()
    if not cursor.closing():
        match = _FROM_RESERVE.fullmatch(token)
        if not match:
            _half_or_unreadable(token)
            if before:
                raise mismatch("siege_mismatch", before)
            raise illegal(token, "illegal", "4.17")
        action = ("save", KINDS[match.group(1)], INDEX[match.group(2)])
        cursor.take()
    if action not in state.legal_actions():
        raise illegal(token, "illegal", "4.17")
    if not cursor.closing():
        raise mismatch("siege_mismatch", token)
    after = state_after(state, action)
    _close(cursor, balance(state, after, rescued, home), after)
    return (action,)


def _half_or_unreadable(token: str) -> None:
    """Raise InvalidAction if the token has none of the known shapes."""
    words = _split(token)[0]
    shapes = (_STEP, _FIRE, _RELAY, _FROM_RESERVE, _RESCUE)
    if words not in ("--", ".", CLOSE, "&") and not any(s.fullmatch(words) for s in shapes):
        raise unreadable(token)


def _close(cursor: Cursor, expected: str, after: CotadrezState) -> None:
    """Read `<-ASEDIO (…)` with its mark and compare it with `expected`, letters in any order."""
    cursor.take()
    token = cursor.take()
    match = _BALANCE.fullmatch(token)
    if not match:
        raise unreadable(token)
    if match.group(3) and match.group(3) != mark_of(after):
        raise mismatch("wrong_mark", token)
    right = _BALANCE.fullmatch(expected)
    assert right is not None
    for part in (1, 2):
        if sorted(match.group(part) or "") != sorted(right.group(part) or ""):
            raise mismatch("balance_mismatch", token)


# -- deployment ----------------------------------------------------------------------------------


def _deployment(state: CotadrezState, cursor: Cursor) -> Iterator[Reading]:
    """Yield readings of placements in any order up to `//`, `>>>` or the end of the text; then of
    that sign itself."""
    if state.frame() == REVEAL:
        token = cursor.take()
        if token != ">>>":
            raise _not_now(token)
        yield Reading((("reveal",),))
        return
    begin = cursor.at
    while cursor.peek() not in ("", "//", ">>>", *RESULTS):
        cursor.take()
    if tokens := cursor.tokens[begin : cursor.at]:
        # If a Mountain came too soon, the error names the `//` after it, if there is one.
        ends = cursor.peek() if cursor.peek() in ("//", ">>>") else tokens[-1][0]
        yield from _placements(state, tokens, ends)
        return
    token = cursor.take()
    player = state.current_player()
    if token == ">>>" and player == 0:
        raise _unfinished(token)
    if token not in ("//", ">>>"):
        raise unreadable(token)
    if ("ready",) not in state.legal_actions():
        raise _unfinished(token)
    before = cursor.tokens[cursor.at - 2].end() if cursor.at > 1 else 0
    yield Reading((("ready",),), 0 if token == "//" else before)  # `>>>` does not say it
    if token == ">>>":
        yield Reading((("reveal",),))


def _placements(state: CotadrezState, tokens: list[re.Match[str]], ends: str) -> Iterator[Reading]:
    """Yield the placements, in any order, as canonical actions: all at once where these are in
    another order. `ends`: the token named in the
    error if the deployment stops too soon."""
    player = state.current_player()
    old = state.deploys[player]
    half = 1 - state.deploys[0].half if player else -1
    good: list[Action] = []
    fault: ActionError | None = None
    anchor: int = old.anchor
    for token in (one[0] for one in tokens):
        fault = _placement_fault(state, token, anchor, half, [*dep.actions_of(old), *good])
        if fault:
            break
        action = read_placement(token)
        assert action is not None
        anchor = action[1] if action[0] == "fortress" else anchor
        good.append(action)
    actions: list[Action] = []
    d = old
    for action in sorted(good, key=_order):
        if action not in dep.legal_placements(d, half, state.game.water):
            raise fault or _unfinished(ends)
        d = dep.placed(d, action)
        actions.append(action)
    if actions == good:
        for word, action in zip(tokens, actions, strict=False):
            yield Reading((action,), word.end())
    else:
        yield Reading(tuple(actions))
    if fault:
        raise fault


def _order(action: Action) -> tuple[int, ...]:
    if action[0] == "fortress":
        return (0,)
    put = (MOUNTAIN, action[1]) if action[0] == "mountain" else (action[1], action[2])
    return dep.canonical(put)


def _placement_fault(
    state: CotadrezState, token: str, anchor: int, half: int, before: list[Action]
) -> ActionError | None:
    """Return what is wrong with one placement in any order, None if it fits."""
    action = read_placement(token)
    if action is None:
        return unreadable(token) if not _HAS_SHAPE.fullmatch(token) else _not_now(token)
    water = state.game.water
    if action[0] == "fortress":
        legal = dep.legal_placements(dep.Deployment(), half, water)
        return None if action in legal and anchor < 0 else _bad_deployment(token, "2.3")
    if anchor < 0:
        return _bad_deployment(token, "2.2")
    used = {a[-1] for a in before if a[0] != "fortress"}
    if action[0] == "mountain":
        count, limit = sum(a[0] == "mountain" for a in before), 3
        places = dep.territory(half_of_anchor(anchor), anchor, water)
    else:
        count = sum(a[:2] == action[:2] for a in before)
        limit = ARMY[action[1]]
        places = frozenset(dep.ring_land(anchor, water))
    fits = action[-1] in places and action[-1] not in used and count < limit
    clause = "2.5" if action[0] == "mountain" else "2.4"
    return None if fits else _bad_deployment(token, clause)


_SHAPES = "|".join(s.pattern for s in (_STEP, _FIRE, _RELAY, _RESCUE))
_HAS_SHAPE = re.compile(f"(?:{_SHAPES}|--)[+#]?")


def _bad_deployment(token: str, clause: str) -> ActionError:
    message = Message("error.bad_deployment", clause, token=token)
    return IllegalAction(message, token=token, code="bad_deployment")


def _not_now(token: str) -> ActionError:
    readable = token == "//" or _HAS_SHAPE.fullmatch(token) or read_placement(token)
    if not readable:
        return unreadable(token)
    return _bad_deployment(token, "2.2")


def _unfinished(token: str) -> ActionError:
    message = Message("error.unfinished_deployment", "6.31", token=token)
    return IllegalAction(message, token=token, code="unfinished_deployment")
