"""The `Game` of Rilatria: compiles the options and binds the contract to the other modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.contract import Action, Game, Path
from engine.core.errors import BadOptions
from engine.core.foreign import Dialect
from engine.games.rilatria.info import INFO
from engine.games.rilatria.rules.pieces import FIELDS
from engine.games.rilatria.rules.state import FRAMES, OVER, RilatriaState
from engine.games.rilatria.table import areas, arrange
from engine.games.rilatria.table import explain as _explain
from engine.games.rilatria.table import scene as _scene
from engine.games.rilatria.text import notation, position, record, record_reader


class Rilatria(Game[RilatriaState]):
    """Rilatria with one set of options, compiled as `RilatriaRules` says."""

    info = INFO
    # Record syntax to keep: `;` ends a turn, `(6.4.0.2)` are values, `?` draws, `$` sacrifices.
    dialect = Dialect(
        braces=True, variations=True, kept=r"\([0-9. ]*\)", judged="A-Za-z0-9", dots="..."
    )
    frames = tuple(name for phase, name in FRAMES.items() if phase != OVER)
    opens_turns = True  # the treaties apply by themselves

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        """Compile the options. Raises BadOptions with code `state` (section 11)."""
        try:
            super().__init__(options)
        except BadOptions as why:
            raise BadOptions(why.message, code="state") from None
        self.blow: int = self.options["blow"]
        self.shared: bool = self.options["deck"] == "shared"
        self.count: bool = self.options["limit"] == "count"
        self.quiet: int = self.options["quiet"]
        self.rounds: int = self.options["rounds"]
        self.mend: str = self.options["mend"]
        self.purse: bool = self.options["purse"] == "yes"
        self.zones, self.army = FIELDS[self.options["field"]]

    def initial_state(self) -> RilatriaState:
        return RilatriaState(self)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)
    prompt = staticmethod(_scene.prompt)
    fault = staticmethod(position.fault)
    action_text = staticmethod(notation.action_text)
    turn_text = staticmethod(notation.turn_text)
    parse_action = staticmethod(notation.read_decision)
    read_word = staticmethod(notation.actions_of)
    write_record = record.write_record
    record_reading = classmethod(record_reader.record_reading)

    def first_number(self, start: RilatriaState) -> int:
        return start.round

    def path(self, state: RilatriaState, action: Action) -> Path:
        return _scene.path(action)

    def mark(self, state: RilatriaState, action: Action) -> str:
        return _scene.action_mark(action)

    reach = staticmethod(_scene.reach)
    thrown = staticmethod(_scene.thrown)
    graph = staticmethod(areas.graph)
    arrangement = staticmethod(arrange.arrangement)
    random_draft = staticmethod(arrange.random_draft)
    mirror_draft = staticmethod(arrange.mirror_draft)
    explain = staticmethod(_explain.explain)
    why_not = staticmethod(_explain.refusal)
    scene = staticmethod(_scene.build)
    goal = staticmethod(_scene.goal)


GAME = Rilatria
