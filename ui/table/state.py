"""What the person in front of a table is doing that is no part of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.telling import Telling
from engine.core.texts import Message
from ui.input.sketch import Sketch
from ui.session.revision import Revision
from ui.words.targets import NOTHING, Target


@dataclass
class Dragged:
    """A target that is dragged, and what was held before: targets, the last one last."""

    target: Target
    before: tuple[Target, ...]


@dataclass
class TableState:
    """Changed by commands and input, read by presenters."""

    notice: Message | None = None  # what is said about the last input
    refused: Message | None = None  # the newest refusal: a notice that is one stands out
    greeting: Message | None = None  # until somebody in front does something
    question: str = ""  # what is asked before it happens: `resign` or `draw`
    typed: str = ""  # in the field for notation
    setup_typed: str = ""  # in the field for a set-up
    attempt: int = 0  # grows when a field is to be empty again
    hovered: Target = NOTHING  # the target that is looked at
    rested: Target = NOTHING  # the same, where nobody has looked anew since the table changed
    named: Target = NOTHING  # the target that has been looked at for so long that it is named
    pinned: bool = False  # whether a press has asked for that, so that a look elsewhere keeps it
    sketch: Sketch = field(default_factory=Sketch)  # drawn on the board to think with
    whole_log: bool = False  # a long game is drawn from its beginning
    telling: Telling = ()  # what has just happened and is being drawn
    unseen: Telling = ()  # what has happened since the last input
    dragged: Dragged | None = None  # what is being dragged
    revision: Revision = field(default_factory=Revision)  # of everything but the session

    def fresh(self) -> None:
        """A new input: what was said and drawn about the last one is over."""
        self.notice = None
        self.named, self.pinned = NOTHING, False
        self.telling = self.unseen = ()
        self.revision.bump()

    def moved(self) -> None:
        """Somebody else has done something: it comes on top of what has not been looked at yet."""
        unseen = self.unseen
        self.fresh()
        self.unseen = unseen

    def happened(self, telling: Telling) -> None:
        self.telling = telling
        self.unseen += telling
