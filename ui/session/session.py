"""Session: one table on one device, with its match, seats, and what the seated player may see.

Screens get all game data from here, so secrets are protected here: while the device changes hands,
scene and log raise IllegalAction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.contract import SPECTATOR, TERMINAL, TIME, Action, AnyGame, Event, State
from engine.core.errors import IllegalAction
from engine.core.outcome import Outcome
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import ObservedEvents, question
from ui.saves.store import Store
from ui.session.agreed import Agreed
from ui.session.answers import forced_answer
from ui.session.drafting import Drafting
from ui.session.history import History
from ui.session.revision import Cached, Revision
from ui.session.seating import Seating
from ui.session.table_clock import TableClock, read_table_clock
from ui.session.takeback import Undo, find_undo
from ui.session.turns import Turn, TurnLog
from ui.session.writer import Writer
from ui.words.names import read_seats

if TYPE_CHECKING:
    from ui.session.seats import Seat
    from ui.session.share import Exports


class Session:
    """One table on this device, the model behind the table screen.

    Parts: `seating` (seats and the seated player), `history` (turn logs by viewer), `writer`
    (match and store), `agreed` (state of a far table), `drafting` (set-ups not played yet).
    Parameters: `elsewhere`: another tab of this browser plays the game, so nothing is written here;
    `asking`: it is not known yet which tab plays; `logs`: logs already started, by viewer; `seats`:
    override the stored seats.
    """

    def __init__(
        self,
        match: Match,
        store: Store,
        key: str,
        elsewhere: bool = False,
        logs: Mapping[int, TurnLog] | None = None,
        asking: bool = False,
        seats: tuple[Seat, ...] = (),
    ) -> None:
        self._match = match
        self.store = store
        self.key = key
        self.revision = Revision()  # bumped whenever something shown may have changed
        self.writer = Writer(store, key, match, elsewhere, asking, self.revision)
        self.at: int | None = None  # events of the position shown; None: current
        table = store.load_table(key)
        self.flipped = table.get("flipped") is True  # by the user, on top of ui/table/facing.py
        self.agreed = Agreed(match, table)
        levels = read_seats(table.get("seats"))
        self.seating = Seating(match, store, key, levels, self.agreed.mine, self.revision)
        if seats:
            self.seating.seats = seats
        self.clock = self._read_clock(table)
        self._alive: list[int] = []  # players last known to be in the game
        self.history = History(match, self.seating, logs or {})
        self._known: dict[int, ObservedEvents] = {}  # by computer seat
        self._undo = Cached(self._find_undo)
        self._scene = Cached(self._draw)
        self._seen = Cached(self._see)
        self.drafting = Drafting(self, match)
        if self.reading:
            return
        if not elsewhere and not asking:
            self._begin()
        if self.seating.owner is not None or not self.seating.secrets():
            self.seating.settle()

    def _read_clock(self, table: Mapping[str, Any]) -> TableClock | None:
        """Return the clocks of a table where people share this device; None if it has none."""
        if self.reading or not self.seating.shared:
            return None
        clock = read_table_clock(table, self.players)
        if clock is not None:
            clock.following = self._following
        return clock

    def _following(self, player: int) -> int:
        """Return the next player after `player` who is still in the game, as far as known: in the
        middle of a turn some games do not say."""
        self._alive = self.losers_on_time() or self._alive
        after = [(player + step) % self.players for step in range(1, self.players)]
        return next((one for one in after if one in self._alive), after[0])

    def _begin(self) -> None:
        self.writer.begin()
        self.drafting.finish()
        self._answer()
        self.drafting.discard_old()

    # -- seats -------------------------------------------------------------------------------

    @property
    def reading(self) -> bool:
        """Whether the match is a read-only View of one player's knowledge; that player is the
        fixed viewer."""
        return not self._match.plays

    @property
    def elsewhere(self) -> bool:
        """Whether another tab of this browser plays the game."""
        return self.writer.elsewhere

    @property
    def asking(self) -> bool:
        """Whether it is not known yet which tab plays."""
        return self.writer.asking

    @property
    def watching(self) -> bool:
        """Whether the game cannot be played here: a View, or played by another tab."""
        return self.reading or self.elsewhere

    @property
    def game(self) -> AnyGame:
        return self._match.game

    @property
    def decider(self) -> int:
        """The player to decide, or CHANCE or TERMINAL."""
        return TERMINAL if self.over else self._match.state.current_player()

    @property
    def players(self) -> int:
        return len(self.game.sides)

    @property
    def config(self) -> MatchConfig:
        """Rules, names and start. Contains no secrets."""
        return self._match.config

    @property
    def levels(self) -> tuple[int, ...]:
        """Computer level by player; 0 for seats without a computer."""
        return self.seating.levels

    @property
    def awaited(self) -> int | None:
        """The player to decide if no person at this device plays the seat, else None. Also None at
        an earlier position and where nothing can be played."""
        decider = self.decider
        if decider < 0 or not self.live or self.watching or self.asking:
            return None
        return None if self.seating.seats[decider].here else decider

    def set_level(self, player: int, level: int) -> None:
        """Give a seat to a computer of this level, or to a person (0)."""
        self.seating.set_level(player, level)
        self.save()
        self.seating.settle()

    @property
    def curtain(self) -> int | None:
        """The player the device must be handed to; None if no hand-over is needed."""
        return self.seating.curtain

    @property
    def answering(self) -> bool:
        """Whether the game waits for a decision that may be entered here now."""
        if self.decider < 0 or not self.live or self.curtain is not None or self.watching:
            return False
        if self.awaited is not None or self.agreed.suspended:
            return False
        return self.viewer == self.decider or not self._match.state.is_private()

    def reveal(self) -> None:
        """Open the curtain: the player it names has taken the device."""
        self.seating.reveal()

    @property
    def viewer(self) -> int:
        """The player whose observation is shown; SPECTATOR: none."""
        return self.seating.seated

    # -- status ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._match.over

    def outcome(self) -> Outcome | None:
        return self._match.outcome()

    @property
    def unproved(self) -> int | None:
        """The player who has lost because the board was not proved; None: none."""
        return self._match.unproved

    @property
    def count(self) -> int:
        """Number of events so far."""
        return len(self._match.events)

    @property
    def position(self) -> int:
        """Number of events before the position shown."""
        return self.count if self.at is None else self.at

    def playing(self) -> set[int]:
        """Return the players who may still resign."""
        return {action[1] for action in self._match.state.table_actions() if len(action) > 1}

    def question(
        self, seat: int, level: int, seed: int, about: str, nodes: int = 0, at: int | None = None,
        played: Action | None = None,
    ) -> str:  # fmt: skip
        """Return the engine's request for a seat, containing only what that seat may know. `at`:
        the event to be judged; `played`: the action to be judged before it is played."""
        known = self._known.setdefault(seat, ObservedEvents(self._match, seat))
        return question(self._match, seat, level, seed, about, known, at, nodes, played)

    def exports(self, at: int | None = None) -> Exports:
        """Return what the seated player may export; `at`: offer the game up to there, too."""
        from ui.session.share import Exports

        clocks = self.clock.stored() if self.clock is not None else {}
        day = self.store.day_of(self.key)
        return Exports(self._match, self.viewer, self.levels, at, clocks, day=day)

    # -- view --------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.at is None

    def observation(self) -> State:
        """Return the position shown, as the seated player may know it."""
        return self._seen.get(self.revision.number)

    def _see(self) -> State:
        viewer = self.seating.eyes()
        state = self._match.state if self.at is None else self._match.state_at(self.at)
        return state.observation(viewer)

    def scene(self) -> Scene:
        return self._scene.get(self.revision.number)

    def _draw(self) -> Scene:
        return self.game.scene(self.observation(), self.viewer, self._last())

    def _last(self) -> Sequence[Event]:
        """Return the events of the last turn before the position shown, as the viewer sees it."""
        found = self.turns_shown()
        return self.log()[found - 1].events if found else ()

    def turns_shown(self, before: bool = False) -> int:
        """Return the number of turns of the log completed at the position shown; `before`: one
        event earlier."""
        log = self.history.log()
        if self.at is None and not before:
            return len(log.turns())
        return log.until(self.position - 1 if before else self.position)

    def log(self) -> list[Turn]:
        """Return the turns so far as the seated player sees them. Of a long game just opened only
        the last ones, until `unroll` is called."""
        return self.history.log().turns()

    def unroll(self) -> None:
        """Rebuild the log from the first event, if it starts later."""
        for _ in self.unrolling():
            pass

    def unrolling(self) -> Iterator[int]:
        """Rebuild the log in steps, see `unroll`."""
        if self.history.before():
            yield from self.history.unrolling()
            self.revision.bump()

    def course(self) -> tuple[list[State], int]:
        """Return the seated player's observations at the start and after every turn, and the index
        of the one shown."""
        self.unroll()
        turns = self.turns_shown()  # raises while the device changes hands
        return self.history.course(), turns

    def look(self, count: int | None) -> None:
        """Show the position after `count` events; None or the last: the current one."""
        total = len(self._match.events)
        self.at = None if count is None or count >= total else max(count, 0)
        if self.at is not None and self.at < self.history.before():
            self.unroll()
        self.revision.bump()

    def look_as(self, player: int, count: int) -> None:
        """Show a position of a finished game as one of the players at this device saw it."""
        if self.over and self.seating.sit(player):
            self.look(count)

    def finished(self) -> Match:
        """Return the complete match of a finished game. Raises IllegalAction before its end."""
        if not self.over:
            raise IllegalAction(Message("table.looking.first"))
        return self._match

    def flip(self) -> None:
        """Turn the board round."""
        self.flipped = not self.flipped
        self.save()
        self.revision.bump()

    def save(self) -> None:
        """Store orientation, seats, clocks and the state of a far table."""
        table: dict[str, Any] = {"flipped": self.flipped}
        if any(self.levels):
            table["seats"] = list(self.levels)
        if self.clock is not None:
            table.update(self.clock.stored())
        self.store.save_table(self.key, {**table, **self.agreed.stored()})

    def keep_clock(self) -> None:
        """Store the time left, if this tab plays and the game is stored."""
        if self.clock is None or self.watching or self.asking:
            return
        if self.store.stands(self.key, self._match.events) == "here":
            self.save()

    # -- tabs and store ----------------------------------------------------------------------

    def take_over(self) -> None:
        """Start playing in this tab."""
        self.writer.elsewhere = self.writer.asking = False
        self.clock = self._read_clock(self.store.load_table(self.key))
        self._begin()
        self.seating.settle()

    def hand_over(self) -> None:
        """Stop playing: another tab has taken over."""
        self.writer.elsewhere, self.writer.asking = True, False
        self.revision.bump()

    def follow(self, events: Sequence[Event]) -> bool:
        """Apply events stored by the playing tab. Return False if one of them is illegal."""
        fits = self.writer.follow(events)
        self.clock = self._read_clock(self.store.load_table(self.key))
        if events:
            self.seating.settle()
        return fits

    def keep_bookmark(self) -> None:
        """Store a bookmark, if one is due and this tab plays."""
        if not self.watching and (bookmark := self.history.new_bookmark()) is not None:
            self.store.keep_bookmark(self.key, *bookmark)

    # -- playing -----------------------------------------------------------------------------

    def play(self, actions: Sequence[Action], setup: bool = False) -> None:
        """Play decisions, then the forced answers. Each event is stored before it is shown.

        `setup`: the actions come from the draft, which is deleted afterwards. Raises IllegalAction
        at the first illegal one; those before it stand.
        """
        self.writer.stand()
        if self.agreed.suspended:
            raise IllegalAction(Message("table.held"))
        self.at = None
        try:
            for action in actions:
                self.writer.play(action)
            self._answer()
            if setup and self.viewer >= 0:
                self.store.save_draft(self.key, self.viewer, ())
        finally:
            if not self.elsewhere:
                self.writer.close()
            self.seating.settle()

    def _answer(self) -> None:
        """Play forced answers until a player has a choice; no hand-over happens for them."""
        while (action := forced_answer(self._match, self.seating, self.agreed)) is not None:
            self.writer.play(action)

    def undoable(self) -> Undo:
        """Return what may be taken back now and by whom, or why nothing may."""
        return self._undo.get(self.revision.number)

    def _find_undo(self) -> Undo:
        here = self.live and self.curtain is None and not self.watching
        return find_undo(self._match, self.seating, self.agreed) if here else Undo(why="nothing")

    def undo(self) -> None:
        """Take back the last decision and the forced answers to it. Raises IllegalAction if that
        is not allowed."""
        found = self.undoable()
        if (refusal := found.refusal()) is not None:
            raise IllegalAction(refusal)
        self.writer.stand()
        self.writer.undo(found.events)
        self.history.forget()
        self.seating.settle()

    def rewind(self, count: int) -> None:
        """Drop all but the first `count` events, regardless of their players. For lessons."""
        self.writer.cut(count)
        self.history.forget()
        self.at = None
        self.seating.settle()

    def resign(self, player: int) -> None:
        self.play([("resign", player)])

    def losers_on_time(self) -> list[int]:
        """Return the players who may lose on time now; in some games nobody before the question at
        hand is answered."""
        return self._match.state.time_losers()

    def lose_on_time(self, player: int) -> None:
        """End the game for a player without time, or take him out if others play on."""
        self.play([(TIME, player)])

    def agree_draw(self) -> None:
        self.play([("draw",)])

    def can_resign(self, player: int) -> bool:
        return self._may(("resign", player))

    def can_draw(self) -> bool:
        return self._may(("draw",))

    def _may(self, action: Action) -> bool:
        if self.watching or self.agreed.suspended:
            return False
        return action in self._match.state.table_actions()

    # -- far table -----------------------------------------------------------------------------

    def agree(self, events: Sequence[Event], whole: bool = False) -> None:
        """Bring the match in line with the events of the letters: drop extra, add missing ones.

        `whole`: the events are complete, nothing is hidden any more. Raises IllegalAction if this
        tab does not play."""
        self.writer.stand()
        if whole and self._match.viewer is not None:
            self.agreed.whole = True
            self.save()
            self.writer.cut(0)
            self._match.hold(None)
            self.history.begin_again()
        count = self.agreed.common(events)
        if count < self.count:
            self.writer.cut(count)
            self.history.forget()
        self.writer.tell(events[count:])
        self.at = None
        if not self.agreed.suspended:
            self._answer()
        if (outcome := self.outcome()) is not None:
            self.store.set_result(self.key, outcome)
        self.seating.settle()

    def rename(self, names: tuple[str, ...]) -> None:
        """Set and store the names of the players."""
        self._match.config.names = names
        self.store.rename(self.key, names)
        self.revision.bump()

    def look_on(self) -> None:
        """Become a spectator: another device has got the seat."""
        self.agreed.mine = SPECTATOR
        self.seating.look_on()
        self.seating.settle()
        self.save()

    def suspend(self, suspended: bool) -> None:
        """Set whether decisions are blocked."""
        if suspended != self.agreed.suspended:
            self.agreed.suspended = suspended
            self.revision.bump()

    def note_far(self, turn: str, letters: int) -> None:
        """Store whose turn home shows (`me`, `other`, `proof` or "") and the number of letters
        folded."""
        if (turn, letters) != (self.agreed.turn, self.agreed.letters):
            self.agreed.turn, self.agreed.letters = turn, letters
            self.save()

    def note_unproved(self, seat: int | None) -> None:
        """Store which seat has lost because it has not proved its board; None: none."""
        if seat != self.unproved:
            self._match.note_unproved(seat)
            self.save()
            self.store.set_result(self.key, self.outcome())
            self.revision.bump()
