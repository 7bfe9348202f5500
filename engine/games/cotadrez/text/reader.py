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
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.pieces import ARMY, INDEX, KINDS, MOUNTAIN, MOUNTAINS
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, REVEAL, TURN, CotadrezState
from engine.games.cotadrez.text.notation import (
    CLOSE,
    STOP,
    Turn,
    counts_before,
    effects,
    is_rabble,
    siege_end,
    turn_words,
)
from engine.games.cotadrez.text.position import SQUARE, read_placement

_LEX = re.compile(r"<-ASEDIO|\([^()]*\)[+#]?|&|[^\s&(]+|\(")
_UNIT = "ABCDEHLPRT"
_STEP = re.compile(f"[{_UNIT}](?:{SQUARE})?x?{SQUARE}")
_FROM_RESERVE = re.compile(f"r([{_UNIT}])({SQUARE})")
_RESCUE = re.compile(f"m([{_UNIT}]|-)")
# Everything of a step, a shot or a relay before its last square.
_BEFORE = rf"[{_UNIT}](?:{SQUARE})?x?|[TB](?:{SQUARE})?x{SQUARE}x|L(?:{SQUARE})?=[ABCDEHPRT]"
_DECISION = re.compile(f"(?:{_BEFORE}|r[{_UNIT}])({SQUARE})|--")
_HAS_SHAPE = re.compile(f"(?:(?:{_BEFORE}){SQUARE}|--|{_RESCUE.pattern})[+#]?")
_TAIL = re.compile(r"(.*?)([+#])?(->ASEDIO)?", re.DOTALL)
_BALANCE = re.compile(rf"\(\s*([{_UNIT}]+)r(?:\s+([{_UNIT}]+)m)?\s*\)([+#]?)")
_NUMBER = re.compile(r"\d+\.")
_BARE = {"--": "pass", ".": "stop"}
_CLAUSES = {
    "wrong_mark": "6.34",
    "siege_mismatch": "6.35",
    "balance_mismatch": "6.36",
    "after_end": "6.37",
}


def illegal(token: str, key: str = "illegal", clause: str = "6.32") -> IllegalAction:
    return IllegalAction.at(f"error.{key}", token, clause)


def unreadable(token: str) -> InvalidAction:
    return InvalidAction.at("error.unreadable", token, "6.29")


def mismatch(code: str, token: str) -> ActionError:
    return ActionError.at(f"error.{code}", token, _CLAUSES[code], code)


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
        raise mismatch("after_end", token)
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


def _meant(state: CotadrezState, words: str) -> list[Action] | None:
    """Return the legal decisions that words without marks stand for, with or without their origin;
    None if they have no such form. Rabble steps are not expanded to marches."""
    found = _DECISION.fullmatch(words)
    if found is None and (words != "." or state.frame() != MARCH):
        return None
    goal = INDEX[found[1]] if found and found[1] else _BARE[words]
    ending = (a for a in state.legal_actions() if a[-1] == goal and a[0] != "siege")
    return [a for a in ending if words in (turn_words(state, (a,), full) for full in (True, False))]


def _split(token: str) -> tuple[str, str, bool]:
    """Return a token's action part, its mark, and whether it ends with `->ASEDIO`."""
    match = _TAIL.fullmatch(token)
    assert match is not None
    return match.group(1), match.group(2) or "", bool(match.group(3))


def _turn(state: CotadrezState, cursor: Cursor) -> Turn:
    """Read an ordinary turn with its marks and siege tokens, or an open march `Hb6 &`."""
    token = cursor.take()
    words, mark, raised = _split(token)
    first = _meant(state, words)
    if first is None:
        raise mismatch("siege_mismatch", token) if token == CLOSE else unreadable(token)
    after = {a: state_after(state, a) for a in first if is_rabble(state, a)}
    marching = {a: between for a, between in after.items() if between.frame() == MARCH}
    if cursor.peek() != "&":
        stopping = [a for a, between in marching.items() if STOP in between.legal_actions()]
        single = [(a,) for a in first if a not in marching]
        turn = _only([*single, *((a, STOP) for a in stopping)], token)
    else:
        cursor.take()
        second = cursor.peek()
        if state.frame() != TURN or mark or raised:
            raise unreadable(token)
        if not second or second in RESULTS:
            return _only([(a,) for a in marching], token)
        cursor.take()
        words, mark, raised = _split(second)
        if not _STEP.fullmatch(words):
            raise unreadable(second)
        if not first:
            raise illegal(token)
        token = second
        pairs = ((a, b) for a, between in marching.items() for b in _meant(between, words) or ())
        turn = _only(list(pairs), token)
    _finish(state, cursor, turn, token, mark, raised)
    return turn


