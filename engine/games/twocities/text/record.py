"""Writer of game records (rulebook, section 9); `record_reader.py` reads them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import TABLE_VERBS, Action, Record
from engine.core.errors import BadRecord
from engine.core.records import options_text, turns
from engine.core.tags import escaped, tag_line
from engine.core.texts import Message
from engine.games.twocities.info import INFO
from engine.games.twocities.rules.cards import BOUGHT
from engine.games.twocities.rules.frames import EVADEDIE, OVER, PENDING, SETUP
from engine.games.twocities.rules.pieces import CITY, LETTERS, NAMES
from engine.games.twocities.rules.position import TwoCitiesRules
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.text.notation import action_text, card_text

RULES = "twocities 0.995"
QUOTING = escaped(lambda text: text.replace("\n", " "), barred=r"\n")
TAGS = ("Event", "Date", "J1", "J2", "Rules", "Setup", "Options", "Result", "Termination")
FREE_TAGS = TAGS[:4]


# -- turns ---------------------------------------------------------------------------------------


def turn_text(state: TwoCitiesState, actions: Sequence[Action]) -> str:
    """Return the text of a completed turn as in records, of anything else as inputs."""
    return _turn(state, actions)[0]


def _turn(state: TwoCitiesState, actions: Sequence[Action]) -> tuple[str, bool]:
    """Return `turn_text` and whether it is the text of a completed turn."""
    state = state.clone()
    text = ""
    whole = bool(actions) and actions[0][0] in ("play", "discard")
    for action in actions if whole else ():
        text += _written(state, action)
        pending = state.ask in PENDING
        state.apply(action)
        if pending and state.ask not in PENDING:
            text += effect(state)
    over = whole and state.ask == OVER and actions[-1][0] not in TABLE_VERBS
    if over or (whole and actions[-1][0] == "card"):
        return text, True
    return " ".join(action_text(action) for action in actions), False


def _written(state: TwoCitiesState, action: Action) -> str:
    """Return what an input adds to the text of its turn."""
    verb, *numbers = action
    if verb == "play" or verb == "discard":
        return ("!" if verb == "discard" else "") + card_text(numbers[0])
    if verb == "card":
        return f" +{'' if state.deck_count() else '%'}{card_text(numbers[0])}"
    if verb == "dice":
        return "".join(str(die) for die in sorted(numbers)) + ")"
    if verb == "die":
        return f"e{numbers[0]}:" if state.ask == EVADEDIE else f" ~{numbers[0]}"
    if verb == "melee" or verb == "shoot":
        return f"{'x' if verb == 'melee' else '*'}{NAMES[numbers[0]]}("
    if verb == "place":
        return f" @{LETTERS[BOUGHT[state.card]]}{NAMES[numbers[0]]}"
    if verb == "remove" or verb == "move":
        origin, *target = numbers
        goal = "".join(f"-{NAMES[square]}" for square in target if square != origin)
        letter = LETTERS[state.board[origin] & 7]
        return f" {'-' if verb == 'remove' else ''}{letter}{NAMES[origin]}{goal}"
    return ""


def effect(state: TwoCitiesState) -> str:
    """Return the result of the attack that has just been resolved, such as `/h=1<2#`."""
    fight = state.shown
    assert fight is not None
    text = f"/{fight.guard}" if fight.asked else ""
    text += f"={fight.lost}"
    if fight.back:
        text += f"{'v' if fight.evaded else '<'}{fight.back}"
    if fight.dead:
        text += "##" if fight.target & 7 == CITY else "#"
    return text


def turn_number(state: TwoCitiesState) -> str:
    return f"{state.number}{'...' if state.side else '.'}"


# -- whole records -------------------------------------------------------------------------------


def write_record(game: TwoCitiesRules, record: Record) -> str:
    """Return the canonical text. Raises BadRecord for a game that started from a position."""
    if record.start is not None:
        raise BadRecord(Message("error.record_start"))
    state = game.initial_state()
    setup: Sequence[Action] = ()
    lines: list[str] = []
    for before, actions, _ in turns(state, record.events):
        if before.ask in SETUP:
            setup = actions
            continue
        text, done = _turn(before, actions)
        lines.append(f"{turn_number(before)} {'' if done else ': '}{text}")
    body = [*_setup_lines(state, setup), *lines, record.result]
    return "\n".join([*_tag_lines(game, record, state, setup), "", *body]) + "\n"


def _tag_lines(
    game: TwoCitiesRules, record: Record, state: TwoCitiesState, setup: Sequence[Action]
) -> list[str]:
    tags = {key: record.tags[key] for key in FREE_TAGS if record.tags.get(key)}
    tags["Rules"] = RULES
    tags["Setup"] = str(game.options["setup"])
    if setup and setup[0][0] == "line":
        tags["Setup"] += " " + action_text(setup[0]).removeprefix("line:")
    if options := options_text(INFO.options[1:], game.options, " "):
        tags["Options"] = options
    tags["Result"] = record.result
    tags["Termination"] = state.ending[0] if state.ending else ""
    return [tag_line(key, tags[key], QUOTING) for key in TAGS if key in tags]


def _setup_lines(state: TwoCitiesState, setup: Sequence[Action]) -> list[str]:
    """Return the set-up line; an unfinished set-up as its inputs, under number 0 (T39)."""
    inputs = [action_text(one) for one in setup if one[0] != "line"]  # `line` is in the tag Setup
    if not inputs:
        return []
    if state.ask in SETUP:
        return ["0. : " + " ".join(inputs)]
    words = [text.partition(":")[2] for text in inputs]
    forests, hills = (pair.replace(",", " ") for pair in words[:2])
    white, black = " ".join(words[2:5]), " ".join(words[5:8])
    return [f"tF {forests} tH {hills} // mB {white} mN {black} >>>"]
