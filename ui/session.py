"""One table on one device: the match, who sits there, and what that person may see.

Everything a screen shows comes from here, so here is where secrets are kept: while the device has
to change hands there is no scene, no log and no title to be had at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from engine.core.contract import (
    CHANCE,
    SPECTATOR,
    TABLE_VERBS,
    Action,
    Draft,
    Event,
    Game,
    Outcome,
    State,
)
from engine.core.errors import IllegalAction
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig


class Keeper(Protocol):
    """The part of the store a table needs."""

    def append(self, game_id: str, index: int, event: Event) -> None: ...
    def truncate(self, game_id: str, count: int) -> None: ...
    def set_result(self, game_id: str, outcome: Outcome | None) -> None: ...
    def save_draft(self, game_id: str, player: int, draft: Draft) -> None: ...
    def load_draft(self, game_id: str, player: int) -> Draft: ...
    def save_table(self, game_id: str, table: dict[str, Any]) -> None: ...
    def load_table(self, game_id: str) -> dict[str, Any]: ...


class Turn(NamedTuple):
    """A turn in the log: whose (CHANCE: nobody's), its notation, its events, how many events there
    are after it, and its number in the log.

    `end` counts true events, which may be a secret in itself: it never reaches the page.
    """

    actor: int
    text: str
    end: int
    setup: bool
    events: tuple[Event, ...]
    number: int


class Session:
    """A local game for people who share a device.

    `seated` is the person in front of it. As long as nothing is secret that is whoever decides;
    while secrets exist the device changes hands behind a curtain, and only `reveal` lifts it.
    `elsewhere`: another tab of this browser plays the game; here it is looked at, and nothing is
    written.
    """

    def __init__(self, match: Match, keeper: Keeper, key: str, elsewhere: bool = False) -> None:
        self.match = match
        self.keeper = keeper
        self.key = key
        self.elsewhere = elsewhere
        self.version = 0  # grows whenever something that is shown may have changed
        self.at: int | None = None  # number of events of the position looked at; None: now
        table = keeper.load_table(key)
        self.turned = table.get("turned") is True
        self.seats = _seats(table.get("seats"), self.players)
        self.seated = SPECTATOR if match.viewer is None else match.viewer
        self._logs: dict[int, _Log] = {}
        self._scene: tuple[object, Scene] | None = None
        self._seen: tuple[object, State] | None = None
        if self.reading:
            return
        if not elsewhere:
            self._begin()
        if self._owner() is not None or not self.secrets():
            self._seat()

    def _begin(self) -> None:
        match, keeper, key = self.match, self.keeper, self.key
        due = match.begin()
        for offset, event in enumerate(due):
            keeper.append(key, len(match.events) - len(due) + offset, event)
        self._automatic()
        for player in range(self.players):
            if player != self.decider:  # left over from a page that closed in between
                keeper.save_draft(key, player, ())

    # -- who ---------------------------------------------------------------------------------

    @property
    def reading(self) -> bool:
        """Whether this is what one player knew, to be looked at: nobody plays, and the person in
        front has that player's eyes for good."""
        return self.match.viewer is not None

    @property
    def watching(self) -> bool:
        """Whether nothing can be played here."""
        return self.reading or self.elsewhere

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def decider(self) -> int:
        """A player; CHANCE or TERMINAL when nobody is asked."""
        return self.match.state.current_player()

    @property
    def players(self) -> int:
        return len(self.game.sides)

    def name(self, player: int) -> str:
        names = self.match.config.names
        return names[player] if 0 <= player < len(names) else ""

    @property
    def thinker(self) -> int | None:
        """The computer player who decides now; None while a person does, or nobody."""
        decider = self.decider
        if decider < 0 or not self.live or self.watching:
            return None
        return decider if self.seats[decider] else None

    def set_level(self, player: int, level: int) -> None:
        """Hands a seat to a computer player of this level, or to a person (0)."""
        seats = list(self.seats)
        seats[player] = level
        self.seats = tuple(seats)
        self._save()
        self._seat()
        self._changed()

    def _owner(self) -> int | None:
        """Whose eyes the device has for good: the only person's, or nobody's among computers.
        None: several people share it."""
        people = [player for player, level in enumerate(self.seats) if not level]
        if len(people) > 1:
            return None
        return people[0] if people else SPECTATOR

    def secrets(self) -> bool:
        """Whether somebody at this table may not see everything now, drafts included."""
        if self.reading:
            return False
        if not self.game.info.has_secrets or self.match.over:
            return False
        key = self.match.state.key()
        seats = range(self.players)
        begun = bool(self.match.events) or self.match.config.start is not None
        if begun and any(self.match.state.observation(p).key() != key for p in seats):
            return True
        return any(self.keeper.load_draft(self.key, p) for p in seats)

    @property
    def curtain(self) -> int | None:
        """The player the device has to be passed to, or None while the right one sits there."""
        decider = self.decider
        if decider < 0 or self.seated == decider or self.seats[decider] or self.reading:
            return None
        if not self.match.state.is_private():
            return None
        return decider

    @property
    def answering(self) -> bool:
        """Whether what is done here now is what the game is waiting for."""
        if self.decider < 0 or not self.live or self.curtain is not None or self.watching:
            return False
        if self.thinker is not None:
            return False
        return self.viewer == self.decider or not self.match.state.is_private()

    def reveal(self) -> None:
        """The player the curtain names has taken the device."""
        if (player := self.curtain) is not None:
            self.seated = player
            self._changed()

    @property
    def viewer(self) -> int:
        """Whose eyes the scene is for."""
        return self.seated

    # -- what is to be seen ------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.at is None

    def observation(self) -> State:
        """The position looked at, as the person in front may know it."""
        self._no_peeking()
        stamp = (self.version, self.viewer)
        if self._seen is None or self._seen[0] != stamp:
            state = self.match.state if self.at is None else self.match.state_at(self.at)
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
        count = len(self.match.events) if self.at is None else self.at
        for turn in reversed(self.log()):
            if turn.end <= count:
                return turn.events
        return ()

    def log(self) -> list[Turn]:
        """The turns so far in notation, as the person in front knows them."""
        self._no_peeking()
        log = self._logs.get(self.viewer)
        if log is None:
            log = self._logs[self.viewer] = _Log(self.match, self.viewer)
        return log.turns()

    def course(self) -> tuple[list[State], int]:
        """What the person in front saw at the start and after every turn, and which of these is
        on the board."""
        ends = {turn.end for turn in self.log()}
        shown = len(self.match.events) if self.at is None else self.at
        state = self.match.start.clone()
        seen = [state.observation(self.viewer)]
        for number, event in enumerate(self.match.events, 1):
            state.apply(event.action)
            if number in ends:
                seen.append(state.observation(self.viewer))
        return seen, sum(end <= shown for end in ends)

    def _no_peeking(self) -> None:
        if self.curtain is not None:
            raise IllegalAction(Message("table.curtain.closed"))

    def look(self, count: int | None) -> None:
        """Shows the position after `count` events; the newest one is the game itself."""
        total = len(self.match.events)
        self.at = None if count is None or count >= total else max(count, 0)
        self._changed()

    def turn(self) -> None:
        """Turns the board round."""
        self.turned = not self.turned
        self._save()
        self._changed()

    def _save(self) -> None:
        table: dict[str, Any] = {"turned": self.turned}
        if any(self.seats):
            table["seats"] = list(self.seats)
        self.keeper.save_table(self.key, table)

    # -- playing -----------------------------------------------------------------------------

    def play(self, actions: Sequence[Action], setup: bool = False) -> None:
        """Plays decisions one after the other; each event is stored before anything is shown.

        `setup`: they are what the arranged draft comes to, which has then served its purpose.
        Raises IllegalAction at the first that is refused; the ones before it stand.
        """
        self.at = None
        try:
            for action in actions:
                self._log_play(action)
            self._automatic()
            if setup and self.seated >= 0:
                self.keeper.save_draft(self.key, self.seated, ())
        finally:
            if self.match.over:
                self.keeper.set_result(self.key, self.match.outcome())
            self._seat()
            self._changed()

    def _log_play(self, action: Action) -> None:
        first = len(self.match.events)
        for offset, event in enumerate(self.match.play(action)):
            self.keeper.append(self.key, first + offset, event)

    def _automatic(self) -> None:
        """Plays what nobody has a choice about: nobody is asked to take the device for it."""
        while (action := self.match.state.automatic()) is not None:
            self._log_play(action)

    def public_scene(self) -> Scene:
        """What the whole table has seen, the newest turn included: it may stand on the curtain."""
        log = self._logs.get(SPECTATOR)
        if log is None:
            log = self._logs[SPECTATOR] = _Log(self.match, SPECTATOR)
        turns = [turn for turn in log.turns() if not turn.setup]
        last = turns[-1].events if turns else ()
        return self.game.scene(self.match.state.observation(SPECTATOR), SPECTATOR, last)

    def undoer(self) -> int | None:
        """Who may take back the last event now; None: nobody."""
        if not self.live or not self.match.events or self.curtain is not None or self.watching:
            return None
        if any(self.seats):
            return self.seated if self._takeback() else None
        actor = self.match.events[-1].actor
        if actor < 0 or not self.match.can_undo(actor):
            return None
        return None if actor != self.seated and self.secrets() else actor

    def undo(self) -> None:
        """Takes back the last event. Raises IllegalAction when that is not allowed."""
        actor = self.undoer()
        if actor is None:
            raise IllegalAction(Message("error.no_undo"))
        for _ in range(self._takeback() if any(self.seats) else 1):
            self.match.undo(self.match.events[-1].actor)
        self.keeper.truncate(self.key, len(self.match.events))
        for log in self._logs.values():
            log.forget()
        self._seat()
        self._changed()

    def _takeback(self) -> int:
        """How many events the person among computers may take back together: his last one and
        what they answered. 0 when one of them was chance, or told him something new."""
        person = self.seated
        match, game = self.match, self.game
        if person < 0:
            return 0
        for count, event in enumerate(reversed(match.events), 1):
            before = match.state_at(len(match.events) - count)
            told = event.actor < 0 or game.redact(before, event, person) != event
            if told or event.action[0] in TABLE_VERBS:
                return 0
            if event.actor == person:
                return count
        return 0

    def resign(self, player: int) -> None:
        self.play([("resign", player)])

    def agree_draw(self) -> None:
        self.play([("draw",)])

    def can_resign(self, player: int) -> bool:
        return not self.watching and ("resign", player) in self.match.state.table_actions()

    def can_draw(self) -> bool:
        return not self.watching and ("draw",) in self.match.state.table_actions()

    def _seat(self) -> None:
        """Without secrets whoever decides sits there; nobody has to be asked. A question of
        another player that no secret is needed for is answered with all of them covered. Against
        computers it is always the person."""
        owner = self._owner()
        if owner is not None:
            self.seated = owner
            return
        decider = self.decider
        if decider < 0 or decider == self.seated or self.seats[decider]:
            return
        if not self.secrets():
            self.seated = decider
        elif not self.match.state.is_private():
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


def _seats(stored: Any, players: int) -> tuple[int, ...]:
    """By player: 0 a person, else the level of the computer. Persons where it cannot be read."""
    good = isinstance(stored, list) and all(type(one) is int and 0 <= one <= 5 for one in stored)
    return (tuple(stored) + (0,) * players)[:players] if good else (0,) * players


def rematch(config: MatchConfig) -> MatchConfig:
    """The same table once more, with the seats changed over."""
    return MatchConfig(
        config.game_id, dict(config.options), tuple(reversed(config.names)), config.start
    )


class _Log:
    """The turns as one viewer knows them, extended as events arrive.

    It folds what the viewer was told and nothing else (contract rule 5: that gives exactly his
    observations), so the notation cannot say more than he knows.
    """

    def __init__(self, match: Match, viewer: int) -> None:
        self._match = match
        self._viewer = viewer
        # A set-up is asked for in one frame from the start; its many placements are one entry.
        begins_with_setup = match.game.arrangement(match.start) is not None
        self._setup_frame = match.start.frame() if begins_with_setup else None
        self._done: list[Turn] = []
        self.forget()

    def forget(self) -> None:
        """After an undo: only turns that are over before the newest event are kept."""
        total = len(self._match.events)
        self._done = [turn for turn in self._done if turn.end <= total]
        self._count = self._done[-1].end if self._done else 0
        self._all: list[Turn] = list(self._done)
        self._state = self._match.state_at(self._count).observation(self._viewer)
        self._open()

    def _open(self) -> None:
        self._index = self._state.turn_index()
        self._setup = self._state.frame() == self._setup_frame
        self._before = self._state.clone()
        self._events: list[Event] = []
        self._end = self._count

    def turns(self) -> list[Turn]:
        total = len(self._match.events)
        if total > self._count:
            for index, event in self._match.observed_events(self._viewer, since=self._count):
                self._add(index, event)
            self._count = total
            self._all = [*self._done, *self._turn()]
        return self._all

    def _add(self, index: int, event: Event) -> None:
        if self._setup and self._events and self._events[0].actor != event.actor:
            self._close()
        self._events.append(event)
        self._state.apply(event.action)
        self._end = index + 1
        if not self._setup and self._state.turn_index() != self._index:
            self._close()

    def _close(self) -> None:
        self._done += self._turn()
        self._open()

    def _turn(self) -> list[Turn]:
        """The turn that is being collected, if anything happened in it."""
        if not self._events:
            return []
        actions = [event.action for event in self._events]
        text = "" if self._setup else self._match.game.log_text(self._before, actions)
        actor = next((event.actor for event in self._events if event.actor >= 0), CHANCE)
        number = len(self._done) + 1
        return [Turn(actor, text, self._end, self._setup, tuple(self._events), number)]
