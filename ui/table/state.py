"""State of the table screen that is not part of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.scene import Scene
from engine.core.telling import Telling
from engine.core.texts import Message
from ui.input.premove import Premove
from ui.input.sketch import Sketch
from ui.input.unplayed import Unplayed
from ui.session.revision import Revision
from ui.words.targets import NOTHING, Target


class StepBoard(NamedTuple):
    """The board as it was at a step of the strip. `revision`: of the session that it belongs to."""

    scene: Scene
    revision: int


class Remark(NamedTuple):
    """What the computer's character says about the position after so many events. `hush`: the words
    of the button that ends all remarks."""

    events: int
    words: str
    hush: str


class FlagMap(NamedTuple):
    """The chances that unknown pieces are the flag, by id, after so many events, as `viewer` knows
    them."""

    events: int
    viewer: int
    shares: dict[str, float]


@dataclass
class Dragged:
    """A drag: its target, and the selection before it."""

    target: Target
    before: tuple[Target, ...]


@dataclass
class TableState:
    """Mutable view state: changed by commands and input, read by presenters."""

    notice: Message | None = None  # the answer to the last input
    refused: Message | None = None  # the last refusal; a notice equal to it is drawn as one
    greeting: Message | None = None  # shown until the first input
    question: str = ""  # the open question: `resign` or `draw`
    typed: str = ""  # in the field for notation
    setup_typed: str = ""  # in the field for a set-up
    attempt: int = 0  # incremented to empty a field
    hovered: Target = NOTHING  # under the pointer or with the focus
    rested: Target = NOTHING  # `hovered` when the table changed; no hover until the pointer moves
    named: Target = NOTHING  # the target whose description is shown
    pinned: bool = False  # the description was asked for by a press, so hovering keeps it
    unplayed: Unplayed | None = None  # the move to be confirmed; read it by `Table.unplayed`
    premove: Premove = field(default_factory=Premove)
    sketch: Sketch = field(default_factory=Sketch)  # arrows and circles
    whole_log: bool = False  # draw the log of a long game from the start
    telling: Telling = ()  # the latest happenings, being drawn
    tab: str = "game"  # of the panel: `game` or `sides`
    more: bool = False  # the rest of the tools is shown
    told_at: int = 0  # the step that a phone's strip shows alone, from 1; 0: all
    told_before: int = 0  # the same before the last input
    stage: StepBoard | None = None  # the board at that step
    warned: int = -1  # number of events before the move last judged for a warning
    flags: FlagMap | None = None  # read it by `Table.flags`
    remark: Remark | None = None  # read it by `Table.remark`
    passing: int = -1  # number of events after which the turn passes by itself
    zen: bool = False  # only board, question and clocks are shown
    opened: bool = False  # whether they were before the last input
    dragged: Dragged | None = None
    revision: Revision = field(default_factory=Revision)  # of everything but the session

    def fresh(self) -> None:
        """Start a new input: clear what was said and drawn about the last one."""
        self.notice = None
        self.named, self.pinned = NOTHING, False
        self.telling = ()
        self.opened, self.more = self.more, False
        self.told_before, self.told_at = self.told_at, 0
        self.stage = None
        self.revision.bump()
