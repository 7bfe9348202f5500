"""Everything that lies on one table, and what follows from it: commands change it, presenters
read it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.contract import Action, Arrangement, Draft
from engine.core.scene import Area, Scene
from engine.core.texts import Message
from ui.input.arrange import Arrange
from ui.input.selection import Selection
from ui.render.board import Names
from ui.saves.named_setups import NamedSetups
from ui.session.chronicle import Chronicle
from ui.session.heard import Heard
from ui.session.revision import Cached
from ui.session.seats import ClockFace, LookingBack, RemoteSide, SeatPlayer
from ui.session.session import Session
from ui.shell.ports import Requests
from ui.table.facing import below
from ui.table.opponent import Opponent
from ui.table.state import TableState
from ui.table.voice import Voice
from ui.words.names import known_as
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.session.review import Review
    from ui.shell.app import App


class Table:
    """One session, the state of the person in front, and whoever plays by himself.

    `thought(moved)` is called when a computer has moved, or has something to say.
    """

    def __init__(
        self, app: App, controller: Requests, session: Session, thought: Callable[[bool], None]
    ) -> None:
        self.app = app
        self.controller = controller
        self.session = session
        self.game = session.game
        self.game_id = session.game.info.id
        self.state = TableState()
        self.arrange = Arrange(session)
        self.setups = NamedSetups(app.store, self.game_id)
        self.task = False  # a lesson or an exercise: no game that is looked back on
        self.review: Review | None = None  # how a finished game went
        self.mistakes: LookingBack | None = None  # in a finished game, when somebody asks
        self.recalled = False  # whether those that were kept have been looked for
        self.computer: Opponent | None = None
        self.far: RemoteSide | None = None  # of a table with another device
        self.heard = Heard(session)
        self.chronicle = Chronicle(session)
        self.writing = False  # the rest of the log in words, in idle time
        self.pointed: tuple[Target, ...] = ()  # targets that a lesson shows
        self.guided = False  # see ui.table.guide
        self._thought = thought
        self._staying: int | None = None  # the side that is below until the board turns
        self._walk = Cached(self._begin)
        self._names = Cached(self._name)
        self.restyle()

    def restyle(self) -> None:
        """Language or settings have changed."""
        session, settings = self.session, self.app.settings
        self.voice = Voice(settings.lang, self.game_id, session.config.names, session.levels)
        self._names.clear()
        for agent in self.agents():
            agent.pace = settings.pace
        if self.computer is not None:
            self._as_liked(self.computer)
        if self.far is not None:
            self.far.restyle()

    # -- who plays by himself ----------------------------------------------------------------

    def opponent(self) -> Opponent:
        """The computer at this table, made when it is first needed."""
        if self.computer is None:
            self.computer = Opponent(self.session, self.controller.engine(), self._thought)
            self.computer.pace = self.app.settings.pace
            self._as_liked(self.computer)
        return self.computer

    def _as_liked(self, computer: Opponent) -> None:
        """What a person chooses of the computer's habits."""
        settings = self.app.settings
        computer.resigns = settings.resigns == "on"
        computer.likes_to_ponder(settings.ponders == "on")

    def agent(self) -> SeatPlayer | None:
        """Whoever plays for the player who decides now; None: somebody in front, or somebody who
        is waited for."""
        player = self.session.awaited
        if player is None:
            return None
        makers: dict[str, Callable[[], SeatPlayer | None]] = {
            "computer": self.opponent,
            "far": lambda: self.far,
        }
        maker = makers.get(self.session.seating.seats[player].kind)
        return maker() if maker is not None else None

    def agents(self) -> list[SeatPlayer]:
        """Those that have been needed so far."""
        return [one for one in (self.computer, self.far) if one is not None]

    # -- how it stands -----------------------------------------------------------------------

    def clock(self, player: int) -> ClockFace | None:
        """What a player's clock shows; None where nobody measures time."""
        return self.far.clock(player) if self.far is not None else None

    @property
    def plan(self) -> Arrangement | None:
        """The set-up of the person in front; None when he is not setting up."""
        return self.arrange.plan()

    @property
    def mode(self) -> str:
        """curtain, setup or play."""
        if self.session.curtain is not None:
            return "curtain"
        return "play" if self.plan is None else "setup"

    @property
    def scene(self) -> Scene:
        plan = self.plan
        return self.session.scene() if plan is None else plan.scene

    def tray(self) -> Area | None:
        """The pieces of the set-up of the person in front that stand nowhere yet."""
        plan = self.plan
        if plan is None:
            return None
        title, empty = Message("table.setup.tray"), Message("table.setup.tray.empty")
        return Area("tray", "tray", title, plan.side, plan.tray, empty)

    def prompt(self) -> Message:
        """Whose decision it is and what it is, drafts included."""
        plan = self.plan
        state = plan.shown if plan is not None and plan.shown else self.session.observation()
        return state.prompt(self.session.viewer)

    def walk(self) -> tuple[Selection, list[Action]]:
        """The selection and the actions its paths stand for."""
        return self._walk.get(self.session.revision.number)

    def _begin(self) -> tuple[Selection, list[Action]]:
        state = self.session.observation()
        legal = state.legal_actions() if self.session.answering else []
        ways = [(path, action) for action in legal for path in self.game.paths(state, action)]
        return Selection([path for path, _ in ways]), [action for _, action in ways]

    def can(self) -> dict[Target, list[int]]:
        """What may be pressed: the next steps, and the first ones."""
        if self.plan is not None:
            return {}
        selection = self.walk()[0]
        return {**selection.starts(), **selection.choices()}

    def hinted(self) -> tuple[Target, ...]:
        """Targets of the hint: the piece, or whatever comes first, then the whole move."""
        if self.pointed:
            return self.pointed
        hint = self.computer.hint if self.computer is not None else None
        if hint is None or self.mode != "play":
            return ()
        held = self.walk()[0].prefix
        astray = held != hint.path[: len(held)]  # then what follows would go on with what is held
        return hint.path if hint.whole and not astray else hint.path[:1]

    def meant(self, target: Target) -> Target:
        """Return what a press on a target stands for, as of a square under one large piece."""
        alias = self.scene.aliases.get(str(target))
        return target if alias is None else Target.parse(alias)

    def names(self) -> Names:
        """What the squares are called, with what stands there."""
        return self._names.get(self.session.revision.number)

    def _name(self) -> Names:
        return Names(self.scene, self.voice.message, self.voice.terrain, self._names.last)

    # -- which way round ---------------------------------------------------------------------

    @property
    def turned(self) -> bool:
        """Whether the first side is above."""
        return self.session.flipped != self.game.turned(self._below())

    def stay(self) -> None:
        """What is played now is painted on the board as it lies; then it turns to whoever is
        next. Both at once would take twice as long to be seen."""
        self._staying = self._below()
        self.app.afterwards(self._turn)

    def _turn(self) -> None:
        before, self._staying = self._staying, None
        if self.mode != "curtain" and self._below() != before:
            self.state.revision.bump()

    def _below(self) -> int:
        """The side that is below as long as nobody turns the board by hand."""
        if self._staying is not None:
            return self._staying
        session, plan = self.session, self.plan
        turns = self.app.settings.facing == "turn"
        player = below(session.seating.owner, session.viewer, session.decider, turns)
        if plan is not None and player == session.viewer:
            return plan.side
        seats = self.scene.seats
        return seats[player] if seats else player

    def near(self) -> int:
        """The side whose things lie next to the lower edge of the board."""
        own = self._below()
        sides = [own, *range(len(self.game.sides))]
        return next((side for side in sides if self.game.turned(side) == self.turned), own)

    # -- set-ups of before -------------------------------------------------------------------

    def mine(self) -> list[str]:
        """NamedSetups set-ups the person in front may see."""
        return self.setups.seen(self.session.key, self.session.viewer)

    def model(self) -> Draft:
        """The last set-up of the person in front, if there was one."""
        session, viewer = self.session, self.session.viewer
        name = known_as(self.game_id, session.config.names, viewer, session.seating.owner == viewer)
        return () if name is None else self.controller.last_setup(self.game_id, name)
