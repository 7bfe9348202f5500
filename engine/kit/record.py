"""Text record of games without a form of their own.

Tags, a blank line, the decisions of one turn per line, and the result:

    [Game "Lantern"]
    [J1 "Ana"]
    [Options "width=7"]

    Tc1
    Tb4
    d2 d1-d3

    *

`Options` lists what differs from the defaults, `Start` is a position text, other tags are kept. A
game settled at the table ends with a token that says so (`resign:0`, `time:1`, `draw`).
"""

from __future__ import annotations

from engine.core.contract import AnyGame, Record, State
from engine.core.errors import BadOptions, BadRecord
from engine.core.options import Options, read_all
from engine.core.records import RESULTS, UNDECIDED, options_text, play_readings, read_options
from engine.core.steps import Steps
from engine.core.tags import TagFault, read_tags, tag_line
from engine.core.texts import Message


def write_record(game: AnyGame, record: Record) -> str:
    """Return a game as text."""
    tags = {"Game": game.info.title, **record.tags}
    changed = options_text(game.info.options, record.options, " ")
    if changed:
        tags["Options"] = changed
    if record.start:
        tags["Start"] = record.start
    state = start_of(game, record)
    turn, lines = state.turn_index(), [""]
    for event in record.events:
        lines[-1] += " " + game.action_text(state, event.action)
        state.apply(event.action)
        if state.turn_index() != turn:
            turn = state.turn_index()
            lines.append("")
    head = [tag_line(name, value) for name, value in tags.items()]
    return "\n".join([*head, "", *(line[1:] for line in lines if line), record.result]) + "\n"


def record_reading(title: type[AnyGame], text: str) -> Steps[Record]:
    """Return the game of a text, in steps. Raises BadRecord, BadOptions or BadPosition."""
    tags, at = _tags(text)
    result = text.split()[-1:]
    if tags.pop("Game", "") != title.info.title or result not in [[r] for r in RESULTS]:
        raise BadRecord(Message("record.other_game"), code="bad_tag")
    game = title(_options(title, tags.pop("Options", "")))
    record = Record(game.options, [], tags, start=tags.pop("Start", None))
    state = start_of(game, record)
    readings = game.read_actions(state, text[at : text.rindex(result[0])])
    yield from play_readings(record, state, readings, lambda: str(len(record.events) + 1), at)
    outcome = state.outcome()
    record.result = outcome.score if outcome else UNDECIDED
    if record.result != result[0]:
        raise BadRecord(Message("record.other_result"), code="result_mismatch", token=result[0])
    return record


def start_of(game: AnyGame, record: Record) -> State:
    """Return the first state of a record. Raises BadPosition."""
    state: State = game.state_from_text(record.start) if record.start else game.initial_state()
    return state


def _tags(text: str) -> tuple[dict[str, str], int]:
    try:
        tags, at = read_tags(text)
    except TagFault as why:
        where = f"{why.line}:{why.column}"
        message = Message("record.bad_tag_line", token=why.text[:80])
        raise BadRecord(message, code="bad_tag", where=where, token=why.text[:80]) from None
    return {name: tag.value for name, tag in tags.items()}, at


def _options(title: type[AnyGame], text: str) -> Options:
    try:
        given = read_options(text, None)
    except ValueError as why:
        raise BadOptions(Message("error.option_unknown", option=str(why))) from None
    return read_all(title.info.options, given)
