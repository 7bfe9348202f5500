"""The `Game` of A Tale of Two Cities: compiles the options and binds the contract to modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from engine.core.contract import UNKNOWN, Action, Event, Game
from engine.core.foreign import Dialect
from engine.core.hidden import CardDraw
from engine.games.twocities.info import INFO, LINE
from engine.games.twocities.rules.frames import DEAL, DRAWING, FRAMES
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table import explain as _explain
from engine.games.twocities.table import look, sentences, strikes, struck
from engine.games.twocities.table import scene as _scene
from engine.games.twocities.text import notation, position, record, record_reader


class TwoCities(Game[TwoCitiesState]):
    """A Tale of Two Cities with one set of options, compiled as `TwoCitiesRules` says."""

    info = INFO
    # Record syntax to keep: `(14)` after a square are dice, `?` is a hidden card, blanks count.
    dialect = Dialect(
        braces=True,
        lines=True,
        variations=True,
        kept=r"(?<=[a-z0-9])\([^()\s]*\)",
        judged="a-z0-9#",
        dots="...",
        tight=True,
    )
    frames = FRAMES

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        setup = str(self.options["setup"])
        self.line = {"line": LINE, "random": ""}.get(setup, setup)
        self.any_four: bool = self.options["four"] == "any"
        self.siege: bool = self.options["siege"] == "yes"
        self.city: int = self.options["city"]

    def initial_state(self) -> TwoCitiesState:
        return TwoCitiesState(self)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)
    prompt = staticmethod(sentences.prompt)

    def action_text(self, state: TwoCitiesState, action: Action) -> str:
        return notation.action_text(action)

    turn_text = staticmethod(record.turn_text)
    parse_action = staticmethod(notation.read_input)
    parse_table_action = staticmethod(notation.read_table_input)
    write_record = record.write_record
    record_reading = classmethod(record_reader.record_reading)

    def first_number(self, start: TwoCitiesState) -> int:
        return int(start.number)

    path = staticmethod(look.path)

    mark = staticmethod(look.action_mark)
    reach = staticmethod(look.reach_marks)
    foresee = staticmethod(look.foresee)
    attacks = staticmethod(strikes.attacks)
    shortcuts = staticmethod(strikes.shortcuts)
    thrown = staticmethod(struck.thrown)
    explain = staticmethod(_explain.explain)
    scene = staticmethod(_scene.build)
    goal = staticmethod(sentences.goal)

    def redact(self, state: TwoCitiesState, event: Event, viewer: int) -> Event | None:
        """Implement `Game.redact`: only the receiver sees a dealt or drawn card (section 6)."""
        if event.action[0] not in ("deal", "card") or viewer == state.receiver():
            return event
        return Event(event.actor, (event.action[0], UNKNOWN))

    def draws(self, state: TwoCitiesState) -> CardDraw | None:
        """Implement `Game.draws`: the deal and the draw at the end of a turn (section 5)."""
        if state.ask not in (DEAL, DRAWING):
            return None
        outcomes = [action for action, _ in state.chance_outcomes()]
        return CardDraw(state.receiver(), outcomes[0][0], tuple(card for _, card in outcomes))

    def card_played(self, event: Event) -> int | None:
        return int(event.action[1]) if event.action[0] in ("play", "discard") else None

    @cached_property
    def evaluate(self) -> Callable[[TwoCitiesState, int], float]:
        from engine.games.twocities.search.threats import evaluate

        return evaluate


GAME = TwoCities
