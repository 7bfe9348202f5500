"""Writer of decisions and whole turns (rulebook, section 6).

A turn is a tuple of one decision or, for a forced march, two. Texts are canonical: the origin is
omitted if the text without it fits exactly one legal action; marks and siege tokens are always
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.contract import TABLE_VERBS, Action
from engine.core.records import settled_text, state_after
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import LETTERS, NAMES, RABBLE, UNITS
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, CotadrezState
from engine.games.cotadrez.text.position import fort_text, placement_text

Turn = tuple[Action, ...]
STOP: Action = ("stop",)
CLOSE = "<-ASEDIO"


# -- what a turn did to the sieges ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effects:
    """Suffixes of a turn: `mark` "", "+" or "#"; `raised`: the mover began a siege; `closed`:
    number of sieges that ended."""

    mark: str
    raised: bool
    closed: int

    def tail(self) -> str:
        raised = "->ASEDIO" if self.raised else ""
        return self.mark + raised + f" {CLOSE}" * self.closed


def siege_counts(state: CotadrezState) -> tuple[int, int]:
    """Return the number of South's and of North's besiegers."""
    return (
        len(besiegers(state.t, state.board, 0)),
        len(besiegers(state.t, state.board, 1)),
    )


def counts_before(state: CotadrezState) -> tuple[int, int]:
    """Return `siege_counts` before the current turn; in a march, before its first step."""
    frame = state.stack[-1]
    if frame[0] != MARCH:
        return siege_counts(state)
    _, origin, target, taken = frame
    before = state.clone()
    before.board[origin] = before.board[target]
    before.board[target] = (1 - state.side) << 4 | taken if taken else 0
    return siege_counts(before)


def effects(before: tuple[int, int], mover: int, after: CotadrezState) -> Effects:
    """Return the effects of a complete turn of half `mover`; `before`: `siege_counts` before it."""
    now = siege_counts(after)
    closed = sum(was >= 2 > now[half] for half, was in enumerate(before))
    return Effects(mark_of(after), before[mover] < 2 <= now[mover], closed)


def mark_of(after: CotadrezState) -> str:
    if after.result is not None and after.result.reason in ("checkmate", "siege_death"):
        return "#"
    return "+" if after.in_check(after.side) else ""


# -- words of single steps -----------------------------------------------------------------------


def step_words(state: CotadrezState, action: Action, origin: bool) -> str:
    """Return the text of a step, shot, relay, reinforcement or saved unit, with or without its
    origin."""
    verb = action[0]
    if verb in ("reinforce", "save"):
        return placement_text(action[1], action[2])
    letter = LETTERS[state.board[action[1]] & 15]
    start = NAMES[action[1]] if origin else ""
    if verb == "relay":
        partner = LETTERS[state.board[action[2]] & 15]
        return f"{letter}{start}={partner}{NAMES[action[2]]}"
    if verb == "fire":
        return letter + start + "".join("x" + NAMES[s] for s in action[2:])
    capture = "x" if state.board[action[2]] else ""
    return letter + start + capture + NAMES[action[2]]


def rabble_turns(state: CotadrezState) -> list[Turn]:
    """Return the complete turns that begin with a Rabble step; in MARCH, the second decisions."""
    if state.frame() == MARCH:
        return [(action,) for action in state.legal_actions()]
    turns: list[Turn] = []
    for action in state.legal_actions():
        if not is_rabble(state, action):
            continue
        after = state_after(state, action)
        if after.frame() == MARCH:
            turns.extend((action, second) for second in after.legal_actions())
        else:
            turns.append((action,))
    return turns


def turn_words(state: CotadrezState, turn: Turn, origin: bool) -> str:
    """Return the action part of a turn: `Hd3 & Hg8`, `Hb6`, `Bxb8xc9`, `--`, `.`."""
    first = turn[0]
    if first[0] == "pass":
        return "--"
    if first[0] == "stop":
        return "."
    words = step_words(state, first, origin)
    if len(turn) > 1 and turn[1][0] == "step":
        between = state_after(state, first)
        words += " & " + step_words(between, turn[1], origin)
    return words


def is_rabble(state: CotadrezState, action: Action) -> bool:
    return action[0] == "step" and state.board[action[1]] & 15 == RABBLE


def _needs_origin(state: CotadrezState, turn: Turn) -> bool:
    """Return whether the text without origin fits more than one legal action."""
    if turn[0][0] not in ("step", "relay", "fire"):
        return False
    plain = turn_words(state, turn, False)
    if not is_rabble(state, turn[0]):
        rivals: list[Turn] = [
            (a,) for a in state.legal_actions() if a[0] == turn[0][0] and a[2:] == turn[0][2:]
        ]
    else:
        rivals = rabble_turns(state)
    return sum(turn_words(state, rival, False) == plain for rival in rivals) > 1


def _open_step(state: CotadrezState, action: Action) -> str:
    """Return a first Rabble step with the march still open, `Hb6 &`; with its origin if another
    such step leads to the same square."""
    rivals = 0
    for other in state.legal_actions():
        if other[0] == "step" and other[2] == action[2] and is_rabble(state, other):
            after = state_after(state, other)
            rivals += after.frame() == MARCH
    return step_words(state, action, rivals > 1) + " &"


# -- decisions and turns -------------------------------------------------------------------------


def siege_end(state: CotadrezState, action: Action, after: CotadrezState) -> str:
    """Return the units returned (r) and lost (m) in a siege, and its mark: `(DEHr EEPBm)+`.
    `action`: its last decision; `after`: when it is over."""
    if state.frame() == EXCHANGE:
        _, rescued, home = state.stack[-1]
    else:
        rescued = action[1]
        home = [state.board[s] & 15 for s in besiegers(state.t, state.board, state.side)]
    back = "".join(LETTERS[kind] for kind in sorted([*home, rescued] if rescued else home))
    now, before = after.dungeons[state.side], state.dungeons[state.side]
    lost = "".join(LETTERS[kind] * (now[kind] - before[kind]) for kind in UNITS)
    return f"({back}r {lost}m){mark_of(after)}" if lost else f"({back}r){mark_of(after)}"


def siege_text(state: CotadrezState, action: Action) -> str:
    """Return an execution or the besieged side's answer, with the end of the siege unless an answer
    is due: `mE`, `rRd9 <-ASEDIO (DEHr EEPBm)`."""
    after = state_after(state, action)
    due = after.frame() == EXCHANGE
    words = [step_words(state, action, False)] if action[0] == "save" else []
    if action[0] == "siege" and (action[1] or due):
        words.append(f"m{LETTERS[action[1]] if action[1] else '-'}")
    return " ".join(words if due else [*words, CLOSE, siege_end(state, action, after)])


def deployment_text(state: CotadrezState, action: Action) -> str:
    verb = action[0]
    if verb == "fortress":
        return "rF" + fort_text(action[1])
    if verb == "half":
        return "?" + "SN"[action[1]]
    if verb == "ready":
        return "//"
    if verb == "reveal":
        return ">>>"
    return placement_text(*(action[1:] if verb == "unit" else (11, action[1])))


def decision_text(state: CotadrezState, action: Action) -> str:
    """Return the text of one decision alone, as in a listing or an unfinished turn."""
    if action[0] in TABLE_VERBS:
        return settled_text(action)
    if not state.battle:
        return deployment_text(state, action)
    if action[0] == "siege" or state.frame() == EXCHANGE:
        return siege_text(state, action)
    after = state_after(state, action)
    if after.frame() == MARCH:
        return _open_step(state, action)
    return _ordinary(state, (action,), after)


def _ordinary(state: CotadrezState, turn: Turn, after: CotadrezState) -> str:
    words = turn_words(state, turn, _needs_origin(state, turn))
    return words + effects(counts_before(state), state.side, after).tail()


def turn_text(state: CotadrezState, actions: Sequence[Action]) -> str:
    """Return the text of consecutive decisions of one turn. A march becomes one text; an execution
    and its answer are joined."""
    words: list[str] = []
    rest = tuple(actions)
    while rest:
        marching = rest[0][0] == "step" and rest[1:] and rest[1][0] in ("step", "stop")
        turn, rest = (rest[:2], rest[2:]) if marching else (rest[:1], rest[1:])
        after = state_after(state, *turn) if marching or rest else state
        word = _ordinary(state, turn, after) if marching else decision_text(state, turn[0])
        if word != "m-" or not rest:
            words.append(word)
        state = after
    return " ".join(words)
