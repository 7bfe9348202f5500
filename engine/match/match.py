"""A match: configuration plus events. The state is the fold of the events, never the other way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.contract import (
    CHANCE,
    DRAW,
    RESIGN,
    TABLE_VERBS,
    TERMINAL,
    TIME,
    Action,
    Event,
    Game,
    Outcome,
    Record,
    State,
)
from engine.core.errors import IllegalAction
from engine.core.options import Options
from engine.core.texts import Message
from engine.games import load_game

Dealer = Callable[[State], Action]

_SNAPSHOT_EVERY = 32


@dataclass(slots=True)
class MatchConfig:
    """What is fixed before the first event. `names` by player; `start` is a position text."""

    game_id: str
    options: Options = field(default_factory=dict)
    names: tuple[str, ...] = ()
    start: str | None = None
    tags: dict[str, str] = field(default_factory=dict)


class Match:
    """The only writer of history.

    `dealer` draws chance outcomes as soon as they are due; without one they are left to the
    caller, as replaying needs it. Every event that is accepted was legal in its state. `viewer`:
    the only player whose knowledge is held (engine/match/view.py); None: the whole truth is.
    """

    viewer: int | None = None

    def __init__(
        self, config: MatchConfig, dealer: Dealer | None = None, game: Game | None = None
    ) -> None:
        """Raises BadOptions or BadPosition for a configuration the rules refuse."""
        self.game: Game = game or load_game(config.game_id)(config.options)
        config.options = self.game.options
        self.config = config
        self.dealer = dealer
        self.events: list[Event] = []
        self.start = (
            self.game.state_from_text(config.start) if config.start else self.game.initial_state()
        )
        self.state: State = self.start.clone()
        self._snapshots: list[State] = [self.start]

    # -- playing -----------------------------------------------------------------------------

    def options_now(self) -> list[Action]:
        """Legal actions or chance outcomes, sorted: what index i means in a link."""
        return sorted_options(self.state)

    def begin(self) -> list[Event]:
        """Lets the dealer settle what is due before the first decision."""
        return self._deal([])

    def play(self, action: Action) -> list[Event]:
        """Checks and applies one action of whoever decides, then lets the dealer settle chance.

        Returns the new events. Raises IllegalAction and changes nothing otherwise.
        """
        actor = self.state.current_player()
        if action[0] in TABLE_VERBS:
            if action not in table_options(self.state):
                raise IllegalAction(Message("error.table_action"), token=str(action[0]))
            actor = int(action[1]) if len(action) > 1 else max(actor, 0)
        elif action not in self.options_now() and not self.state.takes(action):
            raise IllegalAction(Message("error.illegal", token=repr(action)), token=repr(action))
        return self._deal([self._append(Event(actor, action))])

    def take(self, action: Action) -> Event:
        """Appends an action that the caller has just picked from `options_now()`: not checked
        again, and the dealer is not asked. For replaying."""
        return self._append(Event(self.state.current_player(), action))

    def resign(self, player: int) -> list[Event]:
        return self.play((RESIGN, player))

    def lose_on_time(self, player: int) -> list[Event]:
        return self.play((TIME, player))

    def agree_draw(self) -> list[Event]:
        return self.play((DRAW,))

    def _append(self, event: Event) -> Event:
        self.state.apply(event.action)
        self.events.append(event)
        if len(self.events) % _SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.state.clone())
        return event

    def _deal(self, new: list[Event]) -> list[Event]:
        while self.dealer is not None and self.state.current_player() == CHANCE:
            new.append(self._append(Event(CHANCE, self.dealer(self.state))))
        return new

    # -- looking back ------------------------------------------------------------------------

    def state_at(self, count: int) -> State:
        """A fresh copy of the state after the first `count` events."""
        if not 0 <= count <= len(self.events):
            raise IndexError(count)
        nearest = count // _SNAPSHOT_EVERY
        state = self._snapshots[nearest].clone()
        for event in self.events[nearest * _SNAPSHOT_EVERY : count]:
            state.apply(event.action)
        return state

    def observed_events(self, viewer: int, since: int = 0) -> list[tuple[int, Event]]:
        """What `viewer` may know of the log: (index of the true event, redacted event)."""
        out = []
        state = self.state_at(since)
        for index in range(since, len(self.events)):
            seen = self.game.redact(state, self.events[index], viewer)
            if seen is not None:
                out.append((index, seen))
            state.apply(self.events[index].action)
        return out

    def can_undo(self, player: int) -> bool:
        """Contract rule 8: not across chance, another's decision, or news for the undoer."""
        if not self.events or self.events[-1].actor != player:
            return False
        last = self.events[-1]
        if last.action[0] in TABLE_VERBS:
            return False
        before = self.state_at(len(self.events) - 1)
        return self.game.redact(before, last, player) == last

    def undo(self, player: int) -> Event:
        """Takes back the last event of `player` and returns it. Raises IllegalAction."""
        if not self.can_undo(player):
            raise IllegalAction(Message("error.no_undo"))
        count = len(self.events) - 1
        self.state = self.state_at(count)
        del self._snapshots[count // _SNAPSHOT_EVERY + 1 :]
        return self.events.pop()

    # -- result and exchange -----------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.current_player() == TERMINAL

    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    def to_record(self, tags: Mapping[str, str] | None = None) -> Record:
        """This match as the game's text records hold it."""
        outcome = self.outcome()
        return Record(
            options=dict(self.config.options),
            events=list(self.events),
            tags={**self.config.tags, **(tags or {})},
            start=self.config.start,
            result=outcome.score if outcome else "*",
        )


def sorted_options(state: State) -> list[Action]:
    """Legal actions of a player node or outcomes of a chance node, in the order links count."""
    if state.current_player() == CHANCE:
        return sorted(action for action, _ in state.chance_outcomes())
    return sorted(state.legal_actions())


def table_options(state: State) -> list[Action]:
    """What the table may do now, in the order links count: the game's table actions, and the loss
    on time of everybody who could resign. Time sorts last, so it moves no other number."""
    actions = state.table_actions()
    lost = [(TIME, *action[1:]) for action in actions if action[0] == RESIGN]
    return sorted({*actions, *lost})


def replay(config: MatchConfig, events: list[Event] | tuple[Event, ...], **more: Any) -> Match:
    """The match with these events, each checked. Raises IllegalAction at the first that is not
    possible."""
    match = Match(config, **more)
    for event in events:
        match.play(event.action)
    return match
