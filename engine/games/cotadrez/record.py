"""Game records as text, both ways (rule sheet, section 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.contract import DRAW, RESIGN, TABLE_VERBS, TIME, UNKNOWN, Action, Event, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.options import Options, non_default, normalize
from engine.core.texts import Message
from engine.games.cotadrez.info import INFO
from engine.games.cotadrez.notation import turn_text
from engine.games.cotadrez.position import deployment_tokens
from engine.games.cotadrez.reader import lex, read_tokens
from engine.games.cotadrez.state import DEPLOY, CotadrezState, Rules

if TYPE_CHECKING:
    from engine.games.cotadrez.game import Cotadrez

KEYS = ("Event", "Date", "J1", "J2", "Rules", "Result", "Termination")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
REVEALED = ">>>"  # ends the deployments of a record
SUFFIXES = (" (Rojo - Sur)", " (Negro - Norte)")
RULES_ORDER = ("water", "perforar", "relevo", "refuerzos")

_HEADER = re.compile(r'\[([A-Za-z0-9]+) "([^"]*)"\]')


# -- writing -------------------------------------------------------------------------------------


def write_record(game: Rules, record: Record) -> str:
    """Canonical text. Raises BadRecord for a game that did not begin with a deployment."""
    if record.start is not None:
        raise BadRecord(Message("error.record_start"), code="no_deployment")
    state = CotadrezState(game)
    deployed = state
    turns: list[str] = []
    pending: list[Action] = []
    before = state.clone()
    for event in record.events:
        if event.action[0] in TABLE_VERBS:
            continue
        if state.battle:
            pending.append(event.action)
        else:
            deployed = state
        state = state.clone()
        state.apply(event.action)
        if pending and (before.turns != state.turns):
            turns.append(turn_text(before, pending))
            pending = []
        if not pending:
            before = state
    if pending:
        turns.append(turn_text(before, pending))
    if not state.battle:
        deployed = state
    lines = _headers(record, deployed)
    lines += _deployment_lines(deployed, state.battle)
    for number, at in enumerate(range(0, len(turns), 2), 1):
        lines.append(f"{number}. {' '.join(turns[at : at + 2])}")
    return "\n".join([*lines, record.result]) + "\n"


def write_view(game: Rules, record: Record, viewer: int) -> str:
    """The record as a viewer knows it: all of a battle, before it his own deployment only."""
    state = CotadrezState(game)
    for event in record.events:
        state.apply(event.action)
    if state.battle:
        return write_record(game, record)
    lines = [*_headers(record, state.observation(viewer)), state.observation(viewer).to_text()]
    return "\n".join(lines) + "\n"


def _headers(record: Record, deployed: CotadrezState) -> list[str]:
    tags = dict(record.tags)
    half = deployed.deploys[0].half
    for player, key in enumerate(("J1", "J2")):
        if tags.get(key) and half != UNKNOWN:
            tags[key] += SUFFIXES[half ^ player]
    changed = non_default(INFO.options, record.options)
    tags["Rules"] = ";".join(f"{k}={changed[k]}" for k in RULES_ORDER if k in changed)
    tags["Result"] = record.result if record.result != "*" else ""
    on_time = any(event.action[0] == TIME for event in record.events)
    tags["Termination"] = TIME if on_time else ""
    lines = [f'[{key} "{_clean(tags[key])}"]' for key in KEYS if tags.get(key)]
    return [*lines, ""] if lines else []


def _clean(value: str) -> str:
    return " ".join(value.replace('"', "'").split())


def _deployment_lines(state: CotadrezState, battle: bool) -> list[str]:
    first, second = state.deploys
    lines = [" ".join(deployment_tokens(first))] if first.anchor != UNKNOWN else []
    if first.ready:
        lines.append(" ".join(["//", *deployment_tokens(second)]))
    return [*lines, REVEALED] if battle else lines


# -- reading -------------------------------------------------------------------------------------


def read_record(make: Callable[[Options], Rules], text: str) -> Record:
    """The game of a text; events end with the resignation or agreement that its result claims.
    Raises BadRecord with the class, the turn and the token of the first fault."""
    record, headers, body = _read_head(text)
    tokens = lex(body)
    claimed = tokens.pop() if tokens and tokens[-1] in RESULTS else ""
    state = _play(make(record.options), " ".join(tokens), record)
    _settle_result(record, state, claimed, headers)
    return record


def read_view(title: type[Cotadrez], text: str, viewer: int) -> Record:
    """What a viewer was told: of a battle all, before it the deployments as he sees them, which
    are a position without events. Raises BadRecord."""
    record, _, body = _read_head(text)
    if REVEALED in body:
        record = read_record(title, text)
        return title(record.options).told(record, viewer)
    try:
        start = title(record.options).state_from_text(body.strip())
    except BadPosition as why:
        token = body.strip()[:80]
        raise BadRecord(why.message, code="bad_token", where="0", token=token) from None
    record.start, record.viewer = start.to_text(), viewer
    return record


def _read_head(text: str) -> tuple[Record, dict[str, str], str]:
    """A record without events, all headers, and what follows them."""
    headers, body = _split_headers(text)
    try:
        options = normalize(INFO.options, _rules(headers.get("Rules", "")))
    except BadOptions:
        raise _bad_header(
            headers["Rules"], Message("error.bad_header", token=headers["Rules"])
        ) from None
    record = Record(options=options, events=[])
    record.tags = {key: headers[key] for key in ("Event", "Date", "J1", "J2") if key in headers}
    for key in ("J1", "J2"):
        for suffix in SUFFIXES:
            if record.tags.get(key, "").endswith(suffix):
                record.tags[key] = record.tags[key][: -len(suffix)]
                break
    return record, headers, body


def _split_headers(text: str) -> tuple[dict[str, str], str]:
    headers: dict[str, str] = {}
    lines = text.lstrip("\ufeff").splitlines()
    while lines and (lines[0].lstrip().startswith("[") or not lines[0].strip()):
        line = lines.pop(0).strip()
        if not line:
            continue
        match = _HEADER.fullmatch(line)
        if not match or match.group(1) not in KEYS or match.group(1) in headers:
            raise _bad_header(line)
        if match.group(1) == "Termination" and match.group(2) != TIME:
            raise _bad_header(line)
        headers[match.group(1)] = match.group(2)
    return headers, "\n".join(lines)


def _bad_header(token: str, message: Message | None = None) -> BadRecord:
    message = message or Message("error.bad_header", token=token)
    return BadRecord(message, code="bad_header", where="0", token=token)


def _rules(value: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in filter(None, value.split(";")):
        name, _, setting = part.partition("=")
        if name in options or name not in RULES_ORDER:
            raise _bad_header(value)
        options[name] = setting
    return options


def _play(game: Rules, body: str, record: Record) -> CotadrezState:
    """Plays the tokens of a record into `record.events`; returns the state reached."""
    state = CotadrezState(game)
    try:
        for reading in read_tokens(state, body):
            state = state.clone()
            for action in reading.actions:
                record.events.append(Event(state.current_player(), action))
                state.apply(action)
    except ActionError as why:
        where = str(state.turns // 2 + 1) if state.battle else "0"
        raise BadRecord(
            why.message, code=why.code, where=where, token=why.token, position=state.to_text()
        ) from None
    return state


def _settle_result(
    record: Record, state: CotadrezState, claimed: str, headers: dict[str, str]
) -> None:
    """The result token must agree with mate, siege death, an automatic draw and the header; in an
    unfinished game any result is accepted."""
    header, on_time = headers.get("Result", ""), "Termination" in headers
    reached = state.result.score if state.result else ""
    result = claimed or reached or "*"
    where = str(state.turns // 2 + 1) if state.frame() != DEPLOY else "0"
    lost = result in ("1-0", "0-1") and not reached
    if (reached and result != reached) or (header and header != result) or (on_time and not lost):
        message = Message("error.result_mismatch", token=claimed or header, reached=reached or "*")
        raise BadRecord(
            message,
            code="result_mismatch",
            where=where,
            token=claimed or header,
            position=state.to_text(),
        )
    if not reached and result != "*":
        verb = TIME if on_time else RESIGN
        action: Action = (verb, 1 - (result == "0-1")) if lost else (DRAW,)
        record.events.append(Event(max(state.current_player(), 0), action))
    record.result = result
