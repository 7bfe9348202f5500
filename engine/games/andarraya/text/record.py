"""Reader and writer of game records (rulebook, section 7: tags, moves, result)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.core.contract import TIME, Record
from engine.core.errors import ActionError, BadOptions, BadPosition, BadRecord
from engine.core.foreign import FIGURINES, Dialect
from engine.core.options import Options, normalize, read_all
from engine.core.records import RESULTS, UNDECIDED, filled, log, options_text, settlement, turns
from engine.core.steps import Step, Steps
from engine.core.tags import ESCAPED, Tag, TagFault, read_tags, tag_line
from engine.core.texts import Message
from engine.games.andarraya.info import INFO
from engine.games.andarraya.rules.state import AndarrayaRules, AndarrayaState
from engine.games.andarraya.text.notation import read_move, san, without_number
from engine.games.andarraya.text.position import START

RULESET = "Ludii 3"
NO_DATE = "????.??.??"
NO_OPTIONS = "-"
KEPT = ("White", "Black", "Date")
TAGS = ("Game", "Ruleset", "Options", *KEPT, "Result", "Termination", "FEN")

# The tag Termination by result when the position itself does not end the game.
AGREED = {"1-0": "resignation", "0-1": "resignation", "1/2-1/2": "agreement", "*": "unterminated"}

# Verdicts on a position, and what stands behind a capture in passing.
_VERDICTS = "e.p. ep ± ∓ ∞ ⩲ ⩱ □ += =+ +/- -/+ +- -+ +/= =/+ = N".split()
_CHECKS = "ch ch. mate † ‡ # +".split()  # apart from their move

DIALECT = Dialect(
    braces=True,
    lines=True,
    escapes=True,
    variations=True,
    judged="A-Za-z0-9+#",
    alone=True,
    skipped=frozenset([*_VERDICTS, *_CHECKS]),
    dots="...",
    letters=FIGURINES,
)
QUOTING = replace(ESCAPED, value=r'"(?:[^"\\\n]|\\["\\])*"')
_WORD = re.compile(r"\S+")


# -- writing -------------------------------------------------------------------------------------


def write_record(game: AndarrayaRules, record: Record) -> str:
    """Return the canonical text of a record."""
    state = game.state_from_text(record.start) if record.start else game.initial_state()
    start = state.to_text()
    tokens: list[str] = []
    for before, (action,), _ in turns(state, record.events):
        if not before.side:
            tokens.append(f"{before.move_number}.")
        elif not tokens:
            tokens.append(f"{before.move_number}...")
        tokens.append(san(before, action))
    outcome = state.outcome()
    result = outcome.score if outcome else UNDECIDED
    tags = {
        "Game": INFO.title,
        "Ruleset": RULESET,
        "Options": options_text(INFO.options, normalize(INFO.options, record.options))
        or NO_OPTIONS,
        "White": record.tags.get("White", ""),
        "Black": record.tags.get("Black", ""),
        "Date": record.tags.get("Date", NO_DATE),
        "Result": result,
        "Termination": outcome.reason if outcome else AGREED[UNDECIDED],
    }
    if start != START:
        tags["FEN"] = start
    head = [tag_line(name, value, QUOTING) for name, value in tags.items()]
    return "\n".join([*head, "", *filled([*tokens, result])]) + "\n"


# -- reading -------------------------------------------------------------------------------------


def record_reading(make: Callable[[Options], AndarrayaRules], text: str) -> Steps[Record]:
    """Read a record in steps. A result that the position does not explain becomes a last event:
    resignation, agreement or time. Raises BadRecord; `where` is a tag or the ply from 1, `token`
    the refused text."""
    tags, at = _split(text)
    options = _options(tags.get("Options", NO_OPTIONS))
    state = _start(make(options), tags)
    record = Record(options, [], {tag: tags[tag] for tag in KEPT if tag in tags})
    record.start = state.to_text() if state.to_text() != START else None
    yield from _play(record, state, text, at)
    _settle(record, state, tags)
    return record


def _refusal(where: str, token: str, key: str = "tag", why: Message | None = None) -> BadRecord:
    message = why or Message(f"record.{key}", "7.18", where=where, token=token)
    return BadRecord(message, code="BadRecord", where=where, token=token)


def _at_ply(record: Record, state: AndarrayaState, token: str, key: str) -> BadRecord:
    """Return the refusal of the next ply."""
    return _placed(_refusal(str(len(record.events) + 1), token, key), state)


def _unread(record: Record, state: AndarrayaState, token: str, why: Message) -> BadRecord:
    """Return the refusal of the next ply that quotes the move's own refusal."""
    where = str(len(record.events) + 1)
    quoting = Message("record.move", "7.18", where=where, why=why)
    return _placed(_refusal(where, token, why=quoting), state)


