"""One table on one device: the match, who sits there, and what that person may see.

Everything a screen shows comes from here, so here is where secrets are kept: while the device has
to change hands there is no scene, no log and no title to be had at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.contract import SPECTATOR, Action, AnyGame, Draft, Event, State
from engine.core.errors import IllegalAction
from engine.core.outcome import Outcome
from engine.core.scene import Scene
from engine.core.telling import Telling
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import Known, question
from ui.agreed import Agreed
from ui.answers import joined, only_answer, takeback
from ui.history import History
from ui.keeper import Keeper
from ui.names import read_seats
from ui.table.seats import Seat, people
from ui.table.seats import seats as stored_seats
from ui.turns import Turn, TurnLog
from ui.writer import Writer

if TYPE_CHECKING:
    from ui.share import Exports


class Session(Agreed):
    """A local game for people who share a device.

    `seated` is the person in front of it. As long as nothing is secret that is whoever decides;
    while secrets exist the device changes hands behind a curtain, and only `reveal` lifts it.
    `elsewhere`: another tab of this browser plays the game; here it is looked at, and nothing is
    written. `asking`: nobody knows yet. `logs`: by viewer, those that have been begun. `seats`:
    who answers, where it is not what was stored.
    """

    def __init__(
        self,
        match: Match,
        keeper: Keeper,
        key: str,
        elsewhere: bool = False,
        logs: Mapping[int, TurnLog] | None = None,
        asking: bool = False,
        seats: tuple[Seat, ...] = (),
    ) -> None:
        self._match = match
        self.keeper = keeper
        self.key = key
        self.writer = Writer(keeper, key, match, elsewhere, asking)
        self.version = 0  # grows whenever something that is shown may have changed
        self.at: int | None = None  # number of events of the position looked at; None: now
        table = keeper.load_table(key)
        self.flipped = table.get("flipped") is True  # by hand, on top of ui/facing.py
        self._remember(table)
        self.seats = seats or stored_seats(read_seats(table.get("seats")), self.players, self.mine)
        self.seated = SPECTATOR if match.viewer is None else match.viewer
        self._history = History(match, logs or {})
        self._known: dict[int, Known] = {}  # by seat of a computer
        self._undoer: tuple[object, int | None] | None = None
        self._scene: tuple[object, Scene] | None = None
        self._seen: tuple[object, State] | None = None
        if self.reading:
            return
        if not elsewhere and not asking:
            self._begin()
        if self._owner() is not None or not self.secrets():
            self._seat()

    def _begin(self) -> None:
        first = len(self._match.events)
        for index, event in enumerate(self._match.begin(), first):
            self.writer.append(index, event)
        self._automatic()
        for player in range(self.players):
            if player != self.decider:  # left over from a page that closed in between
                self.keeper.save_draft(self.key, player, ())

    # -- who ---------------------------------------------------------------------------------

    @property
    def reading(self) -> bool:
        """Whether this is what one player knew, to be looked at: nobody plays, and the person in
        front has that player's eyes for good."""
        return self._match.viewer is not None

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
        return tuple(seat.level for seat in self.seats)

    @property
    def thinker(self) -> int | None:
        """The player who decides now and is not in front of this device, a computer; None while
        somebody here does, or nobody."""
        decider = self.decider
        if decider < 0 or not self.live or self.watching or self.asking:
            return None
        return None if self.seats[decider].here else decider

    def set_level(self, player: int, level: int) -> None:
        """Hands a seat to a computer player of this level, or to a person (0)."""
        levels = list(self.levels)
        levels[player] = level
        self.seats = stored_seats(levels, self.players)
        self._save()
        self._seat()
        self._changed()

    def _owner(self) -> int | None:
        here = people(self.seats)
        if len(here) > 1:
            return None
        return here[0] if here else SPECTATOR

    @property
    def owner(self) -> int | None:
        """The one whose eyes the device has for good: the only person's, a view's player, or
        nobody's among computers. None: several people share it."""
        return self.seated if self.reading else self._owner()

    def secrets(self) -> bool:
        """Whether somebody at this table may not see everything now, drafts included."""
        if self.reading:
            return False
        if not self.game.info.has_secrets or self._match.over:
            return False
        key = self._match.state.key()
        players = range(self.players)
        begun = bool(self._match.events) or self._match.config.start is not None
        if begun and any(self._match.state.observation(p).key() != key for p in players):
            return True
        return any(self.keeper.load_draft(self.key, p) for p in players)

    @property
    def curtain(self) -> int | None:
        """The player the device has to be passed to, or None while the right one sits there."""
        decider = self.decider
        if decider < 0 or self.seated == decider or self.reading:
            return None
        if not self.seats[decider].here:
            return None
        if not self._match.state.is_private():
            return None
        return decider

    @property
    def answering(self) -> bool:
        """Whether what is done here now is what the game is waiting for."""
        if self.decider < 0 or not self.live or self.curtain is not None or self.watching:
            return False
        if self.thinker is not None or self.held:
            return False
        return self.viewer == self.decider or not self._match.state.is_private()

    def reveal(self) -> None:
        """The player the curtain names has taken the device."""
        if (player := self.curtain) is not None:
            self.seated = player
            self._changed()

    @property
    def viewer(self) -> int:
        """Whose eyes the scene is for."""
        return self.seated

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
        known = self._known.setdefault(seat, Known(self._match, seat))
        return question(self._match, seat, level, number, seed, about, known)

    def exports(self) -> Exports:
        """What the person in front may take along."""
        from ui.share import Exports

        return Exports(self._match, self.viewer)

    # -- what is to be seen ------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.at is None

    def observation(self) -> State:
        """The position looked at, as the person in front may know it."""
        self._no_peeking()
        stamp = (self.version, self.viewer)
        if self._seen is None or self._seen[0] != stamp:
            state = self._match.state if self.at is None else self._match.state_at(self.at)
            self._seen = (stamp, state.observation(self.viewer))
        return self._seen[1]

    def scene(self) -> Scene:
        stamp = (self.version, self.viewer)
        if self._scene is None or self._scene[0] != stamp:
            scene = self.game.scene(self.observation(), self.viewer, self._last())
            self._scene = (stamp, scene)
        return self._scene[1]

    def _last(self) -> Sequence[Event]:
        """The events of the newest turn before the position looked at, as the viewer knows it."""
        found = self.turns_shown()
        return self.log()[found - 1].events if found else ()

    def turns_shown(self, before: bool = False) -> int:
        """How many turns of the log were over in the position looked at; `before`: in the
        positions before it."""
        turns = self.log()
        if self.at is None and not before:
            return len(turns)
        return self._log().until(self.position - 1 if before else self.position)

    def log(self) -> list[Turn]:
        """The turns so far in notation, as the person in front knows them; of a long game that
        has just been opened only the last ones."""
        self._no_peeking()
        return self._log().turns()

    def _log(self) -> TurnLog:
        return self._history.log(self.viewer)

    def told(self, turn: Turn) -> Telling:
        """What happened in a turn of the log, as the person in front knows it."""
        self._no_peeking()
        return self._log().told(turn)

    def public(self) -> tuple[Scene, Telling]:
        """The table and the newest turn as everybody has seen them: they may stand on the
        curtain."""
        return self._history.public()

    def earlier(self) -> bool:
        """Whether there are turns before those of the log."""
        self._no_peeking()
        return self._log().since.end > 0

    def unroll(self) -> None:
        """Works out the log from the beginning."""
        for _ in self.unrolling():
            pass

    def unrolling(self) -> Iterator[int]:
        """The same bit by bit."""
        if self._log().since.end:
            yield from self._history.unrolling(self.viewer)
            self._changed()

    def ends(self) -> list[int]:
        """How many events there are after each turn of the log."""
        return [turn.end for turn in self.log()]

    def replay(self, ends: Collection[int]) -> Iterator[tuple[int, State | None]]:
        """The game once more, from the start (0) event by event: the number of events, and after
        those in `ends` what the person in front saw."""
        self._no_peeking()
        yield from self._history.replay(self.viewer, ends)

    def course(self) -> tuple[list[State], int]:
        """What the person in front saw at the start and after every turn, and which of these is
        on the board."""
        self.unroll()
        turns = self.turns_shown()  # nothing while the device changes hands
        return self._history.course(self.viewer), turns

    def _no_peeking(self) -> None:
        if self.curtain is not None:
            raise IllegalAction(Message("table.curtain.closed"))

    def look(self, count: int | None) -> None:
        """Shows the position after `count` events; the newest one is the game itself."""
        total = len(self._match.events)
        self.at = None if count is None or count >= total else max(count, 0)
        if self.at is not None and self.at < self._log().since.end:
            self.unroll()
        self._changed()

    def turn(self) -> None:
        """Turns the board round."""
        self.flipped = not self.flipped
        self._save()
        self._changed()

    def _save(self) -> None:
        table: dict[str, Any] = {"flipped": self.flipped}
        if any(self.levels):
            table["seats"] = list(self.levels)
        self.keeper.save_table(self.key, {**table, **self._remembered()})

    # -- what is kept ------------------------------------------------------------------------

    def take_over(self) -> None:
        """This tab plays from now on."""
        self.writer.elsewhere = self.writer.asking = False
        self._begin()
        self._seat()
        self._changed()

    def hand_over(self) -> None:
        """Another tab plays from now on."""
        self.writer.elsewhere, self.writer.asking = True, False
        self._changed()

    def follow(self, events: Sequence[Event]) -> bool:
        """Goes on with what the tab that plays has stored; False when it does not fit."""
        sampler, self._match.sampler = self._match.sampler, None
        try:
            for event in events:
                self._match.play(event.action)
        except IllegalAction:
            return False
        finally:
            self._match.sampler = sampler
            if events:
                self._seat()
                self._changed()
        return True

    def keep_mark(self) -> None:
        """Every so often keeps what opening the game would otherwise have to work out again."""
        if not self.watching and (mark := self._history.new_mark(people(self.seats))) is not None:
            self.keeper.keep_mark(self.key, *mark)

    # -- playing -----------------------------------------------------------------------------

    def play(self, actions: Sequence[Action], setup: bool = False) -> None:
        """Plays decisions one after the other; each event is stored before anything is shown.

        `setup`: they are what the arranged draft comes to, which has then served its purpose.
        Raises IllegalAction at the first that is refused; the ones before it stand.
        """
        self.writer.stand()
        if self.held:
            raise IllegalAction(Message("table.held"))
        self.at = None
        try:
            for action in actions:
                self._log_play(action)
            self._automatic()
            if setup and self.seated >= 0:
                self.keeper.save_draft(self.key, self.seated, ())
        finally:
            if self._match.over and not self.elsewhere:
                self.keeper.set_result(self.key, self._match.outcome())
            self._seat()
            self._changed()
        self.keep_mark()

    def _log_play(self, action: Action) -> None:
        first = len(self._match.events)
        for offset, event in enumerate(self._match.play(action)):
            self.writer.append(first + offset, event)

    def _automatic(self) -> None:
        """Plays what nobody has a choice about: nobody is asked to take the device for it."""
        while (action := self._given()) is not None:
            self._log_play(action)

    def _given(self) -> Action | None:
        if self.mine not in (None, self.decider):
            return None
        action = self._match.state.automatic()
        return action or only_answer(self._match, len(self._match.events), self.secrets())

    def undoer(self) -> int | None:
        """Who may take back the last event now; None: nobody."""
        stamp = (self.version, len(self._match.events), self.viewer, self.seated)
        if self._undoer is None or self._undoer[0] != stamp:
            self._undoer = (stamp, self._who_undoes())
        return self._undoer[1]

    def _who_undoes(self) -> int | None:
        if not self.live or not self._match.events or self.curtain is not None or self.watching:
            return None
        if not self._together:
            return self.seated if self._takeback() else None
        secrets = self.secrets()
        count = joined(self._match, secrets)
        actor = self._match.events[-count].actor if count else None
        return None if actor != self.seated and secrets else actor

    def undo(self) -> None:
        """Takes back the last decision, and with it the single answers the table gave to it.
        Raises IllegalAction when that is not allowed."""
        actor = self.undoer()
        if actor is None:
            raise IllegalAction(Message("error.no_undo"))
        self.writer.stand()
        match, secrets = self._match, self.secrets()
        for _ in range(joined(match, secrets) if self._together else self._takeback()):
            self._match.undo(self._match.events[-1].actor)
        self.keeper.truncate(self.key, len(self._match.events))
        self._history.forget()
        self._seat()
        self._changed()

    @property
    def _together(self) -> bool:
        """Whether everybody shares this device."""
        return all(seat.here for seat in self.seats)

    def _takeback(self) -> int:
        if self.mine is not None:
            return self._unsent()
        return takeback(self._match, self.seated, self.secrets()) if self.seated >= 0 else 0

    def rewind(self, count: int) -> None:
        """Takes back all but the first `count` events, whoever decided them: in a lesson."""
        self._cut(count)
        self.at = None
        self._seat()
        self._changed()

    def resign(self, player: int) -> None:
        self.play([("resign", player)])

    def agree_draw(self) -> None:
        self.play([("draw",)])

    def can_resign(self, player: int) -> bool:
        return self._may(("resign", player))

    def can_draw(self) -> bool:
        return self._may(("draw",))

    def _may(self, action: Action) -> bool:
        return not (self.watching or self.held) and action in self._match.state.table_actions()

    def _seat(self) -> None:
        """Without secrets whoever decides sits there; nobody has to be asked. A question of
        another player that no secret is needed for is answered with all of them covered. Against
        computers it is always the person."""
        owner = self._owner()
        if owner is not None:
            self.seated = owner
            return
        decider = self.decider
        if decider < 0 or decider == self.seated or not self.seats[decider].here:
            return
        if not self.secrets():
            self.seated = decider
        elif not self._match.state.is_private():
            self.seated = SPECTATOR

    def _changed(self) -> None:
        self.version += 1

    # -- set-up ------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The set-up the person in front is arranging."""
        self._no_peeking()
        return self.keeper.load_draft(self.key, self.viewer)

    def keep_draft(self, draft: Draft) -> None:
        self.keeper.save_draft(self.key, self.viewer, draft)
        self._changed()
