"""Game records, both ways (rule sheet, section 7).

A set-up that is complete stands in its tag, otherwise its words stand in the text one by one. A
record that breaks off in the middle of a turn ends with `...` and the decisions of that turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.contract import TABLE_VERBS, Action, Event, Outcome, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.options import non_default
from engine.core.texts import Message
from engine.games.stratego.notation import action_text, turn_text
from engine.games.stratego.pieces import COLOURS
from engine.games.stratego.position import REASONS, result_text
from engine.games.stratego.reader import BROKEN_OFF, Reader, forced, lex
from engine.games.stratego.state import StrategoState
from engine.games.stratego.tokens import laid_text, read_laid

if TYPE_CHECKING:
    from engine.games.stratego.game import Stratego

_TAG = re.compile(r"\[([A-Za-z][A-Za-z0-9_.]{0,39})\s+(.*)\]")
RESULT = re.compile(rf"(?:{'|'.join(COLOURS)}|draw)\+[a-z_]+")
_KINDS = {"error.after_end": "after_end", "error.wrong_mark": "wrong_mark"}
_CLASSES = {"InvalidAction": "bad_token", "IllegalAction": "illegal_action"}
Explicit = Callable[["StrategoState", list[Action]], list[str]]


# -- writing -------------------------------------------------------------------------------------


def write_record(game: Stratego, record: Record) -> str:
    """The canonical text of a game."""
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    actions = [event.action for event in record.events]
    setups, words, at = _set_ups(state, actions, record.start is None)
    for action in actions[:at]:
        state.apply(action)
    tags = {f"Setup.{COLOURS[side]}": text for side, text in setups.items()}
    tokens = [*words, *turns(state, actions[at:], decisions)]
    return compose(game, record, tags, tokens, state.result)


def compose(
    game: Stratego,
    record: Record,
    tags: Mapping[str, str],
    tokens: Sequence[str],
    result: Outcome | None,
) -> str:
    """The whole text; `tags` are those of the set-ups and what else comes last."""
    lines = [f'[Game "{game.info.id}"]']
    changed = non_default(game.info.options, record.options)
    if changed:
        lines.append(_tag("Options", changed))
    lines += [_tag(key, value) for key, value in record.tags.items() if value]
    if record.start:
        lines.append(_tag("Position", record.start))
    lines += [_tag(key, text) for key, text in tags.items()]
    words = [*tokens, result_text(result)] if result is not None else tokens
    body = " ".join(words)
    return "\n".join([*lines, "", *([body] if body else [])]) + "\n"


def _tag(key: str, value: Any) -> str:
    return f"[{key} {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}]"


def _set_ups(
    state: StrategoState, actions: list[Action], fresh: bool
) -> tuple[dict[int, str], list[str], int]:
    """(set-up by side for the tags, words for what no tag says, number of actions told by both)."""
    at = 0
    while at < len(actions) and actions[at][0] in ("put", "ready", "open"):
        at += 1
    if not fresh:
        return {}, [w for w in decisions(state, actions[:at]) if w], at
    now = state.clone()
    complete: dict[int, str] = {}
    starts: dict[int, int] = {}
    for number, action in enumerate(actions[:at]):
        starts.setdefault(now.turn if now.asked == "place" else -1, number)
        if action[0] == "ready":
            complete[now.turn] = home_text(now, now.turn)
        now.apply(action)
    if not now.setting_up:
        sides = range(now.game.players)
        return {side: home_text(now, side) for side in sides}, [], at
    if now.asked == "open":
        last = now.game.players - 1
        del complete[last]
    told = max((starts[s] for s in starts if s not in complete and s >= 0), default=at)
    part = state.clone()
    for action in actions[:told]:
        part.apply(action)
    return complete, decisions(part, actions[told:at]), at


def decisions(state: StrategoState, actions: list[Action]) -> list[str]:
    """The words of decisions one by one."""
    now = state.clone()
    out = []
    for action in actions:
        out.append(action_text(now, action))
        now.apply(action)
    return out


def home_text(state: StrategoState, side: int) -> str:
    """The set-up notation of a home as it stands on the board."""
    home = state.game.tables.homes[side]
    return laid_text(state.game, side, [state.board[cell] & 15 for cell in home])


def turns(state: StrategoState, actions: list[Action], explicit: Explicit) -> list[str]:
    """Tokens with numbers; `state` is moved on to the end of the actions. `explicit` words a turn
    that is broken off."""
    out: list[str] = []
    number, last = 0, 99
    pending: list[Action] = []
    before = state.clone()
    for action in actions:
        pending.append(action)
        state.apply(action)
        if state.turns == before.turns:
            continue
        token = turn_text(before, pending)
        if action[0] == "end" or (action[0] == "out" and state.result is not None):
            token = ""
        side = before.turn
        skipped = () if state.result is not None else state.skipped
        for word, actor in ((token, side), *(("--", s) for s in skipped)):
            if not word:
                continue
            if actor <= last:
                number += 1
                word = f"{number}. {word}"
            last = actor
            out.append(word)
        before, pending = state.clone(), []
    if pending:
        out += [BROKEN_OFF, *explicit(before, pending)]
    return out


# -- reading -------------------------------------------------------------------------------------


class Head(NamedTuple):
    """What the tags of a record say: the game, where it begins, its set-ups, and a record with all
    that is left."""

    game: Stratego
    state: StrategoState
    setups: dict[str, str]
    record: Record


def read_record(title: type[Stratego], text: str) -> Record:
    """The game of a text. Raises BadRecord with its class, the token and the last good position."""
    tags, body = split(text)
    game, state, setups, record = read_head(title, tags)
    if record.start and (setups or state.viewer != game.initial_state().viewer):
        raise bad_header("Position")
    reader = Reader(state, strict=True)
    _play_set_ups(record, reader, setups)
    _play_body(record, reader, lex(body))
    return record


def read_head(title: type[Stratego], tags: dict[str, Any]) -> Head:
    """Raises BadRecord `bad_header`."""
    if tags.pop("Game", None) != title.info.id:
        raise bad_header("Game")
    options = tags.pop("Options", {})
    start = tags.pop("Position", None)
    setups = {key: tags.pop(key) for key in list(tags) if key.startswith("Setup.")}
    if not isinstance(options, dict) or not (start is None or isinstance(start, str)):
        raise bad_header("Options")
    if not all(isinstance(value, str) for value in (*tags.values(), *setups.values())):
        raise bad_header(next(iter(tags), "Setup"))
    try:
        game = title(options)
        state = game.state_from_text(start) if start else game.initial_state()
    except (BadOptions, BadPosition) as why:
        raise BadRecord(why.message, code="bad_header", where="0", token="Options") from None
    record = Record(game.options, [], {k: str(v) for k, v in tags.items()}, start)
    return Head(game, state, setups, record)


def split(text: str) -> tuple[dict[str, Any], str]:
    """Tags and body. Raises BadRecord `bad_header`."""
    tags: dict[str, Any] = {}
    lines = text.lstrip("\ufeff").splitlines()
    while lines and (lines[0].strip().startswith("[") or not lines[0].strip()):
        line = lines.pop(0).strip()
        if not line:
            continue
        match = _TAG.fullmatch(line)
        try:
            value = json.loads(match[2]) if match else None
        except (ValueError, RecursionError):
            value = None
        if match is None or value is None or match[1] in tags:
            raise bad_header(line)
        tags[match[1]] = value
    return tags, "\n".join(lines)


def bad_header(token: str) -> BadRecord:
    """A tag that cannot be read, or says what cannot be."""
    message = Message("error.bad_header", "7.7", token=token[:80])
    return BadRecord(message, code="bad_header", where="0", token=token[:80])


def _add(record: Record, state: StrategoState, actions: list[Action]) -> None:
    """Logs what was played from `state` on."""
    now = state.clone()
    for action in actions:
        actor = action[1] if action[0] in ("resign", "time") else max(now.current_player(), 0)
        record.events.append(Event(actor, action))
        now.apply(action)


def _play_set_ups(record: Record, reader: Reader, setups: dict[str, str]) -> None:
    """Set-up tags, in acting order without a gap; when all are there the homes are opened."""
    game = reader.state.game
    known = [f"Setup.{side}" for side in game.sides]
    if set(setups) != set(known[: len(setups)]):
        raise bad_header(next(iter(setups)))
    for side, key in enumerate(known[: len(setups)]):
        before = reader.state.clone()
        laid = read_laid(game, side, setups[key])
        if laid is None or not game.zones[side].complete(laid):
            raise bad_header(f"{key} {setups[key]}")
        actions: list[Action] = [*(("put", kind) for kind in laid), ("ready",)]
        for action in actions:
            reader.state.apply(action)
        _add(record, before, actions)
    if len(setups) == len(known):
        while reader.state.asked == "open":
            _add(record, reader.state, [("open",)])
            reader.state.apply(("open",))


def _play_body(record: Record, reader: Reader, tokens: list[str]) -> None:
    claimed = tokens.pop() if tokens and RESULT.fullmatch(tokens[-1]) else ""
    broken = False
    for token in tokens:
        if token == BROKEN_OFF and not broken:
            broken = True
            continue
        before = reader.state.clone()
        try:
            played = _explicit(reader, token) if broken else reader.take(token)
        except ActionError as why:
            raise refused(why, reader.state) from None
        _add(record, before, played)
    _settle(record, reader, claimed)


def _explicit(reader: Reader, token: str) -> list[Action]:
    """One decision after `...`: exactly what is written."""
    if reader.state.result is not None:
        return reader.take(token)
    action = reader.state.game.parse_action(reader.state, token)
    reader.state.apply(action)
    return [action]


def refused(why: ActionError, state: StrategoState) -> BadRecord:
    """The class a record has for a word that is refused."""
    code = _KINDS.get(why.message.key, _CLASSES.get(why.code, why.code))
    where = str(state.plies + 1)
    return BadRecord(why.message, code=code, where=where, token=why.token, position=state.to_text())


def _settle(record: Record, reader: Reader, claimed: str) -> None:
    """The result must be the one reached; `out` and `end` before it are not written."""
    state = reader.state
    if claimed and state.result is None and state.asked == "turn":
        action = forced(state)
        if action is not None:
            _add(record, state, [action])
            state.apply(action)
    reached = result_text(state.result) if state.result is not None else ""
    if claimed and claimed != reached:
        raise mismatch(claimed, reached, state)
    record.result = state.result.score if state.result is not None else "*"


def mismatch(claimed: str, reached: str, state: StrategoState) -> BadRecord:
    """A result the game does not reach."""
    message = Message("error.result_mismatch", "7.7", token=claimed, reached=reached or "-")
    where = str(state.plies)
    position = state.to_text()
    return BadRecord(message, code="result_mismatch", where=where, token=claimed, position=position)


__all__ = ["REASONS", "TABLE_VERBS", "Head", "read_record", "write_record"]
