"""Words of Lantern's actions and its text records.

`Tb1` hides, `d2` is a throw, `c1-c2` moves, `--` stays, `yes`/`no` answer; `resign:0`, `draw`.
In the other side's view `T?` hides.
A record is tag lines, a blank line, one line per turn, and the result.
"""

from __future__ import annotations

import re

from engine.core.contract import DRAW, RESIGN, TIME, UNKNOWN, Action, Event, Game, Record, State
from engine.core.errors import ActionError, BadRecord
from engine.core.options import non_default
from engine.core.texts import Message
from engine.dev.scaffold.lantern.state import HIDE, LanternState

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_TABLE = re.compile(r"(resign|time):([01])")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TITLE = "Lantern"
COVERED = "T?"  # a treasure as the other side's view writes it


def action_text(state: LanternState, action: Action) -> str:
    names = state.grid.names
    verb = action[0]
    if verb == "hide":
        return COVERED if action[1] == UNKNOWN else f"T{names[action[1]]}"
    if verb == "roll":
        return f"d{action[1]}"
    if verb == "move":
        return f"{names[action[1]]}-{names[action[2]]}"
    if verb == "answer":
        return "yes" if action[1] else "no"
    return "--" if verb == "pass" else ":".join(str(part) for part in action)


def table_action(token: str) -> Action | None:
    if token == DRAW:
        return (DRAW,)
    found = _TABLE.fullmatch(token)
    return ({"resign": RESIGN, "time": TIME}[found[1]], int(found[2])) if found else None


def write_record(game: Game, record: Record) -> str:
    options = non_default(game.info.options, record.options)
    tags = {"Game": TITLE, **record.tags}
    if options:
        tags["Options"] = " ".join(f"{name}={value}" for name, value in options.items())
    if record.start:
        tags["Start"] = record.start
    lines = [f'[{tag} "{_quote(text)}"]' for tag, text in tags.items()]
    lines.append("")
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    turn, words = state.turn_index(), [""]
    for event in record.events:
        words[-1] += " " + game.action_text(state, event.action)
        state.apply(event.action)
        if state.turn_index() != turn:
            turn = state.turn_index()
            words.append("")
    return "\n".join(lines + [word[1:] for word in words if word] + [record.result]) + "\n"


def read_record(cls: type[Game], text: str, viewer: int | None = None) -> Record:
    """The record of a game, or of what `viewer` knew. Raises BadRecord, BadOptions, BadPosition."""
    tags, tokens = _split(text)
    options = dict(part.partition("=")[::2] for part in tags.pop("Options", "").split())
    record = Record({name: int(value) for name, value in options.items()}, [], tags)
    record.start, record.viewer = tags.pop("Start", None), viewer
    if tags.pop("Game", "") != TITLE or not tokens or tokens[-1] not in RESULTS:
        raise BadRecord(Message("record.unreadable"), code="bad_tag")
    game = cls(record.options)
    record.options = game.options
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    try:
        for token in tokens[:-1]:
            for action in _actions(game, state, token, viewer):
                actor = max(state.current_player(), 0) if action[0] == DRAW else None
                actor = action[1] if action[0] in (RESIGN, TIME) else actor
                actor = state.current_player() if actor is None else actor
                record.events.append(Event(actor, action))
                state.apply(action)
    except ActionError as why:
        where, last = str(len(record.events) + 1), state.to_text()
        raise BadRecord(
            why.message, code=why.code, where=where, token=why.token, position=last
        ) from why
    outcome = state.outcome()
    record.result = tokens[-1]
    if (outcome.score if outcome else "*") != record.result:
        raise BadRecord(Message("record.result"), code="result_mismatch", token=record.result)
    return record


def _actions(game: Game, state: State, token: str, viewer: int | None) -> list[Action]:
    """What a token stands for; a view may hold a treasure that is covered."""
    if token == COVERED and viewer not in (None, state.current_player()) and state.frame() == HIDE:
        return [("hide", UNKNOWN)]
    return [action for one in game.read_actions(state, token) for action in one.actions]


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    tags: dict[str, str] = {}
    tokens: list[str] = []
    for line in text.splitlines():
        found = _TAG.fullmatch(line.strip())
        if found and not tokens:
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        else:
            tokens += line.split()
    return tags, tokens


def _quote(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