def _placed(refusal: BadRecord, state: AndarrayaState) -> BadRecord:
    """Return the refusal with the last good position."""
    refusal.position = state.to_text()
    return refusal


def _split(text: str) -> tuple[dict[str, str], int]:
    """Return (tags, where the moves begin). Raises BadRecord for another game or a bad tag."""
    try:
        found, at = read_tags(text, QUOTING, r"\w+", accept=_accept)
    except TagFault as why:
        if why.value is not None:
            raise _refusal(why.name, why.value) from None
        words = text[why.at + 1 :].split(maxsplit=1)
        raise _refusal(words[0] if words else "", "") from None
    tags = {name: tag.value for name, tag in found.items()}
    for name, only in (("Game", INFO.title), ("Ruleset", RULESET)):
        if tags.get(name, "" if name == "Game" else only) != only:
            raise _refusal(name, tags.get(name, ""))
    return tags, at


def _accept(tag: Tag, before: Mapping[str, Tag]) -> bool:
    """Accept a tag unless one of our own `TAGS` is repeated with another value."""
    known = before.get(tag.name) if tag.name in TAGS else None
    return known is None or known.value == tag.value


def _options(value: str) -> Options:
    """Parse the tag Options. Raises BadRecord."""
    parts = value.split(";") if value != NO_OPTIONS else []
    given = {name: setting for name, _, setting in (part.partition("=") for part in parts)}
    if len(given) < len(parts):
        raise _refusal("Options", value)
    try:
        return read_all(INFO.options, given)
    except BadOptions as why:
        raise _refusal("Options", value, why=why.message) from None


def _start(game: AndarrayaRules, tags: Mapping[str, str]) -> AndarrayaState:
    """Return the position that the record begins with. Raises BadRecord."""
    if "FEN" not in tags:
        return game.initial_state()
    try:
        return game.state_from_text(tags["FEN"])
    except BadPosition as why:
        raise _refusal("FEN", tags["FEN"], why=why.message) from None


def _play(record: Record, state: AndarrayaState, text: str, at: int) -> Steps[None]:
    """Play the moves from `at` on and read the result, which must come last. Raises BadRecord."""
    claimed = False
    for word in _WORD.finditer(text, at):
        token = word[0]
        try:
            move = without_number(state, token) if not claimed else token
            if move and (claimed or (move not in RESULTS and state.outcome())):
                raise _at_ply(record, state, token, "after_end")
            if move in RESULTS:
                record.result, claimed = move, True
            elif move:
                log(record, state, [read_move(state, move)], word.end())
        except ActionError as why:
            raise _unread(record, state, token, why.message) from None
        yield Step(len(record.events))
    if not claimed:
        raise _at_ply(record, state, "", "no_result")


def _settle(record: Record, state: AndarrayaState, tags: Mapping[str, str]) -> None:
    """Check that Result, the result token, Termination and the final position agree (7.17), and
    append the resignation, agreement or time that the result implies. Raises BadRecord."""
    outcome, claimed = state.outcome(), record.result
    if tags.get("Result", claimed) != claimed:
        raise _refusal("Result", tags["Result"], "result")
    if outcome and outcome.score != claimed:
        raise _at_ply(record, state, claimed, "result")
    action = None if outcome else settlement(claimed, tags.get("Termination") == TIME)
    ending = TIME if action and action[0] == TIME else AGREED[claimed]
    if outcome:
        ending = outcome.reason
    if tags.get("Termination", ending) != ending:
        raise _refusal("Termination", tags["Termination"], "result")
    if action:
        log(record, state, [action])
