"""Game records, written and read (rulebook, section 7).

A complete set-up stands in its tag, an incomplete one word by word in the text. A record that ends
in the middle of a turn closes with `...` and the decisions of that turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from engine.core.contract import Action, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord, InvalidAction
from engine.core.jsontext import read_json
from engine.core.options import Options, non_default
from engine.core.outcome import UNPROVED, Outcome, unproved_player, won_by
from engine.core.records import log
from engine.core.steps import Step, Steps
from engine.core.tags import LINES, Quoting, TagFault, read_tags, tag_line
from engine.core.texts import Message
from engine.games.stratego.info import INFO
from engine.games.stratego.rules.pieces import (
    COLOURS,
    kind_of,
)
from engine.games.stratego.rules.position import StrategoRules
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.notation import action_text, turn_text
from engine.games.stratego.text.position import result_text
from engine.games.stratego.text.reader import BROKEN_OFF, Reader, forced
from engine.games.stratego.text.rounds import MISSED, NumberedWord, Rounds, marking_last, numbered
from engine.games.stratego.text.tokens import laid_text, read_laid

_NAME = "[A-Za-z][A-Za-z0-9_.]{0,39}"
RESULT = re.compile(rf"(?:{'|'.join(COLOURS)}|draw)\+[a-z_]+")
_KINDS = {f"error.{kind}": kind for kind in ("after_end", "wrong_mark", "turn_number")}
_CLASSES = {"InvalidAction": "bad_token", "IllegalAction": "illegal_action"}


# -- writing -------------------------------------------------------------------------------------


def write_record(game: StrategoRules, record: Record) -> str:
    """Return the canonical text of a game."""
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    actions = [event.action for event in record.events]
    state, setups, words, at = _set_ups(state, actions, record.start is None)
    lines = [f'[Game "{game.info.id}"]']
    changed = non_default(game.info.options, record.options)
    if changed:
        lines.append(tag_line("Options", changed, _JSON))
    lines += [tag_line(key, value, _JSON) for key, value in record.tags.items() if value]
    if record.start:
        lines.append(tag_line("Position", record.start, _JSON))
    lines += [tag_line(f"Setup.{COLOURS[side]}", text, _JSON) for side, text in setups.items()]
    words += _turns(state, actions[at:])
    if (result := _result(state, record)) is not None:
        words.append(result_text(result))
    body = " ".join(words)
    return "\n".join([*lines, "", *([body] if body else [])]) + "\n"


def _result(state: StrategoState, record: Record) -> Outcome | None:
    """Return the result at the end of a game: a board that was not proved has lost it."""
    lost = unproved_player(record.tags, state.game.sides)
    if lost is None or state.result is None:
        return state.result
    return won_by(1 - lost, UNPROVED)


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_JSON = Quoting(".*", read_json, _written)


def _set_ups(
    state: StrategoState, actions: list[Action], fresh: bool
) -> tuple[StrategoState, dict[int, str], list[str], int]:
    """Return the state after the set-ups, their texts by side for the tags, words for what no tag
    says, and the number of actions that both cover."""
    now = state.clone()
    words: list[str] = []
    ready: list[int] = []
    starts: dict[int, int] = {}
    for at, action in enumerate(actions):
        if action[0] not in ("put", "ready", "open"):
            break
        starts.setdefault(now.turn if now.asked == "place" else -1, at)
        if action[0] == "ready":
            ready.append(now.turn)
        words.append(action_text(now, action))
        now.apply(action)
    if not fresh:
        return now, {}, [word for word in words if word], len(words)
    if now.asked == "open":
        del ready[-1]
    told = max((starts[s] for s in starts if s not in ready and s >= 0), default=len(words))
    return now, {side: _home_text(now, side) for side in ready}, words[told:], len(words)


def _decisions(state: StrategoState, actions: list[Action]) -> list[str]:
    """Return the text of each decision."""
    now = state.clone()
    out = []
    for action in actions:
        out.append(action_text(now, action))
        now.apply(action)
    return out


def _home_text(state: StrategoState, side: int) -> str:
    """Return the set-up notation of a home as it stands on the board."""
    home = state.game.tables.homes[side]
    return laid_text(state.game, side, [kind_of(state.board[cell]) for cell in home])


def _turns(state: StrategoState, actions: list[Action]) -> list[str]:
    """Return turn tokens with numbers and move `state` to the end of the actions. An unfinished
    turn is written decision by decision."""
    out: list[str] = []
    rounds = Rounds()
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
        for word, actor in ((token, side), *((MISSED, s) for s in skipped)):
            if word:
                out.append(f"{rounds.number}. {word}" if rounds.opens(actor) else word)
        before, pending = state.clone(), []
    if pending:
        out += [BROKEN_OFF, *_decisions(before, pending)]
    return out


# -- reading -------------------------------------------------------------------------------------


def record_reading(make: Callable[[Options], StrategoRules], text: str) -> Steps[Record]:
    """Return the game of a text, in steps. Raises BadRecord with its class, the token and the last
    good position."""
    tags, at = _split(text)
    game, state, setups, record = _read_head(make, tags)
    if record.start and (setups or state.viewer != game.initial_state().viewer):
        raise _bad_header("Position")
    reader = Reader(state, strict=True)
    _play_set_ups(record, reader, setups)
    yield from _play_body(record, reader, numbered(text[at:]), at)
    return record


def _read_head(
    make: Callable[[Options], StrategoRules], tags: dict[str, Any]
) -> tuple[StrategoRules, StrategoState, dict[str, str], Record]:
    """Return the game, its start, its set-ups by tag and a record with the remaining tags. Raises
    BadRecord `bad_header`."""
    if tags.pop("Game", None) != INFO.id:
        raise _bad_header("Game")
    options = tags.pop("Options", {})
    start = tags.pop("Position", None)
    setups = {key: tags.pop(key) for key in list(tags) if key.startswith("Setup.")}
    if not isinstance(options, dict) or not (start is None or isinstance(start, str)):
        raise _bad_header("Options")
    if not all(isinstance(value, str) for value in (*tags.values(), *setups.values())):
        raise _bad_header(next(iter(tags), "Setup"))
    try:
        game = make(options)
        state = game.state_from_text(start) if start else game.initial_state()
    except (BadOptions, BadPosition) as why:
        raise BadRecord(why.message, code="bad_header", where="0", token="Options") from None
    record = Record(game.options, [], {k: str(v) for k, v in tags.items()}, start)
    return game, state, setups, record


def _split(text: str) -> tuple[dict[str, Any], int]:
    """Return (tags, where the body begins). Raises BadRecord `bad_header`."""
    try:
        tags, at = read_tags(text, _JSON, _NAME, brackets=LINES._replace(between=r"\s+"))
    except TagFault as why:
        raise _bad_header(why.text.rstrip()) from None
    return {name: tag.value for name, tag in tags.items()}, at


def _bad_header(token: str) -> BadRecord:
    """Return the error of a tag that is unreadable or has an impossible value."""
    return BadRecord.at("error.bad_header", token[:80], "7.7", "bad_header", "0")


def _play_set_ups(record: Record, reader: Reader, setups: dict[str, str]) -> None:
    """Play the set-ups of the tags, which must be in acting order without a gap; open the homes
    when all are there."""
    game = reader.state.game
    known = [f"Setup.{side}" for side in game.sides]
    if set(setups) != set(known[: len(setups)]):
        raise _bad_header(next(iter(setups)))
    for side, key in enumerate(known[: len(setups)]):
        laid = read_laid(game, side, setups[key])
        if laid is None or not game.zones[side].complete(laid):
            raise _bad_header(f"{key} {setups[key]}")
        actions: list[Action] = [*(("put", kind) for kind in laid), ("ready",)]
        log(record, reader.state, actions)
    if len(setups) == len(known):
        while reader.state.asked == "open":
            log(record, reader.state, [("open",)])


def _play_body(
    record: Record, reader: Reader, words: Iterator[NumberedWord], begin: int
) -> Steps[None]:
    """Play the words and settle the result, which is written last or not at all."""
    claimed, broken, rounds = "", False, Rounds()
    for (number, token, end), last in marking_last(words):
        if last and RESULT.fullmatch(token):
            claimed, token = token, ""
            if not number:
                break  # else the number is refused: a result belongs to no turn
        before = reader.state.clone()
        if RESULT.fullmatch(token):
            why = InvalidAction.at("error.after_result", token, "7.7")
            raise _refused(why, before)
        try:
            rounds.check(before, number, token)
            if token == BROKEN_OFF and not broken:
                broken = True
                continue
            played = _explicit(reader, token) if broken else reader.take(token)
        except ActionError as why:
            raise _refused(why, reader.state) from None
        rounds.played(token, before, reader.state)
        log(record, before, played, begin + end)
        yield Step(len(record.events))
    _settle(record, reader, claimed)


def _explicit(reader: Reader, token: str) -> list[Action]:
    """Play one decision after `...`, exactly as written."""
    if reader.state.result is not None:
        return reader.take(token)
    action = reader.state.game.parse_action(reader.state, token)
    reader.state.apply(action)
    return [action]


def _refused(why: ActionError, state: StrategoState) -> BadRecord:
    """Return the error of a record for a refused word."""
    code = _KINDS.get(why.message.key, _CLASSES.get(why.code, why.code))
    where = str(state.plies + 1)
    return BadRecord(why.message, code=code, where=where, token=why.token, position=state.to_text())


def _settle(record: Record, reader: Reader, claimed: str) -> None:
    """Set the record's result and check the written one; `out` and `end` before it are not
    written."""
    state = reader.state
    if claimed and state.result is None and state.asked == "turn":
        action = forced(state)
        if action is not None:
            log(record, state, [action])
    result = _result(state, record)
    reached = result_text(result) if result is not None else ""
    if claimed and claimed != reached:
        raise _mismatch(claimed, reached, state)
    record.result = result.score if result is not None else "*"


def _mismatch(claimed: str, reached: str, state: StrategoState) -> BadRecord:
    """Return the error for a written result that the game does not reach."""
    message = Message("error.result_mismatch", "7.7", token=claimed, reached=reached or "-")
    where = str(state.plies)
    position = state.to_text()
    return BadRecord(message, code="result_mismatch", where=where, token=claimed, position=position)


__all__ = ["record_reading", "write_record"]
