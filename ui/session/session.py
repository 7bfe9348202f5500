"""One table on one device: the match, who sits there, and what that person may see.

Everything a screen shows comes from here, so here is where secrets are kept: while the device has
to change hands there is no scene, no log and no title to be had at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.contract import SPECTATOR, Action, AnyGame, Draft, Event, State
from engine.core.errors import IllegalAction
from engine.core.outcome import Outcome
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import ObservedEvents, question
from ui.saves.game_store import GameStore
from ui.session.agreed import Agreed
from ui.session.answers import Answers
from ui.session.history import History
from ui.session.revision import Cached, Revision
from ui.session.seating import Seating
from ui.session.takeback import Takeback, Undo
from ui.session.turns import Turn, TurnLog
from ui.session.writer import Writer
from ui.words.names import read_seats

if TYPE_CHECKING:
    from ui.session.seats import Seat
    from ui.session.share import Exports


class Session:
    """A local game for people who share a device.

    `seating`: who answers for the players, and who is in front of it. `history`: the game so far
    as each of them knows it. `writer`: what this tab may write. `agreed`: what letters tell, at a
    table with another device. `elsewhere`: another tab of this browser plays the game; here it is
    looked at, and nothing is written. `asking`: nobody knows yet. `logs`: by viewer, those that
    have been begun. `seats`: who answers, where it is not what was stored.
    """

    def __init__(
        self,
        match: Match,
        store: GameStore,
        key: str,
        elsewhere: bool = False,
        logs: Mapping[int, TurnLog] | None = None,
        asking: bool = False,
        seats: tuple[Seat, ...] = (),
    ) -> None:
        self._match = match
        self.store = store
        self.key = key
        self.revision = Revision()  # moves whenever something that is shown may have changed
        self.writer = Writer(store, key, match, elsewhere, asking, self.revision)
        self.at: int | None = None  # number of events of the position looked at; None: now
        table = store.load_table(key)
        self.flipped = table.get("flipped") is True  # by hand, on top of ui/table/facing.py
        self.agreed = Agreed(match, table)
        levels = read_seats(table.get("seats"))
        self.seating = Seating(match, store, key, levels, self.agreed.mine, self.revision)
        if seats:
            self.seating.seats = seats
        self._answers = Answers(match, self.writer, self.seating, self.agreed)
        self._takeback = Takeback(match, self.seating, self.agreed)
        self.history = History(match, self.seating, logs or {})
        self._known: dict[int, ObservedEvents] = {}  # by seat of a computer
        self._undo = Cached(self._find_undo)
        self._scene = Cached(self._draw)
        self._seen = Cached(self._see)
        if self.reading:
            return
        if not elsewhere and not asking:
            self._begin()
        if self.seating.owner is not None or not self.seating.secrets():
            self.seating.settle()

    def _begin(self) -> None:
        self.writer.begin()
        self._answers.play()
        for player in range(self.players):
            if player != self.decider:  # left over from a page that closed in between
                self.store.save_draft(self.key, player, ())

    # -- who ---------------------------------------------------------------------------------

    @property
    def reading(self) -> bool:
        """Whether this is what one player knew, to be looked at: nobody plays, and the person in
        front has that player's eyes for good."""
        return not self._match.plays

    @property
    def elsewhere(self) -> bool:
        """Whether another tab of this browser plays the game."""
        return self.writer.elsewhere

    @property
    def asking(self) -> bool:
        """Whether nobody knows yet which tab does."""
        return self.writer.asking

    @property
    def watching(self) -> bool:
        """Whether nothing can be played here."""
        return self.reading or self.elsewhere

    @property
    def game(self) -> AnyGame:
        return self._match.game

    @property
    def decider(self) -> int:
        """A player; CHANCE or TERMINAL when nobody is asked."""
        return self._match.state.current_player()

    @property
    def players(self) -> int:
        return len(self.game.sides)

    @property
    def config(self) -> MatchConfig:
        """Rules, names and start: no secrets."""
        return self._match.config

    @property
    def levels(self) -> tuple[int, ...]:
        """By player: how strong the engine plays there, 0 where it does not."""
        return self.seating.levels

    @property
    def awaited(self) -> int | None:
        """The player who decides now and is not in front of this device, a computer; None while
        somebody here does, or nobody."""
        decider = self.decider
        if decider < 0 or not self.live or self.watching or self.asking:
            return None
        return None if self.seating.seats[decider].here else decider

    def set_level(self, player: int, level: int) -> None:
        """Hands a seat to a computer player of this level, or to a person (0)."""
        self.seating.set_level(player, level)
        self._save()
        self.seating.settle()

    @property
    def curtain(self) -> int | None:
        """The player the device has to be passed to, or None while the right one sits there."""
        return self.seating.curtain

    @property
    def answering(self) -> bool:
        """Whether what is done here now is what the game is waiting for."""
        if self.decider < 0 or not self.live or self.curtain is not None or self.watching:
            return False
        if self.awaited is not None or self.agreed.held:
            return False
        return self.viewer == self.decider or not self._match.state.is_private()

    def reveal(self) -> None:
        """The player the curtain names has taken the device."""
        self.seating.reveal()

    @property
    def viewer(self) -> int:
        """Whose eyes the scene is for."""
        return self.seating.seated

    # -- how it stands -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._match.over

    def outcome(self) -> Outcome | None:
        return self._match.outcome()

    @property
    def count(self) -> int:
        """Number of events so far."""
        return len(self._match.events)

    @property
    def position(self) -> int:
        """Number of events before the position looked at."""
        return self.count if self.at is None else self.at

    def playing(self) -> set[int]:
        """The players who may still resign."""
        return {action[1] for action in self._match.state.table_actions() if len(action) > 1}

    def question(self, seat: int, level: int, number: int, seed: int, about: str) -> str:
        """What the engine is asked for a seat, with all that seat may know and nothing else."""
        known = self._known.setdefault(seat, ObservedEvents(self._match, seat))
        return question(self._match, seat, level, number, seed, about, known)

    def exports(self, at: int | None = None) -> Exports:
        """What the person in front may take along; `at`: the game up to there as well."""
        from ui.session.share import Exports

        return Exports(self._match, self.viewer, self.levels, at)

    # -- what is to be seen ------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.at is None

    def observation(self) -> State:
        """The position looked at, as the person in front may know it."""
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
        """The events of the newest turn before the position looked at, as the viewer knows it."""
        found = self.turns_shown()
        return self.log()[found - 1].events if found else ()

    def turns_shown(self, before: bool = False) -> int:
        """How many turns of the log were over in the position looked at; `before`: in the
        positions before it."""
        log = self.history.log()
        if self.at is None and not before:
            return len(log.turns())
        return log.until(self.position - 1 if before else self.position)

    def log(self) -> list[Turn]:
        """The turns so far in notation, as the person in front knows them; of a long game that
        has just been opened only the last ones."""
        return self.history.log().turns()

    def unroll(self) -> None:
        """Works out the log from the beginning."""
        for _ in self.unrolling():
            pass

    def unrolling(self) -> Iterator[int]:
        """The same bit by bit."""
        if self.history.before():
            yield from self.history.unrolling()
            self.revision.bump()

    def course(self) -> tuple[list[State], int]:
        """What the person in front saw at the start and after every turn, and which of these is
        on the board."""
        self.unroll()
        turns = self.turns_shown()  # nothing while the device changes hands
        return self.history.course(), turns

    def look(self, count: int | None) -> None:
        """Shows the position after `count` events; the newest one is the game itself."""
        total = len(self._match.events)
        self.at = None if count is None or count >= total else max(count, 0)
        if self.at is not None and self.at < self.history.before():
            self.unroll()
        self.revision.bump()

    def look_as(self, player: int, count: int) -> None:
        """The same of a finished game, with the eyes of one of the people here."""
        if self.over and self.seating.sit(player):
            self.look(count)

    def finished(self) -> Match:
        """The truth, for whoever looks back at a game. Raises IllegalAction while it goes on."""
        if not self.over:
            raise IllegalAction(Message("table.looking.first"))
        return self._match

    def turn(self) -> None:
        """Turns the board round."""
        self.flipped = not self.flipped
        self._save()
        self.revision.bump()

    def _save(self) -> None:
        table: dict[str, Any] = {"flipped": self.flipped}
        if any(self.levels):
            table["seats"] = list(self.levels)
        self.store.save_table(self.key, {**table, **self.agreed.stored()})

    # -- what is kept ------------------------------------------------------------------------

    def take_over(self) -> None:
        """This tab plays from now on."""
        self.writer.elsewhere = self.writer.asking = False
        self._begin()
        self.seating.settle()

    def hand_over(self) -> None:
        """Another tab plays from now on."""
        self.writer.elsewhere, self.writer.asking = True, False
        self.revision.bump()

    def follow(self, events: Sequence[Event]) -> bool:
        """Goes on with what the tab that plays has stored; False when it does not fit."""
        fits = self.writer.follow(events)
        if events:
            self.seating.settle()
        return fits

    def keep_bookmark(self) -> None:
        """Every so often keeps what opening the game would otherwise have to work out again."""
        if not self.watching and (bookmark := self.history.new_bookmark()) is not None:
            self.store.keep_bookmark(self.key, *bookmark)

    # -- playing -----------------------------------------------------------------------------

    def play(self, actions: Sequence[Action], setup: bool = False) -> None:
        """Plays decisions one after the other; each event is stored before anything is shown.

        `setup`: they are what the arranged draft comes to, which has then served its purpose.
        Raises IllegalAction at the first that is refused; the ones before it stand.
        """
        self.writer.stand()
        if self.agreed.held:
            raise IllegalAction(Message("table.held"))
        self.at = None
        try:
            for action in actions:
                self.writer.play(action)
            self._answers.play()
            if setup and self.viewer >= 0:
                self.store.save_draft(self.key, self.viewer, ())
        finally:
            if not self.elsewhere:
                self.writer.close()
            self.seating.settle()

    def undoable(self) -> Undo:
        """What may be taken back now, by whom, or why nothing may be."""
        return self._undo.get(self.revision.number)

    def _find_undo(self) -> Undo:
        here = self.live and self.curtain is None and not self.watching
        return self._takeback.find() if here else Undo(why="nothing")

    def undo(self) -> None:
        """Takes back the last decision, and with it the single answers the table gave to it.
        Raises IllegalAction when that is not allowed."""
        found = self.undoable()
        if (refusal := found.refusal()) is not None:
            raise IllegalAction(refusal)
        self.writer.stand()
        self.writer.undo(found.events)
        self.history.forget()
        self.seating.settle()

    def rewind(self, count: int) -> None:
        """Takes back all but the first `count` events, whoever decided them: in a lesson."""
        self.writer.cut(count)
        self.history.forget()
        self.at = None
        self.seating.settle()

    def resign(self, player: int) -> None:
        self.play([("resign", player)])

    def agree_draw(self) -> None:
        self.play([("draw",)])

    def can_resign(self, player: int) -> bool:
        return self._may(("resign", player))

    def can_draw(self) -> bool:
        return self._may(("draw",))

    def _may(self, action: Action) -> bool:
        return (
            not (self.watching or self.agreed.held) and action in self._match.state.table_actions()
        )

    # -- a table with another device -----------------------------------------------------------

    def agree(self, events: Sequence[Event], whole: bool = False) -> None:
        """The letters have told this story, or all of it (`whole`): what is here and is not in it
        is taken back, what is in it and not here is written. Raises IllegalAction when this tab
        does not play."""
        self.writer.stand()
        if whole and self._match.viewer is not None:
            self.agreed.whole = True
            self._save()
            self.writer.cut(0)
            self._match.hold(None)
            self.history.begin_again()
        count = self.agreed.common(events)
        if count < self.count:
            self.writer.cut(count)
            self.history.forget()
        self.writer.tell(events[count:])
        self.at = None
        if not self.agreed.held:
            self._answers.play()
        self.writer.close()
        self.seating.settle()

    def rename(self, names: tuple[str, ...]) -> None:
        """Who sits there is known by now."""
        self._match.config.names = names
        self.store.rename(self.key, names)
        self.revision.bump()

    def look_on(self) -> None:
        """Somebody else has got the seat."""
        self.agreed.mine = SPECTATOR
        self.seating.look_on()
        self.seating.settle()
        self._save()

    def hold(self, held: bool) -> None:
        """Whether nobody may decide now."""
        if held != self.agreed.held:
            self.agreed.held = held
            self.revision.bump()

    def note_far(self, turn: str, letters: int) -> None:
        """`turn`: `me`, `other` or nothing, for the shelf."""
        if (turn, letters) != (self.agreed.turn, self.agreed.letters):
            self.agreed.turn, self.agreed.letters = turn, letters
            self._save()

    # -- set-up ------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The set-up the person in front is arranging."""
        return self.store.load_draft(self.key, self.seating.eyes())

    def keep_draft(self, draft: Draft) -> None:
        self.store.save_draft(self.key, self.viewer, draft)
        self.revision.bump()
