"""Reader and writer of game records (rulebook, section 6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.core.contract import TIME, UNKNOWN, Record
from engine.core.errors import BadOptions, BadRecord
from engine.core.options import Options, read_all
from engine.core.records import (
    RESULTS,
    UNDECIDED,
    log,
    options_text,
    play_readings,
    read_options,
    settlement,
    turns,
)
from engine.core.steps import Steps
from engine.core.tags import LINES, PLAIN, Tag, TagFault, read_tags, tag_line
from engine.core.texts import Message
from engine.games.cotadrez.info import INFO
from engine.games.cotadrez.rules.state import DEPLOY, CotadrezRules, CotadrezState
from engine.games.cotadrez.text.notation import turn_text
from engine.games.cotadrez.text.position import deployment_tokens
from engine.games.cotadrez.text.reader import lex, read_lexed

NAMES = ("J1", "J2")
FREE_KEYS = ("Event", "Date", *NAMES)
KEYS = (*FREE_KEYS, "Rules", "Result", "Termination")
REVEALED = ">>>"  # ends the deployments of a record
SUFFIXES = (" (Rojo - Sur)", " (Negro - Norte)")
_SUFFIX = re.compile(f"(?:{'|'.join(map(re.escape, SUFFIXES))})\\Z")
MAP = "water"
UNNAMED = ("lagos", "estanques", "seco")  # maps tried in this order if a record names none


# -- writing -------------------------------------------------------------------------------------


def write_record(game: CotadrezRules, record: Record) -> str:
    """Return the canonical text. Raises BadRecord for a game without its deployment."""
    if record.start is not None:
        raise BadRecord(Message("error.record_start"), code="no_deployment")
    state = deployed = CotadrezState(game)
    texts: list[str] = []
    for turn in turns(state, record.events):
        if turn.before.battle:
            texts.append(turn_text(turn.before, turn.actions))
        else:
            deployed = turn.before
    if not state.battle:
        deployed = state
    lines = _headers(record, deployed)
    lines += _deployment_lines(deployed, state.battle)
    for number, at in enumerate(range(0, len(texts), 2), 1):
        lines.append(f"{number}. {' '.join(texts[at : at + 2])}")
    return "\n".join([*lines, record.result]) + "\n"


def _headers(record: Record, deployed: CotadrezState) -> list[str]:
    tags = dict(record.tags)
    half = deployed.deploys[0].half
    for player, key in enumerate(NAMES):
        if tags.get(key) and half != UNKNOWN:
            tags[key] += SUFFIXES[half ^ player]
    tags["Rules"] = options_text(INFO.options, record.options, always=(MAP,))
    tags["Result"] = record.result if record.result != UNDECIDED else ""
    on_time = any(event.action[0] == TIME for event in record.events)
    tags["Termination"] = TIME if on_time else ""
    lines = [tag_line(key, tags[key], PLAIN) for key in KEYS if tags.get(key)]
    return [*lines, ""] if lines else []


def _deployment_lines(state: CotadrezState, battle: bool) -> list[str]:
    first, second = state.deploys
    lines = [" ".join(deployment_tokens(first))] if first.anchor != UNKNOWN else []
    if first.ready:
        lines.append(" ".join(["//", *deployment_tokens(second)]))
    return [*lines, REVEALED] if battle else lines


# -- reading -------------------------------------------------------------------------------------


def record_reading(make: Callable[[Options], CotadrezRules], text: str) -> Steps[Record]:
    """Read a record in steps; a claimed resignation, agreement or loss on time is its last event.
    Raises BadRecord with error class, turn and token of the first fault; if the text names no map,
    for the map on which most of it is legal."""
    headers, tokens = _split_headers(text)
    rules = headers.get("Rules", "")
    try:
        given = read_options(rules)
        options = read_all(INFO.options, given)
    except (ValueError, BadOptions):
        raise _bad_header(rules) from None
    faults: list[tuple[int, BadRecord]] = []
    for water in UNNAMED if MAP not in given else (options[MAP],):
        record = Record({**options, MAP: water}, [], _tags(headers))
        try:
            yield from _play(make, record, headers, tokens)
        except BadRecord as why:
            faults.append((len(record.events), why))
            continue
        if MAP not in given:
            named = Message(f"option.{MAP}.{water}")
            record.remarks = (Message("record.map", "6.17", map=named),)
        return record
    raise max(faults, key=lambda fault: fault[0])[1]


def _play(
    make: Callable[[Options], CotadrezRules],
    record: Record,
    headers: dict[str, str],
    tokens: list[re.Match[str]],
) -> Steps[None]:
    """Play the tokens into `record` and settle its result. Raises BadRecord."""
    claimed = tokens[-1][0] if tokens and tokens[-1][0] in RESULTS else ""
    state = CotadrezState(make(record.options))
    readings = read_lexed(state, tokens[:-1] if claimed else tokens)
    yield from play_readings(record, state, readings, lambda: _where(state, state.battle))
    _settle_result(record, state, claimed, headers)


def _tags(headers: dict[str, str]) -> dict[str, str]:
    """Return names, event and date; the colour suffixes of the names are removed."""
    tags = {key: headers[key] for key in FREE_KEYS if key in headers}
    return {key: _SUFFIX.sub("", tags[key]) if key in NAMES else tags[key] for key in tags}


def _split_headers(text: str) -> tuple[dict[str, str], list[re.Match[str]]]:
    try:
        tags, at = read_tags(text, PLAIN, "[A-Za-z0-9]+", accept=_accept, brackets=LINES)
    except TagFault as why:
        raise _bad_header(why.text.rstrip()) from None
    return {name: tag.value for name, tag in tags.items()}, lex(text, at)


def _accept(tag: Tag, before: Mapping[str, Tag]) -> bool:
    if tag.name == "Termination" and tag.value != TIME:
        return False
    return tag.name in KEYS and tag.name not in before


def _bad_header(token: str) -> BadRecord:
    return BadRecord.at("error.bad_header", token, code="bad_header", where="0")


def _where(state: CotadrezState, fighting: bool) -> str:
    """Return the number of the round as text; 0 during the deployment."""
    return str(state.turns // 2 + 1) if fighting else "0"


def _settle_result(
    record: Record, state: CotadrezState, claimed: str, headers: dict[str, str]
) -> None:
    """Check that result token, header and reached outcome agree, and append the resignation,
    agreement or loss on time that the result implies. If the position is not decided, any result is
    accepted. Raises BadRecord."""
    header, on_time = headers.get("Result", ""), "Termination" in headers
    reached = state.result.score if state.result else ""
    result = claimed or reached or UNDECIDED
    lost = result in ("1-0", "0-1") and not reached
    if (reached and result != reached) or (header and header != result) or (on_time and not lost):
        token = claimed or header
        raise BadRecord(
            Message("error.result_mismatch", token=token, reached=reached or UNDECIDED),
            code="result_mismatch",
            where=_where(state, state.frame() != DEPLOY),
            token=token,
            position=state.to_text(),
        )
    action = settlement(result, on_time)
    if action and not reached:
        log(record, state, [action])
    record.result = result
