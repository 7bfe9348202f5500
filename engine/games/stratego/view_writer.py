"""The record of one player's view (rule sheet, 7; S53, S54): what he was told, in order.

It differs from a game's record where he saw nothing (`?`), in that the taking of a flag is always
written `F` (everybody is told of it), in the words of a turn that is broken off, which hold what
was shown so far, and by the tag `Final` with the position that the end uncovered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import UNKNOWN, Action, Record
from engine.games.stratego.combat import SIGNS
from engine.games.stratego.notation import action_text, notes_of, out_marks
from engine.games.stratego.pieces import CODES, COLOURS, FLAG
from engine.games.stratego.reader import QUESTIONS
from engine.games.stratego.record import compose, home_text, turns

if TYPE_CHECKING:
    from engine.games.stratego.game import Stratego
    from engine.games.stratego.state import StrategoState

FINAL = "Final"


def write_view(game: Stratego, record: Record, viewer: int) -> str:
    """The record of a game as `viewer` knows it."""
    record = game.told(record, viewer)
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    state = state.observation(viewer)
    actions = [event.action for event in record.events]
    setups, words, at = _set_ups(state, actions, viewer, record.start is None)
    for action in actions[:at]:
        state.apply(action)
    rest = [_flag_told(action) for action in actions[at:]]
    first = _unfinished(state, rest)
    tokens = [*words, *first, *turns(state, rest, _decisions)]
    tags = {f"Setup.{COLOURS[side]}": setups[side] for side in sorted(setups)}
    final = notes_of(actions[-1]).get("final") if actions else None
    if final:
        tags[FINAL] = str(final[0])
    return compose(game, record, tags, tokens, state.result)


def _set_ups(
    state: StrategoState, actions: list[Action], viewer: int, fresh: bool
) -> tuple[dict[int, str], list[str], int]:
    """(set-ups that are known, words for what their tags do not say, number of actions told by
    both). The own complete set-up stands in its tag, also where the others are not ready."""
    now = state.clone()
    tags: dict[int, str] = {}
    words: list[str] = []
    own: list[str] = []
    at = 0
    while at < len(actions) and now.setting_up:
        action, side, placing = actions[at], now.turn, now.asked == "place"
        word = action_text(now, action)
        now.apply(action)
        at += 1
        if placing and side == viewer and fresh:
            own.append(word)
            if action[0] == "ready":
                tags[side], own = home_text(now, side), []
        else:
            words.append(word)
        if not placing and side != viewer:
            tags[side] = home_text(now, side)
    if fresh and not now.setting_up:
        return tags, [], at
    return tags, [*words, *own], at


def _unfinished(state: StrategoState, actions: list[Action]) -> list[str]:
    """The rest of a turn in whose middle the game begins, word by word; its actions are played on
    `state` and taken off the list."""
    if state.asked not in QUESTIONS or not actions:
        return []
    before, out = state.clone(), []
    last = actions[0]
    while actions and state.turns == before.turns:
        last = actions.pop(0)
        out.append(_decision(state, last))
        state.apply(last)
    out[-1] += out_marks(before, state, last)
    return [*out, *("--" for _ in state.skipped if state.result is None)]


def _flag_told(action: Action) -> Action:
    """The fight with the flag it took by name, for the text."""
    return tuple(
        (*part[:3], FLAG, 1)
        if isinstance(part, tuple) and part[:1] == ("fight",) and part[4]
        else part
        for part in action
    )


def _decisions(state: StrategoState, actions: list[Action]) -> list[str]:
    """The words of a turn that is broken off: `show:5`, `show:5<?`, `=6`, `closed`."""
    now = state.clone()
    out = []
    for action in actions:
        out.append(_decision(now, action))
        now.apply(action)
    return out


def _decision(state: StrategoState, action: Action) -> str:
    verb, notes = action[0], notes_of(action)
    if "fight" in notes:
        outcome, a, d, _ = notes["fight"]
        first, second = ("?" if kind == UNKNOWN else CODES[kind] for kind in (a, d))
        return f"show:{first}{SIGNS[outcome]}{second}"
    if "type" in notes:
        code = CODES[notes["type"][0]]
        return f"show:{code}" if verb == "show" else action_text(state, action) + code
    return "closed" if verb == "closed" else action_text(state, action)
