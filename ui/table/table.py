"""Model of one table: session, view state, agents, and what presenters derive from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.core.contract import Action, Arrangement, Draft, Path
from engine.core.scene import Area, Piece, Scene
from engine.core.texts import Message, player_name
from ui.input.arrange import Arrange
from ui.input.selection import Selection
from ui.input.unplayed import Unplayed
from ui.render.board import Names
from ui.saves.named_setups import NamedSetups
from ui.session.announcements import Heard, HeardTurn, standing
from ui.session.log_texts import Chronicle
from ui.session.revision import Cached
from ui.session.seats import SeatPlayer, people
from ui.session.session import Session
from ui.session.table_clock import ClockFace
from ui.session.throws import counted
from ui.table.facing import below
from ui.table.guesses import NO_SHARES, Guesses
from ui.table.opponent import Opponent
from ui.table.state import Remark, TableState
from ui.table.voice import Voice
from ui.words.names import known_as
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.far.table.side import FarSide
    from ui.learn.analysis.panel import EnginePanel
    from ui.learn.mistakes.panel import MistakesPanel
    from ui.learn.study.cursor import StudyCursor
    from ui.session.review import Review
    from ui.shell.app import App
    from ui.shell.controller import Controller
    from ui.table.clocks import TableTimer


class Dangers(NamedTuple):
    """What others could attack next turn in a position (revision of the session): `pieces`, squares
    of the seated player's; `goals` of the chosen piece, with who could attack it there."""

    position: int
    chosen: tuple[Target, ...]
    pieces: list[str]
    goals: dict[str, tuple[Piece, ...]]


