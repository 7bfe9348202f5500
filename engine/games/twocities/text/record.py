"""Writer of game records (rulebook, section 9); `record_reader.py` reads them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import TABLE_VERBS, Action, Record
from engine.core.errors import BadRecord
from engine.core.records import options_text
from engine.core.tags import escaped, tag_line
from engine.core.texts import Message
from engine.games.twocities.info import INFO
from engine.games.twocities.rules.cards import BOUGHT
from engine.games.twocities.rules.frames import CARD, EVADEDIE, OVER, PENDING, SETUP
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
    texts = [action_text(action) for action in actions]
    if not actions or actions[0][0] not in ("play", "discard"):
        return " ".join(texts)
    state = state.clone()
    words = TurnWriter(state)
    for action in actions:
        words.add(action)
    done = actions[-1][0] == "card" or (state.ask == OVER and actions[-1][0] not in TABLE_VERBS)
    return words.text() if done else " ".join(texts)


class TurnWriter:
    """Writer of one turn, which it plays on `state`."""

    def __init__(self, state: TwoCitiesState) -> None:
        self.state = state
        self._text = ""
        self._attack = ""

    def text(self) -> str:
        return self._text

    def add(self, action: Action) -> None:
        """Write and apply one input."""
        state = self.state
        self._before(action)
        state.apply(action)
        if self._attack and state.ask not in PENDING:
            self._text += self._attack + effect(state)
            self._attack = ""

    def _before(self, action: Action) -> None:
        """Write an input, before it is applied."""
        verb, board = action[0], self.state.board
        if verb == "play" or verb == "discard":
            self._text = ("!" if verb == "discard" else "") + card_text(action[1])
        elif verb == "place":
            self._text += f" @{_bought(self.state)}{NAMES[action[1]]}"
        elif verb == "remove":
            self._text += f" -{LETTERS[board[action[1]] & 7]}{NAMES[action[1]]}"
        elif verb == "move":
            origin, target = action[1:]
            self._text += f" {LETTERS[board[origin] & 7]}{NAMES[origin]}"
            self._text += f"-{NAMES[target]}" if origin != target else ""
        elif verb == "melee" or verb == "shoot":
            self._attack = f"{'x' if verb == 'melee' else '*'}{NAMES[action[1]]}("
        elif verb == "dice":
            self._attack += "".join(str(die) for die in sorted(action[1:])) + ")"
        elif verb == "die":
            self._die(action[1])
        elif verb == "card":
            mark = "" if self.state.deck_count() else "%"
            self._text += f" +{mark}{card_text(action[1])}"

    def _die(self, die: int) -> None:
        if self.state.ask == EVADEDIE:
            self._attack += f"e{die}:"
        else:
            self._text += f" ~{die}"


def _bought(state: TwoCitiesState) -> str:
    return LETTERS[BOUGHT[state.card]]


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
    setup: list[Action] = []
    lines: list[str] = []
    pending: list[Action] = []
    begin = state
    for action in (event.action for event in record.events):
        told = action[0] not in TABLE_VERBS  # table actions are written as the result
        if told and state.ask in SETUP:
            setup.append(action)
        elif told:
            begin = begin if pending else state.clone()
            pending.append(action)
        state.apply(action)
        if told and pending and state.ask in (CARD, OVER):
            lines.append(f"{turn_number(begin)} {turn_text(begin, pending)}")
            pending = []
    if pending:
        inputs = " ".join(action_text(action) for action in pending)
        lines.append(f"{turn_number(begin)} : {inputs}")
    body = [*_setup_lines(state, setup), *lines, record.result]
    return "\n".join([*_tag_lines(game, record, state, setup), "", *body]) + "\n"


def _tag_lines(
    game: TwoCitiesRules, record: Record, state: TwoCitiesState, setup: list[Action]
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


def _setup_lines(state: TwoCitiesState, setup: list[Action]) -> list[str]:
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