def _only(found: list[Turn], token: str) -> Turn:
    if not found:
        raise illegal(token)
    if len(found) > 1:
        raise AmbiguousAction.at("error.ambiguous", token, "6.33")
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
    token = cursor.peek()
    rescue = _RESCUE.fullmatch(token)
    if rescue:
        cursor.take()
    action: Action = ("siege", KINDS.get(rescue[1], 0) if rescue else 0)
    if action not in state.legal_actions():
        raise illegal(token, clause="4.12")
    after = state_after(state, action)
    if after.frame() == EXCHANGE:
        if rescue and (not cursor.peek() or cursor.peek() in RESULTS):
            return (action,)
        return (action, *_exchange(after, cursor, token if rescue else ""))
    if not cursor.closing() and _FROM_RESERVE.fullmatch(cursor.peek()) and token != "m-":
        raise illegal(cursor.peek(), clause="4.17")
    _close(cursor, state, action, token)
    return (action,)


def _exchange(state: CotadrezState, cursor: Cursor, before: str) -> Turn:
    """Read the besieged side's answer and the end of the siege. `before`: the rescue token, which
    is named in the error if the siege does not end here."""
    action: Action = ("decline",)
    token = cursor.peek()
    if not cursor.closing():
        match = _FROM_RESERVE.fullmatch(token)
        if not match:
            words = _split(token)[0]
            shape = _DECISION.fullmatch(words) or _RESCUE.fullmatch(words)
            if not shape and words not in (".", CLOSE, "&"):
                raise unreadable(token)
            raise mismatch("siege_mismatch", before) if before else illegal(token, clause="4.17")
        action = ("save", KINDS[match[1]], INDEX[match[2]])
        cursor.take()
    if action not in state.legal_actions():
        raise illegal(token, clause="4.17")
    _close(cursor, state, action, token)
    return (action,)


def _close(cursor: Cursor, state: CotadrezState, action: Action, before: str) -> None:
    """Read `<-ASEDIO (…)` with its mark after the last decision of a siege, letters in any order.
    `before`: the token named in the error if the siege does not end here."""
    if not cursor.closing():
        raise mismatch("siege_mismatch", before)
    cursor.take()
    token = cursor.take()
    match = _BALANCE.fullmatch(token)
    if not match:
        raise unreadable(token)
    right = _BALANCE.fullmatch(siege_end(state, action, state_after(state, action)))
    assert right is not None
    if match[3] and match[3] != right[3]:
        raise mismatch("wrong_mark", token)
    for part in (1, 2):
        if sorted(match[part] or "") != sorted(right[part] or ""):
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
    another order. `ends`: the token named in the error if the deployment stops too soon."""
    player, water = state.current_player(), state.game.water
    half = 1 - state.deploys[0].half if player else -1
    good: list[Action] = []
    fault: ActionError | None = None
    d = state.deploys[player]
    try:
        for token in tokens:
            good.append(_placement(d, token[0], half, water))
            d = dep.placed(d, good[-1])
    except ActionError as why:
        fault = why
    d = state.deploys[player]
    ordered = sorted(good, key=_order)
    for action in ordered:
        if action not in dep.legal_placements(d, half, water):
            raise fault or _unfinished(ends)
        d = dep.placed(d, action)
    if ordered == good:
        yield from (Reading((a,), word.end()) for word, a in zip(tokens, good, strict=False))
    else:
        yield Reading(tuple(ordered))
    if fault:
        raise fault


def _order(action: Action) -> tuple[int, ...]:
    if action[0] == "fortress":
        return (0,)
    put = (MOUNTAIN, action[1]) if action[0] == "mountain" else (action[1], action[2])
    return dep.canonical(put)


def _placement(d: dep.Deployment, token: str, half: int, water: frozenset[int]) -> Action:
    """Return the placement of a token, which may come in any order. Raises ActionError."""
    action = read_placement(token)
    if action is None:
        raise _not_now(token)
    if action[0] == "fortress":
        if action in dep.legal_placements(dep.Deployment(), half, water) and d.anchor < 0:
            return action
        raise _bad_deployment(token, "2.3")
    if d.anchor < 0:
        raise _bad_deployment(token, "2.2")
    if action[0] == "mountain":
        kind, most, places = MOUNTAIN, MOUNTAINS, {*dep.territory(d.half, d.anchor, water)}
    else:
        kind, most, places = action[1], ARMY[action[1]], {*dep.ring_land(d.anchor, water)}
    kinds, used = [k for k, _ in d.placed], [square for _, square in d.placed]
    if action[-1] in places and action[-1] not in used and kinds.count(kind) < most:
        return action
    raise _bad_deployment(token, "2.5" if kind == MOUNTAIN else "2.4")


def _bad_deployment(token: str, clause: str) -> ActionError:
    return IllegalAction.at("error.bad_deployment", token, clause, "bad_deployment")


def _not_now(token: str) -> ActionError:
    readable = token == "//" or _HAS_SHAPE.fullmatch(token) or read_placement(token)
    return _bad_deployment(token, "2.2") if readable else unreadable(token)


def _unfinished(token: str) -> ActionError:
    return IllegalAction.at("error.unfinished_deployment", token, "6.31", "unfinished_deployment")