class Table:
    """One session with its view state and agents.

    `thought(moved)` is called when a computer has moved or has something to say, `go_on()` after
    any other change that no input made.
    """

    def __init__(
        self,
        app: App,
        controller: Controller,
        session: Session,
        thought: Callable[[bool], None],
        go_on: Callable[[], None],
    ) -> None:
        self.app = app
        self.controller = controller
        self.session = session
        self.game = session.game
        self.game_id = session.game.info.id
        self.state = TableState()
        self.arrange = Arrange(session)
        self.setups = NamedSetups(app.store, self.game_id)
        self.guesses = Guesses(session, app.store.storage)
        self.task = False  # a lesson, an exercise or a study, which has no review
        self.tree: StudyCursor | None = None  # of a study
        self.review: Review | None = None  # how a finished game went
        self.mistakes: MistakesPanel | None = None  # in a finished game, on request
        self.engine_view: EnginePanel | None = None  # in a finished game, on request
        self.recalled = False  # stored mistakes have been looked up
        self.computer: Opponent | None = None
        self.far: FarSide | None = None  # of a table with another device
        self.timer: TableTimer | None = None  # of people who share this device
        self.heard = Heard(session)
        self.chronicle = Chronicle(session)
        self.writing = False  # the log is being put in words, in idle time
        self.pointed: tuple[Target, ...] = ()  # targets marked by a lesson
        self.dangers: Dangers | None = None  # see ui.table.danger
        self.throws = Cached(lambda: counted(session.finished(), session.viewer))
        self.guided = False  # see ui.table.guide
        self.warns = False  # see ui.table.warning
        self.offers_sounds = False  # see ui.table.sounds
        self.sighted = -1  # events of the position last stored for home (ui.table.home_preview)
        self._thought, self.go_on = thought, go_on
        self._staying: int | None = None  # the side below until the board turns
        self._walk: Cached[tuple[Selection, list[tuple[Action, ...]]]] = Cached(self._begin)
        self._opened = Cached(lambda: standing(session))
        self._names = Cached(self._name)
        self.restyle()

    def restyle(self) -> None:
        """Apply a change of language or settings."""
        session, settings = self.session, self.app.settings
        self.voice = Voice(settings.lang, self.game_id, session.config.names, session.levels)
        self._names.clear()
        for agent in self.agents():
            agent.pace = settings.pace
        if self.computer is not None:
            self._as_liked(self.computer)
        if self.far is not None:
            self.far.restyle()

    # -- agents ------------------------------------------------------------------------------

    def opponent(self) -> Opponent:
        """Return the computer at this table, made on the first call."""
        if self.computer is None:
            self.computer = Opponent(self.session, self.controller.engine(), self._thought)
            self.computer.pace = self.app.settings.pace
            self._as_liked(self.computer)
        return self.computer

    def _as_liked(self, computer: Opponent) -> None:
        """Apply the settings for the computer's habits."""
        settings = self.app.settings
        computer.resigns = settings.resigns == "on"
        computer.likes_to_ponder(settings.ponders == "on")

    def agent(self) -> SeatPlayer | None:
        """Return the agent of the player who decides now; None if no agent plays that seat."""
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
        """Return the agents made so far."""
        return [one for one in (self.computer, self.far) if one is not None]

    # -- position and selection --------------------------------------------------------------

    def clock(self, player: int) -> ClockFace | None:
        """Return what a player's clock shows; None without clocks."""
        if self.far is not None:
            return self.far.clock(player)
        return self.timer.face(player) if self.timer is not None else None

    def verdict(self) -> Message | None:
        """Return how a far table's game has ended although its rules have not ended it so."""
        verdict = self.far.verdict() if self.far is not None else None
        if verdict is None and (lost := self.session.unproved) is not None:
            return Message("table.unproved", who=player_name(lost))
        return verdict

    @property
    def plan(self) -> Arrangement | None:
        """The seated player's set-up; None if he is not setting up."""
        return self.arrange.plan()

    @property
    def early(self) -> bool:
        """Whether the seated player prepares a set-up before its turn."""
        return self.session.drafting.early and self.plan is not None

    @property
    def mode(self) -> str:
        """`curtain`, `setup` or `play`."""
        if self.session.curtain is not None:
            return "curtain"
        return "play" if self.plan is None else "setup"

    @property
    def scene(self) -> Scene:
        plan = self.plan
        return plan.scene if plan is not None else self.guesses.on(self.session.scene(), self.flags)

    def tray(self) -> Area | None:
        """Return the area of unplaced pieces of a set-up; None if the seated player has none."""
        plan = self.plan
        if plan is None:
            return None
        title, empty = Message("table.setup.tray"), Message("table.setup.tray.empty")
        return Area("tray", "tray", title, plan.side, plan.tray, empty)

    def prompt(self) -> Message:
        """Return whose decision it is and what it is, or how a far table's game has ended.

        A draft of a set-up is taken into account.
        """
        if (verdict := self.verdict()) is not None:
            return verdict
        plan = None if self.early else self.plan
        state = plan.shown if plan is not None and plan.shown else self.session.observation()
        return self._addressed(state.prompt(self.session.viewer))

    def _addressed(self, prompt: Message) -> Message:
        """Return the prompt as said to the only person at this device when the decision is his:
        “Your turn” instead of his name."""
        asked = f"{prompt.key}.you"
        alone = len(people(self.session.seating.seats)) == 1
        if not alone or not self.session.answering or not self.voice.has(asked):
            return prompt
        return Message(asked, prompt.clause, **prompt.params)

    @property
    def selection(self) -> Selection:
        """What has been pressed of the paths of the legal actions."""
        return self._walk.get(self.session.revision.number)[0]

    @property
    def ways(self) -> list[tuple[Action, ...]]:
        """What the paths of the selection stand for, by index: one action or, of a shortcut, the
        actions in order."""
        return self._walk.get(self.session.revision.number)[1]

    def _begin(self) -> tuple[Selection, list[tuple[Action, ...]]]:
        state = self.session.observation()
        legal = state.legal_actions() if self.session.answering else []
        ways: list[tuple[Path, tuple[Action, ...]]] = [
            (path, (action,)) for action in legal for path in self.game.paths(state, action)
        ]
        if legal and not self.task:
            ways += self.game.shortcuts(state)
        alone = not self.task
        return Selection([path for path, _ in ways], alone), [actions for _, actions in ways]

    @property
    def unplayed(self) -> Unplayed | None:
        """The move that waits to be confirmed; None without one."""
        held = self.state.unplayed
        return held if held is not None and held.fits(self.session) else None

    @property
    def flags(self) -> Mapping[str, float]:
        """The map of the flag that is shown, by piece; empty for none."""
        found, session = self.state.flags, self.session
        if found is None or (found.events, found.viewer) != (session.position, session.viewer):
            return NO_SHARES
        return found.shares

    @property
    def remark(self) -> Remark | None:
        """What the computer's character says about the current position; None for nothing."""
        found = self.state.remark
        return found if found is not None and found.events == self.session.position else None

    def can(self) -> dict[Target, list[int]]:
        """Return the targets that may be pressed, with path indexes: next steps and first ones."""
        if self.plan is not None or self.unplayed is not None:
            return {}
        selection = self.selection
        return {**selection.starts(), **selection.choices()}

    def hinted(self) -> tuple[Target, ...]:
        """Return the targets to mark: a lesson's, or those of the hint (its first one or all)."""
        if self.pointed:
            return self.pointed
        hint = self.computer.hint if self.computer is not None else None
        if hint is None or self.mode != "play" or not self.session.live or self.unplayed:
            return ()
        held = self.selection.prefix
        astray = held != hint.path[: len(held)]  # the rest would continue a wrong selection
        return hint.path if hint.whole and not astray else hint.path[:1]

    def meant(self, target: Target) -> Target:
        """Return what a press on a target stands for; squares under a large piece have aliases."""
        alias = self.scene.aliases.get(str(target))
        return target if alias is None else Target.parse(alias)

    def names(self) -> Names:
        """Return the names of the squares, with what stands there."""
        return self._names.get(self.session.revision.number)

    def _name(self) -> Names:
        return Names(self.scene, self.voice.message, self.voice.terrain, self._names.last)

    def opened(self) -> list[HeardTurn]:
        """Return the turns told step by step: the newest ones, or the one looked back at."""
        return [] if self.plan is not None else self._opened.get(self.session.revision.number)

    # -- orientation -------------------------------------------------------------------------

    @property
    def turned(self) -> bool:
        """Whether the first side is at the top."""
        return self.session.flipped != self.game.turned(self._below())

    def stay(self) -> None:
        """Keep the board's orientation until the next paint, then turn it to the next player.

        Move and turn in one paint would take twice as long to appear.
        """
        self._staying = self._below()
        self.app.afterwards(self._turn)

    def _turn(self) -> None:
        before, self._staying = self._staying, None
        if self.mode != "curtain" and self._below() != before:
            self.state.revision.bump()

    def _below(self) -> int:
        """Return the side that is below unless the board is turned by hand."""
        if self._staying is not None:
            return self._staying
        session, plan = self.session, self.plan
        turns = self.app.settings.facing == "turn" and self.tree is None
        player = below(session.seating.owner, session.viewer, session.decider, turns)
        if plan is not None and player == session.viewer:
            return plan.side
        seats = self.scene.seats
        return seats[player] if seats else player

    def near(self) -> int:
        """Return the side whose areas are next to the lower edge of the board."""
        own = self._below()
        sides = [own, *range(len(self.game.sides))]
        return next((side for side in sides if self.game.turned(side) == self.turned), own)

    # -- earlier set-ups ---------------------------------------------------------------------

    def mine(self) -> list[str]:
        """Return the stored set-ups that the seated player may see, as texts."""
        return self.setups.seen(self.session.key, self.session.viewer)

    def model(self) -> Draft:
        """Return the seated player's last set-up in another game; empty if there is none."""
        session, viewer = self.session, self.session.viewer
        name = known_as(self.game_id, session.config.names, viewer, session.seating.owner == viewer)
        return () if name is None else self.controller.last_setup(self.game_id, name)
